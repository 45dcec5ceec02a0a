"""What the best hand of Commerce is paid, and the counters that are the lives of Pool Commerce [72]-[76]."""

from collections.abc import Sequence
from dataclasses import replace

from ledger.games.commerce.hands import BETTER
from ledger.games.commerce.opening import Opening
from ledger.games.commerce.options import CommerceCarry
from ledger.rules import Table, listed

PENAL = ("tricon", "sequence", "flush", "pair")
"""Where there is a penalty for the dealer, it is for being beaten with one of these [76]."""


class Settlement:
    """The money of one deal, once its hands were opened."""

    def __init__(self, opening: Opening, stander: str | None, winners: Sequence[str]) -> None:
        self.table = opening.table
        self.options = opening.options
        self.players = opening.players
        self.dealer = opening.dealer
        self.hands = opening.look()
        self.stander = stander
        """Who has ended the trading of the new game by standing [73]."""
        self.winners = tuple(winners)
        self.worst = self.hands.has_worst(winners) if self.options.mode == "pool" else ()
        """Who, at Pool Commerce, loses a counter."""

    def pay(self) -> None:
        """Pay the best hand, and a dealer's penalty."""
        match self.options.mode:
            case "new":
                self.pay_new()
            case "old":
                for loser in self.table.others(*self.winners):
                    self.pay_stakes(loser, self.winners, "the best hand", "[74]")
            case _:
                prize = min(self.options.prize or 0, self.table.holding())
                self.table.take_pool(self.winners, "the best hand's prize", "[75]", total=prize)
        if self.dealer not in self.winners and self.hands.combination(self.dealer) in PENAL:
            others = [name for name in self.players if name != self.dealer]
            payees = {"better": self.better_than(self.dealer), "each": others}
            self.pay_stakes(
                self.dealer, payees.get(self.options.dealer_penalty or "", []), "the dealer's penalty", "[76]"
            )

    def pay_new(self) -> None:
        """The best hand has the pool and the dealer's stake; who stood pays all who are better [72]-[73]."""
        self.table.take_pool(self.winners, "the best hand", "[72]")
        if self.dealer not in self.winners:
            self.pay_stakes(self.dealer, self.winners, "the dealer's stake to the best hand", "[72]")
        if self.stander:
            self.pay_stakes(self.stander, self.better_than(self.stander), "stood, and is beaten", "[73]")

    def better_than(self, player: str) -> list[str]:
        """Who has a better hand than a player."""
        if player in self.worst:  # all the worst hands are said, or known: the others are better
            return [name for name in self.players if name not in self.worst]
        known = self.hands.compared(self.winners)
        return [name for name in self.players if known[name].get(player) == BETTER]

    def pay_stakes(self, payer: str, payees: Sequence[str], why: str, cite: str) -> None:
        """Pay a stake to each of these."""
        for payee in self.table.round(payees):
            self.table.pay(payer, payee, self.options.stake, why, cite)


def take_counters(table: Table, lost: Sequence[str], carry: CommerceCarry, horse_is_sold: bool) -> CommerceCarry:
    """These lose a counter each, and who is first out may buy one; gives what is carried [75]."""
    had = [name for name in table.round() if carry.counters[name]]
    counters = {name: number - (name in lost) for name, number in carry.counters.items()}
    out = [name for name in had if not counters[name]]
    left = replace(carry, counters=counters, first_out=carry.first_out or next(iter(out), None))
    if out:
        table.remark(f"{listed(out)} {'is' if len(out) == 1 else 'are'} out")
    if left.first_out in out and left.first_out != carry.first_out:
        left = replace(left, horse_for_sale=horse_is_sold and len(left.alive) > 1)
    give_pool_to_last(table, left)
    pass_the_deal_over(table, left)
    return left


def give_pool_to_last(table: Table, carry: CommerceCarry) -> None:
    """Who alone has counters left has the pool, and the game is over [75]."""
    if len(carry.alive) == 1:
        table.take_pool(carry.alive, "the last with counters", "[75]")
        table.remark(f"the game is over: {carry.alive[0]} alone has counters left")


def pass_the_deal_over(table: Table, carry: CommerceCarry) -> None:
    """Let the deal go on to the left of one who has no counters [75]."""
    due = table.due_dealer()
    if due is not None and due not in carry.alive and carry.alive:
        table.deal_goes_to(table.left_of(due, carry.alive))
