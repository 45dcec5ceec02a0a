"""Measure the ledger beside other software in one run: ``python -m tests.tools.benchmark``.

The first run installs eventsourcing and Typer into an environment of its own. What is compared is printed first, each
with its version. Every row is the ratio of two
measurements in the same round, by CPU time, so that a busy machine gives much the same. The order changes from round to
round. The first round is not counted, because it warms the caches. The ratio is the median of the rounds; its noise is
half of the interquartile range. Exit status 1 if a ratio is missed by more than its noise, 2 if the peers cannot be
installed.
"""

import argparse
import json
import os
import platform
import random
import resource
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TypeVar

from platformdirs import user_cache_path
from pokerkit import HandHistory

from ledger import VERSION
from ledger.core.events import AnyEvent, EffectiveEvent
from ledger.evening.fold import Evening
from ledger.games.registry import GAMES, game_named
from ledger.recorder import Recorder
from ledger.settlement.payments import settle
from ledger.store import open_store
from ledger.testing.random_evenings import RandomChooser, simulate
from tests.helpers.environments import python_of
from tests.tools.poker_hands import SAMPLE, PlayedHand, played_by_pokerkit, read_hands, seconds_of

A = TypeVar("A")
B = TypeVar("B")

ROOT = Path(__file__).parents[2]
PEERS = ("eventsourcing==9.5.6", "typer==0.28.0")
"""The peers with an environment of their own; an empty command of another Typer takes up to 2.6 times as long."""
ROUNDS = 7
DEALS, SEED = 12, 7
RECORDED = 150
"""The number of events recorded, and of rows inserted, in a round."""
COMMANDS = 3
"""The number of runs of each command in a round."""
EMPTY_COMMAND = "import typer\napp = typer.Typer()\n@app.command()\ndef empty() -> None: ...\napp()"


@dataclass(frozen=True)
class Row:
    """A row of the table: both measurements by round, in a unit, and the ratio to reach."""

    what: str
    against: str
    unit: str
    ours: Sequence[float]
    theirs: Sequence[float]
    wanted: float
    left_out: str = ""
    """What is not the same work on both sides."""

    @property
    def ratios(self) -> list[float]:
        """The ratio of each round."""
        return [ours / theirs for ours, theirs in zip(self.ours, self.theirs, strict=True)]

    @property
    def ratio(self) -> float:
        """The median ratio of the rounds."""
        return statistics.median(self.ratios)

    @property
    def noise(self) -> float:
        """Half of the interquartile range of the rounds."""
        low, _, high = statistics.quantiles(self.ratios, n=4) if len(self.ratios) > 1 else (self.ratio,) * 3
        return (high - low) / 2

    @property
    def missed(self) -> bool:
        """Whether the ratio is missed by more than its noise."""
        return self.ratio - self.noise > self.wanted

    def cells(self) -> tuple[str, ...]:
        """The row as it is printed."""
        ours, theirs = (f"{statistics.median(figures):.4g} {self.unit}" for figures in (self.ours, self.theirs))
        judged = "missed" if self.missed else "reached" if self.ratio <= self.wanted else "within noise"
        ratio = f"{self.ratio:.2f} ± {self.noise:.2f}"
        return (self.what, ours, self.against, theirs, ratio, f"{self.wanted:.2f}", judged, self.left_out)


HEAD = ("what", "", "against", "", "ratio", "to reach", "", "not the same")


def cpu_of(work: Callable[[], object]) -> float:
    """Return the CPU seconds of this process that `act` takes."""
    began = time.process_time()
    work()
    return time.process_time() - began


