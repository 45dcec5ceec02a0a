"""Who plays with whom: partners sit across, are made by a deal, or are hidden until told."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from ledger.core.refusals import listed


class Side(tuple[str, ...]):
    """The players of one side, in the order of their seats; a player alone is a side too."""

    __slots__ = ()

    def __new__(cls, *players: str) -> "Side":
        """Return the side of these players."""
        return super().__new__(cls, players)

    def __str__(self) -> str:
        """Return the side in words: ``Ann and Cat``."""
        return listed(self)


class Sides:
    """The sides of a game."""

    def __init__(self, *sides: Side) -> None:
        """Play with these sides; every player is in one of them."""
        self.all: tuple[Side, ...] = sides
        """The sides, in their order."""
        self._of = {player: side for side in self.all for player in side}

    @classmethod
    def across(cls, players: Sequence[str], number: int | None = None) -> "Sides":
        """Return so many sides of players, given in the order of their seats; None: each alone.

        With two sides partners sit alternately, with three every third.
        """
        number = number or len(players)
        return cls(*(Side(*players[place::number]) for place in range(number)))

    @classmethod
    def by_deal(cls, players: Sequence[str], *together: str) -> "Sides":
        """Return two sides of a deal: the players who are `together`, and all others."""
        named = Side(*(player for player in players if player in together))
        return cls(named, Side(*(player for player in players if player not in together)))

    @classmethod
    def hidden(cls, players: Sequence[str], told: Collection[str], size: int) -> "Sides | None":
        """Return the sides once so many players of one are `told`; None while they are hidden."""
        return cls.by_deal(players, *told) if len(told) >= size else None

    def of(self, player: str) -> Side:
        """Return the side of a player."""
        return self._of[player]

    def against(self, player: str) -> tuple[Side, ...]:
        """Return the sides that this player is not on."""
        return tuple(side for side in self.all if player not in side)

    def totals(self, counts: Mapping[str, int]) -> dict[Side, int]:
        """Return the total of each side, from the counts of its players."""
        totals = dict.fromkeys(self.all, 0)
        for player, side in self._of.items():
            totals[side] += counts.get(player, 0)
        return totals

    def tally(self, players: Iterable[str]) -> dict[Side, int]:
        """Return how often players of each side are named."""
        tally = dict.fromkeys(self.all, 0)
        for player in players:
            tally[self._of[player]] += 1
        return tally

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
