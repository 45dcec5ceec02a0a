"""Simulate many clients of one store. A seed draws the order of their statements, and replays a failure.

Recorders, a phone with bad reception, readers and an auditor have a connection each. Only one of them runs at a time:
before every statement it yields, and a scheduler draws who runs next. So the statements of one evening interleave in
every order, on a real database. The seed draws faults too: a killed process, a full disk, a connection cut before or
after a commit, a lost answer, a clock set back. An operator restores an older state, replaces the file by an older
one, or fails over to a server that lagged. The result is compared with a plain model.
"""

import os
import random
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from greenlet import greenlet

from ledger.core.refusals import Code, Refusal, RefusedLine
from ledger.evening.fold import Evening
from ledger.log.digests import head
from ledger.log.replay import Replay
from ledger.recorder import Recorder
from ledger.recorder.stored_log import add_stored
from ledger.store import Store, Stored
from ledger.store.database import SqliteDatabase, _identity
from ledger.store.evidence import gather
from ledger.store.places import open_database
from ledger.store.server import ServerDatabase
from tests.helpers.auditing import audit

PATIENCE = 0.05
"""Seconds to wait for a lock that the scheduler does not know."""


class Killed(BaseException):
    """The process was killed."""


class Wrong(AssertionError):
    """The history is impossible."""


class Scheduler:
    """Runs one client at a time, drawn by a seed."""

    def __init__(self, seed: int, faults: float) -> None:
        self.chances = random.Random(seed)
        self.faults = faults
        self.holding: dict[object, object] = {}
        """The locks, and the connections that hold them."""
        self._going: list[greenlet] = []
        self._next: greenlet | None = None
        """The client that runs next, if it is drawn already."""
        self._waiting: dict[greenlet, object] = {}
        """The locks that waiting clients want."""

    def add(self, act: Callable[[], None]) -> None:
        """Add a client."""
        self._going.append(greenlet(act))

    def run(self) -> None:
        """Run all clients to their end. Raises the first exception of a client."""
        try:
            while self._going:
                client = self._next or self._drawn()
                self._next = None
                client.switch()
                if client.dead:
                    self._going.remove(client)
        finally:
            for client in self._going:
                client.throw()

    def _drawn(self) -> greenlet:
        """Draw a client that can run."""
        ready = [client for client in self._going if self.holding.get(self._waiting.get(client)) is None]
        if not ready:
            raise Wrong("a lock is never given back")
        client = self.chances.choice(ready)
        self._waiting.pop(client, None)
        return client

    def give_way(self, wanting: object = None, leaving: Callable[[], None] = lambda: None) -> None:
        """Let other clients run until nobody holds `wanting`; outside of a simulation do nothing.

        `leaving` is called before another client runs.
        """
        if self.scheduled:
            going = greenlet.getcurrent()
            if wanting is not None:
                self._waiting[going] = wanting
            self._next = self._drawn()
            if self._next is not going:
                leaving()
                going.parent.switch()

    @property
    def scheduled(self) -> bool:
        """Whether this code runs within a scheduled client."""
        return greenlet.getcurrent().parent is not None

    def fault(self) -> bool:
        """Draw whether a fault occurs now."""
        return self.chances.random() < self.faults


class Faulty:
    """Faults and locks of both kinds of simulated database."""

    scheduler: Scheduler
    resting: list[Any]
    """Idle connections."""
    happened: Counter[str]
    """The number of faults of each kind, and of confirmed sayings."""
    fault: str = ""
    """The last fault that nobody was told of yet."""

    def goes_wrong(self, *ways: str) -> str:
        """Draw whether a fault occurs now; return its kind, or nothing."""
        if not self.scheduler.fault():
            return ""
        self.fault = self.scheduler.chances.choice(ways)
        self.happened[self.fault] += 1
        if self.fault == "killed":
            raise Killed
        return self.fault

    def waits_for(self, lock: object, leaving: Callable[[], None] = lambda: None) -> None:
        """Wait until nobody else holds the lock, then take it."""
        while self.scheduler.holding.get(lock, self) is not self:
            self.scheduler.give_way(lock, leaving)
        self.scheduler.holding[lock] = self

    def gives_back(self) -> None:
        """Release all locks."""
        self.scheduler.holding = {lock: who for lock, who in self.scheduler.holding.items() if who is not self}


