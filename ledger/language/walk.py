"""The walk: one engine that steps through the slots of a form.

At any point of a saying it tells what may come next, and whether the saying is settled if nothing more is said. What
is optional, repeated or in any order, and what the total of a group still allows, is worked out here alone. A walk is
a value: a step leads to another, and nothing is changed.
"""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from ledger.core.cards import read_card
from ledger.core.money import Money
from ledger.core.names import name
from ledger.core.patterns import Pattern
from ledger.language.forms import joined
from ledger.language.slots import (
    Amount,
    AnySlot,
    Cards,
    Form,
    Group,
    Number,
    Player,
    Slots,
    Text,
    Word,
    most_times,
    stands_anywhere,
)

MANY = 10**9
"""More times than anything is said."""
BEGINS_ONCE = (Word, Number, Player, Text)
"""The slots whose text begins a repetition once, or as `often` as they say."""
AS_MANY = (Cards, Number)
"""The slots that may take as many as were said before."""
PIECES = Pattern(r'"(?:\\.|[^"\\])*"|[:=,]|\+(?=[a-z])|[^\s":=,+]+|\+[^\s"]+')
"""The words of a saying in full, and the signs that are written without spaces."""


class Walk(msgspec.Struct, frozen=True):
    """A point in a saying: the slots that are left, and the texts that were said."""

    left: Slots
    money: Money
    said: tuple[str, ...] = ()
    lenient: bool = False
    """Whether how often and how many is not held: shorthand reads what is said, and the rules say what is wrong."""

    @property
    def settled(self) -> bool:
        """Return whether the saying may end here."""
        return not self.left or (self.left[0].optional and all(slot.optional for slot in self.left))

    def steps(self) -> "list[Step]":
        """Return what may come next, one thing at a time; the end of the saying is not among them."""
        steps: list[Step] = []
        self._add(self.left, steps)
        return steps

    def _add(self, slots: Slots, steps: "list[Step]") -> None:
        """Add the steps into these slots; steps past an optional slot come first."""
        if not slots:
            return
        run = 1
        if stands_anywhere(slots[0]):
            run = next((place for place, slot in enumerate(slots) if not stands_anywhere(slot)), len(slots))
        if slots[0].optional and all(slot.optional for slot in slots[:run]):
            self._add(slots[run:], steps)
        for place in range(run):
            self._begin(slots[place], (*slots[:place], *slots[place + 1 :]), steps)

    def _begin(self, slot: AnySlot, rest: Slots, steps: "list[Step]") -> None:
        """Add the steps into one slot."""
        if slot.repeat:
            again = slot if isinstance(slot, Repetition) else Repetition.of(slot, self.lenient)
            if again.high == 0:
                return
            first, *others = again.parts()
            if isinstance(first, BEGINS_ONCE):
                steps.append(Step(self, first, tuple(others), again, rest))
            else:
                self._add((first, *others, again.after(""), *rest), steps)
        elif isinstance(slot, Group):
            self._add((*slot.slots, *rest), steps)
        elif isinstance(slot, AS_MANY) and slot.as_many and not self.lenient:
            number = _last_number(self.said)
            if slot.low <= number <= slot.high:
                steps.append(Step(self, replace(slot, low=number, high=number, as_many=False), (), None, rest))
        else:
            steps.append(Step(self, slot, (), None, rest))


class Step(msgspec.Struct, frozen=True, gc=False):
    """One thing that may come next: a text of `slot`, and what follows it."""

    walk: Walk
    slot: AnySlot
    others: Slots
    again: "Repetition | None"
    """The repetition that begins once more with the step."""
    rest: Slots

    def may_be(self, text: str) -> bool:
        """Return whether a text is not said too often: the beginning of a repetition, or a card."""
        if self.again is not None:
            return self.walk.lenient or self.again.may_begin(text)
        if isinstance(self.slot, Cards) and text in self.walk.said:
            often = {str(card): times for card, times in self.slot.often.items()}
            return self.walk.said.count(text) < often.get(text, 1)
        return True

    def texts(self) -> Sequence[str]:
        """Return the texts of the step; none for what is typed."""
        texts = self.slot.choices(self.walk.money)
        if self.again is None and not (self.walk.said and isinstance(self.slot, Cards)):
            return texts
        return [text for text in texts if self.may_be(text)]

    def endings(self) -> list[tuple[str, bool]]:
        """Return the texts of the step, each with whether the saying may end with it."""
        texts = self.texts()
        if self.again is not None or isinstance(self.slot, COUNTED):
            return [(text, self.after(text).settled) for text in texts]
        ends = bool(texts) and self.after(texts[0]).settled
        return [(text, ends) for text in texts]

    def left(self, text: str) -> Slots:
        """Return the slots that are left once a text is said."""
        again = () if self.again is None else (self.again.after(text),)
        left = (*self.slot.left_after(text), *self.others, *again, *self.rest)
        if isinstance(self.slot, COUNTED):
            return _with_less(left, self.slot.worth(text, self.walk.money))
        return left

    def after(self, text: str) -> Walk:
        """Return the walk once a text is said."""
        return Walk(self.left(text), self.walk.money, (*self.walk.said, text), self.walk.lenient)

    def after_all(self, texts: Sequence[str]) -> Walk:
        """Return the walk once a text is said, and others after it that may follow."""
        walk = self.after(texts[0])
        for text in texts[1:]:
            walk = next(step.after(text) for step in walk.steps() if step.slot.takes(text, walk.money))
        return walk


