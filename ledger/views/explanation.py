"""Explaining a figure: every posting behind it, with its event, its saying, the reason and the rule.

Amounts are signed, in the smallest unit: what came in (+) and what went out (−).
"""

from collections.abc import Iterator

import msgspec

from ledger.books import BANK, Account, Pool, Posting
from ledger.evening.fold import Evening
from ledger.events import Begin, Buys, Cashes, Deal, Event, Pays
from ledger.games.language import write
from ledger.refusals import Code, Refusal, listed
from ledger.views.course import in_games


class Line(msgspec.Struct, frozen=True):
    """One movement, as the account that is explained sees it; `balance` is what it came to with it."""

    deal: int
    game: str
    event: int
    saying: str
    other: str
    why: str
    cite: str
    amount: int
    balance: int


def explain(evening: Evening, account: Account, deal: int | None = None, event: int | None = None) -> list[Line]:
    """Explain a player's balance, or what a pool holds, from the first event on.

    With `deal` (0: before the first) or `event` only the lines of that deal, or event, are given; their balances are
    those of the whole. Raises Refusal for a player, a pool, a deal or an event that is not in it.
    """
    _check(evening, account, deal, event)
    return [
        line
        for line in _lines(evening, account)
        if (deal is None or line.deal == deal) and (event is None or line.event == event)
    ]


def movements(evening: Evening, deal: int | None = None, event: int | None = None) -> list[tuple[str, Posting]]:
    """Every posting of a deal or an event, each with the saying that caused it. Raises Refusal as `explain` does."""
    _check(evening, None, deal, event)
    return [
        (saying, posting)
        for _, saying, posting in _postings(evening)
        if (deal is None or posting.deal == deal) and (event is None or posting.event == event)
    ]


class Paid(msgspec.Struct, frozen=True):
    """Something paid outside play, as one player sees it; `owed` is what he was to receive (+) or pay (−) after it."""

    event: int
    saying: str
    amount: int
    owed: int


def payments(evening: Evening, player: str) -> list[Paid]:
    """What a player has paid (+) and been paid (−) outside play: debts, and counters bought and cashed.

    They lead from his balance to what he is owed; so do those of the bank of the evening. Raises Refusal for a player
    that is not in it.
    """
    _check(evening, player, None, None)
    owed = evening.books.balances.get(player, 0)
    found = []
    for outcome in evening.outcomes:
        if amount := _paid(outcome.event, player):
            owed += amount
            found.append(Paid(outcome.number, write(outcome.event, evening.money), amount, owed))
    return found


def _paid(event: Event, player: str) -> int:
    if isinstance(event, Buys | Cashes):
        amount = event.amount if isinstance(event, Buys) else -event.amount
        return amount if event.player == player else -amount if player == BANK else 0
    if isinstance(event, Pays):
        return event.amount if event.player == player else -event.amount if event.payee == player else 0
    return 0


def pools_of(evening: Evening) -> list[str]:
    """Every pool that has held anything, in the order in which they first did."""
    accounts = (account for posting in evening.books.postings for account in (posting.payee, posting.payer))
    return list(dict.fromkeys(str(account) for account in accounts if isinstance(account, Pool)))


def _check(evening: Evening, account: Account | None, deal: int | None, event: int | None) -> None:
    if isinstance(account, Pool) and account.name not in pools_of(evening):
        known = listed(pools_of(evening)) or "none yet"
        raise Refusal(Code.UNKNOWN_WORD, f"no pool is called {account.name}", f"The pools are {known}")
    if isinstance(account, str) and account not in evening.owed():
        known = listed(list(evening.owed()))
        raise Refusal(Code.UNKNOWN_PLAYER, f"nobody is called {account}", f"The players are {known}")
    if deal is not None and not 0 <= deal <= evening.books.deal:
        raise Refusal(Code.UNREADABLE, f"there is no deal {deal}: {evening.books.deal} have been dealt")
    if event is not None and all(outcome.number != event for outcome in evening.outcomes):
        raise Refusal(Code.UNREADABLE, f"there is no event {event} that counts")


def _postings(evening: Evening, account: Account | None = None) -> Iterator[tuple[str, str, Posting]]:
    """Every posting, or every one of an account, with the game it was made in and the saying that caused it."""
    for game, outcome in in_games(evening.outcomes):
        moved = [one for one in outcome.postings if account is None or account in (one.payer, one.payee)]
        if moved:
            saying = write(outcome.event, evening.money)
            yield from ((game, saying, posting) for posting in moved)


def _lines(evening: Evening, account: Account) -> Iterator[Line]:
    balance = 0
    for game, saying, posting in _postings(evening, account):
        came_in = posting.payee == account
        amount = posting.amount if came_in else -posting.amount
        balance += amount
        other = str(posting.payer if came_in else posting.payee)
        yield Line(posting.deal, game, posting.event, saying, other, posting.why, posting.cite, amount, balance)


Course = tuple[list[int], dict[str, list[int]]]
"""The numbers of the events, and every player's balance after each of them, in the smallest unit."""


def beginnings(evening: Evening) -> tuple[list[tuple[int, str]], list[int]]:
    """Where each game began, with its name, and where each deal: the numbers of these events."""
    games = [(outcome.number, outcome.event.game) for outcome in evening.outcomes if isinstance(outcome.event, Begin)]
    return games, [outcome.number for outcome in evening.outcomes if isinstance(outcome.event, Deal)]


def course(evening: Evening) -> Course:
    """Every player's balance after each event that counts.

    A deal that begins is a point too, so that the course can be drawn deal by deal.
    """
    balances = dict.fromkeys(evening.books.balances, 0)
    numbers: list[int] = []
    courses: dict[str, list[int]] = {player: [] for player in balances}
    for outcome in evening.outcomes:
        for posting in outcome.postings:
            if isinstance(posting.payer, str):
                balances[posting.payer] -= posting.amount
            if isinstance(posting.payee, str):
                balances[posting.payee] += posting.amount
        if outcome.postings or isinstance(outcome.event, Deal):
            numbers.append(outcome.number)
            for player, balance in balances.items():
                courses[player].append(balance)
    return numbers, courses