class SimulatedFile(Faulty, SqliteDatabase):
    """A SQLite file: a writer waits until nobody else writes."""

    def __init__(self, place: Any) -> None:
        super().__init__(place, patience=PATIENCE)
        self._connection.execute("PRAGMA synchronous = OFF")

    def close(self) -> None:
        if self.is_gone():
            self.close_for_good()
        elif self not in self.resting:
            self._connection.rollback()
            self.resting.append(self)

    def close_for_good(self) -> None:
        super().close()

    def is_gone(self) -> bool:
        """Return whether its file was replaced."""
        return self._file != _identity(str(self.path))

    def rows(self, statement: str, **values: Any) -> Any:
        self.scheduler.give_way()
        if statement == "BEGIN IMMEDIATE":
            self.waits_for("the file")
        if statement == "COMMIT" and self._connection.in_transaction:
            if self.goes_wrong("killed", "lost") == "lost":
                super().rows(statement)
                raise Killed  # it is committed, and nobody is told
        elif self._connection.in_transaction:
            self.goes_wrong("killed")
        rows = super().rows(statement, **values)
        if statement == "COMMIT":
            self.gives_back()
        return rows

    def write(self, statement: str, values: Any) -> None:
        self.scheduler.give_way()
        if self.goes_wrong("full", "killed") == "full":
            pages = self._connection.execute("PRAGMA page_count").fetchone()[0]
            self._connection.execute(f"PRAGMA max_page_count = {pages}")
            raise Refusal(Code.STORE, "the disk is full")
        super().write(statement, values)

    @contextmanager
    def transaction(self, writing: bool = True) -> Iterator[None]:
        outermost = not self._connection.in_transaction
        try:
            with super().transaction(writing):
                yield
        finally:
            if outermost:
                self.gives_back()
                with suppress(Exception):
                    self._connection.execute("PRAGMA max_page_count = 1073741823")


class SimulatedServer(Faulty, ServerDatabase):
    """A PostgreSQL database: a writer waits until nobody else holds the row."""

    def __init__(self, place: Any) -> None:
        super().__init__(place, patience=PATIENCE)

    def close(self) -> None:
        if self not in self.resting and not self._connection.closed:
            self._roll_back()
            self.resting.append(self)

    def is_gone(self) -> bool:
        """Return False: a connection that was cut is made anew."""
        return False

    def close_for_good(self) -> None:
        super().close()

    def ask(self, *questions: Any) -> Any:
        """Run statements one by one in a simulation, so that others may run between them."""
        if not self.scheduler.scheduled:
            return super().ask(*questions)
        if not self._inside and len(questions) == 1:
            self.scheduler.give_way()
            self.goes_wrong("killed")
            return super().ask(*questions)
        if not self._inside:
            with self.transaction(writing=False):
                return self.ask(*questions)
        answers: list[Any] = []
        unasked: list[Any] = []
        ask = super().ask

        def leaving() -> None:
            if unasked:
                answers.extend(ask(*unasked))
                unasked.clear()

        for statement, values in questions:
            self.scheduler.give_way(leaving=leaving)
            self.goes_wrong("killed")
            if "FOR UPDATE" in statement:
                self.waits_for(values["evening"], leaving)
            unasked.append((statement, values))
        leaving()
        return answers

    def _send(self, *questions: Any, ending: str = "") -> Any:
        answers = []
        if ending and self._inside:
            self.scheduler.give_way()
            wrong = self.goes_wrong(*(("cut", "lost", "killed", "full") if self._writes else ("killed",)))
            if wrong == "full":
                import psycopg

                self._unsent = []
                raise psycopg.errors.DiskFull("no space left on device")
            if wrong == "cut":
                self._connection.close()
            answers = super()._send(*questions, ending=ending)
            if wrong == "lost":
                self._connection.close()
                self._connection.execute("SELECT 1")
        else:
            answers = super()._send(*questions, ending=ending)
        return answers

    @contextmanager
    def transaction(self, writing: bool = True) -> Iterator[None]:
        outermost = not self._inside
        if outermost:
            self._writes = writing
        try:
            with super().transaction(writing):
                yield
        finally:
            if outermost:
                self.gives_back()


class Place:
    """A database for simulations, each with an evening of its own. Idle connections are used again."""

    def __init__(self, where: Any) -> None:
        self.where = where
        self.name = "PostgreSQL" if str(where).startswith("postgresql:") else "SQLite"
        self._sort = SimulatedServer if self.name == "PostgreSQL" else SimulatedFile
        self._resting: list[Any] = []
        self.happened: Counter[str] = Counter()

    def store(self, scheduler: Scheduler) -> Store:
        """Return a store as for a new process, with an idle connection if there is one."""
        while self._resting and self._resting[-1].is_gone():
            self._resting.pop().close_for_good()
        database = self._resting.pop() if self._resting else self._sort(self.where)
        database.scheduler, database.resting, database.fault = scheduler, self._resting, ""
        database.happened = self.happened
        return Store(database)

    def close(self) -> None:
        """Close every connection."""
        for database in self._resting:
            database.close_for_good()

    def operations(self, evening: int) -> "RowsOfAServer | CopyOfAFile":
        """Return an older state of the database, to go back to it."""
        return RowsOfAServer(self.where, evening) if self.name == "PostgreSQL" else CopyOfAFile(self.where, evening)


