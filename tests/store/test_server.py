"""Several clients of one store, in every database; and failures of a connection to PostgreSQL."""

import contextlib
import threading
import time
from datetime import UTC, datetime

import pytest

from ledger.core.events import Note, RecordedEvent
from ledger.core.refusals import Code, Refusal, RefusedLine
from ledger.log.replay import Replay
from ledger.projections.offers import expecting
from ledger.recorder import Recorder
from ledger.recorder.stored_log import add_stored
from ledger.store import Stale, Store, sent
from ledger.store.database import SqliteDatabase
from ledger.store.evidence import gather
from ledger.store.places import open_database
from tests.audit.test_audit import open_wide
from tests.helpers.auditing import audit
from tests.helpers.databases import database, emptied, opened, server, store, url, with_the_schema
from tests.store.test_store import begin, beside, recorded

__all__ = ["database", "opened", "server", "store", "url"]

AT = datetime(2026, 12, 26, 20, 15, 30, tzinfo=UTC)
OPENING = ['evening "Boxing Night"', "players Ann Bob Cat", "game nap", "deal Ann"]


def recorder_of(store: Store, name: str = "Zoë") -> Recorder:
    return Recorder(store, name, lambda: AT)


# One contract, for every database: several at one evening


def lets_in(store: Store, after: int, act) -> None:
    """Let somebody else do something once, after so many of the statements that a store runs."""
    name = "ask" if store.database.far else "rows"
    run, done = getattr(store.database, name), []

    def interrupted(*statement, **values):
        rows = run(*statement, **values)
        done.append(statement)
        if len(done) == after:
            act()
        return rows

    setattr(store.database, name, interrupted)


READ_TOGETHER = 4
"""The number of statements that read an evening."""


def race(store: Store, opened, after: int) -> None:
    """Record twice at once, one saying landing while the other recorder reads; then replay the log."""
    evening, _ = recorder_of(store).open(OPENING)
    mine, others = opened(), recorder_of(opened(), "Bob")
    lets_in(mine, after, lambda: others.open_session(evening).record("Cat 3"))
    reader = recorder_of(mine)
    sitting = reader.open_session(evening)
    replay = Replay()
    add_stored(replay, [store.log(evening)[: sitting.number]])
    as_it_was = replay.evening
    assert expecting(sitting.evening) == expecting(as_it_was), "what was read never was so"
    with contextlib.suppress(Refusal, RefusedLine):
        sitting.record("Cat 2")
    recorder_of(store).replay(evening)
    assert [one.recorded.said_by for one in store.log(evening)][4:] == ["Bob"]


@pytest.mark.parametrize("after", range(1, READ_TOGETHER + 1))
def test_a_saying_that_lands_while_another_is_reading_kills_no_log(store, opened, after):
    race(store, opened, after)


def test_the_race_would_be_seen(server, monkeypatch):
    monkeypatch.setattr("ledger.store.server.READING", "BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY")
    database = open_database(with_the_schema(server))
    seen = 0
    for after in range(1, READ_TOGETHER + 1):
        stores = [Store(open_database(server)) for _ in range(2)]
        try:
            race(Store(database), iter(stores).__next__, after)
        except (AssertionError, Refusal):
            seen += 1
        for one in stores:
            one.close()
    database.close()
    assert seen


