"""The audit finds nothing in a sound evening, and every tampering in a log, with its event."""

import contextlib
import itertools
import random
import sqlite3

import pytest

from ledger.audit import CHECKS
from ledger.core.events import CORRECTIONS, Note, RecordedEvent, decode, encode
from ledger.core.money import money_of
from ledger.core.refusals import Refusal, RefusedLine
from ledger.evening.fold import Evening
from ledger.games.language import write
from ledger.log.digests import BEFORE_THE_FIRST, digest
from ledger.log.seals import seal_of
from ledger.recorder import Recorder
from ledger.store import open_store
from ledger.testing.random_evenings import RandomChooser, simulate
from tests.helpers.auditing import audit_stored
from tests.helpers.rig import EXAMPLES, TIMES, one_in

TRIES = 100 if TIMES == 1 else max(1000, EXAMPLES)
EVENTS = 500 if TIMES == 1 else 2000
COUNTERS = money_of("counters", None)


def recorded_evening(path, games, seed: int, corrections: bool = True) -> int:
    """Record a random evening with corrections, and return its number."""
    recorder = Recorder(open_store(str(path)), "tester")
    chances = random.Random(seed)
    evening, _ = recorder.open(['evening "A night"', "players Ann Bob Cat Dan"])
    sitting = recorder.open_session(evening)
    for game, deals in games:
        for event in simulate(game, deals, 4, RandomChooser(seed))[2:-1]:
            sitting.record(write(event, COUNTERS))
            if corrections and chances.random() < 0.05:
                number = chances.randint(3, sitting.number)
                correction = chances.choice(
                    ('insert {} "w": note "said late"', 'amend {} "w": note "struck"', 'void {} "w"')
                )
                try:
                    sitting.record(correction.format(number))
                except (Refusal, RefusedLine):
                    continue
    recorder.store.close()
    return evening


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """Return a sound evening of several games with corrections: its path, number, log and findings."""
    path = tmp_path_factory.mktemp("audit") / "sound.db"
    evening = long_evening(path, EVENTS)
    recorder = Recorder(open_store(str(path)), "tester")
    recorded = [one.recorded for one in recorder.log(evening)]
    recorder.store.close()
    assert len(recorded) == EVENTS
    assert sum(isinstance(one.event, CORRECTIONS) for one in recorded) >= 9
    return path, evening, recorded, audit_stored(str(path), evening)


def long_evening(path, events: int) -> int:
    """Record so many events: one game after another, and at the end corrections of the last game."""
    recorder = Recorder(open_store(str(path)), "tester")
    chances = random.Random(2000)
    evening, _ = recorder.open(['evening "A night"', "players Ann Bob Cat Dan"])
    sitting = recorder.open_session(evening)
    for game in itertools.cycle(("nap", "loo", "pope-joan", "tally", "newmarket", "speculation", "spoil-five")):
        said = [write(event, COUNTERS) for event in simulate(game, 12, 4, RandomChooser(sitting.number))[2:-1]]
        if sitting.number + len(said) + 20 > events:
            break
        first = sitting.number + 1
        sitting.record_together(enumerate(said, start=1))
    last = sitting.number
    while sitting.number < last + 9:
        correction = chances.choice(('insert {} "late": note "x"', 'amend {} "no": note "y"', 'void {} "never"'))
        with contextlib.suppress(Refusal, RefusedLine):
            sitting.record(correction.format(chances.randint(first, last - 1)))
    notes = ['note "late"'] * (events - sitting.number - 3)
    sitting.record_together(enumerate([*notes, "count Ann 0", "Ann pays Bob 5", "undo"], start=1))
    recorder.store.close()
    return evening


class Wide(sqlite3.Connection):
    """A database without its triggers, until it is closed."""

    guards: list[tuple[str, str]]

    def close(self) -> None:
        for _, guard in self.guards:
            self.execute(guard)
        super().close()


def open_wide(path) -> Wide:
    """Open the database without its triggers."""
    connection = sqlite3.connect(path, isolation_level=None, factory=Wide)
    connection.guards = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in connection.guards:
        connection.execute(f"DROP TRIGGER {name}")
    return connection


