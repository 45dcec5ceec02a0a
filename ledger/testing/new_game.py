"""The files of a new game, as a distribution of its own whose tests pass at once."""

FILES = {
    "pyproject.toml": """[build-system]
requires = ["hatchling>=1.27"]
build-backend = "hatchling.build"

[project]
name = "card-ledger-@NAME@"
version = "0.1.0"
description = "@TITLE@ for Card Ledger."
readme = "README.md"
requires-python = ">=3.11"
dependencies = ["card-ledger>=0.2"]
optional-dependencies.test = ["card-ledger[testing]"]

[project.entry-points."card_ledger.games"]
@NAME@ = "@PACKAGE@.rules"

[tool.hatch.build.targets.wheel]
packages = ["@PACKAGE@"]

[tool.pytest.ini_options]
testpaths = ["tests"]
pythonpath = ["tests"]
card_ledger_games = ["@NAME@"]
""",
    "README.md": """# @TITLE@ for Card Ledger

```sh
pip install card-ledger-@NAME@
card-ledger rules @NAME@
```

Installing a game is trusting it: its rules run with your rights.

To work on it: `pip install -e '.[test]' && pytest`. `pytest --rewrite` writes what the golden evening comes to anew.
How a game is written, and every name it may use: `games/tutorial.md` and `games/reference.md` in the folder that
`python -c "import ledger; print(ledger.__path__[0])"` prints.
""",
    "@PACKAGE@/__init__.py": '"""@TITLE@, a game for Card Ledger."""\n',
    "@PACKAGE@/words.py": '''"""The words of @TITLE@: what a player may say that the notation does not have already."""

from ledger.rules import Vocabulary

VOCABULARY = Vocabulary()  # for example Vocabulary({"boast": Arguments.ALONE})
''',
    "@PACKAGE@/rules.py": '''"""@TITLE@: everybody pays into the pool, and the highest card takes it.

Two or more play. `stake` is what each pays at a deal.

Sayings: `deal A`, and `A wins`.
"""

from dataclasses import dataclass

from ledger.rules import DealInHand, Game, NoCarry, Options, Play, Turn, option, wins

RULES_API = 1


@dataclass(frozen=True)
class @CLASS@Options(Options):
    """The house rules of @TITLE@."""

    stake: int = option.amount(1, "what each pays into the pool at a deal")


class @CLASS@Deal(DealInHand[@CLASS@Options, NoCarry]):
    """A deal of @TITLE@."""

    def play(self) -> Play[NoCarry]:
        """Play the deal: the pool, and who wins it."""
        yield from self.opening()
        for player in self.table.round():
            self.table.pay_in(player, self.table.pool(), self.options.stake, "the pool")
        event = yield self.highest
        self.table.take_pool((event.player,), "the highest card")
        return NoCarry()

    def highest(self) -> Turn:
        """Ask who has the highest card."""
        return Turn(says=(wins(self.table.players),), statement="it is not said who has the highest card")


class @CLASS@(Game[@CLASS@Options, NoCarry]):
    """@TITLE@."""

    name = "@NAME@"
    title = "@TITLE@"
    options = @CLASS@Options
    carry = NoCarry
    deal = @CLASS@Deal


GAME = @CLASS@()
''',
    "tests/plain.py": '''"""@TITLE@, written a second time, as plainly as can be."""

from ledger.rules.events import Wins
from ledger.testing import Dealt, PlainGame


class Plain(PlainGame):
    """@TITLE@."""

    game = "@NAME@"

    def deal(self, dealt: Dealt) -> None:
        self.misdeal(dealt)
        self.take(dealt.of(Wins)[-1].player, "pool")

    def misdeal(self, dealt: Dealt) -> None:
        self.pay_in("stake", dealt.players, "pool", self.amount("stake", 1))
        self.penalties(dealt)
''',
    "tests/test_@MODULE@.py": '''"""@TITLE@: its money, and random evenings beside a second writing."""

from plain import Plain

from ledger.testing import GameSuite, balances, machine_for, play, refused


class Test@CLASS@(GameSuite):
    game, plain = "@NAME@", Plain


TestRandomEvenings = machine_for("@NAME@")


def test_the_highest_card_takes_the_pool():
    assert balances(play("Ann Bob Cat", "game @NAME@ \\ndeal Ann\\nCat wins")) == {"Ann": -1, "Bob": -1, "Cat": 2}


def test_nobody_passes():
    refused("Ann Bob", "game @NAME@\\ndeal Ann\\nBob passes", "who has the highest card")
''',
    "tests/evenings/golden.evening": """evening "@TITLE@"
players Ann Bob Cat
game @NAME@
deal Ann
Bob wins
deal
Cat wins
end
close
""",
    "tests/evenings/golden.json": """{
 "title": "@TITLE@",
 "money": "counters",
 "players": [
  "Ann",
  "Bob",
  "Cat"
 ],
 "balances": {
  "Ann": -2,
  "Bob": 1,
  "Cat": 1
 },
 "pools": {},
 "multiplier": 1,
 "carry": {},
 "owed": {
  "Ann": -2,
  "Bob": 1,
  "Cat": 1
 },
 "transfers": [
  {
   "from": "Ann",
   "to": "Bob",
   "amount": 1
  },
  {
   "from": "Ann",
   "to": "Cat",
   "amount": 1
  }
 ],
 "expecting": {
  "who": [],
  "may": [
   "NAME pays NAME AMOUNT",
   "reopen \\"WHY\\""
  ]
 },
 "findings": [],
 "deals": [
  {
   "deal": 1,
   "won": {
    "Bob": 2,
    "Cat": -1,
    "Ann": -1
   },
   "left": {
    "multiplier": 1
   }
  },
  {
   "deal": 2,
   "won": {
    "Cat": 2,
    "Ann": -1,
    "Bob": -1
   },
   "left": {
    "multiplier": 1
   }
  }
 ]
}
""",
    "tests/evenings/refused/wins-before-deal.evening": """# nobody wins before a deal | nobody has dealt yet
evening "Refused"
players Ann Bob
game @NAME@
Ann wins
""",
}
"""Every file by its path; a name between two @ is filled in."""


def files_of(name: str) -> dict[str, str]:
    """Return the files of a new game by their paths; the game is named as it is said."""
    module, title = name.replace("-", "_"), name.replace("-", " ").title()
    words = {
        "@PACKAGE@": f"card_ledger_{module}",
        "@MODULE@": module,
        "@CLASS@": title.replace(" ", ""),
        "@TITLE@": title,
        "@NAME@": name,
    }

    def filled(text: str) -> str:
        for word, value in words.items():
            text = text.replace(word, value)
        return text

    return {filled(path): filled(text) for path, text in FILES.items()}
