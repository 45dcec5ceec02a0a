"""Where the log is: a SQLite file in the user's data folder, or the place in a URL."""

import os
import re
from collections.abc import Callable
from errno import ENAMETOOLONG
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qsl

from ledger.core.patterns import Pattern
from ledger.core.refusals import LONGEST_SHOWN, Code, Refusal, printable
from ledger.store.database import PATIENCE, Database, NoDatabase, SqliteDatabase, unchanging
from ledger.store.log import Store
from ledger.store.schema import SCHEMA, bring_up_to_date, readable_revision

SQLITE = "sqlite:///"
MEANS_A_SERVER = Pattern(
    r"^\s*postgres\w*(\+\w+)?\s*(:|//|\\\\)|:.*@|\b(host|hostaddr|port|dbname|user|\w*password|passfile|service)\s*=",
    re.IGNORECASE | re.DOTALL,
)
"""A scheme of PostgreSQL, a password before a host, or a word of PostgreSQL's own way to name a server."""


def open_store(url: str | None, begins: bool = True, agree: Callable[[str], bool] | None = None) -> Store:
    """Open the log at a URL (None: the user's own), and bring its schema up to date.

    A missing file is made, unless no evening `begins`: then the log is empty. `agree` is asked before an older schema
    is changed. Raises Refusal if the log cannot be opened, is not a log, or is not to be changed.
    """
    if not begins and (path := _missing(url)) is not None:
        return Store(NoDatabase(path))
    database = open_database(url)
    bring_up_to_date(database, agree)
    return Store(database)


def open_to_read(url: str | None) -> Store:
    """Open the log at a URL for reading: nothing is made or changed; a missing one is empty.

    An older schema is read as it is. Raises Refusal if the log cannot be opened, is not a log, or is of a newer
    program.
    """
    database = read_database(url)
    revision = readable_revision(database)
    if revision is None and not isinstance(database, NoDatabase):
        if not isinstance(database, SqliteDatabase):
            bring_up_to_date(database)  # which says that a server has none
        database = NoDatabase(Path(database.name))
    return Store(database, revision or SCHEMA)


def open_unchanged(url: str | None) -> Store:
    """Open the log at a URL for reading. Raises Refusal if there is no log."""
    database = open_database(url, unchanged=True)
    revision = readable_revision(database)
    if revision is None:
        raise Refusal(Code.STORE, f"{database.name} has no log yet", 'Say card-ledger open "TITLE" --players "A B C"')
    return Store(database, revision)


def read_database(url: str | None) -> Database:
    """Open the database at a URL for reading; a file that does not exist is empty.

    Raises Refusal if the database cannot be opened.
    """
    path = _missing(url)
    return open_database(url, unchanged=True) if path is None else NoDatabase(path)


def open_database(url: str | None, unchanged: bool = False) -> Database:
    """Open the database at a URL: `sqlite:///FILE[?timeout=SECONDS][&mode=ro]`, or a server's.

    A path with no scheme is a SQLite file, which is made if it is missing, unless it is to stay `unchanged`. Raises
    Refusal if the database cannot be opened.
    """
    file = _file(url)
    if file is None:
        from ledger.store.server import ServerDatabase  # not wanted for a file

        return ServerDatabase(url or "", reading=unchanged)
    if unchanged:
        database = SqliteDatabase(file.path, file.patience, unchanging(file.path), reading=True)
        database.rows("PRAGMA query_only = ON")
        return database
    if not url:
        _make_own_folder(file.path.parent)
    return SqliteDatabase(file.path, file.patience, file.mode)


class _File(NamedTuple):
    """A SQLite file, as a URL names it."""

    path: Path
    patience: float = PATIENCE
    mode: str = "rwc"


def _file(url: str | None) -> _File | None:
    """Return the SQLite file that a URL or path names; None for a server. Raises Refusal."""
    if not url:
        return _File(_own_file())
    if "://" not in url:
        return _File(_short(_path(url)))
    if not url.startswith("sqlite:"):
        return None
    file, _, query = url.removeprefix(SQLITE).partition("?")
    if not url.startswith(SQLITE) or file in ("", ":memory:"):
        raise Refusal(
            Code.STORE,
            f"{printable(url, LONGEST_SHOWN)} names no file",
            "Say sqlite:///FILE, or sqlite:////FOLDER/FILE from the root",
        )
    options = dict(parse_qsl(query))
    patience = options.pop("timeout", str(PATIENCE))
    mode = options.pop("mode", "rwc")
    if options or mode not in ("ro", "rwc") or not re.fullmatch("[0-9]{1,6}([.][0-9]{1,6})?", patience):
        sentence = f"{printable(url, LONGEST_SHOWN)} asks for more than timeout=SECONDS and mode=ro"
        raise Refusal(Code.STORE, sentence, "Say sqlite:///FILE?timeout=10")
    return _File(_short(Path(file)), float(patience), mode)


def _short(path: Path) -> Path:
    """Return a path that a file can have. Raises Refusal for a path too long or with a NUL."""
    try:
        path.stat()
    except ValueError as error:
        sentence = f"{printable(path.name, 40)} cannot be the name of a file"
        raise Refusal(Code.STORE, sentence, "Name another with --database URL") from error
    except OSError as error:
        if error.errno == ENAMETOOLONG:
            sentence = f"{printable(path.name, 40)} is too long for the name of a file"
            raise Refusal(Code.STORE, sentence, "Name another with --database URL") from error
    return path


def _path(name: str) -> Path:
    """Return the file of this name; ~ is the user's home. Raises Refusal for a broken URL."""
    if MEANS_A_SERVER.search(name) and not os.path.exists(name):  # it may hold a password, which is repeated nowhere
        sentence = "this names a server, and is no URL of a database"
        raise Refusal(Code.STORE, sentence, "Say --database postgresql://USER@HOST:PORT/NAME")
    scheme, parted, rest = name.partition(":")
    if parted and scheme in ("sqlite", "file") and not os.path.exists(name):
        sentence = f"{printable(name, LONGEST_SHOWN)} is no URL of a database"
        means = printable(rest.lstrip("/") or "FILE", LONGEST_SHOWN)
        raise Refusal(Code.STORE, sentence, f"Say --database {means}")
    try:
        return Path(name).expanduser()
    except (RuntimeError, ValueError):
        return Path(name)


def _missing(url: str | None) -> Path | None:
    """Return the named SQLite file if it is missing and could be made; otherwise None."""
    file = _file(url)
    if file is None or file.path.exists() or not (file.path.parent.is_dir() or not url):
        return None
    return file.path


def _own_file() -> Path:
    from platformdirs import user_data_path  # not wanted where a URL is said

    return user_data_path("card-ledger", appauthor=False) / "evenings.db"


def _make_own_folder(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        sentence = f"the folder {folder} cannot be made: {error.strerror}"
        raise Refusal(Code.STORE, sentence, "Name a database with --database URL") from error
