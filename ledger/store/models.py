"""The tables, for every database alike: here the schema is said, and nowhere else.

The migrations make it and the statements are made from it; tests hold them together.

`evening` and `event` are the log, and `sent` says what of it came under which key. `checkpoint`, `mark` and `posting`
are derived from it and may be deleted at any time; so are the columns of `evening` other than its number, which spare
the list of evenings a replay.
"""

from sqlalchemy import BigInteger, ForeignKeyConstraint, Table, Text
from sqlmodel import Field, SQLModel


def table_of(model: type[SQLModel]) -> Table:
    """The table that a model declares."""
    table = SQLModel.metadata.tables[str(model.__tablename__)]
    assert isinstance(table, Table)
    return table


class EveningRow(SQLModel, table=True):
    """An evening, by the number it is called by."""

    __tablename__ = "evening"

    id: int | None = Field(default=None, primary_key=True)
    title: str = Field(sa_type=Text)
    played_on: str | None = Field(default=None, sa_type=Text)
    """The date that was said, not the one on which it was recorded."""
    closed: bool = False


class EventRow(SQLModel, table=True):
    """An event as it was recorded. Triggers let it be appended, next in number, and never changed or deleted."""

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
    """What a recorder sent under a key: sent again, it is the same events and no more. It is never changed either."""

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


class CheckpointRow(SQLModel, table=True):
    """The newest pause of an evening, from which it is taken up again."""

    __tablename__ = "checkpoint"

    evening: int = Field(foreign_key="evening.id", primary_key=True)
    number: int
    """The newest event that it holds."""
    form: int
    """The version of the form of its body; one of another form is passed over."""
    body: str = Field(sa_type=Text)


class MarkRow(SQLModel, table=True):
    """A pause on the way: the first of each stretch of an evening, as long as no correction reaches before it."""

    __tablename__ = "mark"

    evening: int = Field(foreign_key="evening.id", primary_key=True, sa_column_kwargs={"autoincrement": False})
    stretch: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    """The stretch of the log in which the newest event lies that it holds."""
    number: int
    """The newest event that it holds."""
    form: int
    """As that of a checkpoint, whose body it has."""
    body: str = Field(sa_type=Text)


class PostingRow(SQLModel, table=True):
    """A movement of counters, in the order of the books of its evening."""

    __tablename__ = "posting"
    __table_args__ = (
        ForeignKeyConstraint(["evening", "event"], ["event.evening", "event.number"]),
        {"sqlite_with_rowid": False},
    )

    evening: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    place: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    event: int
    payer: str = Field(sa_type=Text)
    payer_is_pool: bool
    payee: str = Field(sa_type=Text)
    payee_is_pool: bool
    amount: int = Field(sa_type=BigInteger)
    """In the smallest unit of the evening's money."""
    why: str = Field(sa_type=Text)
    cite: str = Field(sa_type=Text)
    stays: bool
    deal: int
    """Of which deal of the evening it is; 0 outside any."""


class CurrentRow(SQLModel, table=True):
    """The evening that a recorder opened or chose last."""

    __tablename__ = "current"

    recorder: str = Field(primary_key=True, sa_type=Text)
    evening: int = Field(foreign_key="evening.id")
