"""Counts explained: who is over or short, since which count that agreed, and where the mistake may be."""

from collections.abc import Iterable

import msgspec

from ledger.core.events import Buys, Cashes, Close, Count, EffectiveEvent
from ledger.core.money import Money
from ledger.core.refusals import Code, Refusal, listed
from ledger.evening.fold import Evening
from ledger.evening.shortage import miscount, over_or_short
from ledger.evening.snapshots import Finding, Outcome
from ledger.language.words import WAYS_TO_BEAR


class Confirmed(msgspec.Struct, frozen=True):
    """A player's counters at a count; amounts in the smallest unit."""

    player: str
    counted: int
    by_log: int
    agreed: int | None
    """The last event before it at which his counters were counted and agreed; None if there was none."""
    deals: tuple[int, ...]
    """The deals since then in which his counters moved: the places to look."""

    @property
    def difference(self) -> int:
        """How much he is over (+) or short (−)."""
        return self.counted - self.by_log

    def found(self, money: Money) -> str:
        """How he came out, in words: how much over or short."""
        return over_or_short(self.difference, money) if self.difference else "as by the log"

    def told(self, money: Money) -> str:
        """What he has, and how he came out, as a clause."""
        if self.difference:
            return miscount(self.player, self.counted, self.difference, money)
        return f"{self.player} has {money.show(self.counted)}, {self.found(money)}"

    @property
    def places(self) -> str:
        """Where the mistake may be, in words; empty where there is none."""
        if not self.difference:
            return ""
        agreed = f"since the count at event {self.agreed}, which agreed"
        since = "in the whole evening" if self.agreed is None else agreed
        deals = [str(deal) for deal in self.deals if deal] + ["what came before the first"] * (0 in self.deals)
        return f"{since}, these deals moved counters of {self.player}: {listed(deals) or 'none'}"


def closings(evening: Evening) -> dict[str, Outcome]:
    """What would become of a close, by each way to bear what is short or over; none where nothing would move."""
    if evening.game or evening.closed or evening.books.pools or not evening.bank.uneven(evening.money):
        return {}
    number = evening.effective[-1].number + 1
    return {way: evening.copy().apply(EffectiveEvent(number, Close(way))) for way in WAYS_TO_BEAR}


class _Watch:
    """What is known of one player while the log is gone through."""

    def __init__(self) -> None:
        self.in_front = 0
        self.agreed: int | None = None
        self.deals: dict[int, None] = {}


class Confirmation:
    """A count confirmed, player by player, as an evening is gone through part by part."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._watched: dict[str, _Watch] = {}
        self._counts: list[int] = []
        self._found: list[Confirmed] | None = None

    def see(self, outcomes: Iterable[Outcome]) -> None:
        """Follow what everybody has in front of him through what comes next, up to the count."""
        watched = self._watched
        for outcome in outcomes if self._found is None else ():
            event = outcome.event
            for posting in outcome.postings:
                for account, amount in ((posting.payer, -posting.amount), (posting.payee, posting.amount)):
                    if isinstance(account, str):
                        watch = watched.setdefault(account, _Watch())
                        watch.in_front += amount
                        watch.deals[posting.deal] = None
            if isinstance(event, Buys | Cashes):
                bought = event.amount if isinstance(event, Buys) else -event.amount
                watched.setdefault(event.player, _Watch()).in_front += bought
            if isinstance(event, Count):
                found = [_confirmed(watched.setdefault(one, _Watch()), one, held) for one, held in event.counted]
                if outcome.number == self._number:
                    self._found = found
                    return
                self._counts.append(outcome.number)
                for one in found:
                    if one.difference == 0:
                        watched[one.player].agreed, watched[one.player].deals = outcome.number, {}

    def found(self) -> list[Confirmed]:
        """What the count has come to, once the evening was gone through. Raises Refusal for an event that is none."""
        if self._found is None:
            counts = listed([str(each) for each in self._counts])
            known = f"The counts are the events {counts}" if counts else "Nobody has counted yet"
            raise Refusal(Code.UNREADABLE, f"event {self._number} is no count", known)
        return self._found


def confirm(evening: Evening, number: int) -> list[Confirmed]:
    """Confirm a count of an evening that is held, replayed from its first event. Raises Refusal as `found` does."""
    confirmation = Confirmation(number)
    confirmation.see(evening.outcomes)
    return confirmation.found()


def _confirmed(watch: _Watch, player: str, counted: int) -> Confirmed:
    return Confirmed(player, counted, watch.in_front, watch.agreed, tuple(watch.deals))


class Counts:
    """Which count of each player was the last, and which close, in what has been seen of an evening."""

    def __init__(self) -> None:
        self.counted: dict[str, int] = {}
        self.closed = 0

    def see(self, counted: Iterable[EffectiveEvent]) -> None:
        """Look at the next of the events that count."""
        for one in counted:
            if isinstance(one.event, Count):
                self.counted |= {player: one.number for player, _ in one.event.counted}
            elif isinstance(one.event, Close):
                self.closed = one.number


def outstanding(evening: Evening, before: Iterable[Finding] = (), counts: Counts | None = None) -> list[Finding]:
    """What was found in an evening that does not agree still.

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
