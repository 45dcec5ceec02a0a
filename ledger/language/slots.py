"""Slots: the typed parts of a saying; and forms: the sayings that may be said, as slots.

The rows of the grammar are made of slots, each of which fills a field of the event: a slot reads its value from a
phrase, and writes it. What may be said just now is made of slots as well: everything that shows a saying is made of
its form: its text, its JSON, completions, buttons, and the made-up sayings of random evenings. What a form offers is
a promise: a saying put together from it is accepted, or refused only for a card in a hand that was never said.
Amounts are in the smallest unit.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from operator import ne
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self, TypeVar

import msgspec
from msgspec.structs import replace

from ledger.core.cards import Card, read_card
from ledger.core.money import Money, MoneyError
from ledger.core.names import key_of, name, quoted
from ledger.core.refusals import Code, listed, nearest_words
from ledger.language.words import MANY, SMALL_WORDS, WHOLE_NUMBER

if TYPE_CHECKING:
    from ledger.language.phrase import Phrase
    from ledger.language.vocabulary import Collect

T = TypeVar("T")
ReadingT_co = TypeVar("ReadingT_co", covariant=True)
Fields = dict[str, Any]

MOST_NUMBERS = 12
"""The number of numbers up to which a range is listed; a longer one has to be typed."""
SOME_MORE = 12
"""The number of steps above the least up to which an amount without an upper bound is made up."""
ANY_AMOUNT = "AMOUNT"
SOME_TEXTS = ("late", "as agreed", "by hand")


class Chooser(Protocol):
    """The source of chance for random evenings; this room makes none."""

    def choose(self, options: Sequence[T]) -> T:
        """Pick one of these options."""

    def number(self, low: int, high: int) -> int:
        """Pick a whole number from low to high, both included."""


class ShortLine(Protocol[ReadingT_co]):
    """A short line, as far as a slot reads it: each answer is of what stands from a place on."""

    @property
    def money(self) -> Money:
        """Return the money of the evening."""

    def plain(self, at: int) -> str:
        """Return the word at a place in small letters; empty if there is none, or it is quoted."""

    def is_figure(self, at: int) -> bool:
        """Return whether a number stands at a place."""

    def reading(self, at: int, text: str, doubtful: bool) -> ReadingT_co:
        """Return the reading of one word as this text."""

    def words(self, at: int, words: Sequence[str]) -> Iterator[ReadingT_co]:
        """Yield readings of one of some texts."""

    def name_at(self, at: int, players: Sequence[str]) -> Iterator[ReadingT_co]:
        """Yield readings of the name of one of these players."""

    def text(self, at: int, last: bool) -> Iterator[ReadingT_co]:
        """Yield the reading of a text."""

    def as_it_stands(self, at: int) -> Iterator[ReadingT_co]:
        """Yield the rest of the line, if there is any."""


class Slot(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a saying. Each kind knows which texts it takes, and how it is read and written.

    `shown` is its text, if that is not the usual one; with None it is not shown. `asks` names what the slot is for,
    where its kind and the words before it do not tell: ``who joins``.
    """

    free: ClassVar[bool] = False
    """Whether it is a text, or a whole saying, in words of one's own."""
    capitals: ClassVar[str] = ""
    """The capitals that stand for the slot in a form, if it is filled in."""
    in_a_form: ClassVar[str] = ""
    """The capitals in the form of a row, if they are others."""
    optional: bool = False
    repeat: bool = False
    shown: str | None = ""
    asks: str = ""
    field: str = ""
    """The field of the event that the slot fills, in a row of the grammar."""
    form: str = ""
    """The capitals in the form of its row, if they are not those of its kind."""
    expected: str = ""
    """What is expected here, in words, for a refusal."""

    def says(self) -> tuple[str, ...]:
        """Return the words of which one is said; no words if something is filled in."""
        return ()

    def parts(self) -> "Slots":
        """Return the slots that stand in a group; empty for any other slot."""
        return ()

    def players(self) -> tuple[str, ...]:
        """Return the players of whom one is said first; none if something else is."""
        return ()

    def in_words(self, money: Money) -> Sequence[str]:
        """Return the slot's words, or the capitals that stand for what is filled in."""
        return (self.capitals,) if self.capitals else self.says()

    def after_to(self, money: Money) -> Sequence[str]:
        """Return the slot's words as they stand after `to`."""
        return self.in_words(money)

    def choices(self, money: Money) -> Sequence[str]:
        """Return the texts that the slot offers; none for what is typed."""
        return self.says()

    def every(self, money: Money) -> Sequence[str] | None:
        """Return every text that the slot takes, said once; None if they are too many, or typed."""
        return self.choices(money) or None

    def takes(self, text: str, money: Money) -> bool:
        """Return whether the slot takes a text of the full notation."""
        return text in self.choices(money)

    def examples(self, money: Money) -> Sequence[str]:
        """Return texts that the slot takes: all of a few, the ends of a long range."""
        return self.choices(money)

    def pick(self, texts: Sequence[str], chooser: Chooser, money: Money) -> str | None:
        """Make up a text of the slot, one of `texts` if it has choices; None if there is none."""
        return chooser.choose(texts) if texts else None

    def worth(self, text: str, money: Money) -> int:
        """Return what a text adds to a total."""
        return 0

    def alone(self) -> Self:
        """Return the slot of one card or name, if this one takes several."""
        return self

    def left_after(self, text: str) -> "tuple[Self, ...]":
        """Return the slot of the cards or names that may follow one."""
        return ()

    def readings(self, line: ShortLine[ReadingT_co], at: int, last: bool) -> Iterator[ReadingT_co]:
        """Yield what the words of a short line from a place on may mean; `last` if no slot follows."""
        return line.words(at, self.says())

    # In a row of the grammar

    def begins(self, phrase: "Phrase") -> bool:
        """Return whether the next word may begin the slot."""
        return phrase.has_next()

    def read(self, phrase: "Phrase") -> Any:
        """Read one value. Raises Refusal for words that do not fit."""
        raise NotImplementedError

    def take(self, phrase: "Phrase", fields: Fields) -> None:
        """Read the slot into its field, several values where it repeats."""
        fields[self.field] = phrase.several(lambda: self.read(phrase)) if self.repeat else self.read(phrase)

    def text_of(self, value: Any, money: Money) -> str:
        """Return a value as text."""
        return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)

    def write(self, event: Any, money: Money, collect: "Collect") -> str:
        """Write the slot's part of an event; empty if the event does not have it."""
        value = getattr(event, self.field)
        return "" if value is None or value == () else self.text_of(value, money)

    def form_texts(self) -> list[str]:
        """Return the texts that show it in the form of a row."""
        return [self.form or "|".join(self.says()) or self.in_a_form or self.capitals]

    def fields(self) -> tuple[str, ...]:
        """Return the fields that it fills."""
        return (self.field,) if self.field else ()


