"""How a pair was divided, as far as the cards named leave that open [64]-[65]."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ledger.rules import RANKS, Card, same_rank


class Division(NamedTuple):
    """A pair divided: the cards that completed its two hands, and from which hand on the pair was looked for."""

    cards: tuple[Card, ...]
    since: int = 0


class DividedHand(NamedTuple):
    """The first two cards of a hand: those named, and stand-ins of the pair's rank for those that were not.

    `pair` is None where the second card is not known.
    """

    named: tuple[Card, ...]
    stand_ins: tuple[Card, ...]
    pair: bool | None

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards whose points are known."""
        return (*self.named, *self.stand_ins)


Layout = Sequence[DividedHand]
"""What each of a player's hands holds, if the pair was divided so."""


def layouts_of(first: tuple[Card, ...] | None, divisions: Iterable[Division]) -> list[Layout]:
    """Return every layout that these divisions leave possible, whichever rank the pair is of."""
    if first is not None:
        layouts: list[Layout] = [[DividedHand(first, (), True)]] if same_rank(first) else []
    else:
        layouts = [[DividedHand((), (Card(f"{rank}C"), Card(f"{rank}D")), True)] for rank in RANKS]
    for division in divisions:
        layouts = [after for layout in layouts for after in _divided(layout, division)]
    return layouts


def _divided(layout: Layout, division: Division) -> Iterator[Layout]:
    """Divide the first hand that is a pair; of hands that may be one each is tried, those before it being none."""
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
    """Part a pair into its two cards; a card that was not named is of the rank of the other."""
    (card, other) = hand.cards if len(hand.cards) == 2 else hand.cards * 2
    named = len(hand.named)
    return _single(card, named > 0), _single(other, named > 1)


def _single(card: Card, named: bool) -> DividedHand:
    return DividedHand((card,), (), None) if named else DividedHand((), (card,), None)


def _completed(hand: DividedHand, completing: tuple[Card, ...]) -> DividedHand:
    """Complete a hand of one card; it is a pair if the second is of the same rank."""
    if not completing:
        return hand
    return DividedHand((*hand.named, *completing), hand.stand_ins, same_rank((*hand.cards, *completing)))
