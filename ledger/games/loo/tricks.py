"""The play of Loo: what must be led and played [20]-[21], with Pam at five cards [27]-[28]."""

from collections.abc import Iterator, Sequence, Set

from ledger.games.families.trick_taking import Duty, TrickPlay, TrickRules
from ledger.games.loo.cards import LooCards
from ledger.games.loo.declaring import Declarations
from ledger.games.loo.flush import Flushes
from ledger.rules import SUIT_NAMES, Card, Permission, SubPlay, Turn, disallow, listed, wins, word
from ledger.rules.events import Says, Trick, Tricks


class LooRules(TrickRules):
    """Follow suit; head the trick if able, and trump for it when void of the suit [21]."""

    def __init__(self, turned_up: Card | None, pam: Card | None, lead_one: bool) -> None:
        """`pam` is the highest card of all, or None; with `lead_one` any of two trumps may be led."""
        self.trump = turned_up.suit if turned_up else None
        self.turned_up = turned_up
        self.pam = pam
        self.lead_one = lead_one
        self.civil: set[int] = set()
        """The tricks, counted from 0, to which the leader has asked Pam to be civil [28]."""

    def suit(self, card: Card) -> str | None:
        """Return the suit of a card; Pam counts as a trump."""
        return self.trump if card == self.pam else card.suit

    def strength(self, card: Card, led: Card) -> int:
        """Return how strong a card is in a trick that began with `led`; a card of 0 cannot win."""
        return 200 if card == self.pam else super().strength(card, led)

    @property
    def ace(self) -> Card:
        """Return the ace of trumps."""
        return Card(f"A{self.trump}")

    def duty(self, hand: Set[Card], before: Sequence[Card], number: int) -> Duty:
        """Return what may be led or played out of a hand, or out of what is known of one."""
        if before:
            return self.following(hand, before, number in self.civil)
        trumps = [card for card in hand if self.suit(card) == self.trump]
        trumps.sort(key=lambda card: self.strength(card, card))
        if number == 0:
            return self.first_lead(hand, trumps)
        if number == 1 and trumps:
            return Duty({*trumps[-1:]}, "must lead the highest trump, having won the first trick")
        return Duty(hand, "")

    def first_lead(self, hand: Set[Card], trumps: Sequence[Card]) -> Duty:
        """Return what may be led first, out of a hand with these trumps.

        The ace of trumps has to be led, or the king if the ace is turned up; of several trumps the highest [20].
        """
        ace_is_up = self.turned_up == self.ace
        master = Card(f"K{self.trump}") if ace_is_up else self.ace
        if master in hand:
            why = "the king of trumps, the ace being turned up" if ace_is_up else "the ace of trumps"
            return Duty({card for card in trumps if card in (master, self.pam)}, f"must lead {why}")
        if len(trumps) < 2:
            return Duty(hand, "")
        if self.lead_one:
            return Duty({*trumps}, "must lead one of two or more trumps")
        return Duty({*trumps[-1:]}, "must lead the highest of two or more trumps")

    def following(self, hand: Set[Card], before: Sequence[Card], civil: bool) -> Duty:
        """Return what may follow to a trick.

        A player has to follow suit and head the trick; without the suit, to head it by a trump. If neither is
        possible, any card may follow [21].
        """
        led = before[0]
        suit = self.suit(led)
        following = {card for card in hand if self.suit(card) == suit}
        best = max(self.strength(card, led) for card in before)
        heading = {card for card in hand if self.strength(card, led) > best}
        if following and civil and led == self.ace and following != {self.pam}:
            return Duty(following - {self.pam}, "must play another trump, Pam being asked to be civil")
        if following:
            name = f"{led}, a trump" if suit == self.trump else f"{led}, a card of {SUIT_NAMES[led.suit]}"
            if following & heading:
                return Duty(following & heading, f"must follow suit to {name}, and head the trick")
            return Duty(following, f"must follow suit to {name}")
        if heading:
            return Duty(heading, "must head the trick by a trump, being void of the suit")
        return Duty(hand, "")


