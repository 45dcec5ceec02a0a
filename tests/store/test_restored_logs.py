"""A log that is restored to an older state under whoever follows it: nobody goes on with a past that is gone."""

import contextlib
import sqlite3

import pytest

from ledger.core.refusals import Code, Refusal
from ledger.recorder import Recorder
from ledger.store import open_store
from ledger.web.hub import Hub, Rejected
from tests.helpers.page_driver import browsing, following
from tests.helpers.serving import NAP, opened, served

OPENING = ['evening "Twelfth Night"', "players Ann Bob Cat", "game nap", "deal Ann"]


def restored(source, target) -> None:
    """Restore a database into the file of another one, as `.restore` does."""
    with contextlib.closing(sqlite3.connect(source)) as old, contextlib.closing(sqlite3.connect(target)) as new:
        old.backup(new)


@pytest.fixture
def hub(tmp_path):
    """Yield a hub at an evening of six events, of which a copy of the first four lies beside it."""
    store = open_store(str(tmp_path / "evenings.db"))
    number, _ = Recorder(store, "Ann").open(OPENING)
    store.database.copy_to(tmp_path / "older.db")
    hub = Hub(store)
    for saying in ("Bob 2", "Cat 3"):
        hub.record(number, [saying], "Ann", None, None)
    assert hub.live_evening(number).number == 6
    yield hub
    store.close()


def test_a_page_shows_the_log_that_is_there_and_goes_on_with_it(hub, tmp_path):
    restored(tmp_path / "older.db", tmp_path / "evenings.db")
    assert hub.newest(1)[0] == 4
    assert hub.live_evening(1).number == 4
    answer = hub.record(1, ["Bob 4"], "Ann", None, None).answer
    assert [line.number for line in answer.said] == [5]
    assert hub.live_evening(1).number == 5
    assert Recorder(hub.store, "Bob").open_session(1).number == 5


def test_a_log_that_has_as_many_events_but_others_is_read_anew(hub, tmp_path):
    restored(tmp_path / "older.db", tmp_path / "evenings.db")
    other = Recorder(open_store(str(tmp_path / "evenings.db")), "Bob").open_session(1)
    for saying in ("Bob passes", "Cat 4"):
        other.record(saying)
    assert hub.live_evening(1).number == 6
    assert "Cat has called 4" in hub.live_evening(1).evening.game.turn.asks


def test_a_saying_of_a_session_is_refused_where_its_log_was_restored(hub, tmp_path):
    session = Recorder(hub.store, "Bob").open_session(1)
    restored(tmp_path / "older.db", tmp_path / "evenings.db")
    with pytest.raises(Refusal) as caught:
        session.record("Ann 4")
    assert caught.value.code is Code.STALE
    assert hub.live_evening(1).number == 4
    assert session.record("Bob passes")
    assert hub.live_evening(1).number == 5


def test_who_is_at_a_session_is_told_that_the_log_is_another_one(hub, tmp_path):
    session = Recorder(hub.store, "Bob").open_session(1)
    restored(tmp_path / "older.db", tmp_path / "evenings.db")
    assert session.meanwhile() == ["The log is another one than was read: it ends with event 4 now"]
    assert session.meanwhile() == []
    other = Recorder(open_store(str(tmp_path / "evenings.db")), "Bob").open_session(1)
    other.record("Bob passes")
    assert session.meanwhile() == ["5  Bob passes  (by Bob)"]
    (tmp_path / "older.db").unlink()
    hub.store.database.copy_to(tmp_path / "older.db")
    other.record("Cat 3")
    restored(tmp_path / "older.db", tmp_path / "evenings.db")
    session.record("Cat 4")
    assert other.meanwhile() == ["The log is another one than was read: it ends with event 6 now"]


def test_readers_go_on_with_the_file_that_replaces_theirs_and_recorders_are_refused(hub, tmp_path):
    (tmp_path / "older.db").replace(tmp_path / "evenings.db")
    for ahead in tmp_path.glob("evenings.db-*"):
        ahead.unlink()
    assert hub.newest(1)[0] == 4
    assert hub.live_evening(1).number == 4
    with pytest.raises(Rejected, match="was replaced by another file"):
        hub.record(1, ["Bob 2"], "Ann", None, None)
    assert hub.live_evening(1).number == 4


@pytest.mark.thorough
def test_a_page_wakes_where_the_log_is_another_one_of_as_many_events(tmp_path):
    database = tmp_path / "evenings.db"
    with served(tmp_path) as server, server.client() as client, browsing(server) as page:
        number = opened(client, *NAP)
        with contextlib.closing(open_store(str(database))) as store:
            store.database.copy_to(tmp_path / "older.db")
        with contextlib.closing(open_store(str(tmp_path / "older.db"))) as store:
            Recorder(store, "Bob").open_session(number).record("Bob 3")
        assert client.post(f"/api/evenings/{number}/sayings", json={"saying": "Bob 2"}).status_code == 200
        following(page, f"{server.base}/evenings/{number}")
        page.locator(".last", has_text="Bob 2").wait_for(timeout=20_000)
        restored(tmp_path / "older.db", database)
        page.locator(".last", has_text="Bob 3").wait_for(timeout=20_000)
        assert page.locator("#table").get_attribute("data-seen") == "5"


def test_who_has_seen_another_log_records_nothing_before_he_looks(hub, tmp_path):
    """Undo would take back what he has never seen; a key that was used before is answered all the same."""
    shown = hub.newest(1)
    restored(tmp_path / "older.db", tmp_path / "evenings.db")
    for seen, head in ((6, shown[1]), (6, shown[1][:8]), (6, "")):
        with pytest.raises(Rejected, match="another one than was shown"):
            hub.record(1, ["undo"], "Ann", None, seen, head)
    now = hub.newest(1)
    assert now[0] == 4
    for saying in ("Bob passes", "Cat 4"):
        assert hub.record(1, [saying], "Ann", f"key of {saying}", *now)
    with pytest.raises(Rejected, match="another one than was shown"):
        hub.record(1, ["Ann passes"], "Ann", None, *shown)
    assert hub.record(1, ["Cat 4"], "Ann", "key of Cat 4", *shown).answer.again
    assert hub.record(1, ["undo"], "Ann", None, *hub.newest(1))
    assert hub.record(1, ["Cat 3"], "Ann", None, *now), "who is only behind records what he says"