class CopyOfAFile:
    """A copy of a SQLite file as it is now."""

    ways = ("restored", "replaced")

    def __init__(self, where: Any, evening: int) -> None:
        self._file, self._copy = Path(where), Path(f"{where}.copy")
        self._copy.unlink(missing_ok=True)
        self._copied(self._file, self._copy)
        with closing(sqlite3.connect(self._copy)) as copy:
            ((self.events,),) = copy.execute("SELECT max(number) FROM event WHERE evening = ?", [evening])

    def _copied(self, source: Path, target: Path) -> None:
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target, timeout=PATIENCE)) as new:
            old.backup(new)

    def go_back(self, way: str) -> None:
        """Restore the copy into the file, or put it in its place."""
        if way == "restored":
            self._copied(self._copy, self._file)
            return
        os.replace(self._copy, self._file)
        for ahead in ("-wal", "-shm"):
            Path(f"{self._file}{ahead}").unlink(missing_ok=True)


class RowsOfAServer:
    """The rows of an evening as they are now, on a standby that lags from here on."""

    ways = ("failed over",)

    def __init__(self, where: Any, evening: int) -> None:
        import psycopg

        self._evening = {"evening": evening}
        self._connect = lambda: psycopg.connect(where)
        with self._connect() as connection:
            asked = connection.execute("SELECT max(number) FROM event WHERE evening = %(evening)s", self._evening)
            ((self.events,),) = asked.fetchall()
            self._rows = {
                table: connection.execute(
                    f"SELECT * FROM {table} WHERE {column} = %(evening)s", self._evening
                ).fetchall()
                for table, column in self.TABLES
            }

    CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'card-ledger'"
    TABLES = (("evening", "id"), ("event", "evening"), ("sent", "evening"), ("totals", "evening"))

    def go_back(self, way: str) -> None:
        """Cut every connection, as a failover does, and go on with these rows."""
        with self._connect() as connection:
            for _ in range(5000):
                if not connection.execute(self.CUT).fetchall():
                    break
                connection.commit()
                time.sleep(0.001)
            connection.execute("SET LOCAL session_replication_role = replica")
            for table, column in self.TABLES:
                connection.execute(f"DELETE FROM {table} WHERE {column} = %(evening)s", self._evening)
                for row in self._rows[table]:
                    connection.execute(f"INSERT INTO {table} VALUES ({', '.join(['%s'] * len(row))})", row)


@dataclass
class Sent:
    """A saying that a client sends under a key, and what the client knows of it."""

    key: str
    text: str
    number: int | None = None
    """The number of the confirmed event."""
    refused: bool = False


@dataclass
class Seen:
    """What a reader saw: the log up to a moment, and the evening made from it."""

    log: tuple[Stored, ...]
    number: int
    head: str
    seated: tuple[str, ...]
    pasts: range
    """While this was read, these were the pasts of the evening, by how often it was set back before."""


@dataclass
class History:
    """The answers that all clients received."""

    evening: int
    sent: list[Sent] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)
    pasts: list[tuple[Stored, ...]] = field(default_factory=list)
    """The logs that were there when the operator went back to an older state."""


OPENING = ['evening "A simulated evening"', "players Ann Bob Cat"]
SAYINGS = ("Dan joins", "Dan leaves", "Eve joins", "Eve leaves", "Ann buys 5", "Ann pays Bob 1", "undo", 'note "{key}"')
"""The sayings; their order matters."""


