"""The steps of "Add a game" in `ledger/games/README.md`, followed to the letter in a copy of the project."""

import json
import re

import pytest

from tests.helpers.documents import files_shown
from tests.helpers.project_copy import ROOT, ProjectCopy

STEPS = (ROOT / "ledger" / "games" / "README.md").read_text(encoding="utf-8")
FILES = files_shown(STEPS)

TESTED = (
    "games/test_evenings",
    "games/test_second_writings",
    "house/test_tidy",
    "house/test_adding_a_game",
    "interchange/test_examples",
    "cli/test_cli",
    "recorder/test_recorder",
    "language/test_shorthand",
)


@pytest.fixture
def project(tmp_path):
    return ProjectCopy(tmp_path)


def pytest_in(project, *arguments: str, refused: bool = False) -> str:
    return project.run("-m", "pytest", "-n", "0", *arguments, refused=refused)


@pytest.mark.thorough
def test_a_small_game_is_added_as_the_steps_say(project):
    for name, text in FILES.items():
        project.write(name, text)
    registry = project.read("ledger/games/registry.py")
    games = re.search(r"GAMES = \{\n(?:.*\n)*?\}", registry)[0]
    entry = '    "high-card": "ledger.games.high_card",\n}'
    project.write("ledger/games/registry.py", registry.replace(games, games[:-1] + entry))
    row = "| `high-card` | High Card | `high_card.py` |\n"
    undocumented = pytest_in(project, "tests/house/test_documents.py", "-k", "every_game", refused=True)
    assert "table of games" in undocumented
    project.write("ledger/games/README.md", STEPS.replace("| `tally` |", f"{row}| `tally` |"))

    missing = pytest_in(project, "tests/games/test_evenings.py", "-k", "golden and high-card", refused=True)
    assert "pytest --rewrite" in missing
    pytest_in(project, "tests/games/test_evenings.py", "-k", "golden and high-card", "--rewrite")
    golden = json.loads(project.read("tests/data/evenings/high-card/golden.json"))
    assert golden["balances"] == {"Ann": -2, "Bob": 4, "Cat": -2}

    pytest_in(project, "tests/games/test_high_card.py")
    pytest_in(project, *[f"tests/{name}.py" for name in TESTED], "-k", "high-card or high_card or every_game")
    pytest_in(project, "tests/house/test_documents.py")
    project.run("-m", "ruff", "check", ".")
    project.run("-m", "ruff", "format", "--check", ".")
    project.run("-m", "mypy")
    assert "0 broken" in project.run("-c", "from importlinter.cli import lint_imports_command as run; run()")
    assert re.search(r"high-card: (\d+) of \1 caught", project.run("-m", "tests.tools.mutants", "high-card"))
