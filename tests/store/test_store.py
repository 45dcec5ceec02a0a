"""The store: append-only in every database, all or nothing, and clear about failures."""

import contextlib
import os
import sqlite3
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest

from ledger.core.events import Note, OpenEvening, RecordedEvent, SeatPlayers
from ledger.core.refusals import Code, Refusal
from ledger.log.digests import head
from ledger.store import AnotherLog, Derived, Head, Stale, Store, StoredTotals, open_store, sent
from ledger.store.database import SqliteDatabase, connect
from ledger.store.places import open_database
from ledger.store.schema import bring_up_to_date, configuration, revision_of, sqlite_engine
from tests.helpers.databases import database, server, store, url

__all__ = ["database", "server", "store", "url"]


def recorded(number: int, text: str = "a note") -> RecordedEvent:
    event = {1: OpenEvening("Whist"), 2: SeatPlayers(("Ann", "Bob"))}.get(number, Note(f"{text} {number}"))
    return RecordedEvent(number, event, "2026-01-02T03:04:05.678Z", "Zoë", pinned={"Ann": -3} if number == 5 else {})


TOTALS = StoredTotals('[["nap",1]]', '{"Zoë":3}')


def beside(totals: StoredTotals = TOTALS, *, closed: bool = False) -> Derived:
    return Derived("Whist", None, closed, totals)


def begin(store: Store, events: int = 2) -> int:
    number, _ = store.create([recorded(each) for each in range(1, events + 1)], beside(), "Zoë")
    return number


# One contract, for every database


def test_what_is_appended_is_read_again(store):
    evening = begin(store)
    found = store.append(evening, [recorded(3), recorded(4), recorded(5)], beside())
    log = store.log(evening)
    assert [stored.recorded for stored in log] == [recorded(number) for number in range(1, 6)]
    assert log[-1].digest == found == head(stored.recorded for stored in log)


def test_what_comes_after_an_event_is_read_where_the_log_has_that_event(store):
    evening = begin(store)
    head = store.append(evening, [recorded(3)], beside())
    store.append(evening, [recorded(4)], beside())
    (since,) = store.portions(evening, 3, head)
    assert [stored.recorded.number for stored in since] == [4]
    for number, other in ((3, store.digest_of(evening, 2)), (9, head)):
        with pytest.raises(AnotherLog):
            [*store.portions(evening, number, other)]


def test_totals_are_those_of_the_newest_event_and_as_they_were_written(store):
    evening = begin(store)
    other = StoredTotals("[]", "{}")
    assert store.heads() == [Head(evening, 2, store.digest_of(evening, 2), TOTALS)]
    store.append(evening, [recorded(3)], beside(other))
    assert store.heads() == [Head(evening, 3, store.digest_of(evening, 3), other)]
    store.derive(evening, beside())
    assert store.heads() == [Head(evening, 3, store.digest_of(evening, 3), TOTALS)]
    for change in ("body = replace(body, '3', '4')", "rules = '[]'", "digest = ''"):
        with store.database.transaction():
            store.database.write(f"UPDATE totals SET {change} WHERE evening = :evening", [{"evening": evening}])
        assert store.heads() == [Head(evening, 3, store.digest_of(evening, 3), None)]
        store.derive(evening, beside())
    with store.database.transaction():
        store.database.write("DELETE FROM totals WHERE evening = :evening", [{"evening": evening}])
    assert store.heads() == [Head(evening, 3, store.digest_of(evening, 3), None)]


def test_who_comes_late_is_refused_and_told(store):
    evening = begin(store)
    store.append(evening, [recorded(3, "first"), recorded(4)], beside())
    with pytest.raises(Stale) as caught:
        store.append(evening, [recorded(3, "late")], beside(closed=True))
    assert caught.value.code is Code.STALE
    assert [*caught.value.meanwhile] == [recorded(3, "first"), recorded(4)]
    assert [stored.recorded.event for stored in store.log(evening)][2:] == [Note("first 3"), Note("a note 4")]
    assert not store.evenings()[0].closed
    store.append(evening, [recorded(5)], beside())


