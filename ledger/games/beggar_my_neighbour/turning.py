"""A deal of Beggar my Neighbour turned up to its end, every hand being known from the top.

Nobody decides anything at this game: leader and hands settle how it goes on, and whether it ever ends.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ledger.rules import Card


@dataclass(frozen=True)
class AutomaticResult:
    """The result of a deal; without a winner if the deal never ends."""

    winner: int | None
    cards: int
    tricks: int


class AutomaticDeal:
    """A deal that plays itself. Places are counted from the dealer's left; cards have numbers."""

    def __init__(self, hands: Sequence[Sequence[Card]], asks: Mapping[str, int], alternate: bool) -> None:
        """`hands` are in the order of the places, from the top; `asks` gives the cards a rank asks."""
        cards = [card for hand in hands for card in hand]
        self.asks = [asks.get(card.rank, 0) for card in cards]
        numbers = iter(range(len(cards)))
        self.hands = [deque([next(numbers) for _ in hand]) for hand in hands]
        self.alternate = alternate
        self.leader = 0
        self.winner: int | None = None
        self.cards = 0
        self.tricks = 0

    def play_out(self) -> AutomaticResult:
        """Turn up cards to the end, or until leader and hands stand as before: then it never ends."""
        stood = set()
        while self.winner is None:
            standing = (self.leader, *map(bytes, self.hands))
            if standing in stood:
                break
            stood.add(standing)
            self.trick()
        return AutomaticResult(self.winner, self.cards, self.tricks)

    def trick(self) -> None:
        """Turn up cards until somebody takes them up, or nobody else has any."""
        laid: list[int] = []
        asker, owing = None, 0
        place: int | None = self.leader
        while place is not None:
            card = self.hands[place].popleft()
            laid.append(card)
            if self.asks[card]:
                asker, owing = place, self.asks[card]
                place = self.next_with_cards(place + 1, asker)
            elif asker is not None:
                owing -= 1
                place = self.next_with_cards(place, asker) if owing else None
            elif self.alternate:
                turned, place = place, self.next_with_cards(place + 1, place)
                if place is None:
                    self.winner = turned
            else:
                place = self.next_with_cards(place)
        self.cards += len(laid)
        self.tricks += 1
        if asker is not None:
            self.take_up(asker, laid)

    def take_up(self, taker: int, laid: list[int]) -> None:
        """Put the cards under the taker's own; the taker leads, or wins if nobody else has cards."""
        self.hands[taker].extend(laid)
        self.leader = taker
        if self.next_with_cards(taker, but=taker) is None:
            self.winner = taker

    def next_with_cards(self, place: int, but: int | None = None) -> int | None:
        """Return the first place from this one on that has cards, except one; None if there is none."""
        places = len(self.hands)
        for further in range(place, place + places):
            if self.hands[further % places] and further % places != but:
                return further % places
        return None
