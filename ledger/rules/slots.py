"""The slots that the forms of sayings are made of."""

from ledger.language.slots import (
    Amount,
    AnySlot,
    Cards,
    Group,
    Literal,
    Number,
    Player,
    Players,
    Slots,
    Text,
    Word,
    fixed,
    most_times,
)

__all__ = [
    "Amount",
    "AnySlot",
    "Cards",
    "Group",
    "Literal",
    "Number",
    "Player",
    "Players",
    "Slots",
    "Text",
    "Word",
    "fixed",
    "most_times",
]
