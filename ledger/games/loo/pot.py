"""The pool of one deal of Loo: what the dealer pays, what it costs to be looed, and who takes nothing of it."""

from collections.abc import Sequence
from enum import Enum, auto

from ledger.core.books import Pool
from ledger.games.loo.options import LooOptions
from ledger.rules.table import Table


class Due(Enum):
    """What is paid for a deal, and not again after a misdeal."""

    DEAL = auto()


class Pot:
    """What moves into the pool and out of it in one deal."""

    def __init__(self, table: Table, options: LooOptions, single: bool) -> None:
        self.table = table
        self.options = options
        self.single = single
        """Whether the deal is a single: nobody was looed in the one before it [18], [21]."""
        self.looed: list[str] = []
        """Who is looed in this deal, and has paid for it."""
        self.faults: dict[str, tuple[str, int | None]] = {}
        """Who is looed for a fault of play, for which, and the amount if one was said."""
        self.takes_nothing: set[str] = set()
        """Those who play, and whose winnings stay in the pool for a fault."""

    @property
    def pool(self) -> Pool:
        """The pool."""
        return self.table.pool()

    def pay_deal(self, dealer: str) -> None:
        """The dealer pays for his deal, once a deal [18]."""
        self.table.pay_in(dealer, self.pool, self.options.deal, "the deal", "[18]", due=Due.DEAL, dealers=True)

    def loo(self) -> int:
        """What it costs to be looed, in the smallest unit: fixed, or what the deal is played for [22]-[23], [26]."""
        options = self.options
        if options.unlimited:
            held = self.table.holding()
            return held if options.limit is None else min(held, options.limit)
        return options.single if self.single else options.loo

    def at_fault(self, player: str, fault: str, amount: int | None) -> None:
        """A player is looed for a fault of play, once: of several for the last, and the amount said last [22], [25]."""
        said_before = self.faults[player][1] if player in self.faults else None
        self.faults[player] = (fault, said_before if amount is None else amount)
        self.takes_nothing.add(player)

    def take(self, winner: str, why: str, cite: str) -> None:
        """One takes the pool, unless he was fined and takes nothing [22]."""
        if winner not in self.takes_nothing:
            self.table.take_pool((winner,), why, cite)

    def pay_loos(self, players: Sequence[str], loo: int, why: str = "looed: no trick", cite: str = "[21]") -> None:
        """These are looed, and so is who was fined for his play, once each, for the next deal [21], [25]."""
        for player in self.table.round():
            if player in self.faults:
                fault, amount = self.faults[player]
                self.table.pay(player, self.pool, loo if amount is None else amount, f"looed: {fault}", "[25]")
            elif player in players:
                self.table.pay(player, self.pool, loo, why, cite)
            else:
                continue
            self.looed.append(player)
