"""Decode the fields that a form sent to the saying that they make up."""

import re
from collections.abc import Iterable, Iterator

from ledger.core.money import Money
from ledger.core.names import quoted
from ledger.language.forms import joined
from ledger.web.words import without_quotes

FIXED, WORD, TEXT, OPTION, WINNER, MARK, PART, MONEY = "h", "w", "t", "o", "p", "x", "c", "m"
"""How the name of a field begins, by the kind of its slot; an option that is an amount is of the kind of amounts."""
COUNTERS = "counters"
"""The field that tells whether a bare number is counters; else it is money, in an evening of money."""
OF_ALL = "|"
"""What separates the path of a group from the words that a mark adds to it."""
PLAIN = Money("counters", 1)
"""The money of an evening that is played for counters: a bare number is what it says."""
SLOT = re.compile(
    r"(?P<group>(?:g\d+\.\d+\.)*)(?P<name>(?P<kind>[hwtopxcm])\d+)(?:\.(?P<option>[\w-]+))?(?P<exact>\+)?", re.ASCII
)
"""The name of a field: its group, kind and place, an option's name, and a mark on an exact sum."""


def saying_of(fields: Iterable[tuple[str, str]], money: Money = PLAIN) -> str:
    """Join the fields that were sent, in their order, to a saying with its sums in this money."""
    return joined(word for _, word in _words(_in_money(fields, money)))


def fixed_words(fields: Iterable[tuple[str, str]]) -> list[str]:
    """Return the fixed words of the saying that the fields make up."""
    slots = [(SLOT.fullmatch(name), value) for name, value in fields]
    return [word for slot, value in slots if slot and slot["kind"] == FIXED for word in value.split()]


def empty_rows(fields: Iterable[tuple[str, str]]) -> int:
    """Return how many rows are still empty, each of which takes one number or sum."""
    rows = [(SLOT.fullmatch(name), value.strip()) for name, value in fields]
    return sum(1 for slot, value in rows if slot and slot["group"] and slot["kind"] in (WORD, MONEY) and not value)


def preview_of(fields: Iterable[tuple[str, str]], money: Money = PLAIN) -> str:
    """Join the fields to a saying for people, with names without their quotes."""
    return joined(word if kind == TEXT else without_quotes(word) for kind, word in _words(_in_money(fields, money)))


def _in_money(fields: Iterable[tuple[str, str]], money: Money) -> list[tuple[str, str]]:
    """Return the fields with each bare number that was keyed in as a sum written as money."""
    fields = list(fields)
    if (COUNTERS, "1") in fields:
        return fields
    slots = [SLOT.fullmatch(name) for name, _ in fields]
    return [
        (name, money.by_keys(value.strip()) if slot and slot["kind"] == MONEY else value)
        for slot, (name, value) in zip(slots, fields, strict=True)
    ]


def _words(fields: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Return the words of a saying, each with the kind of its slot.

    A group without a choice is left out, with its fixed words; an exact sum replaces a usual one. Several winners
    share, and only the part of the pots is said besides; if nobody has won it, a whole saying replaces them. A mark
    follows the words of its group.
    """
    values = [(SLOT.fullmatch(name), value.strip()) for name, value in fields]
    slots = [(slot, value) for slot, value in values if slot and value]
    chosen = {slot["group"] for slot, _ in slots if slot["kind"] != FIXED}
    exact = {slot["name"] for slot, _ in slots if slot["exact"]}
    marks = dict(value.split(OF_ALL, 1) for slot, value in slots if slot["kind"] == MARK and OF_ALL in value)
    last = {slot["group"]: place for place, (slot, _) in enumerate(slots)}
    winners = [value for slot, value in slots if slot["kind"] == WINNER]
    nobody = next((value for value in winners if value.startswith(OF_ALL)), "")
    if nobody:
        yield WORD, nobody.removeprefix(OF_ALL)
        return
    if winners:
        yield WORD, f"{winners[0]} wins" if len(winners) == 1 else f"split {' '.join(winners)}"
    for place, (slot, value) in enumerate(slots):
        if (slot["group"] and slot["group"] not in chosen) or (slot["name"] in exact and not slot["exact"]):
            continue
        if slot["kind"] in (WINNER, MARK) or (len(winners) > 1 and slot["kind"] != PART):
            continue
        if slot["kind"] == TEXT:
            yield TEXT, quoted(value)
        elif slot["option"]:
            yield OPTION, f"{slot['option']}={value}"
        else:
            yield slot["kind"], value
        if slot["group"] in marks and place == last[slot["group"]]:
            yield from ((WORD, word) for word in marks[slot["group"]].split())
