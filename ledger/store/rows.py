"""Events and movements of counters as rows of their tables, and back."""

from typing import Any

import msgspec

from ledger.core import events
from ledger.core.books import Pool, Posting
from ledger.core.events import RecordedEvent
from ledger.log.digests import EMPTY, digest_of_parts
from ledger.store import statements as sql
from ledger.store.database import Row

_encoder = msgspec.json.Encoder()
_pinned = msgspec.json.Decoder(dict[str, int | dict[str, int]])
_NOTHING: dict[str, int] = {}
"""What most events pin, once for all of them."""


class Stored(msgspec.Struct, frozen=True):
    """An event as it stands in the log, with the digest that binds it to those before it."""

    recorded: RecordedEvent
    digest: str


def event_of(row: Row) -> Stored:
    """An event of its row. Raises ValueError or TypeError for what is none, and RecursionError for what has no end."""
    number, version, body, pinned, said_at, said_by, found = row
    pins = _NOTHING if pinned == EMPTY else _pinned.decode(pinned)
    recorded = RecordedEvent(number, events.decode(body, version), said_at, said_by, version, pins)
    if not isinstance(said_at, str) or not isinstance(said_by, str):
        raise ValueError("when or by whom it was recorded is no text")
    if not isinstance(number, int) or bytes.fromhex(found).hex() != found:
        raise ValueError("its digest or its number is none")
    return Stored(recorded, found)


def event_row(evening: int, recorded: RecordedEvent, found: str) -> dict[str, Any]:
    """An event as a row of the log, with its digest."""
    return {
        "evening": evening,
        "number": recorded.number,
        "kind": events.kind_of(recorded.event),
        "version": recorded.version,
        "body": events.encode(recorded.event).decode(),
        "pinned": _encoder.encode(recorded.pinned).decode(),
        "said_at": recorded.said_at,
        "said_by": recorded.said_by,
        "digest": found,
    }


def is_bound(before: str, expected: int, row: Row) -> bool:
    """Whether a row of the log is the next in number, and is bound by its digest to the one before it."""
    number, version, body, pinned, said_at, said_by, found = row
    try:
        bound = digest_of_parts(before, number, body, said_at, said_by, version, pinned) == found
    except (TypeError, ValueError):
        return False
    return bool(number == expected and bound)


SIDES = ("payer", "payee")
"""The two accounts of a movement: each a name, and in a column beside it whether that is a pool's."""


def posting_row(evening: int, place: int, posting: Posting) -> dict[str, Any]:
    """A movement of counters as a row of its table, the columns in their order."""
    fields = msgspec.structs.asdict(posting)
    for side in SIDES:
        fields[f"{side}_is_pool"] = isinstance(fields[side], Pool)
        fields[side] = str(fields[side])
    return {"evening": evening, "place": place, **{column: fields[column] for column in sql.POSTING_COLUMNS}}


def posting_of(row: Row) -> Posting:
    """A movement of counters of its row."""
    fields = dict(zip(sql.POSTING_COLUMNS, row, strict=True))
    for side in SIDES:
        if fields.pop(f"{side}_is_pool"):
            fields[side] = Pool(fields[side])
    return Posting(**{**fields, "stays": bool(fields["stays"])})
