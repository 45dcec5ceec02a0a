"""The money of Cassino: every counter that moves, in the smallest unit, and the scores."""

from collections.abc import Mapping
from itertools import combinations

from ledger.games.cassino.options import SCORING_CITES, CassinoOptions
from ledger.rules import Offence, Pool, Side, Sides, Table


def own(points: dict[Side, int]) -> dict[Side, int]:
    """Score each side's own points [97]."""
    return points


def less_lowest(points: dict[Side, int]) -> dict[Side, int]:
    """Score each side's points less the lowest side's [97]: of two sides, the difference [99]."""
    lowest = min(points.values())
    return {side: made - lowest for side, made in points.items()}


def two_lowest(points: dict[Side, int]) -> dict[Side, int]:
    """Score the highest side's points less the two lowest, if above 0, and nothing else [100]."""
    *lower, highest = sorted(points.values())
    left = max(0, highest - sum(lower))
    return {side: left if made == highest else 0 for side, made in points.items()}


SCORINGS = {"difference": less_lowest, "own": own, "less-lowest": less_lowest, "two-lowest": two_lowest}
"""What each side scores, from the points of all sides."""


class CassinoMoney:
    """The counters of one deal: a method for each row of the table, in its order."""

    def __init__(self, table: Table, options: CassinoOptions) -> None:
        self.table = table
        self.options = options

    @property
    def fines(self) -> Pool:
        """Return the pool of the fines."""
        return self.table.pool("fines")

    def deal_counted(self, scored: Mapping[Side, int], scoring: str, sides: Sides) -> None:
        """Deal counted: of every two sides, lower score → higher score: the difference × `point`.

        Partners pay one to one, the losers in order from the dealer's left.
        """
        for pair in combinations(sides.all, 2):
            loser, winner = sorted(pair, key=lambda side: scored[side])
            behind = scored[winner] - scored[loser]
            for payer, payee in sides.paired(loser, winner, self.table.round()):
                amount, cite = behind * self.options.point, SCORING_CITES[scoring]
                self.table.pay(payer, payee, amount, f"scored {behind} less", cite)

    def game_won(self, winner: Side, sides: Sides) -> None:
        """`game` won: each player of the other sides → winner: `stake`; partners one to one [99]."""
        for payer, payee in sides.payments(winner, self.table.round()):
            self.table.pay(payer, payee, self.options.stake, "lost the game", "[99]")

    def offences(self) -> dict[str, Offence]:
        """`exposed`: dealer → fines: `fine` [100]; a misdeal costs nothing."""
        return {
            "misdeal": Offence(0, None, "[100]", dealer_only=True, takes_amount=False),
            "exposed": Offence(self.options.fine, self.fines, "[100]", dealer_only=True),
        }

    def most_points(self, side: Side) -> None:
        """Deal counted, one side has most points: fines → that side: all [100]."""
        self.table.take_pool(side, "most points: the fines", "[100]", name="fines")
