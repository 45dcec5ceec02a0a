"""Jig, plainly: the first player out is paid for the others' cards, and takes the pool."""

from ledger.core.events import Penalty
from ledger.testing.plain import Dealt
from tests.games.plain.stops import PlainStops


class Plain(PlainStops):
    """Jig [95]-[96]."""

    game = "jig"

    def deal(self, dealt: Dealt) -> None:
        self.before(dealt)
        for player, cards in self.cards_left(dealt).items():
            self.pay(player, self.out(dealt), cards * self.amount("stake", 1))
        self.take(self.out(dealt), "pool")

    def misdeal(self, dealt: Dealt) -> None:
        self.before(dealt)

    def before(self, dealt: Dealt) -> None:
        by_dealer = self.word("pool_by") == "dealer"
        if self.amount("pool"):
            payers = [dealt.dealer] if by_dealer else dealt.players
            self.pay_in("pool", payers, "pool", self.amount("pool"), by_dealer)
        self.penalties(dealt)

    def penalty(self, event: Penalty, dealt: Dealt | None) -> None:
        self.put(event.player, "pool", event.amount or self.amount("fine"))
