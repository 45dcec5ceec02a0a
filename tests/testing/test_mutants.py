"""The mutation run: it changes the money and the sayings of every game, and reports what the tests notice."""

import ast
import dataclasses
import os
import subprocess

import pytest

from ledger.games.registry import GAMES
from ledger.testing.mutants import caught_by_tests, mutants_of
from tests.tools.mutants import own_tests, target

STAKES_OF_A_FAMILY = ("my-bird-sings",)
"""A game with few places to change: `families.stakes` has the payment of stakes."""
MONEY_OF_A_FAMILY = ("holdem", "omaha")
"""Games whose money is moved by `families.betting`, module by module."""


@pytest.mark.thorough
@pytest.mark.parametrize("game", [*(game for game in GAMES if game not in MONEY_OF_A_FAMILY), "families.betting.money"])
def test_the_money_of_every_game_is_changed(game):
    changed = target(game)
    mutants = mutants_of(changed.own, changed.around, "money")
    assert len(mutants) > (3 if game in STAKES_OF_A_FAMILY else 5)
    assert len({(mutant.path, mutant.text) for mutant in mutants}) == len(mutants)
    as_it_is = {path: ast.dump(ast.parse(path.read_text(encoding="utf-8"))) for path in changed.own}
    for mutant in mutants[::7]:
        assert ast.dump(ast.parse(mutant.text)) != as_it_is[mutant.path]
    tests = [test for run in changed.tests for test in run]
    assert any("golden" in test for test in tests)
    assert any(test.startswith("tests/games/test_") and "::" not in test for test in tests)


def changes(name: str, of: str) -> set[str]:
    """Return the changes of a game or family, each as `BEFORE → AFTER`."""
    changed = target(name)
    return {f"{mutant.before} → {mutant.after}" for mutant in mutants_of(changed.own, changed.around, of)}


def test_what_is_changed_at_jig():
    shown = changes("jig", "money")
    assert "options.pool → not options.pool" in shown
    assert "table.take_pool((winner,), 'out first', '[96]') → pass" in shown
    shared = changes("families.stops.deal", "money")
    assert "number * stake → number" in shared
    assert any(line.endswith("pay(winner, player, number * stake, f'{so_many(number)} left', cite)") for line in shared)


@pytest.mark.thorough
def test_what_is_offered_and_refused_is_changed_too():
    assert {"tricks - own → tricks + own", "Number(0, tricks - own) → Number(1, tricks - own)"} & changes(
        "nap", "sayings"
    )
    assert "left > 0 → left >= 0" in changes("families.stops.deal", "sayings")
    refusal = "return f'{player} has kept {card}' → return None"
    assert refusal in changes("nap", "sayings")
    nap = target("nap")
    money, everything = mutants_of(nap.own, nap.around, "money"), mutants_of(nap.own, nap.around)
    assert refusal not in changes("nap", "money")
    assert {mutant.text for mutant in money} < {mutant.text for mutant in everything}


@pytest.mark.thorough
def test_a_family_is_tried_by_the_tests_of_its_games():
    board = target("families.board")
    tests = [test for run in board.tests for test in run]
    assert [path.name for path in board.own] == ["board.py"]
    assert {"tests/games/test_newmarket.py", "tests/games/test_pope_joan.py"} <= set(tests)
    assert "tests/games/test_nap.py" not in tests
    with pytest.raises(SystemExit, match="neither a game nor"):
        target("families.whist")


def test_the_own_tests_another_game_are_no_own_tests_this():
    assert "tests/interchange/test_pokernow.py" not in own_tests("poker")
    assert {"tests/games/test_poker.py", "tests/games/test_poker_settling.py"} <= set(own_tests("poker"))


def test_the_plainer_writing_of_a_game_is_tried_first():
    first, *others = own_tests("jig")
    assert first.endswith("plainly[jig]")
    assert "tests/games/test_jig.py" in others


def children() -> set[int]:
    """Return the child processes that still run; a server of other tests may be among them."""
    told = subprocess.check_output(["ps", "-o", "pid=,comm=", "--ppid", str(os.getpid())], text=True)
    return {int(line.split()[0]) for line in told.splitlines() if line.split()[1] != "ps"}


@pytest.mark.thorough
def test_what_is_noticed_is_told_from_what_is_not():
    before = children()
    jig = target("jig")
    tests = dataclasses.replace(
        jig, tests=[["tests/games/test_jig.py::test_example_1", "tests/games/test_jig.py::test_example_3"]]
    )
    mutants = mutants_of(jig.own, jig.around)
    nothing = dataclasses.replace(mutants[0], text=mutants[0].path.read_text(encoding="utf-8"))
    slow = dataclasses.replace(mutants[0], text="while True:\n    pass\n")
    unpaid = next(mutant for mutant in mutants if "pay_cards_left" in mutant.before and mutant.after == "pass")
    found = [(mutant, noticed) for mutant, noticed in caught_by_tests([nothing, unpaid, slow], tests, 1)]
    assert found == [(nothing, False), (unpaid, True), (slow, True)]
    with pytest.raises(SystemExit, match="without any change"):
        next(
            caught_by_tests(
                mutants, dataclasses.replace(jig, tests=[["tests/games/test_jig.py::test_that_is_not_there"]]), 1
            )
        )
    assert children() == before
