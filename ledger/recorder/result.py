"""The answer to a recorder: what was recorded, what it moved, and who is to speak now."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import msgspec

from ledger.core.books import Posting
from ledger.core.events import AnyEvent, Buys, Cashes, Close, Deal, Event, Pays, RecordedEvent, Shows, Split, Wins
from ledger.core.money import Money, Shown
from ledger.core.refusals import listed, printable
from ledger.evening.fold import Evening
from ledger.evening.snapshots import DealOver, Finding, SharedCost
from ledger.games.language import write
from ledger.log.commands import Applied, CorrectionEffect
from ledger.projections.offers import assumed

COMES_OUT = (Deal, Wins, Split, Shows)
"""The events after the end of a deal that tell how it came out, or begin the next one."""
LONGEST_NAME = 80
"""The greatest number of characters of a recorder's name that are recorded."""


class CorrectedEvent(msgspec.Struct, frozen=True):
    """The change of one event by corrections, in words; empty where the event is not in effect."""

    event: int
    was: str
    now: str
    payment: bool = False
    """Whether the event is a payment outside the game, as it was or as it is now."""


class RecordedLine(msgspec.Struct, frozen=True):
    """One saying that was recorded, and its outcome."""

    number: int
    event: AnyEvent
    money: Money
    """The money that its sums are written in."""
    answered: tuple[Event, ...]
    """What was assumed before the saying."""
    postings: tuple[Posting, ...]
    remarks: tuple[str, ...]
    findings: tuple[Finding, ...]
    changes: dict[str, int] | None
    """How corrections changed the balances, in the smallest unit; given with the last correction of a group."""
    owed: dict[str, int] | None
    """How corrections changed what each is owed; given with the last correction of a group."""
    effects: tuple[CorrectionEffect, ...]
    """Events that no longer count, count again or count otherwise; given with the last correction of a group."""
    over: DealOver | None
    """The deal that the saying ended: its result, and what it leaves to the next."""
    cost: SharedCost | None = None
    """The common cost that the saying tells, if any."""
    in_front: tuple[str, int] | None = None
    """A player who bought or cashed by it, with the counters in front now; None for fewer than none."""
    decides: bool = False
    """Whether defaults ended a deal before the saying, which neither tells the deal's result nor begins another."""
    books: bool = False
    """Whether the saying is a close that moves counters, to book what was short or over."""

    @property
    def saying(self) -> str:
        """Return the saying in the notation's own words."""
        return write(self.event, self.money)

    @property
    def assumed(self) -> str:
        """Return what was assumed before the saying, in words; empty if nothing was."""
        return assumed(self.answered, self.money)

    @property
    def corrected(self) -> list[CorrectedEvent]:
        """Return the `effects` in words."""
        return [_corrected(effect, self.money) for effect in self.effects]


@dataclass(frozen=True)
class RecordResult:
    """The answer to a recorder."""

    said: tuple[RecordedLine, ...]
    evening: Evening = field(compare=False, repr=False)
    """The evening of the sayings. It goes on: what may be said next is computed when somebody asks."""
    money: Money
    """The money of the amounts."""
    corrects: bool = False
    """Whether a correction is among the sayings."""
    again: bool = False
    """Whether the sayings were recorded before, under the same key, and nothing was written now."""
    question: str = ""
    """What is asked before a correction is written that reaches into later deals; empty for any other."""
    undone_by: int | None = None
    """The event that has taken it back since; None if it counts."""

    def for_people(self) -> list[RecordedLine]:
        """Return what was recorded, with the sums of sayings as people read them."""
        return [msgspec.structs.replace(line, money=Shown.of(line.money)) for line in self.said]

    @property
    def asks(self) -> str:
        """Return who is to speak and what is asked, as a clause; empty if no game is open."""
        return self.evening.game.turn.asks if self.evening.game else ""

    @property
    def books(self) -> bool:
        """Return whether a close among the sayings books what was short or over."""
        return any(line.books for line in self.said)

    @property
    def ends_in_silence(self) -> bool:
        """Return whether defaults have ended a deal, and perhaps nobody meant that."""
        return any(line.decides or (line.over is not None and line.over.silent) for line in self.said)


def answered(evening: Evening, applied: Sequence[Applied]) -> RecordResult:
    """Return the answer to outcomes at an evening, or to nothing said."""
    lines = tuple(_said(saying, evening) for saying in applied)
    return RecordResult(lines, evening, evening.money, any(saying.corrects for saying in applied))


def _said(applied: Applied, evening: Evening) -> RecordedLine:
    recorded, outcome = applied.recorded, applied.outcome
    return RecordedLine(
        recorded.number,
        recorded.event,
        evening.money,
        outcome.answered if outcome else (),
        (*outcome.postings, *(outcome.cost.postings if outcome.cost else ())) if outcome else (),
        outcome.remarks if outcome else (),
        outcome.findings if outcome else applied.found,
        applied.changes,
        applied.owed,
        applied.corrected,
        outcome.over if outcome else None,
        outcome.cost if outcome else None,
        _in_front(recorded.event, evening),
        bool(outcome and outcome.over and outcome.over.by_default and not isinstance(recorded.event, COMES_OUT)),
        bool(outcome and outcome.postings and isinstance(recorded.event, Close)),
    )


def _in_front(event: AnyEvent, evening: Evening) -> tuple[str, int] | None:
    if not isinstance(event, Buys | Cashes) or (held := evening.in_front(event.player)) < 0:
        return None
    return event.player, held


def _corrected(effect: CorrectionEffect, money: Money) -> CorrectedEvent:
    was, now = (write(event, money) if event else "" for event in (effect.was, effect.now))
    return CorrectedEvent(effect.number, was, now, isinstance(effect.was or effect.now, Pays))


def recorded_meanwhile(meanwhile: Iterable[RecordedEvent], money: Money) -> str:
    """Return who has recorded what in the meantime, as a clause."""
    others = list(meanwhile)
    sayings = [f"{recorded.number} {write(recorded.event, Shown.of(money))}" for recorded in others]
    by = listed(list(dict.fromkeys(printable(recorded.said_by, LONGEST_NAME) for recorded in others)))
    return f"{by} recorded meanwhile: {'; '.join(sayings)}"
