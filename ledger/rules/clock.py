"""The clock of a game that is played by time: its periods, and what was said of it.

Rules know no time. They say which sayings set the clock; when these were said is in the log.
"""

import msgspec


class Period(msgspec.Struct, frozen=True):
    """A part of a game that lasts so many seconds: a level, or a break."""

    seconds: int
    """How long it lasts."""
    stakes: str
    """What is played for in it, in words; empty for a break."""


class ClockSet(msgspec.Struct, frozen=True):
    """A saying that sets the clock, by the number of its event."""

    event: int
    """The number of the event."""
    runs: bool
    """Whether the clock runs after it."""
    level: int | None = None
    """The level that begins with it; 0 for the next one, and None if the clock only stops or goes on."""


class GameClock(msgspec.Struct, frozen=True):
    """The periods of a game in their order, and the sayings that set its clock."""

    periods: tuple[Period, ...]
    """The periods, in their order."""
    settings: tuple[ClockSet, ...] = ()
    """What was set, in the order of the events."""
    sayings: tuple[str, ...] = ()
    """The sayings that set it now, for those who look at it."""

    @property
    def levels(self) -> tuple[int, ...]:
        """Return the places of the levels among the periods."""
        return tuple(place for place, period in enumerate(self.periods) if period.stakes)

    @property
    def runs(self) -> bool:
        """Return whether the clock runs."""
        return bool(self.settings) and self.settings[-1].runs
