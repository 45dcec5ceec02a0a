"""A file that is replaced or deleted while it is open: nothing is told as recorded that is not in the database."""

import shutil

import pytest

from ledger.core.refusals import Code, Refusal
from ledger.recorder import Recorder
from ledger.store import open_store


def deleted(folder):
    for name in ("e.db", "e.db-wal", "e.db-shm"):
        (folder / name).unlink()


def replaced(folder):
    (folder / "old.db").rename(folder / "e.db")


def without_its_log_ahead(folder):
    (folder / "e.db-wal").unlink()


@pytest.fixture
def session(tmp_path):
    """Somebody who records at an evening, of which an older copy lies beside it."""
    recorder = Recorder(open_store(str(tmp_path / "e.db")), "Ann")
    recorder.open(['evening "Twelfth Night"', "players Ann Bob Cat"])
    recorder.store.database.copy_to(tmp_path / "old.db")
    session = recorder.open_session()
    session.record("game nap")
    yield session
    recorder.store.close()


@pytest.mark.parametrize("damage", [deleted, replaced, without_its_log_ahead])
def test_a_saying_is_refused_where_it_would_be_lost(session, tmp_path, damage):
    damage(tmp_path)
    for _ in range(2):
        with pytest.raises(Refusal, match="while it was open") as caught:
            session.record("deal Ann")
        assert caught.value.code is Code.STORE
        assert "say it again" in caught.value.remedy


def test_a_saying_stands_again_once_the_file_is_back(session, tmp_path):
    (tmp_path / "e.db").rename(tmp_path / "aside.db")
    with pytest.raises(Refusal, match="was deleted while it was open"):
        session.record("deal Ann")
    (tmp_path / "aside.db").rename(tmp_path / "e.db")
    assert session.record("deal Ann")


def test_a_file_that_is_replaced_while_a_saying_is_written_is_refused(session, tmp_path, monkeypatch):
    database, write = session.recorder.store.database, type(session.recorder.store.database).write

    def replacing(self, statement, values):
        write(self, statement, values)
        if (tmp_path / "old.db").exists():
            replaced(tmp_path)

    monkeypatch.setattr(type(database), "write", replacing)
    with pytest.raises(Refusal, match="was replaced by another file while it was open"):
        session.record("deal Ann")


def test_a_copy_in_the_place_of_the_file_is_not_the_file(session, tmp_path):
    shutil.copy(tmp_path / "e.db", tmp_path / "copy.db")
    (tmp_path / "copy.db").replace(tmp_path / "e.db")
    with pytest.raises(Refusal, match="was replaced"):
        session.record("deal Ann")
