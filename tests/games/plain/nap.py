"""Nap, plainly: all others pay the highest caller, or are paid; who makes every trick takes the kitty."""

from ledger.core.events import Misdeal, Penalty, Says, Trick, Tricks
from ledger.testing.plain import Dealt, PlainGame, winner_of

PRICES = {
    # call: what each pays when it is made, and is paid when it fails, of five tricks and of nine
    "nap": ((10, 5), (18, 9)),
    "wellington=double": ((20, 10), (36, 18)),
    "wellington=loss-only": ((10, 10), (18, 18)),
    "blucher=treble": ((30, 15), (54, 27)),
    "blucher=loss-only": ((10, 15), (18, 27)),
}
EVERY_TRICK = ("nap", "wellington", "blucher")


class Plain(PlainGame):
    """Nap [3]-[15]."""

    game = "nap"
    main_pool = "kitty"
    bare_end = "divide"

    def begin(self) -> None:
        self.stake = self.amount("stake", 1)
        self.there_is_a_kitty = bool(self.amount("kitty")) or self.flag("buying")
        self.doubled = 1
        self.first_dealer: str | None = None

    def left(self, player: str) -> None:
        super().left(player)
        if player == self.first_dealer and self.players():
            self.first_dealer = self.from_left_of(player, self.players())[0]

    def misdeal(self, dealt: Dealt) -> None:
        self.before(dealt)

    def deal(self, dealt: Dealt) -> None:
        self.before(dealt)
        calls = [
            event for event in dealt.of(Says) if event.word.isdigit() or event.word in ("misery", "spare", *EVERY_TRICK)
        ]
        if not calls and self.flag("double_header"):
            self.doubled = 2
            return
        caller, call = (calls[-1].player, calls[-1].word) if calls else (dealt.players[0], "1")
        for stands in dealt.of(Says, word="stands"):
            caller = stands.player
        spare = [event.player for event in dealt.of(Says, word="spare")]
        call = "nap" if call == "spare" else call
        made = self.made(dealt, caller, call)
        for other in dealt.players:
            if made:
                self.pay(other, caller, self.price(call, made))
            else:
                self.pay(caller, other, self.price(call, made))
        if made and call in EVERY_TRICK:
            self.take(caller, "kitty")
        if not made and caller in spare and self.there_is_a_kitty:
            self.put(caller, "kitty", 2 * self.stake)
        if made:
            self.doubled = 1

    def before(self, dealt: Dealt) -> None:
        """Pay what stays paid if the deal is void: the kitty, cards bought, and penalties."""
        self.first_dealer = self.first_dealer or dealt.dealer
        if self.amount("kitty"):
            if self.word("kitty_by") != "all":
                self.pay_in("kitty", [dealt.dealer], "kitty", self.amount("kitty"), dealers=True)
            elif dealt.dealer == self.first_dealer:
                self.pay_in("kitty", dealt.players, "kitty", self.amount("kitty"))
        for bought in dealt.of(Says, word="cards-bought"):
            self.put(bought.player, "kitty", bought.numbers[0] * self.stake)
        self.penalties(dealt)
        if dealt.of(Misdeal):
            self.penalty(Penalty(dealt.dealer, "misdeal"), dealt)

    def penalty(self, event: Penalty, dealt: Dealt | None) -> None:
        """Return a stake for touching or a misdeal, if there is a kitty; otherwise the amount said."""
        self.put(event.player, "kitty", event.amount or (self.stake if self.there_is_a_kitty else 0))

    def made(self, dealt: Dealt, caller: str, call: str) -> bool:
        """Return whether the call was made: as said, or by the tricks won."""
        for event in dealt.of(Says):
            if event.word in ("made", "failed"):
                return event.word == "made"
        won = self.tricks_won(dealt, caller, call)
        if call == "misery":
            return won == 0
        return won >= (int(call) if call.isdigit() else 9 if self.number("cards") == 9 else 5)

    def tricks_won(self, dealt: Dealt, caller: str, call: str) -> int:
        for event in dealt.of(Tricks):
            return dict(event.counts).get(caller, 0)
        playing = dealt.players
        if len(playing) == 6 or (len(playing) == 5 and self.word("dealer_plays") == "off"):
            playing = playing[:-1]  # the dealer stands out
        leader, trump, won = caller, None, 0
        for trick in dealt.of(Trick):
            if trick.cards and trump is None and not (call == "misery" and self.word("misery") == "no-trumps"):
                trump = trick.cards[0].suit
            leader = trick.player or self.from_seat(leader, playing)[winner_of(trick.cards, trump)]
            won += leader == caller
        return won

    def price(self, call: str, made: bool) -> int:
        """Return what goes between the caller and each other player."""
        if call == "misery":
            stakes = self.number("misery_stake", 3)
        elif call.isdigit():
            stakes = int(call)
        else:
            of_five, of_nine = PRICES[call if call == "nap" else f"{call}={self.word(call)}"]
            if_made, if_failed = of_nine if self.number("cards") == 9 else of_five
            stakes = if_made if made else if_failed
        return stakes * self.stake * self.doubled
