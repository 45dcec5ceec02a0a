"""The pool of Commerce [72], Speculation [77] and My Bird [101]: the dealer stakes twice."""

from ledger.rules import Table


def everybody_stakes(table: Table, stake: int, cite: str, dealers: str = "the dealer's second stake") -> None:
    """Let every player pay a stake into the pool, and the dealer a second one."""
    assert table.dealer is not None
    for player in table.round():
        table.pay_in(player, table.pool(), stake, "the stake", cite)
    table.pay_in(table.dealer, table.pool(), stake, dealers, cite, dealers=True)
