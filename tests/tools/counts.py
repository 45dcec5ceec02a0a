"""Count the calls and instructions of this program beside older ones: ``python -m tests.tools.counts``.

The load of a machine does not change these. A table of them is written into ``tests/README.md`` between two marks of its
own; it takes five minutes. Calls are counted by Python's profiler, those into C among them, and instructions by
valgrind; where that is not installed, their rows are left out.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from statistics import mean

from ledger import VERSION
from ledger.core import events
from ledger.games.registry import GAMES, game_named
from ledger.testing.random_evenings import RandomChooser, simulate
from tests.tools.benchmark import ROOT, SEED
from tests.tools.benchmark_versions import Program, installed_at, simulated

DOCUMENT = ROOT / "tests" / "README.md"
BEGIN, END = "<!-- counts: python -m tests.tools.counts -->", "<!-- end of counts -->"
BETWEEN = re.compile(f"{re.escape(BEGIN)}\n(.*?){re.escape(END)}", re.DOTALL)
VERSIONS = ("7d7cd4d", "3937727")
DEALS = 40
SAYING = "a saying in a session, calls"
COMMANDS = {
    "`--version`": ["--version"], "`table`": ["table"], "`record`": ["record", 'note "counted"'], "`settle`": ["settle"],
}  # fmt: skip
VALGRIND = ("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")
REFERENCES = re.compile(r"I\s+refs:\s+([0-9,]+)")


def evenings() -> str:
    """Return as JSON the bodies of the events of a made-up evening of each game."""
    played = {game: simulate(game, DEALS, max(4, game_named(game).players[0]), RandomChooser(SEED)) for game in GAMES}
    return json.dumps({game: [events.encode(event).decode() for event in evening] for game, evening in played.items()})


def calls(program: Program, bodies: Path) -> dict[str, float]:
    """Return the calls of a saying, and of the fold of each game an event, by what is counted."""
    script = Path(__file__).with_name("counted.py")
    counted = json.loads(subprocess.check_output([program.python, script, bodies], cwd=program.folder))
    folds = {fold_of(game): number for game, number in counted["fold"].items() if number is not None}
    return {SAYING: counted["saying"], **folds}


def fold_of(game: str) -> str:
    """Return what is counted of a game's fold."""
    return f"fold of {game}, calls an event"


def instructions(program: Program, script: Path) -> dict[str, float]:
    """Return the million instructions of each command about an evening."""
    counted = {}
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    for name, arguments in COMMANDS.items() if shutil.which(VALGRIND[0]) else ():
        asked: list[str | Path] = [
            program.python,
            program.path,
            "--database",
            f"sqlite:///{program.database(script)}",
            *arguments,
        ]
        for command in (asked, [*VALGRIND, *asked]):  # the first run compiles what is loaded
            done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
        found = REFERENCES.search(done.stderr)
        assert found is not None, done.stderr
        counted[f"{name}, million instructions"] = int(found[1].replace(",", "")) / 1e6
    return counted


def counts() -> str:
    """Return the table, under a line that says of what it is."""
    with tempfile.TemporaryDirectory() as directory:
        folder = Path(directory)
        bodies = folder / "evenings.json"
        bodies.write_text(evenings(), encoding="utf-8")
        new = Program("now", Path(sys.executable).with_name("card-ledger"), folder)
        script = simulated(new.path, folder / "nap-100.evening", "nap", 100, 100)
        programs = [*(Program(commit, installed_at(commit), folder) for commit in VERSIONS), new]
        of_each = [{**calls(program, bodies), **instructions(program, script)} for program in programs]
    *olds, now = of_each
    cells = [["what", *VERSIONS, "now", *(f"beside {commit}" for commit in VERSIONS)], ["---", *["--:"] * 5]]
    in_common = [[now[fold] / old[fold] for fold in map(fold_of, GAMES) if fold in now and fold in old] for old in olds]
    sizes = " and ".join(str(len(ratios)) for ratios in in_common)
    means = [f"{mean(ratios):.2f}" for ratios in in_common]
    cells.append([f"fold, calls an event: the mean of the ratios of {sizes} games", "", "", "", *means])
    for what, number in now.items():
        figures = [f"{old[what]:,.0f}" if what in old else "" for old in olds]
        ratios = [f"{number / old[what]:.2f}" if what in old else "" for old in olds]
        cells.append([what, *figures, f"{number:,.0f}", *ratios])
    lines = [f"| {' | '.join(line)} |" for line in cells]
    return "\n".join([f"{datetime.now(UTC):%Y-%m-%d}: card-ledger {VERSION}.", "", *lines, ""])


def write() -> None:
    """Count, and write the table into the document."""
    made = counts()
    document = DOCUMENT.read_text(encoding="utf-8")
    DOCUMENT.write_text(BETWEEN.sub(lambda _: f"{BEGIN}\n\n{made}\n{END}", document), encoding="utf-8")
    print(made)


if __name__ == "__main__":
    write()
