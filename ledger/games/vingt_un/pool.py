"""The pool of Vingt-un and the privilege of a natural: payments that are not to the dealer."""

from collections.abc import Sequence

from ledger.games.families.twenty_one.hands import Hands
from ledger.games.families.twenty_one.points import NATURAL, OVER, STANDS, THROWN_UP, TWENTY_ONE
from ledger.games.vingt_un.options import PARTS, STAKES_OF_PRIVILEGE, VingtUnOptions
from ledger.rules import Table


class VingtUnPool:
    """The pool in one hand: who pays into it and who takes it."""

    def __init__(self, table: Table, options: VingtUnOptions) -> None:
        self.table = table
        self.options = options
        self.at_the_deal = 0
        """The content of the pool when the hand was dealt, with the hand's ante."""

    def antes(self, players: Sequence[str], first_hand: bool) -> None:
        """Have everyone pay the ante as a deal begins, or for each hand of it [68]."""
        table, ante = self.table, self.options.ante
        if ante and (first_hand or self.options.ante_each == "hand"):
            for player in players:
                table.pay_in(player, table.pool(), ante, "the ante", "[68]")
        self.at_the_deal = table.holding()

    def taken(self, holders: Sequence[str]) -> None:
        """Give the naturals the pool as it was when the hand was dealt, in shares [66], [69]."""
        if self.options.pool_to == "natural":
            why = "the pool, for a natural"
            self.table.share(self.table.pool(), holders, self.at_the_deal, why, "[66], [69]")

    def fed_by_dealer(self, hands: Hands) -> None:
        """Have the dealer pay for over-drawing, and a part of the gains on ties [68]."""
        table, pool, options = self.table, self.table.pool(), self.options
        for hand in hands.dealers.hands:
            if hand.fate is OVER and options.overdraw:
                table.pay(hands.dealer, pool, options.overdraw, "the dealer over-drew", "[68]")
        if options.tie_share:
            part = hands.payments.received_on_ties // PARTS[options.tie_share]
            table.pay(hands.dealer, pool, part, f"a {options.tie_share} of the ties", "[68]")

    def privilege(self, hands: Hands) -> None:
        """Pay the holder of a natural from every other player without a vingt-un [69]."""
        if not self.options.privilege or hands.dealers.natural:
            return
        for natural in hands.naturals():
            holder = hands.seats[natural.player]
            amount = STAKES_OF_PRIVILEGE[self.options.privilege] * holder.staked
            for player in hands.others:
                if player != holder.player and not is_exempt(hands, player):
                    self.table.pay(player, holder.player, amount, "the privilege of a natural", "[69]")


def is_exempt(hands: Hands, player: str) -> bool:
    """Return whether a player has a vingt-un, or has thrown up the cards."""
    return any(
        hand.fate in (NATURAL, THROWN_UP) or (hand.fate is STANDS and hand.points == TWENTY_ONE)
        for hand in hands.seats[player].hands
    )
