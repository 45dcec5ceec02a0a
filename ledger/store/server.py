"""A database behind a URL: PostgreSQL, for a club, by psycopg.

A writer locks the row of the evening and then reads: under READ COMMITTED every statement after the lock sees what
others had committed before it, and nobody else can add to the evening. A reader sees one moment: REPEATABLE READ.
"""

import math
import re
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import lru_cache
from hashlib import sha256
from itertools import count
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from ledger.core.refusals import Code, Refusal, printable
from ledger.store.database import NOTHING, PATIENCE, PORTION, Database, Looking, Question, Row, Values, for_readers
from ledger.store.generated import statements as sql

try:
    import psycopg
    from psycopg.conninfo import conninfo_to_dict
except ImportError as error:  # the driver, or the library of PostgreSQL that it needs
    raise Refusal(
        Code.STORE,
        "the driver for PostgreSQL is not installed",
        'Install it: pip install "card-ledger[postgresql]", or in a clone of the project pip install ".[postgresql]"',
    ) from error

if TYPE_CHECKING:  # wanted only where a schema is changed
    import sqlalchemy

T = TypeVar("T")
URL = "postgresql://USER@HOST:PORT/NAME"
SCHEMES = ("postgresql", "postgres", "postgresql+psycopg")
CONNECTING = 10
"""The number of seconds to wait for a server, unless the URL sets another."""
SILENT = {
    "keepalives_idle": 4,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""How soon a connection ends through which nothing comes any more, unless the URL sets another: after 10 seconds."""
CHANNEL = "card_ledger_{}"
"""The channel on which PostgreSQL announces that something was recorded in an evening."""
ROLE = """
SELECT session_user, coalesce(pg_has_role(session_user, relowner, 'MEMBER'), true)
FROM (VALUES (to_regclass('event'))) AS log(event) LEFT JOIN pg_class ON pg_class.oid = log.event
"""
"""The connected role, and whether it owns the tables."""
MAY_READ = "SELECT coalesce(has_table_privilege(to_regclass(:name), 'SELECT'), true)"
COMMIT = "COMMIT"
ANNOUNCED = f"{COMMIT}; BEGIN; SET LOCAL synchronous_commit = off; NOTIFY {CHANNEL}; COMMIT"
"""The end of a transaction, and the announcement in a transaction of its own: NOTIFY holds a lock of the whole server
until its transaction is on the disk, so that otherwise every evening would wait for every other."""
ON_THE_WAY = 0.5
"""The seconds that the refusal of a server may need to come, once it has waited as long as it may."""
FROZEN = 10
"""The seconds of silence after which the server ends a transaction, because others wait for its lock."""

READING = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
WRITING = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
SETTINGS = (
    "SELECT set_config('synchronous_commit', 'on', true), set_config('lock_timeout', '{}', true), "
    "set_config('statement_timeout', '{}', true), "
    "set_config('idle_in_transaction_session_timeout', '{}', true)"
)
CHANGES_ALONE = """
DO $$ BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('card-ledger schema'));
  IF to_regclass('alembic_version') IS NOT NULL THEN LOCK TABLE alembic_version IN ACCESS EXCLUSIVE MODE; END IF;
END $$
"""
"""The lock for a change of the schema: a writer reads the revision first, so it waits here, then finds the new one."""

SAY_IT_AGAIN = f"{NOTHING}: say it again"
UNKNOWN = "See card-ledger log whether it was, or say it again under the same --key"
FAILURES = {
    "55P03": ("another recorder holds the evening, or its table is being changed", f"{SAY_IT_AGAIN} in a while"),
    "25P03": ("the server broke the work off: nothing came for too long", SAY_IT_AGAIN),
    "57014": ("the server broke the work off: it took longer than it allows", SAY_IT_AGAIN),
    "23505": ("another program has written at the same place meanwhile", SAY_IT_AGAIN),
    **dict.fromkeys(("26000", "42P05"), ("the connection is shared with another program", SAY_IT_AGAIN)),
    "40P01": ("two recorders waited for each other, and the server has stopped this one", SAY_IT_AGAIN),
    "40001": ("others have written what was read meanwhile", SAY_IT_AGAIN),
    "42501": ("this user may not do that", f"{NOTHING}: card-ledger db grants prints who needs which rights"),
    "42P01": ("there is no log there, or not the whole of one", "Run card-ledger db upgrade, as the owner"),
    "25006": ("the database can only be read", f"{NOTHING}: name the server that may be written to"),
    "53100": ("the disk of the server is full", f"{NOTHING}: make room, and say it again"),
    "53200": ("the server has no memory left", SAY_IT_AGAIN),
    "53300": ("the server takes no more connections", f"{SAY_IT_AGAIN} in a while"),
    "28P01": ("the password is wrong", "Put it in the URL, in PGPASSWORD or in ~/.pgpass"),
    "28000": ("this user is not let in", "See that the role may log in, and what pg_hba.conf says"),
    "3D000": ("there is no database of this name on the server", "Make it: createdb NAME"),
    "57P03": ("the server is starting, or going down", "Try again in a while"),
}
"""For PostgreSQL's SQLSTATEs: the fault in words, and the remedy."""
CUT = ("08", "57P01", "57P02", "57P05")
"""The beginnings of the SQLSTATEs of a connection that was cut."""


