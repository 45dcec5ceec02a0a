"""Editions: every evening is settled by the rules that it was begun under, whatever is mended."""

import pytest

from ledger.games.registry import GAMES, OLDER_EDITIONS, game_named
from ledger.testing.keep_edition import could_be_mended
from tests.project_copy import ProjectCopy
from tests.rig import balances, play

FIRST_DEAL = """
game newmarket
deal Ann turn-up JD QH KC AS
Cat takes king
Cat out
left Ann 3 Bob 4 Dan 1
"""
SECOND_DEAL = """
deal
Bob takes knave
Bob out
left Ann 1 Cat 1 Dan 2
"""
MEND = '''

def spread(held: Sequence[int], units: int, unit: int) -> list[int]:
    """Everything goes on the last."""
    return [0] * (len(held) - 1) + [units * unit]
'''
"""The mended function of the family of Newmarket."""
BY_THE_MEND = {"Ann": -2 - 3 - 1 - 1, "Bob": -1 - 4 - 2 + 10 + 4, "Cat": -1 + 8 - 1 - 1, "Dan": -1 - 1 - 1 - 2}
"""With the mend the king carries nothing, and the knave all stakes."""


@pytest.fixture
def project(tmp_path):
    return ProjectCopy(tmp_path)


def begin_evening(project, title: str) -> None:
    project.card_ledger("open", title, "--players", "Ann Bob Cat Dan")
    record(project, FIRST_DEAL)


def record(project, script: str) -> None:
    project.card_ledger("record", "--together", "-", stdin=script.strip() + "\n")


def balances_in(project, *of: str) -> dict[str, int]:
    return {player: held for player, held in project.card_ledger(*of, "table")["balances"].items() if held}


@pytest.mark.thorough
def test_an_evening_is_settled_by_the_rules_that_it_was_begun_under(project):
    as_it_was = balances(play("Ann Bob Cat Dan", FIRST_DEAL + SECOND_DEAL))
    begin_evening(project, "Before")
    before = balances_in(project)
    kept = project.run("-m", "ledger.testing.keep_edition", "newmarket")
    assert "ledger.games.editions.newmarket_1" in kept
    assert balances_in(project) == before
    board = "ledger/games/families/board.py"
    project.write(board, project.read(board).replace("def spread(", "def spread_as_it_was(") + MEND)
    assert balances_in(project) == before
    record(project, SECOND_DEAL)
    assert balances_in(project) == as_it_was
    begin_evening(project, "After")
    record(project, SECOND_DEAL)
    assert balances_in(project, "--evening", "2") == BY_THE_MEND != as_it_was
    assert balances_in(project, "--evening", "1") == as_it_was
    assert project.card_ledger("audit", "--all")["findings"] == []


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.thorough) for name in ("newmarket", "nap", "loo")]
)
def test_an_edition_is_kept_by_one_command(project, name):
    """Floors and linter pass, the game has the next edition, and the copy imports only itself."""
    project.run("-m", "ledger.testing.keep_edition", name)
    assert "0 broken" in project.run("-c", "from importlinter.cli import lint_imports_command as run; run()")
    project.run("-m", "ruff", "check", "--quiet", ".")
    project.run("-m", "ruff", "format", "--quiet", "--check", ".")
    project.run("-m", "pytest", "-n", "0", "tests/test_editions.py", "-k", "every_edition_that_is_kept")
    project.run("-m", "pytest", "-n", "0", "tests/test_evenings.py", "-k", name)
    said = project.run("-m", "ledger.testing.keep_edition", name)
    assert f"edition 2 of {name}" in said
    project.run("-m", "pytest", "-n", "0", "tests/test_editions.py", "-k", "every_edition_that_is_kept")


@pytest.mark.thorough
def test_every_game_can_be_kept(project):
    for name in GAMES:
        project.run("-m", "ledger.testing.keep_edition", name)
    project.run("-m", "pytest", "-n", "0", "tests/test_editions.py", "-k", "every_edition_that_is_kept")
    project.run("-m", "mypy")


def test_every_edition_that_is_kept_is_whole():
    """It is what the registry says, and imports nothing that could be mended."""
    for name, edition in OLDER_EDITIONS:
        kept = game_named(name, edition)
        assert (kept.name, kept.edition) == (name, edition)
        assert game_named(name).edition > edition
        assert list(could_be_mended(name, edition)) == []


@pytest.mark.thorough
def test_what_is_kept_already_is_not_kept_again(project):
    project.run("-m", "ledger.testing.keep_edition", "tally")
    rules = project.root / "ledger" / "games" / "tally" / "rules.py"
    rules.write_text(rules.read_text(encoding="utf-8").replace("edition = 2", "edition = 1"), encoding="utf-8")
    before = project.read("ledger/games/registry.py")
    assert "Raise the edition" in project.run("-m", "ledger.testing.keep_edition", "tally", refused=True)
    assert "no game is called whist" in project.run("-m", "ledger.testing.keep_edition", "whist", refused=True)
    assert project.read("ledger/games/registry.py") == before
