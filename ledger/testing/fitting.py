"""Whether a saying can be put together from a form.

Every assignment of its words to the slots is tried.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from ledger.core.money import Money, MoneyError
from ledger.core.names import name
from ledger.evening.fold import Evening
from ledger.language.slots import (
    Amount,
    AnySlot,
    Cards,
    Form,
    Group,
    Literal,
    Number,
    Option,
    Player,
    Players,
    Text,
    Word,
    stand_together,
    stands_anywhere,
)


def places_in(text: str) -> list[str]:
    """Return the words of a saying, and the signs that are written without spaces."""
    return re.findall(r'"(?:\\.|[^"\\])*"|[:=,]|\+(?=[a-z])|[^\s":=,+]+|\+[^\s"]+', text)


class Assignment(NamedTuple):
    """One assignment of the words of a saying to slots."""

    parts: list[str]
    """The words not yet assigned."""
    cards: tuple[str, ...] = ()
    worth: int = 0
    """The sum of the numbers and amounts."""
    number: int = 0
    """The last number, or the number of the last cards."""

    def past(self, size: int) -> "Assignment":
        """Return the assignment with so many more words assigned."""
        return self._replace(parts=self.parts[size:])


class Begun:
    """A repeated slot, or one of several in any order, with what was assigned to it so far."""

    def __init__(self, slot: AnySlot, begun: Sequence[str] = (), worth: int = 0) -> None:
        self.slot = slot
        self.group = slot if isinstance(slot, Group) else None
        self.slots = self.group.slots if self.group else (msgspec.structs.replace(slot, repeat=False, optional=False),)
        self.begun = list(begun)
        self.worth = worth

    @property
    def times(self) -> int:
        """Return how often something was assigned to it."""
        return len(self.begun)

    @property
    def enough(self) -> bool:
        """Return whether it needs no more."""
        if not self.times:
            return self.slot.optional
        low, total = (self.group.low, self.group.total) if self.group and self.slot.repeat else (None, None)
        return self.times >= (low or 1) and (total is None or total[0] <= self.worth <= total[1])

    def may_begin(self, word: str) -> bool:
        """Return whether it may be repeated, beginning with this word."""
        high = (self.group.high if self.group else None) if self.slot.repeat else 1
        if high is not None and self.times >= high:
            return False
        first = self.slots[0]
        often = first.often.get(word, 1) if isinstance(first, Word) else 1
        once = isinstance(first, Word | Number | Player | Text)
        return not once or self.begun.count(word) < often

    def with_one(self, word: str, worth: int) -> "Begun":
        """Return it with one thing more assigned, which begins with this word."""
        return Begun(self.slot, (*self.begun, word), self.worth + worth)


class Fitting:
    """Tries every assignment of a saying to the slots of a form."""

    def __init__(self, money: Money) -> None:
        self.money = money

    def fits(self, slots: Sequence[AnySlot], parts: list[str]) -> bool:
        """Return whether the words fill these slots, with none left over."""
        return any(not left.parts for left in self.rest(tuple(slots), Assignment(parts)))

    def rest(self, slots: tuple[AnySlot, ...], assignment: Assignment) -> Iterator[Assignment]:
        """Yield every assignment of words to these slots."""
        if not slots:
            yield assignment
            return
        first = slots[0]
        run = next((place for place, slot in enumerate(slots) if not stands_anywhere(slot)), len(slots))
        if first.repeat or run:
            run = max(run, 1)
            for left in self.among([Begun(slot) for slot in slots[:run]], assignment):
                yield from self.rest(slots[run:], left)
            return
        if first.optional:
            yield from self.rest(slots[1:], assignment)
        for left in self.once(first, assignment):
            yield from self.rest(slots[1:], left)

    def among(self, run: list["Begun"], assignment: Assignment) -> Iterator[Assignment]:
        """Yield every assignment to repeated slots, or to slots in any order."""
        if all(begun_slot.enough for begun_slot in run):
            yield assignment
        for place, begun_slot in enumerate(run):
            glued = begun_slot.times and assignment.parts[:1] == [","] and len(begun_slot.slots) == 1
            begun = assignment.past(1) if glued else assignment
            if not begun.parts or not begun_slot.may_begin(begun.parts[0]):
                continue
            for left in self.rest(begun_slot.slots, begun._replace(worth=0)):
                if len(left.parts) < len(begun.parts):
                    further = [*run[:place], begun_slot.with_one(begun.parts[0], left.worth), *run[place + 1 :]]
                    yield from self.among(further, left._replace(worth=assignment.worth + left.worth))

    def once(  # noqa: C901 - a case for each kind of slot
        self, slot: AnySlot, assignment: Assignment
    ) -> Iterator[Assignment]:
        """Yield every assignment to a slot that is not repeated."""
        parts = assignment.parts
        match slot:
            case Group():
                yield from self.rest(slot.slots, assignment)
            case Cards():
                yield from self.cards(slot, assignment)
            case Players():
                names = list(map(name, slot.among))
                size = 0
                while size < slot.high and parts[size:] and parts[size] in names and parts[size] not in parts[:size]:
                    size += 1
                yield from (assignment.past(few) for few in range(size, slot.low - 1, -1))
            case Literal():
                words = slot.text.split()
                if parts[: len(words)] == words:
                    yield assignment.past(len(words))
            case Option():
                if parts[:2] == [slot.name, "="] and self.is_value(slot, parts[2]):
                    yield assignment.past(3)
            case Number():
                number = int(parts[0]) if parts and parts[0].isdigit() else -1
                if slot.low <= number <= slot.high and (not slot.as_many or number == assignment.number):
                    yield assignment.past(1)._replace(worth=assignment.worth + number, number=number)
                elif parts and parts[0] in slot.or_words:
                    yield assignment.past(1)
            case Amount():
                if parts and (amount := self.amount(slot, parts[0])) is not None:
                    yield assignment.past(1)._replace(worth=assignment.worth + amount)
            case _:
                if parts and self.is_one(slot, parts[0]):
                    yield assignment.past(1)

    def cards(self, slot: Cards, assignment: Assignment) -> Iterator[Assignment]:
        """Yield every number of cards that may stand in a slot."""
        known = {str(card): card for card in slot.among}
        texts: list[str] = []
        for part in assignment.parts[: slot.high]:
            if part not in known or (*assignment.cards, *texts).count(part) >= slot.often.get(known[part], 1):
                break
            texts.append(part)
        for size in range(len(texts), slot.low - 1, -1):
            together = stand_together(slot, [known[part] for part in texts[:size]])
            if together and (not slot.as_many or size == assignment.number):
                yield assignment.past(size)._replace(cards=(*assignment.cards, *texts[:size]), number=size)

    def is_one(self, slot: AnySlot, part: str) -> bool:
        """Return whether a word may stand in a slot of words, of players or of text."""
        match slot:
            case Word():
                return part in slot.words
            case Player():
                return part in map(name, slot.among)
        return isinstance(slot, Text)  # written without its quotes where a name needs none

    def is_value(self, slot: Option, part: str) -> bool:
        """Return whether an option may have this value: one of its words, or a number in its range."""
        if part in slot.words:
            return True
        if slot.amount:
            return slot.low is not None and self.money.read(part) >= 0
        if slot.low is None or not part.isdigit():
            return False
        return slot.low <= int(part) <= (int(part) if slot.high is None else slot.high)

    def amount(self, slot: Amount, part: str) -> int | None:
        """Return the amount if it is in the range.

        One finer than whole counters is taken, though not offered.
        """
        sign = -1 if part.startswith("-") else 1
        try:
            amount = sign * self.money.read(part.lstrip("+-"))
        except MoneyError:
            return None
        fits = slot.low - slot.step < amount and (slot.high is None or amount < slot.high + slot.step)
        return amount if fits else None


def fits(form: Form, saying: str, evening: Evening) -> bool:
    """Return whether a form can make this saying."""
    saying = re.sub(" 1 card$", " 1 cards", saying)  # one card may be bought as cards too
    parts = places_in(saying)
    if form.who:
        if parts[:1] not in [[name(player)] for player in form.who]:
            return False
        parts = parts[1:]
    return Fitting(evening.money).fits(form.slots, parts)
