"""Commands that only read write nothing, make nothing, and need no place to write."""

import contextlib
import gc
import shutil
import sqlite3
import tempfile
from pathlib import Path

import pytest

from ledger.core.refusals import Refusal
from ledger.interchange import files
from ledger.recorder import Recorder
from ledger.store import open_store, open_to_read
from ledger.store.places import open_database
from tests.helpers import command_line
from tests.helpers.rig import one_in
from tests.store.test_store import as_somebody_else

at_home, run = command_line.at_home, command_line.run

READING = (
    ["table"], ["log"], ["log", "--as-recorded"], ["settle"], ["settle", "--since", "2026-01-01"], ["explain"],
    ["explain", "Ann"], ["whatif", "nap.kitty=2"], ["seal"], ["export"], ["export", "--format", "csv"], ["evenings"],
    ["standings"], ["record", "--dry-run", "deal Ann"], ["audit"],
)  # fmt: skip


@pytest.fixture
def shared():
    """A folder that others may read, and its database with an evening."""
    folder = Path(tempfile.mkdtemp(prefix="card-ledger-"))
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


def evening_in(path: Path) -> None:
    recorder = Recorder(open_store(str(path)), "Zoë")
    recorder.open(['evening "Whist" on 2026-01-02', "players Ann Bob Cat", "game nap kitty=1"])
    recorder.store.close()


