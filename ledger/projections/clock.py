"""The clock of a game at a moment: its level, the time that is left, and what comes next.

It is made of when the sayings that set it were recorded; the moment itself is given by who asks.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import accumulate
from typing import Annotated

import msgspec
from msgspec import Meta

from ledger.core.events import RecordedEvent
from ledger.rules.clock import ClockSet, GameClock, Period


class ClockReading(msgspec.Struct, frozen=True):
    """What a clock shows at a moment."""

    level: Annotated[int, Meta(description="The number of the level; in a break, of the one before.")]
    stakes: Annotated[str, Meta(description="What is played for; empty in a break.")]
    left: Annotated[int | None, Meta(description="The seconds left of it; null in the last level.")]
    runs: bool
    following: Annotated[str, Meta(description="The stakes of the next level; empty after the last one.")]

    @property
    def title(self) -> str:
        """Return the level, or that there is a break."""
        return f"Level {self.level}" if self.stakes else "Break"

    @property
    def time(self) -> str:
        """Return the time that is left, in minutes and seconds; empty in the last level."""
        return "" if self.left is None else f"{self.left // 60}:{self.left % 60:02}"

    @property
    def in_words(self) -> str:
        """Return all of it in a line."""
        begins = f"{self.title}: {self.stakes}" if self.stakes else self.title
        left = f"{self.time} left" if self.time else ""
        then = f"then {self.following}" if self.following else ""
        return ", ".join(filter(None, (begins, left, then, "" if self.runs else "the clock stands")))


class Clock(msgspec.Struct, frozen=True):
    """A clock as its last saying left it: how much of its time had run, and whether it runs."""

    periods: tuple[Period, ...]
    passed: timedelta = timedelta()
    since: datetime | None = None
    """When it began to run; None while it stands."""
    sayings: tuple[str, ...] = ()
    """The sayings that set it now."""

    @property
    def ends(self) -> tuple[timedelta, ...]:
        """Return when each period ends, from the beginning of the first."""
        return tuple(timedelta(seconds=end) for end in accumulate(period.seconds for period in self.periods))

    def run(self, now: datetime) -> timedelta:
        """Return how much of its time has run at a moment."""
        return self.passed if self.since is None else self.passed + max(now - self.since, timedelta())

    def at(self, now: datetime) -> ClockReading:
        """Return what the clock shows at a moment."""
        run, last = self.run(now), len(self.periods) - 1
        place = min(sum(end <= run for end in self.ends), last)
        stakes = [period.stakes for period in self.periods]
        left = None if place == last else -(-(self.ends[place] - run) // timedelta(seconds=1))
        return ClockReading(
            level=sum(map(bool, stakes[: place + 1])),
            stakes=stakes[place],
            left=left,
            runs=self.since is not None,
            following=next(filter(None, stakes[place + 1 :]), ""),
        )

    def set(self, setting: ClockSet, levels: tuple[int, ...], moment: datetime) -> "Clock":
        """Return the clock after a saying that was recorded at this moment."""
        run = self.run(moment)
        if setting.level is not None:
            number = setting.level or min(self.at(moment).level + bool(self.passed or self.since), len(levels))
            place = levels[max(number, 1) - 1]
            run = self.ends[place - 1] if place else timedelta()
        return Clock(self.periods, run, moment if setting.runs else None, self.sayings)


def clock_of(of_game: GameClock, recorded: Sequence[RecordedEvent]) -> Clock:
    """Return the clock of a game after every saying that has set it.

    Where it is not known when a saying was recorded, it counts as said together with the one before it.
    """
    clock, moment = Clock(of_game.periods, sayings=of_game.sayings), None
    for setting in of_game.settings:
        if said_at := recorded[setting.event - 1].said_at:
            moment = datetime.fromisoformat(said_at)
        if moment is not None:
            clock = clock.set(setting, of_game.levels, moment)
    return clock
