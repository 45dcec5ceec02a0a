"""The deal at Vingt-un: who has it by right or purchase, and for how many hands."""

from dataclasses import dataclass, replace

import msgspec

from ledger.games.families.twenty_one.hands import Hands
from ledger.games.vingt_un.options import TIMES_THROUGH, VingtUnOptions
from ledger.rules import AmountRange, Card, Chooser, Permission, Table, disallow, sale, word
from ledger.rules.events import Says, Sells


@dataclass(frozen=True)
class VingtUnCarry:
    """Who has the deal, and how far it has gone.

    `dealer` has it by right, from its first hand or its sale on; `buyer` deals for the dealer. `void` tells whether
    its last hand was void, and is to be dealt again. `seen` are the cards that cannot come again in this deal,
    `turns` how many deals each has had.
    """

    dealer: str | None = None
    buyer: str | None = None
    hands: int = 0
    void: bool = False
    through: int = 0
    seen: tuple[Card, ...] = ()
    turns: tuple[tuple[str, int], ...] = ()

    def over(self) -> "VingtUnCarry":
        """Return the carry after the deal has ended: only how many turns each has had."""
        return VingtUnCarry(turns=self.turns)


@dataclass
class Dealing:
    """One dealer's turn, so far."""

    table: Table
    options: VingtUnOptions
    carry: VingtUnCarry

    def __post_init__(self) -> None:
        self.through = self.carry.through
        """How often this deal has gone through the pack."""

    @property
    def proper(self) -> str:
        """Return who has the deal by right, whether it is sold or not."""
        assert self.carry.dealer is not None
        return self.carry.dealer

    def order(self) -> tuple[str, ...]:
        """Return the turns, from the left of the proper dealer; whoever deals comes last [69]."""
        turns, dealer = self.table.round(dealer=self.proper), self.table.dealer
        assert dealer is not None
        return (*(player for player in turns if player != dealer), dealer)

    # Before a hand

    def may_be_sold(self) -> tuple[Permission, ...]:
        """Return `A sells deal to B for AMOUNT` [68]."""
        players, buyer, due = self.table.players, self.carry.buyer, self.table.due_dealer()

        def wrong(event: Sells) -> str | None:
            if buyer:
                return f"the deal has been sold to {buyer}, and is not sold again"
            return f"it is {due}'s deal to sell" if due and event.player != due else None

        if not players:
            return ()
        return (sale(players, "deal", players, AmountRange(1, None, self.table.money), wrong),)

    def sold(self, event: Sells) -> VingtUnCarry:
        """Sell the deal: the buyer deals in place of the seller [68]-[69]."""
        self.table.pay(event.buyer, event.player, event.amount, "the deal bought", "[68]-[69]")
        self.table.deal_goes_to(event.buyer)
        return replace(self.carry, dealer=event.player, buyer=event.buyer)

    def last_card_since(self) -> VingtUnCarry:
        """Count a last card reported between hands, or after a void hand [65], [68].

        If the last hand ended the deal, the report does not concern the next dealer, who begins with the whole pack.
        """
        if self.carry.hands or self.carry.void:
            self.through += 1
            self.carry = replace(self.carry, through=self.through, seen=())
            if self.limit_reached() and not self.carry.void:
                return self.end_deal()
        return self.carry

    # After a hand

    def next_hand(self, hands: Hands) -> VingtUnCarry:
        """Decide who deals next, and return the carry [61], [65]-[66]."""
        first = not self.carry.hands
        turns = dict(self.carry.turns)
        turns[self.proper] = turns.get(self.proper, 0) + first
        seen = hands.cards.kept()
        self.carry = replace(
            self.carry,
            hands=self.carry.hands + 1,
            void=False,
            through=self.through,
            seen=seen,
            turns=tuple(turns.items()),
        )
        holders = [hand.player for hand in hands.naturals()]
        thrown_out = holders and not first and not hands.dealers.natural and self.options.thrown_out
        if thrown_out or self.limit_reached():
            return self.end_deal(holders[0] if thrown_out == "holder" else None)
        self.table.deal_goes_to(hands.dealer)
        return self.carry

    def limit_reached(self) -> bool:
        """Return whether the deal has had all its hands, or has gone through the pack [68]."""
        limit = self.options.limit_deal
        if isinstance(limit, str):
            return self.through >= TIMES_THROUGH[limit]
        return limit is not None and self.carry.hands >= limit

    def end_deal(self, to: str | None = None) -> VingtUnCarry:
        """Pass the deal to the left of the proper dealer, or to the holder of a natural."""
        if to is None and self.carry.buyer is None:
            self.table.next_from = None
        else:
            self.table.deal_goes_to(to or self.table.left_of(self.proper))
        return self.carry.over()

    def voided(self, carry: VingtUnCarry) -> VingtUnCarry:
        """Return the carry after a void hand: its cards and last card do not count."""
        seen = carry.seen if self.through == carry.through else ()
        return replace(carry, void=True, seen=seen)


def last_card(table: Table) -> tuple[Permission, ...]:
    """Return `A last-card`, which anyone may say of the dealer at any time [65], [68]."""
    dealer = table.dealer
    if dealer is None:
        return ()
    others = disallow(Says, f"the last card of the pack is the dealer's, who is {dealer}", "last-card")
    if dealer not in table.players:
        return (others,)

    def seldom(chooser: Chooser) -> Says | None:
        return Says(dealer, "last-card") if chooser.number(1, 9) == 1 else None

    return (msgspec.structs.replace(word(dealer, "last-card"), example=seldom), others)