class Repetition(Group, frozen=True):
    """The rest of a repetition; its bounds and its total are of those that may still come."""

    begun: tuple[str, ...] = ()
    """The beginnings of the repetition so far."""

    @classmethod
    def of(cls, slot: AnySlot, lenient: bool) -> "Repetition":
        """Return a repetition that has not begun; a lenient one has no bounds and no total."""
        if not isinstance(slot, Group):
            slot = Group((replace(slot, repeat=False, optional=False),), repeat=True, optional=slot.optional)
        low = 1 if slot.low is None else slot.low
        bounds = (1, None, None) if lenient else (low, most_times(slot), slot.total)
        return cls(slot.slots, *bounds, slot.any_order, optional=slot.optional, repeat=True)

    def may_begin(self, text: str) -> bool:
        """Return whether the repetition may begin with this once more."""
        first = self.slots[0]
        return self.begun.count(text) < (first.often.get(text, 1) if isinstance(first, Word) else 1)

    def parts(self) -> Slots:
        """Return the slots, with numbers that leave the total within reach of later ones."""
        return self.slots if self.total is None else tuple(map(self._limited, self.slots))

    def _limited(self, slot: AnySlot) -> AnySlot:
        if self.total is None or not isinstance(slot, Number | Amount):
            return slot
        least, most = self.total
        few, many = max((self.low or 0) - 1, 0), MANY if self.high is None else self.high - 1
        low, room = slot.low, most - slot.low * (few if slot.low >= 0 else many)
        if slot.high is not None or not many:
            low = max(low, least - (slot.high or 0) * many)
        high = room if slot.high is None else min(slot.high, room)
        if isinstance(slot, Number) and (slot.step > 1 or slot.values):
            low, high = slot.limited(low, high)
        fields = {field: getattr(slot, field) for field in slot.__struct_fields__}
        fields |= {"low": low, "high": high}
        return CountedNumber(**fields) if isinstance(slot, Number) else CountedAmount(**fields, of=slot)

    def after(self, text: str) -> "Repetition":
        """Return the rest after one repetition that begins with this."""
        low, high = max((self.low or 0) - 1, 0), None if self.high is None else self.high - 1
        left = replace(self, low=low, high=high, begun=(*self.begun, text))
        return replace(left, optional=left.is_enough())

    def less(self, worth: int) -> "Repetition":
        """Return the rest with a total lower by so much."""
        assert self.total is not None
        left = replace(self, total=(self.total[0] - worth, self.total[1] - worth))
        return replace(left, optional=left.is_enough())

    def is_enough(self) -> bool:
        """Return whether the repetition may end here."""
        return not self.low and (self.total is None or self.total[0] <= 0 <= self.total[1])


class CountedNumber(Number, frozen=True):
    """A number that counts to the total of the repetition that is under way."""


class CountedAmount(Amount, frozen=True, kw_only=True):
    """An amount that counts to the total of the repetition that is under way."""

    of: Amount
    """The same slot as the form has it."""

    def written(self, amount: int, money: Money) -> str:
        """Write an amount in the way of the form's slot."""
        return self.of.written(amount, money)


COUNTED = (CountedNumber, CountedAmount)


def _with_less(left: Slots, worth: int) -> Slots:
    """Return slots with a total lower by so much in the current repetition."""
    place = next(place for place, slot in enumerate(left) if isinstance(slot, Repetition))
    again = left[place]
    assert isinstance(again, Repetition)
    return (*left[:place], again.less(worth), *left[place + 1 :])


def _last_number(said: tuple[str, ...]) -> int:
    """Return the last number, or the number of the last cards."""
    number = 0
    for text in reversed(said):
        if read_card(text) is not None:
            number += 1
        elif number or text.isdigit():
            return number or int(text)
    return number


def makes(form: Form, saying: str, money: Money) -> bool:
    """Return whether a form makes a saying, which is in full."""
    pieces = PIECES.findall(f"{saying}s" if saying.endswith(" 1 card") else saying)  # one card may be bought as cards
    if form.who:
        speaker, *pieces = pieces
        if speaker not in map(name, form.who):
            return False
    return _leads_to_an_end(Walk(form.slots, money), pieces)


def _leads_to_an_end(walk: Walk, pieces: Sequence[str]) -> bool:
    """Return whether words lead to an end of a walk, with none left over."""
    if not pieces:
        return walk.settled
    filled_in = 3 if pieces[1:2] == ["="] else 1
    for step in walk.steps():
        for size in {len(text.split()) for text in step.slot.says()} or {filled_in}:
            text = joined(pieces[:size])
            taken = step.slot.takes(text, walk.money) and step.may_be(text)
            if taken and _leads_to_an_end(step.after(text), pieces[size:]):
                return True
    return False