class Simulation:
    """The simulation of one seed: an evening, and a random number of clients and steps."""

    def __init__(
        self, place: Place, seed: int, faults: float = 0.01, actors: int = 4, steps: int = 3, back: bool = False
    ) -> None:
        """`back` has an operator who goes back to an older state."""
        self.scheduler = Scheduler(seed, 0)
        self.chances = random.Random(seed + 1)
        self._place, self._faults = place, faults
        self._actors, self._steps = self.chances.randint(2, actors), self.chances.randint(1, steps)
        self._open: list[Store] = []
        self._back = back
        self._now = datetime(2026, 12, 26, 20, tzinfo=UTC)
        store = self.store()
        number, _ = Recorder(store, "opener", self.clock).open(OPENING)
        self.history = History(number)

    def clock(self) -> datetime:
        """Return the time of a clock that is sometimes set back."""
        self._now += timedelta(seconds=self.scheduler.chances.choice((1, 2, 30, -3600)))
        return self._now

    def store(self) -> Store:
        """Return a new connection."""
        self._open.append(self._place.store(self.scheduler))
        return self._open[-1]

    def run(self) -> None:
        """Run all clients, send unconfirmed sayings again, and compare the result with the model."""
        roles = [self._record, self._record, self._telephone, self._record, self._read, self._audit]
        for place in range(self._actors):
            act = roles[place] if place < 3 else self.chances.choice(roles)
            self.scheduler.add(lambda act=act, place=place: act(f"A{place}"))
        self.scheduler.add(lambda: self._read("reader"))
        if self._back:
            self.scheduler.add(self._operate)
        self.scheduler.faults = self._faults
        try:
            self.scheduler.run()
            self.scheduler.faults = 0
            self._settle()
            self._check()
            self._place.happened["confirmed"] += sum(sent.number is not None for sent in self.history.sent)
        finally:
            for store in self._open:
                store.close()

    # What they do

    def _say(self, name: str, step: int) -> Sent:
        key = f"{name}.{step}"
        sent = Sent(key, self.scheduler.chances.choice(SAYINGS).format(key=key))
        self.history.sent.append(sent)
        return sent

    def _record(self, name: str) -> None:
        """Record sayings, in one session or in a process for each."""
        store, sitting, past = self.store(), None, self._past
        for step in range(self._steps):
            sent = self._say(name, step)
            if sitting is None or self.scheduler.chances.random() < 0.5:
                sitting = None
            for _ in range(30):
                fresh = sitting is None
                try:
                    if sitting is None:
                        sitting = Recorder(store, name, self.clock).open_session(self.history.evening, now=False)
                    before = self._past
                    self._tell(sitting, sent)
                    past = before
                    break
                except Killed:
                    store.close()
                    store, sitting, past = self.store(), None, self._past
                except Refusal as refusal:
                    self._may_be_refused(refusal, store, fresh, past)
                    past = self._past
                    if store.database.is_gone():  # it says so, and is started again
                        store, sitting = self.store(), None

    def _telephone(self, name: str) -> None:
        """Send every saying several times over breaking connections, sometimes with another text under its key."""
        for step in range(self._steps):
            sent = self._say(name, step)
            for _ in range(self.scheduler.chances.randint(1, 3)):
                store, past = self.store(), self._past
                try:
                    sitting = Recorder(store, name, self.clock).open_session(self.history.evening, now=False)
                    if sent.number is not None and not self._back and self.scheduler.chances.random() < 0.5:
                        self._abuse(sitting, sent)
                    else:
                        self._tell(sitting, sent)
                except Killed:
                    pass
                except Refusal as refusal:
                    self._may_be_refused(refusal, store, True, past)
                store.close()

    def _tell(self, sitting: Any, sent: Sent) -> None:
        """Record a saying and note the answer. A saying refused before may be recorded already, unconfirmed."""
        sent.refused, past = False, self._past
        try:
            answer = sitting.record(sent.text, key=sent.key)
        except RefusedLine:
            if self._past != past:  # what it was refused by may be gone
                return
            if sent.number is not None:
                raise Wrong(f"{sent} was confirmed, and is refused by the rules when it is said again") from None
            sent.refused = True
            return
        if self._past != past:  # what was confirmed meanwhile may be gone: it is sent again
            return
        numbers = [line.number for line in answer.said]
        if len(numbers) != 1 or (sent.number is not None and (numbers != [sent.number] or not answer.again)):
            raise Wrong(f"{sent} is answered with {numbers}, again: {answer.again}")
        sent.number, sent.refused = numbers[0], False

    def _abuse(self, sitting: Any, sent: Sent) -> None:
        try:
            sitting.record('note "something else"', key=sent.key)
        except Refusal as refusal:
            if refusal.code is Code.KEY:
                return
            raise
        raise Wrong(f"something else was taken under the key of {sent}")

    def _may_be_refused(self, refusal: Refusal, store: Store, fresh: bool, past: int) -> None:
        """Check that a refusal has a cause: a fault, an event recorded meanwhile, or another past."""
        fault, store.database.fault = store.database.fault, ""
        if (
            self._past == past
            and not store.database.is_gone()
            and not fault
            and (refusal.code is not Code.STALE or fresh)
        ):
            raise Wrong(f"refused though nothing went wrong: {refusal.message}") from refusal

    def _read(self, name: str) -> None:
        for _ in range(self._steps):
            store, past = self.store(), self._past
            with suppress(Killed), self._set_back(past):
                with store.database.transaction(writing=False):
                    log = store.log(self.history.evening)
                sitting = Recorder(store, name).open_session(self.history.evening)
                seated = sitting.evening.seats.seated
                self.history.seen.append(Seen(log, sitting.number, sitting.head, seated, range(past, self._past + 1)))
            store.close()

    def _audit(self, name: str) -> None:
        for _ in range(self._steps):
            store, past = self.store(), self._past
            with suppress(Killed), self._set_back(past):
                self._clean(store)
            store.close()

    @property
    def _past(self) -> int:
        """How often the operator went back."""
        return len(self.history.pasts)

    @contextmanager
    def _set_back(self, past: int) -> Iterator[None]:
        """Let reading be refused, if the operator went back meanwhile."""
        try:
            yield
        except Refusal:
            if self._past == past:
                raise

    def _operate(self) -> None:
        """Keep the evening as it is at one moment, and go back to that at another."""
        for _ in range(self.chances.randint(1, 40)):
            self.scheduler.give_way()
        older = self._place.operations(self.history.evening)
        way = self.chances.choice(older.ways)
        for _ in range(self.chances.randint(1, 80)):
            self.scheduler.give_way()
        while way == "restored" and self.scheduler.holding.get("the file") is not None:
            self.scheduler.give_way("the file")
        with closing(open_database(str(self._place.where))) as undisturbed:
            self.history.pasts.append(Store(undisturbed).log(self.history.evening))
        older.go_back(way)
        self._place.happened[way] += 1
        for sent in self.history.sent:
            if sent.number is not None and sent.number > older.events:
                sent.number = None
                self._place.happened["confirmed, and set back"] += 1

    def _clean(self, store: Store) -> None:
        findings = [finding for finding in audit(gather(store.database, self.history.evening), self.history.evening)
                 if finding.code != "time"]  # fmt: skip
        if findings:
            raise Wrong(f"an audit finds {findings}")

    # What it must have come to

    def _settle(self) -> None:
        """Without faults, send all unconfirmed sayings again, and then the confirmed ones."""
        sitting = Recorder(self.store(), "settler").open_session(self.history.evening)
        for sent in self.history.sent:
            if sent.number is None and not sent.refused:
                self._tell(sitting, sent)
            if sent.number is not None:
                self._tell(sitting, sent)

    def _check(self) -> None:
        store = self.store()
        log = store.log(self.history.evening)
        add_stored(Replay(), [log])
        self._clean(store)
        if log[-1].digest != head(stored.recorded for stored in log):
            raise Wrong("the chain does not hold")
        numbers = [sent.number for sent in self.history.sent if sent.number is not None]
        if sorted(numbers) != list(range(len(OPENING) + 1, len(log) + 1)):
            raise Wrong(f"confirmed are the events {sorted(numbers)}, and the log has {len(log)}")
        for sent in self.history.sent:
            if sent.number is not None and _text(log, sent.number) != sent.text:
                raise Wrong(f"{sent} is recorded as {_text(log, sent.number)}")
        for seen in self.history.seen:
            pasts = [[*self.history.pasts, log][past] for past in seen.pasts]
            if not any(_begins(past, seen.log, len(pasts) > 1) for past in pasts):
                raise Wrong(f"a reader saw {len(seen.log)} events that never were so")
            evenings = [past[: seen.number] for past in pasts if past[seen.number - 1 :][:1]]
            evenings = [past for past in evenings if past[-1].digest == seen.head]
            if not evenings and len(pasts) == 1:
                raise Wrong(f"a reader saw event {seen.number} that never was so")
            if evenings and _evening(evenings[0]).seats.seated != seen.seated:
                raise Wrong(f"a reader saw {seen.seated} at event {seen.number}")


def _begins(past: tuple[Stored, ...], log: tuple[Stored, ...], set_back: bool) -> bool:
    """Return whether a log begins so. What was being written as it was set back may stand in the old file after it."""
    return past[: len(log)] == log or (set_back and log[: len(past)] == past)


def _text(log: tuple[Stored, ...], number: int) -> str:
    from ledger.core.money import Money
    from ledger.games.language import write

    return write(log[number - 1].recorded.event, Money("counters", 1))


def _evening(log: tuple[Stored, ...]) -> Evening:
    replay = Replay()
    replay.add([stored.recorded for stored in log])
    return replay.evening
