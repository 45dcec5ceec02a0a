"""A database as the store needs it, and SQLite by Python's own driver."""

import os
import sqlite3
import time
from abc import ABC, abstractmethod
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ledger.core.refusals import Code, Refusal

if TYPE_CHECKING:
    from tempfile import TemporaryDirectory

PATIENCE = 4.0
"""The seconds to wait for who holds the log: with the start of a command less than five."""

PORTION = 2_000
"""The number of rows read at a time from what may be long."""

Row = Sequence[Any]
Values = Mapping[str, Any]
Question = tuple[str, Values]
"""A statement and its values."""


class Looking:
    """Waits until somebody else may have written, by looking again after a moment."""

    moment = 0.2

    def wait(self, seconds: float, *evenings: int) -> None:
        """Wait until one of these evenings may have been written to, at most so many `seconds`."""
        time.sleep(min(seconds, self.moment))


class Database(ABC):
    """A database as the store needs it. Methods raise Refusal if the database fails."""

    name: str
    """The name of the database for messages, without a password."""
    brought_up_to_date = False
    """Whether an older schema is upgraded when it is opened, and not only by a command."""
    far = False
    """Whether the database is far away, so that everything that will be needed is asked for at once."""
    holding = ""
    """SQL that is added to the reading of a row, to make others who would lock it wait for this transaction."""

    @abstractmethod
    def rows(self, statement: str, **values: Any) -> Sequence[Row]:
        """Run one statement and return its rows."""

    @abstractmethod
    def portions(self, statement: str, **values: Any) -> Generator[Sequence[Row], None, None]:
        """Yield the rows of a statement in portions; all are of one moment."""

    @abstractmethod
    def ask(self, *questions: Question) -> Sequence[Sequence[Row]]:
        """Return the rows of several statements, in one journey if the database is far away.

        Outside a transaction the statements make one of their own, so that all rows are of one moment.
        """

    @abstractmethod
    def write(self, statement: str, values: Sequence[Values]) -> None:
        """Run one statement for each of these values."""

    @abstractmethod
    def transaction(self, writing: bool = True) -> AbstractContextManager[None]:
        """Do everything within it or nothing; all that is read in it is of one moment.

        A transaction within another one is a part of it.
        """

    @abstractmethod
    def tables(self) -> set[str]:
        """Return the names of the tables."""

    @abstractmethod
    def another(self) -> "Database":
        """Return another connection to the same database. Raises Refusal if there is none."""

    def may_read(self, table: str) -> bool:
        """Return whether the connected role may read a table; true for a table that does not exist."""
        return True

    def number_on(self) -> None:
        """Give the next evening the number after the last, after a copy with numbers."""

    def announce(self, evening: int) -> None:
        """Announce that something was recorded to those who wait, after the transaction."""

    def signed(self, name: str) -> str:
        """Return a name as the connected role may sign with it: its own, or marked as claimed."""
        return name

    def listening(self, *evenings: int) -> AbstractContextManager[Looking]:
        """Listen from now on to announcements about these evenings; else look again and again."""
        return nullcontext(Looking())

    def look_again(self) -> None:
        """Continue with the database that has the name now, if the file was replaced."""

    def wait_at_most(self, seconds: float) -> None:
        """Give up from now on after so many `seconds` without an answer, because others wait."""

    def close(self) -> None:
        """Close the connection."""


def connect(path: Path, patience: float = PATIENCE, mode: str = "rwc") -> sqlite3.Connection:
    """Connect to a SQLite file so that what is committed survives a power cut."""
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        timeout=patience,
        isolation_level=None,
        check_same_thread=False,
    )
    connection.text_factory = _text
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")
    return connection


Identity = tuple[int, int]
"""The device and the number that identify a file whatever its name."""


