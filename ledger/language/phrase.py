"""The phrase: a saying while it is read, one word after another."""

from collections.abc import Callable, Container, Mapping, Sequence
from copy import copy
from datetime import date
from typing import Any, NamedTuple, TypeVar

from ledger.core.cards import Card, read_card
from ledger.core.events import AnyEvent, Event
from ledger.core.money import Money, MoneyError
from ledger.core.names import NAME_FORM, is_bare_name, key_of, short_for, spelling_of
from ledger.core.patterns import Pattern
from ledger.core.refusals import Code, Refusal, Remedy, RemedyKind, in_words, nearest_words
from ledger.language.lexer import Lexeme, clipped, next_word
from ledger.language.vocabulary import Collect, Vocabulary
from ledger.language.words import MANY, WHOLE_NUMBER

CARD_FORM = "a card is a rank A 2 … 10 J Q K and a suit C D H S, as 10H"

INTEGER = Pattern(r"[0-9]{1,9}")
"""A whole number, small enough to count with."""
NUMERAL = Pattern(r"[+\-−]?\d+")
WORD = Pattern(r"[^\W\d_][\w'.\-]*")
OPTION = Pattern(r"[A-Za-z][A-Za-z0-9_\-]*")
TEXTS = {
    ":": Pattern(r'([^":]*[^":\s])\s*(:)'),
    "…": Pattern(r'([^"]*?[^"\s])()(?=\s+(?:on|at)\s|\s+\w+=|\s+#|\s*$)'),
    "": Pattern(r'([^"]*?[^"\s])()\s*(?:\s#.*)?$'),
}
"""How far a text without quotes goes by what follows it, and the sign after its closing quotes."""
REASON = "the reason"
"""The one text that may not be empty."""
COLON = Pattern(r"\s*:")
DATE = Pattern(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")

T = TypeVar("T")
Seated = Callable[[], Sequence[str]]
"""A function that returns who is at the table, for a refusal; nobody if that is not known."""


class GameWords(NamedTuple):
    """Where a phrase finds the words of games."""

    in_hand: Collect
    """The words of the game in hand; of all games, if none is."""
    at: Callable[[int], Collect]
    """The words of the game that was in hand at an event."""
    of_all: Collect
    """The words of all games, for a refusal."""


class KnownWords(NamedTuple):
    """The words of the notation, which a phrase tells from names and from each other."""

    corrections: tuple[str, ...]
    """The words that begin a correction."""
    reserved: frozenset[str]
    """The words that are no player's name."""
    other_forms: Mapping[str, str]
    """Other forms of a word, each with the form that the sheets use."""


class Phrase:
    """The rest of a saying, read from its front.

    Every reading raises Refusal for a word of another kind.
    """

    def __init__(
        self,
        line: str,
        money: Money,
        names: dict[str, str],
        words: GameWords,
        read_saying: "Callable[[Phrase], AnyEvent]",
        known: KnownWords,
    ) -> None:
        """Begin a line; `names` gives the declared spelling for each key of a name.

        `read_saying` reads the saying within a correction.
        """
        self.line = line
        self.read_saying = read_saying
        self.known = known
        self.words = words
        self.seated: Seated = lambda: ()
        self.sure_of_sums: Callable[[type[Event]], bool] = lambda kind: False
        """A function that returns whether a bare number in such a saying is refused if it could be two sums."""
        self.one_sum = False
        """Whether a bare number that could be two sums is refused in the saying in hand."""
        self.money = money
        self.names = names
        self.position = 0
        self._next: Lexeme | None = None
        self._looked = False

    @property
    def vocabulary(self) -> Vocabulary:
        """Return the words of the game in hand."""
        return self.words.in_hand()

    def rest(self) -> "Phrase":
        """Return the words that follow as a phrase of their own, to look ahead."""
        return copy(self)

    def peek(self) -> Lexeme | None:
        """Return the next word without taking it."""
        if not self._looked:
            self._next = next_word(self.line, self.position)
            self._looked = True
        return self._next

    def has_next(self) -> bool:
        """Return whether there is another word."""
        return self.peek() is not None

    def next_is(self, *words: str) -> bool:
        """Return whether the next word is one of these words of the notation, in any of its forms."""
        word = self.peek()
        if word is None or not word.plain:
            return False
        return word.plain in words or self.known.other_forms.get(word.plain) in words

    def take(self, expected: str) -> Lexeme:
        """Take the next word, which has nothing glued to it."""
        word = self.take_glued(expected)
        if word.before or word.after:
            raise self.refuse(Code.UNREADABLE, f"{word} is not {expected}", word)
        return word

    def take_glued(self, expected: str) -> Lexeme:
        """Take the next word, also with something glued to its quotes."""
        word = self.peek()
        if word is None:
            at = len(self.line.rstrip()) + 1
            raise Refusal(Code.UNREADABLE, f"the saying breaks off: {expected} is expected", at=at)
        self.position, self._looked = word.end + len(word.after), False
        return word

    def skip(self, word: str) -> None:
        """Take a small word, which must stand here."""
        if not self.next_is(word):
            raise self._instead(f'"{word}"')
        self.take(word)

    def end(self) -> None:
        """Raise Refusal if anything follows."""
        if word := self.peek():
            raise self.refuse(Code.UNREADABLE, f"{word} does not belong here: the saying is over before it", word)

    def words_left(self) -> int:
        """Return how many words follow."""
        ahead, count = self.rest(), 0
        while ahead.has_next():
            ahead.take_glued("")
            count += 1
        return count

    def refuse(self, code: Code, sentence: str, word: Lexeme, remedy: str | Remedy = "") -> Refusal:
        """Return a refusal that blames a word."""
        return Refusal(code, sentence, remedy, at=word.at + 1)

    def _instead(self, expected: str, code: Code = Code.UNREADABLE) -> Refusal:
        """Return a refusal of the next word. Raises Refusal if there is none."""
        word = self.take_glued(expected)
        return self.refuse(code, f"{expected} is expected, not {word}", word)

    # Words, texts and numbers

    def word(self, expected: str) -> str:
        """Take a word of a game, in small letters; a card, a number or an amount is no word."""
        return self.word_of(self.take(expected), expected)

    def word_of(self, word: Lexeme, expected: str) -> str:
        """Read a taken word as a word of a game."""
        if not WORD.fullmatch(word.plain) or read_card(word.text) or self.money.looks_like_amount(word.text):
            raise self.refuse(Code.UNKNOWN_WORD, f"{word} is not {expected}", word)
        return word.plain

    def text(self, expected: str, followed_by: str = "") -> str:
        """Take a text in double quotes, and the colon that follows it.

        The refusal of a text without quotes says how to say it.
        """
        take = self.take_glued if followed_by == ":" else self.take
        word = take(f"{expected} in double quotes")
        if not word.quoted or word.before:
            meant = TEXTS[followed_by].match(self.line, word.at)
            remedy = f'Say "{clipped(meant[1])}"{meant[2]}' if meant and word.whole and not word.quoted else ""
            sentence = f"{expected} stands in double quotes, and {word} does not"
            raise self.refuse(Code.UNREADABLE, sentence, word, remedy)
        if not word.text.strip() and expected == REASON:
            raise self.refuse(Code.UNREADABLE, f"{expected} may not be empty", word)
        if followed_by == ":":
            self._colon_after(word)
        return word.text

    def thing(self, expected: str) -> str:
        """Take a word or a text in double quotes, which is not empty."""
        word = self.take(expected)
        if not word.text.strip():
            raise self.refuse(Code.UNREADABLE, f"{word} says nothing: {expected}, is expected", word)
        return word.text

    def _colon_after(self, word: Lexeme) -> None:
        colon = COLON.match(self.line, word.end)
        if colon is None:
            after = Lexeme("", word.past, word.past)
            raise self.refuse(Code.UNREADABLE, "a colon is expected after the reason, and then a saying", after)
        self.position, self._looked = colon.end(), False

    def saying(self) -> AnyEvent:
        """Take a whole saying, to the end. Raises Refusal for a correction."""
        if self.next_is(*self.known.corrections) and (word := self.peek()):
            sentence = f"{word} is a correction itself, and cannot stand within one"
            raise self.refuse(Code.CORRECTION, sentence, word, "Take a correction back with void, and say another")
        return self.read_saying(self)

    def number(self, expected: str = WHOLE_NUMBER) -> int:
        """Take a whole number."""
        word = self.take(expected)
        return self.number_of("" if word.quoted else word.text, word, expected)

    def number_of(self, text: str, word: Lexeme, expected: str = WHOLE_NUMBER) -> int:
        """Read a part of a word as a whole number."""
        if not INTEGER.fullmatch(text):
            large = " below 1,000,000,000" if text.isdecimal() else ""
            raise self.refuse(Code.UNREADABLE, f"{word} is not {expected}{large}", word)
        return int(text)

    def next_is_number(self) -> bool:
        """Return whether the next word is of digits alone."""
        word = self.peek()
        return word is not None and word.plain.isascii() and word.plain.isdigit()

    def amount_of(self, text: str, word: Lexeme) -> int:
        """Read a part of a word as an amount."""
        try:
            if self.one_sum and (two_sums := self.money.two_sums(text)):
                raise self.refuse(Code.BAD_AMOUNT, two_sums, word)
            return self.money.read(text)
        except MoneyError as error:
            raise self.refuse(Code.BAD_AMOUNT, str(error), word) from error

    def signed_amount(self) -> int:
        """Take an amount with its sign before it; nought needs none."""
        word = self.take("an amount with its sign")
        sign, size = word.text[:1], word.text[1:]
        if word.quoted or sign not in ("+", "-", "−") or not size:
            if not word.quoted and self.money.looks_like_amount(word.text) and not self.amount_of(word.text, word):
                return 0
            sentence = f"{word} has no sign: what was won is written with +, what was lost with -"
            size_text = clipped(word.text)
            remedy = f"Say +{size_text} or -{size_text}" if self.money.looks_like_amount(word.text) else ""
            raise self.refuse(Code.BAD_AMOUNT, sentence, word, remedy)
        amount = self.amount_of(size, word)
        return amount if sign == "+" else -amount

    def card(self) -> Card:
        """Take a card."""
        word = self.take("a card")
        return self.card_of(word.plain, word)

    def card_of(self, text: str, word: Lexeme) -> Card:
        """Read a part of a word as a card."""
        card = read_card(text)
        if card is None:
            near = nearest_words(text, (card.value for card in Card))
            raise self.refuse(Code.BAD_CARD, f"{word} is not a card: {CARD_FORM}", word, near)
        return card

    def date(self) -> str:
        """Take a day of the calendar, as ``1898-12-26``."""
        word = self.take("a date")
        try:
            if word.quoted or not DATE.fullmatch(word.text):
                raise ValueError(word.text)
            return date.fromisoformat(word.text).isoformat()
        except ValueError:
            sentence = f"{word} is not a date: a date is year, month and day, as 1898-12-26"
            raise self.refuse(Code.UNREADABLE, sentence, word) from None

    def next_is_option(self) -> bool:
        """Return whether the next word is an option."""
        word = self.peek()
        return word is not None and "=" in (word.before if word.quoted else word.text)

    def option(self) -> tuple[str, str, Lexeme]:
        """Take an option; return its key in small letters, its value as typed, and the word."""
        word = self.take_glued("an option")
        key, equals, value = (word.before if word.quoted else word.text).partition("=")
        if not equals or not OPTION.fullmatch(key) or (word.quoted and value) or word.after:
            sentence = f"{word} is not an option: an option is key=value"
            raise self.refuse(Code.UNREADABLE, sentence, word)
        if not word.quoted and not value:
            raise self.refuse(Code.UNREADABLE, f"{word} has no value: an option is key=value", word)
        return key.lower(), word.text if word.quoted else value, word

    def new_key(self, key: str, word: Lexeme, keys: Container[str]) -> str:
        """Return a key. Raises Refusal if it is among those said before."""
        if key in keys:
            raise self.refuse(Code.OPTIONS, f"{clipped(key)} is said twice", word)
        return key

    def numbered(self) -> tuple[str, int]:
        """Take a name and its number: ``ambo=2``."""
        key, value, word = self.option()
        return key, self.number_of(value, word, f"a name and a whole number, as {key}=2")

    # Names

    def player(self, nobody: str = "") -> str:
        """Take the name of a declared player, and return its declared spelling.

        An unknown name is refused with the sentence `nobody`, with the name in it, if it is given.
        """
        word = self.take("the name of a player")
        return self.named(word) or self.player_of(word.text, word, nobody)

    def named(self, first: Lexeme) -> str | None:
        """Return the name that a taken word begins, and take its other words; None if there is none.

        A name of several words needs no quotes if none of them is a name by itself.
        """
        if (name := self.names.get(first.text) or self.names.get(key_of(first.text))) or first.quoted:
            return name
        begin = key_of(first.text)
        for parts, name in self._of_several_words(begin):
            if parts[0] == begin and not any(part in self.names for part in parts):
                ahead = self.rest()
                if all(ahead.take_bare(part) for part in parts[1:]):
                    self.position, self._looked = ahead.position, False
                    return name
        return None

    def _of_several_words(self, begin: str) -> list[tuple[list[str], str]]:
        """Return the names of several words that begin so, with their parts, the longest first."""
        beginning = [(key.split(), name) for key, name in self.names.items() if key.startswith(begin)]
        parted = [(parts, name) for parts, name in beginning if len(parts) > 1]
        return sorted(parted, key=lambda named: -len(named[0]))

    def take_bare(self, key: str) -> bool:
        """Take the next word if it is this part of a name, without quotes; return whether it was."""
        word = self.peek()
        if word is None or word.quoted or key_of(word.text) != key:
            return False
        self.take_glued(key)
        return True

    def short_for(self, text: str) -> list[str]:
        """Return the names that a text without accents, or the first part of a name, may stand for."""
        return short_for(text, self.names.values())

    def player_of(self, text: str, word: Lexeme, nobody: str = "") -> str:
        """Read a part of a word as the name of a declared player; `nobody` is as in `player`."""
        name = self.names.get(key_of(text))
        if name is None:
            names = self.short_for(text)
            if len(names) != 1:
                sentence = nobody.format(clipped(text)) if nobody else f"no player is called {clipped(text)}"
                raise self.refuse(Code.UNKNOWN_PLAYER, sentence, word, self._known(text))
            name = names[0]
        return name

    def new_name(self, word: Lexeme) -> str:
        """Read a word as a name that this saying declares."""
        name = word.text
        if not word.quoted and not is_bare_name(name):
            remedy = "Put blanks between names, and no commas" if "," in name else f"Say {word}"
            raise self.refuse(Code.BAD_NAME, f"{word} is not a name: {NAME_FORM}", word, remedy)
        if not key_of(name):
            raise self.refuse(Code.BAD_NAME, "a name may not be empty", word)
        if taken := self._taken_by(name):
            sentence = f"no player can be called {clipped(name)}: it is {taken}"
            raise self.refuse(Code.BAD_NAME, sentence, word, "Choose another spelling")
        return name

    def _taken_by(self, name: str) -> str:
        """Return what else a name could be read as; empty for nothing else."""
        if read_card(name):
            return "a card"
        if NUMERAL.fullmatch(name):
            return "a number"
        if self.money.looks_like_amount(name):
            return "an amount"
        return "a word that the notation needs" if key_of(name) in self.known.reserved else ""

    def _known(self, text: str) -> Remedy:
        return nearest_words(text, self.names.values()) or self.players_there_are()

    def players_there_are(self) -> Remedy:
        """Return a remedy that names those at the table, or else everybody who was named."""
        names = list(self.seated() or dict.fromkeys(self.names.values()))
        if not names:
            return in_words("No players have been named yet: say players A B C …")
        return Remedy(RemedyKind.PLAYERS, players=_clipped_names(names))

    # Several

    def several(
        self, read: Callable[[], T], until: tuple[str, ...] = (), low: int = 1, high: int = MANY
    ) -> tuple[T, ...]:
        """Take from `low` to `high` values, to the end or to one of the words `until`."""
        values = [read()]
        while len(values) < low or (len(values) < high and self.has_next() and not self.next_is(*until)):
            values.append(read())
        return tuple(values)

    def once_each(self, read: Callable[[], str], code: Code = Code.PLAYERS, **bounds: Any) -> tuple[str, ...]:
        """Take names, at least one and each once; `bounds` as in `pairs`."""
        return tuple(name for name, _ in self.pairs(read, lambda name: None, code, **bounds))

    def pairs(
        self,
        read_name: Callable[[], str],
        read_value: Callable[[str], T],
        code: Code = Code.PLAYERS,
        until: tuple[str, ...] = (),
        low: int = 1,
        high: int = MANY,
    ) -> tuple[tuple[str, T], ...]:
        """Take names, each once and with a value after it.

        They go to the end, to as many as `high`, or after `low` of them to one of the words `until`.
        """
        pairs: dict[str, tuple[str, T]] = {}
        while not pairs or (len(pairs) < high and self.has_next() and not (len(pairs) >= low and self.next_is(*until))):
            word, name = self.peek(), read_name()
            if word and spelling_of(name) in pairs:
                raise self.refuse(code, f"{clipped(name)} is named twice", word)
            pairs[spelling_of(name)] = name, read_value(name)
        return tuple(pairs.values())


def _clipped_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return the first ten names, as a sentence lists them."""
    first = [clipped(name) for name in names[:10]]
    return (*first, "others") if len(names) > len(first) else tuple(first)
