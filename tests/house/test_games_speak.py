"""A game speaks for itself: no other room has a constant that is a game's name, or a word of a game alone."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from ledger.games.language import vocabulary_of
from ledger.games.registry import GAMES
from ledger.language.grammar import TABLE
from ledger.language.words import BOARDS, HALVES, SMALL_WORDS, WAYS_TO_BEAR, WAYS_TO_END

LEDGER = Path(__file__).parents[2] / "ledger"
LEFT_OUT = ("games", "interchange")
"""Rooms that may name games: their own, and that of formats that are a game's."""
PLAIN = {
    "card": "a thing of every game, in slots and refusals",
    "five": "a number in letters",
    "turn": "whose turn it is",
    "last": "the last event, day or season",
    "over": "counted over or short",
    "open": "to open an evening or a season",
    "big": "a byte order",
    "small": "a size of print",
    "post": "a method of HTTP",
    "offers": "what is offered by the turn",
    "check": "a box that is ticked; a habit of other tables",
    "checks": "a habit of other tables, and what to say here",
    "stands": "what stands in a list",
    "runs": "the sheet that asks how often",
    "pause": "the time between two deals",
}
"""Words of games that are plain words elsewhere, and what they are there."""


def words_of_games() -> set[str]:
    """Return the names of games, and their words that are none of the grammar."""
    words = {*GAMES}
    for game in GAMES:
        of_game = vocabulary_of(game)
        words |= {*of_game.words, *of_game.announcements, *of_game.other_forms}
        words |= {word for announced in of_game.announcements.values() for word in announced.or_words}
        several = (belongings for belongings in of_game.words.values() if isinstance(belongings, tuple))
        words |= {qualifier.word for qualifiers in several for qualifier in qualifiers}
    return words - words_of_the_grammar()


def words_of_the_grammar() -> set[str]:
    """Return the words of the grammar's rows, and the small ones in their forms."""
    words = {*SMALL_WORDS, *WAYS_TO_BEAR, *WAYS_TO_END, *HALVES, *BOARDS}
    for row in TABLE:
        words |= {row.word, *row.other, *row.short, *re.findall(r"[a-z][a-z-]+", row.form)}
    return words


def constants(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the string constants of a file without its docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.lineno, node.value


def found_in(paths: Iterator[Path]) -> list[str]:
    """Return the constants that are a game's word, each with its place."""
    words = words_of_games() - {*PLAIN}
    return [f"{path}:{line}: {text}" for path in paths for line, text in constants(path) if text in words]


def test_no_other_room_has_a_word_of_a_game():
    rooms = (room for room in LEDGER.iterdir() if room.is_dir() and room.name not in LEFT_OUT)
    assert found_in(path for room in rooms for path in sorted(room.rglob("*.py"))) == []


def test_a_word_of_a_game_is_found_where_there_is_one(tmp_path):
    path = tmp_path / "page.py"
    path.write_text('"""knocks-out"""\nasks = game == "nap" or verb in ("knocks-out", "deal", "card")\n')
    assert [found.rpartition(": ")[2] for found in found_in(iter([path]))] == ["nap", "knocks-out"]


def test_every_plain_word_is_still_needed():
    paths = [path for path in LEDGER.rglob("*.py") if path.relative_to(LEDGER).parts[0] not in LEFT_OUT]
    said = {text for path in paths for _, text in constants(path)}
    assert {*PLAIN} <= said & words_of_games()
