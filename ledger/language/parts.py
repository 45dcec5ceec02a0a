"""Parts: the rows of the grammar are made of them.

Each part is read, written, and shown in a form.

An argument fills a field of the event. Small words stand between arguments; some parts may be left out, and of some
there are several ways. How a part is read and written is made once, as a function.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import msgspec

from ledger.core.money import Money
from ledger.language.slots import AnySlot, Group, Literal, Slots
from ledger.language.vocabulary import Collect

if TYPE_CHECKING:
    from ledger.language.phrase import Phrase

Fields = dict[str, Any]
Read = Callable[["Phrase", Fields], None]
"""Reads a part into the fields of an event. Raises Refusal for words that do not fit."""
Write = Callable[[Any, Money, Collect], str]
"""Writes a part of an event; returns an empty text if the event does not have it."""
Given = dict[str, AnySlot | Slots]
"""The slots of an offered form, by the field that each fills; a field may have several slots."""


def has_next(phrase: "Phrase") -> bool:
    """Return whether there is a next word."""
    return phrase.has_next()


class Argument(msgspec.Struct, frozen=True):
    """An argument, which fills one field of the event.

    `capitals` shows it in a form, `slot` has everything that it can be. The field holds a tuple if it takes several.
    `begins` returns whether the next word begins the argument.
    """

    field: str
    reads: Callable[["Phrase"], Any]
    writes: Callable[..., str]
    slot: AnySlot
    capitals: str
    several: bool = False
    begins: Callable[["Phrase"], bool] = has_next
    of_money: bool = False
    """Whether the value is written in the evening's money, which `writes` takes before the value."""

    def reading(self) -> Read:
        """Return a function that reads the value of the field."""
        field, reads = self.field, self.reads

        def read(phrase: "Phrase", fields: Fields) -> None:
            fields[field] = reads(phrase)

        return read

    def writing(self) -> Write:
        """Return a function that writes the value of the field, unless it is None or empty."""
        value_of, writes = attrgetter(self.field), self.writes

        def write(event: Any, money: Money, collect: Collect) -> str:
            value = value_of(event)
            return "" if value is None or value == () else writes(value)

        def write_in_money(event: Any, money: Money, collect: Collect) -> str:
            value = value_of(event)
            return "" if value is None or value == () else writes(money, value)

        return write_in_money if self.of_money else write

    def form_texts(self) -> list[str]:
        """Return the capitals."""
        return [self.capitals]

    def slots(self, given: Given) -> Slots:
        """Return the given slots of this field, else the widest."""
        return tuple(
            msgspec.structs.replace(slot, asks=self.slot.asks) if self.slot.asks and not slot.asks else slot
            for slot in as_slots(given.get(self.field, self.slot))
        )

    def arguments(self) -> "Iterator[Argument]":
        """Yield this argument."""
        yield self


class Combined(Argument, frozen=True):
    """An argument that fills several fields.

    It reads a dictionary of them, and is written from the event.
    """

    fields: tuple[str, ...] = ()

    def reading(self) -> Read:
        """Return a function that reads the values of the fields."""
        return lambda phrase, fields: fields.update(self.reads(phrase))

    def writing(self) -> Write:
        """Return a function that writes the values of the fields."""
        return self.writes

    def slots(self, given: Given) -> Slots:
        """Return the slots given for its fields, in their order."""
        return tuple(slot for field in self.fields for slot in as_slots(given.get(field, ())))

    def arguments(self) -> "Iterator[Argument]":
        """Yield nothing: none of its fields is read alone."""
        yield from ()


class SmallWord(msgspec.Struct, frozen=True):
    """A fixed word between arguments."""

    text: str

    def begins(self, phrase: "Phrase") -> bool:
        """Return whether the next word is this one."""
        return phrase.next_is(self.text)

    def reading(self) -> Read:
        """Return a function that takes the word."""
        return lambda phrase, fields: phrase.skip(self.text)

    def writing(self) -> Write:
        """Return a function that writes the word."""
        return lambda event, money, collect: self.text

    def form_texts(self) -> list[str]:
        """Return the word."""
        return [self.text]

    def slots(self, given: Given) -> Slots:
        """Return the word as a slot."""
        return (Literal(self.text),)

    def arguments(self) -> Iterator[Argument]:
        """Yield nothing."""
        yield from ()


