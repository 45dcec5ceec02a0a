"""The evening of the Millers, with each command in a process of its own, gives the answers in the examples."""

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.command_line import PROGRAM, ROOT
from tests.helpers.documents import steps

TRANSCRIPT = ROOT / "examples" / "the-millers-at-home.md"


def run(database: Path, arguments: str) -> tuple[int, str]:
    """Run a command in a process of its own; return its exit code and what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *shlex.split(arguments)],
        capture_output=True, encoding="utf-8", check=False, timeout=120,
        env={
            "CARD_LEDGER_DATABASE": str(database), "CARD_LEDGER_RECORDER": "Ann", "PYTHONPATH": str(ROOT),
            "PYTHONIOENCODING": "utf-8", "HOME": str(database.parent),
        },
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    return done.returncode, (done.stdout + done.stderr).strip("\n")


@pytest.mark.thorough
def test_an_evening_of_four_games_with_its_accidents(tmp_path):
    """A player who comes late, a misdeal, a wrong correction undone, a Jack-pot, and counters that do not come out."""
    text = TRANSCRIPT.read_text(encoding="utf-8")
    refused = []
    for step in steps(text):
        code, printed = run(tmp_path / "evenings.db", step.typed)
        assert (step.typed, printed) == (step.typed, step.printed)
        if code:
            refused.append(step.typed)
    assert refused == ["record 'Dan joins after Cat'", "record close"]
    typed = " ".join(step.typed for step in steps(text))
    for saying in ("game nap", "game loo", "game poker", "game pope-joan", "misdeal", "undo", "close short=split"):
        assert saying in typed
    assert "the next game is a Jack-pot" in text
    assert "nothing is wrong" in text
