"""Check counts against the log: who is over or short, and where the mistake may be."""

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
    count: int
    """What the player had by counting."""
    by_log: int
    agreed: int | None
    """The last earlier event at which the player's counters were counted and agreed; None if there is none."""
    deals: tuple[int, ...]
    """The deals since then that moved the player's counters, which are the places to look at."""

    @property
    def difference(self) -> int:
        """Return how much the player is over (+) or short (−)."""
        return self.count - self.by_log

    def outcome(self, money: Money) -> str:
        """Return in words how much the player is over or short."""
        return over_or_short(self.difference, money) if self.difference else "as by the log"

    def sentence(self, money: Money) -> str:
        """Return what the player has, and how much is over or short, as a clause."""
        if self.difference:
            return miscount(self.player, self.count, self.difference, money)
        return f"{self.player} has {money.show(self.count)}, {self.outcome(money)}"

    @property
    def places(self) -> str:
        """Return where the mistake may be, in words; empty if there is none."""
        if not self.difference:
            return ""
        agreed = f"since the count at event {self.agreed}, which agreed"
        since = "in the whole evening" if self.agreed is None else agreed
        deals = [str(deal) for deal in self.deals if deal] + ["what came before the first"] * (0 in self.deals)
        return f"{since}, these deals moved counters of {self.player}: {listed(deals) or 'none'}"


def closings(evening: Evening) -> dict[str, Outcome]:
    """Return what a close would do, for each way to bear what is short or over.

    It is empty if a close would move nothing, or cannot be said now.
    """
    if evening.game or evening.closed or evening.books.pools or not evening.bank.uneven(evening.money):
        return {}
    number = evening.effective[-1].number + 1
    return {bearing: evening.copy().apply(EffectiveEvent(number, Close(bearing))) for bearing in WAYS_TO_BEAR}


class _Counters:
    """A player's counters while the log is read."""

    def __init__(self) -> None:
        self.in_front = 0
        self.agreed: int | None = None
        self.deals: dict[int, None] = {}

    def checked(self, player: str, count: int) -> CheckedCount:
        """Return a count of the player's counters beside what the log says."""
        return CheckedCount(player, count, self.in_front, self.agreed, tuple(self.deals))


def check_count(evening: Evening, number: int, said: Count | None = None) -> list[CheckedCount]:
    """Return the count of an event beside what the log says, player by player.

    A count that is only about to be `said` is checked after the last event. Raises Refusal if the event is no count.
    """
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
    if said is not None:
        return [players.setdefault(name, _Counters()).checked(name, held) for name, held in said.counted]
    known = f"The counts are the events {listed(list(map(str, counts)))}" if counts else "Nobody has counted yet"
    raise Refusal(Code.UNREADABLE, f"event {number} is no count", known)


def reconcile(evening: Evening) -> list[Finding]:
    """Return the findings of an evening that still do not agree; it must hold every event.

    A count is settled by a later one of the same player that agrees, or by a close that says who bears the
    difference. A finding of a close is settled by another close.
    """
    bank = evening.bank
    last_counts: dict[str, int] = {}
    last_close = 0
    for effective in evening.effective:
        if isinstance(effective.event, Count):
            last_counts |= {player: effective.number for player, _ in effective.event.counted}
        elif isinstance(effective.event, Close):
            last_close = effective.number

    def stands(finding: Finding) -> bool:
        if finding.code == "count":
            last = last_counts.get(finding.player) == finding.event
            return last and bool(bank.state.miscounted.get(finding.player)) and not bank.state.booked
        return finding.code != "close" or (evening.closed and finding.event == last_close)

    return [finding for finding in evening.findings if stands(finding)]
