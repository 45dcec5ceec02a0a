"""The language of the table: the notation, and with it the words of every game there is.

A game's words stand in a module `words` of its package, as `VOCABULARY`. They are collected when the first word is
met that the notation itself does not have; the rules of no game are loaded for it.
"""

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from ledger.core.events import Event
from ledger.core.money import Money
from ledger.games.registry import GAMES, OLDER_EDITIONS
from ledger.language import reader as reading
from ledger.language import writer as writing
from ledger.language.vocabulary import Vocabulary, collected


@cache
def vocabulary() -> Vocabulary:
    """The words of all the games, as they are and as they were. Raises ValueError where one word has two meanings."""
    return collected(_words_of(module) for module in (*GAMES.values(), *OLDER_EDITIONS.values()))


def _words_of(rules: str) -> Vocabulary:
    """The words that a game has of its own, which stand beside its rules; one of a single module has none."""
    package, _, module = rules.rpartition(".")
    words = f"{package}.words"
    if module != "rules" or find_spec(words) is None:
        return Vocabulary()
    found: Vocabulary = import_module(words).VOCABULARY
    return found


class Reader(reading.SayingReader):
    """Reads sayings in the words of every game."""

    def __init__(self, money: Money | None = None, names: Iterable[str] = ()) -> None:
        """Begin with the money of an evening, counters if none is given, and the names declared in it."""
        super().__init__(vocabulary, money, names)


def write(event: Event, money: Money) -> str:
    """Write an event as a saying that `Reader` reads as it, its amounts in the evening's money.

    Raises KeyError for an event that is never said, as silence is.
    """
    return writing.write(event, money, vocabulary)
