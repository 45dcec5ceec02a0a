"""The text of `help other-words`: the ways in which a line is read that is no notation."""

from collections.abc import Mapping

from ledger.cli.text_table import columns
from ledger.core.refusals import Code, Refusal
from ledger.games.language import vocabulary_of
from ledger.games.registry import game_names, is_known
from ledger.language.other_words import COINS, QUESTIONS, SAYINGS, WORDS, listed_rows
from ledger.recorder.resolve import RULES

OTHER_WORDS = "other-words"
"""The words that ask for it, after `help` or `?`."""
HEADINGS = ("said", "means")


def other_words(game: str = "") -> list[str]:
    """Return the ways to read a line, and the tables of other words; for a game, its own.

    Raises Refusal for an unknown game.
    """
    if game:
        if not is_known(game):
            raise Refusal(Code.USAGE, f"no game is called {game}", "card-ledger games lists them")
        phrases = vocabulary_of(game).phrases
        return _table(phrases) if phrases else [f"{game} has no other words of its own"]
    with_words = [name for name in game_names() if vocabulary_of(name).phrases]
    return [
        "A full stop at the end of a line is left out, and a line that fits as it stands is taken. In any other,",
        "numbers in words (twenty five, a hundred and twenty) and coins by their names become figures; it is read by",
        "the first of these that gives a saying:",
        *(f"  {number}  {rule.says}" for number, rule in enumerate(RULES, 1)),
        "In the tables capitals are filled in, [x] may be left out, and x|y is one of both.",
        "",
        *_table(SAYINGS),
        "",
        *_table(WORDS),
        "",
        "Behind a number N, where no player is called so:",
        *(line for code, coins in COINS.items() for line in [f"money={code}", *_table(coins)]),
        "",
        "At the prompt:",
        *_table(QUESTIONS),
        "",
        f"Games with words of their own, as card-ledger help {OTHER_WORDS} {with_words[0]}: {', '.join(with_words)}",
    ]


def _table(rows: Mapping[str, str]) -> list[str]:
    return columns(HEADINGS, listed_rows(rows))
