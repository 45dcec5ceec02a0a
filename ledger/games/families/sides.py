"""Sides: who plays with whom, taken in turn round the table, and who of them pays whom."""

from collections.abc import Iterator, Mapping, Sequence

from ledger.rules import listed
from ledger.rules.slots import Group, Number, Player

Side = tuple[str, ...]
"""The players of one side, in the order of their seats; a player alone is a side too."""


class Sides:
    """The sides of a game: with two of them every other player is a partner, with three every third."""

    def __init__(self, players: Sequence[str], number: int | None = None) -> None:
        """`players` are in the order of their seats; `number` is how many sides, None: each for himself."""
        number = number or len(players)
        self.all: tuple[Side, ...] = tuple([tuple(players[place::number]) for place in range(number)])
        self._of = {player: side for side in self.all for player in side}

    def of(self, player: str) -> Side:
        """The side of a player."""
        return self._of[player]

    def totals(self, counts: Mapping[str, int]) -> dict[Side, int]:
        """What each side has, where `counts` says what its players have."""
        totals = dict.fromkeys(self.all, 0)
        for player, side in self._of.items():
            totals[side] += counts.get(player, 0)
        return totals

    def payments(self, winner: Side, order: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Who of each of the other sides pays whom of the winning one."""
        for side in self.all:
            if side != winner:
                yield from self.paired(side, winner, order)

    @staticmethod
    def paired(loser: Side, winner: Side, order: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Who of one side pays whom of another: as they stand in the order given, the first the first."""
        losers, winners = ([player for player in order if player in side] for side in (loser, winner))
        return zip(losers, winners, strict=True)

    @staticmethod
    def named(side: Side) -> str:
        """A side as people speak of it: ``Ann and Cat``."""
        return listed(side)


def tricks_of(side: Side, low: int, high: int, shown: str | None) -> Group:
    """So many tricks of a side, told of whichever of its players won them; where it has none, it need not be told."""
    if len(side) == 1:
        return Group((Player(side), Number(low, high)), any_order=True, optional=not low, shown=shown)
    return Group(
        (Player(side), Number(0, high)), repeat=True, low=1, high=len(side), total=(low, high),
        any_order=True, optional=not low, shown=shown,
    )  # fmt: skip


def uneven(players: int, number: int) -> str | None:
    """Say so if so many players do not come out in so many sides of two or more."""
    if players % number or players < 2 * number:
        return f"{players} players do not make {number} equal sides of two or more"
    return None
