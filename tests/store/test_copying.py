"""Copies of a log with checked digests, the copy made before a change of schema, and rights."""

import contextlib
import gc
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import msgspec
import pytest
from alembic import command
from sqlmodel import SQLModel

from ledger.core.events import Note, RecordedEvent
from ledger.core.refusals import Code, Refusal
from ledger.log.digests import digest
from ledger.recorder import Recorder
from ledger.store import StoredTotals, copying, grants, models, open_store
from ledger.store.database import SqliteDatabase
from ledger.store.evidence import gather
from ledger.store.generated import statements
from ledger.store.places import open_database, open_unchanged
from ledger.store.rows import COLUMNS, event_of, event_row
from ledger.store.schema import REVISIONS, SCHEMA, bring_up_to_date, configuration, revision_of, sqlite_engine, upgrade
from tests.helpers import command_line
from tests.helpers.auditing import audit
from tests.helpers.databases import database, emptied, opened, server, store, url, with_the_schema
from tests.store.test_server import recorder_of
from tests.store.test_store import begin, beside

at_home, run = command_line.at_home, command_line.run

__all__ = ["database", "opened", "server", "store", "url"]

SAYINGS = ["game nap", "deal Ann", "Cat 3", "tricks Cat 3", "deal", "Ann passes"]
OPENING = ['evening "Boxing Night"', "players Ann Bob Cat"]


def played(store, evenings: int = 2, sayings: int = 6) -> None:
    recorder = recorder_of(store)
    for _ in range(evenings):
        number, _answer = recorder.open(OPENING)
        for place, saying in enumerate(SAYINGS[:sayings]):
            recorder.open_session(number).record(saying, key=f"{number} {place}")


def same(one, other) -> None:
    """Check that both have the same evenings and derived rows, and that an audit finds nothing."""
    assert one.evenings() == other.evenings()
    for listed in one.evenings():
        evidence = gather(one.database, listed.id)
        assert evidence == gather(other.database, listed.id)
        assert audit(evidence, listed.id) == []
        assert [one.log(listed.id)] == [other.log(listed.id)]
    assert one.current("Zoë") == other.current("Zoë")


@pytest.mark.parametrize("there", ["sqlite", "postgresql"])
def test_a_log_is_carried_to_another_database_and_recorded_on(store, there, tmp_path, request):
    played(store)
    if there == "postgresql":
        place = request.getfixturevalue("server")
        if not isinstance(store.database, SqliteDatabase):
            pytest.skip("one server is not copied into itself")
        with_the_schema(place)
    else:
        place = f"sqlite:///{tmp_path / 'other.db'}"
    target = open_store(place)
    found = copying.carry(store, target)
    assert (found.evenings, found.events, found.written) == (2, 16, 16)
    same(store, target)
    assert copying.carry(store, target).written == 0
    assert recorder_of(target).open_session(2).record("Ann passes", key="2 5").again
    recorder_of(target).open_session(2).record("Bob passes")
    number, _ = recorder_of(target).open(OPENING)
    assert number == 3, "the next evening has the next number"
    with pytest.raises(Refusal, match=r"evening 2 in .* has 9 events there and 8 here"):
        copying.carry(store, target)
    target.close()


@pytest.mark.parametrize("after", [1, 3, 7])
def test_a_copy_that_was_broken_off_is_gone_on_with(tmp_path, monkeypatch, after):
    source = open_store(str(tmp_path / "here.db"))
    played(source)
    target = open_store(str(tmp_path / "there.db"))
    monkeypatch.setattr("ledger.store.database.PORTION", 2)
    add, left = copying._add, [after]

    def breaks_off(*arguments):
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        add(*arguments)

    monkeypatch.setattr(copying, "_add", breaks_off)
    with pytest.raises(KeyboardInterrupt):
        copying.carry(source, target)
    monkeypatch.setattr(copying, "_add", add)
    there = sum(len(target.log(one.id)) for one in target.evenings())
    assert there < 16
    assert copying.carry(source, target).written == 16 - there
    same(source, target)


