"""Tally, plainly: every saying moves what it says; there is no deal in hand."""

from ledger.core.events import AnyEvent, Misdeal, Penalty, Result, Says, Split, Takes, Wins
from ledger.testing.plain import Entry, PlainGame


class Plain(PlainGame):
    """Tally; the handbook does not have it."""

    game = "tally"

    def begin(self) -> None:
        self.void = False

    def hear(self, entry: Entry) -> None:
        super().hear(Entry(entry.event))
        if self.dealt is not None:
            self.dealt = None
            self.pot()

    def pot(self) -> None:
        """All pay the pot at a deal; after a misdeal only those who have not paid it."""
        if not self.void:
            self.paid.clear()
        self.void = False
        self.pay_in("pot", self.players(), "pool", self.amount("pot", 0))

    def before_deal(self, event: AnyEvent) -> None:
        match event:
            case Misdeal():
                self.next_from, self.void = self.dealer, True
            case Penalty(player, None, amount) | Says(player, "puts", amount):
                self.put(player, "pool", amount)
            case Says(player, "gives", amount, players=(payee,)):
                self.pay(player, payee, amount)
            case Takes(player, amount=amount):
                self.take(player, "pool", amount)
            case Wins(player):
                self.take(player, "pool")
            case Split(players):
                self.divide(self.pool["pool"], self.from_left_of(self.dealer, players), ["pool"])
            case Result(amounts):
                for player, amount in amounts:
                    self.has[player] += amount
