"""The databases that the store is tested on: a SQLite file, the same behind SQLAlchemy, and PostgreSQL if there is one."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import pytest

from ledger.store import Store
from ledger.store.database import SqliteDatabase
from ledger.store.schema import bring_up_to_date, sqlite_engine, upgrade
from ledger.store.server import ServerDatabase, engine_of

BACKENDS = ("sqlite", "sqlalchemy", "postgresql")


def _command(*command: str) -> list[str]:
    """A command that ends when the tests do, even if they are killed; PostgreSQL will not run as root."""
    somebody = ["--reuid=65534", "--regid=65534", "--clear-groups"] if os.geteuid() == 0 else []
    return ["setpriv", "--pdeathsig=TERM", *somebody, *command]


@pytest.fixture(scope="session")
def server():
    """The URL of a PostgreSQL of the tests' own, which listens nowhere but in its folder."""
    pytest.importorskip("psycopg")
    if not all(map(shutil.which, ("initdb", "postgres", "pg_isready", "setpriv"))):
        pytest.skip("PostgreSQL is not installed")
    folder = Path(tempfile.mkdtemp(prefix="card-ledger-"))
    folder.chmod(0o777)
    data = str(folder / "data")
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder}
    subprocess.run(_command("initdb", "-D", data, "-U", "tests", "-A", "trust", "-N"), check=True, **quiet)
    settings = ["-c", "listen_addresses=", "-k", str(folder), "-F"]
    running = subprocess.Popen(_command("postgres", "-D", data, *settings), **quiet)
    asked = ["pg_isready", "-q", "-h", str(folder), "-U", "tests", "-d", "postgres"]
    for _ in range(200):
        if subprocess.run(asked, check=False, **quiet).returncode == 0:
            break
        assert running.poll() is None, "PostgreSQL does not start"
        time.sleep(0.1)
    yield f"postgresql+psycopg://tests@/postgres?host={folder}"
    running.send_signal(signal.SIGINT)
    running.wait(timeout=30)
    shutil.rmtree(folder, ignore_errors=True)


def emptied(url: str) -> str:
    """The same server with nothing in it."""
    engine = engine_of(url)
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP SCHEMA public CASCADE")
        connection.exec_driver_sql("CREATE SCHEMA public")
    engine.dispose()
    return url


@pytest.fixture(params=BACKENDS)
def database(request, tmp_path):
    """A database of each sort, with nothing in it."""
    path = tmp_path / "evenings.db"
    if request.param == "sqlite":
        found = SqliteDatabase(path, patience=0.3)
    elif request.param == "sqlalchemy":
        found = ServerDatabase(sqlite_engine(path, patience=0.3))
    else:
        found = ServerDatabase(engine_of(emptied(request.getfixturevalue("server"))))
    yield found
    found.close()


@pytest.fixture
def store(database):
    """A store in each of them."""
    upgrade(database)
    bring_up_to_date(database)
    return Store(database)