def parameters_of(url: str) -> dict[str, Any]:
    """Return the parameters in a URL. Raises Refusal for a wrong one, without repeating it."""
    scheme, _, rest = url.partition("://")
    if scheme.lower() not in SCHEMES:
        known = re.fullmatch("[A-Za-z][A-Za-z0-9+.-]{,39}", scheme)  # anything else may hold a password
        sentence = f"{scheme}:// is no database known here" if known else "this is no URL of a database"
        raise Refusal(Code.STORE, sentence, f"Say sqlite:///FILE or {URL}")
    try:
        parameters = dict(conninfo_to_dict(f"postgresql://{rest}"))
    except (psycopg.Error, ValueError):  # the second for what is no text
        wrong = _wrong_with(rest)
    else:
        ports = [port for port in str(parameters.get("port") or "").split(",") if port]
        if not all(re.fullmatch("[0-9]{1,5}", port) and 0 < int(port) < 65536 for port in ports):
            wrong = PORT
        elif "@" in str(parameters.get("dbname") or ""):
            wrong = "cannot be read"  # the password had a / in it, or two names were given
        else:
            return parameters
    sentence = f"the URL that begins {scheme}:// {wrong}"
    raise Refusal(Code.STORE, sentence, f"Say {URL}; signs such as @ : / [ in a password are written %40 %3A %2F %5B")


PORT = "has a port that is no number from 1 to 65535"


def _wrong_with(rest: str) -> str:
    """Return what is wrong with a URL that cannot be read."""
    try:
        urlsplit(f"postgresql://{rest}")
    except ValueError:
        return "opens a bracket and does not close it, or the other way round"
    return "cannot be read"


def name_of(parameters: Mapping[str, Any]) -> str:
    """Return the name of a server for messages: user, host and database, without a password."""
    user = f"{parameters['user']}@" if parameters.get("user") else ""
    host = str(parameters.get("host") or parameters.get("hostaddr") or "")
    host = f"[{host}]" if ":" in host else host
    port = f":{parameters['port']}" if parameters.get("port") else ""
    return printable(f"postgresql://{user}{host}{port}/{parameters.get('dbname') or ''}", 200)


OF_THE_OWNER = {
    sql.ADD_EVENING: "SELECT card_ledger_opens(:title, :played_on, :closed)",
    sql.BEGIN_CLUB: "SELECT card_ledger_begins_club()",
    sql.KEEP_TOTALS: "SELECT card_ledger_counts(:evening, :number, :digest, :rules, :body, :sent)",
}
"""What a recorder may not write, with the function of the owner of the tables that checks it and writes it."""
VALUE = re.compile(r":(\w+)")
"""A named value in a statement."""
PLANNED = ("SELECT", "INSERT", "UPDATE", "DELETE")
"""The first words of statements that the server plans."""
NOT_AS_PREPARED = ("26000", "42P05")
"""The SQLSTATEs of a prepared statement that does not exist, or exists already."""


@lru_cache(maxsize=200)
def _for_psycopg(statement: str) -> tuple[str, tuple[str, ...]]:
    """Return a statement with psycopg's marks for its values, and their names in order."""
    return VALUE.sub("%s", statement.replace("%", "%%")), tuple(VALUE.findall(statement))


@lru_cache(maxsize=200)
def _prepared(statement: str) -> tuple[str, str, tuple[str, ...]]:
    """Return the name of a prepared statement, its text, and the names of its values.

    The name is made from the text, so that connections that are shared never confuse statements.
    """
    values = tuple(dict.fromkeys(VALUE.findall(statement)))
    numbered = VALUE.sub(lambda value: f"${values.index(value[1]) + 1}", statement.replace("%", "%%"))
    return f"ledger_{sha256(statement.encode()).hexdigest()[:16]}", numbered, values


class NoAnswer(psycopg.OperationalError):
    """Raised if the server does not answer in time; the connection is then closed."""


