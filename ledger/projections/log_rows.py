"""The sayings of an evening: as they count, as they were recorded, or as they are stored."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import lru_cache

import msgspec

from ledger.core.events import Amend, Insert, OpenEvening, RecordedEvent, Void, decode
from ledger.core.fields import EventNumber, RecorderName, Time
from ledger.core.money import Money
from ledger.core.refusals import LONGEST_SHOWN, printable
from ledger.evening.snapshots import Outcome
from ledger.games.language import write
from ledger.log.corrections import EffectiveLog
from ledger.log.replay import Replay
from ledger.projections.offers import assumed


class StruckBy(msgspec.Struct, frozen=True):
    """The correction that took a saying away."""

    by_event: EventNumber
    why: str
    said_at: Time
    said_by: RecorderName


class LoggedSaying(msgspec.Struct, frozen=True):
    """A saying of the log."""

    number: int
    said_at: str
    said_by: str
    saying: str
    remark: str = ""
    struck: StruckBy | None = None
    """The correction that took the saying away; None if it counts."""
    assumed: str | None = None
    """The defaults that were assumed before the saying; None if that is not known."""

    @property
    def counts(self) -> bool:
        """Return whether the saying counts."""
        return self.struck is None


def in_effect(replay: Replay, money: Money, among: Iterable[RecordedEvent] | None = None) -> Iterator[LoggedSaying]:
    """Yield the sayings of an evening in order, or those `among` some of its events.

    A struck saying stands just before the one that counts in its place.
    """
    effective = replay.effective
    every = {} if among is not None else {outcome.number: outcome for outcome in replay.evening.outcomes}
    outcome_of = replay.outcome if among is not None else every.get
    for recorded in effective.in_place() if among is None else among:
        if (by := effective.struck_by(recorded.number)) is not None:
            yield _struck(recorded, effective, by, money)
        if (outcome := outcome_of(recorded.number)) is not None:
            yield saying_in_effect(replay, outcome, money)


def saying_in_effect(replay: Replay, outcome: Outcome, money: Money) -> LoggedSaying:
    """Return the saying that counts as an event, with this outcome.

    If the event was amended, it is the saying of the amendment.
    """
    effective = replay.effective
    recorded, by = effective.at(outcome.number), effective.struck_by(outcome.number)
    clause = assumed(outcome.answered, money) if outcome.answered else ""
    remarks = (f"({clause})" if clause else "", _inserted(recorded), *outcome.remarks)
    envelope = recorded if by is None else effective.at(by)
    return LoggedSaying(
        recorded.number,
        envelope.said_at,
        envelope.said_by,
        write(outcome.event, money),
        "; ".join(filter(None, remarks)),
        assumed=clause,
    )


def as_recorded(effective: EffectiveLog, money: Money) -> Iterator[LoggedSaying]:
    """Yield every event as it was recorded, in order, even if the rules now refuse it."""
    for recorded in effective.recorded:
        if (by := effective.struck_by(recorded.number)) is not None:
            yield _struck(recorded, effective, by, money)
        else:
            yield LoggedSaying(recorded.number, recorded.said_at, recorded.said_by, write(recorded.event, money))


def as_stored(stored: Iterable[tuple[int, str, int, str, str]]) -> Iterator[LoggedSaying]:
    """Yield every event of an unsound log as it is stored.

    `stored` gives number, body, version, time and recorder. A body that cannot be read is given as it is.
    """
    money = Money("counters", 1)
    for number, body, version, said_at, said_by in stored:
        remark = ""
        try:
            event = decode(body, version)
            if isinstance(event, OpenEvening):
                money = Money.recorded(event.money, event.counter)
            saying = write(event, money)
        except (ValueError, TypeError, KeyError, IndexError, RecursionError):
            saying, remark = printable(body, LONGEST_SHOWN), "this cannot be read"
        yield LoggedSaying(number, printable(said_at, 40), printable(said_by, 80), saying, remark)


def _inserted(recorded: RecordedEvent) -> str:
    """Return why an event stands where it was not recorded."""
    event = recorded.event
    return f"put in before {event.number}, {event.why}" if isinstance(event, Insert) else ""


def _struck(recorded: RecordedEvent, effective: EffectiveLog, by: int, money: Money) -> LoggedSaying:
    """Return an event whose words no longer count, with the correction that took them away."""
    correction = effective.at(by)
    event = correction.event
    why = event.why if isinstance(event, Void | Amend) else ""
    how = f"{'amended' if isinstance(event, Amend) else 'struck'} by {by}"
    remark = ", ".join(filter(None, (how, why, correction.said_by, on_the_clock(correction.said_at))))
    saying = recorded.event.saying if isinstance(recorded.event, Insert) else recorded.event
    return LoggedSaying(
        recorded.number,
        recorded.said_at,
        recorded.said_by,
        write(saying, money),
        remark,
        StruckBy(by, why, correction.said_at, correction.said_by),
    )


def times_of_day(recorded: Iterable[str]) -> Iterator[str]:
    """Yield each time in hours and minutes, with the day where another day begins."""
    before = ""
    for at in recorded:
        day, blank, time = on_the_clock(at).partition(" ")
        yield time[:5] if blank and before in ("", day) else f"{day}{blank}{time[:5]}"
        before = day


@lru_cache(maxsize=8)
def on_the_clock(at: str) -> str:
    """Return a stored time as local time, or unchanged if it is not a time.

    The result is cached, because events that are recorded together have the same time.
    """
    try:
        return datetime.fromisoformat(at).astimezone().replace(tzinfo=None).isoformat(" ", "seconds")
    except ValueError:
        return at
