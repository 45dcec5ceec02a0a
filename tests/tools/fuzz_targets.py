"""The targets of the fuzzer: each reads bytes and may refuse them; any other exception is a fault."""

import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from unittest import mock

import psycopg

from ledger.audit import examine
from ledger.core import refusals
from ledger.core.events import RecordedEvent
from ledger.core.refusals import Refusal, RefusedLine
from ledger.games.language import Reader, vocabulary
from ledger.games.registry import GAMES
from ledger.interchange.formats import movements_in
from ledger.interchange.jsonl import lines_of, replay_lines
from ledger.interchange.phh_session import replay_hands
from ledger.interchange.pokernow import replay_ledger
from ledger.interchange.pokernow_log import is_log, replay_log
from ledger.interchange.script import replay_script, script_of
from ledger.language.grammar import VERBS
from ledger.log.digests import BEFORE_THE_FIRST, digest
from ledger.log.seals import broken_seal, read_seal
from ledger.recorder import Recorder
from ledger.store import open_store, open_to_read
from ledger.store.inspection import inspect, made_by_the_migrations
from ledger.store.places import open_unchanged, read_database

refusals.RULE_FAULTS = ()  # a rule that fails is a fault, and no refusal

Target = Callable[[bytes], None]
WORDS = sorted({*VERBS, *vocabulary().words, *GAMES})
"""Words of the notation for the fuzzer to insert."""
LONGEST_MESSAGE = 2_000
"""The most characters of a refusal."""
SECRET = "hushhush"


@contextmanager
def refusing() -> Iterator[None]:
    """Accept a refusal with a short message."""
    try:
        yield
    except (Refusal, RefusedLine) as refusal:
        assert len(refusal.message) < LONGEST_MESSAGE, "a refusal is one clear message"
        assert SECRET not in refusal.message, "a password is never repeated"


def notation(data: bytes) -> None:
    """Read a script; if it is accepted, writing it gives a script with the same events."""
    text = data.decode(errors="surrogateescape")
    for line in text.split("\n"):
        with refusing():
            Reader().read(line)
    with refusing():
        recorded = replay_script(text, "fuzzed").recorded
        again = replay_script(script_of(recorded), "written").recorded if recorded else recorded
        assert [entry.event for entry in again] == [entry.event for entry in recorded], "it is written as it was read"


def lines(data: bytes) -> None:
    """Read JSON lines; if they are accepted, writing them gives the same log."""
    with refusing():
        recorded = replay_lines(data.decode(errors="replace"), "fuzzed").recorded
        again = replay_lines("".join(lines_of(bound(recorded))), "written").recorded
        assert list(again) == list(recorded), "it is written as it was read"


def bound(recorded: Iterable[RecordedEvent]) -> Iterator[tuple[RecordedEvent, str]]:
    """Yield each event of a log with its digest."""
    head = BEFORE_THE_FIRST
    for event in recorded:
        head = digest(head, event)
        yield event, head


def csv(data: bytes) -> None:
    """Read a ledger or a log of PokerNow, in a money chosen by the first byte; if accepted, it makes a valid evening."""
    money, cents = (("counters", False), ("USD", False), ("USD", True), ("JPY", False))[data[0] % 4 if data else 0]
    text = data[1:].decode(errors="replace")
    with refusing():
        if is_log(text):
            replay_log(text, "fuzzed.csv", "Fuzzed", money, cents)
            return
        replay_ledger(text, "fuzzed.csv", "Fuzzed", money, cents)


def phh(data: bytes) -> None:
    """Read hands of PHH, in a money chosen by the first byte; if accepted, they are written, and read again."""
    money, cents = ((None, False), ("USD", False), ("USD", True), ("JPY", False))[data[0] % 4 if data else 0]
    with refusing():
        replay, _ = replay_hands({"fuzzed.phh": data[1:].decode(errors="replace")}, "Fuzzed", money, cents)
        text = "".join(movements_in("phh", replay.evening, "2020-01-01"))
        if "\n[1]\n" in text:
            replay_hands({"written.phhs": text}, "Written")


def seal(data: bytes) -> None:
    """Read a seal; if it is accepted, it reads the same when written, and is compared with a log."""
    with refusing():
        seal_read = read_seal(data.decode(errors="surrogateescape"))
        assert read_seal(seal_read.text()) == seal_read, "it is written as it was read"
        broken_seal(seal_read, replay_script(PLAYED, "played").recorded)


def url(data: bytes) -> None:
    """Read the URL of a database; no server is ever reached."""
    text = data.decode(errors="surrogateescape")
    unreached = mock.patch("psycopg.connect", side_effect=psycopg.OperationalError("nobody is there"))
    with unreached:
        for location in (text, f"postgresql://ann:{SECRET}{text}"):
            with refusing():
                read_database(location).close()


PLAYED = 'evening "Fuzzed"\nplayers Ann Bob\ngame tally\nAnn gives Bob 5\nend\nclose\n'


@cache
def _template() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "evenings.db"
        store = open_store(str(path))
        Recorder(store, "fuzz").keep(replay_script(PLAYED, "played"))
        store.database.rows("PRAGMA wal_checkpoint(TRUNCATE)")
        store.close()
        return path.read_bytes()


_made = cache(made_by_the_migrations)


def schema(data: bytes) -> None:
    """Open a file in which the text of one table or trigger, chosen by the first byte, is replaced."""
    import sqlite3

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "evenings.db"
        path.write_bytes(_template())
        connection = sqlite3.connect(path, isolation_level=None)
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE sql NOT NULL")]
        chosen = names[data[0] % len(names) if data else 0]
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_master SET sql = CAST(? AS TEXT) WHERE name = ?", (data[1:], chosen))
        connection.close()
        with mock.patch("ledger.store.inspection.made_by_the_migrations", _made):
            for opened in (open_to_read, open_unchanged):
                with refusing():
                    store = opened(str(path))
                    with suppress(Refusal):
                        Recorder(store, "fuzz").open_session(1)
                    inspect(store.database)
                    store.close()
        examine(str(path), 1)


TARGETS: dict[str, Target] = {
    "notation": notation,
    "lines": lines,
    "csv": csv,
    "phh": phh,
    "seal": seal,
    "url": url,
    "schema": schema,
}
"""Every target by its name."""
