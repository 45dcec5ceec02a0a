"""Counts checked against the log: who is over or short, since which count that agreed, where the mistake may be."""

from collections.abc import Iterable

import msgspec

from ledger.core.events import Buys, Cashes, Close, Count, EffectiveEvent
from ledger.core.money import Money
from ledger.core.refusals import Code, Refusal, listed
from ledger.evening.fold import Evening
from ledger.evening.shortage import miscount, over_or_short
from ledger.evening.snapshots import Finding, Outcome
from ledger.language.words import WAYS_TO_BEAR


class CheckedCount(msgspec.Struct, frozen=True):
    """A player's counters at a count; amounts in the smallest unit."""

    player: str
    counted: int
    by_log: int
    agreed: int | None
    """The last event before it at which the player's counters were counted and agreed; None if there was none."""
    deals: tuple[int, ...]
    """The deals since then that moved the player's counters: the places to look."""

    @property
    def difference(self) -> int:
        """How much the player is over (+) or short (−)."""
        return self.counted - self.by_log

    def outcome(self, money: Money) -> str:
        """Return in words how much the player is over or short."""
        return over_or_short(self.difference, money) if self.difference else "as by the log"

    def sentence(self, money: Money) -> str:
        """Return what the player has, and how much is over or short, as a clause."""
        if self.difference:
            return miscount(self.player, self.counted, self.difference, money)
        return f"{self.player} has {money.show(self.counted)}, {self.outcome(money)}"

    @property
    def places(self) -> str:
        """Where the mistake may be, in words; empty if there is none."""
        if not self.difference:
            return ""
        agreed = f"since the count at event {self.agreed}, which agreed"
        since = "in the whole evening" if self.agreed is None else agreed
        deals = [str(deal) for deal in self.deals if deal] + ["what came before the first"] * (0 in self.deals)
        return f"{since}, these deals moved counters of {self.player}: {listed(deals) or 'none'}"


def closings(evening: Evening) -> dict[str, Outcome]:
    """Return what a close would do, by each way to bear what is short or over; empty if nothing would move."""
    if evening.game or evening.closed or evening.books.pools or not evening.bank.uneven(evening.money):
        return {}
    number = evening.effective[-1].number + 1
    return {bearing: evening.copy().apply(EffectiveEvent(number, Close(bearing))) for bearing in WAYS_TO_BEAR}


class _Counters:
    """A player's counters while the log is gone through."""

    def __init__(self) -> None:
        self.in_front = 0
        self.agreed: int | None = None
        self.deals: dict[int, None] = {}

    def checked(self, player: str, counted: int) -> CheckedCount:
        """Return how a count of them comes out."""
        return CheckedCount(player, counted, self.in_front, self.agreed, tuple(self.deals))


def check_count(evening: Evening, number: int) -> list[CheckedCount]:
    """Return how the count of an event came out, player by player. Raises Refusal for an event that is no count."""
    players: dict[str, _Counters] = {}
    counts: list[int] = []
    for outcome in evening.outcomes:
        event = outcome.event
        for posting in outcome.postings:
            for account, amount in ((posting.payer, -posting.amount), (posting.payee, posting.amount)):
                if isinstance(account, str):
                    counters = players.setdefault(account, _Counters())
                    counters.in_front += amount
                    counters.deals[posting.deal] = None
        if isinstance(event, Buys | Cashes):
            bought = event.amount if isinstance(event, Buys) else -event.amount
            players.setdefault(event.player, _Counters()).in_front += bought
        if isinstance(event, Count):
            checked = [players.setdefault(name, _Counters()).checked(name, held) for name, held in event.counted]
            if outcome.number == number:
                return checked
            counts.append(outcome.number)
            for count in checked:
                if count.difference == 0:
                    players[count.player].agreed, players[count.player].deals = outcome.number, {}
    known = f"The counts are the events {listed(list(map(str, counts)))}" if counts else "Nobody has counted yet"
    raise Refusal(Code.UNREADABLE, f"event {number} is no count", known)


class Counts:
    """The last count of each player, and the last close, in what has been seen of an evening."""

    def __init__(self) -> None:
        self.counted: dict[str, int] = {}
        self.closed = 0

    def see(self, effective: Iterable[EffectiveEvent]) -> None:
        """Look at the next of the events that count."""
        for one in effective:
            if isinstance(one.event, Count):
                self.counted |= {player: one.number for player, _ in one.event.counted}
            elif isinstance(one.event, Close):
                self.closed = one.number


def outstanding(evening: Evening, before: Iterable[Finding] = (), counts: Counts | None = None) -> list[Finding]:
    """Return what was found in an evening and does not agree still.

    It was replayed from its first event; or so much was found `before` what is held of it, all of it seen by `counts`.
    A count is settled by a later one of the same player that agrees, or by a close that says who bears it; what an
    earlier close recorded, by another close.
    """
    bank = evening.bank
    if counts is None:
        counts = Counts()
        counts.see(evening.effective)
    counted, closed = counts.counted, counts.closed

    def stands(finding: Finding) -> bool:
        if finding.code == "count":
            last = counted.get(finding.player) == finding.event
            return last and bool(bank.state.miscounted.get(finding.player)) and not bank.state.booked
        return finding.code != "close" or (evening.closed and finding.event == closed)

    return [finding for finding in (*before, *evening.findings) if stands(finding)]
