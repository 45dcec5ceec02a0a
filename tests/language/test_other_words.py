"""Other words: rows that can be listed, and no word of a game outside its own vocabulary."""

import ast
from pathlib import Path

import pytest
from typer.testing import CliRunner

import ledger
from ledger.cli import app
from ledger.core.refusals import Remedy, RemedyKind
from ledger.games.language import vocabulary_of
from ledger.games.registry import GAMES
from ledger.language.grammar import KEYWORDS, OTHER_FORMS, VERBS
from ledger.language.other_words import SAYINGS, WORDS, command_asked, in_other_words, listed_rows, rows

ROOT = Path(ledger.__file__).parent
PLAIN = {
    "checks",
    "folds",
    "in",
    "out",
    "over",
    "last",
    "full",
    "made",
    "card",
    "cards",
    "row",
    "turn",
    "point",
    "pair",
    "chop",
}
"""Words of games that are plain English: they stand in tables of what people say anywhere, or in names of code."""


def constants(room: str):
    """Yield the string constants of a room that are no docstrings, with their files."""
    for file in sorted((ROOT / room).glob("*.py")):
        tree = ast.parse(file.read_text())
        texts = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in texts:
                yield file.name, node.value


@pytest.mark.parametrize("room", ["recorder", "language"])
def test_no_constant_is_a_word_of_a_game_or_its_name(room):
    of_the_language = {*VERBS, *KEYWORDS, *OTHER_FORMS}
    of_games = {*GAMES} | {word for game in GAMES for word in vocabulary_of(game).words}
    found = [(file, text) for file, text in constants(room) if text in of_games - of_the_language - PLAIN]
    assert found == []


def test_every_row_is_listed_with_what_it_means():
    done = CliRunner().invoke(app, ["help", "other-words"])
    assert done.exit_code == 0
    printed = " ".join(done.output.split())
    for said, means in (*listed_rows(SAYINGS), *listed_rows(WORDS)):
        assert said.split()[0] in printed
        assert means.split()[0] in printed
    for game in GAMES:
        done = CliRunner().invoke(app, ["help", "other-words", game])
        assert done.exit_code == 0
        for row in rows(vocabulary_of(game).phrases):
            assert row.said.split()[0] in done.output


def test_a_game_that_there_is_not_has_no_other_words():
    done = CliRunner().invoke(app, ["help", "other-words", "bridge"])
    assert done.exit_code != 0
    assert "no game is called bridge" in done.output


def test_what_a_game_means_by_a_word_goes_before_what_the_language_does():
    assert in_other_words("b twist", {"twist": "draws 1"}) == ["b draws 1"]
    assert in_other_words("b check", {"check": "stands|passes"}) == ["b stands", "b passes"]
    assert in_other_words('note "a twist"', {"twist": "draws 1"}) == []


@pytest.mark.parametrize(
    ("asked", "command"),
    [
        ("who pays whom?", "settle"),
        ("Scores", "table"),
        ("whose turn is it", "turn"),
        ("who's next?", "turn"),
        ("b 3", ""),
    ],
)
def test_a_question_in_peoples_words_is_a_command(asked, command):
    assert command_asked(asked) == command


def test_the_sentence_of_a_remedy_is_made_from_its_data():
    assert Remedy(RemedyKind.FORM, "A buys N").sentence == "The form is: A buys N"
    assert Remedy(RemedyKind.PLAYERS, players=("Ann", "Bob")).sentence == "The players are Ann and Bob"
    assert Remedy(RemedyKind.LINE, "deal Ann").sentence == "Say deal Ann"
    assert not Remedy(RemedyKind.NEAREST)
    assert Remedy(RemedyKind.NEAREST).sentence == ""
