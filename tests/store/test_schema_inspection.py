"""The schema of a database, compared with that of the migrations, on every kind of database."""

import pytest

from ledger.store.database import SqliteDatabase
from ledger.store.inspection import inspect
from ledger.store.schema import upgrade
from tests.helpers import databases

server, url, database = databases.server, databases.url, databases.database


def said(database) -> list[str]:
    return [fault.wrong for fault in inspect(database)]


def run(database, statement: str) -> None:
    with database.transaction():
        database.rows(statement)


def test_a_schema_that_the_migrations_made_is_as_it_should_be(database):
    upgrade(database)
    assert said(database) == []


@pytest.mark.parametrize("guard", ["event_is_not_changed", "event_is_not_deleted", "evening_is_not_deleted"])
def test_a_guard_that_is_missing_is_found(database, guard):
    upgrade(database)
    table = guard.split("_")[0]
    run(database, f"DROP TRIGGER {guard}" + ("" if isinstance(database, SqliteDatabase) else f" ON {table}"))
    assert said(database) == [f"the trigger {guard} is missing"]


def test_a_guard_that_is_switched_off_is_found_on_a_server(database):
    if isinstance(database, SqliteDatabase):
        pytest.skip("a file has no switch for its guards")
    upgrade(database)
    run(database, "ALTER TABLE event DISABLE TRIGGER event_is_not_changed")
    assert said(database) == ["the trigger event_is_not_changed is switched off"]


def test_a_guard_that_nobody_made_is_found(database):
    upgrade(database)
    if isinstance(database, SqliteDatabase):
        run(database, "CREATE TRIGGER more AFTER INSERT ON totals BEGIN DELETE FROM totals; END")
    else:
        run(
            database,
            "CREATE TRIGGER more BEFORE INSERT ON totals FOR EACH ROW EXECUTE FUNCTION card_ledger_refuses('no')",
        )
    assert said(database) == ["there is a trigger more that card-ledger does not make"]


@pytest.mark.parametrize(
    "weakened",
    [
        "CREATE OR REPLACE FUNCTION card_ledger_deletes() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN OLD; END $$",
        "DROP TRIGGER event_is_not_deleted ON event; CREATE TRIGGER event_is_not_deleted BEFORE DELETE ON event "
        "FOR EACH ROW WHEN (OLD.number > 5) EXECUTE FUNCTION card_ledger_refuses('an event is never deleted')",
    ],
)
def test_a_guard_that_was_weakened_is_found_on_a_server(database, weakened):
    if isinstance(database, SqliteDatabase):
        pytest.skip("the guards of a file are compared by their text")
    upgrade(database)
    for statement in weakened.split("; CREATE TRIGGER"):
        run(database, statement if statement.startswith(("CREATE OR", "DROP")) else f"CREATE TRIGGER{statement}")
    assert any("event_is_not_deleted is not as card-ledger makes it" in wrong for wrong in said(database))
