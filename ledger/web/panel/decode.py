"""A saying put together again from the fields that were sent."""

import re
from collections.abc import Iterable

from ledger.language.forms import joined
from ledger.language.names import quoted

FIXED, WORD, TEXT, OPTION = "h", "w", "t", "o"
"""How the name of a field begins, by what becomes of its value."""
SLOT = re.compile(
    r"(?P<group>(?:g\d+\.\d+\.)*)(?P<name>(?P<sort>[hwto])\d+)(?:\.(?P<option>[\w-]+))?(?P<exact>\+)?", re.ASCII
)
"""The name of a field: the group it belongs to, its sort and place, an option's name, and a mark on an exact sum."""


def saying_of(fields: Iterable[tuple[str, str]]) -> str:
    """Put a saying together from the fields that were sent, in their order.

    A group of which nothing was chosen is left out, with its fixed words; an exact sum stands for a usual one.
    """
    said = [(SLOT.fullmatch(name), value.strip()) for name, value in fields]
    slots = [(found, value) for found, value in said if found and value]
    chosen = {found["group"] for found, _ in slots if found["sort"] != FIXED}
    exact = {found["name"] for found, _ in slots if found["exact"]}
    words: list[str] = []
    for found, value in slots:
        if (found["group"] and found["group"] not in chosen) or (found["name"] in exact and not found["exact"]):
            continue
        if found["sort"] == TEXT:
            words.append(quoted(value))
        elif found["sort"] == OPTION:
            words.append(f"{found['option']}={value}")
        else:
            words.append(value)
    return joined(words)