def cpu_of_command(command: Sequence[str | Path], database: Path) -> float:
    """Return the CPU seconds of a whole process with this database."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, "CARD_LEDGER_DATABASE": f"sqlite:///{database}"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # else what is installed is compiled, and what is measured is not
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def fold(events: Sequence[AnyEvent]) -> None:
    """Fold an evening from its first event to its last."""
    evening = Evening()
    for number, event in enumerate(events, start=1):
        evening.apply(EffectiveEvent(number, event))


def recorded(place: Path) -> float:
    """Return the milliseconds of CPU to record one event."""
    recorder = Recorder(open_store(f"sqlite:///{place / 'ledger.db'}"), "benchmark")
    number, _ = recorder.open(['evening "Benchmark"', "players Ann Bob Cat Dan"])
    sitting = recorder.open_session(number)

    def record() -> None:
        for _ in range(RECORDED):
            sitting.record("Ann pays Bob 1")

    return cpu_of(record) / RECORDED * 1e3


def inserted(place: Path) -> float:
    """Return the milliseconds of CPU to insert and commit one row into a file with the ledger's settings."""
    connection = sqlite3.connect(place / "bare.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE event (number INTEGER PRIMARY KEY, body TEXT NOT NULL)")

    def insert() -> None:
        for number in range(RECORDED):
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("INSERT INTO event VALUES (?, ?)", (number, '["Pays", "Ann", "Bob", 1]'))
            connection.execute("COMMIT")

    spent = cpu_of(insert)
    connection.close()
    return spent / RECORDED * 1e3


def greedy(owed: dict[str, int]) -> int:
    """Return the number of payments if the largest debtor always pays the largest creditor."""
    balances, payments = dict(owed), 0
    while any(balances.values()):
        debtor, creditor = min(balances, key=balances.__getitem__), max(balances, key=balances.__getitem__)
        paid = min(-balances[debtor], balances[creditor])
        balances[debtor] += paid
        balances[creditor] -= paid
        payments += 1
    return payments


def table_of_debts(chances: random.Random, people: int) -> dict[str, int]:
    """Return random debts (−) and credits (+) that sum to zero."""
    owed = {f"P{person}": chances.randint(-60, 60) for person in range(people - 1)}
    return {**owed, "last": -sum(owed.values())}


def in_turn(first: bool, ours: Callable[[], A], theirs: Callable[[], B]) -> tuple[A, B]:
    """Measure ours first, or theirs."""
    if first:
        return ours(), theirs()
    other = theirs()
    return ours(), other


def folded(evenings: Mapping[str, Sequence[AnyEvent]]) -> dict[str, float]:
    """Return the CPU seconds to fold the evening of each game."""
    return {game: cpu_of(lambda events=events: fold(events)) for game, events in evenings.items()}  # type: ignore[misc]


def played_hands(hands: Sequence[tuple[PlayedHand, HandHistory]]) -> tuple[float, float]:
    """Return the milliseconds of CPU of a hand, from its deal to its end, by these rules and by PokerKit."""
    ours = sum(seconds_of(hand)[1] for hand, _ in hands)
    theirs = sum(played_by_pokerkit(history) for _, history in hands)
    return ours / len(hands) * 1e3, theirs / len(hands) * 1e3


def asked_of(python: Path) -> dict[str, float]:
    """Return the microseconds of the peers, measured in their own environment."""
    answer: dict[str, float] = json.loads(subprocess.check_output([python, ROOT / "tests" / "tools" / "peers.py"]))
    return answer


SETTLE: Sequence[str | Path] = [Path(sys.executable).parent / "card-ledger", "settle"]


def compared() -> str:
    """Return everything that is compared, with its version, and the machine."""
    peers = [f"PokerKit {version('pokerkit')}", *(peer.replace("==", " ") for peer in PEERS)]
    machine = f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, {os.cpu_count()} cores"
    return f"card-ledger {VERSION} beside {', '.join(peers)}; {machine}, load {os.getloadavg()[0]:.1f}"


def commands(command: Sequence[str | Path], place: Path) -> float:
    """Return the median milliseconds of CPU of a command."""
    return statistics.median(cpu_of_command(command, place / "ledger.db") for _ in range(COMMANDS)) * 1e3


