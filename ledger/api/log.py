"""The sayings of an evening, as programs get them."""

from collections.abc import Iterable

from msgspec import UNSET, Struct, UnsetType

from ledger.api.fields import NumberedSaying, OfEvening, answer, in_money
from ledger.api.refusals import ErrorAnswer
from ledger.core.events import EffectiveEvent, RecordedEvent
from ledger.core.fields import EveningId, EventNumber, RecorderName, SayingText, Time
from ledger.core.money import Money
from ledger.games.language import write
from ledger.projections.log_rows import LoggedSaying, StruckBy


class LogRow(Struct, kw_only=True):
    """A saying of the log."""

    number: EventNumber
    said_at: Time
    said_by: RecorderName
    saying: SayingText
    remark: str
    counts: bool
    struck: StruckBy | None
    assumed: str | UnsetType = UNSET


class LogAnswer(OfEvening, kw_only=True):
    """The sayings of an evening."""

    log: list[LogRow]


class UnsoundLogAnswer(Struct, kw_only=True):
    """The sayings of a log that is not what was recorded, as they are stored."""

    evening: EveningId
    log: list[LogRow]
    error: ErrorAnswer


def log_row(saying: LoggedSaying) -> LogRow:
    """Return a saying of the log."""
    return answer(saying, LogRow, assumed=UNSET if saying.assumed is None else saying.assumed)


def log_answer(evening: int, money: Money, sayings: Iterable[LoggedSaying]) -> LogAnswer:
    """Return the sayings of the evening of this number."""
    return LogAnswer(evening=evening, **in_money(money), log=list(map(log_row, sayings)))


def numbered(events: Iterable[EffectiveEvent | RecordedEvent], money: Money) -> list[NumberedSaying]:
    """Return the sayings of events, by their numbers."""
    return [NumberedSaying(number=event.number, saying=write(event.event, money)) for event in events]
