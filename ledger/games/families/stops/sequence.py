"""Cards that fall in the sequence of their suit, until a stop: the games of stops [80].

The suits run from the ace, the lowest, to the king. A stop is a card whose next is in nobody's hand: there is none, or
it is out of the pack, turned up, laid aside or already played (also [95]). The player of the stop leads any card.
"""

import copy
from itertools import pairwise
from typing import Self

from ledger.rules import RANKS, SUITS, AnyDeal, Card, listed

ABOVE = {Card(low + suit): Card(high + suit) for suit in SUITS for low, high in pairwise(RANKS)}
"""The next card of the suit above each card; the king has none."""


class CardsInSequence:
    """The cards of a deal as they fall, and the cards that may fall next."""

    def __init__(self, deal: AnyDeal, leader: str, all_dealt: bool) -> None:
        """Begin with the eldest hand; with `all_dealt` every unseen card is in a hand."""
        self.deal = deal
        self.all_dealt = all_dealt
        self.last: Card | None = None
        self.player = leader
        """The player of the last card, who leads if it was a stop; before the first card, the eldest hand."""
        self.led = True
        """Whether the last card was led, and did not follow another."""
        self.awaited: tuple[Card | None, ...] = (None,)
        """The card that is next: None if there is none, two if it is unknown how the last card was played."""
        self.played: dict[Card, str] = deal.table.played
        self.numbers: dict[str, int] = {}
        """The number of cards that each has played."""
        self.missed: tuple[frozenset[Card], ...] = ()
        """Sets of cards that should have followed, if they were in hands: at least one of each set is in none."""

    def copy(self) -> Self:
        """Return an independent copy of the play."""
        other = copy.copy(self)
        other.played, other.numbers = dict(self.played), dict(self.numbers)
        return other

    # What is known of a card

    def higher(self, card: Card, steps: int = 1) -> Card | None:
        """Return the next card of the suit, or the one that many steps up; None past the king."""
        above: Card | None = card
        for _ in range(steps):
            above = ABOVE.get(above) if above else None
        return above if above in self.deal.pack else None

    def may_come(self, card: Card | None) -> bool:
        """Return whether a card may still be in a hand."""
        return card is not None and card not in self.played and card not in self.deal.table.turned_up

    def holder(self, card: Card | None) -> str | None:
        """Return the player whose known hand has a card."""
        return next((player for player, hand in self.deal.table.hands.items() if card in hand), None)

    def in_a_hand(self, card: Card | None) -> bool:
        """Return whether a card is certainly in a hand."""
        return self.may_come(card) and (self.all_dealt or self.holder(card) is not None)

    def in_no_hand(self) -> frozenset[Card]:
        """Return the cards that are in no hand, as leads have shown; some of them are doubtful."""
        return frozenset().union(*self.missed)

    def number_played(self, player: str) -> int:
        """Return how many cards a player has played."""
        return self.numbers.get(player, 0)

    def is_stop(self) -> bool:
        """Return whether nothing can follow the last card, or need follow it."""
        return not all(self.may_come(card) for card in self.awaited)

    def leader_alone(self) -> bool:
        """Return whether only the player of the last card can play now, by leading."""
        return not any(map(self.may_come, self.awaited))

    # What may be played

    def wrong(self, player: str, card: Card) -> str | None:
        """Return why a card cannot be played now, or None."""
        if card in self.awaited or self.breaks_in(player, card):
            return None
        if player == self.player:
            return self.wrong_lead()
        if self.last is None:
            return f"{self.player}, the eldest hand, leads"
        return f"{card} does not follow {self.last}: {self.expected()}"

    def wrong_lead(self) -> str | None:
        """Return why the last card is no stop, or None if it may be one."""
        if not all(self.in_a_hand(card) for card in self.awaited):
            return None
        card = self.awaited[0]
        holder = self.holder(card)
        where = f"is in {holder}'s hand" if holder else "is in a hand, since no card lies aside"
        return f"{self.last} is no stop: {card} {where}, and must follow"

    def breaks_in(self, player: str, card: Card) -> bool:
        """Return whether a rule of the game lets this card be played here, out of sequence."""
        return False

    def expected(self) -> str:
        """Return what may come next, as a clause."""
        cards = [str(card) for card in self.awaited if self.may_come(card)]
        lead = f"{self.player} leads"
        if not cards or self.last is None:
            return lead
        awaited = f"{listed(cards, 'or')} is awaited"
        return awaited if self.wrong_lead() else f"{awaited}, or {lead}"

    def play(self, player: str, card: Card) -> bool:
        """Note a card played; return whether it ought to have been played earlier."""
        follows = card in self.awaited
        if not follows:
            self.note_missed()
        self.awaited = self.following(player, card)
        self.last, self.player, self.led = card, player, not follows
        self.played[card] = player
        self.numbers[player] = self.numbers.get(player, 0) + 1
        return self.comes_out(card)

    def leads_again(self) -> None:
        """Note that the player of the last card leads again, so that nothing follows it."""
        self.awaited = (None,)

    def following(self, player: str, card: Card) -> tuple[Card | None, ...]:
        """Return the cards that are awaited after a card that is played now."""
        return (self.higher(card),)

    def note_missed(self) -> None:
        """Note that the last card is a stop: the awaited cards cannot be in a hand."""
        if self.last and all(self.may_come(card) for card in self.awaited):
            doubtful = frozenset(card for card in self.awaited if card and not self.in_a_hand(card))
            self.missed += (doubtful,) if doubtful else ()

    def comes_out(self, card: Card) -> bool:
        """Note that a card is seen; return whether it ought to have followed earlier."""
        if not self.missed:
            return False
        late = frozenset({card}) in self.missed
        self.missed = tuple(cards - {card} for cards in self.missed if cards != {card})
        return late
