"""The pool of Commerce [72], Speculation [77] and My Bird [101]: the dealer stakes twice."""

from enum import Enum, auto

from ledger.rules import Table


class StakeDue(Enum):
    """A stake that is paid once for a deal, and not again after a misdeal."""

    STAKE = auto()
    DEALERS_STAKE = auto()
    DEALERS = auto()
    """The dealer's second stake, under the name that Speculation has always noted."""


def everybody_stakes(
    table: Table,
    stake: int,
    cite: str,
    dealers: str = "the dealer's second stake",
    dealers_due: StakeDue = StakeDue.DEALERS_STAKE,
) -> None:
    """Let every player pay a stake into the pool, and the dealer a second one."""
    assert table.dealer is not None
    for player in table.round():
        table.pay_in(player, table.pool(), stake, "the stake", cite, due=StakeDue.STAKE)
    table.pay_in(table.dealer, table.pool(), stake, dealers, cite, due=dealers_due, dealers=True)
