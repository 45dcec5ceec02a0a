"""What is asked of the database, written with the models: from these the statements of `statements` are made.

Importing the models takes longer than everything that `record` does. So they are imported here and nowhere that a
saying passes; what runs with every saying is the same text, made ahead of time. A test holds the two together, and
makes the text anew where it is told to.
"""

from collections.abc import Iterable
from textwrap import wrap
from typing import Any

from sqlalchemy import (
    BindParameter,
    ClauseElement,
    ColumnElement,
    Dialect,
    Table,
    bindparam,
    delete,
    func,
    literal_column,
    select,
    union,
    union_all,
    update,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.dialects.postgresql.base import PGDialect
from sqlmodel import SQLModel

from ledger.store.models import CheckpointRow, CurrentRow, EveningRow, EventRow, MarkRow, PostingRow, SentRow, table_of

LINE = 118
"""No line of the text is longer."""

EVENING, EVENT, CHECKPOINT = table_of(EveningRow), table_of(EventRow), table_of(CheckpointRow)
POSTING, CURRENT, SENT = table_of(PostingRow), table_of(CurrentRow), table_of(SentRow)
MARK = table_of(MarkRow)
NEWEST = EVENT.alias("newest")
FIRST = EVENT.alias("first")
OTHER = EVENT.alias("other")
IS_NEWEST = (NEWEST.c.evening == EVENING.c.id) & (
    NEWEST.c.number == select(func.max(OTHER.c.number)).where(OTHER.c.evening == EVENING.c.id).scalar_subquery()
)
ASKED: BindParameter[int] = bindparam("evening")
WHERE_POOLS = union_all(
    select(POSTING.c.payee.label("pool"), literal_column("2 * posting.place").label("at")).where(
        POSTING.c.evening == ASKED, POSTING.c.payee_is_pool
    ),
    select(POSTING.c.payer, literal_column("2 * posting.place + 1")).where(
        POSTING.c.evening == ASKED, POSTING.c.payer_is_pool
    ),
).subquery("moved")
"""Every movement into a pool or out of one, in the order of the books; into one first."""


def upsert(table: Table) -> ClauseElement:
    """Insert a row, in place of the one that has its key."""
    key = [column.name for column in table.primary_key]
    inserted = insert(table)
    return inserted.on_conflict_do_update(
        index_elements=key,
        set_={column.name: inserted.excluded[column.name] for column in table.columns if column.name not in key},
    )


def columns_but(table: Table, *left_out: str) -> list[ColumnElement[Any]]:
    """The columns of a table in their order, but for these."""
    return [column for column in table.columns if column.name not in left_out]


def names_of(table: Table, *left_out: str) -> list[str]:
    """The names of the columns of a table in their order, but for these."""
    return [column.name for column in table.columns if column.name not in left_out]


DESCRIBED = names_of(EVENING, "id")
"""What the list of evenings says of each."""

QUERIES: dict[str, ClauseElement] = {
    "NEWEST": select(EVENT.c.number, EVENT.c.digest)
    .where(EVENT.c.evening == ASKED)
    .order_by(EVENT.c.number.desc())
    .limit(literal_column("1")),
    "DIGEST": select(EVENT.c.digest).where(EVENT.c.evening == ASKED, EVENT.c.number == bindparam("number")),
    "EVENTS_AFTER": select(*columns_but(EVENT, "evening", "kind"))
    .where(EVENT.c.evening == ASKED, EVENT.c.number > bindparam("number"))
    .order_by(EVENT.c.number),
    "EVENTS_SINCE_KEPT": select(*columns_but(EVENT, "evening", "kind"))
    .where(
        EVENT.c.evening == ASKED,
        EVENT.c.number >= select(CHECKPOINT.c.number).where(CHECKPOINT.c.evening == ASKED).scalar_subquery(),
    )
    .order_by(EVENT.c.number),
    "STORED_EVENTS": select(*columns_but(EVENT, "evening")).where(EVENT.c.evening == ASKED).order_by(EVENT.c.number),
    "SENT": select(*columns_but(SENT, "evening", "key")).where(SENT.c.evening == ASKED, SENT.c.key == bindparam("key")),
    "CHECKPOINT": select(*columns_but(CHECKPOINT, "evening")).where(CHECKPOINT.c.evening == ASKED),
    "MARK_BEFORE": select(*columns_but(MARK, "evening", "stretch"))
    .where(MARK.c.evening == ASKED, MARK.c.number < bindparam("number"))
    .order_by(MARK.c.stretch.desc())
    .limit(literal_column("1")),
    "MARK_AT": select(MARK.c.number).where(
        MARK.c.evening == ASKED, MARK.c.stretch == bindparam("stretch"), MARK.c.number == bindparam("number")
    ),
    "MARKS_BACK": select(*columns_but(MARK, "evening", "stretch"), EVENT.c.digest)
    .select_from(MARK.join(EVENT, (EVENT.c.evening == MARK.c.evening) & (EVENT.c.number == MARK.c.number)))
    .where(MARK.c.evening == ASKED, MARK.c.number <= bindparam("number"))
    .order_by(MARK.c.stretch.desc()),
    "STORED_MARKS": select(*columns_but(MARK, "evening", "stretch"))
    .where(MARK.c.evening == ASKED)
    .order_by(MARK.c.stretch),
    "EVENING": select(EVENING.c.id).where(EVENING.c.id == ASKED),
    "DESCRIBED": select(*columns_but(EVENING, "id")).where(EVENING.c.id == ASKED),
    "EVENINGS": select(*EVENING.columns, NEWEST.c.number, NEWEST.c.said_at)
    .select_from(EVENING.outerjoin(NEWEST, IS_NEWEST))
    .order_by(EVENING.c.id),
    "KEPT": select(
        EVENING.c.id,
        NEWEST.c.number,
        NEWEST.c.digest,
        *columns_but(CHECKPOINT, "evening"),
        *(FIRST.c[name] for name in names_of(EVENT, "evening", "kind")),
    )
    .select_from(
        EVENING.outerjoin(NEWEST, IS_NEWEST)
        .outerjoin(FIRST, (FIRST.c.evening == EVENING.c.id) & (FIRST.c.number == literal_column("1")))
        .outerjoin(CHECKPOINT, CHECKPOINT.c.evening == EVENING.c.id)
    )
    .order_by(EVENING.c.id),
    "EVENINGS_THERE": union(select(EVENING.c.id), select(EVENT.c.evening)).order_by("id"),
    "POSTINGS": select(*columns_but(POSTING, "evening", "place"))
    .where(POSTING.c.evening == ASKED)
    .order_by(POSTING.c.place),
    "STORED_POSTINGS": select(*POSTING.columns).where(POSTING.c.evening == ASKED).order_by(POSTING.c.place),
    "STANDING_POSTINGS": select(*POSTING.columns)
    .where(POSTING.c.evening == ASKED, POSTING.c.place > bindparam("after"), POSTING.c.place <= bindparam("last"))
    .order_by(POSTING.c.place),
    "POOLS": select(WHERE_POOLS.c.pool).group_by(WHERE_POOLS.c.pool).order_by(func.min(WHERE_POOLS.c.at)),
    "LAST_POSTING": select(POSTING.c.place, POSTING.c.event)
    .where(POSTING.c.evening == ASKED)
    .order_by(POSTING.c.place.desc())
    .limit(literal_column("1")),
    "CURRENT": select(CURRENT.c.evening).where(CURRENT.c.recorder == bindparam("recorder")),
    "NEWEST_EVENING": select(func.max(EVENING.c.id)),
    "ALL_EVENINGS": select(*EVENING.columns).order_by(EVENING.c.id),
    "ALL_SENT": select(*columns_but(SENT, "evening")).where(SENT.c.evening == ASKED).order_by(SENT.c.key),
    "ALL_CURRENT": select(*CURRENT.columns).order_by(CURRENT.c.recorder),
    "ADD_EVENING": insert(EVENING).returning(EVENING.c.id),
    "COPY_EVENING": insert(EVENING),
    "DESCRIBE_EVENING": update(EVENING).where(EVENING.c.id == ASKED),
    "ADD_EVENT": insert(EVENT),
    "ADD_SENT": insert(SENT),
    "ADD_POSTING": insert(POSTING),
    "FORGET_POSTINGS": delete(POSTING).where(POSTING.c.evening == ASKED, POSTING.c.place > bindparam("after")),
    "KEEP_CHECKPOINT": upsert(CHECKPOINT),
    "KEEP_MARK": insert(MARK).on_conflict_do_nothing(),
    "FORGET_MARKS": delete(MARK).where(MARK.c.evening == ASKED, MARK.c.number > bindparam("after")),
    "CHOOSE_CURRENT": upsert(CURRENT),
}
"""Every statement of the log, in the SQL that every database shares."""

SETTING = {"ADD_EVENING": DESCRIBED, "DESCRIBE_EVENING": DESCRIBED}
"""The columns that a statement sets, where it does not set them all."""

ALL_COLUMNS = [column for table in SQLModel.metadata.tables.values() for column in table.columns]
COLUMNS = {
    "EVENING_COLUMNS": names_of(EVENING),
    "EVENT_COLUMNS": names_of(EVENT, "evening"),
    "FIRST_COLUMNS": names_of(EVENT, "evening", "kind"),
    "SENT_COLUMNS": names_of(SENT, "evening"),
    "CHECKPOINT_COLUMNS": names_of(CHECKPOINT, "evening"),
    "POSTING_COLUMNS": names_of(POSTING, "evening", "place"),
    "YES_OR_NO": sorted({column.name for column in ALL_COLUMNS if column.type.python_type is bool}),
}
"""Columns in their order, for reading and writing rows; and those that hold yes or no."""

HEADING = '''"""The statements of the log, in the SQL that every database shares.

They are made from `queries`, and not written here: `pytest tests/test_statements.py --rewrite` makes them anew.
"""
'''


def text_of(name: str) -> str:
    """The text of a statement, its values named after a colon."""
    dialect: Dialect = PGDialect(paramstyle="named")  # type: ignore[no-untyped-call]
    compiled = QUERIES[name].compile(dialect=dialect, column_keys=SETTING.get(name))
    return " ".join(str(compiled).split())


def module() -> str:
    """The text of the module `statements`."""
    return "\n".join([HEADING, *_assigned()])


def _assigned() -> Iterable[str]:
    for name in QUERIES:
        lines = "\n".join(wrap(text_of(name), LINE, break_long_words=False, break_on_hyphens=False))
        yield f'{name} = """\n{lines}\n"""\n'
    for name, columns in COLUMNS.items():
        yield f"{name} = (\n" + "".join(f'    "{column}",\n' for column in columns) + ")\n"