def test_what_was_sent_under_a_key_is_known_again(store):
    evening = begin(store)
    first, both = sent("one", ["Cat 3"]), sent("two", ["Cat passes", "Ann passes"])
    assert store.sent_before(evening, first) is None
    store.append(evening, [recorded(3)], beside(), first)
    store.append(evening, [recorded(4), recorded(5)], beside(), both)
    assert store.sent_before(evening, sent("one", [" Cat 3 "])) == range(3, 4)
    assert store.sent_before(evening, both) == range(4, 6)
    with pytest.raises(Refusal, match=r"something else .* event 3") as caught:
        store.sent_before(evening, sent("one", ["Cat 4"]))
    assert caught.value.code is Code.KEY
    for again in (first, sent("one", ["Cat 4"])):
        with pytest.raises(Refusal) as caught:
            store.append(evening, [recorded(6)], beside(closed=True), again)
        assert caught.value.code is Code.KEY
    assert len(store.log(evening)) == 5
    other = begin(store)
    assert store.sent_before(other, first) is None
    store.append(other, [recorded(3)], beside(), sent("one", ["Cat 4"]))


@pytest.mark.parametrize("key", ["", " ", "x" * 201, "a\nb", "\x00", "\udcff"])
def test_what_can_be_no_key(key):
    with pytest.raises(Refusal) as caught:
        sent(key, ["Cat 3"])
    assert caught.value.code is Code.KEY


def test_who_holds_an_evening_reads_and_writes_it_as_one(store):
    evening = begin(store)
    with store.holding(evening):
        number, head = store.newest(evening)
        store.see_newest(evening, number, head)
        store.append(evening, [recorded(3)], beside())
        with pytest.raises(Stale):
            store.see_newest(evening, number, head)
        with pytest.raises(Refusal, match="not the one that was read"):
            store.see_newest(evening, 3, head)
    with contextlib.suppress(ZeroDivisionError), store.holding(evening):
        store.append(evening, [recorded(4)], beside(closed=True))
        raise ZeroDivisionError
    assert [stored.recorded.number for stored in store.log(evening)] == [1, 2, 3]
    assert not store.evenings()[0].closed
    with pytest.raises(Refusal, match="there is no evening 99"), store.holding(99):
        pytest.fail("there is nothing to hold")


def test_an_older_program_that_runs_on_writes_nothing_into_a_newer_schema(store):
    evening = begin(store)
    with store.database.transaction():
        store.database.rows("UPDATE alembic_version SET version_num = '9999'")
    for write in (
        lambda: store.append(evening, [recorded(3)], beside()),
        lambda: store.create([recorded(1)], beside(), "Zoë"),
        lambda: store.choose("Ann", evening),
    ):
        with pytest.raises(Refusal, match="has changed the schema") as caught:
            write()
        assert caught.value.code is Code.STORE
    assert len(store.log(evening)) == 2
    assert len(store.evenings()) == 1


def test_evenings_are_apart(store):
    first, second = begin(store), begin(store, 5)
    assert first != second
    store.append(first, [recorded(3)], beside())
    assert len(store.log(second)) == 5
    assert [(one.id, one.events, one.title) for one in store.evenings()] == [(first, 3, "Whist"), (second, 5, "Whist")]
    assert store.has(first)
    assert not store.has(second + 1)
    assert not store.has(10**20)


def test_the_list_of_evenings_follows_what_is_derived(store):
    evening = begin(store)
    store.append(evening, [recorded(3)], Derived("Loo", "1898-12-26", True, TOTALS))
    (listed,) = store.evenings()
    assert (listed.title, listed.played_on, listed.closed, listed.newest_at) == (
        "Loo", "1898-12-26", True, "2026-01-02T03:04:05.678Z",
    )  # fmt: skip


def test_the_current_evening_is_each_recorders_own(store):
    assert store.current("Ann") is None
    first, second = begin(store), begin(store)
    assert store.current("Zoë") == second
    assert store.current("Ann") == second, "who has chosen none goes on with the newest"
    store.choose("Ann", first)
    store.choose("Ann", first)
    assert (store.current("Ann"), store.current("Zoë")) == (first, second)