def measure(rounds: int, environment: Path) -> list[Row]:
    """Measure everything in so many rounds."""
    python = python_of(environment, PEERS)
    empty_command: Sequence[str | Path] = [python, "-c", EMPTY_COMMAND]
    evenings = {game: simulate(game, DEALS, max(4, game_named(game).players[0]), RandomChooser(SEED)) for game in GAMES}
    number = sum(map(len, evenings.values()))
    games: dict[str, list[float]] = {game: [] for game in GAMES}
    mixed: list[float] = []
    peers: dict[str, list[float]] = {"rebuilt": []}
    hands = read_hands(SAMPLE)
    played, beside = list[float](), list[float]()
    records, inserts, settles, empties = list[float](), list[float](), list[float](), list[float]()
    with tempfile.TemporaryDirectory() as directory:
        for turn in range(rounds + 1):
            place = Path(directory) / str(turn)
            place.mkdir()
            first = bool(turn % 2)
            spent, answer = in_turn(first, partial(folded, evenings), partial(asked_of, python))
            own, other = played_hands(hands)
            record, insert = in_turn(first, partial(recorded, place), partial(inserted, place))
            settled, empty = in_turn(first, partial(commands, SETTLE, place), partial(commands, empty_command, place))
            if not turn:
                continue
            mixed.append(sum(spent.values()) / number * 1e6)
            for game, seconds in spent.items():
                games[game].append(seconds / len(evenings[game]) * 1e6)
            for peer, microseconds in answer.items():
                peers[peer].append(microseconds)
            for measured, figure in (
                (played, own), (beside, other), (records, record), (inserts, insert), (settles, settled), (empties, empty),
            ):  # fmt: skip
                measured.append(figure)
    slowest = max(games, key=lambda game: statistics.median(games[game]))
    chances = random.Random(SEED)
    debts = [table_of_debts(chances, people) for people in range(4, 31)]
    ours, theirs = sum(len(settle(owed).transfers) for owed in debts), sum(map(greedy, debts))
    return [
        Row(
            "a hand of Hold'em or Omaha as it was played",
            "PokerKit, the same hand",
            "ms",
            played,
            beside,
            1 / 3,
            "ours postings, refusals and an outcome an event; PokerKit's a log of its operations; both read the acts",
        ),
        Row(
            "fold, an event of a mixed evening",
            "eventsourcing, rebuilt",
            "µs",
            mixed,
            peers["rebuilt"],
            1.0,
            "eventsourcing has no rules",
        ),
        Row(
            f"fold, an event of {slowest}",
            "the mixed evening",
            "µs",
            games[slowest],
            mixed,
            2.0,
            "other games",
        ),
        Row(
            "record, an event",
            "SQLite, a bare insert",
            "ms",
            records,
            inserts,
            4.0,
            "the insert has no rules, digests or keys",
        ),
        Row(
            "card-ledger settle",
            "an empty Typer command",
            "ms",
            settles,
            empties,
            1.0,
            "the empty command does nothing; no evening is open",
        ),
        Row("settle, 4 to 30 people", "plain greedy", "payments", [ours], [theirs], 1.0),
    ]


def print_table(rows: Sequence[Row]) -> None:
    """Print the rows."""
    table = [HEAD, *(row.cells() for row in rows)]
    widths = [max(len(cells[column]) for cells in table) for column in range(len(HEAD))]
    for cells in table:
        print("  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip())


def main() -> int:
    """Measure, print the table, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.benchmark", description=__doc__.splitlines()[0])
    parser.add_argument(
        "--rounds", type=int, default=ROUNDS, help=f"how often everything is measured (default: {ROUNDS})"
    )
    default = user_cache_path("card-ledger") / "benchmark"
    parser.add_argument(
        "--peers",
        type=Path,
        default=default,
        help="where the peers are installed (default: with what the system keeps for programs)",
    )
    asked = parser.parse_args()
    if asked.rounds < 2:
        parser.error("noise takes two rounds at the least")
    print(compared())
    try:
        rows = measure(asked.rounds, asked.peers)
    except subprocess.CalledProcessError as failed:
        print(f"this could not be run: {' '.join(map(str, failed.cmd))}", file=sys.stderr)
        return 2
    print_table(rows)
    return int(any(row.missed for row in rows))


if __name__ == "__main__":
    sys.exit(main())
