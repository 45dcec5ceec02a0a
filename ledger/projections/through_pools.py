"""What each has won from whom: directly, and through pools.

A pool that pays out pays of everybody's counters in the shares in which it was filled, whole counters by largest
remainder, with the first who paid into it first. What a player gets of their own counters is won from nobody.
"""

from collections.abc import Iterable

import msgspec

from ledger.core.books import Account, Pool, Posting
from ledger.core.money import shares_by


class WonFrom(msgspec.Struct, frozen=True):
    """What one player has won (+) or lost (−) from another, in the smallest unit."""

    directly: int
    through_pools: int


def won_from(
    postings: Iterable[Posting], player: str, other: str, deal: int | None = None, event: int | None = None
) -> WonFrom:
    """Return what a player has won from another in an evening, in a deal or by an event."""
    directly = through_pools = 0
    filled: dict[str, dict[str, int]] = {}
    for posting in postings:
        payee, payer = posting.payee, posting.payer
        for owner, amount in _of_whom(filled, payer, posting.amount).items():
            if isinstance(payee, Pool):
                pool = filled.setdefault(payee.name, {})
                pool[owner] = pool.get(owner, 0) + amount
            elif {owner, payee} == {player, other} and deal in (None, posting.deal) and event in (None, posting.event):
                signed = amount if payee == player else -amount
                directly += 0 if isinstance(payer, Pool) else signed
                through_pools += signed if isinstance(payer, Pool) else 0
    return WonFrom(directly, through_pools)


def _of_whom(filled: dict[str, dict[str, int]], payer: Account, amount: int) -> dict[str, int]:
    """Return whose counters are paid, and take them out of the pool that pays them."""
    if not isinstance(payer, Pool):
        return {payer: amount}
    pool = filled.setdefault(payer.name, {})
    whole = sum(pool.values())
    taken = shares_by(amount, pool) if whole else {}
    for owner, part in taken.items():
        pool[owner] -= part
    return {owner: part for owner, part in taken.items() if part}
