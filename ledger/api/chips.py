"""How a set of chips is dealt out, as programs get it."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

from ledger.core.chips import ChipKind


class ChipRow(Struct, kw_only=True):
    """The chips of one value."""

    value: int
    colour: str
    dealt: Annotated[int, Meta(description="How many every player gets.")]
    left: Annotated[int, Meta(description="How many of the set are left.")]


class ChipsAnswer(Struct, kw_only=True):
    """How a set of chips is dealt out in equal stacks."""

    players: int
    stack: int
    chips: list[ChipRow]


def chips_answer(kinds: Sequence[ChipKind], players: int, stack: int, dealt: Sequence[int]) -> ChipsAnswer:
    """Return how many chips of each kind every player gets, and how many are left."""
    rows = [
        ChipRow(value=kind.value, colour=kind.colour, dealt=number, left=kind.number - number * players)
        for kind, number in zip(kinds, dealt, strict=True)
    ]
    return ChipsAnswer(players=players, stack=stack, chips=rows)