def test_another_log_is_not_written_over(tmp_path):
    source, target = (open_store(str(tmp_path / name)) for name in ("here.db", "there.db"))
    played(source, 1)
    recorder_of(target).open(['evening "Another"', "players Ann Bob Cat"])
    before = target.log(1)
    with pytest.raises(Refusal, match=r"evening 1 in .* is another one to event 2"):
        copying.carry(source, target)
    assert target.log(1) == before


def test_what_does_not_hold_is_not_copied(tmp_path):
    path = tmp_path / "here.db"
    source = open_store(str(path))
    played(source, 1)
    source.close()
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DROP TRIGGER event_is_not_changed")
        connection.execute("UPDATE event SET said_by = 'Eve' WHERE number = 4")
    target = open_store(str(tmp_path / "there.db"))
    with pytest.raises(Refusal, match="is not what was recorded: event 4"):
        copying.carry(open_unchanged(str(path)), target)
    assert target.evenings() == []
    with pytest.raises(Refusal, match="is not what was recorded: event 4"):
        copying.back_up(open_database(str(path)), tmp_path / "backup.db")


# Backups


def test_a_backup_of_a_live_database_is_one_moment_of_it(store, tmp_path, opened):
    played(store)
    stop = threading.Event()
    other = opened()

    def go_on() -> None:
        sitting = recorder_of(other, "Bob").open_session(1)
        for number in range(500):
            if stop.is_set():
                return
            sitting.record(f'note "{number}"')

    writing = threading.Thread(target=go_on)
    writing.start()
    try:
        found = copying.back_up(store.database, tmp_path / "backup.db")
    finally:
        stop.set()
        writing.join(timeout=60)
    copy = open_unchanged(str(tmp_path / "backup.db"))
    assert found.events == sum(one.events for one in copy.evenings()) >= 16
    for one in copy.evenings():
        assert audit(gather(copy.database, one.id), one.id) == []
        assert store.log(one.id)[: one.events] == copy.log(one.id)
    assert (tmp_path / "backup.db").stat().st_mode & 0o777 == 0o600
    before = (tmp_path / "backup.db").read_bytes()
    with pytest.raises(Refusal, match="already") as caught:
        copying.back_up(store.database, tmp_path / "backup.db")
    assert caught.value.code is Code.FILE
    assert (tmp_path / "backup.db").read_bytes() == before
    with pytest.raises(Refusal):
        copying.back_up(store.database, tmp_path / "nowhere" / "backup.db")
    recorder_of(open_store(str(tmp_path / "backup.db"))).open_session(2).record("Bob passes")


def at_revision(path: Path, revision: str) -> None:
    with sqlite_engine(path).begin() as connection:
        config = configuration()
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


def test_a_file_whose_schema_is_changed_in_passing_is_kept_as_it_was(tmp_path):
    path = tmp_path / "evenings.db"
    at_revision(path, "0001")
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO evening (id, title, closed) VALUES (7, 'Whist', 0)")
    (tmp_path / "evenings.db.schema-0001").write_text("something else")
    open_store(str(path))
    kept = SqliteDatabase(tmp_path / "evenings.db.schema-0001-2")
    assert revision_of(kept) == "0001"
    assert kept.rows("SELECT id, title FROM evening") == [(7, "Whist")]
    database = SqliteDatabase(path)
    assert revision_of(database) == SCHEMA
    assert database.rows("SELECT id, title FROM evening") == [(7, "Whist")]
    bring_up_to_date(database)
    kept.close()
    assert len(list(tmp_path.glob("*.schema-*"))) == 2, "nothing is kept where nothing is changed"
    assert (tmp_path / "evenings.db.schema-0001").read_text() == "something else"


def test_a_new_file_leaves_no_copy(tmp_path):
    open_store(str(tmp_path / "evenings.db"))
    assert list(tmp_path.glob("*.schema-*")) == []