FORBIDDEN = (
    "UPDATE event SET body = '{}'",
    "UPDATE event SET said_by = 'Eve' WHERE number = 2",
    "UPDATE event SET number = 9 WHERE number = 2",
    "DELETE FROM event",
    "DELETE FROM event WHERE number = 2",
    "DELETE FROM evening",
    "UPDATE evening SET id = 77",
    "UPDATE sent SET content = ''",
    "DELETE FROM sent",
)


@pytest.mark.parametrize("statement", FORBIDDEN)
def test_the_database_itself_refuses_to_change_the_log(store, statement):
    evening = begin(store, 2)
    store.append(evening, [recorded(3)], beside(), sent("one", ["Cat 3"]))
    before = store.log(evening)
    with pytest.raises(Refusal, match=r"never|keeps") as caught, store.database.transaction():
        store.database.rows(statement)
    assert caught.value.code is Code.STORE
    assert store.log(evening) == before


ROW = (
    "INTO event (evening, number, kind, version, body, pinned, said_at, said_by, digest) "
    "VALUES ({evening}, {number}, 'note', 1, '{{}}', '{{}}', '', '', '')"
)


@pytest.mark.parametrize(("evening", "number"), [(1, 5), (1, 3), (1, 0), (1, -1), (99, 1)])
def test_the_database_itself_takes_only_the_next_event(store, evening, number):
    assert begin(store, 3) == 1
    with pytest.raises(Refusal), store.database.transaction():
        store.database.rows(f"INSERT {ROW.format(evening=evening, number=number)}")
    assert len(store.log(1)) == 3


def test_nothing_is_written_if_anything_fails(store):
    evening = begin(store)
    with pytest.raises(Refusal):
        store.append(evening, [recorded(3)], beside(StoredTotals("[]", object())))  # which no database takes
    with pytest.raises(Refusal):
        store.create([recorded(1), recorded(3)], beside(), "Ann")
    assert len(store.log(evening)) == 2
    assert len(store.evenings()) == 1
    assert store.current("Ann") == evening


def test_an_event_that_cannot_be_read_is_refused(store):
    evening = begin(store)
    with store.database.transaction():
        if store.database.far:
            store.database.rows("SET LOCAL session_replication_role = replica")
        store.database.rows(
            f"INSERT {ROW.format(evening=evening, number=3)}".replace("1, '{}', '{}'", "1, '{\"kind\":\"x\"}', '{}'")
        )
    with pytest.raises(Refusal, match=r"event 3 in .* cannot be read"):
        store.log(evening)


# A SQLite file


@pytest.fixture
def path(tmp_path):
    return tmp_path / "evenings.db"


def opened(path: Path, more: str = "?timeout=0.3") -> Store:
    return open_store(f"sqlite:///{path}{more}")


@pytest.mark.parametrize(
    "statement",
    [
        *FORBIDDEN,
        f"INSERT OR REPLACE {ROW.format(evening=1, number=3)}",
        "REPLACE INTO event SELECT * FROM event",
        "INSERT OR REPLACE INTO sent (evening, key, content, number, last) VALUES (1, 'one', '', 3, 3)",
        "INSERT OR REPLACE INTO sent (rowid, evening, key, content, number, last) VALUES (1, 1, 'two', '', 3, 3)",
        "REPLACE INTO sent SELECT * FROM sent",
    ],
)
def test_python_s_own_driver_is_refused_too(path, statement):
    store = opened(path)
    store.append(begin(store), [recorded(3)], beside(), sent("one", ["Cat 3"]))
    with contextlib.closing(sqlite3.connect(path)) as connection:
        with pytest.raises(sqlite3.IntegrityError, match=r"never|only ever|keeps"):
            connection.execute(statement)
        connection.commit()
        assert connection.execute("SELECT count(*), max(number) FROM event").fetchone() == (3, 3)
        assert connection.execute("SELECT key, content <> '' FROM sent").fetchall() == [("one", 1)]


