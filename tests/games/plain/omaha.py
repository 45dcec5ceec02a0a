"""Omaha, plainly: as Hold'em, but two cards of one's own, and two halves with eight or better."""

from collections.abc import Sequence
from itertools import combinations

from ledger.core.cards import Card
from tests.games.plain import holdem
from tests.games.plain.holdem import high_worth, rank


class Plain(holdem.Plain):
    """Omaha."""

    game = "omaha"
    combinations = (
        (),
        (("cards", "5"), ("limit", "no")),
        (("eight", "on"),),
        (("eight", "on"), ("limit", "fixed")),
        (("eight", "on"), ("cards", "6"), ("rake", "7%"), ("big", "9")),
        (("eight", "on"), ("ante", "1")),
    )

    def halves(self) -> list[str]:
        return ["high", "low"] if self.flag("eight") else [""]

    def parts(self, heap, put, level, amount, won, board) -> list[tuple[list[str], int]]:
        if not self.flag("eight"):
            return super().parts(heap, put, level, amount, won, board)
        high = self.reaching(heap, put, level, won[board, "high"])
        low = self.reaching(heap, put, level, won[board, "low"])
        if not low or low == high:
            return [(high, amount)]
        half = self.shared(amount, 2)
        return [(high, half[0]), (low, half[1])]

    def worth(self, hand: Sequence[Card], board: Sequence[Card], half: str) -> tuple | None:
        fives = [(*own, *common) for own in combinations(hand, 2) for common in combinations(board, 3)]
        if half != "low":
            return max(map(high_worth, fives))
        lows = [sorted({rank(card) for card in five}, reverse=True) for five in fives]
        return max((tuple(-height for height in low) for low in lows if len(low) == 5 and low[0] <= 8), default=None)
