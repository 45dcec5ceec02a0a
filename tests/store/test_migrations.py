"""The migrations go up and down, and make the schema of the models."""

import contextlib
import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import text
from sqlmodel import SQLModel

from ledger.core.refusals import Code, Refusal
from ledger.projections.offers import expecting
from ledger.recorder import Recorder
from ledger.store import models, open_store, open_to_read
from ledger.store.database import SqliteDatabase
from ledger.store.generated import statements
from ledger.store.inspection import inspect
from ledger.store.places import open_database
from ledger.store.schema import (
    BEFORE_TOTALS,
    OLDER,
    SCHEMA,
    bring_up_to_date,
    configuration,
    migrations,
    revision_of,
    sqlite_engine,
    upgrade,
)
from tests.helpers.auditing import audit_stored
from tests.helpers.databases import database, emptied, server, store, url, with_the_schema

__all__ = ["database", "server", "store", "url"]
REVISIONS = [each.revision for each in reversed(list(ScriptDirectory.from_config(configuration()).walk_revisions()))]


@pytest.fixture(params=("sqlite", "postgresql"))
def engine(request, tmp_path):
    if request.param == "sqlite":
        found = sqlite_engine(tmp_path / "evenings.db")
    else:
        from ledger.store.server import ServerDatabase

        found = ServerDatabase(emptied(request.getfixturevalue("server"))).engine
    yield found
    found.dispose()


@contextlib.contextmanager
def migrating(engine):
    with engine.begin() as connection:
        config = configuration()
        config.attributes["connection"] = connection
        yield config


def test_the_program_works_with_the_newest_revision():
    assert REVISIONS[-1] == SCHEMA


def test_each_revision_goes_up_down_and_up(engine):
    for revision in REVISIONS:
        for step in (command.upgrade, command.downgrade, command.upgrade):
            with migrating(engine) as config:
                step(config, "-1" if step is command.downgrade else revision)
    with migrating(engine) as config:
        command.downgrade(config, "base")
    with engine.connect() as connection:
        left = MigrationContext.configure(connection)
        assert left.get_current_revision() is None


def test_keys_of_what_was_sent_are_not_taken_down(engine):
    with migrating(engine) as config:
        command.upgrade(config, "0007")  # whose server checks no digest
    with engine.begin() as connection:
        connection.execute(
            text("INSERT INTO evening (id, title, closed) VALUES (1, 'Nap', :closed)"), {"closed": False}
        )
        row = "(1, 1, 'evening', 1, '{}', '{}', '', '', '')"
        connection.execute(text(f"INSERT INTO event VALUES {row}"))
        connection.execute(text("INSERT INTO sent VALUES (1, 'one', '', 1, 1)"))
    with pytest.raises(CommandError, match="keys of what was sent"), migrating(engine) as config:
        command.downgrade(config, "0001")
    with engine.connect() as connection:
        assert connection.execute(text("SELECT key FROM sent")).fetchall() == [("one",)]


def test_the_models_are_what_the_migrations_make(engine):
    with migrating(engine) as config:
        command.upgrade(config, "head")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, SQLModel.metadata) == []


def test_the_comparison_would_see_a_difference(engine):
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        missing = {
            change[1].name for change in compare_metadata(context, SQLModel.metadata) if change[0] == "add_table"
        }
    assert missing == {"evening", "event", "sent", "totals", "current", "payee", "moved"}
    assert models.EventRow.__tablename__ in missing


STATEMENTS = {name: text for name, text in vars(statements).items() if isinstance(text, str) and name.isupper()}


@pytest.mark.parametrize("name", STATEMENTS)
def test_every_statement_fits_the_schema(name, tmp_path):
    database = SqliteDatabase(tmp_path / "evenings.db")
    upgrade(database)
    text = STATEMENTS[name]
    database.rows(f"EXPLAIN {text}", **dict.fromkeys(re.findall(r":(\w+)", text), 1))


