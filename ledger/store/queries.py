"""The queries, written with the models, and the command that writes `generated` from them.

Importing the models takes longer than everything that `record` does, and Alembic longer than a first evening. So this
module is imported by nothing that records a saying: the same text runs, made ahead of time by `python -m
ledger.store.queries`. Tests compare the text with this module, and the migrations with the models.
"""

from collections.abc import Iterable
from textwrap import wrap
from typing import Any

from sqlalchemy import (
    BindParameter,
    ClauseElement,
    ColumnElement,
    Dialect,
    Integer,
    Table,
    bindparam,
    cast,
    delete,
    func,
    literal_column,
    select,
    union,
    update,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.dialects.postgresql.base import PGDialect
from sqlmodel import SQLModel

from ledger.store.models import CurrentRow, EventRow, MovedRow, PayeeRow, SentRow, StoredEvening, TotalsRow, table_of
from ledger.store.schema import GENERATED, NEW_FILE, REVISIONS, SCHEMA, objects_migrated

LINE = 118
"""The greatest length of a line of the text."""

EVENING, EVENT, SENT = table_of(StoredEvening), table_of(EventRow), table_of(SentRow)
TOTALS, CURRENT, PAYEE = table_of(TotalsRow), table_of(CurrentRow), table_of(PayeeRow)
MOVED = table_of(MovedRow)
NEWEST = EVENT.alias("newest")
OTHER = EVENT.alias("other")
IS_NEWEST = (NEWEST.c.evening == EVENING.c.id) & (
    NEWEST.c.number == select(func.max(OTHER.c.number)).where(OTHER.c.evening == EVENING.c.id).scalar_subquery()
)
ASKED: BindParameter[int] = bindparam("evening")
IS_EVENING = EVENING.c.id != literal_column("0")
"""The condition that leaves out the club's log, which has the number 0 and is never listed as an evening."""


def upsert(table: Table, adding: str = "") -> ClauseElement:
    """Insert a row, in place of the one that has its key; a number may be added to its own."""
    key = [column.name for column in table.primary_key]
    inserted = insert(table)
    changes: dict[str, ColumnElement[Any]] = {
        column.name: inserted.excluded[column.name] for column in table.columns if column.name not in key
    }
    if adding:
        changes[adding] = table.c[adding] + inserted.excluded[adding]
    return inserted.on_conflict_do_update(index_elements=key, set_=changes)


def columns_but(table: Table, *left_out: str) -> list[ColumnElement[Any]]:
    """Return the columns of a table in their order, except these."""
    return [column for column in table.columns if column.name not in left_out]


def names_of(table: Table, *left_out: str) -> list[str]:
    """Return the names of a table's columns in their order, except these."""
    return [column.name for column in table.columns if column.name not in left_out]


FIRST: BindParameter[int] = bindparam("first")


def _as_moved(column: str) -> ColumnElement[Any]:
    """Return what a column of the moved events is taken from."""
    of_the_key: dict[str, ColumnElement[Any]] = {
        "repair": cast(bindparam("repair"), Integer),
        "key": func.coalesce(SENT.c.key, literal_column("''")),
        "content": SENT.c.content,
        "first": SENT.c.number,
    }
    return of_the_key[column] if column in of_the_key else EVENT.c[column]


DESCRIBED = names_of(EVENING, "id")
"""The columns of the list of evenings."""

QUERIES: dict[str, ClauseElement] = {
    "NEWEST": select(EVENT.c.number, EVENT.c.digest)
    .where(EVENT.c.evening == ASKED)
    .order_by(EVENT.c.number.desc())
    .limit(literal_column("1")),
    "DIGEST": select(EVENT.c.digest).where(EVENT.c.evening == ASKED, EVENT.c.number == bindparam("number")),
    "EVENTS_FROM": select(*columns_but(EVENT, "evening", "kind"))
    .where(EVENT.c.evening == ASKED, EVENT.c.number >= bindparam("number"))
    .order_by(EVENT.c.number),
    "STORED_EVENTS": select(*columns_but(EVENT, "evening")).where(EVENT.c.evening == ASKED).order_by(EVENT.c.number),
    "SENT": select(*columns_but(SENT, "evening", "key")).where(SENT.c.evening == ASKED, SENT.c.key == bindparam("key")),
    "EVENING": select(EVENING.c.id).where(EVENING.c.id == ASKED),
    "DESCRIBED": select(*columns_but(EVENING, "id")).where(EVENING.c.id == ASKED),
    "EVENINGS": select(*EVENING.columns, NEWEST.c.number, NEWEST.c.said_at)
    .select_from(EVENING.outerjoin(NEWEST, IS_NEWEST))
    .where(IS_EVENING)
    .order_by(EVENING.c.id),
    "HEADS": select(EVENING.c.id, NEWEST.c.number, NEWEST.c.digest)
    .select_from(EVENING.outerjoin(NEWEST, IS_NEWEST))
    .where(IS_EVENING)
    .order_by(EVENING.c.id),
    "ALL_TOTALS": select(*columns_but(TOTALS, "sent")),
    "TOTALS": select(*columns_but(TOTALS, "evening", "sent")).where(TOTALS.c.evening == ASKED),
    "COUNTED_TO": select(TOTALS.c.number).where(TOTALS.c.evening == ASKED),
    "EVENINGS_THERE": union(
        select(EVENING.c.id).where(IS_EVENING), select(EVENT.c.evening).where(EVENT.c.evening != literal_column("0"))
    ).order_by("id"),
    "CURRENT": select(CURRENT.c.evening).where(CURRENT.c.recorder == bindparam("recorder")),
    "NEWEST_EVENING": select(func.max(EVENT.c.evening)).where(EVENT.c.evening != literal_column("0")),
    "ALL_EVENINGS": select(*EVENING.columns).where(IS_EVENING).order_by(EVENING.c.id),
    "ALL_SENT": select(*columns_but(SENT, "evening")).where(SENT.c.evening == ASKED).order_by(SENT.c.key),
    "ALL_CURRENT": select(*CURRENT.columns).order_by(CURRENT.c.recorder),
    "ALL_PAYEES": select(*PAYEE.columns).order_by(PAYEE.c.person, PAYEE.c.way),
    "PAYEES_0007": select(*columns_but(PAYEE, "secret")).order_by(PAYEE.c.person, PAYEE.c.way),
    "ALL_MOVED": select(*MOVED.columns).order_by(MOVED.c.evening, MOVED.c.repair, MOVED.c.number, MOVED.c.key),
    "ADD_EVENING": insert(EVENING).returning(EVENING.c.id),
    "COPY_EVENING": insert(EVENING),
    "DESCRIBE_EVENING": update(EVENING).where(EVENING.c.id == ASKED),
    "ADD_EVENT": insert(EVENT),
    "ADD_SENT": insert(SENT),
    "KEEP_TOTALS": upsert(TOTALS, adding="sent"),
    "COPY_TOTALS": upsert(TOTALS),
    "COUNT_KEYS": update(TOTALS)
    .where(TOTALS.c.evening == ASKED)
    .values(sent=select(func.count()).select_from(SENT).where(SENT.c.evening == ASKED).scalar_subquery()),
    "NUMBER_OF_KEYS": select(func.count()).select_from(SENT).where(SENT.c.evening == ASKED),
    "KEYS_COUNTED": select(TOTALS.c.sent).where(TOTALS.c.evening == ASKED),
    "CHOOSE_CURRENT": upsert(CURRENT),
    "KEEP_PAYEE": upsert(PAYEE),
    "BEGIN_CLUB": insert(EVENING)
    .values(id=literal_column("0"), title=literal_column("''"), closed=literal_column("false"))
    .inline(),
    "MOVE_EVENTS": insert(MOVED).from_select(
        names_of(MOVED),
        select(*map(_as_moved, names_of(MOVED)))
        .select_from(EVENT.outerjoin(SENT, (SENT.c.evening == EVENT.c.evening) & (SENT.c.last == EVENT.c.number)))
        .where(EVENT.c.evening == ASKED, EVENT.c.number >= FIRST),
    ),
    "ADD_MOVED": insert(MOVED),
    "TAKE_SENT": delete(SENT).where(SENT.c.evening == ASKED, SENT.c.last >= FIRST),
    "TAKE_EVENTS": delete(EVENT).where(EVENT.c.evening == ASKED, EVENT.c.number >= FIRST),
    "TAKE_TOTALS": delete(TOTALS).where(TOTALS.c.evening == ASKED),
    "FORGET_PAYEE": delete(PAYEE).where(PAYEE.c.person == bindparam("person"), PAYEE.c.way == bindparam("way")),
}
"""Every statement of the log, in the SQL that every database shares."""

SETTING = {"ADD_EVENING": DESCRIBED, "DESCRIBE_EVENING": DESCRIBED}
"""The columns that a statement sets, if it does not set all."""

ALL_COLUMNS = [column for table in SQLModel.metadata.tables.values() for column in table.columns]
COLUMNS = {
    "EVENING_COLUMNS": names_of(EVENING),
    "EVENT_COLUMNS": names_of(EVENT, "evening"),
    "SENT_COLUMNS": names_of(SENT, "evening"),
    "TOTALS_COLUMNS": names_of(TOTALS, "evening", "sent"),
    "MOVED_COLUMNS": names_of(MOVED),
    "YES_OR_NO": sorted({column.name for column in ALL_COLUMNS if column.type.python_type is bool}),
}
"""The columns in their order, for reading and writing rows; and those that hold yes or no."""

COMMAND = "python -m ledger.store.queries"
MARK = f"Generated by {COMMAND}: do not edit."
MADE = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid"
"""Every object of a SQLite file, with its SQL."""


def text_of(name: str) -> str:
    """Return the text of a statement, with its values named after a colon."""
    dialect: Dialect = PGDialect(paramstyle="named")  # type: ignore[no-untyped-call]
    compiled = QUERIES[name].compile(dialect=dialect, column_keys=SETTING.get(name))
    return " ".join(str(compiled).split())


def statements() -> str:
    """Return the text of the module `statements`."""
    heading = f'"""The statements of the log, in the SQL that every database shares.\n\n{MARK}\n"""\n'
    return "\n".join([heading, *_assigned()])


def new_file() -> str:
    """Return the statements that make a new SQLite file as the migrations do, with its triggers."""
    made = [str(statement) for (statement,) in objects_migrated(MADE)]
    laid_out = ["\n".join(line.rstrip().expandtabs(4) for line in one.splitlines() if line.strip()) for one in made]
    laid_out.append(f"INSERT INTO {REVISIONS} VALUES ('{SCHEMA}')")
    return f"-- {MARK}\n\n" + ";\n\n".join(laid_out) + ";\n"


FILES = {"statements.py": statements, NEW_FILE: new_file}
"""The generated files, each with the function that makes it."""


def _assigned() -> Iterable[str]:
    for name in QUERIES:
        lines = "\n".join(wrap(text_of(name), LINE, break_long_words=False, break_on_hyphens=False))
        yield f'{name} = """\n{lines}\n"""\n'
    for name, columns in COLUMNS.items():
        quoted = [f'"{column}"' for column in columns]
        line = f"{name} = ({', '.join(quoted)}{',' * (len(quoted) == 1)})\n"
        yield line if len(line) <= LINE else "\n    ".join([f"{name} = (", *(f"{one}," for one in quoted)]) + "\n)\n"


if __name__ == "__main__":
    for name, text in FILES.items():
        (GENERATED / name).write_text(text(), encoding="utf-8")
