"""A saying while it is read: one word after another, each as what it ought to be."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from typing import TypeVar

from ledger.core.books import BANK
from ledger.core.cards import Card, read_card
from ledger.core.events import AnyEvent
from ledger.core.money import Money, MoneyError
from ledger.core.refusals import Code, Refusal, did_you_mean, listed, skeleton
from ledger.language.lexer import Word, clipped, next_word
from ledger.language.vocabulary import Collect, Vocabulary
from ledger.language.words import CARD_FORM, NAME_FORM, RESERVED, canonical

INTEGER = re.compile(r"[0-9]{1,9}")
"""A whole number, which nobody can make so large that counting hangs."""
NUMERAL = re.compile(r"[+\-−]?\d+")
WORD = re.compile(r"[^\W\d_][\w'.\-]*")
OPTION = re.compile(r"[A-Za-z][A-Za-z0-9_\-]*")
TO_A_COLON = re.compile(r'([^":]*[^":\s])\s*(:)')
TO_WHAT_FOLLOWS = re.compile(r'([^"]*?[^"\s])()(?=\s+(?:on|at)\s|\s+\w+=|\s+#|\s*$)')
TO_THE_END = re.compile(r'([^"]*?[^"\s])()\s*(?:\s#.*)?$')
"""How far a text goes that stands in no quotes, and the sign that belongs after its quotes."""
FIRST = re.compile(r"[\s\-]+")
"""What parts the first part of a name from the next: Zoë-Anne, Mary Ann."""
DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")

T = TypeVar("T")
Seated = Callable[[], Sequence[str]]
"""Who is at the table just now, asked for by a refusal; nobody, where that is not known."""


def key_of(name: str) -> str:
    """Give what two spellings of one name have in common: case, composed accents and curled apostrophes are nothing."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold()).replace("’", "'")


def is_bare_name(text: str) -> bool:
    """Whether a name can be written without quotes."""
    return text != "" and all(
        character.isalnum() or character in "_-'’." or unicodedata.category(character).startswith("M")
        for character in text
    )


def short_for(text: str, names: Iterable[str]) -> list[str]:
    """The names that a text without accents, or the first part of a name, may stand for."""
    short = skeleton(text)
    found = dict.fromkeys(names)
    return [name for name in found if short and short in (skeleton(name), skeleton(FIRST.split(name)[0]))]


def beginning_so(text: str, names: Iterable[str]) -> list[str]:
    """The names that begin with a text, accents left aside."""
    short = skeleton(text)
    return [name for name in dict.fromkeys(names) if short and skeleton(name).startswith(short)]


def person_named(said: str, spellings: Mapping[str, str], nobody: str, there_are: str = "") -> str:
    """Find whom a name means that a person has typed: in full, as `short_for` has it, or by its beginning.

    `spellings` gives whose each is. Raises Refusal where it is several persons' or nobody's: `nobody` says so, and
    `there_are` who there is.
    """
    same = [name for name in spellings if key_of(name) == key_of(said)]
    meant = same or short_for(said, spellings) or beginning_so(said, spellings)
    found = list(dict.fromkeys(spellings[name] for name in meant))
    if len(found) > 1:
        sentence = f"{clipped(said)} may be {listed(found, 'or')}"
        raise Refusal(Code.UNKNOWN_PLAYER, sentence, "Say the name in full")
    if not found:
        raise Refusal(Code.UNKNOWN_PLAYER, nobody, did_you_mean(said, spellings) or there_are)
    return found[0]


