"""Pots by levels: the counters put in, parted into a main pot and side pots."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Pot:
    """A pot, and the sum that one must have put in for a claim on it."""

    level: int
    amount: int


def uncalled(put: Mapping[str, int]) -> tuple[str, int]:
    """Return who has put in more than everybody else, and how much more; perhaps 0."""
    *_, second, most = (0, *sorted(put.values()))
    return next(player for player, amount in put.items() if amount == most), most - second


def pots_of(put: Mapping[str, int], claimants: Sequence[str], dead: int = 0, tops: Iterable[int] = ()) -> list[Pot]:
    """Return the pots, main pot first, parted at the sums of the claimants, or at `tops`.

    The last pot takes what folded players put in above it; dead counters are in the main pot.
    """
    levels = sorted({*(tops or (put[player] for player in claimants))})
    pots: list[Pot] = []
    below = 0
    for level in levels:
        last = level == levels[-1]
        amount = sum((sum_put if last else min(sum_put, level)) - min(sum_put, below) for sum_put in put.values())
        pots.append(Pot(level, amount + (0 if pots else dead)))
        below = level
    return pots
