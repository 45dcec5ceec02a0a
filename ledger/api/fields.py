"""The types of fields that many answers share, and the money of an answer."""

from typing import Annotated, TypedDict

from msgspec import Meta, Struct

from ledger.core.money import Money

Amount = Annotated[int, Meta(description="In the smallest unit of the money: `unit`.")]
EventNumber = Annotated[int, Meta(description="The number of an event in its evening, from 1.", ge=0)]
EveningId = Annotated[int, Meta(description="The number of the evening in its database.", ge=1)]
HexDigest = Annotated[str, Meta(description="SHA-256, in hexadecimal.", pattern="^[0-9a-f]{64}$")]
Day = Annotated[str, Meta(description="A day, as 1898-12-26.")]
Time = Annotated[str, Meta(description="A time in UTC, as 1898-12-26T21:14:05.123Z; empty if none was recorded.")]
RecorderName = Annotated[str, Meta(description="The recorder's name.")]
SayingText = Annotated[str, Meta(description="In the notation's own words.")]
Cite = Annotated[str, Meta(description="The page, as `[8]`, or the rule, as `R53`; empty if none is cited.")]
MoneyCode = Annotated[str, Meta(description="`counters`, `lsd`, or a code of ISO 4217.")]
Unit = Annotated[str, Meta(description="The smallest unit of the money: `counter`, `farthing`, or as `0.01 GBP`.")]
CounterValue = Annotated[
    int | None, Meta(description="The value of a counter, in the smallest unit; null if it has none.")
]


class InMoney(Struct, kw_only=True):
    """An answer whose amounts are in one money."""

    money: MoneyCode
    unit: Unit
    counter: CounterValue


class OfEvening(Struct, kw_only=True):
    """An answer about an evening, whose amounts are in its money."""

    evening: EveningId
    money: MoneyCode
    unit: Unit
    counter: CounterValue


class MoneyFields(TypedDict):
    """The fields of an answer that say what its amounts are in."""

    money: str
    unit: str
    counter: int | None


def in_money(money: Money) -> MoneyFields:
    """Return the fields that say what the amounts of an answer are in."""
    return {"money": money.code, "unit": money.unit, "counter": money.counter}
