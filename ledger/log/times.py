"""Times in a log: what a valid one is, and whether they run on."""

from datetime import datetime, timedelta
from functools import lru_cache

MOST_APART = timedelta(minutes=10)
"""The greatest difference that needs no look: between two recorders' clocks, or when a clock is set back."""


def wrong_time(said_at: str, before: str) -> str | None:
    """Return what is wrong with the time of an event, after the time of the one before; or None.

    An event without a time is passed over.
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

    The result is cached, because each time is read twice: for its own event and for the next one.
    """
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        return None
    return at if at.utcoffset() == timedelta(0) else None
