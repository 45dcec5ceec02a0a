"""Every answer checks the log, and refuses a log that is not what was recorded."""

import random
import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core.events import RecordedEvent, Void
from ledger.log.digests import BEFORE_THE_FIRST, digest, digest_of_parts
from ledger.store import StoredTotals
from ledger.store.database import SqliteDatabase
from ledger.store.generated import statements as sql
from ledger.store.rows import event_row
from tests.audit.test_audit import one_byte_changed, open_wide
from tests.helpers import command_line
from tests.helpers.event_strategies import KINDS, plain_sayings
from tests.helpers.rig import TIMES

at_home, run = command_line.at_home, command_line.run

PLAYED = ["game tally", "Ann gives Bob 500", "Bob gives Cat 200", "end", 'note "the tea was cold"', "Dan joins"]
ANSWERING = (
    ["table"], ["settle"], ["seal"], ["standings"], ["settle", "--since", "2000-01-01"],
    ["settle", "--since", "2000-01-01", "--replay"], ["log"], ["explain"], ["export"], ["record", "game nap"],
)  # fmt: skip


@pytest.fixture(scope="module")
def kept() -> dict[str, bytes]:
    """What was recorded once, as a file."""
    return {}


@pytest.fixture
def played(run, at_home, kept):
    """An evening, recorded command by command before the first test that wants it."""
    path = at_home / "evenings.db"
    if "played" in kept:
        path.write_bytes(kept["played"])
        return
    run("open", "E", "--players", "Ann Bob Cat")
    for saying in PLAYED:
        run("record", saying)
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    kept["played"] = path.read_bytes()


def changed(path, statement: str, *values: object) -> None:
    connection = open_wide(path)
    connection.execute(statement, values)
    connection.close()


@given(st.one_of(plain_sayings, KINDS[Void]))
def test_the_digest_of_the_parts_is_the_digest(event):
    for recorded in (
        RecordedEvent(7, event, "2026-01-01T20:00:00.000Z", 'Zoë "the pen"', pinned={"edition": 1}),
        RecordedEvent(1, event),
    ):
        row = event_row(1, recorded, "")
        parts = (row[name] for name in ("number", "body", "said_at", "said_by", "version", "pinned"))
        assert digest_of_parts(BEFORE_THE_FIRST, *parts) == digest(BEFORE_THE_FIRST, recorded)


def test_no_answer_about_an_evening_believes_totals_that_somebody_changed(run, played, tmp_path):
    database = tmp_path / "evenings.db"
    answers = [run(*command, "--json").out for command in ANSWERING[:-1]]
    changed(database, "UPDATE totals SET body = replace(body, ':-500', ':500')")
    assert [run(*command, "--json").out for command in ANSWERING[:-1]] == answers
    (finding,) = run("audit", "--json").json["findings"]
    assert (finding["code"], finding["wrong"]) == ("totals", "the totals are not what a replay gives")
    changes = run("db", "rebuild", "--yes", "--json").json["changes"]
    assert [one["code"] for one in changes] == ["totals"]
    assert run("audit").code == 0


TOGETHER = (
    ["standings"], ["settle", "--all"], ["settle", "--since", "2000-01-01"], ["settle", "--all", "--replay"],
    ["explain", "Ann", "--since", "2000-01-01"], ["pay", "Ann", "Bob", "--dry-run"], ["statement"], ["settle"],
)  # fmt: skip
"""The commands that say who pays whom, or how much."""


@pytest.mark.parametrize("closed", [False, True])
def test_totals_that_somebody_bound_to_the_log_are_found_and_believed_by_nobody(run, played, tmp_path, closed):
    database = tmp_path / "evenings.db"
    if closed:
        assert run("record", "close").code == 0
    answers = [run(*command, "--json").out for command in TOGETHER]
    assert run("pay", "Ann", "Bob", "--dry-run").code == 0
    with sqlite3.connect(database) as connection:
        ((rules, body, head),) = connection.execute(
            "SELECT rules, body, (SELECT event.digest FROM event ORDER BY number DESC LIMIT 1) FROM totals"
        )
    false = StoredTotals(rules, body.replace(":-500", ":500"))
    assert false.body != body
    changed(database, "UPDATE totals SET body = ?, digest = ?", false.body, false.bound_to(head))
    assert [run(*command, "--json").out for command in TOGETHER] == answers
    assert [one["code"] for one in run("audit", "--json").json["findings"]] == ["totals"]
    assert run("record", 'note "on"').code == 0
    assert run("audit").code == 0


