"""Measure eight recorders at one evening on PostgreSQL beside bare inserts: ``python -m tests.tools.benchmark_server``.

It starts a temporary server that waits for the disk. In every round eight processes record for some seconds, under the
lock of the evening; then eight processes lock, insert a row of the same size and commit for as long. Both are measured by
the clock, because they wait for a lock and a disk, and in turns, so that other load falls on both. With `--apart` each
process records at an evening of its own, and once without notifying those who wait. With `--disk` every commit waits
longer, as on a slower disk. Exit status 1 if the ratio is missed by more than its noise, 2 without PostgreSQL.
"""

import argparse
import multiprocessing
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import psycopg

from ledger.recorder import Recorder
from ledger.store import Store
from ledger.store.generated import statements as sql
from ledger.store.places import open_database
from ledger.store.schema import upgrade
from tests.helpers.databases import installed, running_server
from tests.tools.benchmark import Row, print_table

RECORDERS, ROUNDS, SECONDS = 8, 7, 2.0
OPENING = ('evening "Benchmark"', "players Ann Bob Cat Dan", "game tally")
SAYING = "Ann gives Bob 1"
LOCK = "SELECT id FROM evening WHERE id = %(evening)s FOR UPDATE"
INSERT = "INSERT INTO bare ({columns}) VALUES ({values})"
PATIENCE = 60.0
WANTED, WANTED_SLOW, WANTED_APART = 3.5, 1.5, 1.35
"""At most so many times a bare insert, at one evening: on a disk as it is, on a slow one; and there at their own."""
WANTED_SILENT = 1 / 0.85
"""At least 85 % of the rate without notifications."""

Work = Callable[[int], Callable[[], None]]
"""Takes the index of a process, and returns what it does repeatedly."""


def recording(url: str, evenings: list[int], silent: bool, place: int) -> Callable[[], None]:
    """Record a saying at one of these evenings, whatever others recorded meanwhile; `silent` notifies nobody."""
    evening = evenings[place % len(evenings)]
    database = open_database(url)
    if silent:
        database.announce = lambda evening: None  # type: ignore[method-assign]
    database.patience = PATIENCE  # type: ignore[attr-defined]
    recorder = Recorder(Store(database), f"R{place}")

    def record() -> None:
        assert recorder.open_session(evening, now=False).record(SAYING) is not None

    return record


def inserting(url: str, evenings: list[int], row: dict[str, Any], together: bool, place: int) -> Callable[[], None]:
    """Lock one of these evenings, insert a row and commit: by single statements, or in two round trips."""
    evening = evenings[place % len(evenings)]
    connection = psycopg.connect(url, autocommit=True)
    insert = INSERT.format(columns=", ".join(row), values=", ".join(f"%({name})s" for name in row)).encode()
    numbers = iter(range(place, 1 << 30, RECORDERS))

    def one_by_one() -> None:
        with connection.transaction():
            assert connection.execute(LOCK, {"evening": evening}).fetchone() is not None
            connection.execute(insert, {**row, "number": next(numbers)})

    def in_two_journeys() -> None:
        with connection.pipeline():
            connection.execute("BEGIN")
            locked = connection.execute(LOCK, {"evening": evening})
        assert locked.fetchone() is not None
        with connection.pipeline():
            connection.execute(insert, {**row, "number": next(numbers)})
            connection.execute("COMMIT")

    return in_two_journeys if together else one_by_one


def _worker(begin: Any, counts: Any, place: int, seconds: float, work: Work) -> None:
    do = work(place)
    do()
    begin.wait()
    last, done = time.monotonic() + seconds, 0
    while time.monotonic() < last:
        do()
        done += 1
    counts.put(done)


def rate(seconds: float, work: Work) -> float:
    """Return the milliseconds per act of all processes together, over so many seconds."""
    start = multiprocessing.get_context("fork")
    begin, counts = start.Barrier(RECORDERS), start.Queue()
    workers = [start.Process(target=_worker, args=(begin, counts, place, seconds, work)) for place in range(RECORDERS)]
    for worker in workers:
        worker.start()
    done = sum(counts.get(timeout=PATIENCE + seconds) for _ in workers)
    for worker in workers:
        worker.join()
    return seconds * 1e3 / done


def bare_table(url: str, store: Store) -> dict[str, Any]:
    """Make a table for bare inserts, if there is none, and return a row as an event has it."""
    evening, _ = Recorder(store, "opener").open([*OPENING, SAYING])
    rows = store.database.rows(sql.STORED_EVENTS, evening=evening)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "CREATE TABLE IF NOT EXISTS bare (evening int, number int, kind text, version int, body text, pinned text,"
            " said_at text, said_by text, digest text, PRIMARY KEY (evening, number))"
        )
    return dict(zip(sql.EVENT_COLUMNS, rows[-1], strict=True))


def measure(url: str, rounds: int, seconds: float, slow: bool = False, apart: bool = False) -> list[Row]:
    """Measure recorders and bare inserts in turns, at one evening, or each at an evening of its own."""
    database = open_database(url)
    upgrade(database)
    store = Store(database)
    newest = bare_table(url, store)
    recorded: list[float] = []
    silent: list[float] = []
    bare: dict[bool, list[float]] = {False: [], True: []}
    for _ in range(rounds):
        evenings = [Recorder(store, "opener").open([*OPENING, SAYING])[0] for _ in range(RECORDERS if apart else 1)]
        recorded.append(rate(seconds, partial(recording, url, evenings, False)))
        if apart:
            silent.append(rate(seconds, partial(recording, url, evenings, True)))
        for together, spent in bare.items():
            row = {**newest, "evening": -2 * evenings[0] - together}
            spent.append(rate(seconds, partial(inserting, url, evenings, row, together)))
        Recorder(store, "opener").replay(evenings[0])
    store.close()
    at = f"{RECORDERS} evenings" if apart else "one evening"
    ours, theirs = f"{RECORDERS} who record at {at}, an event", f"bare inserts at {at} under the same locks"
    wanted = WANTED if not slow else WANTED_APART if apart else WANTED_SLOW
    rows = [
        Row(ours, theirs, "ms", recorded, bare[False], wanted),
        Row(ours, f"{theirs}, in two journeys", "ms", recorded, bare[True], wanted),
    ]
    return [*rows, Row(ours, "the same, and nobody told", "ms", recorded, silent, WANTED_SILENT)] if apart else rows


def main() -> int:
    """Measure, print the table, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.benchmark_server", description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"how often both are measured (default: {ROUNDS})")
    parser.add_argument(
        "--disk", type=float, default=0.0, help="by how many milliseconds the disk is slower (default: 0)"
    )
    parser.add_argument("--apart", action="store_true", help="each records at an evening of his own")
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"for how long, each (default: {SECONDS:g})")
    asked = parser.parse_args()
    if asked.rounds < 2:
        parser.error("noise takes two rounds at the least")
    if not installed():
        print("PostgreSQL is not installed", file=sys.stderr)
        return 2
    slower = ("-c", f"commit_delay={round(asked.disk * 1e3)}", "-c", "commit_siblings=0") if asked.disk else ()
    with running_server(*slower) as url:
        rows = measure(url, asked.rounds, asked.seconds, bool(asked.disk), asked.apart)
    print_table(rows)
    return int(any(row.missed for row in rows))


if __name__ == "__main__":
    sys.exit(main())