class LooTricks(TrickPlay):
    """The tricks of one deal of Loo."""

    rules: LooRules
    known: LooCards

    def hands_possible(self, player: str, played: Set[Card]) -> list[Set[Card]]:
        """Return the hand that was said, or the cards drawn to an unknown hand."""
        if drawn := self.known.drawn.get(player):
            return [set(drawn)]
        return super().hands_possible(player, played)

    def remedy(self, player: str) -> str:
        """Return the remedy: a fault of play is fined, and the hands are replayed [21]."""
        return f"Put it right; or fine {player} (revoke, not-heading, lead), and say the tricks as replayed"

    def wrong_lead(self, event: Trick) -> str | None:
        """Return a sentence if a trick to a civil Pam does not begin with the ace; or None."""
        if event.cards and len(self.winners) in self.rules.civil and event.cards[0] != self.rules.ace:
            return f"{self.leader} has asked Pam to be civil, and leads {self.rules.ace}"
        return None

    def wrong_civil(self) -> str | None:
        """Return why the leader cannot lead the ace of trumps to a civil Pam, or None."""
        if len(self.winners) in self.rules.civil:
            return "Pam has been asked to be civil already"
        return self.card_fault(self.leader, self.rules.ace) if self.known.turned_up else None


class Playing:
    """The play to the tricks, unless a flush takes the pool before the first of them [20]-[21]."""

    def __init__(self, declarations: Declarations, cards: LooCards, flushes: Flushes) -> None:
        self.declarations = declarations
        self.cards = cards
        self.flushes = flushes
        self.tricks: LooTricks | None = None

    def current_tricks(self) -> LooTricks:
        """Return the tricks of those who play now; before the first one the dealer may withdraw."""
        players, miss = self.declarations.playing, self.declarations.miss
        if self.tricks is None or self.tricks.players != tuple(players):
            rules = LooRules(self.cards.turned_up, self.cards.pam, self.declarations.options.lead == "one")
            leader = miss if miss and self.declarations.options.miss_leads else players[0]
            self.tricks = LooTricks(self.cards, rules, players, leader, self.declarations.options.cards)
        return self.tricks

    def play(self) -> SubPlay:
        """Ask for the tricks, and return their winners in order; none if a flush won."""
        winners: list[str] = []
        while len(winners) < self.declarations.options.cards:
            event = yield from self.declarations.party.ask(self.turn)
            tricks = self.current_tricks()
            match event:
                case Tricks():
                    winners = [player for player, number in event.counts for _ in range(number)]
                case Trick():
                    tricks.take(event)
                    winners = tricks.winners
                case Says(word="civil"):
                    tricks.rules.civil.add(len(winners))
                case _ if self.flushes.take(event):
                    return []
        return winners

    def turn(self) -> Turn:
        """Ask for the next trick; before the first one, for flushes."""
        tricks, flushes, may = self.current_tricks(), self.flushes, list[Permission]()
        number = len(tricks.winners)
        if self.declarations.options.has_pam and not number:
            may = [*flushes.may_claim(tricks.players), wins(tricks.players, "flush", check=flushes.wrong_win)]
        if flushes.awaited and not number:
            flush, state = f"{listed(flushes.awaited)} has a flush", "the best one takes the pool, A wins flush"
            return Turn(says=tuple(may), who=tricks.players, statement=flush, state=state, joint=": ")
        trick = f"trick {number + 1} of {tricks.number} is to be played"
        says = (*may, *self.may_play(tricks), *self.declarations.refused())
        return Turn(says=says, statement=trick, state=f"{tricks.leader} leads")

    def may_play(self, tricks: LooTricks) -> Iterator[Permission]:
        """`trick A`, or by its cards; `tricks A 2 B 1`; and, if there is Pam, `A civil`."""

        def unknown_trumps() -> str | None:
            why = "the card turned up was not said, and so trumps are not known: say trick NAME"
            return None if self.cards.turned_up else why

        def not_all(counts: dict[str, int]) -> str | None:
            number, wanted = sum(counts.values()), self.declarations.options.cards
            return None if number == wanted else f"a deal has {wanted} tricks, not {number}"

        yield from tricks.may_say_trick(tricks.wrong_lead, unknown_trumps)
        if tricks.winners:
            yield disallow(Tricks, "the tricks of this deal are said one by one: go on with trick NAME")
        else:
            yield tricks.may_say_tricks(not_all)
        if self.declarations.options.has_pam:
            yield word(tricks.leader, "civil", check=lambda event: tricks.wrong_civil())
