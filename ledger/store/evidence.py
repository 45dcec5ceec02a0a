"""The evidence of an audit: an evening as it lies in the database. Nothing here writes."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, TypeVar

import msgspec

from ledger.store.database import Database, Row, as_text
from ledger.store.generated import statements as sql

T = TypeVar("T")

NO_NUMBER = -1
"""Stands in place of a number where a field should have one and has none."""


class StoredEvent(msgspec.Struct, frozen=True):
    """A row of the log, every field as it is stored."""

    number: int
    kind: str
    version: int
    body: str
    pinned: str
    said_at: str
    said_by: str
    digest: str


class Evidence(msgspec.Struct, frozen=True):
    """Everything that the database says of one evening; the long parts can be read repeatedly."""

    listed: bool
    """Whether the evening is in the list of evenings."""
    title: str
    played_on: str | None
    closed: bool | None
    """None for what is neither yes nor no."""
    events: Iterable[StoredEvent]
    totals: "RecordedTotals | None"
    sent: Iterable[Row]
    """What was recorded under which key: the rows of the keys, with all columns in the order of the table."""


class RecordedTotals(msgspec.Struct, frozen=True):
    """The row of totals, every field as it is stored."""

    number: int
    digest: str
    rules: str
    body: str
    sent: int
    """The number of keys that were counted."""


def evenings_there(database: Database) -> list[int]:
    """Return every evening with any rows, including those deleted from the list."""
    return [number for (number,) in database.rows(sql.EVENINGS_THERE) if isinstance(number, int)]


def gather(database: Database, evening: int) -> Evidence:
    """Read all of one evening, at one moment. Raises Refusal if the database fails."""
    with database.transaction(writing=False):
        evidence = reading(database, evening)
        events, sent = tuple(evidence.events), tuple(evidence.sent)
    return msgspec.structs.replace(evidence, events=events, sent=sent)


def reading(database: Database, evening: int) -> Evidence:
    """Return all of one evening; the long parts are read in portions at every use.

    It is of one moment if it is used within one transaction. Raises Refusal if the database fails, also at a later
    use.
    """
    asked: Mapping[str, Any] = {"evening": evening}
    tables = database.tables()  # an older schema has fewer
    described = database.rows(sql.DESCRIBED, **asked)
    totals = database.rows(sql.TOTALS, **asked) if "totals" in tables else ()
    keys = database.rows(sql.KEYS_COUNTED if "moved" in tables else sql.NUMBER_OF_KEYS, **asked) if totals else ()
    title, played_on, closed = described[0] if described else ("", None, False)
    return Evidence(
        bool(described),
        title,
        played_on,
        bool(closed) if closed in (0, 1) else None,
        _Rows(database, sql.STORED_EVENTS, evening, lambda row: StoredEvent(*_as_declared(StoredEvent, row))),
        RecordedTotals(*_as_declared(RecordedTotals, [*totals[0], *keys[0]])) if totals else None,
        _Rows(database, sql.ALL_SENT, evening, tuple) if "sent" in tables else (),
    )


@dataclass(frozen=True)
class _Rows(Generic[T]):
    """The rows of a statement about an evening, read in portions at every pass."""

    database: Database
    statement: str
    evening: int
    make: Callable[[Row], T]

    def __iter__(self) -> Iterator[T]:
        for portion in self.database.portions(self.statement, evening=self.evening):
            yield from map(self.make, portion)


def _as_declared(row_type: type[msgspec.Struct], row: Row) -> Row:
    """Return a row whose fields have their declared types, whatever they contain."""
    types = _types(row_type)
    if tuple(map(type, row)) == types:
        return row
    return [_number(value) if kind is int else as_text(value) for kind, value in zip(types, row, strict=True)]


@cache
def _types(row_type: type[msgspec.Struct]) -> tuple[type, ...]:
    """The type of each field of a row: number or text."""
    return tuple(int if field.type is int else str for field in msgspec.structs.fields(row_type))


def _number(value: object) -> int:
    return value if isinstance(value, int) else NO_NUMBER
