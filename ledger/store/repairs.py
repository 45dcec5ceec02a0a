"""What was moved out of logs that nobody could read, beside what the club's log tells of it."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from ledger.core.events import Pinned, RecordedEvent, Repaired
from ledger.store.database import Row, as_text
from ledger.store.generated import statements as sql
from ledger.store.log import Store

MOVED = "moved"
"""The name under which the club's log pins the digest of what was moved."""
Moved = Mapping[tuple[int, int], Sequence[Row]]
"""The moved events, by their evening and the number of the club's event that tells of them."""


def moved_in(store: Store) -> Moved:
    """Return everything that was moved; nothing of an older schema."""
    moved: dict[tuple[int, int], list[Row]] = {}
    place = sql.MOVED_COLUMNS.index("repair")
    for row in store.stored(sql.ALL_MOVED):
        moved.setdefault((row[0], row[place]), []).append(row)
    return moved


def pinned_of(rows: Sequence[Row]) -> Pinned:
    """Return what the club's log pins of moved events."""
    plain = [[None if value is None else as_text(value) for value in row] for row in rows]
    return {MOVED: hashlib.sha256(msgspec.json.encode(plain)).hexdigest()}


def wrong_with_moved(moved: Moved, recorded: Sequence[RecordedEvent]) -> Iterator[tuple[int | None, str]]:
    """Yield what is wrong with what was moved, each with its event of the club's log."""
    repaired = {event.number: event for event in recorded if isinstance(event.event, Repaired)}
    for (evening, repair), rows in moved.items():
        event = repaired.get(repair)
        if event is None or not isinstance(event.event, Repaired) or event.event.evening != evening:
            yield None, f"events were moved out of the log of evening {evening}, and the club's log does not say so"
        elif event.pinned != pinned_of(rows):
            yield repair, "what was moved is not as it was then"
    for number, event in repaired.items():
        if isinstance(event.event, Repaired) and MOVED in event.pinned and (event.event.evening, number) not in moved:
            yield number, "what was moved is gone"
