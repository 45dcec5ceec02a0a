"""Whether a saying can be put together from a form."""

import re
from collections.abc import Sequence

from ledger.core.names import name
from ledger.evening.fold import Evening
from ledger.language.forms import joined
from ledger.language.slots import AnySlot, Form, Literal, Option
from ledger.language.walk import Walk


def places_in(text: str) -> list[str]:
    """Return the words of a saying, and the signs that are written without spaces."""
    return re.findall(r'"(?:\\.|[^"\\])*"|[:=,]|\+(?=[a-z])|[^\s":=,+]+|\+[^\s"]+', text)


def fits(form: Form, saying: str, evening: Evening) -> bool:
    """Return whether a form can make this saying."""
    saying = re.sub(" 1 card$", " 1 cards", saying)  # one card may be bought as cards too
    parts = places_in(saying)
    if form.who:
        if parts[:1] not in [[name(player)] for player in form.who]:
            return False
        parts = parts[1:]
    return _fill(Walk(form.slots, evening.money), parts)


def _fill(walk: Walk, parts: Sequence[str]) -> bool:
    """Return whether the words lead to an end of a walk, with none left over."""
    if not parts:
        return walk.settled
    for step in walk.steps():
        size = _size(step.slot)
        text = joined(parts[:size])
        if step.slot.takes(text, walk.money) and step.may_be(text) and _fill(step.after(text), parts[size:]):
            return True
    return False


def _size(slot: AnySlot) -> int:
    """Return how many of the words of a saying stand in a slot."""
    return len(slot.text.split()) if isinstance(slot, Literal) else 3 if isinstance(slot, Option) else 1
