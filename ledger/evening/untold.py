"""Counters cashed that no recorded play accounts for, and whether they come out.

A host's shortest list has buys and cash-outs and nothing else. A player who has cashed more than the log says was in
front is *ahead of the log*: the rest was won at play that nobody told. Amounts are in the smallest unit.
"""

from collections.abc import Mapping

import msgspec

from ledger.core.money import Money


class Untold(msgspec.Struct, frozen=True):
    """The counters of all who have bought or cashed: by the log, and as they are taken to be."""

    by_log: Mapping[str, int]
    held: Mapping[str, int]
    """The last count since buying or cashing, with what was won and lost since then; empty without a count."""
    bought: int
    cashed: int

    @property
    def missing(self) -> int:
        """Return how much more is in front by the log than in all hands; negative if it is less."""
        return sum(self.by_log.values()) - sum(self.held.values())

    @property
    def comes_out(self) -> bool:
        """Return whether all together hold as much as the log says."""
        return self.missing == 0

    @property
    def differences(self) -> dict[str, int]:
        """Return what each player has more (+) or less (−) than by the log."""
        return {player: self.held[player] - in_front for player, in_front in self.by_log.items()}

    def sentence(self, money: Money) -> str:
        """Return by how much buys and cash-outs do not come out, as a clause; empty where they do."""
        missing, total = self.missing, sum(self.held.values())
        if missing == 0:
            return ""
        sums = [f"{money.show(self.bought)} bought", f"{money.show(self.cashed)} cashed"]
        sums += [f"{money.show(total)} counted"] if total else []
        won = sum(self.by_log.values()) - self.bought + self.cashed
        if won:
            sums.append(f"{money.show(abs(won))} {'won from' if won > 0 else 'lost to'} others")
        if missing < 0:
            excess = f"{money.show(-missing)} more cashed than bought"
            return excess if len(sums) == 2 else f"{', '.join(sums)}: {excess}"
        verb = "are" if money.several(missing) else "is"
        holders = [f"{player} {money.show(amount)}" for player, amount in self.by_log.items() if amount > 0]
        return (
            f"{', '.join(sums)}: {money.show(missing)} {verb} still in front of somebody"
            f" ({', '.join(holders)} by the log)"
        )
