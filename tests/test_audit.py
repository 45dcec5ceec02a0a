"""The audit: a sound evening has no findings, and whatever is tampered with is found, with the event named."""

import os
import random
import sqlite3

import pytest

from ledger.audit import CHECKS, audit_stored
from ledger.digests import BEFORE_THE_FIRST, digest
from ledger.events import Note, Recorded, decode, encode
from ledger.money import money_of
from ledger.notation import write
from ledger.recorder import Recorder
from ledger.refusals import Refusal, RefusedLine
from ledger.seals import seal_of
from ledger.simulation import RandomChooser, simulate
from ledger.store import open_store

TRIES = int(os.environ.get("CARD_LEDGER_TAMPERINGS", "1000"))
COUNTERS = money_of("counters", None)


def recorded_evening(path, games, seed: int, corrections: bool = True) -> int:
    """Record a random evening, saying by saying, with corrections thrown in; gives its number."""
    recorder = Recorder(open_store(str(path)), "tester")
    chances = random.Random(seed)
    evening, _ = recorder.open(['evening "A night"', "players Ann Bob Cat Dan"])
    sitting = recorder.sit(evening)
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
    path = tmp_path_factory.mktemp("audit") / "sound.db"
    evening = recorded_evening(path, [("nap", 6)], seed=5)
    recorder = Recorder(open_store(str(path)), "tester")
    recorded = [one.recorded for one in recorder.log(evening)]
    recorder.store.close()
    return path, evening, recorded


def open_wide(path) -> sqlite3.Connection:
    """The database with its guards taken off."""
    connection = sqlite3.connect(path, isolation_level=None)
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        connection.execute(f"DROP TRIGGER {name}")
    return connection


@pytest.mark.parametrize("seed", range(6))
def test_a_sound_evening_has_no_findings(tmp_path, seed):
    path = tmp_path / "e.db"
    evening = recorded_evening(path, [("nap", 4), ("nap", 3)], seed)
    assert audit_stored(str(path), evening) == []


def altered_text(chances: random.Random, text: str) -> str:
    place = chances.randrange(len(text))
    other = chances.choice([letter for letter in 'abcXYZ059",:{} ' if letter != text[place]])
    return text[:place] + other + text[place + 1 :]


def tamper(connection, evening: int, chances: random.Random, count: int) -> tuple[str, set[int]]:
    """Do one thing that must not be done; gives what, and the events of which one must be named."""
    number = chances.randint(1, count - 1)
    what = chances.choice(("payload", "field", "delete", "swap", "insert", "digest", "posting", "checkpoint"))
    if what == "payload":
        column = chances.choice(("body", "pinned"))
        (text,) = connection.execute(f"SELECT {column} FROM event WHERE number = ?", (number,)).fetchone()
        connection.execute(f"UPDATE event SET {column} = ? WHERE number = ?", (altered_text(chances, text), number))
        return what, {number}
    if what == "field":
        column = chances.choice(("said_at", "said_by", "kind"))
        (text,) = connection.execute(f"SELECT {column} FROM event WHERE number = ?", (number,)).fetchone()
        connection.execute(f"UPDATE event SET {column} = ? WHERE number = ?", (altered_text(chances, text), number))
        return what, {number}
    if what == "delete":
        connection.execute("DELETE FROM event WHERE number = ?", (number,))
        return what, {number, number + 1}
    if what == "swap":
        for one, other in ((number, -1), (number + 1, number), (-1, number + 1)):
            connection.execute("UPDATE event SET number = ? WHERE number = ?", (other, one))
        return what, {number, number + 1}
    if what == "insert":
        connection.execute("UPDATE event SET number = -number - 1 WHERE number > ?", (number,))
        connection.execute("UPDATE event SET number = -number WHERE number < 0")
        connection.execute(
            "INSERT INTO event SELECT evening, ?, kind, version, body, pinned, said_at, said_by, digest FROM event "
            "WHERE number = ?",
            (number + 1, number),
        )
        return what, {number + 1, number + 2}
    if what == "digest":
        connection.execute("UPDATE event SET digest = ? WHERE number = ?", ("0" * 64, number))
        return what, {number, number + 1}
    if what == "posting":
        rows = connection.execute("SELECT place, event FROM posting").fetchall()
        place, event = chances.choice(rows)
        change = chances.choice(("amount = amount + 1", "payer = 'Zoe'", "why = 'x'", "cite = '[0]'", "event = 1"))
        connection.execute(f"UPDATE posting SET {change} WHERE place = ?", (place,))
        return what, {event}
    (body,) = connection.execute("SELECT body FROM checkpoint").fetchone()
    connection.execute("UPDATE checkpoint SET body = ?", (altered_text(chances, body),))
    return what, set()


def test_whatever_is_tampered_with_is_found(sound, tmp_path):
    path, evening, recorded = sound
    done: dict[str, int] = {}
    copy = tmp_path / "tampered.db"
    for seed in range(TRIES):
        chances = random.Random(seed)
        copy.unlink(missing_ok=True)
        with sqlite3.connect(path) as source, sqlite3.connect(copy) as target:
            source.backup(target)
        connection = open_wide(copy)
        what, named = tamper(connection, evening, chances, len(recorded))
        connection.close()
        found = audit_stored(str(copy), evening)
        assert found, (seed, what)
        if named:
            assert named & {finding.event for finding in found}, (seed, what, named, found)
        else:
            assert "checkpoint" in {finding.code for finding in found}, (seed, what)
        done[what] = done.get(what, 0) + 1
    assert TRIES < 1000 or len(done) == 8


def test_the_newest_row_cut_off_is_found_against_a_kept_seal(sound, tmp_path):
    path, evening, recorded = sound
    seal = seal_of("A night", recorded)
    assert audit_stored(str(path), evening, seal) == []
    copy = tmp_path / "cut.db"
    with sqlite3.connect(path) as source, sqlite3.connect(copy) as target:
        source.backup(target)
    connection = open_wide(copy)
    connection.execute("DELETE FROM posting WHERE event = ?", (len(recorded),))
    connection.execute("DELETE FROM checkpoint")
    connection.execute("DELETE FROM event WHERE number = ?", (len(recorded),))
    connection.close()
    assert [finding.code for finding in audit_stored(str(copy), evening, seal) if finding.code == "seal"] == ["seal"]


@pytest.mark.parametrize("seed", range(20))
def test_a_chain_rebuilt_after_a_change_is_found_against_a_kept_seal(sound, tmp_path, seed):
    path, evening, recorded = sound
    copy = tmp_path / "rebuilt.db"
    with sqlite3.connect(path) as source, sqlite3.connect(copy) as target:
        source.backup(target)
    number = random.Random(seed).randint(3, len(recorded))
    rebuilt = [
        Recorded(one.number, Note("nothing"), one.said_at, one.said_by) if one.number == number else one
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
    connection.execute("DELETE FROM posting")
    connection.execute("DELETE FROM checkpoint")
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
    path, evening, _ = sound
    before = path.read_bytes()
    audit_stored(str(path), evening)
    assert path.read_bytes() == before
    assert len(set(CHECKS)) == len(CHECKS)
    assert decode(encode(Note("x"))) == Note("x")
