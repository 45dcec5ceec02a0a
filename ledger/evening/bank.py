"""The bank of the evening: counters bought and cashed, debts paid, and counts.

Amounts are in the smallest unit.
"""

from collections.abc import Mapping, Sequence

import msgspec

from ledger.core import events
from ledger.core.books import BANK, CREDIT, Books, Debt, Pool
from ledger.core.events import balances_in
from ledger.core.money import Money
from ledger.core.refusals import Code, Refusal, listed
from ledger.evening.shortage import book, book_as_pinned, changed_since, miscounts, over_or_short, take_back
from ledger.evening.snapshots import BankState, Finding, SharedCost
from ledger.evening.untold import Untold

UNTOLD = Pool("untold")
BOOKED = ""
"""The key under which a close pins the changes that it books; no player has an empty name."""


def with_more(sums: Mapping[str, int], name: str, amount: int) -> dict[str, int]:
    """Return sums in which one is greater by an amount."""
    return {**sums, name: sums.get(name, 0) + amount}


def left_in_front(player: str, amount: int, money: Money) -> str:
    """Return the question about counters in front of one who has cashed, and leaves."""
    return f"{money.show(amount)} is left in front of {player}: cashed too, or still theirs?"


class Bank:
    """The counters bought and cashed, the debts paid, and the results of counting and closing."""

    def __init__(self, books: Books, state: BankState | None = None) -> None:
        """Begin with nothing bought and nothing paid, or with what a snapshot holds."""
        self.books = books
        self.state = msgspec.structs.replace(state) if state else BankState()
        self._tell_books()

    def _tell_books(self) -> None:
        """Let the books know of the counters that were bought and cashed."""
        state, books = self.state, self.books
        books.bought, books.overdrawn, books.cashed_last = state.bought, state.overdrawn, state.cashed_last

    @property
    def used(self) -> bool:
        """Return whether any counters or money have passed outside the games."""
        return bool(self.state.bought or self.state.paid or self.state.shared)

    # Buying and cashing

    def issue(self, event: events.Buys) -> None:
        """Sell counters to a player."""
        self._trade(event.player, event.amount, event.paid, cashed=False)
        self.state.bought_in_all += event.amount

    def redeem(self, event: events.Cashes, money: Money) -> tuple[str, ...]:
        """Take back counters that a player cashes; return a remark if the log gave the player fewer."""
        player, amount = event.player, event.amount
        excess = amount - max(self.in_front(player), 0)
        self._trade(player, -amount, event.paid, cashed=True)
        self.state.cashed_in_all += amount
        if excess <= 0:
            return ()
        self.state.overdrawn = with_more(self.state.overdrawn, player, excess)
        self._tell_books()
        by_log = f"{money.show(excess)} more than {player} has in front by the log"
        return (f"{by_log}: it was won at play that was not told",)

    def left_behind(self, player: str) -> int:
        """Return how much a player who has cashed and leaves has in front still; else 0."""
        return max(self.in_front(player), 0) if self.state.cashed_last.get(player) else 0

    def _trade(self, player: str, amount: int, paid: bool | None, cashed: bool) -> None:
        state = self.state
        state.bought, state.cashed_last = with_more(state.bought, player, amount), {**state.cashed_last, player: cashed}
        state.counts = {name: count for name, count in state.counts.items() if name != player}
        if paid is None and state.terms != CREDIT:
            state.paid_by_default = with_more(state.paid_by_default, player, amount)
        elif paid:
            state.paid_as_said = with_more(state.paid_as_said, player, amount)
        self._tell_books()

    def is_paid(self, event: events.Buys | events.Cashes) -> bool:
        """Return whether counters were paid for when they were bought or cashed."""
        if event.paid is not None:
            return event.paid
        return self.state.terms != CREDIT and not self._settles_as_credit

    def paid_for_counters(self) -> dict[str, int]:
        """Return what each player has paid the bank for counters, less what it paid for cashed ones."""
        sums = dict(self.state.paid_as_said)
        if self.state.paid_by_default and not self._settles_as_credit:
            for player, amount in self.state.paid_by_default.items():
                sums[player] = sums.get(player, 0) + amount
        return sums

    def follow_play(self) -> None:
        """Note that a game has moved counters, which may cover what was cashed in advance."""
        self.state.played = True
        if not self.state.overdrawn:
            return
        overdrawn = self.state.overdrawn.items()
        self.state.overdrawn = {player: min(excess, max(0, -self.in_front(player))) for player, excess in overdrawn}
        self._tell_books()

    def follow_pins(self, moved: bool, pins_deals: bool) -> None:
        """Note that balances came from the pins of an event, perhaps of a deal."""
        self.state.pins_deals = self.state.pins_deals or pins_deals
        if moved:
            self.follow_play()

    def in_front(self, player: str) -> int:
        """Return the counters that a player should have in front."""
        return self.books.in_front(player)

    @property
    def ahead(self) -> tuple[str, ...]:
        """Return the players who have cashed more than the log says they had in front."""
        return tuple(player for player, excess in self.state.overdrawn.items() if excess and self.in_front(player) < 0)

    def untold(self) -> Untold:
        """Return the counters of all who bought or cashed: by the log, and as they are taken to be."""
        state, balances = self.state, self.books.balances
        held = dict.fromkeys(state.bought, 0)
        for player, (count, balance) in state.counts.items():
            if player in held:
                held[player] = count + balances[player] - balance
        by_log = {player: self.in_front(player) for player in held}
        return Untold(by_log, held, state.bought_in_all, state.cashed_in_all)

    @property
    def _settles_as_credit(self) -> bool:
        """Return whether an evening without `bank=` lists what was won, and adds up on credit."""
        state = self.state
        if state.terms is not None or state.played or BANK in state.paid:
            return False
        return bool(state.booked) or self.untold().comes_out

    # Debts

    def known(self, player: str) -> None:
        """Raise Refusal unless this player or bank has an account."""
        if player not in self.books.balances:
            raise Refusal(Code.UNKNOWN_PLAYER, f"{player} has not been at the table")

    def pays(self, event: events.Pays, money: Money) -> tuple[str, ...]:
        """Note a debt that was paid; return remarks on what is still owed, or was paid too much.

        Raises Refusal for a player without an account, for a bank without a part in the evening, and for paying
        oneself.
        """
        before = self.owed()
        for name in (event.player, event.payee):
            if name != BANK:
                self.known(name)
            elif BANK not in before:
                raise Refusal(Code.UNKNOWN_PLAYER, "the bank has no part in this evening")
        if event.player == event.payee:
            raise Refusal(Code.PLAYERS, f"{event.player} cannot pay {event.payee}")
        paid = with_more(self.state.paid, event.player, event.amount)
        self.state.paid = with_more(paid, event.payee, -event.amount)
        self.state.debts += (Debt(self.books.event, event.player, event.payee, event.amount),)
        return self._remarks_on(event, before, money) if event.amount else ()

    def _remarks_on(self, event: events.Pays, before: Mapping[str, int], money: Money) -> tuple[str, ...]:
        """Return remarks: what the payer still owes, and who got more than was owed `before`."""
        remarks, now = [], self.owed()
        payer, payee = event.player, event.payee
        if (left := now[payer]) <= 0:
            remarks.append(f"{payer} still owes {money.show(-left)}" if left else f"{payer} owes nothing more")
        else:
            owed = f"owed {money.show(-before[payer])} in all" if before[payer] < 0 else "owed nothing"
            remarks.append(f"{payer} {owed}, and is now owed {money.show(left)}")
        if (left := now[payee]) < 0:
            owed = f"was owed {money.show(before[payee])} in all" if before[payee] > 0 else "was owed nothing"
            remarks.append(f"{payee} {owed}, and now owes {money.show(-left)}")
        return tuple(remarks)

    def shares(self, cost: SharedCost) -> None:
        """Note a common cost: what each player paid of it, less the player's share."""
        shared = dict.fromkeys((*self.state.shared, *cost.paid, *cost.shares), 0) | self.state.shared
        self.state.shared = {name: amount - cost.owing(name) for name, amount in shared.items()}

    def owed_to(self, name: str) -> int:
        """Return what a player or the bank is still to receive (+) or pay (−)."""
        return self.owed()[name]

    def owed(self) -> dict[str, int]:
        """Return what each player is still to receive (+) or pay (−), and the bank once it was used.

        While a player is ahead of the log, these are the figures after a close, if the counters come out.
        """
        state, owed = self.state, dict(self.books.balances)
        if state.overdrawn and self.ahead and (untold := self.untold()).comes_out:
            for player, difference in untold.differences.items():
                owed[player] += difference
        paid_for_counters = self.paid_for_counters()
        for player, amount in paid_for_counters.items():
            owed[player] += amount
        if paid_for_counters or BANK in state.paid:
            owed[BANK] = owed.get(BANK, 0) - sum(paid_for_counters.values())
        for sums in (state.paid, state.shared):
            for name, amount in sums.items():
                owed[name] += amount
        return owed

    # Counting

    def counts(self, event: events.Count, money: Money) -> list[Finding]:
        """Compare counts with the log; return where they disagree.

        Raises Refusal for a player without an account.
        """
        for player, _ in event.counted:
            self.known(player)
        differences = {player: count - self.in_front(player) for player, count in event.counted}
        counts = {player: (count, self.books.balances[player]) for player, count in event.counted}
        self.state.miscounted, self.state.counts = self.state.miscounted | differences, self.state.counts | counts
        return miscounts(event, differences, money, self.books.event)

    def nobody_has_bought(self, event: events.Count, money: Money) -> tuple[str, ...]:
        """Return remarks on a count that does not come out in an evening where nobody has bought."""
        total = sum(amount for _, amount in event.counted)
        by_log = sum(self.in_front(player) for player, _ in event.counted)
        if self.state.bought or not any(amount != self.in_front(player) for player, amount in event.counted):
            return ()
        return (
            f"nobody has bought counters: by the log each has what was won, in all {money.show(by_log)}, "
            f"and {money.show(total)} were counted",
            "if all began with a heap, say all buys AMOUNT, and count again",
        )

    # Closing

    def refuse_uneven(self, money: Money) -> None:
        """Raise Refusal for a close that does not tell who bears counters that do not come out.

        Only a close that is being recorded is refused. A recorded log with such a close is read as it is; its audit
        reports the disagreement.
        """
        if wrong := self.uneven(money):
            missing = "A buy or a cash-out is missing" if self.ahead else "Count again"
            remedy = f"{missing}, or say who bears it: close short=split, or close short=banker"
            raise Refusal(Code.NOT_NOW, wrong, remedy)

    def uneven(self, money: Money) -> str:
        """Return that counters do not come out, as a clause; empty where they do."""
        clauses = [self.untold_sentence(money)]
        wrong = [
            f"{player} is {over_or_short(difference, money)}"
            for player, difference in self._miscounted().items()
            if difference
        ]
        if wrong:
            clauses.append(f"the counters do not come out: by the last count {listed(wrong)}")
        return "; ".join(filter(None, clauses))

    def untold_sentence(self, money: Money) -> str:
        """Return by how much buys and cash-outs do not come out, as a clause; empty where they do."""
        return self.untold().sentence(money) if self.ahead else ""

    def _miscounted(self) -> dict[str, int]:
        """Return how much each count was over (+) or short (−), except where it tells untold play."""
        if not self.ahead:
            return self.state.miscounted
        return {
            player: difference
            for player, difference in self.state.miscounted.items()
            if player not in self.state.bought
        }

    def booking(self, short: str | None, sharers: Sequence[str], money: Money) -> dict[str, int]:
        """Return what a close would change for each player: untold play, and the `short` counters."""
        return self._book(Books(self.books.balances.items()), short, sharers, money)

    def _book(self, books: Books, short: str | None, sharers: Sequence[str], money: Money) -> dict[str, int]:
        differences = self._differences(short)
        total = sum(differences.values())
        pool = UNTOLD if self.ahead else Pool("over" if total > 0 else "short")
        return book(books, pool, differences, short, sharers, money.counter or 1) if differences else {}

    def _differences(self, short: str | None) -> dict[str, int]:
        """Return what each has more (+) or less (−) at a close than by the log; empty: no booking."""
        if not self.ahead:
            return self.state.miscounted if short else {}
        untold = self.untold()
        if short is None and not untold.comes_out:
            return {}
        return untold.differences | (self._miscounted() if short else {})

    def closes(
        self, event: events.Close, pinned: events.Pinned, sharers: Sequence[str], money: Money
    ) -> tuple[list[Finding], tuple[str, ...]]:
        """Close with the recorded balances; return what the replay contradicts, and remarks.

        The close books play that was not told. If the saying tells who bears what was `short` or over, the close
        books that too. A close of an older log, which has pinned balances and no pinned booking, books only what it
        says. Raises Refusal if nobody was counted.
        """
        state, short = self.state, event.short
        if short and not self.ahead and not state.miscounted:
            raise Refusal(
                Code.NOT_NOW, "nobody has been counted", "Say count NAME AMOUNT NAME AMOUNT …, or close alone"
            )
        agreed = balances_in(pinned)
        findings = changed_since(agreed, self.books, money)
        if sentence := (not short and self.untold_sentence(money)):
            findings.append(Finding("untold", self.books.event, sentence))
        remarks = self._still_in_front(money)
        older = bool(pinned) and BOOKED not in pinned
        if short or not older:
            state.booked_untold = bool(self.ahead)
            state.booked = self._book(self.books, short, sharers, money)
        state.agreed = agreed
        return findings, remarks

    def closes_as_pinned(
        self, event: events.Close, pinned: events.Pinned, sharers: Sequence[str], money: Money
    ) -> None:
        """Close with the balances and the booking that are pinned, without asking the rules."""
        state, booking = self.state, pinned.get(BOOKED)
        state.booked_untold = bool(self.ahead)
        if isinstance(booking, Mapping):
            book_as_pinned(self.books, UNTOLD if self.ahead else Pool("short"), booking)
            state.booked = dict(booking)
        elif event.short:  # an older log pins no booking: it is what the counts said
            state.booked = self._book(self.books, event.short, sharers, money)
        if state.pins_deals:  # such a log pins all that a close books: nobody is ahead of it any more
            state.overdrawn = {}
            self._tell_books()
        state.agreed = balances_in(pinned)

    def _still_in_front(self, money: Money) -> tuple[str, ...]:
        """Return who still has counters in front, if anybody has cashed."""
        if self.ahead or not self.state.cashed_in_all:
            return ()
        return tuple(
            f"{player} still has {money.show(amount)} in front"
            for player in self.state.bought
            if (amount := self.in_front(player)) > 0
        )

    @property
    def over(self) -> dict[str, int]:
        """Return the pin of a `reopen`: the total surplus, if the close has booked one."""
        total = sum(self.state.miscounted.values())
        return {"over": total} if self.state.booked and not self.state.booked_untold and total > 0 else {}

    def reopens(self, pinned: events.Pinned) -> None:
        """Take back what the close settled and booked.

        If nothing is pinned to the `reopen`, the difference is taken back as short, whatever it was. Logs of programs
        that pinned nothing to a `reopen` are read so, and their postings stay as they are.
        """
        state = self.state
        pool = UNTOLD if state.booked_untold else Pool("over" if "over" in pinned else "short")
        take_back(self.books, state.booked, pool)
        state.agreed, state.booked, state.booked_untold = {}, {}, False