@contextlib.contextmanager
def without_a_temporary_folder():
    """No folder for temporary files may be written to."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tempfile, "tempdir", None)
        patch.setattr(tempfile, "_candidate_tempdir_list", list)
        yield


def left_unfinished(path: Path) -> None:
    """Record a note and leave it in the WAL file, as a killed program does."""
    recorder = Recorder(open_store(str(path)), "Zoë")
    recorder.open_session(1).record('note "late"')
    kept = {suffix: Path(f"{path}{suffix}").read_bytes() for suffix in ("", "-wal")}
    recorder.store.close()
    for suffix, content in kept.items():
        Path(f"{path}{suffix}").write_bytes(content)
    Path(f"{path}-shm").unlink(missing_ok=True)
    assert kept["-wal"]


@pytest.mark.parametrize("command", one_in(4, READING), ids=" ".join)
@pytest.mark.parametrize("unfinished", [False, True], ids=["finished", "unfinished"])
def test_a_file_and_a_folder_that_can_only_be_read_are_read(run, shared, command, unfinished):
    path = shared / "evenings.db"
    evening_in(path)
    assert run("--database", str(path), *command).code == 0  # and what is imported has been, which nobody else may read
    gc.collect()  # what that command had open is closed, as at the end of a process
    if unfinished:
        left_unfinished(path)
    for file in shared.iterdir():
        file.chmod(0o444)
    shared.chmod(0o555)
    before = {file.name: file.read_bytes() for file in shared.iterdir()}
    with as_somebody_else():
        done = run("--database", str(path), *command)
    assert (done.code, done.err) == (0, "")
    if command == ["export"]:
        assert ('note "late"' in done.out) == unfinished
    assert {file.name: file.read_bytes() for file in shared.iterdir()} == before


@pytest.mark.parametrize("command", one_in(4, READING), ids=" ".join)
def test_what_would_be_read_in_a_copy_is_refused_where_there_is_no_folder_for_one(run, shared, command):
    path = shared / "evenings.db"
    evening_in(path)
    assert run("--database", str(path), *command).code == 0
    gc.collect()
    left_unfinished(path)
    for file in shared.iterdir():
        file.chmod(0o444)
    shared.chmod(0o555)
    with as_somebody_else(), without_a_temporary_folder():
        done = run("--database", str(path), *command)
    assert done.code == 1
    assert "its newest part is read in a copy, which cannot be made: No usable temporary directory" in done.err
    assert "TMPDIR" in done.err


def test_the_demonstration_is_refused_where_there_is_no_folder_for_it(run):
    with without_a_temporary_folder():
        done = run("serve", "--demo")
    assert (done.code, "TMPDIR" in done.err) == (1, True)


@pytest.mark.parametrize("command", READING, ids=" ".join)
@pytest.mark.parametrize("mode", [0o444, 0o644], ids=["read-only", "writable"])
def test_reading_leaves_the_file_as_it_was(run, shared, command, mode):
    path = shared / "evenings.db"
    evening_in(path)
    path.chmod(mode)
    before = path.read_bytes()
    assert run("--database", str(path), *command).code == 0
    assert path.read_bytes() == before


@pytest.mark.parametrize("command", [*READING[:-1], ["record", "deal"], ["use", "1"], ["db", "status"]], ids=" ".join)
def test_no_database_is_made_by_what_begins_no_evening(run, at_home, command):
    done = run(*command)
    expected = 0 if command[0] in ("evenings", "standings", "db") or "--since" in command else 1
    assert done.code == expected, done.err
    if done.code:
        assert "no evening" in done.err
    assert list(at_home.iterdir()) == []


def test_no_folder_of_the_user_s_own_is_made_by_reading(run, monkeypatch, tmp_path):
    monkeypatch.delenv("CARD_LEDGER_DATABASE")
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **__: tmp_path / "deep" / "card-ledger")
    assert run("evenings").out == "no evening has been opened\n"
    assert not (tmp_path / "deep").exists()
    assert run("open", "Whist").code == 0
    assert (tmp_path / "deep" / "card-ledger" / "evenings.db").exists()


def test_an_empty_file_has_no_evening_in_it_and_stays_empty(run, at_home):
    (at_home / "evenings.db").write_bytes(b"")
    assert run("evenings").out == "no evening has been opened\n"
    assert (at_home / "evenings.db").read_bytes() == b""


def test_an_older_schema_that_may_not_be_changed_is_read_as_it_is(shared):
    path = shared / "evenings.db"
    evening_in(path)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.executescript("UPDATE alembic_version SET version_num = '0004'; DROP TABLE totals")
    before = path.read_bytes()
    path.chmod(0o444)
    shared.chmod(0o555)
    with as_somebody_else():
        store = open_to_read(str(path))
        assert [one.title for one in store.evenings()] == ["Whist"]
        assert [one.totals.title for one in Recorder(store).played_since()] == ["Whist"]
        store.close()
    assert path.read_bytes() == before


def test_what_fails_in_reading_does_not_speak_of_recording(run, at_home):
    path = at_home / "evenings.db"
    evening_in(path)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = DELETE")
        other.execute("BEGIN EXCLUSIVE")
        reading, recording = run("table"), run("record", 'note "x"')
    assert "locked" in reading.err
    assert "recorded" not in reading.err
    assert "Nothing was recorded: say it again" in recording.err


@pytest.mark.parametrize(
    "name", ["evenings.db", "./evenings.db", "sub folder/evenings 1.db", "~/evenings.db", "a:b.db"]
)
def test_a_file_s_name_is_understood_as_one(run, at_home, monkeypatch, name):
    monkeypatch.setenv("HOME", str(at_home / "home"))
    (at_home / "home").mkdir()
    (at_home / "sub folder").mkdir()
    assert run("open", "Whist", "--database", name).code == 0
    expected = at_home / name.replace("~", "home")
    assert expected.exists()
    assert [one.title for one in open_store(str(expected)).evenings()] == ["Whist"]


@pytest.mark.parametrize(
    ("url", "means"),
    [
        ("sqlite:evenings.db", "--database evenings.db"),
        ("sqlite:/evenings.db", "--database evenings.db"),
        ("file:evenings.db", "--database evenings.db"),
        ("postgresql:club", "--database postgresql://USER@HOST:PORT/NAME"),
    ],
)
def test_what_was_to_be_a_url_makes_no_file_of_that_name(at_home, url, means):
    with pytest.raises(Refusal, match="is no URL") as caught:
        open_database(url)
    assert means in caught.value.message
    assert list(at_home.iterdir()) == []


def test_what_has_no_end_is_refused(monkeypatch):
    monkeypatch.setattr(files, "MOST_READ", 1 << 20)
    for read in (files.replay_file, files.read_kept_seal):
        with pytest.raises(Refusal, match="goes on for more than 1 MB"):
            read("/dev/zero")


@pytest.mark.parametrize("url", ["postgresql:u:secret@h", "postgres:/u:secret@h/club"])
def test_a_url_that_is_none_is_refused_without_its_password(url):
    with pytest.raises(Refusal, match="is no URL of a database") as caught:
        open_store(url)
    assert "secret" not in caught.value.message
