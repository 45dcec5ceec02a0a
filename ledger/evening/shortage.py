"""Counters that are short or over at the close: booked as it was agreed, so that everybody is owed what was counted.

A player who is short pays what he lacks into the pool `short`, and one who is over has what he has too much of it.
What is left on the whole is shared, or is the bank's. Where more is over than short the pool is called `over`, and is
filled first by those who bear it. Counters only move from account to account, and nothing is left in the pool.
"""

from collections.abc import Mapping, Sequence

from ledger.core.books import BANK, Books, Pool
from ledger.core.events import Count
from ledger.core.money import Money, shares
from ledger.evening.snapshots import Finding


def book(books: Books, differences: Mapping[str, int], way: str, seated: Sequence[str], unit: int) -> dict[str, int]:
    """Book what each was found to have more (+) or less (−) than by the log; gives what it changed for each.

    Shared out, odd units of the money go one each in the order of the seats.
    """
    total = sum(differences.values())
    pool = Pool("over" if total > 0 else "short")
    if way == "banker":
        if total:
            books.admit(BANK)
        bearers = {BANK: abs(total)}
    else:
        bearers = shares(abs(total), seated, unit)
    before = dict(books.balances)
    if total > 0:
        _into(books, pool, bearers, "bears counters that are over")
    _into(books, pool, {who: -less for who, less in differences.items() if less < 0}, "short by counting")
    _out_of(books, pool, {who: more for who, more in differences.items() if more > 0}, "over by counting")
    if total < 0:
        _out_of(books, pool, bearers, "has a part in counters that are short")
    return {who: change for who, held in books.balances.items() if (change := held - before.get(who, 0))}


def take_back(books: Books, booked: Mapping[str, int], over: bool) -> None:
    """Take back what a close booked, when the evening is opened again; from the pool `over` where it booked it so."""
    pool = Pool("over" if over else "short")
    _into(books, pool, {who: change for who, change in booked.items() if change > 0}, "the close is taken back")
    _out_of(books, pool, {who: -change for who, change in booked.items() if change < 0}, "the close is taken back")


def miscounts(event: Count, differences: Mapping[str, int], money: Money, number: int) -> list[Finding]:
    """What a count found that does not agree, player by player."""
    found = []
    for player, counted in event.counted:
        if more := differences[player]:
            found.append(Finding("count", number, miscount(player, counted, more, money), player))
    return found


def miscount(player: str, counted: int, more: int, money: Money) -> str:
    """That a player was found to have more (+) or less (−) than by the log, as a clause."""
    by_log = money.show(counted - more)
    return f"{player} has {money.show(counted)} by counting, {by_log} by the log: {over_or_short(more, money)}"


def over_or_short(more: int, money: Money) -> str:
    """How much more (+) or less (−) there is than by the log, in words."""
    return f"{money.show(abs(more))} {'over' if more > 0 else 'short'}"


def changed_since(agreed: Mapping[str, int], books: Books, money: Money) -> list[Finding]:
    """How the balances are not those that a close recorded."""
    return [
        Finding(
            "close",
            books.event,
            f"{player} had {money.show(before)} when the evening was closed, and has {money.show(now)} now",
            player,
        )
        for player, before in agreed.items()
        if (now := books.balances.get(player, 0)) != before
    ]


def _into(books: Books, pool: Pool, amounts: Mapping[str, int], why: str) -> None:
    for who, amount in amounts.items():
        books.transfer(who, pool, amount, why)


def _out_of(books: Books, pool: Pool, amounts: Mapping[str, int], why: str) -> None:
    for who, amount in amounts.items():
        books.transfer(pool, who, amount, why)
