"""Measure this program beside an older one: ``python -m tests.tools.benchmark_versions COMMIT``.

The first run installs the older program into an environment of its own. Both read the same scripts, which this program
makes up of games that both have, and each keeps its own database. Every figure is the CPU time of whole processes, or of
a server between two requests. Both are measured in turns, and the order changes from round to round; the first round is
not counted. What the older program does not know is left out. Exit status 2 if it cannot be installed.
"""

import argparse
import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import psycopg
from platformdirs import user_cache_path

from tests.helpers.databases import installed, running_server
from tests.helpers.environments import python_of
from tests.tools.benchmark import ROOT, Row, cpu_of_command, in_turn, print_table

ROUNDS = 7
SIZES = (500, 5_000, 50_000)
DEALS = 400
"""How many deals of each game are folded, by `replay`."""
REQUESTS = 30
SAYINGS = 200
"""How many sayings are recorded on PostgreSQL in a round."""
COMMANDS = (
    "--help", "--version", "table", "log", "settle", "explain Ann", "audit", "seal", "evenings", "use 1", "standings",
    "export", "games", "rules nap", "schema record", "db status", "simulate nap --deals 1", "record note",
)  # fmt: skip


@dataclass
class Program:
    """One version of the program, and where it keeps what it is asked about."""

    name: str
    path: Path
    folder: Path
    databases: dict[str, Path] = field(default_factory=dict)

    @property
    def python(self) -> Path:
        """The interpreter of its environment."""
        return self.path.with_name("python")

    def database(self, script: Path) -> Path:
        """Return a database with this evening, imported when it is first asked for."""
        if script.name not in self.databases:
            self.databases[script.name] = database = self.folder / f"{self.name}-{script.stem}.db"
            cpu_of_command([self.path, "import", script], database)
        return self.databases[script.name]

    def cpu(self, script: Path, *arguments: str | Path) -> float:
        """Return the milliseconds of CPU of a command about an evening."""
        return cpu_of_command([self.path, *arguments], self.database(script)) * 1e3


def installed_at(named: str) -> Path:
    """Return the program of a commit. Raises CalledProcessError where it cannot be installed."""
    commit = subprocess.check_output(["git", "-C", str(ROOT), "rev-parse", named], text=True).strip()
    place = user_cache_path("card-ledger") / "benchmark" / commit
    sources = place / "sources"
    if not sources.exists():
        archive = subprocess.check_output(["git", "-C", str(ROOT), "archive", commit])
        with tarfile.open(fileobj=io.BytesIO(archive)) as files:
            files.extractall(sources, filter="data")
    return python_of(place / "environment", [f"{sources}[postgresql]"]).with_name("card-ledger")