@pytest.mark.parametrize("seed", range(6))
def test_a_sound_evening_has_no_findings(tmp_path, seed):
    path = tmp_path / "e.db"
    evening = recorded_evening(path, [("nap", 4), ("nap", 3)], seed)
    assert audit_stored(str(path), evening) == []


def one_byte_changed(chances: random.Random, stored: str) -> bytes:
    """Return a text with one byte changed, perhaps to invalid UTF-8."""
    changed = bytearray(stored.encode())
    changed[chances.randrange(len(changed))] ^= chances.randint(1, 255)
    return bytes(changed)


def spoil(connection, table: str, column: str, where: str, chances: random.Random) -> None:
    """Change one byte of a stored text."""
    (stored,) = connection.execute(f"SELECT {column} FROM {table} WHERE {where}").fetchone()
    spoiled = one_byte_changed(chances, stored)
    connection.execute(f"UPDATE {table} SET {column} = CAST(? AS TEXT) WHERE {where}", (spoiled,))


def tamper(connection, what: str, chances: random.Random, count: int) -> set[int]:
    """Tamper with the log once; return the events of which the audit must name one."""
    number = chances.randint(1, count - 1)
    if what == "payload":
        spoil(connection, "event", "body", f"number = {number}", chances)
        return {number}
    if what == "field":
        column = chances.choice(("pinned", "said_at", "said_by", "kind", "digest"))
        spoil(connection, "event", column, f"number = {number}", chances)
        return {number}
    if what == "value":
        column = chances.choice(("kind", "version", "body", "pinned", "said_at", "said_by", "digest"))
        value = chances.choice((0, -7, 2.5, "", "x", b"\xff\x00", "0" * 64))
        connection.execute(f"UPDATE event SET {column} = ? WHERE number = {number}", (value,))
        return {number, number + 1}
    if what == "number":
        value = chances.choice((-1, 0, 2.5, "x", count + 7, b"\xff"))
        connection.execute(f"UPDATE event SET number = ? WHERE number = {number}", (value,))
        return {number}
    if what == "delete":
        connection.execute(f"DELETE FROM event WHERE number = {number}")
        return {number}
    if what == "swap":
        other = chances.choice([each for each in range(1, count + 1) if each != number])
        for one, place in ((number, -1), (other, number), (-1, other)):
            connection.execute("UPDATE event SET number = ? WHERE number = ?", (place, one))
        return {number, other}
    if what == "insert":
        connection.execute(f"UPDATE event SET number = -number - 1 WHERE number > {number}")
        connection.execute("UPDATE event SET number = -number WHERE number < 0")
        connection.execute(
            f"INSERT INTO event SELECT evening, {number + 1}, kind, version, body, pinned, said_at, said_by, digest "
            f"FROM event WHERE number = {number}"
        )
        return {number + 1, number + 2}
    if what == "totals":
        spoil(connection, "totals", chances.choice(("body", "rules", "digest")), "evening = 1", chances)
        return set()
    connection.execute("UPDATE evening SET title = 'Other'")
    return set()


TAMPERINGS = (
    "payload", "field", "value", "number", "delete", "swap", "insert", "totals", "list",
)  # fmt: skip
PARTS = 8


@pytest.mark.parametrize("part", range(PARTS))
def test_whatever_is_tampered_with_is_found(sound, tmp_path, part):
    path, evening, recorded, proved = sound
    done = set()
    copy = tmp_path / "tampered.db"
    for seed in range(part, TRIES, PARTS):
        chances = random.Random(seed)
        copy.unlink(missing_ok=True)
        with sqlite3.connect(path) as source, sqlite3.connect(copy) as target:
            source.backup(target)
        connection = open_wide(copy)
        what = TAMPERINGS[seed % len(TAMPERINGS)]
        named = tamper(connection, what, chances, len(recorded))
        connection.close()
        found = [finding for finding in audit_stored(str(copy), evening) if finding not in proved]
        assert found, (seed, what)
        if named:
            assert named & {finding.event for finding in found}, (seed, what, named, found[:5])
        else:
            assert {"totals": "totals", "list": "evening"}[what] in {finding.code for finding in found}, (seed, what)
        done.add(what)
    assert done == set(TAMPERINGS)


