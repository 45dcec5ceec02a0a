"""The cards seen at a game of twenty-one, which do not come again before a shuffle."""

from collections import Counter
from collections.abc import Iterable

from ledger.rules import Card, in_order


class SeenCards:
    """The cards seen so far, of a pack with so many `copies` of each."""

    def __init__(self, pack: frozenset[Card], copies: int = 1, seen: Iterable[Card] = ()) -> None:
        self.pack = pack
        self.copies = copies
        self.seen = Counter(seen)
        """The cards that cannot come again, each as often as it was seen."""

    def see(self, cards: Iterable[Card]) -> None:
        """Note that these have been seen."""
        self.seen.update(cards)

    def wrong(self, cards: Iterable[Card]) -> str | None:
        """Return which of these cards cannot come now, or None."""
        faults = (self._wrong(card, times) for card, times in Counter(cards).items())
        return next(filter(None, faults), None)

    def _wrong(self, card: Card, times: int) -> str | None:
        if card not in self.pack:
            return f"{card} is not in the pack"
        if self.seen[card] + times > self.copies:
            return f"{card} has been seen already" if self.seen[card] else f"{card} is said twice"
        return None

    def unseen(self) -> dict[Card, int]:
        """Return the cards that may still come, and how often each may."""
        left = {card: self.copies - self.seen[card] for card in in_order(self.pack)}
        return {card: times for card, times in left.items() if times > 0}

    def kept(self) -> tuple[Card, ...]:
        """Return the cards that cannot come again, for the next hand."""
        return tuple(sorted(self.seen.elements(), key=str))
