"""Change a game of ours in one place at a time and run its tests: ``python -m tests.tools.mutants GAME …``.

`ledger.testing.mutants` does it; here stand the tests of each game. `families.board` for GAME changes a family, and runs
the tests of every game that uses it.
"""

import sys
from pathlib import Path

from ledger.games.registry import GAMES
from ledger.testing.mutants import Target, main
from ledger.testing.sources import file_of, modules_of, own_modules
from tests.helpers.rig import EVENINGS

ROOT = Path(__file__).parents[2]
PLAINLY = "tests/games/test_second_writings.py::test_random_evenings_come_to_what_is_reckoned_plainly"
"""The test that notices most; it runs first."""
OFFER_TESTS = ("test_offers_are_taken_and_what_is_taken_was_offered", "test_what_people_said_was_offered")
"""The tests of `tests/testing/test_offers.py` that are run for each game."""


def own_tests(game: str) -> list[str]:
    """Return the tests of a game: second writing, golden evenings, refusals, its own files, and its offers."""
    files = EVENINGS.joinpath(game)
    evenings = [f"test_golden[{game}/{path.stem}]" for path in sorted(files.glob("golden*.evening"))]
    evenings.append(f"test_refused[{game}]")
    name = game.replace("-", "_")
    own = [
        path
        for path in sorted(ROOT.glob(f"tests/games/test_{name}*.py"))
        if path.stem[5:].removeprefix(name)[:1] in "_"
    ]
    plain = [f"{PLAINLY}[{game}]"] if ROOT.joinpath(f"tests/games/plain/{name}.py").exists() else []
    return [
        *plain,
        *(f"tests/games/test_evenings.py::{test}" for test in evenings),
        *(f"tests/games/{path.name}" for path in own),
        *(f"tests/testing/test_offers.py::{test}[{game}]" for test in OFFER_TESTS),
    ]


def target(name: str) -> Target:
    """Return the files to change, the files around them, and the tests of a game or family."""
    if name in GAMES:
        games, own = [name], own_modules(name)
    else:
        own = {f"ledger.games.{name}"}
        games = [game for game in GAMES if own <= modules_of(game)]
        if not games:
            raise SystemExit(f"{name} is neither a game nor a module that one is made of: say one of {' '.join(GAMES)}")
    around = set().union(*map(modules_of, games)) - own
    tests = [test for game in games for test in own_tests(game)]
    plain = [test for test in tests if test.startswith(PLAINLY)]
    runs = tuple(filter(None, (plain, [test for test in tests if test not in plain])))
    return Target(sorted(map(file_of, own)), sorted(map(file_of, around)), runs)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:], target))
