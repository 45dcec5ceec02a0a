"""What a recorder is asked before something is written, where somebody can be asked."""

from ledger.core.events import Cashes
from ledger.core.money import Money
from ledger.core.refusals import Code, Refusal
from ledger.evening.bank import left_in_front
from ledger.games.language import write

CASHED_TOO, STILL_THEIRS = "c", "s"
"""The answers to the question about counters that are left in front of one who leaves."""


class LeftInFront(Refusal):
    """The question about counters in front of one who leaves; `cashes` says they are cashed."""

    def __init__(self, player: str, amount: int, money: Money) -> None:
        self.cashes = write(Cashes(player, amount), money)
        super().__init__(Code.NOT_NOW, left_in_front(player, amount, money), f"Say {self.cashes} first")
