"""What a game counts that is not money, and the end that a rule gives to its game."""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from ledger.rules.sides import Side


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """What a game counts: how much each player or side has, of what, and whose count is best."""

    of: str
    """What is counted, in the plural: "points"."""
    sides: Sequence[Side | str]
    """The players, or the sides, in the order of `values`."""
    values: Sequence[int]
    """The count of each."""
    best: Literal["high", "low"] = "high"
    """Whether the highest or the lowest count leads."""
    target: int | None = None
    """The count at which the game is over, where there is one."""

    def __post_init__(self) -> None:
        """Raise ValueError unless each side has one value, and `best` is high or low."""
        if len(self.sides) != len(self.values):
            raise ValueError(f"a Score of {len(self.sides)} sides has {len(self.values)} values: give one for each")
        if self.best not in ("high", "low"):
            raise ValueError(f"best={self.best!r} of a Score: say high or low")

    @property
    def teams(self) -> list[list[str]]:
        """Return the players of each side; a player alone is a side of one."""
        return [list(side) if isinstance(side, tuple) else [side] for side in self.sides]

    @property
    def by_player(self) -> dict[str, int]:
        """Return the count of every player, which is that of the player's side."""
        return {player: value for team, value in zip(self.teams, self.values, strict=True) for player in team}

    @property
    def leaders(self) -> tuple[str, ...]:
        """Return the players who lead; nobody while all are equal."""
        if len(set(self.values)) < 2:
            return ()
        best = max(self.values) if self.best == "high" else min(self.values)
        return tuple(player for player, value in self.by_player.items() if value == best)

    @property
    def goal(self) -> str:
        """Return what follows a count: ``of 1,000``; without a target what is counted."""
        return self.of if self.target is None else f"of {self.target:,}"

    @property
    def sentence(self) -> str:
        """Return the score in words: ``points of 1,000: Ann and Cat 150, Bob and Dan 334``."""
        target = "" if self.target is None else f" of {self.target:,}"
        counts = ", ".join(f"{side} {value:,}" for side, value in zip(self.sides, self.values, strict=True))
        return f"{self.of}{target}: {counts}"


class GameOver(Exception):
    """The deal has ended the game: raised or returned by `play`, with a sentence on why.

    The `carry` is the last one; without it the deal's own stays.
    """

    def __init__(self, sentence: str, carry: Any = None) -> None:
        """Say why the game is over, and what the last deal leaves."""
        super().__init__(sentence)
        self.sentence = sentence
        self.carry = carry
