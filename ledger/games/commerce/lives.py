"""The counters of Pool Commerce, which are the lives of its players [75]."""

from collections.abc import Sequence
from dataclasses import replace

from ledger.games.commerce.money import CommerceMoney
from ledger.games.commerce.options import CommerceCarry
from ledger.rules import Table, listed


class CommerceLives:
    """The counters of a pool game, as they are lost, bought and given up."""

    def __init__(self, table: Table, money: CommerceMoney) -> None:
        self.table = table
        self.money = money

    def after_deal(self, worst: Sequence[str], carry: CommerceCarry) -> CommerceCarry:
        """Take a counter from each of the worst hands, and return the carry."""
        order = [name for name in self.table.round() if carry.counters[name]]
        counters = {name: number - (name in worst) for name, number in carry.counters.items()}
        out = [name for name in order if not counters[name]]
        left = replace(carry, counters=counters, first_out=carry.first_out or next(iter(out), None))
        if out:
            self.table.remark(f"{listed(out)} {'is' if len(out) == 1 else 'are'} out")
        if left.first_out in out and left.first_out != carry.first_out:
            on_sale = self.money.options.horse_price is not None and len(left.alive) > 1
            left = replace(left, horse_for_sale=on_sale)
        self.end_with_last(left)
        self.pass_over(left)
        return left

    def after_horse(self, player: str, carry: CommerceCarry) -> CommerceCarry:
        """Give the first player out a counter and a place in the deal; return the carry."""
        left = replace(carry, counters={**carry.counters, player: 1}, horse_for_sale=False)
        if self.table.next_from != self.table.dealer:
            self.table.next_from = None
            self.pass_over(left)
        return left

    def after_leaving(self, player: str, carry: CommerceCarry) -> CommerceCarry:
        """Take the counters of a player who leaves before being out; return the carry."""
        counters = {name: number for name, number in carry.counters.items() if name != player}
        left = replace(carry, counters=counters)
        if carry.counters.get(player):
            self.end_with_last(left)
        self.pass_over(left)
        on_sale = left.horse_for_sale and player != left.first_out and len(left.alive) > 1
        return replace(left, horse_for_sale=on_sale)

    def end_with_last(self, carry: CommerceCarry) -> None:
        """Give the pool to the only player with counters, and end the game."""
        if len(carry.alive) == 1:
            self.money.last(carry.alive[0])
            self.table.remark(f"the game is over: {carry.alive[0]} alone has counters left")

    def pass_over(self, carry: CommerceCarry) -> None:
        """Let the deal pass over a player who has no counters."""
        due = self.table.due_dealer()
        if due is not None and due not in carry.alive and carry.alive:
            self.table.deal_goes_to(self.table.left_of(due, carry.alive))
