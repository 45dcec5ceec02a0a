"""Forms as text for people and as JSON for programs."""

from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any

from ledger.core.cards import Card
from ledger.core.money import Money
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
    Slots,
    Text,
    Word,
)

GLUED = (":", "+", "=", ",")
"""What is written without spaces around it."""

# As text


def texts(slots: Slots, money: Money) -> list[str]:
    """Put slots to a person, one text for each choice of its words: ``wins``, ``wins flush``, ``raises 1d to 5s``."""
    return list(dict.fromkeys(joined(parts) for parts in product(*(_shown(slot, money) for slot in slots))))


def _shown(slot: AnySlot, money: Money) -> list[str]:
    """The ways in which a slot is put to a person; an empty one where it may be left out and is shown both ways."""
    if slot.shown is None:
        return [""]
    if isinstance(slot, Group):
        ways = [slot.shown] if slot.shown else texts(slot.slots, money)
        ways = [f"{way} …" for way in ways] if slot.repeat and not slot.shown else ways
    else:
        ways = [slot.shown] if slot.shown else _words_of(slot, money)
    return ["", *ways] if slot.optional else ways


def _words_of(slot: AnySlot, money: Money) -> list[str]:
    match slot:
        case Word():
            return list(slot.words)
        case Literal():
            return [slot.text]
        case Amount():
            return [amounts_text(slot.low, slot.high, money)]
        case Number():
            ways = [f"{slot.low} to {slot.high}" if slot.low != slot.high else str(slot.low)]
        case Cards():
            ways = ["CARD" if slot.high == 1 else "CARD …"]
        case Player():
            ways = ["NAME"]
        case Players():
            ways = ["A B …"]
        case Text():
            ways = ['"TEXT"']
        case Option():
            ways = [f"{slot.name}=…"]
        case _:
            ways = ["SAYING"]
    return [f"{way} …" for way in ways] if slot.repeat else ways


def amounts_text(low: int, high: int | None, money: Money) -> str:
    """A range of amounts in words."""
    if high is None:
        return f"{money.show(low)} or more"
    if low == high:
        return money.show(low)
    return f"{money.show(low)} to {money.show(high)}"


def joined(parts: Iterable[str]) -> str:
    """Write the parts of a saying as one line: parted by spaces, but for what is glued to its neighbours."""
    text, close = "", True
    for part in parts:
        if part:
            text += part if close or part in GLUED else f" {part}"
            close = part in GLUED
    return text


# As JSON


def as_json(form: Form) -> dict[str, Any]:
    """A form, for programs."""
    return {
        "who": list(form.who),
        "assumes": form.assumes,
        "usual": form.usual,
        "slots": [slot_as_json(slot) for slot in form.slots],
    }


def slot_as_json(slot: AnySlot) -> dict[str, Any]:
    """A slot, for programs; a group has no `slot`."""
    if isinstance(slot, Group):
        plain: dict[str, Any] = {"slots": [slot_as_json(one) for one in slot.slots]}
        if slot.low is not None or slot.high is not None:
            plain |= {"low": slot.low, "high": slot.high}
        if slot.total is not None:
            plain["total"] = list(slot.total)
    else:
        plain = {"slot": slot.__struct_config__.tag}
        plain |= {field: _plain(getattr(slot, field)) for field in _OWN_FIELDS[type(slot)]}
        plain = {field: value for field, value in plain.items() if field not in _LEFT_OUT or value}
        if isinstance(slot, Amount) and slot.step == 1:
            del plain["step"]
        if isinstance(slot, Option):
            plain = {field: value for field, value in plain.items() if value not in (None, [], False)}
        if slot.asks:
            plain["asks"] = slot.asks
    for mark in ("optional", "repeat", "any_order"):
        if getattr(slot, mark, False):
            plain[mark] = True
    return plain


_LEFT_OUT = ("out", "of", "often", "apart", "as_many")
"""What is left out where there is nothing in it."""
_COMMON = ("optional", "repeat", "shown", "asks")
_OWN_FIELDS = {
    kind: tuple(field for field in kind.__struct_fields__ if field not in _COMMON)
    for kind in (Word, Literal, Amount, Number, Cards, Player, Players, Text, Option, Saying)
}


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): reason for key, reason in value.items()}
    if isinstance(value, tuple):
        return [str(one) if isinstance(one, Card) else one for one in value]
    return value
