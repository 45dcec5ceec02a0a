"""The README's "Add a game", followed to the letter with a small game in a copy of the project."""

import json
import re

import pytest

from tests.project_copy import ROOT, ProjectCopy

RULES = '''"""High Card: everybody pays into the pool, a card is dealt to each, and the highest takes it.

Two to 52 play.

What moves [1]
  each deal   `stake` from every player into the pool
  wins        the pool to him whose card is the highest

Sayings: `deal A`, and `A wins`.

Where the book is silent: who deals next is the player on the left. After a misdeal the same dealer deals again, and
what was paid lies in the pool, and is not paid again.
"""

from dataclasses import dataclass

from ledger.rules import options as option
from ledger.rules.deal import DealInHand, Play
from ledger.rules.game import Game, Nothing
from ledger.rules.options import Options
from ledger.rules.allowed import wins
from ledger.rules.turns import Turn


@dataclass(frozen=True)
class HighCardOptions(Options):
    """The house rules of High Card."""

    stake: int = option.amount(1, "what each pays into the pool at a deal", "[1]")


class HighCardDeal(DealInHand[HighCardOptions, Nothing]):
    """A deal of High Card."""

    def play(self) -> Play[Nothing]:
        """The deal in its order: the pool, and who wins it [1]."""
        yield from self.opening()
        for player in self.table.round():
            self.table.pay_in(player, self.table.pool(), self.options.stake, "the pool", "[1]")
        won = yield self.highest
        self.table.take_pool((won.player,), "the highest card", "[1]")
        return Nothing()

    def highest(self) -> Turn:
        """Who has the highest card."""
        return Turn("it is not said who has the highest card", (wins(self.table.players),))


class HighCard(Game[HighCardOptions, Nothing]):
    """High Card."""

    name = "high-card"
    title = "High Card"
    options = HighCardOptions
    carry = Nothing
    deal = HighCardDeal
    players = (2, 52)


GAME = HighCard()
'''

TESTS = '''"""High Card: its money, and random evenings."""

from tests.rig import balances, machine_for, play, play_many, pools, refused

TestRandomEvenings = machine_for("high-card")


def test_long_random_evenings():
    assert play_many("high-card", deals=20, seeds=range(4)) > 40


def test_the_highest_card_takes_the_pool():
    evening = play("Ann Bob Cat", "game high-card stake=2\\ndeal Ann\\nCat wins\\ndeal\\nAnn wins")
    assert balances(evening) == {"Ann": 4 - 2, "Bob": -4, "Cat": 4 - 2}
    assert pools(evening) == {}


def test_nobody_passes():
    refused("Ann Bob", "game high-card\\ndeal Ann\\nBob passes", "who has the highest card")
'''

PLAIN = '''"""High Card, plainly: everybody pays, and the highest card takes it."""

from ledger.core.events import Wins
from tests.plain.table import Dealt, PlainGame


class Plain(PlainGame):
    """High Card [1]."""

    game = "high-card"

    def deal(self, dealt: Dealt) -> None:
        self.before(dealt)
        self.take(dealt.of(Wins)[-1].player, "pool")

    def misdeal(self, dealt: Dealt) -> None:
        self.before(dealt)

    def before(self, dealt: Dealt) -> None:
        self.pay_in("stake", dealt.players, "pool", self.amount("stake", 1))
        self.penalties(dealt)
'''

GOLDEN = """evening "High Card"
players Ann Bob Cat
game high-card
deal Ann
Bob wins
deal
Bob wins
end
close
"""
REFUSED = """# nobody wins before a deal | nobody has dealt yet
evening "Refused"
players Ann Bob
game high-card
Ann wins
"""
TESTED = ("evenings", "second_writings", "tidy", "examples", "forms", "cli", "recorder", "shorthand", "adding_a_game")


@pytest.fixture
def project(tmp_path):
    return ProjectCopy(tmp_path)


def pytest_in(project, *arguments: str, refused: bool = False) -> str:
    return project.run("-m", "pytest", "-n", "0", *arguments, refused=refused)


@pytest.mark.thorough
def test_a_small_game_is_added_as_the_readme_says(project):
    project.write("ledger/games/high_card.py", RULES)
    registry = project.read("ledger/games/registry.py")
    last = re.search(r"GAMES = \{\n(?:.*\n)*?\}", registry)[0]
    project.write(
        "ledger/games/registry.py",
        registry.replace(last, last[:-1] + '    "high-card": "ledger.games.high_card",\n}'),
    )
    project.write("tests/test_high_card.py", TESTS)
    project.write("tests/plain/high_card.py", PLAIN)
    project.write("tests/evenings/high-card/golden.evening", GOLDEN)
    project.write("tests/evenings/high-card/refused/wins-before-deal.evening", REFUSED)

    missing = pytest_in(project, "tests/test_evenings.py", "-k", "golden and high-card", refused=True)
    assert "pytest --rewrite" in missing
    pytest_in(project, "tests/test_evenings.py", "-k", "golden and high-card", "--rewrite")
    kept = json.loads(project.read("tests/evenings/high-card/golden.json"))
    assert kept["balances"] == {"Ann": -2, "Bob": 4, "Cat": -2}

    pytest_in(project, "tests/test_high_card.py")
    told = [f"tests/test_{name}.py" for name in TESTED if (ROOT / "tests" / f"test_{name}.py").exists()]
    pytest_in(project, *told, "-k", "high-card or high_card or every_game")
    pytest_in(project, "tests/test_readme.py")
    project.run("-m", "ruff", "check", ".")
    project.run("-m", "ruff", "format", "--check", ".")
    project.run("-m", "mypy")
    assert "0 broken" in project.run("-c", "from importlinter.cli import lint_imports_command as run; run()")
    assert "3 of 3 caught" in project.run("-m", "tests.mutants", "high-card")
