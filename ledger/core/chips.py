"""Chips: how a set of them is dealt out in equal stacks."""

import re
from collections.abc import Sequence
from math import gcd

import msgspec

from ledger.core.refusals import Code, Refusal, printable

KIND = re.compile("(?:([^\\W\\d_]{1,20}):)?([1-9][0-9]{0,5})x([1-9][0-9]{0,8})")
MOST_KINDS = 12
MOST_SUMS = 20_000
"""The greatest number of sums that are looked at, in units that divide all chips."""


class ChipKind(msgspec.Struct, frozen=True):
    """Chips of one value in a set: how many there are, and their colour where it was said."""

    number: int
    value: int
    colour: str = ""


def read_set(text: str) -> tuple[ChipKind, ...]:
    """Read a set as ``200x25 150x100`` or ``white:200x25``; the smallest value comes first.

    Raises Refusal for what is none.
    """
    kinds = list[ChipKind]()
    for word in text.split():
        found = KIND.fullmatch(word)
        if found is None:
            sentence = f"{printable(word, 40)} is no number of chips"
            raise Refusal(Code.UNREADABLE, sentence, "Say how many and of what value: 200x25, or white:200x25")
        kinds.append(ChipKind(int(found[2]), int(found[3]), found[1] or ""))
    if not 0 < len(kinds) <= MOST_KINDS:
        raise Refusal(Code.UNREADABLE, f"a set has 1 to {MOST_KINDS} kinds of chips, not {len(kinds)}")
    return tuple(sorted(kinds, key=lambda kind: kind.value))


def dealt_out(kinds: Sequence[ChipKind], players: int, stack: int) -> tuple[int, ...]:
    """Return how many chips of each kind every player gets, as many in all as can be.

    Of as many it is more of the smallest. Raises Refusal, with the nearest stack that the chips make, if they do not
    make this one for all.
    """
    whole = sum(kind.number // players * kind.value for kind in kinds)
    least = min((kind.value for kind in kinds), default=0)
    unit = gcd(*(kind.value for kind in kinds))
    reach = min(whole, stack + max(kind.value for kind in kinds))
    if reach // unit > MOST_SUMS:
        raise Refusal(Code.UNREADABLE, f"a stack of {stack:,} is too large for chips of {least:,}")
    best: dict[int, tuple[int, ...]] = {0: ()}
    for kind in kinds:
        longer: dict[int, tuple[int, ...]] = {}
        for made, counts in best.items():
            for number in range(min(kind.number // players, (reach - made) // kind.value) + 1):
                total, dealt = made + number * kind.value, (*counts, number)
                if total not in longer or (sum(dealt), dealt) > (sum(longer[total]), longer[total]):
                    longer[total] = dealt
        best = longer
    if stack in best:
        return best[stack]
    nearest = min((made for made in best if made), key=lambda made: (abs(made - stack), made), default=0)
    each = f"{players} stacks of {stack:,}"
    if not nearest:
        raise Refusal(Code.UNREADABLE, f"these chips make no {each}: there are not enough of any kind")
    raise Refusal(
        Code.UNREADABLE,
        f"these chips make no {each}",
        f"The nearest that they make is {nearest:,}: say --stack {nearest}",
    )
