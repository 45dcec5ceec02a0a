"""The tables, for every database alike: the schema is said here, and nowhere else.

`python -m ledger.store.queries` writes the statements from it; tests compare the migrations with it. `evening` and
`event` are the log, and `sent` says which events came under which key. `totals` is derived from the log and may be
deleted at any time. So are the columns of `evening` other than its number: they make a list of evenings without a
replay. `payee` says how people are paid, and is no part of any log.
"""

from sqlalchemy import ForeignKeyConstraint, Table, Text, text
from sqlmodel import Field, SQLModel


def table_of(model: type[SQLModel]) -> Table:
    """Return the table that a model declares."""
    table = SQLModel.metadata.tables[str(model.__tablename__)]
    assert isinstance(table, Table)
    return table


class StoredEvening(SQLModel, table=True):
    """An evening, by its number."""

    __tablename__ = "evening"

    id: int | None = Field(default=None, primary_key=True)
    title: str = Field(sa_type=Text)
    played_on: str | None = Field(default=None, sa_type=Text)
    """The date that was said, not the one on which the evening was recorded."""
    closed: bool = False


class EventRow(SQLModel, table=True):
    """An event as it was recorded. Triggers let it only be appended, next in number."""

    __tablename__ = "event"
    __table_args__ = {"sqlite_with_rowid": False}

    evening: int = Field(foreign_key="evening.id", primary_key=True)
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    kind: str = Field(sa_type=Text)
    version: int
    """The version of the vocabulary that the event is written in."""
    body: str = Field(sa_type=Text)
    """The event as JSON."""
    pinned: str = Field(sa_type=Text)
    """The event's pins, recorded and not said, as JSON."""
    said_at: str = Field(sa_type=Text)
    """The time of recording, in UTC."""
    said_by: str = Field(sa_type=Text)
    digest: str = Field(sa_type=Text)


class SentRow(SQLModel, table=True):
    """A key, and the events that a recorder sent under it. It never changes."""

    __tablename__ = "sent"
    __table_args__ = (ForeignKeyConstraint(["evening", "last"], ["event.evening", "event.number"]),)

    evening: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    key: str = Field(primary_key=True, sa_type=Text)
    content: str = Field(sa_type=Text)
    """The digest of the sayings, as they were sent."""
    number: int
    """The number of the first of their events."""
    last: int
    """The number of the last of their events."""


class TotalsRow(SQLModel, table=True):
    """The totals of an evening, for questions about thousands of evenings."""

    __tablename__ = "totals"

    evening: int = Field(foreign_key="evening.id", primary_key=True)
    number: int
    """The number of the newest event that was counted."""
    digest: str = Field(sa_type=Text)
    """What binds the two texts to the digest of that event. The row holds while that event is the head of the log."""
    rules: str = Field(sa_type=Text)
    """The games that were begun, each with the edition and the digest of its rules, as JSON."""
    body: str = Field(sa_type=Text)
    """For each player: winnings by game, payments and debt; the paid debts and the number of deals; as JSON."""
    sent: int = Field(default=0, sa_column_kwargs={"server_default": text("0")})
    """The number of keys that were sent, so that one is missed that is gone."""


class PayeeRow(SQLModel, table=True):
    """One way in which a person is paid. It is no part of any log, and can be deleted."""

    __tablename__ = "payee"

    person: str = Field(primary_key=True, sa_type=Text)
    way: str = Field(primary_key=True, sa_type=Text)
    value: str = Field(sa_type=Text)
    holder: str = Field(sa_type=Text)
    """The holder of the account; empty if it is the person."""
    bic: str = Field(sa_type=Text)
    secret: str = Field(default="", sa_type=Text, sa_column_kwargs={"server_default": text("''")})
    """The key of the digest by which the club's log knows what is kept here; it is deleted with it."""


class MovedRow(SQLModel, table=True):
    """An event that was moved out of a log which nobody could read, with its key."""

    __tablename__ = "moved"

    evening: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    repair: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    """The number of the event of the club's log that says so."""
    key: str = Field(primary_key=True, sa_type=Text)
    """The key whose last event it was; empty for none."""
    content: str | None = Field(default=None, sa_type=Text)
    first: int | None = None
    """The number of the first event under the key."""
    kind: str = Field(sa_type=Text)
    version: int
    body: str = Field(sa_type=Text)
    pinned: str = Field(sa_type=Text)
    said_at: str = Field(sa_type=Text)
    said_by: str = Field(sa_type=Text)
    digest: str = Field(sa_type=Text)


class CurrentRow(SQLModel, table=True):
    """The evening that a recorder opened or chose last."""

    __tablename__ = "current"

    recorder: str = Field(primary_key=True, sa_type=Text)
    evening: int = Field(foreign_key="evening.id")
