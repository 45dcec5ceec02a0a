"""What a game adds to the notation: words that a player may say, and what belongs to each.

The notation knows the shapes that a declaration can have. Each game says which words it has of those shapes.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeVar

Meaning = TypeVar("Meaning")


class Arguments(Enum):
    """What belongs to a declaration; the value is how it is written after the word.

    Capitals stand for what is filled in: B for a player, N for a number.
    """

    ALONE = ""
    MAYBE_AMOUNT = "[AMOUNT]"
    AMOUNT = "AMOUNT"
    MAYBE_CARD = "[CARD]"
    CARD = "CARD"
    MAYBE_CARDS = "[CARD …]"
    MAYBE_TWO_CARDS = "[CARD CARD]"
    AMOUNT_AND_CARDS = "[AMOUNT] [CARD CARD]"
    MAYBE_NUMBER = "[N]"
    NUMBER = "N"
    NUMBERS = "N N …"
    MAYBE_PLAYER = "[B]"
    PLAYERS = "B …"
    WITH_PLAYERS = "[with B …]"
    PLAYER_AND_AMOUNT = "B AMOUNT"


@dataclass(frozen=True)
class Vocabulary:
    """Words that players say at one game or at several. A number called needs no word here."""

    words: Mapping[str, Arguments] = field(default_factory=dict)
    """The words as the sheets have them, in small letters, and what belongs to each."""
    other_forms: Mapping[str, str] = field(default_factory=dict)
    """Other forms of a word, and the one that the sheets use."""

    def __add__(self, other: "Vocabulary") -> "Vocabulary":
        """Join two vocabularies. Raises ValueError where they give one word two meanings."""
        return Vocabulary(_joined(self.words, other.words), _joined(self.other_forms, other.other_forms))

    def canonical(self, word: str) -> str:
        """Return the sheets' own form of a word in small letters."""
        return self.other_forms.get(word, word)


Collect = Callable[[], Vocabulary]
"""Gives the words of all games; called only for a word that the notation itself does not have."""

NO_WORDS = Vocabulary()


def collected(vocabularies: Iterable[Vocabulary]) -> Vocabulary:
    """Join vocabularies. Raises ValueError if two of them give one word two meanings."""
    return sum(vocabularies, NO_WORDS)


def _joined(first: Mapping[str, Meaning], other: Mapping[str, Meaning]) -> dict[str, Meaning]:
    for word in first.keys() & other.keys():
        if first[word] != other[word]:
            raise ValueError(f"{word} is {first[word]} to one game and {other[word]} to another")
    return {**first, **other}
