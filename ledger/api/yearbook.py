"""The yearbook, as programs get it."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from ledger.api.fields import answer
from ledger.core.fields import EveningId, MoneyCode
from ledger.projections.in_play import YearRecord
from ledger.projections.yearbook import HeadToHead, Yearbook


class RecordOfYear(Struct, kw_only=True):
    """A record of the year: an `amount` in the smallest unit of its money, or a `number`."""

    record: Annotated[str, Meta(description="What it is, as `most-won`, or `nap.naps` of a game.")]
    person: Annotated[str | None, Meta(description="null where nobody holds it, as the greatest pool.")]
    amount: int | UnsetType = UNSET
    number: int | UnsetType = UNSET
    money: MoneyCode | None
    evening: Annotated[EveningId | None, Meta(description="Where it was made, or reached.")]
    event: Annotated[int | None, Meta(description="The event with which it was, where it was by one.")]


class YearbookAnswer(Struct, kw_only=True):
    """The records of a year, and who was ahead of whom."""

    year: int
    evenings: list[EveningId]
    deals: int
    records: list[RecordOfYear]
    head_to_head: list[HeadToHead]


def yearbook_answer(yearbook: Yearbook) -> YearbookAnswer:
    """Return a yearbook."""
    return answer(yearbook, YearbookAnswer, records=list(map(_record, yearbook.records)))


def _record(record: YearRecord) -> RecordOfYear:
    figures = {"amount": record.amount, "number": record.number}
    return answer(record, RecordOfYear, **{name: UNSET if of is None else of for name, of in figures.items()})
