"""The language of the table: the notation with the words of every game.

A game's words stand in a module `words` of its package, as `VOCABULARY`. They are collected when the first word is
met that the notation itself does not have; the rules of no game are loaded for it.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from msgspec.structs import replace

from ledger.core.events import Amend, Begin, Event, Insert
from ledger.core.money import Money, MoneyError, Shown
from ledger.core.refusals import LOADING_FAULTS, Code, Refusal
from ledger.games.discovery import FoundGame
from ledger.games.registry import GAMES, game_named, not_loaded, stranger
from ledger.language import grammar
from ledger.language import reader as reading
from ledger.language.phrase import GameWords
from ledger.language.vocabulary import Vocabulary, collected


@cache
def vocabulary() -> Vocabulary:
    """Return the words of all games.

    If several games have a word, the first of them gives its meaning. A game whose words cannot be loaded has none.
    """
    return collected(_words_that_load())


def _words_that_load() -> Iterator[Vocabulary]:
    for name, module in GAMES.items():
        with suppress(Refusal):
            yield _words_of(name, module)


@cache
def vocabulary_of(game: str) -> Vocabulary:
    """Return the words of one game; empty for an unknown game.

    Raises Refusal if the words cannot be loaded.
    """
    if found := stranger(game):
        return _words_found(game, found)
    return _words_of(game, GAMES[game]) if game in GAMES else Vocabulary()


def _words_found(game: str, found: FoundGame) -> Vocabulary:
    """Return the words of a stranger's game, from its rules or the module beside them."""
    if found.fault:
        raise Refusal(Code.RULES_BROKEN, found.fault, found.remedy)
    if found.file is None and (words := _words_of(game, found.module)) != Vocabulary():
        return words
    try:
        today: Vocabulary = getattr(found.load(), "VOCABULARY", Vocabulary())
        return today
    except LOADING_FAULTS as error:  # rules may fail in any way
        raise not_loaded(game, error) from error


def _words_of(game: str, rules: str) -> Vocabulary:
    """Return the words of a game, from the module beside its rules; none for a single module."""
    package, _, module = rules.rpartition(".")
    words = f"{package}.words"
    try:
        if module != "rules" or find_spec(words) is None:
            return Vocabulary()
        words_of_game: Vocabulary = import_module(words).VOCABULARY
    except LOADING_FAULTS as error:  # words may fail in any way: only their own game is refused for it
        raise not_loaded(game, error) from error
    return words_of_game


class Reader(reading.SayingReader):
    """Reads sayings in the words of the game in hand, or of every game if none is in hand."""

    def __init__(self, money: Money | None = None, names: Iterable[str] = (), game: str | None = None) -> None:
        """Begin with the money (else counters), the names and the game in hand of an evening."""
        super().__init__(self._in_hand, money, names)
        self.words = GameWords(self._in_hand, lambda number: lambda: self._words(number), vocabulary)
        self.game: Callable[[int | None], str | None] = lambda number: game
        """A function that returns the game open now, or at the event of this number; None if none is."""

    def _in_hand(self) -> Vocabulary:
        return self._words(None)

    def _words(self, number: int | None) -> Vocabulary:
        game = self.game(number)
        return vocabulary() if game is None else vocabulary_of(game)


def write(event: Event, money: Money) -> str:
    """Write an event as a saying from which `Reader` reads it again, in the evening's money.

    Raises KeyError for an event that is never said, as silence is.
    """
    return grammar.write(_with_units(event, money) if isinstance(money, Shown) else event, money, vocabulary)


def _with_units(event: Any, money: Money) -> Any:
    """Return an event whose house rules carry the unit of their sums, if its game can be loaded."""
    if isinstance(event, Amend | Insert):
        return replace(event, saying=_with_units(event.saying, money))
    if not isinstance(event, Begin):
        return event
    with suppress(Refusal, MoneyError):
        known = game_named(event.game).known_options
        shown = [(key, known[key.replace("-", "_")].with_units(value, money)) for key, value in event.options]
        return replace(event, options=tuple(shown))
    return event
