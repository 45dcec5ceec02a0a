"""Buttons beside one another, in rows that are filled to their ends."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TypeVar

from ledger.web.panel.buttons import Button, Off, Opening, Ready
from ledger.web.panel.fields import MOST_BUTTONS

LONGEST_WORD, LONGEST_IN_A_ROW = 8, 22
"""A longer word does not fit a button of which four stand in a row, and a longer label none that has a neighbour."""
COLUMNS = 12
"""The columns of a row of buttons."""
MANY_ALIKE = 3
"""So many buttons that begin alike stand together."""
MOST_AT_ONCE = 8
"""So many words of one form are shown without opening it."""

A = TypeVar("A")


@dataclass(frozen=True)
class Placed:
    """A button in its row: what stands on it, and how many of the row's columns it takes."""

    one: Button
    label: str
    columns: int = COLUMNS
    begin: str = ""
    """The word that stands above it, and is read aloud before its own."""

    @property
    def whole(self) -> bool:
        """Whether it takes a row by itself."""
        return len(self.label) > LONGEST_IN_A_ROW or (isinstance(self.one, Opening) and bool(self.one.suits))


@dataclass(frozen=True)
class Choices:
    """Buttons beside one another, in rows that are filled to their ends; all may begin with one word."""

    begin: str
    placed: list[Placed]
    ends: bool = False
    """Whether they end something, or take somebody away: they are smaller, and none is marked as the usual one."""

    @property
    def rows(self) -> int:
        """How many rows they fill."""
        return sum(one.columns for one in self.placed) // COLUMNS

    @property
    def runs(self) -> list[tuple[bool, list[Placed]]]:
        """Those that open something, and those that say it, as they follow one another."""
        by_sort = groupby(self.placed, key=lambda each: isinstance(each.one, Opening))
        return [(opens, list(several)) for opens, several in by_sort]


def arranged(told: Sequence[Button], order: Mapping[str, int], tight: bool) -> list[Choices]:
    """Buttons in their rows, those together of which many begin with one word; small ones where it is `tight`.

    Those that begin alike stand in the `order` in which their words stand elsewhere on the page; after all others,
    those that end something.
    """
    ending = sorted((one for one in told if one.ends), key=lambda one: isinstance(one, Opening))
    others = [one for one in told if not one.ends]
    often = _frequent(others)
    parted: dict[str, list[Button]] = {}
    for one in others:
        word = _first_word(one)
        parted.setdefault(word if word in often else "", []).append(one)
    # what is most stands last, lest it hide what is under it
    groups = sorted(parted.items(), key=lambda each: len(each[1]) > MOST_AT_ONCE)
    last = [Choices("", _in_rows([Placed(one, one.label) for one in ending], 4), ends=True)] if ending else []
    return [*(_beside_one_another(word, several, order, tight) for word, several in groups), *last]


def _beside_one_another(word: str, told: Sequence[Button], order: Mapping[str, int], tight: bool) -> Choices:
    placed = [Placed(one, _label_after(word, one), begin=word) for one in told]
    if word:
        placed = in_place(placed, order, lambda each: each.label.removesuffix("…"))
    long = any(len(part) > LONGEST_WORD for each in placed for part in re.split(r"[ …-]", each.label))
    return Choices(word, _in_rows(placed, 3 if long or not tight or len(told) > MOST_BUTTONS else 4))


def in_place(several: Iterable[A], order: Mapping[str, int], word: Callable[[A], str]) -> list[A]:
    """Things in the order in which their words stand elsewhere on the page, those that stand nowhere last."""
    return sorted(several, key=lambda one: order.get(word(one), len(order)))


def _first_word(one: Button) -> str:
    """The word with which a saying begins, where more follows it."""
    label = f"{one.begin} {one.label}".strip() if isinstance(one, Off) else one.label
    return label.removesuffix("…").partition(" ")[0]


def _frequent(told: Sequence[Button]) -> set[str]:
    """The words with which so many sayings begin that they are put together; none of them is a saying by itself."""
    alone = {one.label for one in told if isinstance(one, Ready)}
    counted = Counter(map(_first_word, told))
    return {
        word for word, number in counted.items() if number >= MANY_ALIKE and word not in alone and number < len(told)
    }


def _label_after(word: str, one: Button) -> str:
    """What stands on a button below the word with which it begins."""
    if not word or isinstance(one, Off):
        return one.label
    rest = one.label.removeprefix(word).removeprefix(" ")
    if rest != "…":
        return rest
    told = isinstance(one, Opening) and any(each["field"] == "text" for each in one.fields)
    return one.label if told else "several…"


def _in_rows(told: Sequence[Placed], most: int) -> list[Placed]:
    """Buttons in rows of at most so many, as even as may be; the last of a row goes on to its end."""
    placed: list[Placed] = []
    for whole, several in groupby(told, key=lambda each: each.whole):
        row = list(several)
        if whole:
            placed += row
            continue
        across = -(-len(row) // -(-len(row) // most))
        if len(row) == 4 and most < 4:
            across = 2
        over = len(row) % across
        width = COLUMNS // across
        last = COLUMNS - (over - 1) * width if over else width
        placed += [replace(each, columns=width) for each in row[:-1]] + [replace(row[-1], columns=last)]
    return placed
