"""The README is true: its session, its commands and what it prints of the example."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

from ledger.cli import COMMANDS
from ledger.games.registry import GAMES

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMAND = [sys.executable, "-c", "from ledger.cli import main; main()"]


def run(arguments: str, database: Path) -> str:
    done = subprocess.run(
        [*COMMAND, *shlex.split(arguments)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=ROOT,
        env={
            "CARD_LEDGER_DATABASE": str(database),
            "PYTHONPATH": str(ROOT),
            "PYTHONIOENCODING": "utf-8",
            "HOME": str(database.parent),
        },
        check=False,
    )
    return (done.stdout + done.stderr).strip()


def test_the_session_goes_as_it_is_shown(tmp_path):
    (session,) = re.findall(r"```console\n(.*?)```", README, re.DOTALL)
    for step in re.split(r"^\$ card-ledger ", session, flags=re.MULTILINE)[1:]:
        arguments, _, shown = step.partition("\n")
        assert run(arguments, tmp_path / "evenings.db") == shown.strip()


def test_the_example_comes_to_what_is_shown(tmp_path):
    shown = re.search(r"```\n(Boxing Night\n.*?)```", README, re.DOTALL)
    printed = run("replay examples/boxing-night.evening", tmp_path / "none.db")
    assert printed.startswith(shown[1].strip())


def test_every_command_and_game_is_spoken_of():
    for command in COMMANDS:
        assert re.search(rf"card-ledger[^|]*\b{command}\b|`{command}\b", README), command
    spoken = README.lower().replace(" ", "-")
    for game in GAMES:
        assert game.removesuffix("s") in spoken or game in ("tally", "french-vingt-un"), game
