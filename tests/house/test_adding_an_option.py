"""The walk "Add an option to a game", taken to the letter in a copy of the project."""

import json

import pytest

from tests.helpers.documents import changes, files_shown, section
from tests.helpers.project_copy import ROOT, ProjectCopy

WALK = section((ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8"), "Add an option to a game")
(EVENING,) = files_shown(WALK)


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    project = ProjectCopy(tmp_path_factory.mktemp("option"))
    project.change(*changes(WALK))
    project.write(EVENING, files_shown(WALK)[EVENING])
    return project


def test_three_files_and_an_evening_are_touched():
    assert len({change.path for change in changes(WALK)}) == 3


def test_the_option_moves_the_counters_that_it_says(project):
    assert project.card_ledger("replay", EVENING)["balances"] == {"Ann": 5, "Bob": -12, "Cat": 7}
    script = project.read(EVENING).replace(" spare_stakes=4", "")
    assert project.card_ledger("replay", "/dev/stdin", stdin=script)["balances"] == {"Ann": 5, "Bob": -11, "Cat": 6}


def test_a_value_out_of_bounds_is_refused(project):
    script = project.read(EVENING).replace("spare_stakes=4", "spare_stakes=0")
    project.write("refused.evening", script)
    refused = project.run("-c", "from ledger.cli import main; main()", "replay", "refused.evening", refused=True)
    assert "spare_stakes is a number from 1 to 1000" in refused


@pytest.mark.thorough
def test_the_tests_of_the_game_hold_it(project):
    def pytest_in(*arguments):
        project.run("-m", "pytest", "-n", "0", *arguments)

    pytest_in("tests/games/test_evenings.py", "-k", "nap", "--rewrite")
    assert json.loads(project.read(EVENING.replace(".evening", ".json")))["balances"]["Bob"] == -12
    pytest_in("tests/games", "tests/testing/test_offers.py", "-k", "nap")
    pytest_in("tests/house/test_tidy.py", "-k", "nap")
    project.run("-m", "ruff", "check", ".")
    project.run("-m", "ruff", "format", "--check", ".")
    project.run("-m", "mypy")
