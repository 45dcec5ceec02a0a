"""Examples: sayings and events made up from forms, for random evenings and for the offers."""

from collections.abc import Iterator
from typing import Any

from ledger.core.events import Event
from ledger.core.money import Money
from ledger.core.names import name
from ledger.language.forms import joined
from ledger.language.grammar import row_said
from ledger.language.parts import Argument, Maybe, SmallWord
from ledger.language.slots import Amount, AnySlot, Cards, Chooser, Group, Literal, Number, Player, Players, Slots, Word
from ledger.language.walk import Walk

TRIES = 20
"""A saying that came to a place where nothing can be said is begun anew so often."""


def put_together(player: str, slots: Slots, chooser: Chooser, money: Money) -> str | None:
    """Make up a saying from its slots, by this player or nobody; None if none is found."""
    for _ in range(TRIES):
        if (parts := _made_up(Walk(slots, money), chooser)) is not None:
            return joined([*([name(player)] if player else []), *parts])
    return None


def _made_up(walk: Walk, chooser: Chooser) -> tuple[str, ...] | None:
    """Walk on at random to an end; return what was said, None where nothing can be said."""
    while not walk.settled or chooser.number(0, 2):
        steps = [(step, texts) for step in walk.steps() if (texts := step.texts()) or not step.slot.choices(walk.money)]
        if not steps:
            return walk.said if walk.settled else None
        step, texts = chooser.choose(steps)
        text = step.slot.pick(texts, chooser, walk.money)
        if text is None or not step.may_be(text):
            return None
        walk = step.after(text)
    return walk.said


# The first of all


def first_event(kind: type[Event], player: str, slots: Slots) -> Any:
    """Return the first event of a kind that a form allows; what may be left out is left out.

    The slots are matched with the parts of its row, in their order.
    """
    first = slots[0]
    word = first.words[0] if isinstance(first, Word) else first.text if isinstance(first, Literal) else ""
    row = row_said(kind, word)
    small = {part.text for part in row.parts if isinstance(part, SmallWord)} | {
        part.small for part in row.parts if isinstance(part, Maybe)
    }
    arguments = [argument for part in row.parts for argument in part.arguments()]
    fields: dict[str, Any] = {**row.fixed, "player": player} if player else dict(row.fixed)
    if "word" in kind.__struct_fields__:
        fields.setdefault("word", word)
    rest = iter(arguments)
    for slot in _alone(slots[1:]):
        if not (isinstance(slot, Literal) and slot.text in small):
            argument = next((argument for argument in rest if _narrows(slot, argument.slot)), None)
            if argument is not None:
                fields[argument.field] = _value(argument, _first_of(slot))
    needed = len(kind.__struct_fields__) - len(kind.__struct_defaults__)
    for argument in arguments:
        if argument.field in kind.__struct_fields__[:needed]:
            fields.setdefault(argument.field, _value(argument, _first_of(argument.slot)))
    return kind(**fields)


def _alone(slots: Slots) -> Iterator[AnySlot]:
    """Yield the slots that are filled, those of groups by themselves."""
    for slot in slots:
        if slot.optional:
            continue
        if isinstance(slot, Group):
            yield from _alone(slot.slots)
        else:
            yield slot


def _narrows(slot: AnySlot, widest: AnySlot) -> bool:
    """Return whether a slot of a form may stand for an argument."""
    if isinstance(slot, Word | Literal):
        text = _first_of(slot)
        return isinstance(widest, Word | Literal) or (isinstance(widest, Number) and text.isdigit())
    return type(slot) is type(widest)


def _first_of(slot: AnySlot) -> Any:
    """Return the first value that may stand in a slot, the lowest of a range."""
    match slot:
        case Word():
            return slot.words[0] if slot.words else ""
        case Literal():
            return slot.text
        case Amount() | Number():
            return slot.low
        case Cards() | Players():
            return slot.among[: slot.low]
        case Player():
            return slot.among[0] if slot.among else ""
        case _:
            return ""


def _value(argument: Argument, first: Any) -> Any:
    """Return the value of the field of an argument."""
    if isinstance(argument.slot, Number):
        first = int(first)
    return (first,) if argument.several and not isinstance(first, tuple) else first
