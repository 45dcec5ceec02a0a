"""Events as rows of their table, and back."""

from operator import itemgetter
from typing import Any

import msgspec

from ledger.core import events
from ledger.core.events import RecordedEvent
from ledger.core.refusals import Code, Refusal
from ledger.log.digests import EMPTY, digest, digest_of_parts
from ledger.store.database import Row

_encoder = msgspec.json.Encoder(order="deterministic")
_pinned = msgspec.json.Decoder(dict[str, int | str | dict[str, int]])
COLUMNS = ("number", "version", "body", "pinned", "said_at", "said_by", "digest")
"""The columns in which an event is read."""
_columns = itemgetter(*COLUMNS)
_NOTHING: dict[str, int] = {}
"""The empty pins of most events, made once."""


class Stored(msgspec.Struct, frozen=True):
    """A stored event, with the digest that binds it to those before it."""

    recorded: RecordedEvent
    digest: str


def event_of(row: Row) -> Stored:
    """Return the event of a row. Raises ValueError, TypeError or RecursionError for none."""
    number, version, body, pinned, said_at, said_by, digest = row
    pins = _NOTHING if pinned == EMPTY else _pinned.decode(pinned)
    recorded = RecordedEvent(number, events.decode(body, version), said_at, said_by, version, pins)
    if not isinstance(said_at, str) or not isinstance(said_by, str):
        raise ValueError("when or by whom it was recorded is no text")
    if not isinstance(number, int) or bytes.fromhex(digest).hex() != digest:
        raise ValueError("its digest or its number is none")
    return Stored(recorded, digest)


def event_row(evening: int, recorded: RecordedEvent, digest: str) -> dict[str, Any]:
    """Return an event as a row of the log, with its digest."""
    return {
        "evening": evening,
        "number": recorded.number,
        "kind": events.kind_of(recorded.event),
        "version": recorded.version,
        "body": events.encode(recorded.event).decode(),
        "pinned": _encoder.encode(recorded.pinned).decode(),
        "said_at": recorded.said_at,
        "said_by": recorded.said_by,
        "digest": digest,
    }


def kept_row(evening: int, head: str, recorded: RecordedEvent) -> dict[str, Any]:
    """Return an event as a row that follows a head, after checking that it reads back equal.

    Raises Refusal if it does not: rules may hand over values that JSON cannot hold, and a log has to stay readable.
    """
    try:
        row = event_row(evening, recorded, digest(head, recorded))
        again = event_of(_columns(row)).recorded
    except (ValueError, TypeError, RecursionError) as error:
        raise _unkept(recorded, str(error)) from error
    if again != recorded:
        raise _unkept(recorded, "it reads back as something else")
    return row


def _unkept(recorded: RecordedEvent, why: str) -> Refusal:
    sentence = f"event {recorded.number} cannot be kept as it is: {why}"
    return Refusal(Code.RULES_BROKEN, sentence, "It is a fault of the game that is being played")


def is_bound(before: str, expected: int, row: Row) -> bool:
    """Return whether a row has the next number, and is bound to the row before it."""
    number, version, body, pinned, said_at, said_by, digest = row
    try:
        bound = digest_of_parts(before, number, body, said_at, said_by, version, pinned) == digest
    except (TypeError, ValueError):
        return False
    return bool(number == expected and bound)
