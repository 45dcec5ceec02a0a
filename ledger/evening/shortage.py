"""Differences booked at a close, so that everybody is owed what was counted or cashed.

A player who has less than by the log pays it into a pool (`short`, `over`, or `untold` for play that was not told),
and one who has more is paid out of it. The rest is shared, or goes to the bank. Where the total is over, the pool is
filled first by those who bear it. Counters only move from account to account, and the pool ends empty.
"""

from collections.abc import Mapping, Sequence

from ledger.core.books import BANK, Books, Pool
from ledger.core.events import Count
from ledger.core.money import Money, shares
from ledger.evening.snapshots import Finding

PINNED = Pool("recorded")
"""Where the counters lie that are in the pools of a game, in an evening that is told by its pins."""
COUNTED_SHORT, COUNTED_OVER = "short by counting", "over by counting"
SHARES_SHORT, BEARS_OVER = "gets a share of what is short", "bears counters that are over"
"""Why counters are booked at a close."""
REASONS = {
    "untold": ("play that was not told", "play that was not told"),
    "short": (COUNTED_SHORT, COUNTED_OVER),
    "over": (COUNTED_SHORT, COUNTED_OVER),
}
"""Why a pool of differences is paid into, and paid out of."""


def book(
    books: Books, pool: Pool, differences: Mapping[str, int], bearer: str | None, seated: Sequence[str], unit: int
) -> dict[str, int]:
    """Book how much more (+) or less (−) each has than by the log; return the changes.

    `bearer` bears the rest: `split` (all who are seated; odd units go one each in the order of the seats) or `banker`.
    None: there is no rest.
    """
    total = sum(differences.values())
    why_in, why_out = REASONS[pool.name]
    if bearer == "banker":
        if total:
            books.admit(BANK)
        bearers = {BANK: abs(total)}
    else:
        bearers = shares(abs(total), seated, unit) if total else {}
    before = dict(books.balances)
    if total > 0:
        _into(books, pool, bearers, BEARS_OVER)
    _into(books, pool, {name: -amount for name, amount in differences.items() if amount < 0}, why_in)
    _out_of(books, pool, {name: amount for name, amount in differences.items() if amount > 0}, why_out)
    if total < 0:
        _out_of(books, pool, bearers, SHARES_SHORT)
    return {name: change for name, held in books.balances.items() if (change := held - before.get(name, 0))}


def book_as_pinned(books: Books, pool: Pool, changes: Mapping[str, int]) -> None:
    """Book what a close has pinned as its booking, whatever the rules of today would make of it."""
    why_in, why_out = REASONS[pool.name]
    for name in changes:
        books.admit(name)
    _into(books, pool, {name: -change for name, change in changes.items() if change < 0}, why_in)
    _out_of(books, pool, {name: change for name, change in changes.items() if change > 0}, why_out)


def follow(books: Books, balances: Mapping[str, int]) -> bool:
    """Make each balance the one that was pinned; return whether anything moved.

    What lies in the pools of a game lies in one pool. Who has no balance there has nothing.
    """
    names = dict.fromkeys((*books.balances, *balances))
    changes = {name: balances.get(name, 0) - books.balances.get(name, 0) for name in names}
    for name, change in changes.items():
        if change:
            books.admit(name)
    _into(books, PINNED, {name: -change for name, change in changes.items() if change < 0}, "lost, as it was recorded")
    _out_of(books, PINNED, {name: change for name, change in changes.items() if change > 0}, "won, as it was recorded")
    return any(changes.values())


def take_back(books: Books, booked: Mapping[str, int], pool: Pool) -> None:
    """Take back through a pool what a close booked, when the evening is opened again."""
    _into(books, pool, {name: change for name, change in booked.items() if change > 0}, "the close is taken back")
    _out_of(books, pool, {name: -change for name, change in booked.items() if change < 0}, "the close is taken back")


def miscounts(event: Count, differences: Mapping[str, int], money: Money, number: int) -> list[Finding]:
    """Return the differences of a count from the log, one finding for each player."""
    findings = []
    for player, count in event.counted:
        if difference := differences[player]:
            findings.append(Finding("count", number, miscount(player, count, difference, money), player))
    return findings


def miscount(player: str, count: int, difference: int, money: Money) -> str:
    """Return that a player has more (+) or less (−) than by the log, as a clause."""
    by_log = money.show(count - difference)
    return f"{player} has {money.show(count)} by counting, {by_log} by the log: {over_or_short(difference, money)}"


def over_or_short(difference: int, money: Money) -> str:
    """Return a difference from the log in words."""
    return f"{money.show(abs(difference))} {'over' if difference > 0 else 'short'}"


def changed_since(agreed: Mapping[str, int], books: Books, money: Money) -> list[Finding]:
    """Return a finding for each balance that differs from the one that a close recorded."""
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