def test_the_newest_row_cut_off_is_found_against_a_kept_seal(sound, tmp_path):
    path, evening, recorded, proved = sound
    seal = seal_of("A night", recorded)
    assert audit_stored(str(path), evening, seal) == proved
    copy = tmp_path / "cut.db"
    with sqlite3.connect(path) as source, sqlite3.connect(copy) as target:
        source.backup(target)
    connection = open_wide(copy)
    connection.execute("DELETE FROM totals")
    connection.execute("DELETE FROM event WHERE number = ?", (len(recorded),))
    connection.close()
    assert [finding.code for finding in audit_stored(str(copy), evening, seal) if finding.code == "seal"] == ["seal"]


@pytest.mark.parametrize("seed", one_in(4, range(20)))
def test_a_chain_rebuilt_after_a_change_is_found_against_a_kept_seal(sound, tmp_path, seed):
    path, evening, recorded, _ = sound
    copy = tmp_path / "rebuilt.db"
    with sqlite3.connect(path) as source, sqlite3.connect(copy) as target:
        source.backup(target)
    number = random.Random(seed).randint(3, len(recorded))
    rebuilt = [
        RecordedEvent(one.number, Note("nothing"), one.said_at, one.said_by) if one.number == number else one
        for one in recorded
    ]
    connection, head = open_wide(copy), BEFORE_THE_FIRST
    for one in rebuilt:
        head = digest(head, one)
        connection.execute(
            "UPDATE event SET kind = ?, body = ?, pinned = '{}', digest = ? WHERE number = ?"
            if one.number == number
            else "UPDATE event SET digest = :d WHERE number = :n",
            ("note", encode(one.event).decode(), head, one.number)
            if one.number == number
            else {"d": head, "n": one.number},
        )
    connection.execute("DELETE FROM totals")
    connection.close()
    found = audit_stored(str(copy), evening, seal_of("A night", recorded))
    assert "seal" in {finding.code for finding in found}
    assert "digest" not in {finding.code for finding in found}


def test_what_lies_in_a_pool_and_a_count_are_found(tmp_path):
    path = tmp_path / "e.db"
    recorder = Recorder(open_store(str(path)), "tester")
    evening, _ = recorder.open(
        ['evening "E"', "players Ann Bob", "game nap kitty=2", "deal Ann", "Bob made", "count Ann 3", "end leave"]
    )
    recorder.store.close()
    assert [(finding.code, finding.event) for finding in audit_stored(str(path), evening)] == [
        ("count", 6),
        ("pool", 7),
    ]


def test_a_closed_evening_of_players_in_any_order_has_no_findings(tmp_path):
    path = tmp_path / "e.db"
    recorder = Recorder(open_store(str(path)), "tester")
    evening, _ = recorder.open(
        ['evening "E"', "players Zoë Bob Ann", "game nap", "deal Zoë", "Bob made", "end", "close"]
    )
    recorder.store.close()
    assert audit_stored(str(path), evening) == []


def test_the_checks_are_a_list_and_never_write(sound):
    path, evening, *_ = sound
    before = path.read_bytes()
    audit_stored(str(path), evening)
    assert path.read_bytes() == before
    assert len(set(CHECKS)) == len(CHECKS)
    assert decode(encode(Note("x"))) == Note("x")


def test_an_audit_in_the_middle_of_a_deal_tells_each_event_once(tmp_path, monkeypatch):
    recorder = Recorder(open_store(str(tmp_path / "e.db")), "tester")
    evening, _ = recorder.open(['evening "A night"', "players Ann Bob Cat", "game nap", "deal Ann"])
    sitting = recorder.open_session(evening)
    for saying in ("Bob 3", "Bob made", "deal", "Cat 2"):
        sitting.record(saying)
    assert not sitting.evening.game.turn.pause
    told, tell = [], Evening.apply
    monkeypatch.setattr(Evening, "apply", lambda self, counted: told.append(counted.number) or tell(self, counted))
    assert audit_stored(str(tmp_path / "e.db"), evening) == []
    assert told == list(range(1, sitting.number + 1))
