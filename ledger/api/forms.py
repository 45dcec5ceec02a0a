"""Forms and slots as JSON, for programs."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from ledger.api.fields import answer
from ledger.core.cards import Card
from ledger.core.names import name
from ledger.language.forms import whole_and_open
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
from ledger.projections.offers import expecting, offers

if TYPE_CHECKING:
    from ledger.recorder import Session

COMMON = ("optional", "repeat", "shown", "asks")
UNSAID = ("field", "form", "expected", "called", "order")
"""What only the rows of the grammar, and the pages, say of a slot."""
EMPTY: tuple[Any, ...] = ((), {}, None, False)
LEFT_OUT: dict[str, tuple[Any, ...]] = dict.fromkeys(
    ("out", "of", "often", "apart", "as_many", "or_words", "values"), EMPTY
)
LEFT_OUT |= {"in_full": (False, True), "step": (1,)}
"""Fields that are left out if they have one of these values."""
OWN_FIELDS = {
    kind: tuple(field for field in kind.__struct_fields__ if field not in (*COMMON, *UNSAID))
    for kind in (Word, Literal, Amount, Number, Cards, Player, Players, Text, Option, Saying)
}
LEFT_OUT_OF: dict[type[AnySlot], dict[str, tuple[Any, ...]]] = {Option: dict.fromkeys(OWN_FIELDS[Option], EMPTY)}


class ExpectingAnswer(Struct, kw_only=True):
    """Who is to speak now, and what may be said. Only `who` and `may` are in every answer."""

    who: list[str]
    may: list[str]
    sayings: Annotated[
        list[str] | UnsetType, Meta(description="Whole sayings in the notation: they can be sent as they are.")
    ] = UNSET
    templates: Annotated[list[str] | UnsetType, Meta(description="Sayings in which something is to be filled in.")] = (
        UNSET
    )
    forms: list[dict[str, Any]] | UnsetType = UNSET
    around: list[dict[str, Any]] | UnsetType = UNSET


def expecting_with_forms(session: "Session") -> ExpectingAnswer:
    """Return who is to speak now, and what may be said, as texts and as forms."""
    evening, shared = session.evening, session.shared
    offered = offers(evening, session.number, shared)
    awaited = answer(expecting(evening, shared), ExpectingAnswer)
    awaited.sayings, awaited.templates = [], []
    for form in (form for form in offered.forms if not form.assumes):
        whole, to_fill = whole_and_open(form.slots, evening.money)
        awaited.sayings += _of_each(form, whole)
        awaited.templates += _of_each(form, to_fill)
    awaited.forms = [form_as_json(form) for form in offered.forms]
    awaited.around = [form_as_json(form) for form in offered.around]
    return awaited


def _of_each(form: Form, texts: list[str]) -> list[str]:
    """Return texts of a form for each player who may say them."""
    return [f"{name(player)} {text}" for player in form.who for text in texts] if form.who else texts


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
        kind = type(slot)
        left_out = LEFT_OUT_OF.get(kind, LEFT_OUT)
        own = {field: getattr(slot, field) for field in OWN_FIELDS[kind]}
        values = {field: _value(value) for field, value in own.items() if value not in left_out.get(field, ())}
        values = {"slot": slot.__struct_config__.tag, **values}
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