class Word(Slot, frozen=True, tag_field="slot", tag="word"):
    """One of some words.

    Words of the same family that cannot be said now are `out`, each with its reason, and `order` names all of them as
    they follow each other. A repetition begins with a word once, or as `often` as is given here.
    """

    words: tuple[str, ...]
    """The words of which one is said."""
    out: Mapping[str, str] = msgspec.field(default_factory=dict)
    often: Mapping[str, int] = msgspec.field(default_factory=dict)
    order: tuple[str, ...] = ()

    @classmethod
    def of_family(cls, reasons: Mapping[str, str | None]) -> "Word":
        """Return the word of a family in its order; those with a reason cannot be said now."""
        out = {word: reason for word, reason in reasons.items() if reason}
        return cls(tuple(word for word in reasons if word not in out), out, order=tuple(reasons) if out else ())

    def family(self) -> tuple[str, ...]:
        """Return its words and those that cannot be said now, in their order."""
        return self.order or (*self.words, *self.out)

    def says(self) -> tuple[str, ...]:
        """Return its words."""
        return self.words

    def begins(self, phrase: "Phrase") -> bool:
        """Return whether the next word is one of its words; any word, if it has none."""
        return phrase.next_is(*self.words) if self.words else phrase.has_next()

    def read(self, phrase: "Phrase") -> str:
        """Read one of the words; any word of a game, if it has none."""
        word = phrase.take(self.expected)
        if not self.words:
            return phrase.word_of(word, self.expected)
        if word.plain not in self.words:
            sentence = f"{word} is not {self.expected}: say {listed(self.words, 'or')}"
            raise phrase.refuse(Code.UNKNOWN_WORD, sentence, word, nearest_words(word.text, self.words))
        return word.plain


