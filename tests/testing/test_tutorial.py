"""The tutorial of a game with partners and a target, followed to the letter."""

import os
import re
import subprocess
import sys

import pytest

from ledger.testing.new_game import files_of
from tests.helpers.documents import ROOT, files_shown

TUTORIAL = ROOT / "ledger" / "games" / "tutorial.md"
MOST_LINES = 210
"""What is read and written in a quarter of an hour, in lines of the files."""


@pytest.fixture(scope="module")
def pairs(tmp_path_factory):
    """The folder of the game as the tutorial leaves it, as it would be installed."""
    folder, text = tmp_path_factory.mktemp("pairs"), TUTORIAL.read_text(encoding="utf-8")
    (removed,) = re.findall(r"^rm (\S+)\*$", text, re.MULTILINE)
    files = {name: made for name, made in files_of("pairs").items() if not name.startswith(removed)} | files_shown(text)
    information = "card_ledger_pairs-0.1.0.dist-info"
    files[f"{information}/METADATA"] = "Metadata-Version: 2.1\nName: card-ledger-pairs\nVersion: 0.1.0\n"
    files[f"{information}/entry_points.txt"] = "[card_ledger.games]\npairs = card_ledger_pairs.rules\n"
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    done = ran(folder, "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", "--rewrite", "tests/evenings")
    assert done.returncode == 0, done.stdout
    return folder


def ran(folder, *command):
    environment = {**os.environ, "PYTHONPATH": str(folder), "XDG_DATA_HOME": str(folder / "data")}
    return subprocess.run(
        [sys.executable, "-m", *command], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def test_it_is_read_in_a_quarter_of_an_hour():
    assert (
        sum(len(text.splitlines()) for text in files_shown(TUTORIAL.read_text(encoding="utf-8")).values()) <= MOST_LINES
    )


@pytest.mark.thorough
def test_its_tests_pass_and_it_is_played(pairs):
    done = ran(pairs, "pytest", "-q", "-p", "no:cacheprovider", "-n", "0")
    assert done.returncode == 0, done.stdout
    done = ran(pairs, "ledger", "simulate", "pairs", "--deals", "40", "--games", "2")
    assert (done.returncode, done.stdout.count("\ngame pairs")) == (0, 2), done.stderr


@pytest.mark.thorough
def test_every_change_of_its_money_is_noticed(pairs):
    done = ran(pairs, "ledger.testing.mutants", "pairs", "--of", "money")
    assert done.returncode == 0, done.stdout + done.stderr