@contextmanager
def served(program: Program, script: Path) -> Iterator[tuple[httpx.Client, Callable[[], float]]]:
    """Serve an evening; yield a client that records, and what gives the server's milliseconds of CPU so far."""
    command = [program.path, "--database", program.database(script), "--json", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        link = json.loads(process.stdout.readline())["record"]
        base, token = "/".join(link.split("/")[:3]), link.rpartition("/")[2]
        times = Path(f"/proc/{process.pid}/stat")
        tick = 1e3 / os.sysconf("SC_CLK_TCK")

        def spent() -> float:
            _, _, numbers = times.read_text().rpartition(")")
            return sum(map(int, numbers.split()[11:13])) * tick

        with httpx.Client(base_url=base, headers={"Authorization": f"Bearer {token}"}, timeout=60) as client:
            client.get(link)
            yield client, spent
        process.terminate()


def requested(program: Program, script: Path, request: str) -> float:
    """Return the milliseconds of CPU of a request, over many of the same."""
    with served(program, script) as (client, spent):

        def ask() -> None:
            if request == "saying":
                assert client.post("/api/evenings/1/sayings", json={"saying": 'note "measured"'}).status_code == 200
            else:
                assert client.get(request).status_code == 200

        ask()
        before = spent()
        for _ in range(REQUESTS):
            ask()
        return (spent() - before) / REQUESTS


def recorded_on(url: str, program: Program) -> float:
    """Return the milliseconds of CPU of a saying recorded on PostgreSQL, of many through one pipe."""
    environment = {**os.environ, "CARD_LEDGER_DATABASE": url}
    subprocess.run([program.path, "db", "upgrade", "--yes"], check=True, env=environment, stdout=subprocess.DEVNULL)
    open_evening = [program.path, "open", f"Benchmark {program.name}", "--players", "Ann Bob Cat"]
    subprocess.run(open_evening, check=True, env=environment, stdout=subprocess.DEVNULL)
    before = os.times()
    sayings = "\n".join(["game tally", *["Ann gives Bob 1"] * SAYINGS])
    subprocess.run(
        [program.path, "record", "-"], input=sayings, text=True, check=True, env=environment, stdout=subprocess.DEVNULL
    )
    after = os.times()
    return (after.children_user + after.children_system - before.children_user - before.children_system) / SAYINGS * 1e3


CLUB = 100
"""How many evenings the yearbook is made of."""


def club(folder: Path, evening: Path) -> list[Path]:
    """Write many evenings like one, each with a title of its own, and with a correction at its end."""
    first, *others = evening.read_text(encoding="utf-8").splitlines()
    scripts = []
    for number in range(CLUB):
        title = first.replace('"', f'"{number} ', 1) + " on 2026-01-01"
        scripts.append(folder / f"club-{number}.evening")
        correction = f'note "late"\nvoid {len(others) + 2} "not at all"'
        scripts[-1].write_text("\n".join((title, *others, correction)) + "\n", encoding="utf-8")
    return scripts


def yearbook(program: Program, scripts: Sequence[Path]) -> float:
    """Return the milliseconds of CPU of the yearbook of these evenings."""
    database = program.folder / f"{program.name}-club.db"
    if not database.exists():
        cpu_of_command([program.path, "import", *scripts], database)
    return cpu_of_command([program.path, "yearbook"], database) * 1e3


def scripts(folder: Path, old: Path, new: Path) -> tuple[dict[str, Path], dict[int, Path]]:
    """Write an evening of each game that both have, and evenings of Nap of several lengths."""
    known = _games_of(old)
    both = [game for game in _games_of(new) if game in known]
    games = {game: simulated(new, folder / f"{game}.evening", game, DEALS) for game in both}
    for game in [game for game, script in games.items() if _refused(old, script)]:
        print(f"{game} is left out: the older program refuses the evening", file=sys.stderr)
        del games[game]
    sizes = {size: simulated(new, folder / f"nap-{size}.evening", "nap", size, size) for size in (100, *SIZES)}
    return games, sizes


def _games_of(program: Path) -> list[str]:
    return [game["name"] for game in json.loads(subprocess.check_output([program, "games", "--json"]))["games"]]


def _refused(program: Path, script: Path) -> bool:
    return subprocess.run([program, "replay", script], capture_output=True, check=False).returncode != 0


def simulated(program: Path, script: Path, game: str, deals: int, lines: int | None = None) -> Path:
    """Write the first lines of a made-up evening, and return its file."""
    text = subprocess.check_output([program, "simulate", game, "--deals", str(deals), "--seed", "1"], text=True)
    kept = text.splitlines()[:lines]
    script.write_text("\n".join(kept) + "\n", encoding="utf-8")
    return script


def measure(commit: str, rounds: int) -> list[Row]:
    """Measure everything in so many rounds."""
    with tempfile.TemporaryDirectory() as directory:
        folder = Path(directory)
        new = Program("new", installed_at("HEAD"), folder)
        old = Program("old", installed_at(commit), folder)
        games, sizes = scripts(folder, old.path, new.path)
        short = sizes[100]
        work: dict[str, Callable[[Program], float]] = {}
        for command in COMMANDS:
            arguments = ["record", 'note "measured"'] if command == "record note" else command.split()
            work[f"`{command}`, an evening of 100 events"] = lambda program, given=arguments: program.cpu(short, *given)
        for game, script in games.items():
            work[f"`replay`, {DEALS} deals of {game}"] = lambda program, given=script: program.cpu(
                short, "replay", given
            )
        for size in SIZES:
            for given in (("replay", sizes[size]), ("table",), ("settle",), ("record", 'note "measured"')):
                work[f"`{given[0]}`, {size:,} events"] = lambda program, script=sizes[size], asked=given: program.cpu(
                    script, *asked
                )
        for request in ("/evenings/1", "/api/evenings/1", "/api/evenings/1/settlement", "saying"):
            work[f"the page: {request}, 5,000 events"] = lambda program, asked=request: requested(
                program, sizes[SIZES[1]], asked
            )
        evenings = club(folder, short)
        work[f"`yearbook`, {CLUB} evenings of 100 events"] = lambda program: yearbook(program, evenings)
        if installed():
            with running_server() as url:
                for name in ("old", "new"):
                    with psycopg.connect(url, autocommit=True) as connection:
                        connection.execute(f"CREATE DATABASE {name}")
                work["a saying through a pipe, PostgreSQL"] = lambda program: recorded_on(
                    url.replace("/postgres?", f"/{program.name}?"), program
                )
                return _rows(work, new, old, commit, rounds)
        return _rows(work, new, old, commit, rounds)


def _rows(
    work: dict[str, Callable[[Program], float]], new: Program, old: Program, commit: str, rounds: int
) -> list[Row]:
    rows = []
    for what, measured in work.items():
        try:
            pairs = [
                in_turn(bool(turn % 2), lambda: measured(new), lambda: measured(old))  # noqa: B023
                for turn in range(rounds + 1)
            ][1:]
        except subprocess.CalledProcessError as failed:
            print(f"{what} is left out: {' '.join(map(str, failed.cmd))} fails", file=sys.stderr)
            continue
        rows.append(Row(what, commit, "ms", [ours for ours, _ in pairs], [theirs for _, theirs in pairs], 1.0))
        print_table(rows[-1:])
    return rows


def main() -> int:
    """Measure, print the table, and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.benchmark_versions", description=__doc__.splitlines()[0]
    )
    parser.add_argument("commit", help="the older program")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"how often it is measured (default: {ROUNDS})")
    asked = parser.parse_args()
    try:
        rows = measure(asked.commit, asked.rounds)
    except subprocess.CalledProcessError as failed:
        print(f"this could not be run: {' '.join(map(str, failed.cmd))}", file=sys.stderr)
        return 2
    print()
    print_table(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