class Maybe(msgspec.Struct, frozen=True):
    """A part that may be left out, with the small word before it, if it has one."""

    part: "Argument | Either"
    small: str = ""

    def begins(self, phrase: "Phrase") -> bool:
        """Return whether the small word or the part begins here."""
        return phrase.next_is(self.small) if self.small else self.part.begins(phrase)

    def reading(self) -> Read:
        """Return a function that reads the part after its small word."""
        read, small = self.part.reading(), self.small
        if not small:
            return read

        def read_both(phrase: "Phrase", fields: Fields) -> None:
            phrase.skip(small)
            read(phrase, fields)

        return read_both

    def writing(self) -> Write:
        """Return a function that writes the part after its small word, if the event has it."""
        write, small = self.part.writing(), self.small
        if not small:
            return write

        def write_both(event: Any, money: Money, collect: Collect) -> str:
            text = write(event, money, collect)
            return f"{small} {text}" if text else ""

        return write_both

    def form_texts(self) -> list[str]:
        """Return the small word and the part in brackets."""
        return [f"[{' '.join(filter(None, (self.small, self.part.form_texts()[0])))}]"]

    def slots(self, given: Given) -> Slots:
        """Return the slots given for the part; optional ones in a group with the small word."""
        if not any(argument.field in given for argument in self.arguments()):
            return ()
        slots = self.part.slots(given)
        if not (self.small and slots):
            return slots
        last = slots[-1]
        if not last.optional and last.shown is not None:
            return (Literal(self.small), *slots)
        inner = msgspec.structs.replace(last, optional=False, shown=last.shown or "")
        return (Group((Literal(self.small), *slots[:-1], inner), optional=last.optional, shown=last.shown),)

    def arguments(self) -> Iterator[Argument]:
        """Yield the arguments of the part."""
        return self.part.arguments()


class Either(msgspec.Struct, frozen=True):
    """Several ways to go on: the one that the next word begins, else the one `otherwise`.

    If nothing follows and the part is not optional, a refusal names what is `expected`.
    """

    choices: "tuple[Parts, ...]"
    otherwise: int = 0
    expected: str = ""
    optional: bool = False

    def begins(self, phrase: "Phrase") -> bool:
        """Return whether one of the ways begins here."""
        return any(choice[0].begins(phrase) for choice in self.choices)

    def reading(self) -> Read:
        """Return a function that reads one of the ways."""
        otherwise = reading_of(self.choices[self.otherwise])
        others = [
            (choice[0].begins, reading_of(choice))
            for choice in self.choices
            if choice is not self.choices[self.otherwise]
        ]

        def read(phrase: "Phrase", fields: Fields) -> None:
            if not phrase.has_next():
                if self.optional:
                    return
                if self.expected:
                    phrase.take(self.expected)
            for begins, read_choice in others:
                if begins(phrase):
                    read_choice(phrase, fields)
                    return
            otherwise(phrase, fields)

        return read

    def writing(self) -> Write:
        """Return a function that writes every argument of the event, each field once."""
        return writing_of([argument.writing() for argument in self._by_field().values()])

    def form_texts(self) -> list[str]:
        """Return each way."""
        return [
            " ".join(parts) for choice in self.choices for parts in product(*(part.form_texts() for part in choice))
        ]

    def slots(self, given: Given) -> Slots:
        """Return the slots given for its arguments."""
        return tuple(
            slot for field, argument in self._by_field().items() if field in given for slot in argument.slots(given)
        )

    def arguments(self) -> Iterator[Argument]:
        """Yield the arguments of all ways."""
        for choice in self.choices:
            for part in choice:
                yield from part.arguments()

    def _by_field(self) -> dict[str, Argument]:
        return {argument.field: argument for argument in self.arguments()}


Part = Argument | SmallWord | Maybe | Either
Parts = tuple[Part, ...]


def reading_of(parts: Parts) -> Read:
    """Return a function that reads parts; an optional one is left out if nothing follows it."""
    steps = [
        _unless(part.reading(), [later.begins for later in parts[place:]]) if type(part) is Maybe else part.reading()
        for place, part in enumerate(parts, 1)
    ]
    if len(steps) == 1:
        return steps[0]

    def read(phrase: "Phrase", fields: Fields) -> None:
        for step in steps:
            step(phrase, fields)

    return read


def _unless(read: Read, later: Iterable[Callable[["Phrase"], bool]]) -> Read:
    def read_unless(phrase: "Phrase", fields: Fields) -> None:
        if phrase.has_next() and not any(begins(phrase) for begins in later):
            read(phrase, fields)

    return read_unless


def writing_of(writes: Iterable[Write]) -> Write:
    """Return a function that writes several parts one after another."""
    first, *others = writes

    def write(event: Any, money: Money, collect: Collect) -> str:
        text = first(event, money, collect)
        for write_other in others:
            if other := write_other(event, money, collect):
                text = f"{text} {other}" if text else other
        return text

    return write


def maybe(*parts: Argument | Either | str) -> Maybe:
    """Return a part that may be left out, and the small word before it, if it has one."""
    *small, part = parts
    assert not isinstance(part, str)
    return Maybe(part, *(text for text in small if isinstance(text, str)))


def either(
    *choices: Part | tuple[Part | str, ...], otherwise: int = 0, expected: str = "", optional: bool = False
) -> Either:
    """Return ways to go on, each of one part or of several."""
    several = tuple(as_parts(parts if isinstance(parts, tuple) else (parts,)) for parts in choices)
    return Either(several, otherwise, expected, optional)


def as_parts(parts: Iterable[Part | str]) -> Parts:
    """Return parts, with small words made of texts."""
    return tuple(SmallWord(part) if isinstance(part, str) else part for part in parts)


def as_slots(slots: AnySlot | Slots) -> Slots:
    """Return one slot or several as a tuple."""
    return slots if isinstance(slots, tuple) else (slots,)
