"""The sides of a game: their scores, and their tricks as a saying names them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ledger.rules import Score, Side, Sides, Table
from ledger.rules.slots import Group, Number, Player


@dataclass(frozen=True)
class ScoresCarry:
    """The score of every player in the game, which is that of the player's side."""

    scores: dict[str, int] = field(default_factory=dict)


def nobody_scored(table: Table) -> ScoresCarry:
    """Return the carry of a new game, in which nobody has scored."""
    return ScoresCarry(dict.fromkeys(table.players, 0))


def score_of(sides: Sides, scores: Mapping[str, int], target: int) -> Score:
    """Return the points of each side, in a game to so many."""
    return Score(of="points", sides=sides.all, values=[scores[side[0]] for side in sides.all], target=target)


def tricks_of(side: Side, low: int, high: int, text: str | None) -> Group:
    """Return the slots of the tricks of a side, divided among its players.

    If the side may have no tricks, its numbers may be left out.
    """
    if len(side) == 1:
        return Group((Player(side), Number(low, high)), any_order=True, optional=not low, shown=text)
    return Group(
        (Player(side), Number(0, high)), repeat=True, low=1, high=len(side), total=(low, high),
        any_order=True, optional=not low, shown=text,
    )  # fmt: skip
