"""The databases that the store is tested on: a SQLite file, the same behind SQLAlchemy, and PostgreSQL if there is one."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from ledger.store import Store
from ledger.store.database import SqliteDatabase
from ledger.store.schema import bring_up_to_date, sqlite_engine, upgrade
from ledger.store.server import ServerDatabase, engine_of

BACKENDS = ("sqlite", "sqlalchemy", "postgresql")


def _as_nobody() -> list[str]:
    """PostgreSQL will not run as root."""
    return ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] if os.geteuid() == 0 else []


@pytest.fixture(scope="session")
def server():
    """The URL of a PostgreSQL of the tests' own, which listens nowhere but in its folder."""
    pytest.importorskip("psycopg")
    if not (shutil.which("initdb") and shutil.which("pg_ctl")):
        pytest.skip("PostgreSQL is not installed")
    if os.geteuid() == 0 and not shutil.which("setpriv"):
        pytest.skip("PostgreSQL will not run as root")
    folder = Path(tempfile.mkdtemp(prefix="card-ledger-"))
    folder.chmod(0o777)
    data = folder / "data"

    def run(*command: str) -> None:
        quiet = subprocess.DEVNULL
        subprocess.run([*_as_nobody(), *command], check=True, stdout=quiet, stderr=quiet, cwd=folder)

    pg_ctl = ("pg_ctl", "-D", str(data), "-w")
    run("initdb", "-D", str(data), "-U", "tests", "-A", "trust", "-N")
    run(*pg_ctl, "-o", f"-c listen_addresses='' -k {folder} -F", "start")
    yield f"postgresql+psycopg://tests@/postgres?host={folder}"
    run(*pg_ctl, "-m", "immediate", "stop")
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
