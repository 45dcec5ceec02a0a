"""The tables, for every database alike: here the schema is said, and nowhere else.

`python -m ledger.store.queries` writes the statements from it; tests hold the migrations to it.

`evening` and `event` are the log, and `sent` says what of it came under which key. `totals` is derived from it and may
be deleted at any time. So are the columns of `evening` other than its number: they spare the list of evenings a
replay. `payee` says how people are paid, and is no part of any log.
"""

from sqlalchemy import ForeignKeyConstraint, Table, Text
from sqlmodel import Field, SQLModel


def table_of(model: type[SQLModel]) -> Table:
    """The table that a model declares."""
    table = SQLModel.metadata.tables[str(model.__tablename__)]
    assert isinstance(table, Table)
    return table


class StoredEvening(SQLModel, table=True):
    """An evening, by the number it is called by."""

    __tablename__ = "evening"

    id: int | None = Field(default=None, primary_key=True)
    title: str = Field(sa_type=Text)
    played_on: str | None = Field(default=None, sa_type=Text)
    """The date that was said, not the one on which it was recorded."""
    closed: bool = False


class EventRow(SQLModel, table=True):
    """An event as it was recorded. Triggers let it only be appended, next in number."""

    __tablename__ = "event"
    __table_args__ = {"sqlite_with_rowid": False}

    evening: int = Field(foreign_key="evening.id", primary_key=True)
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    kind: str = Field(sa_type=Text)
    version: int
    """The version of the vocabulary it is written in."""
    body: str = Field(sa_type=Text)
    """The event as JSON."""
    pinned: str = Field(sa_type=Text)
    """What is recorded with it and not said, as JSON."""
    said_at: str = Field(sa_type=Text)
    """When it was recorded, in UTC."""
    said_by: str = Field(sa_type=Text)
    digest: str = Field(sa_type=Text)


class SentRow(SQLModel, table=True):
    """What a recorder sent under a key: sent again, it is the same events. It never changes."""

    __tablename__ = "sent"
    __table_args__ = (ForeignKeyConstraint(["evening", "last"], ["event.evening", "event.number"]),)

    evening: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    key: str = Field(primary_key=True, sa_type=Text)
    content: str = Field(sa_type=Text)
    """The digest of the sayings, as they were sent."""
    number: int
    """The first of the events that they became."""
    last: int
    """The last of them."""


class TotalsRow(SQLModel, table=True):
    """What an evening comes to, for questions about thousands of evenings."""

    __tablename__ = "totals"

    evening: int = Field(foreign_key="evening.id", primary_key=True)
    number: int
    """The newest event that was counted."""
    digest: str = Field(sa_type=Text)
    """What binds the two texts to the digest of that event: the row is used only while it is the head of the log."""
    rules: str = Field(sa_type=Text)
    """The games that were begun, each with the edition and the digest of its rules, as JSON."""
    body: str = Field(sa_type=Text)
    """What each player won by game, paid and is owed, the debts that were paid and the number of deals, as JSON."""


class PayeeRow(SQLModel, table=True):
    """One way in which a person is paid. It is no part of any log, and can be deleted."""

    __tablename__ = "payee"

    person: str = Field(primary_key=True, sa_type=Text)
    way: str = Field(primary_key=True, sa_type=Text)
    value: str = Field(sa_type=Text)
    holder: str = Field(sa_type=Text)
    """In whose name the account is; empty: that of the person."""
    bic: str = Field(sa_type=Text)


class CurrentRow(SQLModel, table=True):
    """The evening that a recorder opened or chose last."""

    __tablename__ = "current"

    recorder: str = Field(primary_key=True, sa_type=Text)
    evening: int = Field(foreign_key="evening.id")
