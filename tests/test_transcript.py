"""An evening with the accidents of a real one, each saying a process: what is kept in the examples is what is said."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_cli import PROGRAM, ROOT

TRANSCRIPT = ROOT / "examples" / "the-millers-at-home.md"


def said_by(database: Path, arguments: str) -> tuple[int, str]:
    """What a command says, in a process of its own."""
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
def test_an_evening_of_four_games_with_its_accidents(tmp_path, request):
    """A player who comes late, a misdeal, a wrong correction undone, a Jack-pot, and counters that do not come out."""
    kept = TRANSCRIPT.read_text(encoding="utf-8")
    anew = kept
    codes: list[tuple[str, int]] = []
    for block in re.findall(r"```console\n(.*?)```", kept, re.DOTALL):
        told = []
        for step in re.split(r"^\$ card-ledger ", block, flags=re.MULTILINE)[1:]:
            arguments, _, shown = step.partition("\n")
            code, said = said_by(tmp_path / "evenings.db", arguments)
            codes.append((arguments, code))
            told.append(f"$ card-ledger {arguments}\n{said}\n")
            if not request.config.getoption("--rewrite"):
                assert said == shown.strip("\n"), arguments
        anew = anew.replace(block, "".join(told))
    if request.config.getoption("--rewrite"):
        TRANSCRIPT.write_text(anew, encoding="utf-8")
    assert [arguments for arguments, code in codes if code] == ["record 'Dan joins after Cat'", "record close"]
    text = " ".join(arguments for arguments, _ in codes)
    for saying in ("game nap", "game loo", "game poker", "game pope-joan", "misdeal", "undo", "close short=split"):
        assert saying in text
    assert "the next game is a Jack-pot" in anew
    assert "nothing is wrong" in anew