class Literal(Slot, frozen=True, tag_field="slot", tag="said"):
    """A fixed word, without a choice."""

    text: str
    """The word."""

    def says(self) -> tuple[str, ...]:
        """Return the word."""
        return (self.text,)

    def begins(self, phrase: "Phrase") -> bool:
        """Return whether the next word is this one."""
        return phrase.next_is(self.text)

    def take(self, phrase: "Phrase", fields: Fields) -> None:
        """Take the word, which must stand here."""
        phrase.skip(self.text)

    def write(self, event: Any, money: Money, collect: "Collect") -> str:
        """Return the word."""
        return self.text


class Amount(Slot, frozen=True, tag_field="slot", tag="amount"):
    """An amount in the smallest unit: every `step`-th from `low` to `high`, or without end.

    If it may be negative, it is written with its sign.
    """

    low: int
    high: int | None
    usual: tuple[int, ...] = ()
    """The amounts that are offered first."""
    step: int = 1
    in_full: bool = False
    """Whether a bare number is refused if it could be counters or money."""
    called: tuple[tuple[int, str], ...] = ()
    """What usual amounts are, in words: `half the pot`."""

    in_a_form = ANY_AMOUNT

    def in_words(self, money: Money) -> Sequence[str]:
        """Return the range."""
        return (amounts_text(self.low, self.high, money),)

    def after_to(self, money: Money) -> Sequence[str]:
        """Return a range of two ends as `between` them: ``to between 1d and 5s``."""
        if self.high is None or self.low == self.high:
            return self.in_words(money)
        return (f"between {money.show(self.low)} and {money.show(self.high)}",)

    def choices(self, money: Money) -> Sequence[str]:
        """Return the usual amounts."""
        return tuple(map(money.write, self.usual))

    def every(self, money: Money) -> Sequence[str] | None:
        """Return the only amount, if there is one."""
        return (money.write(self.low),) if self.low == self.high else None

    def takes(self, text: str, money: Money) -> bool:
        """Return whether an amount is in the range.

        An amount finer than whole counters is taken, though not offered.
        """
        try:
            amount = self.worth(text, money)
        except MoneyError:
            return False
        return self.low - self.step < amount and (self.high is None or amount < self.high + self.step)

    def examples(self, money: Money) -> Sequence[str]:
        """Return the lowest amount, the next, and the highest."""
        low = max(self.low, 0)
        ends = (low, low + self.step) if self.high is None else (low, low + self.step, self.high)
        fit = [amount for amount in ends if self.high is None or amount <= self.high]
        return [self.written(amount, money) for amount in dict.fromkeys(fit)]

    def pick(self, texts: Sequence[str], chooser: Chooser, money: Money) -> str | None:
        """Make up an amount of the range."""
        high = self.low + SOME_MORE * self.step if self.high is None else self.high
        if high < self.low:
            return None
        amount = self.low + self.step * chooser.number(0, (high - self.low) // self.step)
        return self.written(amount, money)

    def worth(self, text: str, money: Money) -> int:
        """Return the amount."""
        amount = money.read(text.lstrip("+-"))
        return -amount if text.startswith("-") else amount

    def written(self, amount: int, money: Money) -> str:
        """Write an amount as it is said: with its sign, if it may be negative."""
        sign = "" if self.low >= 0 else "-" if amount < 0 else "+"
        return f"{sign}{money.write(abs(amount))}"

    def text_of(self, value: int, money: Money) -> str:
        """Return an amount as it is said."""
        return self.written(value, money)

    def readings(self, line: ShortLine[ReadingT_co], at: int, last: bool) -> Iterator[ReadingT_co]:
        """Yield the reading of an amount; one out of range is doubtful."""
        money, digits = line.money, line.plain(at)
        try:
            amount = money.read(digits)
        except MoneyError:
            return
        unsure = self.in_full and money.two_sums(digits)  # as it was typed, it is refused
        beyond = amount < self.low or (self.high is not None and amount > self.high)
        yield line.reading(at, digits if unsure else money.write(amount), doubtful=beyond)

    def begins(self, phrase: "Phrase") -> bool:
        """Return whether the next word has the form of an amount."""
        word = phrase.peek()
        return word is not None and not word.quoted and phrase.money.looks_like_amount(word.text)

    def read(self, phrase: "Phrase") -> int:
        """Read an amount in the smallest unit; one that may be negative has its sign before it."""
        if self.low < 0:
            return phrase.signed_amount()
        word = phrase.take("an amount")
        if word.quoted:
            raise phrase.refuse(Code.BAD_AMOUNT, f"{word} is not an amount: an amount has no quotes", word)
        return phrase.amount_of(word.text, word)


class Number(Slot, frozen=True, tag_field="slot", tag="number"):
    """A whole number, or one of some words; with `as_many`, as many as the cards before it.

    It is every `step`-th number from `low` to `high`, or one of `values`.
    """

    low: int
    high: int
    as_many: bool = False
    or_words: tuple[str, ...] = ()
    """Words that may be said in place of a number."""
    step: int = 1
    values: tuple[int, ...] = ()

    def numbers(self) -> Sequence[int]:
        """Return every number that the slot takes, in order."""
        if self.values:
            return tuple(value for value in self.values if self.low <= value <= self.high)
        return range(self.low, self.high + 1, self.step)

    def limited(self, low: int, high: int) -> tuple[int, int]:
        """Return the least and the greatest number that the slot takes within two bounds."""
        right = [number for number in self.numbers() if low <= number <= high]
        return (right[0], right[-1]) if right else (low, low - 1)

    in_a_form = "N"

    def in_words(self, money: Money) -> Sequence[str]:
        """Return the range, or the few numbers, and the words."""
        if self.values:
            return (*map(str, self.numbers()), *self.or_words)
        every = f" in steps of {self.step}" if self.step > 1 else ""
        return (str(self.low) if self.low == self.high else f"{self.low} to {self.high}{every}", *self.or_words)

    def choices(self, money: Money) -> Sequence[str]:
        """Return the words, and the numbers if they are few."""
        return (*self.or_words, *(self.every(money) or ()))

    def every(self, money: Money) -> Sequence[str] | None:
        """Return the numbers if they are few."""
        numbers = self.numbers()
        return tuple(map(str, numbers)) if len(numbers) <= MOST_NUMBERS else None

    def takes(self, text: str, money: Money) -> bool:
        """Return whether a text is a number of the range, or one of the words."""
        return int(text) in self.numbers() if text.isdigit() else text in self.or_words

    def examples(self, money: Money) -> Sequence[str]:
        """Return the words, and the lowest numbers and the highest."""
        numbers = self.numbers()
        return (*self.or_words, *map(str, dict.fromkeys((*numbers[: MOST_NUMBERS + 1], *numbers[-1:]))))

    def pick(self, texts: Sequence[str], chooser: Chooser, money: Money) -> str | None:
        """Make up a number of the range, or one of the words."""
        if len(texts) > len(self.or_words) or (texts and chooser.number(0, 2) == 0):
            return chooser.choose(texts)
        numbers = self.numbers()
        return str(numbers[chooser.number(0, len(numbers) - 1)]) if numbers else None

    def worth(self, text: str, money: Money) -> int:
        """Return the number; a word counts nothing."""
        return int(text) if text.isdigit() else 0

    def readings(self, line: ShortLine[ReadingT_co], at: int, last: bool) -> Iterator[ReadingT_co]:
        """Yield the reading of a number, or of one of the words; a number out of range is doubtful."""
        yield from line.words(at, self.or_words)
        if line.is_figure(at):
            number = int(line.plain(at))
            yield line.reading(at, str(number), doubtful=number not in self.numbers())

    def begins(self, phrase: "Phrase") -> bool:
        """Return whether the next word is of digits alone."""
        return phrase.next_is_number()

    def read(self, phrase: "Phrase") -> int | str:
        """Read a whole number, or one of the words."""
        word = phrase.take(self.expected or WHOLE_NUMBER)
        if self.or_words and (text := phrase.vocabulary.canonical(word.plain)) in self.or_words:
            return text
        return phrase.number_of("" if word.quoted else word.text, word, self.expected or WHOLE_NUMBER)


class Several(Slot, frozen=True):
    """Several different things out of `among`."""

    low: int
    high: int
    among: tuple[Any, ...]

    def every(self, money: Money) -> Sequence[str] | None:
        """Return the texts if one thing alone is said."""
        return self.choices(money) if self.low == self.high == 1 else None

    def alone(self) -> Self:
        """Return the slot of one of them."""
        return self if self.high == 1 else replace(self, low=1, high=1)

    def left_after(self, text: str) -> tuple[Self, ...]:
        """Return the slot of those that may follow one."""
        if self.high <= 1:
            return ()
        low, optional = max(self.low - 1, 1), self.low <= 1
        return (replace(self, low=low, high=self.high - 1, among=self.without(text), optional=optional),)

    def without(self, text: str) -> tuple[Any, ...]:
        """Return what may be said beside one of them."""
        return self.among


class Cards(Several, frozen=True, tag_field="slot", tag="cards"):
    """Several different cards `among` these.

    Impossible cards are `out`, each with its reason. `of` tells the player of each card, in order, if they are
    several players'. No two cards have the same value in what they are `apart` in: their `suit`, their `rank`.
    """

    among: tuple[Card, ...]
    out: Mapping[Card, str] = msgspec.field(default_factory=dict)
    of: tuple[str, ...] = ()
    often: Mapping[Card, int] = msgspec.field(default_factory=dict)
    """The cards that may be said more than once, of several packs, each with the number."""
    apart: tuple[str, ...] = ()
    as_many: bool = False
    """Whether there are as many as the cards, or the number, said just before them."""
    in_a_form = "CARD …"

    def in_words(self, money: Money) -> Sequence[str]:
        """Return the capitals of a card, or of several."""
        return ("CARD" if self.high == 1 else "CARD …",)

    def choices(self, money: Money) -> Sequence[str]:
        """Return the cards."""
        return tuple(map(str, self.among))

    def without(self, text: str) -> tuple[Card, ...]:
        """Return the other cards; of cards that are apart, only those that may be beside this one."""
        before = read_card(text)
        if before is None or not self.apart:
            return self.among
        alike = [getattr(before, field) for field in self.apart]
        return tuple(card for card in self.among if all(map(ne, alike, [getattr(card, field) for field in self.apart])))

    def readings(self, line: ShortLine[ReadingT_co], at: int, last: bool) -> Iterator[ReadingT_co]:
        """Yield the reading of a card; one that is not offered is doubtful."""
        if (card := read_card(line.plain(at))) is not None:
            yield line.reading(at, str(card), doubtful=card not in self.among)

    def begins(self, phrase: "Phrase") -> bool:
        """Return whether the next word is a card, or begins with a digit and is no name."""
        word = phrase.peek()
        if word is None:
            return False
        return read_card(word.plain) is not None or (word.plain[:1].isdigit() and key_of(word.text) not in phrase.names)

    def read(self, phrase: "Phrase") -> tuple[Card, ...]:
        """Read as many cards as it takes, to the end or to a small word."""
        return phrase.several(phrase.card, SMALL_WORDS, self.low, self.high)


class Player(Slot, frozen=True, tag_field="slot", tag="player"):
    """One player."""

    among: tuple[str, ...]
    """The players of whom one is said."""

    capitals = "NAME"
    in_a_form = "A"

    def players(self) -> tuple[str, ...]:
        """Return the players."""
        return self.among

    def choices(self, money: Money) -> Sequence[str]:
        """Return the names."""
        return tuple(map(name, self.among))

    def readings(self, line: ShortLine[ReadingT_co], at: int, last: bool) -> Iterator[ReadingT_co]:
        """Yield the readings of a name."""
        return line.name_at(at, self.among)

    def read(self, phrase: "Phrase") -> str:
        """Read the name of a declared player, and return its declared spelling."""
        return phrase.player()

    def text_of(self, value: str, money: Money) -> str:
        """Return the name, in quotes where it needs them."""
        return name(value)


class Players(Several, frozen=True, tag_field="slot", tag="players"):
    """So many different players."""

    among: tuple[str, ...]
    """The players of whom several are said, each once."""

    capitals = "A B …"

    def choices(self, money: Money) -> Sequence[str]:
        """Return the names."""
        return tuple(map(name, self.among))

    def without(self, text: str) -> tuple[str, ...]:
        """Return the other players."""
        return tuple(player for player in self.among if name(player) != text)

    def readings(self, line: ShortLine[ReadingT_co], at: int, last: bool) -> Iterator[ReadingT_co]:
        """Yield the readings of a name."""
        return line.name_at(at, self.among)

    def read(self, phrase: "Phrase") -> tuple[str, ...]:
        """Read names of declared players, each once."""
        return phrase.once_each(phrase.player, high=self.high)

    def text_of(self, value: Iterable[str], money: Money) -> str:
        """Return the names, in quotes where they need them."""
        return " ".join(map(name, value))


class Text(Slot, frozen=True, tag_field="slot", tag="text"):
    """A text in double quotes."""

    free = True
    capitals = '"TEXT"'

    def choices(self, money: Money) -> Sequence[str]:
        """Return the quote that begins it."""
        return ('"',)

    def every(self, money: Money) -> None:
        """Return None, because the text is typed."""

    def takes(self, text: str, money: Money) -> bool:
        """Return True: any word is taken, without quotes if it is a name."""
        return True

    def examples(self, money: Money) -> Sequence[str]:
        """Return a text."""
        return (quoted(SOME_TEXTS[0]),)

    def pick(self, texts: Sequence[str], chooser: Chooser, money: Money) -> str | None:
        """Make up a text."""
        return quoted(chooser.choose(SOME_TEXTS))

    def readings(self, line: ShortLine[ReadingT_co], at: int, last: bool) -> Iterator[ReadingT_co]:
        """Yield the reading of a text."""
        return line.text(at, last)

    def read(self, phrase: "Phrase") -> str:
        """Read a text in double quotes, which nothing follows."""
        return phrase.text(self.expected)

    def text_of(self, value: str, money: Money) -> str:
        """Return the text in double quotes."""
        return quoted(value)


class Option(Slot, frozen=True, tag_field="slot", tag="option"):
    """An option, written ``name=value``: one of the words, or a number from low to high.

    If it is an `amount`, the number is one of counters, or an amount as the evening's money writes it.
    """

    name: str
    words: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    amount: bool = False

    def in_words(self, money: Money) -> Sequence[str]:
        """Return the option without its value."""
        return (f"{self.name}=…",)

    def choices(self, money: Money) -> Sequence[str]:
        """Return the option with each of its words, or with nothing yet."""
        return self.examples(money) or (f"{self.name}=",)

    def every(self, money: Money) -> Sequence[str] | None:
        """Return the option with each of its words, if it has only words."""
        return self.examples(money) if self.words and not self.amount and self.low is None else None

    def takes(self, text: str, money: Money) -> bool:
        """Return whether a text is the option with one of its words, or a number in its range."""
        key, _, value = text.partition("=")
        if key != self.name or value in self.words:
            return key == self.name
        if self.amount:
            return self.low is not None and money.read(value) >= 0
        return self.low is not None and value.isdigit() and self.low <= int(value) <= (self.high or int(value))

    def examples(self, money: Money) -> Sequence[str]:
        """Return the option with each of its words."""
        return tuple(f"{self.name}={word}" for word in self.words)

    def pick(self, texts: Sequence[str], chooser: Chooser, money: Money) -> str | None:
        """Make up a value: one of its words, or a number of its range."""
        if self.words and (self.low is None or chooser.number(0, 1)):
            return chooser.choose(texts)
        low = self.low or 0
        number = chooser.number(low, low + SOME_MORE if self.high is None else self.high)
        value = money.write(number) if self.amount and money.counter is None else str(number)
        return f"{self.name}={value}"


class Saying(Slot, frozen=True, tag_field="slot", tag="saying"):
    """Any saying: an amended or an inserted one."""

    free = True
    capitals = "SAYING"

    def readings(self, line: ShortLine[ReadingT_co], at: int, last: bool) -> Iterator[ReadingT_co]:
        """Yield the rest of the line as it stands."""
        return line.as_it_stands(at)

    def read(self, phrase: "Phrase") -> Any:
        """Read a whole saying, to the end."""
        return phrase.saying()


class Group(Slot, frozen=True):
    """Slots that occur or are repeated together, with numbers that add up to `total`.

    A repetition names no player twice, and begins with no number, word or text twice. Consecutive groups with
    `any_order` may come in any order, and their repetitions may alternate.
    """

    slots: "tuple[AnySlot, ...]"
    """The slots of the group."""
    low: int | None = None
    """The least number of repetitions; None: one, or none where it is optional."""
    high: int | None = None
    """The greatest number of repetitions; None without a limit."""
    total: tuple[int, int] | None = None
    any_order: bool = False

    def parts(self) -> "Slots":
        """Return its slots."""
        return self.slots

    def players(self) -> tuple[str, ...]:
        """Return the players of its first slot."""
        return self.slots[0].players()

    def begins(self, phrase: "Phrase") -> bool:
        """Return whether its first slot begins here."""
        return self.slots[0].begins(phrase)

    def take(self, phrase: "Phrase", fields: Fields) -> None:
        """Read its slots into their fields, or all repetitions into its own."""
        if self.field:
            fields[self.field] = self.read(phrase)
        else:
            read_slots(self.slots, phrase, fields)

    def read(self, phrase: "Phrase") -> tuple[Any, ...]:
        """Read each repetition; a player is named in one of them."""
        if len(self.slots) == 1:
            return phrase.several(lambda: self.slots[0].read(phrase), low=self.low or 1, high=self.high or MANY)
        read_player, read_value = (slot.read for slot in self.slots)
        return phrase.pairs(lambda: str(read_player(phrase)), lambda name: read_value(phrase))

    def text_of(self, value: Iterable[Any], money: Money) -> str:
        """Return all repetitions."""
        if len(self.slots) == 1:
            return " ".join(self.slots[0].text_of(once, money) for once in value)
        return " ".join(
            slot.text_of(part, money) for once in value for slot, part in zip(self.slots, once, strict=True)
        )

    def write(self, event: Any, money: Money, collect: "Collect") -> str:
        """Write its slots; its fixed words only if the event fills one of its fields."""
        if self.field:
            return Slot.write(self, event, money, collect)
        if not write_slots([slot for slot in self.slots if slot.fields()], event, money, collect):
            return ""
        return write_slots(self.slots, event, money, collect)

    def form_texts(self) -> list[str]:
        """Return the texts of its slots, one after another."""
        return [self.form] if self.form else row_forms(self.slots)

    def fields(self) -> tuple[str, ...]:
        """Return its own field, or those of its slots."""
        return (self.field,) if self.field else tuple(field for slot in self.slots for field in slot.fields())


class Alternatives(Slot, frozen=True):
    """Branches of a row of the grammar: the next word begins one of them, else it is the first.

    If nothing follows and it is not optional, a refusal names what is `expected`.
    """

    branches: "tuple[tuple[Slot, ...], ...]"

    def begins(self, phrase: "Phrase") -> bool:
        """Return whether one of the branches begins here."""
        return any(branch[0].begins(phrase) for branch in self.branches)

    def take(self, phrase: "Phrase", fields: Fields) -> None:
        """Read one of the branches."""
        if self.expected and not phrase.has_next():
            phrase.take(self.expected)
        first, *others = self.branches
        read_slots(next((branch for branch in others if branch[0].begins(phrase)), first), phrase, fields)

    def write(self, event: Any, money: Money, collect: "Collect") -> str:
        """Write what the event has of any branch, each field once."""
        return write_slots(self._by_field().values(), event, money, collect)

    def form_texts(self) -> list[str]:
        """Return the texts of each branch."""
        return [text for branch in self.branches for text in row_forms(branch)]

    def fields(self) -> tuple[str, ...]:
        """Return the fields of all branches."""
        return tuple(self._by_field())

    def _by_field(self) -> "dict[str, Slot]":
        """Return the slot of each field, the first that fills it."""
        slots: dict[str, Slot] = {}
        for slot in (slot for branch in self.branches for slot in branch):
            slots.setdefault(slot.fields()[0], slot)
        return slots


AnySlot = Word | Literal | Amount | Number | Cards | Player | Players | Text | Option | Saying | Group
Slots = tuple[AnySlot, ...]


class Form(msgspec.Struct, frozen=True):
    """A saying that may be said: its speakers (empty: it has none), and its slots.

    `assumes` is what is taken as said before it, in words; `usual` marks the one answer that is by far the most
    frequent. `ends` marks a saying that ends a game or the evening, takes a player away, or lets silence alone end
    the deal in hand.
    """

    who: tuple[str, ...]
    slots: Slots
    assumes: str = ""
    usual: bool = False
    ends: bool = False

    def begins(self) -> tuple[str, ...]:
        """Return the words of which one begins the form; no words if its beginning is filled in."""
        return self.slots[0].says() if self.slots else ()


def amounts_text(low: int, high: int | None, money: Money) -> str:
    """Return a range of amounts in words."""
    if high is None:
        return f"{money.show(low)} or more" if low > 0 else ANY_AMOUNT
    if low == high:
        return money.show(low)
    return f"{money.show(low)} to {money.show(high)}"


def stands_anywhere(slot: AnySlot) -> bool:
    """Return whether a slot is among those that may come in any order."""
    return isinstance(slot, Group) and slot.any_order


def read_slots(slots: Sequence[Slot], phrase: "Phrase", fields: Fields) -> None:
    """Read slots one after another: the walk without guesses.

    An optional one is left out if nothing follows, or if a later one begins here.
    """
    for place, slot in enumerate(slots, 1):
        if slot.optional and (not phrase.has_next() or any(later.begins(phrase) for later in slots[place:])):
            continue
        slot.take(phrase, fields)


def write_slots(slots: Iterable[Slot], event: Any, money: Money, collect: "Collect") -> str:
    """Write the parts of an event one after another."""
    return " ".join(filter(None, [slot.write(event, money, collect) for slot in slots]))


def row_forms(slots: Iterable[Slot]) -> list[str]:
    """Return the texts that show slots in the form of a row.

    What may be left out stands in brackets, unless it has branches.
    """
    of_each = [(slot, slot.form_texts()) for slot in slots]
    shown = [[f"[{texts[0]}]"] if slot.optional and len(texts) == 1 else texts for slot, texts in of_each]
    return [" ".join(filter(None, parts)) for parts in product(*shown)]


def options_in(slots: Iterable[AnySlot]) -> list[Option]:
    """Return the options among slots."""
    return [slot for slot in slots if isinstance(slot, Option)]


def fixed(*texts: str) -> Slots:
    """Return fixed words as slots."""
    return tuple(Literal(text) for text in texts)


def most_times(group: Group) -> int | None:
    """Return how often a group may be said, by its bound and its players; None for no limit."""
    first, bounds = group.slots[0], [] if group.high is None else [group.high]
    bounds += [len(players) for slot in group.slots if (players := slot.players())]
    if isinstance(first, Word):
        bounds.append(sum(first.often.get(word, 1) for word in first.words))
    if isinstance(first, Number):
        bounds.append(first.high - first.low + 1)
    return min(bounds, default=None)
