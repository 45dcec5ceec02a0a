"""The sheet of a game, as it is written beside its rules, and the place of it that decides something."""

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
    """The rules of a game, by its name, as they are written."""
    rules = game_named(game)
    return inspect.cleandoc(sys.modules[type(rules).__module__].__doc__ or "")


def paragraphs(sheet: str) -> list[str]:
    """What stands together in a sheet."""
    return sheet.split("\n\n")


def deciding(game: str, texts: Iterable[str]) -> str:
    """The paragraph of a game's sheet that speaks most of the words of these sayings; empty where none does."""
    wanted = {word for text in texts for word in text.split()}

    def spoken_of(part: str) -> int:
        return len(wanted & set(part.replace("`", " ").replace(",", " ").split()))

    best = max(paragraphs(sheet_of(game)), key=spoken_of, default="")
    return best if spoken_of(best) else ""


def deciding_now(evening: Evening) -> str:
    """The paragraph of the sheet that decides what is asked now; empty where no game is open, or none does."""
    game = evening.game
    return deciding(game.game.name, game.turn.texts(evening.money)) if game else ""


def citing(sheet: str, cite: str) -> list[str]:
    """The paragraphs of a sheet that are of a page or a law: ``[8]``, ``R53``."""
    wanted = _places(cite)
    return [part for part in paragraphs(sheet) if wanted & _places(part)]


def first_cited(part: str) -> str:
    """The page or law that a paragraph names first; empty where it names none."""
    found = CITED.search(part)
    if found is None:
        return ""
    return f"[{found[1]}]" if found[1] else f"R{found[3]}"


def _places(text: str) -> set[tuple[str, int]]:
    """Every page and law that a text names, ranges spelled out."""
    places: set[tuple[str, int]] = set()
    for page, last_page, law, last_law in CITED.findall(text):
        sort, first, last = ("page", page, last_page) if page else ("law", law, last_law)
        places |= {(sort, number) for number in range(int(first), int(last or first) + 1)}
    return places
