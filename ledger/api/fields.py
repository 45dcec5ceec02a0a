"""The money of an answer, and projections as answers."""

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any, TypedDict, TypeVar

from msgspec import UNSET, Struct, convert

from ledger.core.fields import CounterValue, EveningId, EventNumber, MoneyCode, SayingText, Unit
from ledger.core.money import Money

T = TypeVar("T", bound=Struct)


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


class NumberedSaying(Struct, kw_only=True):
    """A saying by its number."""

    number: EventNumber
    saying: SayingText


def answer(of: object, kind: type[T], **beside: Any) -> T:
    """Return a projection as an answer, with the answer's own names and descriptions.

    What is said `beside` it goes before the fields of the projection; UNSET leaves a field out.
    """
    if beside:
        known = {field: getattr(of, field) for field in kind.__struct_fields__ if hasattr(of, field)}
        of = SimpleNamespace(**{field: value for field, value in {**known, **beside}.items() if value is not UNSET})
    return convert(of, kind, from_attributes=True)


def answers(of: Iterable[object], kind: type[T]) -> list[T]:
    """Return projections as answers."""
    return convert(list(of), list[kind], from_attributes=True)  # type: ignore[valid-type]
