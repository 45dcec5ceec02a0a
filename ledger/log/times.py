"""Times in a log: what one is, and whether they run on."""

from datetime import datetime, timedelta
from functools import lru_cache

MOST_APART = timedelta(minutes=10)
"""The clocks of two recorders may be so far apart, and a clock may be set back by so much, that nobody need look."""


def wrong_time(said_at: str, before: str) -> str | None:
    """Return what is wrong with the time of an event, after the time of the one before; or None.

    An event without a time is not looked at.
    """
    if not said_at:
        return None
    at, earlier = _read(said_at), _read(before)
    if at is None:
        return "its time is none"
    if earlier is not None and at < earlier - MOST_APART:
        return f"its time, {said_at}, is before that of the event before it, {before}"
    return None


@lru_cache(maxsize=2)
def _read(text: str) -> datetime | None:
    """Return a time in UTC as it is recorded; None for anything else.

    Each is asked for twice: as the time of an event, and as the time before the next.
    """
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        return None
    return at if at.utcoffset() == timedelta(0) else None
