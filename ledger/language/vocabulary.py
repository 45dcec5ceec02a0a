"""What a game adds to the notation: words that a player may say, and what belongs to each.

The notation knows the shapes that a declaration can have. Each game says which words it has of those shapes.
"""

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from functools import reduce
from typing import Any

import msgspec

from ledger.core.patterns import Pattern

OF_ONE_PERSON = Pattern(r"(?<=ch)es$|(?<!s)s$")
"""The end of a word that is said of one player: folds, matches."""


class Arguments(Enum):
    """The arguments of a declaration; the value shows how they are written after the word.

    Capitals are filled in: B for a player, N for a number.
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


class Qualifier(msgspec.Struct, frozen=True):
    """A word that may follow a word of a game, once.

    If it has a range, a number from `low` to `high` stands after it.
    """

    word: str
    """The word."""
    low: int | None = None
    high: int | None = None


Belongings = Arguments | tuple[Qualifier, ...]
"""What may follow a word of a game."""


EACH = ("", "N", "AMOUNT", "[N]", "[AMOUNT]")
"""What an announcement may say of each of several players."""


class Announcement(msgspec.Struct, frozen=True):
    """What may follow the word of a saying that begins without a player."""

    each: str = ""
    """`N` or `AMOUNT`: a number, or an amount, for each of several players; empty if no players follow. In brackets,
    `[AMOUNT]`, it is optional."""
    or_words: tuple[str, ...] = ()
    """What may be said of a player in place of a number."""
    cards: tuple[int, int] = (0, 0)
    """The least and the greatest number of cards that follow."""
    numbers: tuple[int, int] = (0, 0)
    """The least and the greatest number of numbers that follow."""
    amount: bool = False
    """Whether an amount follows."""

    def __post_init__(self) -> None:
        """Raise ValueError for arguments that may not follow."""
        if self.each not in EACH:
            raise ValueError(f"each={self.each!r} says nothing of a player: say one of {', '.join(map(repr, EACH))}")


class Said(msgspec.Struct, frozen=True):
    """How people say a word, a qualifier, an option or an offence."""

    label: str = ""
    """What stands on its button; of an option, the sentence that its value ends."""
    says: str | tuple[str, ...] = ""
    """What a reader calls it, after the name of the player: "calls misery".

    What follows the word in the notation follows here too, unless there are holes for it: `{amount}`, `{number}`
    (`{count}` in letters, `{times}`: twice), `{cards}`, `{cards[0]}`, `{qualifier}`, `{in_turn}` the other players and
    `{all}` with the speaker. The first of several is taken whose holes can be filled. One that does not begin with a
    small letter is a whole sentence.
    """
    question: str | tuple[str, str] = ""
    """What the sheet in which it is said asks, with a hole for the `{player}`; the second where it is of anybody."""
    seldom: bool = False
    """Whether it stands behind others."""
    repeats: str = ""
    """How the reason of what it moves begins, where that says no more than the saying: `called` of `calls`."""


NOTHING_SAID = Said()


class BettingWords(msgspec.Struct, frozen=True):
    """The words of a betting, which keep their places on the panel."""

    sums: tuple[str, ...]
    """What puts down a sum to be answered, a row each."""
    waits: str
    """What a player says who puts down nothing yet."""
    calls: str = "calls"
    """What answers a sum."""
    gives_up: str = "passes"
    """What a player says who goes out."""
    also: tuple[str, ...] = ()
    """Other words that put down such a sum."""
    none: str = ""
    """What is said instead of a number that is nothing."""
    once: bool = False
    """Whether who waits does so only once."""
    reasons: Mapping[str, str] = {}
    """Why a word cannot be said, where the turn does not tell."""
    most: str = ""
    """What puts in all that a player has; with it the words stand in four places, which take turns."""

    @property
    def places(self) -> tuple[str, ...]:
        """Return all of its words."""
        return (*self.sums, *self.also, self.waits, self.calls, self.gives_up)


class AtOnce(msgspec.Struct, frozen=True):
    """How a whole deal is told on one sheet: what each put in, and who won."""

    word: str
    """The announcement that says a sum of each."""
    sums: tuple[str, ...]
    """The options whose sums are put in most often, a column each."""
    most: str
    """What people call all that a player has in front."""


class Vocabulary(msgspec.Struct, frozen=True):
    """The words of one game or of several. A called number needs no word here."""

    words: Mapping[str, Belongings] = {}
    """The words of players as the sheets have them, in small letters, and what may follow each."""
    announcements: Mapping[str, Announcement] = {}
    """The words that begin a saying without a player: of one word, or of several with a space between them."""
    other_forms: Mapping[str, str] = {}
    """Other forms of a word, a qualifier or an announcement, each with the form that the sheets use.

    A word that ends in an s is taken without it too: `fold` is `folds`.
    """
    said_as: Mapping[str, Said] = {}
    """How people say words, announcements, qualifiers, options and offences.

    Where a word is an option or an offence as well, these are `word=` and `penalty word`.
    """
    questions: Mapping[str, str | tuple[str, str]] = {}
    """What a sheet asks, by the act of the turn or by the word with which its sayings begin."""
    phrases: Mapping[str, str] = {}
    """What people say for several words of the notation, and these; tried where a line reads as nothing else."""
    betting: tuple[BettingWords, ...] = ()
    """What keeps its place where there is betting: the first whose sums can be said, else the last."""
    often: tuple[str, ...] = ()
    """What is said between deals most often, by its first word."""
    at_once: AtOnce | None = None
    """How a whole deal is told on one sheet; None where it is not."""

    def __post_init__(self) -> None:
        """Add each word without the s at its end to the other forms."""
        bare = {OF_ONE_PERSON.sub("", word): word for word in self.words}
        forms = {form: word for form, word in bare.items() if form not in self.words}
        msgspec.structs.force_setattr(self, "other_forms", {**forms, **self.other_forms})

    def __add__(self, other: "Vocabulary") -> "Vocabulary":
        """Join two vocabularies of a game. Raises ValueError if they give one word two meanings."""
        fields = self.__struct_fields__
        return Vocabulary(**{field: _joined(getattr(self, field), getattr(other, field)) for field in fields})

    def canonical(self, word: str) -> str:
        """Return the sheets' own form of a word in small letters."""
        return self.other_forms.get(word, word)


