"""The rule sheet of a game, and the paragraph of it that decides a question."""

import inspect
import re
import sys
from collections.abc import Iterable
from functools import cache

from ledger.evening.fold import Evening
from ledger.games.registry import game_named

CITED = re.compile(r"\[(\d+)\](?:-\[(\d+)\])?|\bR(\d+)(?:-R?(\d+))?")
"""A page of the handbook, [8] or [12]-[14], or a law of Poker, R53 or R50-R55."""


@cache
def sheet_of(game: str) -> str:
    """Return the rule sheet of a game, by its name."""
    rules = game_named(game)
    return inspect.cleandoc(sys.modules[type(rules).__module__].__doc__ or "")


def unwrapped(sheet: str) -> list[str]:
    """Return the lines of a sheet, those of a paragraph in prose joined, for any width."""
    lines: list[str] = []
    for line in sheet.split("\n"):
        if lines and lines[-1] and line and not line.startswith(" ") and not lines[-1].startswith(" "):
            lines[-1] += f" {line}"
        else:
            lines.append(line)
    return lines


def paragraphs(sheet: str) -> list[str]:
    """Return the paragraphs of a sheet."""
    return sheet.split("\n\n")


def deciding(game: str, texts: Iterable[str]) -> str:
    """Return the paragraph of a game's sheet with most words of these sayings; empty if none."""
    wanted = {word for text in texts for word in text.split()}

    def words_shared(paragraph: str) -> int:
        return len(wanted & set(paragraph.replace("`", " ").replace(",", " ").split()))

    best = max(paragraphs(sheet_of(game)), key=words_shared, default="")
    return best if words_shared(best) else ""


def deciding_now(evening: Evening) -> str:
    """Return the paragraph of the sheet that decides what is asked now.

    Empty if no game is open, or no paragraph decides it.
    """
    game = evening.game
    return deciding(game.registered, game.turn.texts(evening.money)) if game else ""


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
