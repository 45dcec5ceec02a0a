"""The sayings of an evening for people and programs: as they count, or as they were recorded."""

from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from typing import Any

from ledger.core.events import Amend, Insert, Note, OpenEvening, RecordedEvent, Void, decode
from ledger.core.money import Money
from ledger.core.refusals import LONGEST_SHOWN, printable
from ledger.evening.snapshots import Outcome
from ledger.games.language import write
from ledger.log.corrections import EffectiveLog
from ledger.log.replay import Replay
from ledger.projections.offers import assumed


def as_it_counts(replay: Replay) -> Iterable[dict[str, Any]]:
    """Yield an evening as it counts, in its order: what was struck stands before what counts in its place."""
    effective, money = replay.effective, replay.evening.money
    outcomes = {outcome.number: outcome for outcome in replay.evening.outcomes}
    for recorded in effective.in_place():
        if (by := effective.struck_by(recorded.number)) is not None:
            yield _struck(recorded, effective, by, money)
        if (outcome := outcomes.get(recorded.number)) is not None:
            yield _counting(recorded, effective, by, outcome, money)


def one_as_it_counts(replay: Replay, outcome: Outcome) -> dict[str, Any]:
    """One event as it counts in a log that is held, of which this has become."""
    effective, number = replay.effective, outcome.number
    return _counting(effective.at(number), effective, effective.struck_by(number), outcome, replay.evening.money)


def _counting(
    one: RecordedEvent, effective: EffectiveLog, by: int | None, outcome: Outcome, money: Money
) -> dict[str, Any]:
    """An event that counts, in the words that count, by which it may have been amended."""
    said = assumed(outcome.answered, money) if outcome.answered else ""
    remarks = (f"({said})" if said else "", _put_in(one), *outcome.remarks)
    envelope = one if by is None else effective.at(by)
    row = _row(envelope, write(outcome.event, money), "; ".join(filter(None, remarks)))
    row["number"], row["assumed"] = one.number, said
    return row


def as_recorded(effective: EffectiveLog, money: Money) -> Iterable[dict[str, Any]]:
    """Yield every event as it was recorded, in that order: what the rules make of it is not asked."""
    for recorded in effective.recorded:
        by = effective.struck_by(recorded.number)
        yield (
            _row(recorded, write(recorded.event, money), "") if by is None else _struck(recorded, effective, by, money)
        )


def _put_in(one: RecordedEvent) -> str:
    """Why an event stands where it was not recorded."""
    return f"put in before {one.event.number}, {one.event.why}" if isinstance(one.event, Insert) else ""


def _struck(one: RecordedEvent, effective: EffectiveLog, by: int, money: Money) -> dict[str, Any]:
    """An event whose words no longer count: who took them away, when, and why."""
    correction = effective.at(by)
    event = correction.event
    why = event.why if isinstance(event, Void | Amend) else ""
    struck = {"by_event": by, "why": why, "said_at": correction.said_at, "said_by": correction.said_by}
    how = f"{'amended' if isinstance(event, Amend) else 'struck'} by {by}"
    remark = ", ".join(filter(None, (how, why, correction.said_by, on_the_clock(correction.said_at))))
    saying = one.event.saying if isinstance(one.event, Insert) else one.event
    return _row(one, write(saying, money), remark) | {"counts": False, "struck": struck}


def _row(envelope: RecordedEvent, saying: str, remark: str) -> dict[str, Any]:
    return {
        "number": envelope.number,
        "said_at": envelope.said_at,
        "said_by": envelope.said_by,
        "saying": saying,
        "remark": remark,
        "counts": True,
        "struck": None,
    }


@lru_cache(maxsize=8)
def on_the_clock(at: str) -> str:
    """A time as the clock on the wall has it; what is recorded together has one."""
    try:
        return datetime.fromisoformat(at).astimezone().replace(tzinfo=None).isoformat(" ", "seconds")
    except ValueError:
        return at


def as_stored(stored: Iterable[tuple[int, str, int, str, str]]) -> list[dict[str, Any]]:
    """Every event as it is stored, of a log that is not to be believed: number, body, version, when and by whom.

    What cannot be read is shown as it is.
    """
    money = Money("counters", 1)
    rows = []
    for number, body, version, said_at, said_by in stored:
        remark = ""
        try:
            event = decode(body, version)
            if isinstance(event, OpenEvening):
                money = Money.recorded(event.money, event.counter)
            saying = write(event, money)
        except (ValueError, TypeError, KeyError, IndexError, RecursionError):
            saying, remark = printable(body, LONGEST_SHOWN), "this cannot be read"
        rows.append(
            _row(RecordedEvent(number, Note(""), printable(said_at, 40), printable(said_by, 80)), saying, remark)
        )
    return rows
