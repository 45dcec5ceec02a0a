"""A board of chances that players cover with stakes: Pope Joan [85] and Newmarket [89]."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence

from ledger.rules import Account, Allowed, Table, listed, perhaps
from ledger.rules.events import Bets
from ledger.rules.slots import Amount, Literal, Slots, Word


def spread(held: Sequence[int], units: int, unit: int) -> list[int]:
    """Return how much goes on each chance if units are put one by one wherever least lies.

    Equal chances are served in their order. `held` and `unit` are in the smallest unit.
    """

    def put_down(level: int) -> list[int]:
        return [max(0, -((before - level) // unit)) for before in held]

    # The highest level below which everything can be covered; what is then over goes on those that stand at it.
    levels = range(min(held), min(held) + (units + 1) * unit + 1)
    level = levels[bisect_right(levels, units, key=lambda level: sum(put_down(level))) - 1]
    numbers = put_down(level)
    over = units - sum(numbers)
    for place, before in enumerate(held):
        if over and before + numbers[place] * unit == level:
            numbers[place] += 1
            over -= 1
    return [number * unit for number in numbers]


class Board:
    """The chances of a board, in the order in which equal ones are covered, and their stakes."""

    def __init__(self, table: Table, chances: Sequence[str], stake: int) -> None:
        self.table = table
        self.chances = tuple(chances)
        self.stake = stake

    def bare(self) -> list[str]:
        """Return the chances on which nothing lies."""
        return [chance for chance in self.chances if not self.table.holding(chance)]

    def put(self, source: Account, chance: str, amount: int, why: str, cite: str) -> None:
        """Put an amount on a chance; it stays there if the deal is void."""
        self.table.pay(source, self.table.pool(chance), amount, why, cite, stays=True)

    def cover(self, source: Account, amount: int, unit: int, why: str, cite: str = "") -> None:
        """Put units on the board one by one, wherever least lies; on the first of equal chances."""
        held = [self.table.holding(chance) for chance in self.chances]
        for chance, part in zip(self.chances, spread(held, amount // unit, unit), strict=True):
            self.put(source, chance, part, why, cite)

    def may_place(self, to_place: Mapping[str, int]) -> tuple[Allowed, ...]:
        """`A stakes AMOUNT on CHANCE`: on a bare chance, or on another.

        `to_place` is what each player has still to place.
        """
        stakes, bare = sum(to_place.values()) // self.stake, self.bare()
        covered = [chance for chance in self.chances if chance not in bare]
        to_spare = stakes - len(bare)
        out = dict.fromkeys(covered if to_spare <= 0 else (), f"{listed(bare)} first")
        return (
            self._may_place_on(bare, max(to_spare + 1, 1), to_place, out),
            self._may_place_on(covered, max(to_spare, 0), to_place, {}),
        )

    def _may_place_on(
        self, chances: Sequence[str], most: int, to_place: Mapping[str, int], out: dict[str, str]
    ) -> Allowed:
        """Return the saying that stakes up to a number on one of these chances; `out` has the rest."""

        def slots(player: str) -> Slots | None:
            own = min(to_place.get(player, 0) // self.stake, most)
            if not own or not chances:
                return None
            usual = tuple(number * self.stake for number in (1, 2, 3) if number <= own)
            amount = Amount(self.stake, own * self.stake, usual, self.stake, shown="AMOUNT")
            return (Word(("stakes",)), amount, Literal("on"), Word(tuple(chances), out))

        players = self.table.players
        return Allowed(Bets, players, check=lambda event: self.wrong_placing(event, to_place), slots=slots)

    def wrong_placing(self, event: Bets, to_place: Mapping[str, int]) -> str | None:
        """Return why stakes cannot be placed so, or None.

        A chance that could be covered may not stay bare.
        """
        show = self.table.show
        if event.on not in self.chances:
            wrong = "it is not said on what"
            if event.on:
                wrong = f"{event.on} is no chance of the board{perhaps(event.on, self.chances)}"
            return f"{wrong}: the chances are {listed(self.chances)}"
        if event.amount % self.stake or not event.amount:
            return f"{show(event.amount)} is no number of whole stakes of {show(self.stake)}"
        own = to_place.get(event.player, 0)
        if event.amount > own:
            has = show(own) if own else "nothing"
            return f"{event.player} has {has} to place, not {show(event.amount)}"
        stakes, bare = sum(to_place.values()) // self.stake, self.bare()
        bare_after = len(bare) - (event.on in bare)
        stakes_after = stakes - event.amount // self.stake
        if max(0, bare_after - stakes_after) > max(0, len(bare) - stakes):
            return f"nothing lies on {listed(bare)} yet, and too little would be left for that"
        return None