@pytest.mark.parametrize(
    "name",
    ["NEWEST", "EVENTS_FROM", "SENT", "DESCRIBED", "COUNTED_TO", "TOTALS", "CURRENT"],
)
def test_what_runs_with_every_saying_reads_no_whole_table(name, tmp_path):
    database = SqliteDatabase(tmp_path / "evenings.db")
    upgrade(database)
    values = {"evening": 1, "number": 1, "recorder": "Ann", "after": 1, "key": "one"}
    plan = [row[-1] for row in database.rows(f"EXPLAIN QUERY PLAN {STATEMENTS[name]}", **values)]
    assert plan
    assert all(step.startswith("SEARCH") for step in plan), plan


def test_an_older_file_is_brought_up_to_date_on_first_use(tmp_path):
    path = tmp_path / "evenings.db"
    with migrating(sqlite_engine(path)) as config:
        command.upgrade(config, "head")
        command.downgrade(config, "base")
    database = SqliteDatabase(path)
    assert revision_of(database) is None
    bring_up_to_date(database)
    assert revision_of(database) == SCHEMA
    assert database.rows("PRAGMA journal_mode")[0][0] == "wal"
    assert database.rows("PRAGMA synchronous")[0][0] == 2
    assert database.rows("PRAGMA foreign_keys")[0][0] == 1


def older_file(tmp_path, revision: str) -> tuple[Recorder, int, Path]:
    """The same log in a file of today, and in one of an older schema."""
    made, older = tmp_path / "made.db", tmp_path / "older.db"
    recorder = Recorder(open_store(f"sqlite:///{made}"), "Ann")
    evening, _ = recorder.open(['evening "Nap"', "players Ann Bob", "game nap kitty=1"])
    for saying in ("deal Ann", "Bob 3", "Bob made", "undo", "Bob failed", "deal", "Ann 2"):
        assert recorder.open_session(evening).record(saying) is not None
    with migrating(sqlite_engine(older)) as config:
        command.upgrade(config, revision)
    with sqlite3.connect(older) as connection:
        connection.execute("ATTACH DATABASE ? AS made", (str(made),))
        for table in ("evening", "event", "current"):
            connection.execute(f"INSERT INTO {table} SELECT * FROM made.{table}")
        if revision not in BEFORE_TOTALS:
            connection.execute("INSERT INTO totals SELECT evening, number, digest, rules, body FROM made.totals")
            return recorder, evening, older
        connection.execute("INSERT INTO checkpoint VALUES (1, 3, 6, '{}')")
        connection.execute("INSERT INTO posting VALUES (1, 1, 4, 'Ann', 0, 'nap.kitty', 1, 1, 'the kitty', '', 0, 1)")
    return recorder, evening, older


@pytest.mark.parametrize("revision", OLDER)
def test_an_older_file_is_brought_up_to_date_by_the_first_saying_and_is_the_same_log(tmp_path, revision):
    recorder, evening, older = older_file(tmp_path, revision)
    again = Recorder(open_store(f"sqlite:///{older}"), "Ann")
    assert revision_of(again.store.database) == SCHEMA
    assert again.log(evening) == recorder.log(evening)
    assert (tmp_path / f"older.db.schema-{revision}").exists()
    assert again.open_session(evening).record("Ann made") is not None
    assert again.open_session(evening).record('amend 8 "he made it": Bob made') is not None
    assert audit_stored(f"sqlite:///{older}", evening) == []
    assert {"posting", "checkpoint", "mark"}.isdisjoint(again.store.database.tables())
    with pytest.raises(Refusal, match="never changed"):
        again.store.database.rows("UPDATE event SET body = ''")


