"""The bank of the evening, and what passes outside the games: counters bought and cashed, debts paid, counts.

Amounts are in the smallest unit.
"""

from collections.abc import Mapping, Sequence

from ledger.core import events
from ledger.core.books import BANK, Books
from ledger.core.money import Money
from ledger.core.refusals import Code, Refusal, listed
from ledger.evening.shortage import book, changed_since, miscounts, over_or_short, take_back
from ledger.evening.snapshots import Finding


class Bank:
    """Who has bought counters of the bank, who has paid whom, and what counting and closing found."""

    def __init__(self, books: Books) -> None:
        self.books = books
        self.bought: dict[str, int] = {}
        """What each has bought of the bank of the evening, less what was cashed."""
        self.paid: dict[str, int] = {}
        """What each has paid outside the game, less what was received, the bank's counters apart."""
        self.agreed: dict[str, int] = {}
        """The balances that the close recorded."""
        self.miscounted: dict[str, int] = {}
        """By how much each was over (+) or short (−) when he was last counted."""
        self.booked: dict[str, int] = {}
        """What the close changed for each, where it booked what was short or over."""

    @property
    def used(self) -> bool:
        """Whether anything has passed outside the games."""
        return bool(self.bought or self.paid)

    def issue(self, player: str, amount: int) -> None:
        """Sell counters to a player."""
        self.bought[player] = self.bought.get(player, 0) + amount

    def redeem(self, player: str, amount: int) -> None:
        """Take counters back that a player cashes."""
        self.bought[player] = self.bought.get(player, 0) - amount

    def known(self, player: str) -> None:
        """See that somebody has an account. Raises Refusal where he has none."""
        if player not in self.books.balances:
            raise Refusal(Code.UNKNOWN_PLAYER, f"{player} has not been at the table")

    def pays(self, event: events.Pays, money: Money) -> tuple[str, ...]:
        """Note a debt that was paid; gives what the payer still owes by it, and what was more than was owed.

        Raises Refusal for one who has no account, or pays himself.
        """
        for who in (event.player, event.payee):
            if who != BANK or BANK not in self.owed():
                self.known(who)
        if event.player == event.payee:
            raise Refusal(Code.PLAYERS, f"{event.player} cannot pay {event.payee}")
        before = {who: self.owed_to(who) for who in (event.player, event.payee)}
        self.paid[event.player] = self.paid.get(event.player, 0) + event.amount
        self.paid[event.payee] = self.paid.get(event.payee, 0) - event.amount
        return self._what_is_left(event, before, money) if event.amount else ()

    def _what_is_left(self, event: events.Pays, before: Mapping[str, int], money: Money) -> tuple[str, ...]:
        """What the payer still owes, and who has had more than was owed `before`."""
        told = []
        payer, payee = event.player, event.payee
        if (left := self.owed_to(payer)) <= 0:
            told.append(f"{payer} still owes {money.show(-left)}" if left else f"{payer} owes nothing more")
        else:
            owed = f"owed {money.show(-before[payer])} in all" if before[payer] < 0 else "owed nothing"
            told.append(f"{payer} {owed}, and is now owed {money.show(left)}")
        if (left := self.owed_to(payee)) < 0:
            owed = f"was owed {money.show(before[payee])} in all" if before[payee] > 0 else "was owed nothing"
            told.append(f"{payee} {owed}, and now owes {money.show(-left)}")
        return tuple(told)

    def owed_to(self, who: str) -> int:
        """What one, who may be the bank, is still to receive (+) or pay (−)."""
        if who == BANK:
            return self.owed()[BANK]
        return self.books.balances[who] + self.paid.get(who, 0) + self.bought.get(who, 0)

    def counts(self, event: events.Count, money: Money) -> list[Finding]:
        """Hold what was counted to the log; gives where they disagree. Raises Refusal for one who has no account."""
        for player, _ in event.counted:
            self.known(player)
        found = {player: counted - self.in_front(player) for player, counted in event.counted}
        self.miscounted |= found
        return miscounts(event, found, money, self.books.event)

    def nobody_has_bought(self, event: events.Count, money: Money) -> tuple[str, ...]:
        """What is told of a count that does not come out where nobody has bought counters: it may be of whole heaps."""
        counted = sum(amount for _, amount in event.counted)
        by_log = sum(self.in_front(player) for player, _ in event.counted)
        if self.bought or not any(amount != self.in_front(player) for player, amount in event.counted):
            return ()
        return (
            f"nobody has bought counters: by the log each has what he has won, in all {money.show(by_log)}, "
            f"and {money.show(counted)} were counted",
            "if all began with a heap, say all buys AMOUNT, and count again",
        )

    def refuse_uneven(self, money: Money) -> None:
        """See that everybody came out when he was last counted, before a close is recorded that says nothing of it.

        A log that has such a close already is read as it is: the count is found by its audit. Raises Refusal.
        """
        if wrong := self.uneven(money):
            raise Refusal(
                Code.NOT_NOW, wrong, "Count again, or say who bears it: close short=split, or close short=banker"
            )

    def uneven(self, money: Money) -> str:
        """That some did not come out when they were last counted, as a clause; empty where everybody did."""
        wrong = [f"{player} is {over_or_short(more, money)}" for player, more in self.miscounted.items() if more]
        return f"the counters do not come out: by the last count {listed(wrong)}" if wrong else ""

    def closes(
        self, short: str | None, pinned: Mapping[str, int], sharers: Sequence[str], money: Money
    ) -> list[Finding]:
        """Close with the balances that were recorded; gives which of them the replay does not bear out.

        With a way to bear it, what was `short` or over is booked. Raises Refusal where nobody has been counted.
        """
        if short and not self.miscounted:
            raise Refusal(
                Code.NOT_NOW, "nobody has been counted", "Say count NAME AMOUNT NAME AMOUNT …, or close alone"
            )
        found = changed_since(pinned, self.books, money)
        self.agreed = dict(pinned)
        if short:
            self.booked = book(self.books, self.miscounted, short, sharers, money.counter or 1)
        return found

    @property
    def over(self) -> dict[str, int]:
        """What is pinned to a `reopen`: how much was over on the whole, where the close has booked that."""
        total = sum(self.miscounted.values())
        return {"over": total} if self.booked and total > 0 else {}

    def reopens(self, pinned: Mapping[str, int]) -> None:
        """Take back what the close agreed and booked.

        Where nothing is pinned to it, it is taken back as short, whatever it was: so do logs that were recorded before
        anything was pinned to a `reopen`, and their postings stay what they are.
        """
        take_back(self.books, self.booked, over="over" in pinned)
        self.agreed, self.booked = {}, {}

    def in_front(self, player: str) -> int:
        """The counters a player should have in front of him: bought, less cashed, plus won, less lost."""
        return self.books.balances[player] + self.bought.get(player, 0)

    def owed(self) -> dict[str, int]:
        """What each is still to receive (+) or pay (−); the bank's entry stands once it has been used."""
        return owed_of(self.books.balances, self.paid, self.bought)


def owed_of(balances: Mapping[str, int], paid: Mapping[str, int], bought: Mapping[str, int]) -> dict[str, int]:
    """What each is still to receive (+) or pay (−), by what was won, paid outside the games, and bought of the bank."""
    owed = {player: balance + paid.get(player, 0) + bought.get(player, 0) for player, balance in balances.items()}
    if bought:
        owed[BANK] = balances.get(BANK, 0) + paid.get(BANK, 0) - sum(bought.values())
    return owed
