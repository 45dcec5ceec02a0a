"""A log that nobody can read is repaired: its end is moved apart, and told of from then on."""

import contextlib

import msgspec
import pytest

from ledger.core.events import Note, Void, version_of
from ledger.core.refusals import Refusal
from ledger.log.digests import digest
from ledger.recorder import Recorder
from ledger.store import open_store
from ledger.store.generated import statements
from ledger.store.repairs import moved_in
from ledger.store.rows import event_row
from tests.audit.test_audit import open_wide
from tests.helpers import command_line
from tests.helpers.databases import server, url, with_the_schema
from tests.store.test_copying import club
from tests.store.test_server import recorder_of

at_home, run = command_line.at_home, command_line.run
__all__ = ["at_home", "club", "run", "server", "url"]

OPENING = ['evening "Boxing Night" on 2026-12-26', "players Ann Bob Cat"]
SAID = ["game tally", "result Ann +5 Bob -5", 'note "tea"', "result Bob +2 Cat -2"]


@pytest.fixture
def played(url):
    """Return the URL of a database with an evening; one on a server has its schema."""
    if url.startswith("postgresql"):
        with_the_schema(url)
    store = open_store(url)
    evening, _ = recorder_of(store, "tests").open(OPENING)
    for number, saying in enumerate(SAID, start=1):
        recorder_of(store, "tests").open_session(evening).record(saying, key=f"k{number}")
    store.close()
    return url


@contextlib.contextmanager
def unguarded(url: str):
    """Yield a way to run statements without any trigger."""
    if url.startswith("sqlite"):
        connection = open_wide(url.removeprefix("sqlite:///").partition("?")[0])
        yield connection.execute
        connection.close()
        return
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SET session_replication_role = replica")
        yield connection.execute


SPOILS = {
    "a digest of nothing": "UPDATE event SET digest = '0000' WHERE number = 5",
    "a body that is none": "UPDATE event SET body = '{}' WHERE number = 5",
    "an event that is gone": "DELETE FROM event WHERE number = 5",
}


@pytest.mark.parametrize("spoil", SPOILS)
def test_an_unreadable_tail_is_moved_apart_and_the_evening_goes_on(played, run, spoil):
    with unguarded(played) as execute:
        execute("DELETE FROM sent WHERE last = 5")
        execute(SPOILS[spoil])
    here = ("--database", played)
    assert run(*here, "settle").code == 3
    before = run(*here, "db", "repair", "1")
    assert before.code == 3
    assert "cannot be read from event" in before.out
    assert "nothing is written" in before.out
    assert run(*here, "settle").code == 3
    done = run(*here, "db", "repair", "1", "--yes", "--json")
    assert done.code == 0, done.err
    left = 2 if "gone" not in spoil else 1
    assert [event["by"] for event in done.json["events"]] == ["tests"] * left
    assert (done.json["written"], done.json["repair"]) == (True, 2)
    assert run(*here, "settle", "--json").json["owed"] == {"Ann": 5, "Bob": -5, "Cat": 0}
    assert run(*here, "record", "result Bob +2 Cat -2", "--key", "k4").code == 0
    audited = run(*here, "audit", "--all", "--json")
    assert {finding["code"] for finding in audited.json["findings"]} <= {"time"}
    assert "could not be read and were moved apart: event 2 of the club" in audited.json["remarks"][0]
    assert "repair of evening 1 from" in run(*here, "log", "--club").out
    assert run(*here, "db", "repair", "1").out == "the log of evening 1 can be read to its end\n"


def test_what_cannot_be_replayed_is_moved_from_the_event_that_did_it(played, run):
    store = open_store(played)
    newest = store.log(1)[-1]
    head, rows = newest.digest, []
    for number, event in ((7, Note("genuine")), (8, Void(3, "I do not like it"))):
        said = msgspec.structs.replace(newest.recorded, number=number, event=event, version=version_of(event))
        rows.append(event_row(1, said, head))
        head = rows[-1]["digest"] = digest(head, said)
    with store.database.transaction():
        store.database.write(statements.ADD_EVENT, rows)
    store.close()
    here = ("--database", played)
    assert run(*here, "settle").code == 3
    assert [event["number"] for event in run(*here, "db", "repair", "1", "--yes", "--json").json["events"]] == [8]
    assert run(*here, "settle").code == 0


def test_the_log_of_the_club_is_repaired_too(played, run):
    here = ("--database", played)
    assert run(*here, "person", "add", "Ann", "--known-as", "Annie").code == 0
    assert run(*here, "person", "add", "Bob").code == 0
    with unguarded(played) as execute:
        execute("UPDATE event SET digest = '0000' WHERE evening = 0 AND number = 3")
    assert run(*here, "person", "list").code == 3
    assert run(*here, "db", "repair", "--club").code == 3
    assert run(*here, "db", "repair", "--club", "--yes").code == 0
    assert run(*here, "audit", "--all").code == 0
    assert "Annie" in run(*here, "person", "list").out
    assert "repair of club from 3 to 3" in run(*here, "log", "--club").out


def test_what_was_moved_is_guarded_compared_and_copied(played, run, tmp_path):
    with unguarded(played) as execute:
        execute("DELETE FROM sent WHERE last = 5")
        execute("UPDATE event SET digest = '0000' WHERE number = 5")
    here = ("--database", played)
    assert run(*here, "db", "repair", "1", "--yes").code == 0
    store = open_store(played)
    for statement in ("DELETE FROM moved", "UPDATE moved SET body = ''", "DELETE FROM event", "DELETE FROM sent"):
        with pytest.raises(Refusal, match="never"), store.database.transaction():
            store.database.rows(statement)
    moved = moved_in(store)
    store.close()
    copy = str(tmp_path / "copy.db")
    assert run("db", "copy", played, copy).code == 0
    assert run("--database", copy, "audit", "--all").code == 0
    there = open_store(copy)
    assert moved_in(there) == moved
    there.close()
    for change, said in (
        ("UPDATE moved SET said_by = 'Eve' WHERE number = 6", "what was moved is not as it was then"),
        ("UPDATE moved SET repair = 9", "the club's log does not say so"),
        ("DELETE FROM moved", "what was moved is gone"),
    ):
        with unguarded(played) as execute:
            execute(change)
        audited = run(*here, "audit", "--all")
        assert (audited.code, said in audited.out) == (3, True), change


def test_only_the_owner_repairs(club, run, server):
    store = open_store(club[0])
    Recorder(store, "zoe").open(OPENING)
    store.close()
    with unguarded(server) as execute:
        execute("UPDATE event SET digest = '0000' WHERE number = 2")
    refused = run("--database", club[0], "db", "repair", "1", "--yes")
    assert (refused.code, "may not do that" in refused.err) == (1, True)
    assert run("--database", server, "db", "repair", "1", "--yes").code == 0
    assert run("--database", club[0], "table", "--evening", "1").code in (0, 1)


def test_an_evening_without_events_is_nobodys_current_one(played, run):
    with unguarded(played) as execute:
        execute("INSERT INTO evening VALUES (1000, 'Mine', NULL, " + ("0)" if "sqlite" in played else "false)"))
        execute("DELETE FROM current")
    assert "Boxing Night" in run("--database", played, "log").out
    for command in (
        ["evenings"],
        ["settle", "--all"],
        ["standings"],
        ["audit", "--all"],
        ["table", "--evening", "1000"],
    ):
        assert run("--database", played, *command).code in range(5), command
