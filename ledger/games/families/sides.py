"""Sides: who plays with whom, in turn round the table, and who pays whom."""

from collections.abc import Iterator, Mapping, Sequence

from ledger.rules import listed
from ledger.rules.slots import Group, Number, Player

Side = tuple[str, ...]
"""The players of one side, in the order of their seats; a player alone is a side too."""


class Sides:
    """The sides of a game: with two sides partners sit alternately, with three every third."""

    def __init__(self, players: Sequence[str], number: int | None = None) -> None:
        """Divide players, in the order of their seats, into so many sides; None: each alone."""
        number = number or len(players)
        self.all: tuple[Side, ...] = tuple([tuple(players[place::number]) for place in range(number)])
        self._of = {player: side for side in self.all for player in side}

    def of(self, player: str) -> Side:
        """Return the side of a player."""
        return self._of[player]

    def totals(self, counts: Mapping[str, int]) -> dict[Side, int]:
        """Return the total of each side, from the counts of its players."""
        totals = dict.fromkeys(self.all, 0)
        for player, side in self._of.items():
            totals[side] += counts.get(player, 0)
        return totals

    def payments(self, winner: Side, order: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Yield the pairs of players who pay and are paid: the other sides pay the winning one."""
        for side in self.all:
            if side != winner:
                yield from self.paired(side, winner, order)

    @staticmethod
    def paired(loser: Side, winner: Side, order: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Return who of one side pays whom of another; players pair in the given order."""
        losers, winners = ([player for player in order if player in side] for side in (loser, winner))
        return zip(losers, winners, strict=True)

    @staticmethod
    def named(side: Side) -> str:
        """Return a side in words: ``Ann and Cat``."""
        return listed(side)


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


def uneven(players: int, number: int) -> str | None:
    """Return a sentence if the players do not make so many equal sides of two or more, or None."""
    if players % number or players < 2 * number:
        return f"{players} players do not make {number} equal sides of two or more"
    return None