@pytest.mark.parametrize("seed", range(40 if TIMES == 1 else 320))
def test_a_byte_changed_in_the_log_is_never_answered_over(run, played, tmp_path, seed):
    chances = random.Random(seed)
    number = chances.randint(1, 7)
    column = chances.choice(("body", "pinned", "said_at", "said_by", "digest"))
    connection = open_wide(tmp_path / "evenings.db")
    (stored,) = connection.execute(f"SELECT {column} FROM event WHERE number = {number}").fetchone()
    spoiled = one_byte_changed(chances, stored)
    connection.execute(f"UPDATE event SET {column} = CAST(? AS TEXT) WHERE number = {number}", (spoiled,))
    connection.close()
    for command in ANSWERING:
        done = run(*command, "--json")
        assert done.code == 3, (command, column, number, stored, spoiled)
        assert done.json["error"]["code"] == "unsound"
        assert "Traceback" not in done.err
    assert run("audit").code


@pytest.mark.parametrize("command", TOGETHER, ids=" ".join)
def test_a_changed_closed_log_is_answered_over_by_no_command(run, played, tmp_path, command):
    run("record", "close")
    assert run(*command, "--json").json.get("checked", True)
    changed(tmp_path / "evenings.db", "UPDATE event SET said_by = 'nobody' WHERE number = 4")
    assert run(*command).code == 3


def test_an_event_cut_off_the_end_is_missed_where_something_was_made_after_it(run, played, tmp_path):
    database = tmp_path / "evenings.db"
    changed(database, "DELETE FROM event WHERE number = (SELECT max(number) FROM event)")
    for command in ANSWERING:
        done = run(*command)
        assert done.code == 3
        assert "it ends with event 7, and its totals were made after event 8" in done.err


def test_a_log_that_is_changed_between_two_lines_is_told_from_a_line_that_is_refused(
    run, played, tmp_path, monkeypatch
):

    def lines():
        yield 1, 'note "before"'
        yield 2, "this is no saying"
        changed(tmp_path / "evenings.db", "DELETE FROM event WHERE number = (SELECT max(number) FROM event)")
        yield 3, 'note "after"'
        yield 4, 'note "after that"'

    monkeypatch.setattr("ledger.cli.commands.record._lines", lines)
    done = run("record", "-")
    assert done.code == 3
    assert "this is no saying" in done.err
    assert "evening 1 is not what was recorded" in done.err


def test_a_log_that_is_not_to_be_believed_can_still_be_read_and_is_said_to_be_so(run, played, tmp_path):
    changed(tmp_path / "evenings.db", "UPDATE event SET body = replace(body, '500', '700') WHERE number = 4")
    changed(tmp_path / "evenings.db", "UPDATE event SET body = '[[[', said_at = 'x' WHERE number = 5")
    done = run("log", "--as-recorded")
    assert done.code == 3
    assert "Ann gives Bob 700" in done.out
    assert "this cannot be read" in done.out
    assert "event 4 was changed" in done.err
    told = run("log", "--as-recorded", "--json").json
    assert len(told["log"]) == 8
    assert told["error"]["code"] == "unsound"
    assert run("log").out == ""


@pytest.mark.parametrize(("column", "value"), [("number", 0), ("number", 10), ("last", 99), ("last", 3)])
def test_a_key_that_leads_to_no_event_is_not_answered(run, played, tmp_path, column, value):
    assert run("record", "--key", "one", 'note "x"').code == 0
    changed(tmp_path / "evenings.db", "DROP TRIGGER IF EXISTS sent_is_not_changed")
    changed(tmp_path / "evenings.db", f"UPDATE sent SET {column} = ?", value)
    done = run("record", "--key", "one", 'note "x"', "--json")
    assert done.code == 3
    assert done.json["error"]["code"] == "unsound"
    assert "Traceback" not in done.err


def test_a_schema_that_is_no_text_is_one_sentence(run, played, tmp_path):
    database = tmp_path / "evenings.db"
    with sqlite3.connect(database) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    content = database.read_bytes()
    assert b"CREATE TABLE event (" in content
    for command in (*ANSWERING, ["audit"]):
        other = tmp_path / f"{len(list(tmp_path.iterdir()))}.db"
        other.write_bytes(content.replace(b"CREATE TABLE event (", b"CREATE TABLE ev\xffnt ("))
        done = run("--database", str(other), *command)
        assert done.code in (1, 3)
        assert len(done.err.splitlines()) <= 2


@pytest.mark.parametrize("command", [["settle"], ["seal"], ["table"], ["log"], ["export"]])
def test_events_that_a_damaged_file_does_not_give_in_order_are_missed(run, played, monkeypatch, command):
    rows, portions = SqliteDatabase.rows, SqliteDatabase.portions

    def damaged(self, statement, **values):
        found = rows(self, statement, **values)
        return found[:-2] if statement == sql.EVENTS_FROM else found

    def damaged_in_portions(self, statement, **values):
        found = [row for portion in portions(self, statement, **values) for row in portion]
        yield found[:-2] if statement == sql.EVENTS_FROM else found

    monkeypatch.setattr(SqliteDatabase, "rows", damaged)
    monkeypatch.setattr(SqliteDatabase, "portions", damaged_in_portions)
    done = run(*command)
    assert done.code == 3
    assert "it ends with event 6, and event 8 is there by itself" in done.err