def test_two_recorders_at_once_each_append_or_are_told(path):
    store = opened(path)
    evening = begin(store)
    told, appended = [], []

    def record(name: str) -> None:
        own = opened(path, "?timeout=30")
        for _ in range(25):
            while True:
                number = own.newest(evening)[0] + 1
                try:
                    own.append(evening, [RecordedEvent(number, Note(name), "", name)], beside())
                except Stale as stale:
                    told.append([one.number for one in stale.meanwhile])
                    continue
                appended.append(number)
                break
        own.close()

    threads = [threading.Thread(target=record, args=(name,)) for name in ("Ann", "Bob", "Cat")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert sorted(appended) == list(range(3, 78))
    log = store.log(evening)
    assert [one.recorded.number for one in log] == list(range(1, 78))
    assert log[-1].digest == head(one.recorded for one in log)
    assert all(told)


CRASH = """
import os, sys
from ledger.store import open_store, sent
from tests.store.test_store import beside, recorded
from ledger.store.generated import statements
store = open_store(sys.argv[1])
write = store.database.write
def write_and_crash(statement, values):
    write(statement, values)
    if statement == getattr(statements, sys.argv[2]):
        os._exit(9)
store.database.write = write_and_crash
store.append(1, [recorded(3), recorded(4)], beside(closed=True), sent("one", ["Cat 3"]))
"""


@pytest.mark.parametrize("after", ["DESCRIBE_EVENING", "ADD_EVENT", "ADD_SENT", "KEEP_TOTALS"])
def test_a_crash_in_the_middle_leaves_nothing_of_it(path, after):
    store = opened(path)
    begin(store)
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", CRASH, f"sqlite:///{path}", after],
        cwd=root,
        check=False,
        capture_output=True,
        timeout=120,
    )
    assert done.returncode == 9, done.stderr
    assert len(store.log(1)) == 2
    assert [(head.number, head.totals) for head in store.heads()] == [(2, TOTALS)]
    assert store.sent_before(1, sent("one", ["Cat 3"])) is None
    assert not store.evenings()[0].closed
    store.append(1, [recorded(3)], beside())
    assert len(store.log(1)) == 3