def test_several_who_record_at_once_lose_and_double_nothing(store, opened):
    evening, _ = recorder_of(store).open(OPENING)
    stores = [opened() for _ in range(4)]
    for each in stores:
        each.database.patience = 30
        if hasattr(each.database, "path"):
            each.database.rows("PRAGMA busy_timeout = 30000")
    refused = []

    def record(own: Store, name: str) -> None:
        for number in range(10):
            try:
                recorder_of(own, name).open_session(evening, now=False).record(
                    f'note "{name} {number}"', key=f"{name} {number}"
                )
            except Refusal as refusal:
                refused.append(refusal)

    threads = [threading.Thread(target=record, args=(own, f"R{place}")) for place, own in enumerate(stores)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert refused == [], "who comes second waits, and is not refused"
    said = [one.recorded.event.text for one in store.log(evening)[4:]]
    assert sorted(said) == sorted(f"R{place} {number}" for place in range(4) for number in range(10))
    for place in range(4):
        assert [text for text in said if text.startswith(f"R{place}")] == [f"R{place} {number}" for number in range(10)]
    recorder_of(store).replay(evening)


@pytest.mark.parametrize("number", [99, 0, 1 << 40])
def test_nobody_records_at_an_evening_that_is_not_there(store, number):
    recorder_of(store).open(OPENING)
    with pytest.raises(Refusal, match=f"there is no evening {number}") as caught:
        recorder_of(store).open_session(number, now=False).record("Cat 3")
    assert caught.value.code is Code.NOT_NOW


def test_what_others_said_before_it_was_held_is_gone_on_from(store, opened):
    evening, _ = recorder_of(store).open(OPENING)
    mine, other = recorder_of(opened()), recorder_of(opened(), "Bob")
    for between in (["Cat 3"], ['note "tea"', "undo"], [], ["tricks Cat 3", "deal", 'note "tea"']):
        sitting = mine.open_session(evening, now=False)
        for saying in between:
            other.open_session(evening).record(saying)
        answer = sitting.record('note "mine"')
        assert answer.said[0].number == len(store.log(evening))
        assert audit(gather(store.database, evening), evening) == []


def test_who_has_read_before_is_told_what_came_meanwhile(store, opened):
    evening, _ = recorder_of(store).open(OPENING)
    mine, other = recorder_of(opened()).open_session(evening), recorder_of(opened(), "Bob").open_session(evening)
    other.record("Cat 3")
    with pytest.raises(Refusal, match="Bob recorded meanwhile: 5 Cat 3") as caught:
        mine.record("Cat passes")
    assert caught.value.code is Code.STALE
    assert mine.record("tricks Cat 3").said[0].number == 6


def test_who_waits_too_long_for_another_is_refused_and_may_say_it_again(store, opened):
    evening = begin(store)
    other = opened()
    with store.holding(evening):
        assert len(other.log(evening)) == 2, "readers need not wait"
        with pytest.raises(Refusal) as caught:
            other.append(evening, [recorded(3)], beside())
        assert caught.value.code is Code.STORE
        assert caught.value.remedy.startswith("Nothing was recorded: say it again")
    other.append(evening, [recorded(3)], beside())
    assert len(store.log(evening)) == 3


def test_who_reads_sees_one_moment(store, opened):
    evening = begin(store)
    other = opened()
    with store.database.transaction(writing=False):
        before = store.log(evening)
        other.append(evening, [recorded(3)], beside())
        assert store.log(evening) == before
        assert store.newest(evening)[0] == 2
    assert store.newest(evening)[0] == 3


def test_evenings_do_not_wait_for_each_other_on_a_server(server, opened_server):
    mine, other = opened_server(), opened_server()
    first, second = begin(mine), begin(mine)
    with mine.holding(first):
        other.append(second, [recorded(3)], beside())


def waited_for_more(store, evening, number, seconds) -> bool:
    """Wait for an event after that number, but not longer, as the server does; return whether there is one."""
    last = time.monotonic() + seconds
    with store.database.listening(evening) as listening:
        while store.newest(evening)[0] <= number:
            if (left := last - time.monotonic()) <= 0:
                return False
            listening.wait(left, evening)
    return True


def test_who_waits_is_woken_when_something_is_recorded(store, opened):
    evening = begin(store)
    other, woken = opened(), []

    def wait() -> None:
        woken.append(waited_for_more(other, evening, 2, 30))

    waiting = threading.Thread(target=wait)
    began = time.monotonic()
    waiting.start()
    time.sleep(0.1)
    store.append(evening, [recorded(3)], beside())
    waiting.join(timeout=30)
    assert woken == [True]
    assert time.monotonic() - began < 4, "it was told, and did not wait until it looked for itself"
    assert waited_for_more(store, evening, 2, 0)
    assert not waited_for_more(store, evening, 3, 0.05)


def test_who_waits_for_an_evening_is_not_woken_by_another(opened_server):
    store, other = opened_server(), opened_server()
    evening, elsewhere = begin(store), begin(store)
    with other.database.listening(evening) as listening:
        for number, seconds, least in ((elsewhere, 0.5, 0.4), (evening, 30, 0)):
            store.append(number, [recorded(3)], beside())
            began = time.monotonic()
            listening.wait(seconds, evening)
            assert least <= time.monotonic() - began < 4


def test_a_recorder_who_is_frozen_within_a_transaction_is_cut_off(opened_server, monkeypatch):
    monkeypatch.setattr("ledger.store.server.FROZEN", 1)
    frozen, other = opened_server(), opened_server()
    evening = begin(frozen)
    other.database.patience = 5

    def freeze() -> None:
        with frozen.holding(evening):
            other.append(evening, [recorded(3)], beside())
            frozen.append(evening, [recorded(3)], beside())

    with pytest.raises(Refusal, match="nothing came for too long"):
        freeze()
    assert other.newest(evening)[0] == 3
    frozen.append(evening, [recorded(4)], beside())


def test_who_is_not_woken_looks_for_himself(opened_server, monkeypatch):
    monkeypatch.setattr("ledger.store.server.Listener.poll", 0.1)
    monkeypatch.setattr("ledger.store.server.ServerDatabase.announce", lambda self, evening: None)
    store, other, woken = opened_server(), opened_server(), []
    evening = begin(store)
    waiting = threading.Thread(target=lambda: woken.append(waited_for_more(other, evening, 2, 30)))
    waiting.start()
    time.sleep(0.1)
    store.append(evening, [recorded(3)], beside())
    waiting.join(timeout=30)
    assert woken == [True]


# What lies beside the log


@contextlib.contextmanager
def unguarded(store: Store):
    """Open the database without its triggers."""
    if isinstance(store.database, SqliteDatabase):
        with contextlib.closing(open_wide(store.database.path)) as connection:
            connection.execute("PRAGMA foreign_keys = OFF")
            yield connection
    else:
        with store.database.connect() as connection:
            connection.execute("SET session_replication_role = replica")
            yield connection


@pytest.mark.parametrize(
    ("changed", "codes", "found"),
    [
        ("number = 0", ["sent"], "names the events 0 to 5, which are not there"),
        ("number = 6", ["sent"], "names the events 6 to 5, which are not there"),
        ("last = 6, number = 6", ["sent"], "event 6 was sent under one too"),
        ("last = 7", ["sent"], "the events 5 to 7 were recorded by several"),
        ("last = 9", ["lost", "sent"], "made after event 9: events have been lost"),
        ("content = 'x'", ["sent"], "what was sent under it has no digest"),
        ("key = ' '", ["sent"], "nobody can have sent it"),
        ("key = 'two'", [], ""),
    ],
)
def test_a_key_that_is_not_as_it_was_recorded_is_found(store, opened, changed, codes, found):
    evening, _ = recorder_of(store).open(OPENING)
    recorder_of(store).open_session(evening).record("Cat 3", key="own")
    recorder_of(store).open_session(evening).record("tricks Cat 3", key="one")
    recorder_of(store, "Bob").open_session(evening).record('note "tea"')
    with unguarded(store) as connection:
        connection.execute(f"UPDATE sent SET {changed} WHERE key = 'own'")
    findings = [one for one in audit(gather(opened().database, evening), evening) if not one.in_play]
    assert [one.code for one in findings] == codes
    assert found in " ".join(one.wrong for one in findings)


# What goes wrong between a program and a server


@pytest.fixture
def opened_server(server):
    """Return a function that opens the same store of a server again."""
    database = open_database(with_the_schema(server))
    databases = [database]

    def another() -> Store:
        databases.append(open_database(server))
        databases[-1].patience = 0.3
        return Store(databases[-1])

    yield another
    for each in databases:
        each.close()


def cut(store: Store, server: str) -> None:
    """Cut the connection of a store, as a stopped server does."""
    import psycopg

    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("SELECT pg_terminate_backend(%s)", (store.database._connection.info.backend_pid,))


def test_a_connection_that_was_cut_before_anything_was_said_is_made_again(opened_server, server):
    store = opened_server()
    evening = begin(store)
    cut(store, server)
    store.append(evening, [recorded(3)], beside())
    cut(store, server)
    assert len(store.log(evening)) == 3


def test_where_others_use_the_connection_too_nothing_is_prepared_any_more(opened_server):
    store = opened_server()
    evening = begin(store)
    connection = store.database._connection
    prepared = "SELECT count(*) FROM pg_prepared_statements"
    store.append(evening, [recorded(3)], beside())
    assert connection.execute(prepared).fetchone() > (0,)
    connection.execute("DEALLOCATE ALL")
    store.append(evening, [recorded(4)], beside())
    assert len(store.log(evening)) == 4
    assert connection.execute(prepared).fetchone() == (0,)
    assert store.database._connection is connection


def test_what_is_not_there_any_more_when_it_is_written_is_refused_and_may_be_said_again(opened_server):
    store = opened_server()
    evening = begin(store)

    def append_without_what_was_prepared() -> None:
        with store.holding(evening):
            store.database._connection.execute("DEALLOCATE ALL")
            store.append(evening, [recorded(3)], beside())

    with pytest.raises(Refusal, match="shared") as caught:
        append_without_what_was_prepared()
    assert caught.value.remedy.startswith("Nothing was recorded: say it again")
    store.append(evening, [recorded(3)], beside())
    assert len(store.log(evening)) == 3


def test_a_connection_cut_before_the_end_leaves_nothing_and_says_so(opened_server, server):
    store = opened_server()
    evening = begin(store)

    def append_and_lose_the_connection() -> None:
        with store.holding(evening):
            store.append(evening, [recorded(3)], beside())
            cut(store, server)
            store.evenings()

    with pytest.raises(Refusal, match="no connection") as caught:
        append_and_lose_the_connection()
    assert caught.value.remedy.startswith("Nothing was recorded")
    assert len(store.log(evening)) == 2
    store.append(evening, [recorded(3)], beside())


@pytest.mark.parametrize("arrives", [True, False])
def test_a_connection_cut_at_the_end_is_not_called_a_refusal_to_record(opened_server, server, arrives):
    store, other = opened_server(), opened_server()
    evening, _ = recorder_of(store).open(OPENING)
    sitting = recorder_of(store).open_session(evening)
    send = store.database._send

    def send_and_lose_the_answer(*questions, ending=""):
        if not ending:
            return send(*questions)
        if arrives:
            send(*questions, ending=ending)
        cut(store, server)
        return store.database._connection.execute("SELECT 1")

    store.database._send = send_and_lose_the_answer
    with pytest.raises(Refusal, match="cut before it was known whether it was recorded") as caught:
        sitting.record("Cat 3", key="one")
    assert "under the same --key" in caught.value.remedy
    store.database._send = send
    assert len(other.log(evening)) == 4 + arrives
    assert sitting.record("Cat 3", key="one").again is arrives
    assert len(other.log(evening)) == 5
    assert sitting.record("tricks Cat 3", key="two").said[0].number == 6


def test_an_older_program_waits_while_the_schema_is_changed_and_then_writes_nothing(opened_server, server):
    import psycopg

    store = opened_server()
    evening = begin(store)
    from ledger.store.schema import _beginning

    with _beginning(open_database(server)) as connection:
        with pytest.raises(Refusal, match="its table is being changed"):
            store.append(evening, [recorded(3)], beside())
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(Refusal, match="has changed the schema"):
        store.append(evening, [recorded(3)], beside())
    with psycopg.connect(server) as connection:
        assert connection.execute("SELECT max(number) FROM event").fetchone() == (2,)


def test_what_the_server_reports_is_one_sentence_without_its_details(opened_server):
    store = opened_server()
    evening = begin(store)
    import psycopg

    for state in ("25006", "42501", "53100", "53300", "23505", "40P01", "28P01", "3D000", "42P01"):
        refusal = store.database.refused(psycopg.errors.lookup(state)("password=secret\nDETAIL: more"))
        assert refusal.code is Code.STORE
        assert "secret" not in refusal.message
        assert refusal.remedy
    assert len(store.log(evening)) == 2


def test_names_of_tables_that_are_not_ours(server):
    from ledger.store.places import open_store

    emptied(server)
    with pytest.raises(Refusal, match="no schema yet"):
        open_store(server)
    with pytest.raises(Refusal, match="no schema yet"):
        open_store(server.replace("postgresql://", "postgres://"))


# URLs


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("postgresql://ann:secret@host:port/x", "port that is no number"),
        ("postgresql://ann:secret@host:99999/x", "port that is no number"),
        (f"postgresql://ann:secret@host:{'9' * 5000}/x", "port"),
        ("postgresql://ann:secret@[::1/x", "opens a bracket"),
        ("postgres://ann:sec/ret@host/x", "port that is no number"),
        ("postgres://ann:1/secret@host/x", "cannot be read"),
        ("postgres://ann:secret@host/x?nothing=1&password=secret", "cannot be read"),
        ("postgresql://ann:secret@host/x%zz", "cannot be read"),
        ("postgresql//ann:secret@host/x", "no URL of a database"),
        ("postgres:/ann:secret@host/x", "no URL of a database"),
        ("PostgreSQL:ann:secret@host/x", "no URL of a database"),
        ("ann:secret@host/x", "no URL of a database"),
        ("ann:secret@host://x", "no URL of a database"),
        ("host=h user=ann password=secret", "no URL of a database"),
        ("dbname = x password = 'secret://'", "no URL of a database"),
        ("mysql://ann:secret@host/x", "mysql:// is no database known here"),
        ("postgresql://ann:secret@localhost:1/x", "no connection"),
        ("postgresql://ann@localhost:1/x?password=secret", "no connection"),
        ("sqlite:///" + "x" * 300, "too long for the name of a file"),
        ("x" * 300 + ".db", "too long for the name of a file"),
        ("sqlite:///x.db?timeout=" + "9" * 5000, "asks for more than"),
    ],
)
def test_an_odd_url_is_one_sentence_and_no_secret(said, wrong):
    with pytest.raises(Refusal, match=wrong) as caught:
        open_database(said)
    assert "secret" not in caught.value.message
    assert "ret@" not in caught.value.message
    assert len(caught.value.message) < 400
    assert caught.value.code is Code.STORE


def test_a_new_database_is_the_user_s_own(tmp_path):
    path = tmp_path / "evenings.db"
    from ledger.store.places import open_store

    store = open_store(f"sqlite:///{path}")
    begin(store)
    assert {oct(file.stat().st_mode & 0o777) for file in tmp_path.iterdir()} == {"0o600"}


def test_the_rules_are_not_asked_again_about_what_is_sent_again(store, opened):
    evening, _ = recorder_of(store).open(OPENING)
    recorder_of(opened()).open_session(evening).record("Cat 3", key="one")
    with pytest.raises(RefusedLine):
        recorder_of(opened()).open_session(evening).record("Cat 3")
    assert recorder_of(opened()).open_session(evening).record("Cat 3", key="one").again
    assert store.sent_before(evening, sent("one", ["Cat 3"])) == range(5, 6)
    with pytest.raises(Stale):
        store.append(evening, [RecordedEvent(5, Note("late"), "", "Eve")], beside())
