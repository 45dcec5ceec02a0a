"""The house rules of Loto, and the carry from drawing to drawing."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from ledger.rules import Counters, DerivedDefault, Options, option

COUNTERS_A_CARD = 60
"""The stake of a card that the book advises for drawings, in counters [112]."""

OF_ONE_METHOD = {
    "answer": "cover",
    "parts": "cover",
    "saved": "cover",
    "reserve": "drawings",
}
"""The options that belong to one of the methods only."""


def _stake(so_far: Any) -> Any:
    return Counters(1) if so_far.method == "cover" else COUNTERS_A_CARD * so_far.value


@dataclass(frozen=True)
class LotoOptions(Options):
    """The house rules of Loto."""

    method: str = option.choice(
        "cover",
        ("cover", "drawings"),
        "whoever covers a card first wins, or ten knobs are drawn at a time and paid by the line",
        "[109]-[112]",
    )
    value: int = option.amount(1, "what a counter on a card is worth", "[110]")
    stake: int = option.amount(
        DerivedDefault(_stake, "1; with drawings 60 times the value"),
        "cover: what each player stakes, however many cards it has; drawings: what is staked for every card",
        "[109]-[110], [112]",
    )
    cards: int = option.number(24, 6, 24, "the cards in the box", "[109], [112]", among=(24, 18, 12, 6))
    answer: str = option.choice(
        "first", ("first", "all"), "cover: only the first to answer covers a number, or everyone who has it", "[110]"
    )
    parts: bool = option.flag(
        "cover: a quarter of the pool for the first row, a quarter for two rows, the rest for the card", "[109]-[110]"
    )
    saved: bool = option.flag("cover: the losers save a counter out of the stake for each number covered", "[109]")
    reserve: int | None = option.amount(
        None, "drawings: how much of each card's stake redeems the counters on the cards at the last", "[110]-[112]"
    )

    def out_of_place(self, names: Collection[str]) -> str | None:
        """Return which option belongs to the other method, or None."""
        for name in names:
            if OF_ONE_METHOD.get(name, self.method) != self.method:
                return f"{name} is an option of method={OF_ONE_METHOD[name]}, and this is method={self.method}"
        return None

    def conflict(self, players: int) -> str | None:
        """Return which options cannot stand together."""
        if self.saved and self.parts:
            return "saved does not go with parts: the pool is either parted or saved from"
        if self.reserve is not None and self.reserve > self.stake:
            return "the reserve is kept out of the stake of a card: it cannot be more than the stake"
        return None


@dataclass(frozen=True)
class LotoCarry:
    """The carry from drawing to drawing, by players of the game; empty with `cover`."""

    cards: dict[str, int] = field(default_factory=dict)
    """The number of cards that each has said to hold."""
    numbers: dict[str, tuple[tuple[int, ...], ...]] = field(default_factory=dict)
    """The numbers of each player's known cards, line after line."""
    staked: dict[str, int] = field(default_factory=dict)
    """For each player who has had cards in a drawing, the number of cards with a stake."""
    first: str | None = None
    """The player who drew first."""
    void: bool = False
    """Whether the last drawing was void, and is to be dealt again."""
    left: int | None = None
    """The number of drawings left, the one in hand included; None until it was agreed [112]."""