def _identity(path: str) -> Identity | None:
    """Return what tells a file from one that replaces it; None if the file does not exist."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def unchanging(path: Path) -> str:
    """Return the mode that opens a SQLite file without changing it, or leaving files beside it."""
    with suppress(OSError):
        if os.path.getsize(f"{path}-wal"):
            return "ro"  # a connection that might write would in the end move what is there into the file
    if may_write(path) and may_write(path.parent):
        return "rw"
    return "ro&immutable=1"  # nothing can be put beside it for readers to wait by, and nobody is writing


def out_of_reach(path: Path) -> bool:
    """Return whether the newest part of a SQLite file lies in a file that a reader cannot open."""
    with suppress(OSError):
        if os.path.getsize(f"{path}-wal"):
            return not (may_write(path.parent) or os.path.exists(f"{path}-shm"))
    return False


def may_write(path: Path) -> bool:
    """Return whether the current user may write to a file, or make one in its folder."""
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def _text(stored: bytes) -> str | bytes:
    """Return a stored text; invalid bytes stay bytes, for an audit to find."""
    try:
        return stored.decode()
    except UnicodeDecodeError:
        return stored


def as_text(stored: object) -> str:
    """Return any value as text, because an audit finds values that are not text."""
    return stored.decode(errors="replace") if isinstance(stored, bytes) else str(stored)


BROKEN = (sqlite3.Error, UnicodeDecodeError)
"""What a statement fails with; of a damaged schema SQLite repeats bytes that are no text."""


class SqliteDatabase(Database):
    """A SQLite file."""

    brought_up_to_date = True

    def __init__(self, path: Path, patience: float = PATIENCE, mode: str = "rwc", reading: bool = False) -> None:
        """Open the file; with `reading`, no refusal speaks of recording. Raises Refusal.

        If reading the file where it lies would write beside it, the file is read in a temporary copy.
        """
        self.path = path
        self.patience = patience
        self.name = str(path)
        self._reading = reading
        self._copy: TemporaryDirectory[str] | None = None
        if reading and out_of_reach(path):
            self.read_in_a_copy()
            return
        if mode == "rwc":
            with suppress(OSError):  # it is there already, or it is said below why it cannot be
                os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))
        self._open(mode)

    def _open(self, mode: str) -> None:
        self._connection = self._connected(mode)
        self._file = _identity(self.name)
        self._log_ahead: Identity | None = None
        """The file of the write-ahead log, from when it was first seen."""
        with suppress(sqlite3.Error):  # a file that is no database says so when it is read
            self._connection.execute("PRAGMA schema_version")
            self._log_ahead = _identity(f"{self.name}-wal")

    def _see_that_it_is_there(self) -> None:
        """Raise Refusal if the file was replaced or deleted, because what is written would be lost."""
        if self._copy is not None:
            return
        ahead = f"{self.name}-wal"
        now_ahead = _identity(ahead)
        self._log_ahead = self._log_ahead or now_ahead
        for path, then, now in ((self.name, self._file, _identity(self.name)), (ahead, self._log_ahead, now_ahead)):
            if then != now:
                became = "was deleted" if now is None else "was replaced by another file"
                raise Refusal(
                    Code.STORE,
                    f"{path} {became} while it was open",
                    f"{NOTHING}: put the file back or start card-ledger again, and say it again",
                )

    def read_in_a_copy(self) -> None:
        """Continue with a copy of the file that may be written. Raises Refusal if none can be made."""
        import shutil  # both are slow to import, and hardly ever needed
        from tempfile import TemporaryDirectory

        named = self.path
        try:
            self._copy = TemporaryDirectory(prefix="card-ledger-")
            self.path = Path(self._copy.name) / "copy.db"
            shutil.copyfile(named, self.path)
            with suppress(FileNotFoundError):
                shutil.copyfile(f"{named}-wal", f"{self.path}-wal")
        except OSError as error:
            if self._copy is not None:
                self._copy.cleanup()
            sentence = f"{named}: its newest part is read in a copy, which cannot be made: {error.strerror}"
            raise Refusal(Code.STORE, sentence, "Name a folder that may be written to in TMPDIR") from error
        self._connection = self._connected("rwc")

    def _connected(self, mode: str) -> sqlite3.Connection:
        try:
            return connect(self.path, self.patience, mode)
        except BROKEN as error:
            raise self._why(error) from error

    def _why(self, error: Exception) -> Refusal:
        """Return why a statement failed."""
        if not isinstance(error, sqlite3.Error):
            error = sqlite3.DatabaseError("its schema is no text")
        return _refused(self.path, error, self._reading)

    def rows(self, statement: str, **values: Any) -> Sequence[Row]:
        """Run one statement and return its rows."""
        try:
            return self._connection.execute(statement, values).fetchall()
        except BROKEN as error:
            raise self._why(error) from error

    def portions(self, statement: str, **values: Any) -> Generator[Sequence[Row], None, None]:
        """Yield the rows of a statement in portions; all are of one moment."""
        with self.transaction(writing=False):
            try:
                cursor = self._connection.execute(statement, values)
                while rows := cursor.fetchmany(PORTION):
                    yield rows
            except BROKEN as error:  # nobody throws one of these in at the yield
                raise self._why(error) from error

    def ask(self, *questions: Question) -> Sequence[Sequence[Row]]:
        """Run several statements one after another; return the rows of each."""
        with self.transaction(writing=False):
            return [self.rows(statement, **values) for statement, values in questions]

    def write(self, statement: str, values: Sequence[Values]) -> None:
        """Run one statement for each of these values."""
        if values:
            try:
                self._connection.executemany(statement, values)
            except BROKEN as error:
                raise self._why(error) from error

    def transaction(self, writing: bool = True) -> AbstractContextManager[None]:
        """Do everything within it or nothing; a writer keeps other writers out from its beginning."""
        return nullcontext() if self._connection.in_transaction else self._begun(writing)

    @contextmanager
    def _begun(self, writing: bool) -> Iterator[None]:
        self.rows("BEGIN IMMEDIATE" if writing else "BEGIN")
        try:
            try:
                yield
            finally:  # what was refused by a file that is gone is not refused by the log
                if writing:
                    self._see_that_it_is_there()
            self.rows("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.rollback()
            raise

    def tables(self) -> set[str]:
        """Return the names of the tables."""
        return {str(name) for (name,) in self.rows("SELECT name FROM sqlite_master WHERE type = 'table'")}

    def copy_to(self, target: Path) -> None:
        """Make a copy of the file as it is at one moment, though others go on writing.

        Raises Refusal if the copy exists already or cannot be made.
        """
        try:
            os.close(os.open(target, os.O_CREAT | os.O_EXCL, 0o600))
        except OSError as error:
            if isinstance(error, FileExistsError):
                sentence, remedy = f"there is a file {target} already", "Name a new one: nothing is written over"
            else:
                sentence, remedy = f"the file {target} cannot be made: {error.strerror}", "Name another file"
            raise Refusal(Code.FILE, sentence, remedy) from error
        try:
            self._copy_into(target)
        except BaseException:
            target.unlink(missing_ok=True)
            raise

    def _copy_into(self, target: Path) -> None:
        try:
            with closing(connect(target, self.patience)) as copy:
                checked = self.rows("PRAGMA quick_check")[0]
                if checked != ("ok",):
                    sentence = f"{self.name}: the database is damaged: {checked[0]}"
                    raise Refusal(Code.STORE, sentence, "card-ledger audit says more")
                self._connection.backup(copy)
        except sqlite3.Error as error:
            raise _refused(target, error, reading=True) from error

    def another(self) -> "SqliteDatabase":
        """Return another connection to the same file; it does not make the file."""
        return SqliteDatabase(self.path, self.patience, "rw")

    def wait_at_most(self, seconds: float) -> None:
        """Wait no longer than so many `seconds` for a locked file, nor than its URL says."""
        self.rows(f"PRAGMA busy_timeout = {round(min(seconds, self.patience) * 1000)}")

    def look_again(self) -> None:
        """Open the file that has the name now, if it is another one."""
        try:
            self._see_that_it_is_there()
        except Refusal:
            self._connection.close()
            self._open("rw")

    def close(self) -> None:
        """Close the file."""
        self._connection.close()
        if self._copy is not None:
            self._copy.cleanup()


class NoDatabase(Database):
    """A missing file as a database: it is empty, and nobody can write to it."""

    def __init__(self, path: Path) -> None:
        self.name = str(path)

    def rows(self, statement: str, **values: Any) -> Sequence[Row]:
        """Return no rows."""
        return []

    def portions(self, statement: str, **values: Any) -> Generator[Sequence[Row], None, None]:
        """Yield nothing."""
        yield from ()

    def ask(self, *questions: Question) -> Sequence[Sequence[Row]]:
        """Return no rows for each statement."""
        return [[] for _ in questions]

    def write(self, statement: str, values: Sequence[Values]) -> None:
        """Raise Refusal."""
        raise Refusal(Code.STORE, f"there is no database {self.name}", NOTHING)

    def transaction(self, writing: bool = True) -> AbstractContextManager[None]:
        """Do nothing before it and nothing after it."""
        return nullcontext()

    def tables(self) -> set[str]:
        """Return no names."""
        return set()

    def another(self) -> "NoDatabase":
        """Return this one: it holds no connection."""
        return self


def _refused(path: Path, error: sqlite3.Error, reading: bool) -> Refusal:
    """Return in one sentence what is wrong with a SQLite file."""
    name = getattr(error, "sqlite_errorname", "")
    for beginning, sentence, remedy in FAILURES:
        if name.startswith(beginning):
            return Refusal(Code.STORE, f"{path}: {sentence}", for_readers(remedy) if reading else remedy)
    if name.startswith("SQLITE_CANTOPEN"):
        return Refusal(Code.STORE, f"{path}: {_why_closed(path)}", "Name another with --database URL")
    return Refusal(Code.STORE, f"{path}: the database fails: {error}", "" if reading else NOTHING)


def for_readers(remedy: str) -> str:
    """Return a remedy for readers: without the words that nothing was recorded."""
    rest = remedy.removeprefix(NOTHING).removeprefix(": ").replace("say it again", "try again")
    return rest[:1].upper() + rest[1:]


NOTHING = "Nothing was recorded"
FAILURES = (
    ("SQLITE_NOTADB", "this file is not a database", "Name another with --database URL"),
    ("SQLITE_CORRUPT", "the database is damaged", "Take the evening from an export of it, or from a copy of the file"),
    ("SQLITE_READONLY", "the database can only be read", f"{NOTHING}: see who may write to the file and its folder"),
    ("SQLITE_FULL", "the disk, or the database, is full", f"{NOTHING}: make room, and say it again"),
    ("SQLITE_BUSY", "the database is locked by another program", f"{NOTHING}: say it again when that has finished"),
    ("SQLITE_LOCKED", "the database is locked by another program", f"{NOTHING}: say it again when that has finished"),
    ("SQLITE_IOERR", "the database cannot be read or written: the disk fails", f"{NOTHING}"),
)
"""For the beginnings of SQLite's error names: the fault in words, and the remedy."""


def _why_closed(path: Path) -> str:
    if path.is_dir():
        return "this is a folder, not a database"
    if not path.parent.is_dir():
        return f"there is no folder {path.parent}"
    if path.exists():
        return "the database cannot be opened: see who may read the file, and write to its folder"
    if may_write(path.parent):
        return "there is no such database"
    return "there is no such database, and none can be made in this folder"