class Phrase:
    """The rest of a saying, read from its front. Every reading raises Refusal for a word of another sort."""

    def __init__(self, line: str, money: Money, names: dict[str, str], collect: Collect, start: int = 0) -> None:
        """Begin at a place in a line; `names` gives the spelling declared for each key of a name."""
        self.line = line
        self.collect = collect
        self.seated: Seated = lambda: ()
        self.money = money
        self.names = names
        self.position = start
        self._next: Word | None = None
        self._looked = False

    @property
    def vocabulary(self) -> Vocabulary:
        """The words that the games have."""
        return self.collect()

    def rest(self, start: int | None = None) -> "Phrase":
        """Give what follows as a phrase of its own, from here or from a place in the line."""
        rest = Phrase(self.line, self.money, self.names, self.collect, self.position if start is None else start)
        rest.seated = self.seated
        return rest

    def peek(self) -> Word | None:
        """Look at the next word."""
        if not self._looked:
            self._next = next_word(self.line, self.position)
            self._looked = True
        return self._next

    def more(self) -> bool:
        """Whether there is another word."""
        return self.peek() is not None

    def next_is(self, *words: str) -> bool:
        """Whether the next word is one of these words of the notation, in any of its forms."""
        word = self.peek()
        return word is not None and word.plain != "" and canonical(word.plain) in words

    def take(self, expected: str) -> Word:
        """Take the next word, to which nothing is glued."""
        word = self.take_glued(expected)
        if not word.whole:
            raise self.refuse(Code.UNREADABLE, f"{word} is not {expected}", word)
        return word

    def take_glued(self, expected: str) -> Word:
        """Take the next word, even if something is glued to its quotes."""
        word = self.peek()
        if word is None:
            at = len(self.line.rstrip()) + 1
            raise Refusal(Code.UNREADABLE, f"the saying breaks off: {expected} is expected", at=at)
        self.position, self._looked = word.past, False
        return word

    def skip(self, word: str) -> None:
        """Take a small word that must stand here."""
        if not self.next_is(word):
            raise self._instead(f'"{word}"')
        self.take(word)

    def end(self) -> None:
        """See that nothing follows."""
        if word := self.peek():
            raise self.refuse(Code.UNREADABLE, f"{word} does not belong here: the saying is over before it", word)

    def rest_after_colon(self, word: Word) -> int:
        """Give where the saying within a saying begins: after the colon that follows this word."""
        found = re.compile(r"\s*:").match(self.line, word.end)
        if found is None:
            after = Word("", word.past, word.past)
            raise self.refuse(Code.UNREADABLE, "a colon is expected after the reason, and then a saying", after)
        return found.end()

    def refuse(self, code: Code, sentence: str, word: Word, remedy: str = "") -> Refusal:
        """Make a refusal that blames a word."""
        return Refusal(code, sentence, remedy, at=word.at + 1)

    def _instead(self, expected: str, code: Code = Code.UNREADABLE) -> Refusal:
        """Make the refusal of the next word, or of there being none."""
        word = self.take_glued(expected)
        return self.refuse(code, f"{expected} is expected, not {word}", word)

    # Words of the sorts that the notation has

    def word(self, expected: str) -> str:
        """Take a word of a game, in small letters: no card, no number and no amount."""
        word = self.take(expected)
        if not WORD.fullmatch(word.plain) or read_card(word.text) or self.money.looks_like_amount(word.text):
            raise self.refuse(Code.UNKNOWN_WORD, f"{word} is not {expected}", word)
        return word.plain

    def text(self, expected: str, last: bool = False) -> str:
        """Take a text in double quotes; nothing follows one that is the `last`."""
        return self._text_of(self.take(expected), expected, TO_THE_END if last else TO_WHAT_FOLLOWS)

    def reason(self) -> str:
        """Take a reason in double quotes, which is not empty, and which nothing follows."""
        return self._reason_of(self.take("the reason in double quotes"), TO_THE_END)

    def reason_of(self, word: Word) -> str:
        """Read a word as a reason, whatever is glued after it, which a colon and a saying follow."""
        return self._reason_of(word, TO_A_COLON)

    def _reason_of(self, word: Word, to: re.Pattern[str]) -> str:
        text = self._text_of(word, "the reason", to)
        if not text.strip():
            raise self.refuse(Code.UNREADABLE, "the reason may not be empty", word)
        return text

    def _text_of(self, word: Word, expected: str, to: re.Pattern[str]) -> str:
        """Read a word as a text; of one without quotes it is told how all of it, `to` its end, is said."""
        if not word.quoted or word.before:
            meant = to.match(self.line, word.at)
            remedy = f'Say "{clipped(meant[1])}"{meant[2]}' if meant and word.whole and not word.quoted else ""
            raise self.refuse(Code.UNREADABLE, f"{expected} stands in double quotes, and {word} does not", word, remedy)
        return word.text

    def number(self, expected: str = "a whole number") -> int:
        """Take a whole number."""
        word = self.take(expected)
        return self.number_of(word.text if not word.quoted else "", word, expected)

    def number_of(self, text: str, word: Word, expected: str = "a whole number") -> int:
        """Read a part of a word as a whole number."""
        if not INTEGER.fullmatch(text):
            large = " below 1,000,000,000" if text.isdecimal() else ""
            raise self.refuse(Code.UNREADABLE, f"{word} is not {expected}{large}", word)
        return int(text)

    def numbers(self) -> tuple[int, ...]:
        """Take whole numbers to the end, at least one."""
        return self._several(self.number)

    def amount(self) -> int:
        """Take an amount of the evening's money, in its smallest unit."""
        word = self.take("an amount")
        if word.quoted:
            raise self.refuse(Code.BAD_AMOUNT, f"{word} is not an amount: an amount has no quotes", word)
        return self.amount_of(word.text, word)

    def amount_of(self, text: str, word: Word) -> int:
        """Read a part of a word as an amount."""
        try:
            return self.money.read(text)
        except MoneyError as error:
            raise self.refuse(Code.BAD_AMOUNT, str(error), word) from error

    def signed_amount(self) -> int:
        """Take an amount with its sign before it."""
        word = self.take("an amount with its sign")
        sign, size = word.text[:1], word.text[1:]
        if word.quoted or sign not in ("+", "-", "−") or not size:
            sentence = f"{word} has no sign: what was won is written with +, what was lost with -"
            shown = clipped(word.text)
            remedy = f"Say +{shown} or -{shown}" if self.money.looks_like_amount(word.text) else ""
            raise self.refuse(Code.BAD_AMOUNT, sentence, word, remedy)
        amount = self.amount_of(size, word)
        return amount if sign == "+" else -amount

    def next_is_amount(self) -> bool:
        """Whether the next word has the form of an amount."""
        word = self.peek()
        return word is not None and not word.quoted and self.money.looks_like_amount(word.text)

    def card(self) -> Card:
        """Take a card."""
        word = self.take("a card")
        return self.card_of(word.plain, word)

    def card_of(self, text: str, word: Word) -> Card:
        """Read a part of a word as a card."""
        card = read_card(text)
        if card is None:
            near = did_you_mean(text, (each.value for each in Card))
            raise self.refuse(Code.BAD_CARD, f"{word} is not a card: {CARD_FORM}", word, near)
        return card

    def cards(self, until: str = "") -> tuple[Card, ...]:
        """Take cards, at least one, to the end or to this word."""
        return self._several(self.card, until)

    def next_is_card(self) -> bool:
        """Whether the next word is a card."""
        word = self.peek()
        return word is not None and read_card(word.plain) is not None

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
        """Whether the next word is an option."""
        word = self.peek()
        return word is not None and "=" in (word.before if word.quoted else word.text)

    def option(self) -> tuple[str, str, Word]:
        """Take an option: its key in small letters, its value as it was typed, and the word itself."""
        word = self.take_glued("an option")
        key, equals, value = (word.before if word.quoted else word.text).partition("=")
        if not equals or not OPTION.fullmatch(key) or (word.quoted and value) or word.after:
            sentence = f"{word} is not an option: an option is key=value"
            raise self.refuse(Code.UNREADABLE, sentence, word)
        if not word.quoted and not value:
            raise self.refuse(Code.UNREADABLE, f"{word} has no value: an option is key=value", word)
        return key.lower(), word.text if word.quoted else value, word

    # Names

    def player(self) -> str:
        """Take the name of one who has been declared, and give the spelling that was declared."""
        word = self.take("the name of a player")
        return self.named(word) or self.player_of(word.text, word)

    def named(self, first: Word) -> str | None:
        """Give the name that begins with a word taken, and take the rest of it; None where no name does.

        A name of several words needs no quotes where none of them is a name by itself.
        """
        if (name := self.names.get(key_of(first.text))) or first.quoted:
            return name
        for parts, name in self._of_several_words():
            if parts[0] == key_of(first.text) and not any(part in self.names for part in parts):
                ahead = self.rest()
                if all(ahead.take_bare(part) for part in parts[1:]):
                    self.position, self._looked = ahead.position, False
                    return name
        return None

    def _of_several_words(self) -> list[tuple[list[str], str]]:
        """The names of several words, those of the most words first."""
        found = [(key.split(), name) for key, name in self.names.items() if len(key.split()) > 1]
        return sorted(found, key=lambda each: -len(each[0]))

    def take_bare(self, key: str) -> bool:
        """Take the next word if it is this part of a name, without quotes; gives whether it was."""
        word = self.peek()
        if word is None or word.quoted or key_of(word.text) != key:
            return False
        self.take_glued(key)
        return True

    def short_for(self, text: str) -> list[str]:
        """The names that a text without accents, or the first part of a name, may stand for."""
        return short_for(text, self.names.values())

    def payee(self) -> str:
        """Take the name of one who has been declared, or the bank of the evening."""
        word = self.take("the name of a player")
        return BANK if key_of(word.text) == BANK else self.named(word) or self.player_of(word.text, word)

    def player_of(self, text: str, word: Word) -> str:
        """Read a part of a word as the name of one who has been declared."""
        name = self.names.get(key_of(text))
        if name is None:
            found = self.short_for(text)
            if len(found) != 1:
                raise self.refuse(Code.UNKNOWN_PLAYER, f"no player is called {clipped(text)}", word, self._known(text))
            name = found[0]
        return name

    def players(self) -> tuple[str, ...]:
        """Take names of players to the end, at least one, each once."""
        return self._each_once(self.player)

    def pairs(self, read: Callable[[], T]) -> tuple[tuple[str, T], ...]:
        """Take names of players to the end, at least one and each once, and something with each."""
        found: list[tuple[str, T]] = []

        def one() -> str:
            name = self.player()
            found.append((name, read()))
            return name

        self._each_once(one)
        return tuple(found)

    def declared(self) -> tuple[str, ...]:
        """Take names to the end that are declared by this saying, at least one, each once."""
        return self._each_once(lambda: self.new_name(self.take("a name")), Code.BAD_NAME)

    def new_name(self, word: Word) -> str:
        """Read a word as a name that is declared by this saying."""
        name = word.text
        if not word.quoted and not is_bare_name(name):
            remedy = "Put blanks between names, and no commas" if "," in name else f"Say {word}"
            raise self.refuse(Code.BAD_NAME, f"{word} is not a name: {NAME_FORM}", word, remedy)
        if not name.strip():
            raise self.refuse(Code.BAD_NAME, "a name may not be empty", word)
        if sort := self._sort_of(name):
            sentence = f"no player can be called {clipped(name)}: it is {sort}"
            raise self.refuse(Code.BAD_NAME, sentence, word, "Choose another spelling")
        return name

    def _sort_of(self, name: str) -> str:
        """Say what else a name could be read as."""
        if read_card(name):
            return "a card"
        if NUMERAL.fullmatch(name):
            return "a number"
        if self.money.looks_like_amount(name):
            return "an amount"
        return "a word that the notation needs" if key_of(name) in RESERVED else ""

    def _known(self, text: str) -> str:
        return did_you_mean(text, self.names.values()) or self.players_there_are()

    def players_there_are(self) -> str:
        """Say who plays: those at the table, where that is known, else everybody who was named."""
        names = list(self.seated() or dict.fromkeys(self.names.values()))
        if not names:
            return "No players have been named yet: say players A B C …"
        return f"The players are {clipped_list(names)}"

    # Several of a sort

    def _several(self, read: Callable[[], T], until: str = "") -> tuple[T, ...]:
        found = [read()]
        while self.more() and not (until and self.next_is(until)):
            found.append(read())
        return tuple(found)

    def _each_once(self, read: Callable[[], str], code: Code = Code.PLAYERS) -> tuple[str, ...]:
        found: dict[str, str] = {}
        while self.more() or not found:
            word = self.peek()
            name = read()
            if word and key_of(name) in found:
                raise self.refuse(code, f"{clipped(name)} is named twice", word)
            found[key_of(name)] = name
        return tuple(found.values())


def whole(phrase: Phrase, form: str, read: Callable[[], AnyEvent]) -> AnyEvent:
    """Read a saying to its end; a refusal without a remedy gets the form of the saying for one."""
    try:
        event = read()
        phrase.end()
    except Refusal as refusal:
        refusal.remedy = refusal.remedy or (f"The form is: {form}" if form else "")
        raise
    return event


def event_number(phrase: Phrase) -> int:
    """Take the number of an event, from 1."""
    word = phrase.peek()
    number = phrase.number("the number of an event")
    if number == 0 and word:
        raise phrase.refuse(Code.CORRECTION, "events are numbered from 1", word)
    return number


def clipped_list(names: Sequence[str]) -> str:
    """Write names as a list in a sentence, the first ten of them."""
    shown = [clipped(name) for name in names[:10]]
    return listed([*shown, "others"] if len(names) > len(shown) else shown)
