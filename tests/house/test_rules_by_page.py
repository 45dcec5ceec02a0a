"""A rule is found by its page: every page whose rule moves counters has a test or an evening that cites it."""

import sys

import pytest

from ledger.games.registry import GAMES
from tests.tools import rules_by_page
from tests.tools.rules_by_page import held, moving, pages

WITHOUT_A_PAGE = {"tournament", "catch-the-ten", "beggar-my-neighbour", "tally"}
"""Games whose money has no page of a source."""


@pytest.mark.parametrize("game", GAMES)
def test_every_page_that_moves_counters_is_held(game):
    assert bool(moving(game)) == (game not in WITHOUT_A_PAGE)
    assert sorted(page for page in moving(game) if not held(game)[page]) == []


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("of a stake [12]", {"12"}),
        ("[13]-[15], [9]", {"13", "14", "15", "9"}),
        ("R52-R53, r3, WSOP 67", {"R52", "R53", "r3", "WSOP 67"}),
        ("parts[12], of(all)[3]", set()),
    ],
)
def test_citations_are_read(text, cited):
    assert pages(text) == cited


def test_the_command_lists_the_rule_its_tests_and_its_evenings(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["rules_by_page", "nap", "12"])
    rules_by_page.main()
    printed = capsys.readouterr().out
    assert "ledger/games/nap/options.py" in printed
    assert "tests/games/test_nap.py::test_misery_with_and_without_trumps" in printed
    monkeypatch.setattr(sys, "argv", ["rules_by_page", "poker"])
    rules_by_page.main()
    assert "\nR20 " in capsys.readouterr().out
