"""The answer to a recorder: what was recorded, what it moved, and what is awaited now."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ledger.core.books import Posting
from ledger.core.events import AnyEvent, Buys, Cashes, Close, Deal, Pays, RecordedEvent, Shows, Split, Wins
from ledger.core.money import Money
from ledger.core.refusals import listed, printable
from ledger.evening.fold import Evening
from ledger.evening.snapshots import DealOver, Finding, SharedCost
from ledger.games.language import write
from ledger.log.commands import Applied, CorrectionEffect
from ledger.projections.offers import Expecting, assumed, expecting

COMES_OUT = (Deal, Wins, Split, Shows)
"""What is said when a deal is over: the next, or how it came out."""
LONGEST_NAME = 80
"""No more characters than this of a recorder's name are recorded."""


@dataclass(frozen=True)
class CorrectedEvent:
    """What corrections have made of one event, in words; empty where it is not in effect."""

    event: int
    was: str
    now: str
    payment: bool = False
    """Whether it is a payment outside the game, as it was or as it is now."""


@dataclass(frozen=True)
class RecordedLine:
    """One saying that was recorded, and what came of it."""

    number: int
    saying: str
    """What was said, in the notation's own words."""
    assumed: str
    """What was taken as said before it, in words; empty where nothing was."""
    postings: tuple[Posting, ...]
    remarks: tuple[str, ...]
    findings: tuple[Finding, ...]
    changes: dict[str, int] | None
    """What corrections have changed in the balances, in the smallest unit; with the last of a group."""
    owed: dict[str, int] | None
    """What corrections have changed in what each is owed, likewise."""
    corrected: tuple[CorrectedEvent, ...]
    """Which events no longer count, count again, or count otherwise, likewise."""
    over: DealOver | None
    """The deal that was over with it, what it came to, and what it leaves to the next."""
    cost: SharedCost | None = None
    """The common cost that it told of, if it did."""
    in_front: tuple[str, int] | None = None
    """Who bought or cashed by it, and what he has in front of him now; None where he has less than nothing."""
    decides: bool = False
    """Whether the rest of a deal was assumed before it, and it neither says how that came out nor begins another."""


@dataclass(frozen=True)
class RecordResult:
    """What is answered to whoever records."""

    said: tuple[RecordedLine, ...]
    evening: Evening = field(compare=False, repr=False)
    """The evening in which it was said. It goes on: what is awaited in it is worked out when somebody looks."""
    money: Money
    """What its amounts are in."""
    corrects: bool = False
    """Whether a correction is among what was said."""
    books: bool = False
    """Whether a close among what was said moves counters, to book what was short or over."""
    again: bool = False
    """Whether it was recorded before, under the same key, and nothing was written now."""
    undone_by: int | None = None
    """The event that has taken it back since; None where it counts."""

    @property
    def expecting(self) -> Expecting:
        """Return who is to speak now, and what may be said."""
        return expecting(self.evening)

    @property
    def asks(self) -> str:
        """Return what is awaited now, as a clause; empty where no game is open."""
        return self.evening.game.turn.asks if self.evening.game else ""

    @property
    def ends_in_silence(self) -> bool:
        """Return whether what is assumed has ended a deal, and nobody may have meant that."""
        return any(line.decides or (line.over is not None and line.over.silent) for line in self.said)


def answered(evening: Evening, applied: Sequence[Applied]) -> RecordResult:
    """The answer to what was told to an evening, or to nothing."""
    lines = tuple(_said(saying, evening) for saying in applied)
    books = any(
        isinstance(saying.recorded.event, Close) and saying.outcome and saying.outcome.postings for saying in applied
    )
    return RecordResult(lines, evening, evening.money, any(saying.corrects for saying in applied), books)


def _said(applied: Applied, evening: Evening) -> RecordedLine:
    recorded, outcome = applied.recorded, applied.outcome
    return RecordedLine(
        recorded.number,
        write(recorded.event, evening.money),
        assumed(outcome.answered, evening.money) if outcome else "",
        (*outcome.postings, *(outcome.cost.postings if outcome.cost else ())) if outcome else (),
        outcome.remarks if outcome else (),
        outcome.findings if outcome else applied.found,
        applied.changes,
        applied.owed,
        tuple(_corrected(effect, evening) for effect in applied.corrected),
        outcome.over if outcome else None,
        outcome.cost if outcome else None,
        _in_front(recorded.event, evening),
        bool(outcome and outcome.over and outcome.over.by_default and not isinstance(recorded.event, COMES_OUT)),
    )


def _in_front(event: AnyEvent, evening: Evening) -> tuple[str, int] | None:
    if not isinstance(event, Buys | Cashes) or (held := evening.in_front(event.player)) < 0:
        return None
    return event.player, held


def _corrected(corrected: CorrectionEffect, evening: Evening) -> CorrectedEvent:
    was, now = (write(event, evening.money) if event else "" for event in (corrected.was, corrected.now))
    return CorrectedEvent(corrected.number, was, now, isinstance(corrected.was or corrected.now, Pays))


def recorded_meanwhile(meanwhile: Iterable[RecordedEvent], money: Money) -> str:
    """Return who has recorded what in the meantime, as a clause."""
    others = list(meanwhile)
    sayings = [f"{recorded.number} {write(recorded.event, money)}" for recorded in others]
    by = listed(list(dict.fromkeys(printable(recorded.said_by, LONGEST_NAME) for recorded in others)))
    return f"{by} recorded meanwhile: {'; '.join(sayings)}"
