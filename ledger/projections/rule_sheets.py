"""The rule sheet of a game, and the paragraph of it that decides a question."""

import inspect
import re
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from operator import itemgetter

from ledger.core.events import Silence
from ledger.evening.fold import Evening
from ledger.games.registry import game_named
from ledger.language.forms import texts
from ledger.language.slots import Form
from ledger.projections.cells import ROW

CITED = re.compile(r"\[(\d+)\](?:-\[(\d+)\])?|\bR(\d+)(?:-R?(\d+))?")
"""A page of the handbook, [8] or [12]-[14], or a law of Poker, R53 or R50-R55."""
FULL = 100
"""The length of a line of a sheet from which the next line may continue it."""


@cache
def sheet_of(game: str) -> str:
    """Return the rule sheet of a game, by its name."""
    rules = game_named(game)
    return inspect.cleandoc(sys.modules[type(rules).__module__].__doc__ or "")


def unwrapped(sheet: str) -> list[str]:
    """Return the lines of a sheet for any width: each paragraph and each row is one line."""
    lines: list[str] = []
    goes_on: int | None = None
    """Return the indent of a line that continues the line before; None if it does not."""
    for line in sheet.split("\n"):
        indent, row = len(line) - len(line.lstrip()), ROW.match(line)
        if line and indent == goes_on and not row:
            lines[-1] += f" {line.strip()}"
        else:
            lines.append(line)
        if row:
            goes_on = row.end()
        elif not line or (indent and (line.endswith(".") or (indent != goes_on and len(line) < FULL))):
            goes_on = None
        elif indent != goes_on:
            goes_on = indent
    return lines


def paragraphs(sheet: str) -> list[str]:
    """Return the paragraphs of a sheet."""
    return sheet.split("\n\n")


def deciding(game: str, texts: Iterable[str]) -> str:
    """Return the paragraph of a game's sheet with most words of these sayings; empty if none."""
    wanted = {word for text in texts for word in text.split()}
    matches = [(len(wanted & words), paragraph) for paragraph, words in _words_of(game)]
    shared, best = max(matches, key=itemgetter(0), default=(0, ""))
    return best if shared else ""


@cache
def _words_of(game: str) -> list[tuple[str, set[str]]]:
    """Return the paragraphs of a game's sheet, each with its words."""
    return [
        (paragraph, set(paragraph.replace("`", " ").replace(",", " ").split()))
        for paragraph in paragraphs(sheet_of(game))
    ]


def deciding_now(evening: Evening, forms: Sequence[Form] = ()) -> str:
    """Return the paragraph of the sheet that decides what is asked now.

    `forms` are the forms that assume nothing, if they are made already. The result is empty if no game is open, or no
    paragraph decides.
    """
    game = evening.game
    if game is None:
        return ""
    behind_silence = isinstance(game.turn.default, Silence)  # of later turns too: only the turn itself decides
    made = game.turn.forms() if behind_silence or not forms else forms
    return deciding(game.registered, (text for form in made for text in texts(form.slots, evening.money)))


def citing(sheet: str, cite: str) -> list[str]:
    """Return the paragraphs of a sheet that cite a page or a law: ``[8]``, ``R53``."""
    wanted = _places(cite)
    return [paragraph for paragraph in paragraphs(sheet) if wanted & _places(paragraph)]


def first_cited(paragraph: str) -> str:
    """Return the page or law that a paragraph cites first; empty if it cites none."""
    citation = CITED.search(paragraph)
    if citation is None:
        return ""
    return f"[{citation[1]}]" if citation[1] else f"R{citation[3]}"


def _places(text: str) -> set[tuple[str, int]]:
    """Return every page and law that a text cites, ranges spelled out."""
    places: set[tuple[str, int]] = set()
    for page, last_page, law, last_law in CITED.findall(text):
        kind, first, last = ("page", page, last_page) if page else ("law", law, last_law)
        places |= {(kind, number) for number in range(int(first), int(last or first) + 1)}
    return places
