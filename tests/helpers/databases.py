"""The databases of the tests: a SQLite file, and PostgreSQL where it is installed."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from glob import glob
from pathlib import Path

import pytest

from ledger.recorder import Recorder
from ledger.store import Store, open_store
from ledger.store.places import open_database
from ledger.store.schema import bring_up_to_date, revision_of, upgrade

BACKENDS = ("sqlite", "postgresql")
PROGRAMS = os.pathsep.join([os.environ.get("PATH", ""), *sorted(glob("/usr/lib/postgresql/*/bin"), reverse=True)])
"""Where to look for PostgreSQL; Debian puts its programs outside of PATH."""


def _command(program: str, *arguments: str) -> list[str]:
    """Return a command that ends with the tests, even if they are killed, and does not run as root."""
    somebody = ["--reuid=65534", "--regid=65534", "--clear-groups"] if os.geteuid() == 0 else []
    return ["setpriv", "--pdeathsig=TERM", *somebody, shutil.which(program, path=PROGRAMS), *arguments]


def installed() -> bool:
    """Return whether PostgreSQL and setpriv are installed."""
    return all(shutil.which(program, path=PROGRAMS) for program in ("initdb", "postgres", "pg_isready", "setpriv"))


@contextmanager
def running_server(*settings: str, within: Path | None = None) -> Iterator[str]:
    """Run a temporary PostgreSQL that listens only in its folder, and yield its URL."""
    with _running(["initdb", "-U", "tests", "-A", "trust", "-N", "-E", "UTF8"], settings, within) as (url, _):
        yield url


@contextmanager
def standby(url: str) -> Iterator[str]:
    """Run a PostgreSQL that follows another one as a standby, and yield its URL."""
    copy = ["pg_basebackup", "-d", url, "-R", "-c", "fast", "--no-sync"]
    with _running(copy, ["-F"]) as (own, _):
        yield own


@contextmanager
def _running(
    making: list[str], settings: Sequence[str], within: Path | None = None
) -> Iterator[tuple[str, subprocess.Popen]]:
    """Run a PostgreSQL whose data a command makes in a temporary folder; yield its URL and the process."""
    folder = Path(tempfile.mkdtemp(prefix="card-ledger-", dir=within))
    folder.chmod(0o777)
    data = str(folder / "data")
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder}
    subprocess.run(_command(*making, "-D", data), check=True, **quiet)
    running = subprocess.Popen(
        _command("postgres", "-D", data, "-c", "listen_addresses=", "-k", str(folder), *settings), **quiet
    )
    asked = [shutil.which("pg_isready", path=PROGRAMS), "-q", "-h", str(folder), "-U", "tests", "-d", "postgres"]
    try:
        for _ in range(200):
            if subprocess.run(asked, check=False, **quiet).returncode == 0:
                break
            assert running.poll() is None, "PostgreSQL does not start"
            time.sleep(0.1)
        yield f"postgresql://tests@/postgres?host={folder}", running
    finally:
        running.send_signal(signal.SIGINT)
        running.wait(timeout=30)
        shutil.rmtree(folder, ignore_errors=True)


NO_LONG_WAIT = "-c lock_timeout=20s"
"""A test that leaves a transaction open fails the next one, which would wait for ever."""


@pytest.fixture(scope="session")
def server():
    """Yield the URL of a temporary PostgreSQL that does not wait for the disk."""
    pytest.importorskip("psycopg")
    if not installed():
        pytest.skip("PostgreSQL is not installed")
    with running_server("-F") as url:
        yield url


def emptied(url: str) -> str:
    """Empty the database of a server and return its URL."""
    import psycopg

    with psycopg.connect(url, autocommit=True, options=NO_LONG_WAIT) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return url


@cache
def _said_by_the_migrations(url: str) -> str:
    """Return the statements of all migrations."""
    from sqlalchemy import Engine, event

    database, statements = open_database(emptied(url)), []

    def note(*asked) -> None:
        statements.append(asked[2].replace("%%", "%"))

    event.listen(Engine, "before_cursor_execute", note)
    upgrade(database)
    event.remove(Engine, "before_cursor_execute", note)
    database.close()
    made = ("ALTER", "CREATE", "INSERT", "UPDATE", "DROP", "REVOKE")
    return ";\n".join(statement for statement in statements if statement.strip().startswith(made))


def with_the_schema(url: str) -> str:
    """Make an empty schema in the database of a server, in one statement, and return its URL."""
    statements = _said_by_the_migrations(url)

    import psycopg

    with psycopg.connect(url, autocommit=True, options=NO_LONG_WAIT) as connection:
        connection.execute(f"DROP SCHEMA public CASCADE; CREATE SCHEMA public; {statements}".encode())
    return url


A_SITTING = 70
"""The number of sayings in a session."""


@cache
def file_recorded(opening: tuple[str, ...], sayings: tuple[str, ...], at_once: bool) -> bytes:
    """Return the SQLite file of an evening that is recorded saying by saying in several sessions, or at once.

    It is recorded once, for as many as want a file with that in it.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "evenings.db"
        recorder = Recorder(open_store(str(path)), "Ann")
        evening, _ = recorder.open([*opening, *sayings] if at_once else opening)
        for first in range(0, 0 if at_once else len(sayings), A_SITTING):
            sitting = recorder.open_session(evening)
            for saying in sayings[first : first + A_SITTING]:
                sitting.record(saying)
        recorder.store.close()
        return path.read_bytes()


@pytest.fixture(params=BACKENDS)
def url(request, tmp_path):
    """Return the URL of an empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'evenings.db'}?timeout=0.3"
    server = request.getfixturevalue("server")
    return with_the_schema(server) if "store" in request.fixturenames else emptied(server)


@pytest.fixture
def database(url):
    """Yield an empty database of each kind."""
    opened_database = open_database(url)
    opened_database.patience = 0.3
    yield opened_database
    opened_database.close()


@pytest.fixture
def store(database):
    """Return a store in a database of each kind."""
    if revision_of(database) is None:  # a server has it already
        upgrade(database)
    bring_up_to_date(database)
    return Store(database)


@pytest.fixture
def opened(url, store):
    """Yield a function that opens the same store again, as another program would."""
    others = []

    def another() -> Store:
        other = open_store(url)
        if hasattr(other.database, "patience"):
            other.database.patience = 0.3
        others.append(other)
        return other

    yield another
    for other in others:
        other.close()
