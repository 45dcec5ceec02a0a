"""The one way by which events leave a log.

A tail that nobody can read is moved to a table of its own.
"""

from collections.abc import Sequence
from contextlib import suppress

import msgspec

from ledger.core.events import RecordedEvent, Repaired
from ledger.core.refusals import Refusal
from ledger.log.replay import Replay
from ledger.projections.club import club_of
from ledger.recorder.recorder import Recorder
from ledger.store import CLUB, Store
from ledger.store.database import as_text
from ledger.store.generated import statements as sql
from ledger.store.repairs import moved_in, pinned_of
from ledger.store.rows import COLUMNS


class UnreadableEvent(msgspec.Struct, frozen=True):
    """An event that nobody can read: its number, when it was recorded, and by whom."""

    number: int
    at: str
    by: str


class UnreadableTail(msgspec.Struct, frozen=True):
    """The end of a log that nobody can read, and why; evening 0 is the club."""

    evening: int
    events: tuple[UnreadableEvent, ...]
    why: str


def unreadable_tail(store: Store, evening: int, first: int | None, why: str) -> UnreadableTail | None:
    """Return the end of a log from an event on, or from the first that cannot be replayed.

    The result is None if nothing is there.
    """
    if first is None:
        first = _first_refused([stored.recorded for stored in store.log(evening)], evening)
    rows = store.database.rows(sql.EVENTS_FROM, evening=evening, number=first)
    number, at, by = (COLUMNS.index(column) for column in ("number", "said_at", "said_by"))
    events = [UnreadableEvent(row[number], as_text(row[at]), as_text(row[by])) for row in rows]
    return UnreadableTail(evening, tuple(events), why) if events else None


def _first_refused(recorded: Sequence[RecordedEvent], evening: int) -> int:
    """Return the first event with which a log can no longer be replayed."""
    replay = Replay()
    for event in recorded:
        try:
            if evening == CLUB:
                club_of(recorded[: event.number])
            else:
                replay.add([event])
        except Refusal:
            return event.number
    return len(recorded) + 1


def repair(recorder: Recorder, tail: UnreadableTail) -> int:
    """Move the end of a log apart and say so in the club's log; return the number of that event.

    Everything is done, or nothing. Raises Refusal if the connected role does not own the tables.
    """
    store, evening = recorder.store, tail.evening
    first, last = tail.events[0].number, tail.events[-1].number
    asked = {"evening": evening, "first": first}
    with store.writing():
        store.database.rows(sql.DESCRIBED + store.database.holding, evening=evening)
        number = max(2, first if evening == CLUB else recorder.club().number + 1)
        store.database.write(sql.MOVE_EVENTS, [{**asked, "repair": number}])
        for statement in (sql.TAKE_SENT, sql.TAKE_EVENTS):
            store.database.write(statement, [asked])
        store.database.write(sql.TAKE_TOTALS, [{"evening": evening}])
        moved = moved_in(store)[evening, number]
        recorder.club().note_done((Repaired(evening, first, last, tail.why), pinned_of(moved)))
        store.database.announce(evening)
    if evening != CLUB:
        with suppress(Refusal):  # what is left may have other rules, and has no totals then
            recorder.rebuild(evening)
    return number
