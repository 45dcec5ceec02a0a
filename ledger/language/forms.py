"""Forms as text for people."""

from collections.abc import Iterable, Sequence
from itertools import pairwise, product

from ledger.core.money import Money
from ledger.language.slots import (
    Amount,
    AnySlot,
    Cards,
    Group,
    Literal,
    Number,
    Option,
    Player,
    Players,
    Slots,
    Text,
    Word,
)

GLUED = (":", "+", "=", ",")
"""What is written without spaces around it."""
ANY_AMOUNT = "AMOUNT"
TO = "to"
LONG_RUN = 6
"""So many numbers one after another are shown as a range."""

# As text


def texts(slots: Slots, money: Money) -> list[str]:
    """Return the texts that show slots: ``wins``, ``wins flush``, ``raises 1d to 5s``.

    After `to` a range is told by `between`: ``raises to between 1d and 5s``.
    """
    parts = [_shown(slot, money) for slot in slots]
    for place, (before, slot) in enumerate(pairwise(slots), 1):
        if isinstance(before, Literal) and before.text == TO and isinstance(slot, Amount) and not slot.shown:
            parts[place] = [range_after_to(slot.low, slot.high, money)]
    return list(dict.fromkeys(joined(texts_of_slots) for texts_of_slots in product(*parts)))


def _shown(slot: AnySlot, money: Money) -> list[str]:
    """Return the texts that show a slot; also an empty one if it may be left out."""
    if slot.shown is None:
        return [""]
    if isinstance(slot, Group):
        texts_of_slot = [slot.shown] if slot.shown else texts(slot.slots, money)
        texts_of_slot = [f"{text} …" for text in texts_of_slot] if slot.repeat and not slot.shown else texts_of_slot
    else:
        texts_of_slot = [slot.shown] if slot.shown else _words_of(slot, money)
    return ["", *texts_of_slot] if slot.optional else texts_of_slot


def _words_of(slot: AnySlot, money: Money) -> list[str]:
    match slot:
        case Word():
            return list(slot.words)
        case Literal():
            return [slot.text]
        case Amount():
            return [amounts_text(slot.low, slot.high, money)]
        case Number():
            texts_of_slot = [f"{slot.low} to {slot.high}" if slot.low != slot.high else str(slot.low), *slot.or_words]
        case Cards():
            texts_of_slot = ["CARD" if slot.high == 1 else "CARD …"]
        case Player():
            texts_of_slot = ["NAME"]
        case Players():
            texts_of_slot = ["A B …"]
        case Text():
            texts_of_slot = ['"TEXT"']
        case Option():
            texts_of_slot = [f"{slot.name}=…"]
        case _:
            texts_of_slot = ["SAYING"]
    return [f"{text} …" for text in texts_of_slot] if slot.repeat else texts_of_slot


def amounts_text(low: int, high: int | None, money: Money) -> str:
    """Return a range of amounts in words."""
    if high is None:
        return f"{money.show(low)} or more" if low > 0 else ANY_AMOUNT
    if low == high:
        return money.show(low)
    return f"{money.show(low)} to {money.show(high)}"


def range_after_to(low: int, high: int | None, money: Money) -> str:
    """Return a range of amounts in words that may stand after `to`."""
    if high is None or low == high:
        return amounts_text(low, high, money)
    return f"between {money.show(low)} and {money.show(high)}"


def enumerated(allowed: Sequence[str]) -> str:
    """Return texts with commas between; many numbers as a range: ``stands, 2 to 20, over``."""
    return ", ".join(in_runs(allowed))


def in_runs(allowed: Sequence[str]) -> list[str]:
    """Return texts, and a range for many numbers that follow one another."""
    shown: list[str] = []
    at = 0
    while at < len(allowed):
        run = 1
        while allowed[at].isdigit() and allowed[at + run : at + run + 1] == [str(int(allowed[at]) + run)]:
            run += 1
        shown += [f"{allowed[at]} to {allowed[at + run - 1]}"] if run >= LONG_RUN else allowed[at : at + run]
        at += run
    return shown


def joined(parts: Iterable[str]) -> str:
    """Join the parts of a saying with spaces, except around what is glued to its neighbours."""
    text, close = "", True
    for part in parts:
        if part:
            text += part if close or part in GLUED else f" {part}"
            close = part in GLUED
    return text
