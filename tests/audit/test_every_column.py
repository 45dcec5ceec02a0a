"""Every column of every table is tampered with: an audit finds it, or `examples/trust.md` names what it cannot find."""

import re
import sqlite3

import pytest
from sqlmodel import SQLModel

from ledger.core.books import PayeeWay
from ledger.recorder import Recorder
from ledger.recorder.payees import Payees
from ledger.recorder.repair import repair, unreadable_tail
from ledger.store import models, open_store
from tests.audit.test_audit import open_wide
from tests.helpers import command_line

ROOT, at_home, run = command_line.ROOT, command_line.at_home, command_line.run

TABLES = {name: [column.name for column in table.columns] for name, table in SQLModel.metadata.tables.items()}
VALUES = ("x", "", 0, 1, 99, b"\xff", "0" * 64, "Eve", "[]", "{}")
"""What is put into each column, if it stands there not already."""
COMMANDS = (
    ["table"], ["settle"], ["settle", "--all", "--pay"], ["standings"], ["evenings"], ["log"], ["log", "--club"], ["seal"],
    ["person", "list"], ["payee", "Ann"], ["explain", "Ann"], ["export"], ["statement"], ["record", "note hm", "--key", "k1"],
    ["use", "1"], ["db", "rebuild", "--json"], ["db", "repair", "1"], ["db", "status"],
)  # fmt: skip
NOT_FOUND = (
    (ROOT / "examples" / "trust.md").read_text("utf-8").partition("## What no audit can see")[2].partition("\n## ")[0]
)
"""The part of the document that names what an audit cannot find."""


def named(what: str) -> bool:
    """Return whether the document names something that is not found."""
    return f"| `{what}` |" in NOT_FOUND


@pytest.fixture(scope="module")
def kept(tmp_path_factory) -> bytes:
    """A file in which every table has rows."""
    path = tmp_path_factory.mktemp("kept") / "evenings.db"
    recorder = Recorder(open_store(str(path)), "Zoë")
    for title in ("One", "Two"):
        opening = [f'evening "{title}" on 2026-01-02 money=EUR counter=0.05', "players Ann Bob", "game tally"]
        evening, _ = recorder.open([*opening, "result Ann +5 Bob -5"])
        recorder.open_session(evening).record('note "tea"', key="k1")
        recorder.open_session(evening).record("end", key="k2")
    payees = Payees(recorder.store, recorder.club())
    payees.keep("Ann", [PayeeWay("paypal", "annm")])
    payees.keep("Bob", [PayeeWay("paypal", "bobb")])
    recorder.store.close()
    connection = open_wide(path)
    connection.execute("DELETE FROM sent WHERE evening = 2 AND last = 6")
    connection.execute("UPDATE totals SET sent = 1 WHERE evening = 2")
    connection.execute("UPDATE event SET digest = 'no' WHERE evening = 2 AND number = 6")
    connection.close()
    recorder = Recorder(open_store(str(path)), "Zoë")
    repair(recorder, unreadable_tail(recorder.store, 2, 6, "no digest"))
    recorder.store.close()
    with sqlite3.connect(path) as connection:
        assert all(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in TABLES)
    return path.read_bytes()


@pytest.fixture
def file(kept, at_home):
    path = at_home / "evenings.db"
    path.write_bytes(kept)
    return path


def tampered(path, statement: str, values=()) -> bool:
    """Run a statement without guards; return whether it changed anything."""
    connection = open_wide(path)
    try:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        return connection.execute(statement, values).rowcount > 0
    except sqlite3.IntegrityError:
        return False  # no row can be so
    finally:
        connection.close()


def ends_well(run, done_to: str) -> None:
    for command in COMMANDS:
        done = run(*command)
        assert done.code in range(5), (done_to, command, done)
        assert "Traceback" not in done.err, (done_to, command)


COLUMNS = [(table, column) for table, columns in TABLES.items() for column in columns]


@pytest.mark.parametrize(("table", "column"), COLUMNS, ids=lambda name: name)
def test_a_column_that_was_changed_is_found_or_named(run, file, kept, table, column):
    missed = []
    for value in VALUES:
        file.write_bytes(kept)
        first = f"(SELECT rowid FROM {table} ORDER BY rowid DESC LIMIT 1)"
        where = "evening = 1 AND number = 4" if table == "event" else f"rowid = {first}"
        changed = f'UPDATE {table} SET "{column}" = ? WHERE {where} AND "{column}" IS NOT ?'
        if tampered(file, changed, (value, value)) and run("audit", "--all").code == 0:
            missed.append(value)
    assert bool(missed) is named(f"{table}.{column}"), missed


@pytest.mark.parametrize("table", TABLES)
def test_rows_that_were_deleted_are_found_or_named(run, file, table):
    assert tampered(file, f"DELETE FROM {table}")
    assert (run("audit", "--all").code == 0) is named(f"DELETE FROM {table}")
    ends_well(run, f"DELETE FROM {table}")


@pytest.mark.thorough
@pytest.mark.parametrize(("table", "column"), COLUMNS, ids=lambda name: name)
def test_no_command_ends_otherwise_than_it_may(run, file, kept, table, column):
    for value in ("x", 99, b"\xff"):
        file.write_bytes(kept)
        if tampered(file, f'UPDATE {table} SET "{column}" = ?', (value,)):
            ends_well(run, f"{table}.{column} = {value!r}")


def test_what_the_document_names_is_what_is_there():
    for what in re.findall(r"^\| `([^`]+)` \|", NOT_FOUND, re.MULTILINE):
        table, _, column = what.removeprefix("DELETE FROM ").partition(".")
        assert column in TABLES.get(table, ()) or (table in TABLES and not column), what
    assert models.EventRow.__tablename__ in TABLES