@pytest.mark.thorough
def test_a_log_is_not_emptied_by_going_back(url, store):
    played(store, 1, 0)
    root = Path(__file__).parents[2]
    environment = {"CARD_LEDGER_DATABASE": url, "PATH": ""}
    store.close()
    done = subprocess.run(
        [sys.executable, "-m", "alembic", "downgrade", "base"],
        cwd=root, env=environment, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode != 0
    assert "there are events in the log" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    again = open_store(url)
    assert len(again.log(1)) == 2
    again.close()


# Who may do what


def test_every_table_has_its_rights():
    assert models.EventRow.__tablename__ in grants.RIGHTS
    assert {*grants.RIGHTS} == {*SQLModel.metadata.tables, REVISIONS}


FORBIDDEN = (
    "UPDATE event SET said_by = 'Eve'",
    "DELETE FROM event",
    "TRUNCATE event CASCADE",
    "DROP TABLE event CASCADE",
    "DROP TRIGGER event_is_not_changed ON event",
    "ALTER TABLE event DISABLE TRIGGER ALL",
    "DELETE FROM evening",
    "UPDATE evening SET id = 9",
    "DELETE FROM sent",
    "UPDATE sent SET content = ''",
    "UPDATE alembic_version SET version_num = '9999'",
    "INSERT INTO evening VALUES (1000, 'Mine', NULL, false)",
    "INSERT INTO totals SELECT 2, number, digest, rules, body FROM totals",
    "UPDATE totals SET body = '{}'",
    "SELECT card_ledger_counts(1, 9, repeat('0', 64), '[]', '{}')",
    "INSERT INTO moved SELECT evening, number, 1, '', NULL, NULL, kind, version, body, pinned, said_at, said_by, digest"
    " FROM event",
    "CREATE TABLE mine (x int)",
    "CREATE OR REPLACE FUNCTION card_ledger_refuses() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$",
)


@pytest.fixture
def club(server):
    """Yield the URLs of a recorder and a reader of a club whose tables somebody else owns."""
    import psycopg

    with_the_schema(server)
    with psycopg.connect(server, autocommit=True) as connection:
        for _ in range(2):
            connection.execute(grants.grants())
        for name, role in (("zoe", grants.RECORDER), ("rita", grants.READER)):
            connection.execute(f"DROP ROLE IF EXISTS {name}")
            connection.execute(f"CREATE ROLE {name} LOGIN")
            connection.execute(f"GRANT {role.replace('DATABASE', 'postgres')} TO {name}")
    yield tuple(server.replace("tests@", f"{name}@") for name in ("zoe", "rita"))
    with psycopg.connect(server, autocommit=True) as connection:
        for name in ("zoe", "rita"):
            connection.execute(f"DROP OWNED BY {name}; DROP ROLE {name}")


def test_a_recorder_records_and_changes_nothing(club):
    zoe, rita = (open_store(each) for each in club)
    played(zoe, 1)
    recorder_of(zoe).open_session(1).record("undo")
    for statement in FORBIDDEN:
        with pytest.raises(Refusal), zoe.database.transaction():
            zoe.database.rows(statement)
    reader = Recorder(rita, "Rita")
    assert reader.open_session(1).number == 9
    assert [one.events for one in rita.evenings()] == [9]
    with pytest.raises(Refusal, match="may not do that") as caught:
        reader.open_session(1).record("Bob passes")
    assert "card-ledger db grants" in caught.value.remedy
    with pytest.raises(Refusal, match="may not do that"):
        reader.open(OPENING)
    assert audit(gather(rita.database, 1), 1) == []
    assert len(zoe.log(1)) == 9
    for each in (zoe, rita):
        each.close()


def inserted(store, number: int, said_by: str) -> None:
    """Append a copy of the newest event, under a number and a name, bound to it."""
    newest = store.log(1)[-1]
    again = msgspec.structs.replace(newest.recorded, number=number, said_by=said_by)
    with store.database.transaction():
        store.database.write(statements.ADD_EVENT, [event_row(1, again, digest(newest.digest, again))])


def test_a_recorder_appends_nothing_that_its_digest_does_not_bind(club):
    zoe = open_store(club[0])
    played(zoe, 1)
    before = zoe.log(1)
    newest = before[-1]
    right = event_row(1, msgspec.structs.replace(newest.recorded, number=9, said_by="zoe"), "0" * 64)
    right["digest"] = digest(newest.digest, event_of([right[name] for name in COLUMNS]).recorded)
    for change in ({"digest": "0" * 64}, {"digest": newest.digest}, {"digest": ""}, {"kind": "club"}):
        with pytest.raises(Refusal, match=r"binds it|of the kind"), zoe.database.transaction():
            zoe.database.write(statements.ADD_EVENT, [{**right, **change}])
    assert zoe.log(1) == before
    assert zoe.current("Ann") == 1
    zoe.close()


def test_the_totals_of_an_evening_are_written_by_who_recorded_its_newest_event(club, server):
    owner, zoe = open_store(server), open_store(club[0])
    played(owner, 1)
    head = owner.newest(1)
    forged = StoredTotals("[]", "{}")
    row = {"evening": 1, "number": head[0], "digest": forged.bound_to(head[1]), "rules": "[]", "body": "{}", "sent": 0}
    before = owner.heads()
    with pytest.raises(Refusal, match="the role that recorded its newest event"), zoe.database.transaction():
        zoe.database.write(statements.KEEP_TOTALS, [row])
    assert owner.heads() == before
    recorder_of(zoe).open_session(1).record('note "mine"')
    assert zoe.heads()[0].totals is not None
    Recorder(owner, "tests").rebuild(1)
    for each in (owner, zoe):
        each.close()


@pytest.mark.parametrize("text", ['"tea" \\ \t', "Zoë 💷 \u2028 \x7f", "a\x01b\x1fc\b\f", "</script>'"])
def test_a_server_takes_the_digest_of_every_text_as_the_program_does(store, text):
    evening = begin(store)
    said = RecordedEvent(3, Note(text), "2026-12-26T20:15:30Z", text, pinned={"b": text, "a": 1, "c": {"z": 1, "y": 2}})
    store.append(evening, [said], beside())
    assert store.log(evening)[-1].recorded == said


def test_recorders_of_an_older_server_go_on_after_the_upgrade_and_forge_no_more(server):
    import psycopg

    database = open_database(emptied(server))
    config = configuration()
    with database.engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0007")
    with psycopg.connect(server, autocommit=True) as connection:
        for role in ("recorder", "reader"):
            connection.execute(
                f"DO $$ BEGIN CREATE ROLE card_ledger_{role}_postgres; EXCEPTION WHEN others THEN END $$"
            )
        connection.execute("GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA public TO card_ledger_recorder_postgres")
        connection.execute("GRANT USAGE ON SCHEMA public TO card_ledger_recorder_postgres")
        connection.execute("GRANT UPDATE ON evening, totals, current TO card_ledger_recorder_postgres")
        connection.execute("DROP ROLE IF EXISTS yan; CREATE ROLE yan LOGIN; GRANT card_ledger_recorder_postgres TO yan")
    upgrade(database)
    database.close()
    try:
        yan = open_store(server.replace("tests@", "yan@"))
        played(yan, 1)
        for statement in FORBIDDEN:
            with pytest.raises(Refusal), yan.database.transaction():
                yan.database.rows(statement)
        yan.close()
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute("DROP OWNED BY yan; DROP ROLE yan")


def test_a_guard_is_not_led_astray_by_a_table_of_the_same_name(club, server):
    import psycopg

    zoe = open_store(club[0])
    played(zoe, 1)
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("GRANT TEMPORARY ON DATABASE postgres TO zoe")
    with zoe.database.transaction():
        zoe.database.rows("CREATE TEMPORARY TABLE event AS SELECT * FROM public.event WHERE number < 3")
        with pytest.raises(Refusal, match="next in number"):
            zoe.database.rows(
                "INSERT INTO public.event SELECT evening, 3, kind, version, body, pinned, said_at, 'zoe', digest"
                " FROM public.event WHERE number = 2"
            )
    zoe.close()
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("REVOKE TEMPORARY ON DATABASE postgres FROM zoe")
    zoe = open_store(club[0])
    with pytest.raises(Refusal, match="may not do that"), zoe.database.transaction():
        zoe.database.rows("CREATE TEMPORARY TABLE mine (x int)")
    zoe.close()


def test_an_event_is_signed_by_the_role_that_records_it_or_marked_as_claimed(club):
    zoe = open_store(club[0])
    played(zoe, 1)
    newest = zoe.newest(1)[0]
    assert {stored.recorded.said_by for stored in zoe.log(1)} == {"Zoë (as zoe)"}
    for forged in ("rita", "Rita", "Rita (as rita)", "tests", ""):
        with pytest.raises(Refusal, match="signed by the role"):
            inserted(zoe, newest + 1, forged)
    session = Recorder(zoe, "zoe").open_session(1)
    session.record('note "mine"')
    assert zoe.log(1)[-1].recorded.said_by == "zoe"
    zoe.close()


def test_a_reader_sees_who_there_is_and_not_how_they_are_paid(club, run):
    zoe, rita = club
    store = open_store(zoe)
    played(store, 1)
    store.close()
    import psycopg

    with psycopg.connect(zoe.replace("zoe@", "tests@"), autocommit=True) as connection:
        connection.execute("GRANT card_ledger_secretary_postgres TO zoe")
    assert run("--database", zoe, "payee", "Ann", "--swish", "0701234567").code == 0
    of_zoe, of_rita = (run("--database", each, "person", "list", "--json").json["persons"] for each in (zoe, rita))
    assert [row["ways"] for row in of_zoe] == [["swish"], [], []]
    assert of_rita == [{**row, "ways": []} for row in of_zoe]
    assert run("--database", rita, "person", "list").out == run("--database", zoe, "person", "list").out
    shown = run("--database", rita, "payee", "Ann")
    assert (shown.code, "this user may not do that" in shown.err) == (1, True)


def test_nobody_changes_the_current_evening_of_another(club):
    zoe = open_store(club[0])
    played(zoe, 1)
    Recorder(zoe, "Ann").choose(1)
    assert zoe.current("Ann (as zoe)") == 1
    for recorder in ("rita", "Ann (as rita)"):
        with pytest.raises(Refusal, match="of another recorder is not changed"), zoe.database.transaction():
            zoe.database.rows("INSERT INTO current (recorder, evening) VALUES (:recorder, 1)", recorder=recorder)
    zoe.close()


def test_a_recorder_of_one_club_does_not_record_in_another(club, server):
    import psycopg

    elsewhere = server.replace("/postgres?", "/elsewhere?")
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS elsewhere")
        connection.execute("CREATE DATABASE elsewhere")
    try:
        database = open_database(elsewhere)
        upgrade(database)
        database.close()
        with psycopg.connect(elsewhere, autocommit=True) as connection:
            connection.execute(grants.grants())
        with pytest.raises(Refusal, match="may not do that"):
            open_store(elsewhere.replace("tests@", "zoe@"))
        gc.collect()
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute("DROP DATABASE elsewhere")
            connection.execute("DROP ROLE card_ledger_recorder_elsewhere; DROP ROLE card_ledger_reader_elsewhere")


def test_only_the_owner_changes_the_schema(club):
    database = open_database(club[0])
    with pytest.raises(Refusal, match="cannot be brought up to date") as caught:
        upgrade(database)
    assert "only the owner" in caught.value.remedy
    database.close()
