"""The schema: its revision, a new file, and the upgrade of an older one."""

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ledger.core.refusals import Code, Refusal
from ledger.store.database import NOTHING, PATIENCE, Database, Row, SqliteDatabase, connect

if TYPE_CHECKING:  # both are slow to import, and wanted only where a schema is changed
    import sqlalchemy
    from alembic.config import Config

SCHEMA = "0008"
"""The revision that this program works with: the newest of its migrations."""
BEFORE_KEYS = ("0001",)
"""The revisions without keys of sent sayings."""
BEFORE_TOTALS = ("0001", "0002", "0003", "0004")
"""The revisions without totals of evenings, or with other ones."""
BEFORE_PAYEES = (*BEFORE_TOTALS, "0006")
"""The revisions without the ways in which people are paid."""
OLDER = (*BEFORE_PAYEES, "0007")
"""The revisions that this program reads as they are, and upgrades before it writes."""
REVISIONS = "alembic_version"
"""The table in which Alembic notes the revision."""
REVISION = f"SELECT version_num FROM {REVISIONS}"
QUESTION = (
    "{} has the schema {} of an older card-ledger. This one writes the schema {}, which the older one cannot read; "
    "a copy of the file as it is will be kept beside it. Go on?"
)
"""The question before the schema of a file is changed."""
GENERATED = Path(__file__).parent / "generated"
"""The folder that `python -m ledger.store.queries` writes to."""
NEW_FILE = "new_file.sql"
"""The file in that folder with the schema of a new SQLite file."""


def revision_of(database: Database) -> str | None:
    """Return a database's revision; None for an empty one. Raises Refusal for another program's."""
    tables = database.tables()
    if REVISIONS not in tables:
        if tables - {"sqlite_sequence"}:
            sentence = f"{database.name} is the database of another program: it has no log of evenings"
            raise Refusal(Code.STORE, sentence, "Name another with --database URL")
        return None
    rows = database.rows(REVISION)
    return str(rows[0][0]) if rows else None


def readable_revision(database: Database) -> str | None:
    """Return the revision of a database that is to be read; None for an empty one.

    Raises Refusal if a newer program or another program made the database.
    """
    revision = revision_of(database)
    if revision not in (None, SCHEMA, *OLDER):
        made = f"{database.name} was made by a newer card-ledger, which this one cannot read"
        sentence = f"{made}: its schema is {revision}"
        raise Refusal(Code.STORE, sentence, "Install the newest card-ledger")
    return revision


def see_that_it_is_ours(database: Database, rows: Sequence[Row]) -> None:
    """Raise Refusal if a newer program has changed the schema since the database was opened."""
    if not rows or rows[0][0] != SCHEMA:
        sentence = f"another card-ledger has changed the schema of {database.name} meanwhile; {SCHEMA} is known here"
        raise Refusal(Code.STORE, sentence, "Nothing was recorded: install the newest card-ledger, and start it again")


def bring_up_to_date(database: Database, agree: Callable[[str], bool] | None = None) -> None:
    """Upgrade a schema, if this kind of database allows it without a command.

    `agree` is asked before an older schema is changed; without it nobody is asked. Raises Refusal if the answer is
    no, for a schema that is newer than this program, and for an older one that only a command may change.
    """
    revision = revision_of(database)
    if revision == SCHEMA:
        return
    if database.brought_up_to_date:
        if revision and agree is not None and not agree(QUESTION.format(database.name, revision, SCHEMA)):
            raise Refusal(Code.STORE, f"{database.name} stays as it is, with the schema {revision}", NOTHING)
        upgrade(database)
        return
    older = f"the older schema {revision}" if revision else "no schema yet"
    raise Refusal(Code.STORE, f"{database.name} has {older}; {SCHEMA} is wanted", "Run card-ledger db upgrade")


