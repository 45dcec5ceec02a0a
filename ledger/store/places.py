"""Where the log is kept: a SQLite file in the user's data folder, or what a URL says."""

from pathlib import Path
from urllib.parse import parse_qsl

from ledger.refusals import Code, Refusal
from ledger.store.database import PATIENCE, Database, SqliteDatabase, unchanging
from ledger.store.log import Store
from ledger.store.schema import SCHEMA, bring_up_to_date, revision_of

SQLITE = "sqlite:///"


def open_store(url: str | None) -> Store:
    """Open the log at a URL (None: the user's own), its schema brought up to date.

    Raises Refusal where it cannot be opened, or is not a log.
    """
    database = open_database(url)
    bring_up_to_date(database)
    return Store(database)


def open_unchanged(url: str | None) -> Store:
    """Open the log at a URL to be read only, its schema as it is.

    Raises Refusal where it cannot be opened, is not a log, or has a schema that this program does not read.
    """
    database = open_database(url, unchanged=True)
    if isinstance(database, SqliteDatabase):
        database.rows("PRAGMA query_only = ON")
    revision = revision_of(database)
    if revision != SCHEMA:
        sentence = (
            f"{database.name} has {f'the schema {revision}' if revision else 'no log yet'}; {SCHEMA} is read here"
        )
        raise Refusal(Code.STORE, sentence, "Run card-ledger db upgrade")
    return Store(database)


def open_database(url: str | None, unchanged: bool = False) -> Database:
    """Open the database at a URL, as it is: `sqlite:///FILE[?timeout=SECONDS][&mode=ro]`, or another's.

    A path with no scheme is a SQLite file; it is made where there is none, unless it is to stay `unchanged`.
    Raises Refusal where it cannot be opened.
    """
    if not url or "://" not in url:
        path = Path(url) if url else _own_file()
        return SqliteDatabase(path, mode=unchanging(path) if unchanged else "rwc")
    if not url.startswith("sqlite:"):
        from ledger.store.server import ServerDatabase, engine_of

        return ServerDatabase(engine_of(url))
    file, _, query = url.removeprefix(SQLITE).partition("?")
    if not url.startswith(SQLITE) or file in ("", ":memory:"):
        raise Refusal(Code.STORE, f"{url} names no file", "Say sqlite:///FILE, or sqlite:////FOLDER/FILE from the root")
    said = dict(parse_qsl(query))
    patience = said.pop("timeout", str(PATIENCE))
    mode = said.pop("mode", "rwc")
    if said or mode not in ("ro", "rwc") or not patience.replace(".", "", 1).isdecimal():
        sentence = f"{url} asks for more than timeout=SECONDS and mode=ro"
        raise Refusal(Code.STORE, sentence, "Say sqlite:///FILE?timeout=10")
    return SqliteDatabase(Path(file), float(patience), unchanging(Path(file)) if unchanged else mode)


def _own_file() -> Path:
    from platformdirs import user_data_path  # not wanted where a URL is said

    folder = user_data_path("card-ledger", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        sentence = f"the folder {folder} cannot be made: {error.strerror}"
        raise Refusal(Code.STORE, sentence, "Name a database with --database URL") from error
    return folder / "evenings.db"