NO_WORDS = Vocabulary()
AT_ONCE = "at_once"
"""The field that the words of all games together do not have."""

Collect = Callable[[], Vocabulary]
"""A function that returns the words of a game, or of all; called only for words that the notation lacks."""


def collected(vocabularies: Iterable[Vocabulary]) -> Vocabulary:
    """Join the vocabularies of several games.

    If several games have a word, the first of them gives its meaning.
    """
    every = list(vocabularies)
    together: dict[str, Any] = {}
    for field in Vocabulary.__struct_fields__:
        meanings = [getattr(vocabulary, field) for vocabulary in every]
        if isinstance(getattr(NO_WORDS, field), Mapping):
            together[field] = {word: meaning for of_one in meanings[::-1] for word, meaning in of_one.items()}
        elif field != AT_ONCE:
            together[field] = reduce(_joined, meanings, ())
    forms = {form: word for form, word in together["other_forms"].items() if form not in together["words"]}
    return Vocabulary(**(together | {"other_forms": forms}))


def _joined(first: Any, other: Any) -> Any:
    """Return one field of two vocabularies together; of single things the first."""
    if isinstance(first, tuple):
        return (*first, *(value for value in other if value not in first))
    if not isinstance(first, Mapping):
        return first or other
    for word in first.keys() & other.keys():
        if first[word] != other[word]:
            raise ValueError(f"{word} is {first[word]} here and {other[word]} there")
    return {**first, **other}
