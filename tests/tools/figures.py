"""Measure everything in one run, and write it into ``tests/README.md``: ``python -m tests.tools.figures``.

It runs the benchmark beside other software, beside older versions, and on PostgreSQL, and puts their tables between two
marks of the document, under a line that names the versions, the machine and its load; then it counts calls and
instructions (`tests.tools.counts`). Run it on a quiet machine; with
two rounds it takes half an hour. The tests refuse figures of another version than the program's own.
"""

import argparse
import re
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from platformdirs import user_cache_path

from tests.helpers.databases import installed, running_server
from tests.tools import benchmark, benchmark_server, benchmark_versions, counts
from tests.tools.benchmark import ROOT, Row

DOCUMENT = ROOT / "tests" / "README.md"
BEGIN, END = "<!-- figures: python -m tests.tools.figures -->", "<!-- end of figures -->"
BETWEEN = re.compile(f"{re.escape(BEGIN)}\n(.*?){re.escape(END)}", re.DOTALL)
DISKS = (0.0, 5.0)
"""By how many milliseconds the disk of the server is slower."""


def table(title: str, rows: Sequence[Row]) -> str:
    """Return rows as a table of Markdown under a title."""
    cells = [benchmark.HEAD, ("---", "--:", "---", "--:", "--:", "--:", "---", "---"), *(row.cells() for row in rows)]
    return "\n".join((f"{title}:", "", *(f"| {' | '.join(line)} |" for line in cells), ""))


def on_a_server(rounds: int) -> list[Row]:
    """Return what eight recorders take on PostgreSQL, by the delay of its disk."""
    rows: list[Row] = []
    for disk in DISKS if installed() else ():
        slower = ("-c", f"commit_delay={round(disk * 1e3)}", "-c", "commit_siblings=0") if disk else ()
        with running_server(*slower) as url:
            for apart in (False, True):
                rows += benchmark_server.measure(url, rounds, benchmark_server.SECONDS, bool(disk), apart)
    return rows


def figures(rounds: int, peers: Path) -> str:
    """Return all tables, with what was compared."""
    parts = [f"{datetime.now(UTC):%Y-%m-%d}: {benchmark.compared()}.", ""]
    parts.append(table("Beside other software", benchmark.measure(rounds, peers)))
    parts += [
        table(f"Beside {commit}, CPU time", benchmark_versions.measure(commit, rounds)) for commit in counts.VERSIONS
    ]
    if rows := on_a_server(rounds):
        parts.append(table(f"On PostgreSQL, first as its disk is, then {DISKS[-1]:g} ms slower", rows))
    return "\n".join(parts)


def with_figures(document: str, made: str) -> str:
    """Return the document with other figures."""
    return BETWEEN.sub(lambda _: f"{BEGIN}\n\n{made}\n{END}", document)


def measured_version(document: str) -> str | None:
    """Return the version whose figures stand in a document; None if there are none."""
    found = BETWEEN.search(document)
    named = re.search(r"card-ledger ([0-9][0-9.a-z]*)", found[1]) if found else None
    return named[1] if named else None


def main() -> int:
    """Measure and write."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.figures", description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=2, help="how often everything is measured (default: 2)")
    parser.add_argument("--peers", type=Path, default=user_cache_path("card-ledger") / "benchmark")
    asked = parser.parse_args()
    made = figures(asked.rounds, asked.peers)
    DOCUMENT.write_text(with_figures(DOCUMENT.read_text(encoding="utf-8"), made), encoding="utf-8")
    print(made)
    counts.write()
    return 0


if __name__ == "__main__":
    sys.exit(main())
