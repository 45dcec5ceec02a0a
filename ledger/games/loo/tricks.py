"""The tricks of Loo: what must be led and played to them [20]-[21], Pam above all trumps, and flushes [27]-[28]."""

from collections.abc import Iterable, Sequence, Set

from ledger.core.cards import ACE_HIGH, SUIT_NAMES, Card
from ledger.games.families.trick_taking import Duty, TrickPlay, TrickRules

FLUSH_CARDS = 5
"""A flush is of so many cards, Pam among them or not [27]."""


class LooRules(TrickRules):
    """Follow suit; head the trick if able, and trump for it when void of the suit [21]."""

    def __init__(self, turned_up: Card | None, pam: Card | None, lead_one: bool) -> None:
        """`pam` is the highest card of all, if the game has him; with `lead_one` any of two trumps may be led."""
        self.trump = turned_up.suit if turned_up else None
        self.turned_up = turned_up
        self.pam = pam
        self.lead_one = lead_one
        self.civil: set[int] = set()
        """To which tricks, counted from nothing, the leader has asked Pam to be civil [28]."""

    def suit(self, card: Card) -> str | None:
        """The suit a card belongs to: Pam is a trump whatever he is of."""
        return self.trump if card == self.pam else card.suit

    def strength(self, card: Card, led: Card) -> int:
        """How strong a card is in a trick that began with `led`; nothing: it cannot win."""
        rank = ACE_HIGH.index(card.rank) + 1
        if card == self.pam:
            return 200
        if card.suit == self.trump:
            return 100 + rank
        return rank if card.suit == self.suit(led) else 0

    @property
    def ace(self) -> Card:
        """The ace of trumps."""
        return Card(f"A{self.trump}")

    def duty(self, hand: Set[Card], before: Sequence[Card], number: int) -> Duty:
        """What may be led or played out of a hand, or out of what is known of one."""
        if before:
            return self.following(hand, before, number in self.civil)
        if number == 0:
            return self.first_lead(hand)
        if number == 1:
            return self.second_lead(hand)
        return Duty(frozenset(hand), "")

    def trumps(self, hand: Iterable[Card]) -> list[Card]:
        """The trumps of a hand, the lowest first."""
        return sorted(
            (card for card in hand if self.suit(card) == self.trump),
            key=lambda card: self.strength(card, card),
        )

    def first_lead(self, hand: Set[Card]) -> Duty:
        """The ace of trumps, or the king if the ace is turned up; of two trumps or more the highest [20]."""
        ace_is_up = self.turned_up == self.ace
        master = Card(f"K{self.trump}") if ace_is_up else self.ace
        trumps = self.trumps(hand)
        if master in hand:
            why = "the king of trumps, the ace being turned up" if ace_is_up else "the ace of trumps"
            return Duty(frozenset(card for card in trumps if card in (master, self.pam)), f"must lead {why}")
        if len(trumps) < 2:
            return Duty(frozenset(hand), "")
        if self.lead_one:
            return Duty(frozenset(trumps), "must lead one of two or more trumps")
        return Duty(frozenset(trumps[-1:]), "must lead the highest of two or more trumps")

    def second_lead(self, hand: Set[Card]) -> Duty:
        """Who won the first trick leads a trump if he has one, of more the highest [21]."""
        trumps = self.trumps(hand)
        if not trumps:
            return Duty(frozenset(hand), "")
        return Duty(frozenset(trumps[-1:]), "must lead his highest trump, having won the first trick")

    def following(self, hand: Set[Card], before: Sequence[Card], civil: bool) -> Duty:
        """Follow suit, and head the trick; void of the suit, head it by a trump, or play anything [21]."""
        led = before[0]
        suit = self.suit(led)
        following = {card for card in hand if self.suit(card) == suit}
        best = max(self.strength(card, led) for card in before)
        heading = {card for card in hand if self.strength(card, led) > best}
        if following and civil and led == self.ace and following != {self.pam}:
            return Duty(frozenset(following - {self.pam}), "must play another trump, Pam being asked to be civil")
        if following:
            name = f"{led}, a trump" if suit == self.trump else f"{led}, a card of {SUIT_NAMES[led.suit]}"
            if following & heading:
                return Duty(frozenset(following & heading), f"must follow suit to {name}, and head the trick")
            return Duty(frozenset(following), f"must follow suit to {name}")
        if heading:
            return Duty(frozenset(heading), "must head the trick by a trump, being void of the suit")
        return Duty(frozenset(hand), "")


class LooTricks(TrickPlay):
    """The tricks of one deal of Loo."""

    rules: LooRules
    drawn: dict[str, set[Card]]
    """The cards that a player is known to have drawn to a hand that is not known."""

    def hands_possible(self, player: str, played: Set[Card]) -> list[Set[Card]]:
        """The hand that was said, or the cards drawn to one that was not."""
        if drawn := self.drawn.get(player):
            return [set(drawn)]
        return super().hands_possible(player, played)

    def remedy(self, player: str) -> str:
        """A fault of play is fined, and the hands are replayed [21]."""
        return f"Put it right; or fine {player} (revoke, not-heading, lead), and say the tricks as replayed"


def flush_suit(cards: Iterable[Card], pam: Card | None) -> str | None:
    """The suit of five cards that are a flush: all of one suit, or four and Pam [27]; None if they are none."""
    hand = set(cards)
    suits = {card.suit for card in hand if card != pam}
    return suits.pop() if len(hand) == FLUSH_CARDS and len(suits) == 1 else None


def flush_rank(cards: Iterable[Card], trump: str | None, pam: Card | None) -> tuple[bool, bool]:
    """How high a flush is: one of trumps above others, then the one with Pam [28]."""
    hand = set(cards)
    return flush_suit(hand, pam) == trump, pam in hand
