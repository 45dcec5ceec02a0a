"""Examples: sayings made up from forms, for random evenings and for the offers."""

from ledger.core.money import Money
from ledger.core.names import name
from ledger.language.forms import joined
from ledger.language.slots import Chooser, Slots
from ledger.language.walk import Walk

TRIES = 20
"""The number of times that a saying is begun anew after a place where nothing can be said."""


def put_together(player: str, slots: Slots, chooser: Chooser, money: Money) -> str | None:
    """Make up a saying from its slots, by this player or nobody; None if none is found."""
    for _ in range(TRIES):
        if (parts := _made_up(Walk(slots, money), chooser)) is not None:
            return joined([*([name(player)] if player else []), *parts])
    return None


def _made_up(walk: Walk, chooser: Chooser) -> tuple[str, ...] | None:
    """Walk on at random to an end; return what was said, None if nothing can be said."""
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


def first_saying(player: str, slots: Slots, money: Money) -> str | None:
    """Return the first saying of a form, without optional parts; None if there is none."""
    walk = Walk(slots, money)
    while not walk.settled:
        step = walk.steps()[0]
        text = next(filter(step.may_be, step.slot.examples(money)), None)
        if text is None:
            return None
        walk = step.after(text)
    return joined([*([name(player)] if player else []), *walk.said])
