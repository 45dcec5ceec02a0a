"""The ways in which a pair may have been divided, by the cards that were named [64]-[65]."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ledger.rules import RANKS, Card, same_rank


class Division(NamedTuple):
    """A division: the cards that completed two hands, and the first hand that could be the pair."""

    cards: tuple[Card, ...]
    since: int


class DividedHand(NamedTuple):
    """The first two cards of a hand: named ones, or stand-ins of the pair's rank.

    `pair` is None if the second card is not known.
    """

    named: tuple[Card, ...]
    stand_ins: tuple[Card, ...]
    pair: bool | None

    @property
    def cards(self) -> tuple[Card, ...]:
        """Return the cards whose points are known."""
        return (*self.named, *self.stand_ins)


Layout = Sequence[DividedHand]
"""The cards in each of a player's hands under one way of dividing the pairs."""


@lru_cache(maxsize=64)
def layouts_of(first: tuple[Card, ...] | None, divisions: tuple[Division, ...]) -> Sequence[Layout]:
    """Return every layout that these divisions leave possible, whatever rank the pair has."""
    if first is not None:
        layouts: list[Layout] = [[DividedHand(first, (), True)]] if same_rank(first) else []
    else:
        layouts = [[DividedHand((), (Card(f"{rank}C"), Card(f"{rank}D")), True)] for rank in RANKS]
    for division in divisions:
        layouts = [after for layout in layouts for after in _divided(layout, division)]
    return layouts


def _divided(layout: Layout, division: Division) -> Iterator[Layout]:
    """Yield the layouts after dividing the first pair, or an earlier hand that may be a pair."""
    hands = list(layout)
    for place in range(division.since, len(layout)):
        hand = layout[place]
        if hand.pair is not False:
            base, other = _parted(hand)
            yield [
                *hands[:place],
                _completed(base, division.cards[:1]),
                *hands[place + 1 :],
                _completed(other, division.cards[1:]),
            ]
        if hand.pair:
            return
        hands[place] = hand._replace(pair=False)


def _parted(hand: DividedHand) -> tuple[DividedHand, DividedHand]:
    """Split a pair into two hands of one card; a card not named has the rank of the other."""
    (card, other) = hand.cards if len(hand.cards) == 2 else hand.cards * 2
    named = len(hand.named)
    return _single(card, named > 0), _single(other, named > 1)


def _single(card: Card, named: bool) -> DividedHand:
    return DividedHand((card,), (), None) if named else DividedHand((), (card,), None)


def _completed(hand: DividedHand, completing: tuple[Card, ...]) -> DividedHand:
    """Complete a hand of one card; the two make a pair if they are of the same rank."""
    if not completing:
        return hand
    return DividedHand((*hand.named, *completing), hand.stand_ins, same_rank((*hand.cards, *completing)))
