"""The money of Commerce: every counter that moves, in the smallest unit, without the lives."""

from collections.abc import Sequence

from ledger.games.commerce.options import COUNTERS, CommerceOptions
from ledger.games.families.stakes import everybody_stakes
from ledger.rules import Table


class CommerceMoney:
    """The counters of one deal: a method for each row of the table, in its order."""

    def __init__(self, table: Table, options: CommerceOptions) -> None:
        self.table = table
        self.options = options

    @property
    def dealer(self) -> str:
        """Return the dealer."""
        assert self.table.dealer is not None
        return self.table.dealer

    def deal(self) -> None:
        """Deal, new: each player → pool: `stake`; the dealer twice that [72]."""
        everybody_stakes(self.table, self.options.stake, "[72]")

    def ready_money(self, player: str) -> None:
        """Ready money: player → dealer: `stake`; the dealer's own card costs nothing [73]."""
        self.table.pay(player, self.dealer, self.options.stake, "a card for ready money", "[73]")

    def best_of_new(self, winners: Sequence[str]) -> None:
        """Settled, new: pool → best hand: all; dealer, if another has it → best hand: `stake` [72]."""
        self.table.take_pool(winners, "the best hand", "[72]")
        if self.dealer not in winners:
            self._pay_stakes(self.dealer, winners, "the dealer's stake to the best hand", "[72]")

    def stood(self, stander: str, better: Sequence[str]) -> None:
        """Settled, new, not extended: player who stood → each holder of a better hand: `stake` [73]."""
        self._pay_stakes(stander, better, "stood, and is beaten", "[73]")

    def best_of_old(self, winners: Sequence[str]) -> None:
        """Settled, old: each other player → best hand: `stake` [74]."""
        for loser in self.table.others(*winners):
            self._pay_stakes(loser, winners, "the best hand", "[74]")

    def dealer_penalty(self, better: Sequence[str], others: Sequence[str]) -> None:
        """Dealer beaten with a pair or more: dealer → each better hand, or each other: `stake` [76]."""
        payees = {"better": better, "each": others}.get(self.options.dealer_penalty or "", ())
        self._pay_stakes(self.dealer, payees, "the dealer's penalty", "[76]")

    def entry(self) -> None:
        """First deal of a pool game: each player → pool: `entry`, for three counters [75]."""
        assert self.options.entry is not None
        for player in self.table.round():
            self.table.pay_in(player, self.table.pool(), self.options.entry, f"{COUNTERS} counters", "[75]")

    def best_of_pool(self, winners: Sequence[str]) -> None:
        """Settled, pool: pool → best hand: `prize`, or what the pool holds [75]."""
        prize = min(self.options.prize or 0, self.table.holding())
        self.table.take_pool(winners, "the best hand's prize", "[75]", total=prize)

    def horse(self, player: str) -> None:
        """Horse: player → pool: the horse's price, for one counter [75]."""
        assert self.options.horse_price is not None
        self.table.pay(player, self.table.pool(), self.options.horse_price, "a horse", "[75]")

    def last(self, player: str) -> None:
        """One player has counters left: pool → that player: all [75]."""
        self.table.take_pool((player,), "the last with counters", "[75]")

    def _pay_stakes(self, payer: str, payees: Sequence[str], why: str, cite: str) -> None:
        for payee in self.table.round(payees):
            self.table.pay(payer, payee, self.options.stake, why, cite)
