"""Processes that record: eight at one evening and at eight, and one that is killed at any moment.

Every confirmed saying is recorded once, in the order of its recorder, and the log is whole.
"""

import os
import random
import signal
import time

import pytest

from ledger.recorder import Recorder
from ledger.store import Store
from ledger.store.database import Database, SqliteDatabase
from ledger.store.evidence import gather
from ledger.store.places import open_database
from tests.helpers.auditing import audit
from tests.helpers.databases import database, server, store, url
from tests.helpers.rig import TIMES

__all__ = ["database", "server", "store", "url"]

KILLS = 5 if TIMES == 1 else 250
WRITERS, SAYINGS = 8, 4 if TIMES == 1 else 200
PATIENCE = 120.0
OPENING = ['evening "A night of kills"', "players Ann Bob", "game tally"]


def connected(url: str, name: str) -> Recorder:
    """Return a recorder with its own connection, named after the recorder, that waits as long as it takes."""
    file = url.startswith("sqlite:")
    own = f"{url.partition('?')[0]}?timeout={PATIENCE:g}" if file else f"{url}&application_name={name}"
    database = open_database(own)
    database.patience = PATIENCE
    return Recorder(Store(database), name)


def ends_as(child: int) -> int:
    """Wait for a process and return its exit status."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@pytest.mark.parametrize("evenings", [1, WRITERS])
def test_eight_who_record_at_once_lose_and_double_nothing(store, url, evenings):
    opener = Recorder(store, "opener")
    numbers = [opener.open(OPENING)[0] for _ in range(evenings)]
    children = []
    for writer in range(WRITERS):
        child = os.fork()
        if not child:
            status = 1
            try:
                recorder = connected(url, f"W{writer}")
                for saying in range(SAYINGS):
                    sitting = recorder.open_session(numbers[writer % evenings], now=False)
                    assert sitting.record(f'note "{writer} {saying}"', key=f"{writer} {saying}") is not None
                status = 0
            finally:
                os._exit(status)
        children.append(child)
    assert [ends_as(child) for child in children] == [0] * WRITERS
    said: list[str] = []
    for number in numbers:
        texts = [one.recorded.event.text for one in store.log(number)[len(OPENING) :]]
        for writer in range(WRITERS):
            own = [text for text in texts if text.startswith(f"{writer} ")]
            assert own == [f"{writer} {saying}" for saying in range(len(own))]
        said += texts
        opener.replay(number)
        assert audit(gather(store.database, number), number) == []
    assert sorted(said) == sorted(f"{writer} {saying}" for writer in range(WRITERS) for saying in range(SAYINGS))
    print(f"{len(said)} sayings of {WRITERS} who record at {evenings}, all there")


def wait_until_let_go(database: Database, name: str) -> None:
    """Wait until a server has closed the connection of a killed recorder.

    Until then it may still add an event that was sent before and never confirmed.
    """
    if isinstance(database, SqliteDatabase):
        return
    last = time.monotonic() + PATIENCE
    connections = "SELECT state, query FROM pg_stat_activity WHERE application_name = :name"
    while found := database.rows(connections, name=name):
        assert time.monotonic() < last, f"the server has not let go of the connection of {name}: {found}"
        time.sleep(0.001)


def record_until_killed(url: str, evening: int, first: int, told: int) -> None:
    """Record sayings one after another, each under its number, and report each confirmation."""
    recorder = connected(url, "killed")
    for number in range(first, 1 << 30):
        recorder.open_session(evening, now=False).record("Ann gives Bob 1", key=str(number))
        os.write(told, b".")


def killed(url: str, evening: int, first: int, chances: random.Random) -> int:
    """Record in another process, kill it at a random moment, and return the number of confirmations."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            record_until_killed(url, evening, first, writing)
        finally:
            os._exit(1)
    os.close(writing)
    told = len(os.read(reading, 1))
    time.sleep(chances.random() * 0.06)
    os.kill(child, signal.SIGKILL)
    assert ends_as(child) == -signal.SIGKILL
    while found := os.read(reading, 4096):
        told += len(found)
    os.close(reading)
    return told


def test_nothing_that_was_confirmed_is_lost_by_a_kill(store, url):
    evening, _ = Recorder(store, "opener").open(OPENING)
    chances, confirmed, began = random.Random(1), 0, len(OPENING)
    for kill in range(KILLS):
        first = 1000 * kill
        told = killed(url, evening, first, chances)
        wait_until_let_go(store.database, "killed")
        log = store.log(evening)
        recorded = len(log) - began
        assert told <= recorded <= told + 1, "the one whose answer was never read may be there"
        for number in range(first, first + recorded):
            again = Recorder(store, "again").open_session(evening).record("Ann gives Bob 1", key=str(number))
            assert again is not None
            assert again.again
            if number == first + 2:
                break
        assert len(store.log(evening)) == len(log), "what was recorded is not recorded again"
        began, confirmed = len(log), confirmed + told
    assert audit(gather(store.database, evening), evening) == []
    print(f"{KILLS} kills, {confirmed} sayings confirmed, all there")
