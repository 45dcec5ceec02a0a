"""The levels of a tournament: how they are written, and the usual ones."""

import re
from itertools import islice

from ledger.rules import DerivedDefault, Period

USUAL = "usual"
MOST_PERIODS = 200
STAKES = (
    "25/50", "50/100", "75/150", "100/200", "150/300", "200/400", "300/600", "400/800", "600/1200", "800/1600",
    "1000/2000", "1500/3000", "2000/4000", "3000/6000", "4000/8000", "6000/12000", "8000/16000", "10000/20000",
)  # fmt: skip
"""The blinds of the usual levels, for stacks of some 5,000 chips."""
LENGTHS = ((6, 10), (10, 15))
"""For each number of players, up to which it holds, the minutes of a usual level."""
LENGTH_WITH_MORE = 20
LEVELS_TO_A_BREAK = 4
BREAK = 10 * 60
"""The seconds of a usual break."""
LENGTH = re.compile("([0-9]{1,3})(m|s)")
PERIOD = re.compile("(break)?([0-9]{1,3}[ms])(?::([0-9]{1,9}(?:/[0-9]{1,9}){0,2}))?")


def read_levels(text: str, money: object = None) -> tuple[Period, ...] | DerivedDefault:
    """Read levels as ``20m:10/20,20m:20/40,break10m``, or ``usual``.

    Raises ValueError for anything else.
    """
    if text == USUAL:
        return DerivedDefault(lambda so_far: usual_levels(so_far.players), USUAL)
    parts = text.split(",")
    if len(parts) > MOST_PERIODS:
        raise ValueError
    periods = tuple(map(read_period, parts))
    if not any(period.stakes for period in periods):
        raise ValueError
    return periods


def read_period(text: str) -> Period:
    """Read one level or break. Raises ValueError for anything else."""
    found = PERIOD.fullmatch(text)
    if found is None or bool(found[1]) == bool(found[3]):
        raise ValueError
    length = LENGTH.fullmatch(found[2])
    seconds = int(length[1]) * (60 if length[2] == "m" else 1) if length else 0
    if not seconds:
        raise ValueError
    return Period(seconds, found[3] or "")


def usual_levels(players: int) -> tuple[Period, ...]:
    """Return the usual levels for so many players: the more there are, the longer each lasts."""
    minutes = next((minutes for most, minutes in LENGTHS if players <= most), LENGTH_WITH_MORE)
    levels, periods = iter(STAKES), list[Period]()
    while part := [Period(minutes * 60, stakes) for stakes in islice(levels, LEVELS_TO_A_BREAK)]:
        periods += [*part, Period(BREAK, "")]
    return tuple(periods[:-1])
