"""The hands of games with a board: the best five cards, and the best low hand."""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations

from ledger.rules import RANKS, Card

CARDS_OF_A_HAND = 5
FROM_OWN, FROM_BOARD = 2, 3
"""The number of one's own cards, and of the board's, in a hand, where it is fixed."""
STRAIGHT, FLUSH, STRAIGHT_FLUSH = 4, 5, 8
KINDS = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1, 1, 1, 1, 1): 0}
"""The worth of each kind of hand, by how many cards of each rank it has."""
HIGHEST_OF_LOW = 8
"""The highest height of a card in a low hand."""
HEIGHTS = {rank: place + 1 for place, rank in enumerate(RANKS)}
"""The height of each rank, the ace low."""
ACE, WHEEL = 14, (5, 4, 3, 2, 1)
HIGH_HEIGHTS = HEIGHTS | {RANKS[0]: ACE}

Worth = tuple[int, ...]


@cache
def worth_of_five(cards: tuple[Card, ...]) -> Worth:
    """Return the worth of five cards: the kind of hand, then its place among its kind."""
    heights = [HIGH_HEIGHTS[card.rank] for card in cards]
    counts = sorted([(heights.count(height), height) for height in {*heights}], reverse=True)
    by_count = [height for _, height in counts]
    kind = KINDS[tuple([count for count, _ in counts])]
    if kind == 0:
        if by_count == [ACE, 5, 4, 3, 2]:
            by_count = list(WHEEL)
        straight = by_count[0] - by_count[-1] == CARDS_OF_A_HAND - 1
        flush = len({*[card.suit for card in cards]}) == 1
        kind = STRAIGHT_FLUSH if straight and flush else FLUSH if flush else STRAIGHT if straight else 0
    return (kind, *by_count)


def _fives(own: Sequence[Card], board: Sequence[Card], two_of_own: bool) -> Iterable[tuple[Card, ...]]:
    if not two_of_own:
        return combinations((*own, *board), CARDS_OF_A_HAND)
    return ((*mine, *common) for mine in combinations(own, FROM_OWN) for common in combinations(board, FROM_BOARD))


def best_hand(own: Sequence[Card], board: Sequence[Card], two_of_own: bool = False) -> Worth:
    """Return the worth of the best hand; with `two_of_own` exactly two cards are one's own."""
    return max(map(worth_of_five, _fives(own, board, two_of_own)))


def best_low(own: Sequence[Card], board: Sequence[Card]) -> Worth | None:
    """Return the worth of the best low hand, of two own cards; None if there is none."""
    lows = []
    for five in _fives(own, board, two_of_own=True):
        heights = sorted({HEIGHTS[card.rank] for card in five}, reverse=True)
        if len(heights) == CARDS_OF_A_HAND and heights[0] <= HIGHEST_OF_LOW:
            lows.append(tuple(-height for height in heights))
    return max(lows, default=None)
