"""Explaining a figure: every posting behind it, with its event, its saying, the reason and the rule.

Amounts are signed, in the smallest unit: what came in (+) and what went out (−).
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

import msgspec

from ledger.core.books import BANK, Account, Pool, Posting
from ledger.core.events import Begin, Buys, Cashes, Deal, Pays
from ledger.core.money import Money
from ledger.core.refusals import Code, Refusal, listed, printable
from ledger.evening.bank import Bank
from ledger.evening.fold import Evening
from ledger.evening.snapshots import Outcome
from ledger.games.language import write
from ledger.language.names import key_of, person_named
from ledger.projections.totals import Debt, in_games

OUTSIDE_PLAY = (Buys, Cashes, Pays)
"""What moves money outside play."""


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


class Movements:
    """The movements of an evening that is gone through part by part: those of one deal or event, or all.

    What is asked of it that is not there is refused in the end, when all has been seen.
    """

    def __init__(self, deal: int | None = None, event: int | None = None) -> None:
        self._deal, self._event = deal, event
        self._there = event is None
        self._game = ""
        self._pools: dict[str, None] = {}
        """Every pool that has held anything, in the order in which they first did, where a pool is asked about."""

    def of(
        self, outcomes: Iterable[Outcome], account: Account | None = None
    ) -> Iterator[tuple[str, Outcome, Sequence[Posting]]]:
        """The movements in what comes next, or those of an account: those of one event together, with its game."""
        among_pools = type(account) is Pool
        for game, outcome in in_games(outcomes, self._game):
            self._game = game
            self._there = self._there or outcome.number == self._event
            moved: Sequence[Posting] = outcome.postings
            if not moved:
                continue
            if among_pools:
                self._pools |= dict.fromkeys(pools_among(moved))
            if account is not None:
                moved = [one for one in moved if account == one.payer or account == one.payee]
            if moved:
                yield game, outcome, moved

    def with_sayings(self, outcomes: Iterable[Outcome], money: Money) -> Iterator[tuple[str, Posting]]:
        """Every movement in what comes next that is asked about, each with the saying that caused it."""
        for _, outcome, moved in self.of(outcomes):
            if asked := [one for one in moved if self.asked(one)]:
                saying = write(outcome.event, money)
                yield from ((saying, one) for one in asked)

    def asked(self, posting: Posting) -> bool:
        """Whether it is of the deal and the event that are asked about."""
        return self._deal in (None, posting.deal) and self._event in (None, posting.event)

    def check(self, evening: Evening, account: Account | None = None) -> None:
        """See that an evening has what was asked about. Raises Refusal for a player, pool, deal or event it has not."""
        if isinstance(account, Pool) and account.name not in self._pools:
            known = listed(list(self._pools)) or "none yet"
            raise Refusal(Code.UNKNOWN_WORD, f"no pool is called {account.name}", f"The pools are {known}")
        if isinstance(account, str):
            player_named(evening, account)
        if self._deal is not None and not 0 <= self._deal <= evening.books.deal:
            sentence = f"there is no deal {self._deal}: {evening.books.deal} have been dealt"
            raise Refusal(Code.UNREADABLE, sentence)
        if not self._there:
            raise Refusal(Code.UNREADABLE, f"there is no event {self._event} that counts")


class Paid(msgspec.Struct, frozen=True):
    """Something paid outside play, as one player sees it; `owed` is what he was to receive (+) or pay (−) after it."""

    event: int
    saying: str
    amount: int
    owed: int


class Explanation:
    """A player's balance, or what a pool holds, explained part by part as an evening is gone through.

    With `deal` (0: before the first) or `event` only the lines of that deal, or event, are given; their balances are
    those of the whole. With `other` only what moved directly between the two is explained, and what that comes to.
    """

    def __init__(
        self, account: Account, deal: int | None = None, event: int | None = None, other: str | None = None
    ) -> None:
        self.account = account
        self.other = other
        self._movements = Movements(deal, event)
        self._balance = 0
        self._paid: list[tuple[int, str, int]] = []

    def lines(self, outcomes: Sequence[Outcome], evening: Evening) -> Iterator[Line]:
        """The lines of what comes next, which is of that evening."""
        account = self.account = _named(evening, self.account)
        other = self.other = None if self.other is None else _named(evening, self.other)
        if isinstance(account, str):
            bank = evening.bank
            for outcome in outcomes:
                if isinstance(outcome.event, OUTSIDE_PLAY) and (amount := _paid(outcome.event, account, bank)):
                    if other is not None and not _paid(outcome.event, other, bank):
                        continue
                    self._paid.append((outcome.number, write(outcome.event, evening.money), amount))
        for game, outcome, moved in self._movements.of(outcomes, account):
            saying = ""
            for posting in moved:
                came_in = posting.payee == account
                if other is not None and other != (posting.payer if came_in else posting.payee):
                    continue
                amount = posting.amount if came_in else -posting.amount
                self._balance += amount
                if self._movements.asked(posting):
                    saying = saying or write(outcome.event, evening.money)
                    whose = str(posting.payer if came_in else posting.payee)
                    why, cite = posting.why, posting.cite
                    yield Line(posting.deal, game, posting.event, saying, whose, why, cite, amount, self._balance)

    def check(self, evening: Evening) -> None:
        """See that it could be explained. Raises Refusal for a player, a pool, a deal or an event that is not there."""
        self._movements.check(evening, self.account)

    def payments(self, evening: Evening) -> list[Paid]:
        """What the player has paid (+) and been paid (−) outside play: debts, and counters bought and cashed.

        They lead from his balance to what he is owed; so do those of the bank of the evening.
        """
        owed = evening.books.balances.get(str(self.account), 0)
        found = []
        for number, saying, amount in self._paid:
            owed += amount
            found.append(Paid(number, saying, amount, owed))
        return found

    def paid_between(self) -> list[Debt]:
        """What one of the two has paid the other outside play."""
        one, other = str(self.account), self.other or ""
        return [
            Debt(number, one, other, amount) if amount > 0 else Debt(number, other, one, -amount)
            for number, _, amount in self._paid
        ]


AnyAccount = TypeVar("AnyAccount", str, Account)


def _named(evening: Evening, account: AnyAccount) -> AnyAccount:
    """The account of a player, or the bank, whatever the case of the letters in which he was named."""
    if isinstance(account, Pool) or account in evening.owed():
        return account
    return {key_of(name): name for name in evening.owed()}.get(key_of(account), account)


def player_named(evening: Evening, said: str) -> str:
    """Find the player of an evening, or its bank, whom a name means. Raises Refusal for several, and for nobody."""
    there = list(evening.owed())
    spellings = {short: player for short, player in evening.called.items() if player in there}
    nobody, there_are = f"nobody is called {printable(said, 40)}", f"The players are {listed(there)}"
    return person_named(said, spellings | {name: name for name in there}, nobody, there_are)


def _paid(event: Buys | Cashes | Pays, player: str, bank: Bank) -> int:
    if isinstance(event, Pays):
        return event.amount if event.player == player else -event.amount if event.payee == player else 0
    if not bank.is_paid(event):
        return 0
    amount = event.amount if isinstance(event, Buys) else -event.amount
    return amount if event.player == player else -amount if player == BANK else 0


def explain(evening: Evening, account: Account, deal: int | None = None, event: int | None = None) -> list[Line]:
    """Explain a player's balance, or what a pool holds, in an evening that was replayed from its first event.

    The player's name may be short. It is `Explanation` for one that is held. Raises Refusal as its `check` does.
    """
    return _explained(evening, account, deal, event)[1]


def payments(evening: Evening, player: str) -> list[Paid]:
    """What a player of an evening that is held was paid outside play. Raises Refusal for one that is not in it."""
    return _explained(evening, player)[0].payments(evening)


def _explained(
    evening: Evening, account: Account, deal: int | None = None, event: int | None = None
) -> tuple[Explanation, list[Line]]:
    explanation = Explanation(account if isinstance(account, Pool) else player_named(evening, account), deal, event)
    lines = list(explanation.lines(evening.outcomes, evening))
    explanation.check(evening)
    return explanation, lines


def movements(evening: Evening, deal: int | None = None, event: int | None = None) -> list[tuple[str, Posting]]:
    """Every posting of a deal or an event of an evening that is held, each with the saying that caused it.

    Raises Refusal as `Movements.check` does.
    """
    found = Movements(deal, event)
    moved = list(found.with_sayings(evening.outcomes, evening.money))
    found.check(evening)
    return moved


def pools_among(postings: Iterable[Posting]) -> Iterator[str]:
    """The pools that something went into or came out of, as often as it did, in order."""
    return (account.name for one in postings for account in (one.payee, one.payer) if isinstance(account, Pool))


class Curve:
    """Everybody's counters through an evening, after each event that moved any, in the smallest unit.

    A deal that begins is a point too, so that it can be drawn deal by deal.
    """

    def __init__(self) -> None:
        self.events = array("q")
        """The numbers of the events."""
        self.balances: dict[str, array[int]] = {}
        """Every player's balance after each of them."""
        self.games: list[tuple[int, str]] = []
        """Where each game began: the number of the event, and its name."""
        self.deals = array("q")
        """Where each deal began."""
        self._now: dict[str, int] = {}

    def see(self, outcomes: Iterable[Outcome], evening: Evening) -> None:
        """Follow the evening through what comes next."""
        for player in evening.books.balances:
            if player not in self._now:
                self._now[player] = 0
                self.balances[player] = array("q", bytes(8 * len(self.events)))
        now = self._now
        for outcome in outcomes:
            event = outcome.event
            for posting in outcome.postings:
                if isinstance(posting.payer, str):
                    now[posting.payer] -= posting.amount
                if isinstance(posting.payee, str):
                    now[posting.payee] += posting.amount
            if isinstance(event, Begin):
                self.games.append((outcome.number, event.game))
            if isinstance(event, Deal):
                self.deals.append(outcome.number)
            if outcome.postings or isinstance(event, Deal):
                self.events.append(outcome.number)
                for player, balance in now.items():
                    self.balances[player].append(balance)


def course(evening: Evening) -> Curve:
    """Everybody's counters through an evening that is held."""
    through = Curve()
    through.see(evening.outcomes, evening)
    return through