@pytest.mark.parametrize("revision", OLDER)
def test_an_older_file_is_read_as_it_is(tmp_path, revision):
    recorder, evening, older = older_file(tmp_path, revision)
    with sqlite3.connect(older) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    before, there = older.read_bytes(), {path.name for path in tmp_path.iterdir()}
    reader = Recorder(open_to_read(f"sqlite:///{older}"), "Ann")
    assert reader.log(evening) == recorder.log(evening)
    assert [one.totals for one in reader.played_since()] == [one.totals for one in recorder.played_since()]
    assert expecting(reader.open_session(evening).evening) == expecting(recorder.open_session(evening).evening)
    assert audit_stored(f"sqlite:///{older}", evening) == []
    assert inspect(reader.store.database) == []
    reader.store.close()
    there -= {"older.db-wal", "older.db-shm"}
    assert {path.name for path in tmp_path.iterdir()} - {"older.db-wal", "older.db-shm"} == there
    assert older.read_bytes() == before


def test_a_newer_schema_is_refused_and_left_alone(tmp_path):
    database = SqliteDatabase(tmp_path / "evenings.db")
    upgrade(database)
    database.rows("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(Refusal, match="newer card-ledger") as caught:
        bring_up_to_date(database)
    assert caught.value.code is Code.STORE
    assert revision_of(database) == "9999"


def test_another_programs_database_is_refused_and_left_alone(tmp_path):
    database = SqliteDatabase(tmp_path / "recipes.db")
    database.rows("CREATE TABLE recipe (name TEXT)")
    with pytest.raises(Refusal, match="another program"):
        bring_up_to_date(database)
    with pytest.raises(Refusal, match="another program"):
        upgrade(database)
    assert database.tables() == {"recipe"}


def test_a_server_is_brought_up_to_date_by_command_only(server):
    from ledger.store.server import ServerDatabase

    database = ServerDatabase(emptied(server))
    with pytest.raises(Refusal, match="no schema yet") as caught:
        bring_up_to_date(database)
    assert "db upgrade" in caught.value.remedy
    assert database.tables() == set()
    upgrade(database)
    bring_up_to_date(database)
    database.close()


def test_what_the_tests_of_a_server_begin_with_is_what_the_migrations_make(server):
    for _ in range(2):
        database = open_database(with_the_schema(server))
        assert revision_of(database) == SCHEMA
        assert inspect(database) == []
        with database.engine.connect() as connection:
            assert compare_metadata(MigrationContext.configure(connection), SQLModel.metadata) == []
        database.close()


def test_several_programs_may_use_a_new_file_at_once(tmp_path):
    code = "import sys; from ledger.store import open_store; print(open_store(sys.argv[1]).evenings())"
    url = f"sqlite:///{tmp_path / 'evenings.db'}?timeout=30"
    running = [
        subprocess.Popen([sys.executable, "-c", code, url], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    for process in running:
        out, err = process.communicate(timeout=120)
        assert (process.returncode, out, err) == (0, "[]\n", "")


def test_a_migration_that_fails_leaves_nothing_behind(tmp_path):
    path = tmp_path / "evenings.db"
    database = SqliteDatabase(path)
    database.rows("PRAGMA journal_mode = WAL")
    held = SqliteDatabase(path)
    with held.transaction():
        held.rows("CREATE TABLE alembic_version (version_num TEXT)")
        held.rows("INSERT INTO alembic_version VALUES ('0000')")
    with pytest.raises(Refusal):
        upgrade(database)
    assert database.tables() == {"alembic_version"}


@pytest.mark.thorough
def test_developers_may_run_alembic_itself(tmp_path):
    root = Path(__file__).parents[2]
    environment = {"CARD_LEDGER_DATABASE": f"sqlite:///{tmp_path / 'evenings.db'}", "PATH": ""}
    done = subprocess.run(
        [sys.executable, "-m", "alembic", "upgrade", "head"],
        cwd=root, env=environment, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert revision_of(SqliteDatabase(tmp_path / "evenings.db")) == SCHEMA
    assert migrations().is_dir()
