"""Forms and slots as JSON, for programs."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec import UNSET, Struct, UnsetType

from ledger.api.fields import answer
from ledger.core.cards import Card
from ledger.language.slots import (
    Amount,
    AnySlot,
    Cards,
    Form,
    Group,
    Literal,
    Number,
    Option,
    Player,
    Players,
    Saying,
    Text,
    Word,
)
from ledger.projections.offers import Expecting, expecting, offers

if TYPE_CHECKING:
    from ledger.recorder import Session

LEFT_OUT_EMPTY = ("out", "of", "often", "apart", "as_many", "or_words")
"""Fields that are left out where nothing is in them."""
COMMON = ("optional", "repeat", "shown", "asks")
OWN_FIELDS = {
    kind: tuple(field for field in kind.__struct_fields__ if field not in COMMON)
    for kind in (Word, Literal, Amount, Number, Cards, Player, Players, Text, Option, Saying)
}


class ExpectingAnswer(Struct, kw_only=True):
    """Who is to speak now, and what may be said. `forms` and `around` are not in every answer."""

    who: list[str]
    may: list[str]
    forms: list[dict[str, Any]] | UnsetType = UNSET
    around: list[dict[str, Any]] | UnsetType = UNSET


def expecting_answer(expecting: Expecting) -> ExpectingAnswer:
    """Return who is to speak now, and what may be said, as texts only."""
    return answer(expecting, ExpectingAnswer)


def expecting_with_forms(session: "Session") -> ExpectingAnswer:
    """Return who is to speak now, and what may be said, as texts and as forms."""
    evening, shared = session.evening, session.shared
    offered = offers(evening, session.number, shared)
    answer = expecting_answer(expecting(evening, shared))
    answer.forms = [form_as_json(form) for form in offered.forms]
    answer.around = [form_as_json(form) for form in offered.around]
    return answer


def form_as_json(form: Form) -> dict[str, Any]:
    """Return a form as JSON."""
    return {
        "who": list(form.who),
        "assumes": form.assumes,
        "usual": form.usual,
        "slots": [slot_as_json(slot) for slot in form.slots],
    }


def slot_as_json(slot: AnySlot) -> dict[str, Any]:
    """Return a slot as JSON; a group has no `slot`."""
    if isinstance(slot, Group):
        values: dict[str, Any] = {"slots": [slot_as_json(part) for part in slot.slots]}
        if slot.low is not None or slot.high is not None:
            values |= {"low": slot.low, "high": slot.high}
        if slot.total is not None:
            values["total"] = list(slot.total)
    else:
        values = {"slot": slot.__struct_config__.tag}
        values |= {field: _value(getattr(slot, field)) for field in OWN_FIELDS[type(slot)]}
        values = {field: value for field, value in values.items() if field not in LEFT_OUT_EMPTY or value}
        if isinstance(slot, Amount):
            del values["in_full"]
            if slot.step == 1:
                del values["step"]
        if isinstance(slot, Option):
            values = {field: value for field, value in values.items() if value not in (None, [], False)}
        if slot.asks:
            values["asks"] = slot.asks
    for mark in ("optional", "repeat", "any_order"):
        if getattr(slot, mark, False):
            values[mark] = True
    return values


def _value(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): reason for key, reason in value.items()}
    if isinstance(value, tuple):
        return [str(part) if isinstance(part, Card) else part for part in value]
    return value