class BoundedConnection(psycopg.Connection[tuple[Any, ...]]):
    """A connection that is given up where the server does not answer in time.

    The time limits of TCP do not end a connection that somebody between keeps open without passing anything on.
    """

    longest: float | None = None
    """The seconds in which an answer must come; None for as long as it takes."""

    def wait(self, gen: Any, *arguments: Any, **named: Any) -> Any:
        """Wait for an answer. Raises NoAnswer if it does not come in time."""
        try:
            return super().wait(_in_time(gen, self.longest), *arguments, **named)
        except NoAnswer:
            self.pgconn.finish()
            raise


def _in_time(asking: Generator[Any, Any, T], longest: float | None) -> Generator[Any, Any, T]:
    """Pass on what a generator of psycopg waits for; raise NoAnswer once it has waited too long."""
    last = math.inf if longest is None else time.monotonic() + longest
    ready = None
    while True:
        try:
            awaits = asking.send(ready)
        except StopIteration as end:
            answer: T = end.value
            return answer
        ready = yield awaits
        if not ready and time.monotonic() > last:
            raise NoAnswer(f"the server has not answered for {longest:.0f} seconds")


class ServerDatabase(Database):
    """A PostgreSQL database. Its schema is changed by a command only.

    To make few journeys to the server while others wait for the lock, writes are sent together with the end of their
    transaction, and its begin with the first question.
    """

    far = True
    holding = " FOR UPDATE"

    def __init__(self, url: str, reading: bool = False, patience: float = PATIENCE) -> None:
        """Connect; if it is for `reading`, no refusal speaks of recording.

        `patience` is how many seconds to wait for a lock. Raises Refusal if nobody answers.
        """
        self._url = url
        self.parameters = parameters_of(url)
        self.reading = reading
        self.patience = patience
        self.name = name_of(self.parameters)
        self._longest: float | None = None
        """The seconds in which an answer must come; None for as long as it takes."""
        self._unsent: list[tuple[str, Sequence[Values]]] = []
        self._role: tuple[str, bool] | None = None
        """The connected role, and whether it owns the tables; None if it was not asked yet."""
        self._announced: int | None = None
        """The evening whose new events are to be announced."""
        self._inside = False
        """Whether a transaction is under way."""
        self._beginning: tuple[str, ...] = ()
        """The statements that begin the transaction, until the first journey takes them along."""
        self._cursors = count(1)
        """The numbers that tell the cursors of different readings apart."""
        self._connection = self.connect()
        self._prepared: dict[str, str] = {}
        """The statements that the server has planned for this connection, each with its name."""
        self._names = count(1)
        self._prepares = True
        """Whether statements are prepared; they are not where several clients share a connection to the server."""

    def connect(self) -> BoundedConnection:
        """Make a new connection. Raises Refusal if nobody answers."""
        connecting = CONNECTING if self._longest is None else max(2, int(self._longest))
        parameters = {"connect_timeout": connecting, "application_name": "card-ledger", **SILENT, **self.parameters}
        with self.failing():
            connection = BoundedConnection.connect(**{**parameters, "client_encoding": "utf8"}, autocommit=True)
        connection.longest = self._answers_within
        return connection

    @property
    def _answers_within(self) -> float | None:
        """The seconds in which an answer must be here; None for as long as it takes."""
        return None if self._longest is None else self._longest + ON_THE_WAY

    @contextmanager
    def failing(self, ending: bool = False) -> Iterator[None]:
        """Turn a failure into a Refusal; when `ending`, it may be unknown what was recorded."""
        try:
            yield
        except psycopg.Error as error:
            raise self.refused(error, ending) from error

    def refused(self, error: "psycopg.Error", ending: bool = False) -> Refusal:
        """Return the refusal for what PostgreSQL reports."""
        state = error.sqlstate or ""
        reason = printable(str(error).strip().split("\n")[0], 300)
        if password := str(self.parameters.get("password") or ""):
            reason = reason.replace(password, "…")
        remedy = NOTHING
        if state in FAILURES:
            reason, remedy = FAILURES[state]
        elif state.startswith(CUT) or (not state and isinstance(error, psycopg.OperationalError)):
            if ending:
                return Refusal(
                    Code.STORE,
                    f"{self.name}: the connection was cut before it was known whether it was recorded",
                    UNKNOWN,
                )
            reason = f"no connection: {reason}"
            remedy = f"{NOTHING}: see that the server runs, and takes connections"
        elif state != "P0001":  # what the triggers refuse says itself what it is
            reason = f"the database fails: {reason}"
        return Refusal(Code.STORE, f"{self.name}: {reason}", for_readers(remedy) if self.reading else remedy)

    def rows(self, statement: str, **values: Any) -> Sequence[Row]:
        """Run one statement and return its rows; outside a transaction it makes one of its own."""
        return self.ask((statement, values))[0]

    def portions(self, statement: str, **values: Any) -> Generator[Sequence[Row], None, None]:
        """Yield the rows of a statement in portions, by a cursor on the server."""
        with self.transaction(writing=False):
            cursor = f"portions_{next(self._cursors)}"
            self.rows(f"DECLARE {cursor} NO SCROLL CURSOR FOR {statement}", **values)
            while rows := self.rows(f"FETCH {PORTION} FROM {cursor}"):
                yield rows
            self.rows(f"CLOSE {cursor}")

    def ask(self, *questions: Question) -> Sequence[Sequence[Row]]:
        """Run several statements one after another, in one journey; return the rows of each.

        Outside a transaction they make one of their own, whose begin and end go in the same journey.
        """
        if self._inside:
            with self.failing():
                return self._send(*questions)
        self._beginning = (READING,)
        try:
            with self.failing():
                return self._send(*questions, ending=COMMIT)
        except BaseException:
            self._roll_back()
            raise

    def write(self, statement: str, values: Sequence[Values]) -> None:
        """Run one statement for each of these values, at the latest when the transaction ends."""
        if values:
            self._unsent.append((statement, values))

    def _send(self, *questions: Question, ending: str = "") -> Sequence[Sequence[Row]]:
        """Send waiting writes, the questions, and the begin or end of the transaction.

        A connection that was cut between transactions is made anew. Where others share the connection, so that
        prepared statements are missing, nothing is prepared any more.
        """
        beginning, self._beginning = self._beginning, ()
        unsent, self._unsent = self._unsent, []
        before: list[Question] = [(statement, {}) for statement in beginning]
        before += [(OF_THE_OWNER.get(statement, statement), row) for statement, values in unsent for row in values]
        questions = tuple((OF_THE_OWNER.get(statement, statement), values) for statement, values in questions)
        if self._connection.closed and beginning:
            self._connect_anew()
        try:
            return self._journey(before, questions, ending)
        except psycopg.Error as error:
            cut = isinstance(error, psycopg.OperationalError) and self._connection.closed
            shared = error.sqlstate in NOT_AS_PREPARED
            self._prepares = self._prepares and not shared
            silent = isinstance(error, NoAnswer)
            if silent or not beginning or not (cut or shared) or (cut and ending and unsent):
                raise
        if self._connection.closed:
            self._connect_anew()
        else:
            self._connection.rollback()
        return self._journey(before, questions, ending)

    def _connect_anew(self) -> None:
        self._prepared.clear()
        self._connection = self.connect()

    def _journey(
        self, before: Sequence[Question], questions: Sequence[Question], ending: str
    ) -> Sequence[Sequence[Row]]:
        cursor = psycopg.ClientCursor(self._connection)  # all in one message; each has its own moment all the same
        said, given, answers = list[str](), list[Any](), list[int]()
        for statement, values in (*before, *questions):
            text, names = self._as_prepared(statement, said) if values else _for_psycopg(statement)
            answers.append(len(said))
            said.append(text)
            given += [values[name] for name in names]
        try:
            cursor.execute("; ".join([*said, *([ending] if ending else [])]).encode(), given)
        except BaseException:
            self._prepared.clear()  # it is not known which of them were prepared before it
            raise
        results: list[Sequence[Row]] = []
        while True:
            results.append([] if cursor.rownumber is None else cursor.fetchall())
            if not cursor.nextset():
                return [results[place] for place in answers[len(before) :]]

    def _as_prepared(self, statement: str, said: list[str]) -> tuple[str, tuple[str, ...]]:
        """Return a statement by its prepared name; prepare it before its first use.

        The server then plans it once, and not while others wait for the lock.
        """
        if not self._prepares or not statement.lstrip().startswith(PLANNED):
            return _for_psycopg(statement)
        named, text, values = _prepared(statement)
        if statement not in self._prepared:
            self._prepared[statement] = f"{named}_{next(self._names)}"  # no name is given twice
            said.append(f"PREPARE {self._prepared[statement]} AS {text}")
        return f"EXECUTE {self._prepared[statement]} ({', '.join(['%s'] * len(values))})", values

    def transaction(self, writing: bool = True) -> AbstractContextManager[None]:
        """Do all or nothing; all that is read is of one moment, and only a writer waits."""
        return nullcontext() if self._inside else self._begun(writing)

    @contextmanager
    def _begun(self, writing: bool) -> Iterator[None]:
        longest = self._longest or 0
        patience = min(self.patience, longest or self.patience)
        settings = SETTINGS.format(round(patience * 1000), round(longest * 1000), FROZEN * 1000)
        self._beginning = (WRITING, settings) if writing else (READING,)
        self._inside = True
        try:
            yield
            if self._unsent or not self._beginning:
                with self.failing(ending=writing):
                    announced = self._announced
                    self._send(ending=COMMIT if announced is None else ANNOUNCED.format(announced))
        except BaseException:
            self._roll_back()
            raise
        finally:
            self._inside, self._beginning, self._announced = False, (), None

    def _roll_back(self) -> None:
        self._unsent = []
        try:
            self._connection.rollback()
        except psycopg.Error:  # the server rolls back what it was cut from
            self._connection.close()

    def tables(self) -> set[str]:
        """Return the names of the tables."""
        rows = self.rows("SELECT tablename FROM pg_catalog.pg_tables WHERE schemaname = ANY (current_schemas(false))")
        return {str(name) for (name,) in rows}

    def may_read(self, table: str) -> bool:
        """Return whether the role may read a table; true for a table that does not exist."""
        return bool(self.rows(MAY_READ, name=table)[0][0])

    def number_on(self) -> None:
        """Give the next evening the number after the last. Raises Refusal unless it owns the tables."""
        with self.transaction():
            self.rows("SELECT setval(pg_get_serial_sequence('evening', 'id'), max(id)) FROM evening HAVING max(id) > 0")

    def announce(self, evening: int) -> None:
        """Announce that something was recorded to those who wait, after the transaction."""
        self._announced = evening

    def signed(self, name: str) -> str:
        """Return a name as this role may sign with it; the owner of the tables signs freely."""
        if self._role is None:
            ((role, owns),) = self.rows(ROLE)
            self._role = (str(role), bool(owns))
        role, owns = self._role
        return name if owns or name == role or name.endswith(f" (as {role})") else f"{name} (as {role})"

    @contextmanager
    def listening(self, *evenings: int) -> Iterator["Listener"]:
        """Listen to announcements about these evenings, on a connection of its own.

        Raises Refusal if no connection can be made.
        """
        connection = self.connect()
        try:
            listener = Listener(self, connection)
            listener.listen(*evenings)
            yield listener
        finally:
            connection.close()

    @property
    def engine(self) -> "sqlalchemy.Engine":
        """Return an engine of SQLAlchemy that changes the schema alone, while nobody writes."""
        import sqlalchemy

        engine = sqlalchemy.create_engine(
            "postgresql+psycopg://", creator=self._connect_for_changes, poolclass=sqlalchemy.NullPool
        )
        sqlalchemy.event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(CHANGES_ALONE))
        return engine

    def _connect_for_changes(self) -> "psycopg.Connection[tuple[Any, ...]]":
        connection = self.connect()
        connection.autocommit = False
        return connection

    def another(self) -> "ServerDatabase":
        """Return another connection to the same database. Raises Refusal where nobody answers."""
        return ServerDatabase(self._url, self.reading, self.patience)

    def wait_at_most(self, seconds: float) -> None:
        """Take no answer from now on that takes more than `seconds`, and a moment for the way."""
        self._longest = seconds
        self._connection.longest = self._answers_within

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


class Listener(Looking):
    """A client that waits until something is recorded."""

    poll = 5.0
    """The number of seconds after which the client looks for itself, in case no announcement came."""

    def __init__(self, database: ServerDatabase, connection: "psycopg.Connection[tuple[Any, ...]]") -> None:
        self._database = database
        self._connection = connection
        self._evenings: frozenset[int] = frozenset()

    def listen(self, *evenings: int) -> None:
        """Listen to these evenings, and to no other. Raises Refusal if the connection is cut."""
        wanted = frozenset(evenings)
        statements = [f"LISTEN {CHANNEL.format(evening)}" for evening in sorted(wanted - self._evenings)]
        statements += [f"UNLISTEN {CHANNEL.format(evening)}" for evening in sorted(self._evenings - wanted)]
        if statements:
            with self._database.failing():
                self._connection.execute("; ".join(statements).encode())
        self._evenings = wanted

    def wait(self, seconds: float, *evenings: int) -> None:
        """Wait until something is announced of these evenings, at most so many `seconds`.

        Raises Refusal if the connection is cut.
        """
        self.listen(*evenings)
        with self._database.failing():
            for _ in self._connection.notifies(timeout=min(seconds, self.poll), stop_after=1):
                return
