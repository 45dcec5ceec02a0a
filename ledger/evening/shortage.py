"""Differences found at the close, booked as it was agreed, so that everybody is owed what was counted or cashed.

A player who has less than by the log pays it into a pool (`short`, `over`, or `untold` for play that was not told), and
one who has more is paid out of it. What is left on the whole is shared, or is the bank's. Where more is over than short
the pool is filled first by those who bear it. Counters only move from account to account, and the pool ends empty.
"""

from collections.abc import Mapping, Sequence

from ledger.core.books import BANK, Books, Pool
from ledger.core.events import Count
from ledger.core.money import Money, shares
from ledger.evening.snapshots import Finding

REASONS = {
    "untold": ("play that was not told", "play that was not told"),
    "short": ("short by counting", "over by counting"),
    "over": ("short by counting", "over by counting"),
}
"""Why a pool of differences is paid into, and paid out of."""


def book(
    books: Books, pool: Pool, differences: Mapping[str, int], bearer: str | None, seated: Sequence[str], unit: int
) -> dict[str, int]:
    """Book what each was found to have more (+) or less (−) than by the log; return what it changed for each.

    `bearer` is who bears the rest: `split` (all who are seated; odd units go one each in the order of the seats) or
    `banker`. None: there is no rest.
    """
    total = sum(differences.values())
    less, more = REASONS[pool.name]
    if bearer == "banker":
        if total:
            books.admit(BANK)
        bearers = {BANK: abs(total)}
    else:
        bearers = shares(abs(total), seated, unit) if total else {}
    before = dict(books.balances)
    if total > 0:
        _into(books, pool, bearers, "bears counters that are over")
    _into(books, pool, {name: -amount for name, amount in differences.items() if amount < 0}, less)
    _out_of(books, pool, {name: amount for name, amount in differences.items() if amount > 0}, more)
    if total < 0:
        _out_of(books, pool, bearers, "gets a share of what is short")
    return {name: change for name, held in books.balances.items() if (change := held - before.get(name, 0))}


def take_back(books: Books, booked: Mapping[str, int], pool: Pool) -> None:
    """Take back through a pool what a close booked, when the evening is opened again."""
    _into(books, pool, {name: change for name, change in booked.items() if change > 0}, "the close is taken back")
    _out_of(books, pool, {name: -change for name, change in booked.items() if change < 0}, "the close is taken back")


def miscounts(event: Count, differences: Mapping[str, int], money: Money, number: int) -> list[Finding]:
    """What a count found that does not agree, player by player."""
    findings = []
    for player, counted in event.counted:
        if more := differences[player]:
            findings.append(Finding("count", number, miscount(player, counted, more, money), player))
    return findings


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
