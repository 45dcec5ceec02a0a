"""Nap, or Napoleon: the highest caller plays alone against the rest, for the tricks called.

Two to six play, four best. Each is dealt five cards. From the dealer's left each in turn says how many
tricks he will make alone, or passes; whoever has called most plays against all the others [3], [9].

The calls, the lowest first [4], [12]-[14]
  1, 2            so many tricks
  misery          to win no trick at all (where `misery` is played)
  3, 4            so many tricks; with nine cards to 8
  nap             every trick
  wellington      every trick, for more, over another's Nap; by one who has still to call, or (`challenge`) by any other
  blucher         the same, over Wellington

What each other player pays when the call is made, and is paid when it fails, in stakes [4], [8], [13]
  call                         made      failed
  1, 2, 3 …                    1, 2, 3 … 1, 2, 3 …
  misery                       3         3         (`misery_stake`)
  nap                          10        5
  wellington=double            20        10
  wellington=loss-only         10        10
  blucher=treble               30        15
  blucher=loss-only            10        15
With nine cards the last five lines are reckoned from nine tricks as they are from five: 18 and 9 …

The play. The declarer leads, and the suit he leads is trumps, but at misery with no trumps. Suit is
followed by whoever can; nobody need win or trump a trick [10], [12]. Nothing more is asked once the
declarer has made his number or no longer can [11]; misery is lost with the first trick he wins.

If all pass, the eldest hand stands for one trick [10]; with `double_header` the cards are not played, and
stakes are doubled until a declarer has won [13].

The kitty. With `kitty` each dealer pays into it as he deals; with `kitty_by=all` everyone does whenever the
deal is with the first dealer. Bought cards, misdeals and touched cards pay into it too. Who makes Nap, or a
call above it, takes it all; at the end of the game it is divided [9], [11]-[13].

Buying: before the calls each may exchange cards for new ones at a stake apiece, `A buys 2 cards`. A spare
hand: `A spare` takes it, and stands for Nap with it; failing, he pays the kitty two stakes besides [13].

Sayings: `3`, `misery`, `nap`, `wellington`, `blucher`, `passes` (assumed). With `challenge` any of the others may
still call above Nap when all have spoken, and then the caller of Nap may take the higher call instead: `stands`.
`trick A`, or its cards; or at once `tricks A 3 B 2`, `A made`, `A failed`. `A discards 2` (or which) notes the cards
thrown away at six- and seven-card Nap.

Irregularities: a misdeal, or touching the cards, costs a stake to the kitty, if there is one [9]; after a misdeal
the same dealer deals again.

Where the book is silent: a second round of passes leaves the stakes doubled and does not double them again,
and so does a declarer who fails. Wellington called over a Nap that stands: only he who plays settles, the
first caller being one of the others. With six players the dealer stands out, but pays and receives; with five
if `dealer_plays` is off [3].
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import msgspec

from ledger.games.families.trick_taking import TrickPlay, TrickRules
from ledger.games.nap.options import NapOptions
from ledger.rules import (
    CARDS_BOUGHT,
    Allowed,
    Card,
    DealInHand,
    Game,
    GameRecord,
    Lazy,
    Offence,
    Permission,
    Play,
    Pool,
    SubPlay,
    Turn,
    disallow,
    passing,
    so_many,
    twice,
    word,
)
from ledger.rules.events import Draws, Event, Holds, Passes, Says, Silence, Tricks
from ledger.rules.slots import Group, Literal, Number, Player, Slots, Word

FULL_PRICE = {
    # call, as played: (stakes a trick when made, when failed), of the full number of tricks
    ("nap", ""): (2, 1),
    ("wellington", "double"): (4, 2),
    ("wellington", "loss-only"): (2, 2),
    ("blucher", "treble"): (6, 3),
    ("blucher", "loss-only"): (2, 3),
}
"""The worth of the calls of every trick, for each of the five (or nine) tricks [8], [13]-[14]."""


EVERY_TRICK = ("nap", "wellington", "blucher")
"""The calls of every trick, which win the kitty [11]."""

BY_THE_HOUSE = {
    CARDS_BOUGHT: "buying",
    "spare": "spare_hand",
    "misery": "misery",
    "wellington": "wellington",
    "blucher": "blucher",
}
"""Words of house rules, each with the option that allows it [12]-[14]."""


@dataclass(frozen=True)
class NapCarry:
    """The first dealer, at whose next deal all pay the kitty (`kitty_by=all`) [11]."""

    first_dealer: str | None = None


@dataclass
class Declaration:
    """The highest call, and who made it."""

    player: str
    call: str
    spare: bool = False

    def needs(self, tricks: int) -> int:
        """Return how many tricks the declarer has to win, except at misery."""
        return int(self.call) if self.call.isdigit() else tricks


class NapTricks(TrickRules):
    """Follow suit; the suit first led is trumps, except at misery without trumps [10], [12]."""

    def __init__(self, no_trumps: bool) -> None:
        self.no_trumps = no_trumps

    def lead(self, card: Card) -> None:
        """Make the suit of the first card led trumps."""
        if not self.no_trumps and self.trump is None:
            self.trump = card.suit


OVER = {"wellington": "nap", "blucher": "wellington"}
"""For each call above Nap, the call that it is said over [13]-[14]."""


class NapDeal(DealInHand[NapOptions, NapCarry]):
    """A deal of Nap."""

    fines_to = "kitty"
    bare_end_divides = True

    def prepare(self) -> None:
        """Set up the attributes of the deal."""
        self.hand_sizes = (self.options.cards,) if self.options.cards in (5, 9) else (5, self.options.cards)
        self.changed: set[str] = set()
        self.thrown: dict[str, tuple[Card, ...]] = {}
        """The players who have thrown cards away, each with the cards if they were said."""
        self.tricks: TrickPlay | None = None

    def play(self) -> Play[NapCarry]:
        """Play the deal in its order: kitty, buying, spare hand, calls, tricks, money."""
        yield from self.opening()
        carry = self.pay_kitty()
        if self.options.buying:
            yield from self.buying()
        spare = (yield from self.spare_hand()) if self.options.spare_hand else None
        declaration = yield from self.calling(spare)
        if declaration is None:
            self.table.multiplier = 2
            return carry
        made = yield from self.tricks_of(declaration)
        self.settle(declaration, made)
        return carry

    @property
    def kitty(self) -> Pool:
        """Return the kitty."""
        return self.table.pool("kitty")

    def hand_players(self) -> tuple[str, ...]:
        """Return who has cards, from the dealer's left: not a dealer who stands out [3]."""
        order = self.table.round()
        return order[: self.options.hands(len(order))]

    def pay_kitty(self) -> NapCarry:
        """Have the dealer, or everyone at the first dealer's turn, pay the kitty [11]."""
        carry = self.carry if self.carry.first_dealer else NapCarry(self.dealer)
        if self.options.kitty:
            by_dealer = self.options.kitty_by == "dealer"
            everyone = self.table.round() if self.dealer == carry.first_dealer else ()
            for player in (self.dealer,) if by_dealer else everyone:
                self.table.pay_in(player, self.kitty, self.options.kitty, "the kitty", "[11]", dealers=by_dealer)
        return carry

    # Before the calls

    def buying(self) -> SubPlay:
        """Ask each once, from the dealer's left, for cards bought into the kitty [12]-[13]."""
        for player in self.hand_players():
            event = yield partial(self.buying_turn, player)
            if isinstance(event, Says):
                cost = event.numbers[0] * self.options.stake
                self.table.pay(player, self.kitty, cost, "cards bought", "[13]", stays=True)
                self.has_changed(player)

    def buying_turn(self, player: str) -> Turn:
        """Return the turn of a player to buy cards, at most as many as were dealt [12]."""

        def slots(buyer: str) -> Slots:
            return (Word(("buys",)), Number(1, self.options.cards, shown="N"), Literal("cards"))

        def wrong(event: Says) -> str | None:
            bought, most = event.numbers[0], self.options.cards
            why = f"from 1 to {most} cards are bought, no more than were dealt, and not {bought}"
            return None if 1 <= bought <= most else why

        may = Allowed(Says, (player,), check=wrong, slots=slots, words=(CARDS_BOUGHT,))
        return Turn(says=(may,), who=(player,), statement=f"{player} may buy cards", default=Silence())

    def spare_hand(self) -> SubPlay:
        """Ask each in turn to take the spare hand and stand for Nap; return who takes it [13]."""
        for player in self.hand_players():
            event = yield partial(self.spare_turn, player)
            if isinstance(event, Says):
                self.has_changed(player)
                return player
        return None

    def spare_turn(self, player: str) -> Turn:
        """Return the turn of a player to take the spare hand."""
        statement = f"{player} may take the spare hand"
        return Turn(says=(word(player, "spare"),), who=(player,), statement=statement, default=Silence())

    def has_changed(self, player: str) -> None:
        """Forget the hand of a player who has other cards now."""
        self.changed.add(player)
        self.table.hands.pop(player, None)

    def holds(self, event: Holds) -> None:
        """Note a hand, and check what was played against it."""
        super().holds(event)
        if event.player in self.changed:
            del self.table.hands[event.player]
        elif self.tricks:
            self.tricks.check_hands()

    def card_fault(self, player: str, card: Card) -> str | None:
        """Return why a card cannot be played, also because it was thrown away; or None."""
        return self.thrown_away(card) or super().card_fault(player, card)

    def thrown_away(self, card: Card) -> str | None:
        """Return a sentence if a card has been thrown away, or None."""
        whose = next((player for player, cards in self.thrown.items() if card in cards), None)
        return f"{card} has been thrown away, by {whose}" if whose else None

    def wrong_cards(self, event: Holds) -> str | None:
        """Return what is wrong with a hand: it is all that was dealt, or the five kept [15]."""
        own = () if len(event.cards) == self.options.tricks else self.thrown.get(event.player, ())
        if missing := [card for card in own if card not in event.cards]:
            return f"{event.player} has thrown away {missing[0]}, which is not in this hand"
        faults = (self.thrown_away(card) for card in event.cards if card not in own)
        return next(filter(None, faults), None) or super().wrong_cards(event)

    def may_discard(self) -> tuple[Permission, ...]:
        """Return the saying of cards thrown away at six- and seven-card Nap; no counter moves [15]."""
        extra = self.options.cards - self.options.tricks
        if not extra:
            return ()

        def wrong(event: Draws) -> str | None:
            thrown = event.discarded if event.discarded is not None else len(event.discards)
            if event.player in self.thrown:
                return f"{event.player} has thrown away {'the cards' if extra > 1 else 'the card'} already"
            if event.cards or event.numbers:
                return "nothing is drawn for the cards thrown away"
            if thrown != extra:
                return f"{so_many(extra)} {'are' if extra > 1 else 'is'} thrown away, not {thrown}"
            faults = (self.wrong_to_throw(event.player, card) for card in event.discards)
            return twice(event.discards) or next(filter(None, faults), None)

        def slots(player: str) -> Slots | None:
            return None if player in self.thrown else (Word(("discards",)), Number(extra, extra))

        return (Allowed(Draws, self.hand_players(), check=wrong, slots=slots),)

    def wrong_to_throw(self, player: str, card: Card) -> str | None:
        """Return why a player cannot have thrown a card away, or None."""
        hand = self.table.hands.get(player, ())
        if card in hand and len(hand) == self.options.tricks:
            return f"{player} has kept {card}"
        return None if len(hand) == self.options.tricks and card in self.unseen() else self.card_fault(player, card)

    # The calls

    def calls(self) -> Iterator[str]:
        """Yield every call that needs no other, the lowest first."""
        for tricks in range(1, self.options.tricks):
            if tricks == 3 and self.options.misery:
                yield "misery"
            if tricks >= self.options.lowest_call:
                yield str(tricks)
        yield "nap"

    def every_call(self) -> list[str]:
        """Return every call, including those that are said only over another."""
        return [*self.calls(), *(call for call in OVER if getattr(self.options, call))]

    def over(self, top: Declaration | None) -> list[str]:
        """Return the calls that beat the highest so far [9], [12]-[14]."""
        calls = list(self.calls())
        if top is None:
            return calls
        if top.call in calls[:-1]:
            return calls[calls.index(top.call) + 1 :]
        return [call for call, under in OVER.items() if under == top.call and getattr(self.options, call)]

    def calling(self, spare: str | None) -> SubPlay:
        """Ask each for one call, from the dealer's left; return the highest, or None [9]-[10]."""
        order = self.hand_players()
        top = nap = Declaration(spare, "nap", spare=True) if spare else None
        self.to_speak = list(order[order.index(spare) + 1 :] if spare else order)
        while self.to_speak and (calls := self.over(top)):
            player = self.to_speak.pop(0)
            event: Event = yield partial(self.calling_turn, player, calls, top)
            if isinstance(event, Draws):
                self.thrown[event.player] = event.discards
                self.to_speak.insert(0, player)
            elif isinstance(event, Says):
                top = Declaration(player, event.word)
                nap = top if event.word == "nap" else nap
        if top is None:
            return None if self.options.double_header else Declaration(order[0], "1")
        if not self.options.challenge or nap is None:
            return top
        top = yield from self.challenging(nap, top)
        return top if nap is top else (yield from self.challenged(nap, top))

    def calling_turn(self, player: str, calls: Sequence[str], top: Declaration | None) -> Turn:
        """Return the turn of a player to make one of these calls, or pass."""

        def why(call: str) -> str:
            """Return why a call cannot be made now, in few enough words for a button."""
            if top and call == top.call:
                return f"{top.player}'s"
            beats_none = call in OVER and not (top and top.call in ("wellington", "blucher"))
            return f"only over {OVER[call]}" if beats_none else f"under {top.call if top else call}"

        def out() -> dict[str, str]:
            return {call: "" if call in calls else why(call) for call in self.every_call()}

        return Turn(
            says=(passing(player, usual=True), word(player, *calls, out=out), *self.may_discard(), self.not_played),
            who=(player,),
            act="call",
            state=self.called(top),
            default=Passes(player),
        )

    @cached_property
    def not_played(self) -> Lazy:
        """Return the refusals of words whose house rules are not agreed."""
        off = {word_off: rule for word_off, rule in BY_THE_HOUSE.items() if not getattr(self.options, rule)}

        def refusing() -> list[Permission]:
            return [disallow(Says, f"that is not played here: {rule}=off", word_off) for word_off, rule in off.items()]

        return Lazy((Says,), refusing, words=tuple(off) or ("",))

    @staticmethod
    def called(top: Declaration | None) -> str:
        """Return the highest call so far, as a clause."""
        return f"{top.player} has called {top.call}" if top else "nobody has called yet"

    def challenging(self, nap: Declaration, top: Declaration) -> SubPlay:
        """Let the others call above Nap when all have spoken; return the highest call [14]."""
        while calls := self.over(top):
            others = tuple(player for player in self.hand_players() if player not in (nap.player, top.player))
            if not others:
                break
            event = yield partial(self.challenging_turn, others, calls, top)
            if not isinstance(event, Says):
                break
            top = Declaration(event.player, event.word)
        return top

    def challenging_turn(self, others: tuple[str, ...], calls: Sequence[str], top: Declaration) -> Turn:
        """Return the turn of the others to challenge; if nothing is said, the call stands."""
        return Turn(
            says=(word(others, *calls),),
            statement=self.called(top),
            state=f"all have spoken, and any of the others may call {calls[0]} before the play",
            joint=", ",
            default=Silence(),
        )

    def challenged(self, nap: Declaration, top: Declaration) -> SubPlay:
        """Ask the caller of Nap, who may take the higher call instead; return the declaration [14]."""
        turn = Turn(
            says=(word(nap.player, "stands"),),
            who=(nap.player,),
            statement=f"{top.player} has called {top.call} over {nap.player}'s Nap",
            state=f"{nap.player} may take it instead",
            joint=": ",
            default=Silence(),
        )
        event = yield from self.with_late_passes(turn)
        return Declaration(nap.player, top.call, nap.spare) if isinstance(event, Says) else top

    def with_late_passes(self, turn: Turn) -> SubPlay:
        """Ask a turn, again after each pass of a player who had still to speak."""

        def question() -> Turn:
            late = (passing(self.to_speak),) if self.to_speak else ()
            return msgspec.structs.replace(turn, says=(*turn.says, *late, self.not_played))

        while True:
            event = yield question
            if not isinstance(event, Passes):
                return event
            self.to_speak.remove(event.player)

    # The tricks

    def tricks_of(self, declaration: Declaration) -> SubPlay:
        """Play until it is known whether the declarer has made the call; return whether so [11]."""
        player = declaration.player
        rules = NapTricks(no_trumps=declaration.call == "misery" and self.options.misery == "no-trumps")
        self.tricks = tricks = TrickPlay(self, rules, self.hand_players(), player, self.options.tricks)
        tricks.unbound = self.changed
        while (made := self.decided(declaration, tricks.won(player), len(tricks.winners))) is None:
            may = [*tricks.may_say_trick(unseen=self.first_unseen), word(player, "made", "failed")]
            if not tricks.winners:
                numbers = tricks.may_say_tricks(lambda counts: self.undecided(declaration, counts))
                may.append(msgspec.structs.replace(numbers, slots=partial(self.numbers_that_decide, declaration)))
            statement, state = f"{player} plays for {declaration.call}", tricks.stand_of(player)
            turn = Turn(says=tuple(may), statement=statement, state=state, joint="; ")
            event = yield from self.with_late_passes(turn)
            if isinstance(event, Says):
                return event.word == "made"
            if isinstance(event, Tricks):
                return self.decided(
                    declaration, dict(event.counts).get(player, 0), sum(count for _, count in event.counts)
                )
            if event.cards:
                rules.lead(event.cards[0])
            tricks.take(event)
        return made

    def first_unseen(self) -> str | None:
        """Return a sentence if cards cannot show the winner, as the first trick is unknown; or None."""
        assert self.tricks is not None
        rules = self.tricks.rules
        assert isinstance(rules, NapTricks)
        if self.tricks.winners and rules.trump is None and not rules.no_trumps:
            return "the cards of the first trick, which made trumps, were not said: say trick NAME"
        return None

    def decided(self, declaration: Declaration, won: int, played: int) -> bool | None:
        """Return whether the call is made or lost by now; None if neither [11], [12]."""
        tricks = self.options.tricks
        if declaration.call == "misery":
            return False if won else True if played == tricks else None
        needed = declaration.needs(tricks)
        if won >= needed:
            return True
        return False if won + tricks - played < needed else None

    def undecided(self, declaration: Declaration, counts: dict[str, int]) -> str | None:
        """Return a sentence if tricks said by number do not decide the deal, or None."""
        if self.decided(declaration, counts.get(declaration.player, 0), sum(counts.values())) is None:
            return f"these tricks do not decide whether {declaration.player} has made {declaration.call}"
        return None

    def numbers_that_decide(self, declaration: Declaration, player: str) -> list[Slots]:
        """Return the slots of tricks by number: all of them, or enough to decide the deal."""
        assert self.tricks is not None
        tricks, declarer = self.options.tricks, declaration.player
        others = tuple(opponent for opponent in self.tricks.players if opponent != declarer)
        forms: list[Slots] = [(Literal("tricks"), *self.tricks.all_tricks())]
        for own in range(tricks):
            least = next((n for n in range(tricks - own) if self.decided(declaration, own, own + n) is not None), None)
            if least is not None:
                named = Group((Player((declarer,)), Number(own, own)), optional=not own, any_order=True, shown=None)
                rest = Group(
                    (Player(others), Number(0, tricks - own)), repeat=True, low=1, high=len(others),
                    total=(least, tricks - own - 1), optional=bool(own) and not least, any_order=True,
                    shown="NAME N …",
                )  # fmt: skip
                forms.append((Literal("tricks"), named, rest))
        return forms

    # The money

    def price(self, call: str, made: bool) -> int:
        """Return what each of the others settles with the declarer, in the smallest unit [8]."""
        options = self.options
        if call == "misery":
            stakes = options.misery_stake
        elif call.isdigit():
            stakes = int(call)
        else:
            won, lost = FULL_PRICE[call, getattr(options, call, None) or ""]
            stakes = (won if made else lost) * options.tricks
        return stakes * options.stake * self.table.multiplier

    def settle(self, declaration: Declaration, made: bool) -> None:
        """Settle between the declarer and each other player, a dealer who stands out too [3], [8]."""
        table, player, call = self.table, declaration.player, declaration.call
        amount = self.price(call, made)
        cite = {"misery": "[12]", "nap": "[4], [8]", "wellington": "[13]", "blucher": "[14]"}.get(call, "[8]")
        for other in table.others(player):
            if made:
                table.pay(other, player, amount, f"made {call}", cite)
            else:
                table.pay(player, other, amount, f"failed {call}", cite)
        if made:
            if call in EVERY_TRICK:
                table.take_pool((player,), f"the kitty, for {call} made", "[11]", name="kitty")
            table.multiplier = 1
        elif declaration.spare and self.options.has_kitty:
            table.pay(player, self.kitty, 2 * self.options.stake, "failed with the spare hand", "[13]")

    # Irregularities

    def offences(self) -> dict[str, Offence]:
        """Return the offences: each costs a stake to the kitty, if there is one [9]."""
        cost = self.options.stake if self.options.has_kitty else 0
        return {
            "misdeal": Offence(cost, self.kitty, "[9]", dealer_only=True),
            "touching": Offence(cost, self.kitty, "[9]", between_deals=True),
        }

    # Between deals, and the end

    def left(self, player: str) -> NapCarry:
        """Return the carry: if the first dealer leaves, the player on the left takes that place."""
        if player == self.carry.first_dealer and self.table.players:
            return NapCarry(self.table.left_of(player))
        return self.carry

    def end_cite(self) -> str:
        """Return the page on which the kitty is divided, or drawn for [12]."""
        return "[12]"


class Nap(Game[NapOptions, NapCarry]):
    """Nap, or Napoleon."""

    name = "nap"
    title = "Nap"
    options = NapOptions
    carry = NapCarry
    deal = NapDeal
    players = (2, 6)
    most_with_32 = 4
    records = (GameRecord("naps", "most Naps made", "made nap"),)

    def refuse_players(self, number: int, options: NapOptions) -> str | None:
        """Return why so many cannot play: two to six can, if the pack has cards for every hand."""
        if problem := super().refuse_players(number, options):
            return problem
        hands = options.hands(number) + (1 if options.spare_hand else 0)
        if hands * options.cards > options.pack:
            return f"{hands} hands of {options.cards} cards are more than a pack of {options.pack} has"
        return None


GAME = Nap()
