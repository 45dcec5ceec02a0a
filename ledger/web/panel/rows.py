"""Buttons beside one another, in rows that are filled to their ends."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TypeVar

from ledger.language.own_words import own_said
from ledger.web.panel.buttons import Button, SayingButton, SheetButton
from ledger.web.panel.fields import TextField

LONGEST_WORD, LONGEST_OF_FOUR, LONGEST_IN_A_ROW = 8, 16, 22
"""The greatest lengths: of a word and a label on a button of which four make a row, and of a label beside another."""
COLUMNS = 12
"""The columns of a row of buttons."""
MANY_ALIKE = 3
"""The number of buttons that begin alike from which they make a group."""
MOST_AT_ONCE = 8
"""The number of words of one form that are shown without opening it."""

A = TypeVar("A")


@dataclass(frozen=True)
class PlacedButton:
    """A button in its row: its label there, and how many of the row's columns it takes."""

    button: Button
    label: str
    columns: int = COLUMNS
    begin: str = ""
    """The word above the button, read aloud before the button's own."""

    @property
    def rank(self) -> int:
        """Return its place in its group: suits first, then what shares a row, then long labels."""
        if isinstance(self.button, SheetButton) and self.button.suits:
            return 0
        return 2 if len(self.label) > LONGEST_IN_A_ROW else 1

    @property
    def whole(self) -> bool:
        """Return whether the button takes a row by itself."""
        return self.rank != 1


@dataclass(frozen=True)
class ButtonGroup:
    """Buttons side by side, in rows filled to their ends; a common first word is shown once."""

    begin: str
    placed: list[PlacedButton]
    tight: bool
    """Whether the buttons are small, because there are many."""
    ends: bool = False
    """Whether they end something, or take somebody away; such buttons are small and never the usual answer."""

    @property
    def rows(self) -> int:
        """Return how many rows the buttons fill."""
        return sum(placed.columns for placed in self.placed) // COLUMNS

    @property
    def runs(self) -> list[tuple[bool, list[PlacedButton]]]:
        """Return the buttons in runs: those that open a sheet, and those that say something."""
        runs = groupby(self.placed, key=lambda placed: isinstance(placed.button, SheetButton))
        return [(opens, list(run)) for opens, run in runs]


def arranged(buttons: Sequence[Button], tight: bool) -> list[ButtonGroup]:
    """Place buttons in rows, grouped by a word with which many begin; `tight` makes them small.

    Those that end something come last.
    """
    ending = sorted((button for button in buttons if button.ends), key=lambda button: isinstance(button, SheetButton))
    others = [button for button in buttons if not button.ends]
    frequent = _frequent(others)
    by_word: dict[tuple[str, str], list[Button]] = {}
    before = ""
    for button in others:
        under = button.under if isinstance(button, SayingButton) else ""
        word = under or (button.verb if button.verb in frequent and _may_be_alike(button) else "")
        # those that stand alone after a group are apart from those before it
        by_word.setdefault((word, "" if word else before), []).append(button)
        before = word or before
    # a group of many stands last, lest it hide what is under it
    groups = sorted(by_word.items(), key=lambda group: len(group[1]) > MOST_AT_ONCE)
    last = [ButtonGroup("", _in_rows([PlacedButton(button, button.label) for button in ending], 4), tight, ends=True)]
    return [*(_group(word, several, tight) for (word, _), several in groups), *(last if ending else [])]


def _group(word: str, buttons: Sequence[Button], tight: bool) -> ButtonGroup:
    """Place the buttons that begin with one word."""
    heading = own_said(f"{word} …").label or word
    placed = [PlacedButton(button, _label_after(heading, button), begin=heading) for button in buttons]
    words = [part for button in placed for part in re.split(r"[ …-]", button.label)]
    long = max(map(len, words)) > LONGEST_WORD or any(len(button.label) > LONGEST_OF_FOUR for button in placed)
    placed.sort(key=lambda button: button.rank)
    return ButtonGroup(heading, _in_rows(placed, 4 if tight and not long else 3), tight)


def in_place(things: Iterable[A], order: Mapping[str, int], word: Callable[[A], str]) -> list[A]:
    """Sort things into the order of their words on the page, unknown words and then none last."""
    return sorted(things, key=lambda thing: (order.get(word(thing), len(order)), not word(thing)))


def _may_be_alike(button: Button) -> bool:
    """Return whether a button may stand below the word with which it begins."""
    return bool(button.rest) or (isinstance(button, SheetButton) and len(button.begin) == 1 and not button.adds)


def _frequent(buttons: Sequence[Button]) -> set[str]:
    """Return the words with which many sayings begin and which are no sayings by themselves."""
    alone = {button.verb for button in buttons if isinstance(button, SayingButton) and len(button.words) < 2}
    words = Counter(button.verb for button in buttons if _may_be_alike(button))
    return {
        word for word, number in words.items() if number >= MANY_ALIKE and word not in alone and number < len(buttons)
    }


def _label_after(heading: str, button: Button) -> str:
    """Return the label of a button below the word with which it begins."""
    if not heading or button.label.startswith(f"{heading} "):
        return button.label.removeprefix(f"{heading} ")
    if isinstance(button, SheetButton):
        typed = any(isinstance(part, TextField) for part in button.fields)
        return f"{button.rest}…" if button.rest else button.label if typed else "several…"
    return button.rest or button.label


def _in_rows(placed: Sequence[PlacedButton], most: int) -> list[PlacedButton]:
    """Spread buttons evenly over rows of at most `most`; the last fills its row."""
    spread: list[PlacedButton] = []
    for whole, run in groupby(placed, key=lambda button: button.whole):
        row = list(run)
        if whole:
            spread += row
            continue
        across = -(-len(row) // -(-len(row) // most))
        if len(row) == 4 and most < 4:
            across = 2
        over = len(row) % across
        width = COLUMNS // across
        last = COLUMNS - (over - 1) * width if over else width
        spread += [replace(button, columns=width) for button in row[:-1]] + [replace(row[-1], columns=last)]
    return spread