def upgrade(database: Database) -> None:
    """Upgrade the schema, all or nothing, after copying a SQLite file.

    Raises Refusal if a newer program made the schema, or the database fails.
    """
    revision_of(database)
    if isinstance(database, SqliteDatabase) and _made_new(database):
        return
    from alembic import command
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory
    from alembic.util.exc import CommandError
    from sqlalchemy.exc import SQLAlchemyError

    config = configuration()
    try:
        with _beginning(database) as connection:
            config.attributes["connection"] = connection
            before = MigrationContext.configure(connection).get_current_revision()
            if before and isinstance(database, SqliteDatabase):
                _keep_as_it_was(database, before)
            command.upgrade(config, ScriptDirectory.from_config(config).get_current_head() or SCHEMA)
    except CommandError as error:
        sentence = f"{database.name} was made by a newer card-ledger, which this one cannot read: {error}"
        raise Refusal(Code.STORE, sentence, "Install the newest card-ledger") from error
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).strip().split("\n")[0]
        sentence = f"{database.name}: the schema cannot be brought up to date: {reason}"
        remedy = "Nothing was changed"
        if getattr(getattr(error, "orig", None), "sqlstate", "") == "42501":
            remedy = "Nothing was changed: only the owner of the tables may change them"
        raise Refusal(Code.STORE, sentence, remedy) from error


def schema_of_a_new_file() -> list[str]:
    """Return the statements that make a new SQLite file, made ahead of time from the migrations.

    Importing Alembic takes longer than everything else in the first evening of a recorder.
    """
    return (GENERATED / NEW_FILE).read_text("utf-8").removesuffix(";\n").split(";\n\n")


def _made_new(database: SqliteDatabase) -> bool:
    """Make the schema in an empty file, all or nothing; return whether it was empty."""
    if database.tables():
        return False
    _write_ahead(database)
    with database.transaction():
        if database.tables():  # somebody else was first
            return False
        for statement in schema_of_a_new_file():
            database.rows(statement)
    return True


def objects_made(asked: str) -> "Sequence[Sequence[Any]]":
    """Return the rows of a query in a new SQLite database, in memory."""
    with closing(sqlite3.connect(":memory:")) as new:
        for statement in schema_of_a_new_file():
            new.execute(statement)
        return new.execute(asked).fetchall()


def objects_migrated(asked: str, revision: str = SCHEMA) -> "Sequence[Sequence[Any]]":
    """Return the rows of a query in a new database in memory that the migrations made."""
    import sqlalchemy
    from alembic import command

    engine, config = sqlalchemy.create_engine("sqlite://"), configuration()
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        return connection.exec_driver_sql(asked).fetchall()


def _keep_as_it_was(database: SqliteDatabase, revision: str) -> None:
    """Copy a file beside it before its schema changes, while nobody else can write."""
    if revision == SCHEMA:
        return
    for number in count(1):
        copy = database.path.with_name(f"{database.path.name}.schema-{revision}{f'-{number}' if number > 1 else ''}")
        if not copy.exists():
            with closing(SqliteDatabase(database.path, database.patience, "ro")) as as_it_was:
                as_it_was.copy_to(copy)
            return


def configuration() -> "Config":
    """Return Alembic's configuration, with the place of the migrations."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(migrations()).replace("%", "%%"))
    return config


def migrations() -> Path:
    """Return the folder of the migrations: in the installed package, or in the source tree."""
    installed = Path(__file__).parent / "migrations"
    return installed if installed.is_dir() else Path(__file__).parents[2] / "migrations"


@contextmanager
def _beginning(database: Database) -> "Iterator[sqlalchemy.Connection]":
    """Begin the one transaction in which a schema is changed, while nobody writes."""
    engine = engine_of(database)
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


def engine_of(database: Database) -> "sqlalchemy.Engine":
    """Return an engine of SQLAlchemy whose transactions hold changes of the schema too."""
    if isinstance(database, SqliteDatabase):
        _write_ahead(database)
        return sqlite_engine(database.path, database.patience)
    from ledger.store.server import ServerDatabase

    assert isinstance(database, ServerDatabase)
    return database.engine


def sqlite_engine(path: Path, patience: float = PATIENCE) -> "sqlalchemy.Engine":
    """Make the engine of a SQLite file, whose transactions hold changes of the schema too."""
    import sqlalchemy

    engine = sqlalchemy.create_engine(
        "sqlite://", creator=lambda: connect(path, patience), poolclass=sqlalchemy.NullPool
    )
    sqlalchemy.event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    return engine


def _write_ahead(database: SqliteDatabase) -> None:
    """Let readers and a writer work side by side. SQLite does not wait for this by itself."""
    last = time.monotonic() + database.patience
    while True:
        try:
            database.rows("PRAGMA journal_mode = WAL")
        except Refusal as refusal:
            if "locked" not in refusal.sentence or time.monotonic() > last:
                raise
            time.sleep(0.05)
        else:
            return