def test_a_full_disk_is_said_and_nothing_is_recorded(path):
    store = opened(path)
    evening = begin(store)
    assert isinstance(store.database, SqliteDatabase)
    pages = store.database.rows("PRAGMA page_count")[0][0]
    store.database.rows(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(Refusal, match="full") as caught:
        store.append(evening, [RecordedEvent(3, Note("x" * 9_000)) for _ in range(1)], beside())
    assert caught.value.code is Code.STORE
    assert "Nothing was recorded" in caught.value.remedy
    assert len(store.log(evening)) == 2
    store.database.rows("PRAGMA max_page_count = 100000")
    store.append(evening, [recorded(3)], beside())


def test_a_full_disk_at_first_use_leaves_no_half_made_schema(path):
    database = SqliteDatabase(path)
    database.rows("PRAGMA journal_mode = WAL")
    database.rows("PRAGMA max_page_count = 3")
    with pytest.raises(Refusal, match="full"):
        bring_up_to_date(database)
    assert database.tables() == set()
    database.rows("PRAGMA max_page_count = 100000")
    bring_up_to_date(database)
    assert Store(database).evenings() == []


def test_a_full_disk_leaves_an_older_schema_as_it_was(path):
    from alembic import command  # slow to import, and the processes that crash read this file

    with sqlite_engine(path).begin() as connection:
        config = configuration()
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    database = SqliteDatabase(path)
    before = database.tables()

    def small(*args: object) -> sqlite3.Connection:
        connection = connect(*args)  # type: ignore[arg-type]
        connection.execute("PRAGMA max_page_count = 3")
        return connection

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ledger.store.schema.connect", small)
        with pytest.raises(Refusal, match="full"):
            bring_up_to_date(database)
    assert (revision_of(database), database.tables()) == ("0001", before)
    bring_up_to_date(database)
    assert Store(database).evenings() == []


def test_a_locked_database_is_said(path):
    store = opened(path)
    evening = begin(store)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert len(store.log(evening)) == 2, "readers need not wait"
        with pytest.raises(Refusal, match="locked by another program") as caught:
            store.append(evening, [recorded(3)], beside())
        assert caught.value.code is Code.STORE
        other.execute("ROLLBACK")
    store.append(evening, [recorded(3)], beside())


def test_a_database_that_can_only_be_read_is_read(path):
    evening = begin(opened(path))
    store = opened(path, "?mode=ro")
    assert len(store.log(evening)) == 2
    with pytest.raises(Refusal, match="can only be read"):
        store.append(evening, [recorded(3)], beside())
    assert len(store.log(evening)) == 2


@contextlib.contextmanager
def as_somebody_else():
    """Drop the rights of root for a test, because root may write everywhere."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def shared():
    """A folder that others may read."""
    folder = Path(tempfile.mkdtemp(prefix="card-ledger-"))
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    for file in folder.iterdir():
        file.unlink(missing_ok=True)  # a connection that is let go takes its own files away
    folder.rmdir()


def test_a_file_and_a_folder_that_may_not_be_written(shared):
    path = shared / "evenings.db"
    store = opened(path)
    begin(store)
    store.close()
    path.chmod(0o444)
    shared.chmod(0o555)
    with as_somebody_else(), pytest.raises(Refusal) as caught:
        opened(path).append(1, [recorded(3)], beside())
    assert caught.value.code is Code.STORE
    shared.chmod(0o755)
    path.chmod(0o644)
    assert len(opened(path).log(1)) == 2


def test_a_folder_in_which_nothing_can_be_made(shared):
    shared.chmod(0o555)
    with as_somebody_else(), pytest.raises(Refusal, match="none can be made in this folder"):
        opened(shared / "evenings.db")
    assert list(shared.iterdir()) == []


def test_what_is_no_database(path, tmp_path):
    path.write_bytes(b"This is a letter to Aunt Agatha, and no database at all. " * 100)
    before = path.read_bytes()
    with pytest.raises(Refusal, match="not a database"):
        opened(path)
    assert path.read_bytes() == before
    with pytest.raises(Refusal, match="this is a folder"):
        opened(tmp_path)
    with pytest.raises(Refusal, match="there is no folder"):
        opened(tmp_path / "nowhere" / "evenings.db")


def test_a_damaged_database(path):
    begin(opened(path), 300)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = bytearray(path.read_bytes())
    page = int.from_bytes(content[16:18], "big")
    content[page:] = b"\xff" * (len(content) - page)
    path.write_bytes(content)
    with pytest.raises(Refusal) as caught:
        opened(path).log(1)
    assert caught.value.code is Code.STORE


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("sqlite://", "names no file"),
        ("sqlite:///:memory:", "names no file"),
        ("sqlite:///x.db?cache=shared", "asks for more than"),
        ("sqlite:///x.db?timeout=soon", "asks for more than"),
        ("oracle+nothing://host/x", "no database known here"),
        ("postgresql://", "no connection"),
        ("nonsense://", "no database known here"),
    ],
)
def test_urls_that_are_none(url, said, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PGHOST", str(tmp_path))
    with pytest.raises(Refusal, match=said):
        open_database(url)
    assert list(tmp_path.iterdir()) == []


def test_a_password_is_never_repeated(monkeypatch, tmp_path):
    with pytest.raises(Refusal) as caught:
        open_database(f"postgresql://ann:secret@/x?host={tmp_path}")
    assert "secret" not in caught.value.message
    with pytest.raises(Refusal) as caught:
        open_database("nonsense://ann:secret@host/x")
    assert "secret" not in caught.value.message


def test_the_user_s_own_file(monkeypatch, tmp_path):
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **__: tmp_path / "deep" / "card-ledger")
    store = open_store(None)
    assert begin(store) == 1
    assert (tmp_path / "deep" / "card-ledger" / "evenings.db").exists()
    (tmp_path / "file").write_text("x")
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **__: tmp_path / "file" / "card-ledger")
    with pytest.raises(Refusal, match="cannot be made"):
        open_store(None)


def test_a_path_is_a_sqlite_file(path):
    assert begin(open_store(str(path))) == 1
    assert len(opened(path).log(1)) == 2
