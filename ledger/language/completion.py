"""Completion: every continuation of a line that is being typed, as the forms offer it.

The words typed so far may be shortened, as in `ledger.language.shorthand`; what may stand next is given in full.
Amounts are in the smallest unit.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress

import msgspec

from ledger.core.cards import Card
from ledger.core.names import name
from ledger.core.refusals import Refusal
from ledger.language.shorthand import Match, Reading, Shorthand, TooManyWays
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
    Saying,
    Slots,
    Text,
    Word,
    most_times,
    stand_together,
    stands_anywhere,
)
from ledger.language.tokens import Token, tokens_of

MOST_STEPS = 2_000
"""A line whose words can be followed in more steps than this is not followed further: a key is waiting."""
MOST_NUMBERS = 12
"""A range of more numbers than this is left to be typed."""


class Continuation(msgspec.Struct, frozen=True):
    """What may stand next: its text, its place in the line, and the form it belongs to."""

    text: str
    start: int
    form: Form
    ends: bool
    """Whether the saying may end with it."""


def continuations(shorthand: Shorthand, line: str) -> list[Continuation]:
    """Return everything that may stand next in a line, or complete its last word, each once.

    If the names of the line can be put together in too many ways, it returns those found by then.
    """
    before, start = _typed(line)
    beginning = line[start:].lower()
    continuations: dict[str, Continuation] = {}
    walk = _Walk(shorthand, line, before)
    with suppress(TooManyWays):  # who says the line is refused, and told which name is not clear
        for text, form, ends in walk.of_all():
            if text.lower().lstrip('"').startswith(beginning.lstrip('"')):
                known = continuations.get(text)
                if known is None or (ends and not known.ends):
                    continuations[text] = Continuation(text, start, form if known is None else known.form, ends)
    return list(continuations.values())


def _typed(line: str) -> tuple[list[Token], int]:
    """Return the finished words of a line, and the place where its last word begins."""
    try:
        tokens = tokens_of(line)
    except Refusal as refusal:  # a quote is not closed: all that follows it is one word
        start = (refusal.at or 1) - 1
        return tokens_of(line[:start]), start
    if tokens and not line[-1].isspace():
        return tokens[:-1], tokens[-1].start
    return tokens, len(line)


class _Walk:
    """The words of a line, followed through a form to its end."""

    def __init__(self, shorthand: Shorthand, line: str, tokens: Sequence[Token]) -> None:
        self.short = shorthand
        self.tokens = tokens
        self.match = Match(shorthand, line, tokens, MOST_STEPS)

    def of_all(self) -> Iterator[tuple[str, Form, bool]]:
        """Yield what may stand next in any of the forms. Raises TooManyWays."""
        offered = [(form, True) for form in self.short.forms] + [(form, False) for form in self.short.around]
        for form, nameless in offered:
            for text, ends in self.of_form(form, nameless):
                yield text, form, ends

    def of_form(self, form: Form, nameless: bool) -> Iterator[tuple[str, bool]]:
        """Yield what may stand next if the line is of this form.

        With `nameless`, the player who is asked need not be named.
        """
        if not form.who:
            yield from self.next_in(form.slots, 0, ())
            return
        if not self.tokens:
            yield from ((name(player), False) for player in form.who)
        else:
            for named in self.match.name_at(0, form.who):
                yield from self.next_in(form.slots, named.at, ())
        if nameless and len(self.short.asked) == 1 and self.short.asked[0] in form.who and not form.assumes:
            yield from self.next_in(form.slots, 0, ())

    def next_in(self, slots: Slots, at: int, named: tuple[str, ...]) -> Iterator[tuple[str, bool]]:
        """Yield what may stand next after the words up to a place, except what is `named`."""
        run = next((place for place, slot in enumerate(slots) if not stands_anywhere(slot)), len(slots))
        if run:
            if all(slot.optional for slot in slots[:run]):
                yield from self.next_in(slots[run:], at, named)
            for place in range(run):
                yield from self.begin(slots[place], (*slots[:place], *slots[place + 1 :]), at, named)
        elif slots:
            if slots[0].optional:
                yield from self.next_in(slots[1:], at, named)
            yield from self.begin(slots[0], slots[1:], at, named)

    def begin(self, slot: AnySlot, rest: Slots, at: int, named: tuple[str, ...]) -> Iterator[tuple[str, bool]]:
        """Yield what may stand next if it belongs to this slot."""
        if slot.repeat:
            yield from self.again(slot if isinstance(slot, _Again) else _Again.of(slot), rest, at, named)
        elif isinstance(slot, Group):
            yield from self.next_in((*slot.slots, *rest), at, named)
        elif at == len(self.tokens):
            enough = slot.low <= 1 if isinstance(slot, Cards | Players) else True
            ends = enough and all(following.optional for following in rest)
            for text in self.choices(slot):
                if text not in named:
                    closed = ends or (enough and isinstance(slot, Number | Amount) and self.completes(slot, rest, text))
                    yield text, closed and not text.endswith("=")
        elif isinstance(slot, Cards | Players):
            yield from self.next_of_several(slot, rest, at, named)
        else:
            for reading in self.read(slot, at):
                part = reading.parts[0] if reading.parts else ""
                after = _less(rest, self.worth(slot, part)) if part else rest
                if isinstance(slot, Number) and part not in slot.or_words:
                    after = _as_many(after, int(part))
                yield from self.next_in(after, reading.at, (*named, part) if isinstance(slot, Player) else named)

    def again(self, group: "_Again", rest: Slots, at: int, named: tuple[str, ...]) -> Iterator[tuple[str, bool]]:
        """Yield what may stand next if a repetition goes on; it begins with nothing too often."""
        if group.high == 0:
            return
        once = group.slots if group.total is None else tuple(_of_total(slot, group) for slot in group.slots)
        first, others = once[0], once[1:]
        if not isinstance(first, Player | Number | Word):
            yield from self.next_in((*once, group.once_more(""), *rest), at, named)
        elif at == len(self.tokens):
            for text in self.choices(first):
                if group.may_begin(text):
                    after = _less((group.once_more(text), *rest), self.worth(first, text))
                    yield text, not others and all(slot.optional for slot in after)
        else:
            for reading in self.read(first, at):
                if group.may_begin(reading.parts[0]):
                    after = _less((group.once_more(reading.parts[0]), *rest), self.worth(first, reading.parts[0]))
                    yield from self.next_in((*others, *after), reading.at, named)

    def completes(self, slot: Number | Amount, rest: Slots, text: str) -> bool:
        """Return whether a saying may end with this number: its total, if any, is reached."""
        return all(slot.optional for slot in _less(rest, self.worth(slot, text)))

    def worth(self, slot: AnySlot, text: str) -> int:
        """Return what a number or an amount adds to the total of its repetition."""
        if isinstance(slot, _NumberOfTotal):
            return int(text)
        if not isinstance(slot, _AmountOfTotal):
            return 0
        worth = self.short.money.read(text.lstrip("+-"))
        return -worth if text.startswith("-") else worth

    def read(self, slot: AnySlot, at: int) -> Iterator[Reading]:
        """Yield the readings of one slot where it stands, only those that are offered."""
        for reading in self.match.once(msgspec.structs.replace(slot, repeat=False), Reading(at), last=False):
            if not reading.doubts:
                yield reading

    def next_of_several(
        self, slot: Cards | Players, rest: Slots, at: int, named: tuple[str, ...]
    ) -> Iterator[tuple[str, bool]]:
        """Yield what may stand next after some cards or players of a slot."""
        single = msgspec.structs.replace(slot, low=1, high=1)
        number = (slot.number if isinstance(slot, _More) else 0) + 1
        for reading in self.read(single, at):
            part = reading.parts[0]
            if part in named:
                continue
            now_named = (*named, part)
            if isinstance(slot, Cards) and slot.often.get(_card(slot, part), 1) > 1:
                now_named = named
            if slot.low <= 1:
                yield from self.next_in(_as_many(rest, number), reading.at, now_named)
            if slot.high > 1:
                fewer = msgspec.structs.replace(slot, low=max(slot.low - 1, 1), high=slot.high - 1)
                further = _More.after(fewer, part, number) if isinstance(fewer, Cards) else fewer
                yield from self.next_in((further, *rest), reading.at, now_named)

    def choices(self, slot: AnySlot) -> Sequence[str]:
        """Return the texts that may stand in a slot; none for what is to be typed."""
        match slot:
            case Word():
                return slot.words
            case Literal():
                return (slot.text,)
            case Player() | Players():
                return tuple(map(name, slot.among))
            case Cards():
                return tuple(map(str, slot.among))
            case Amount():
                return tuple(map(self.short.money.write, slot.usual))
            case Number():
                few = slot.high - slot.low < MOST_NUMBERS
                return (*slot.or_words, *(map(str, range(slot.low, slot.high + 1)) if few else ()))
            case Option():
                return tuple(f"{slot.name}={word}" for word in slot.words) or (f"{slot.name}=",)
            case Text():
                return ('"',)
            case Saying():
                return ()
            case _:
                return ()


def _card(slot: Cards, text: str) -> Card:
    """Return the card of a slot that is written so."""
    return next(card for card in slot.among if str(card) == text)


class _More(Cards, frozen=True):
    """Cards of which some are named already."""

    number: int = 0
    """How many have been."""

    @classmethod
    def after(cls, slot: Cards, text: str, number: int) -> "_More":
        """Return what may follow this card, the `number`th."""
        before = _card(slot, text)
        cards = tuple(card for card in slot.among if stand_together(slot, (before, card)))
        often = {**slot.often, before: slot.often.get(before, 1) - 1}
        return cls(low=slot.low, high=slot.high, among=cards, often=often, apart=slot.apart, number=number)


class _Again(Group, frozen=True):
    """A repetition, and the part of it that is said already."""

    begun: tuple[str, ...] = ()
    """What it has begun with each time."""

    @classmethod
    def of(cls, slot: AnySlot) -> "_Again":
        """Return a repetition that has not begun."""
        if not isinstance(slot, Group):
            slot = Group((msgspec.structs.replace(slot, repeat=False, optional=False),), repeat=True)
        low = 1 if slot.low is None else slot.low
        return cls(slot.slots, low, most_times(slot), slot.total, slot.any_order, optional=slot.optional, repeat=True)

    def may_begin(self, text: str) -> bool:
        """Return whether the repetition may begin with this once more."""
        first = self.slots[0]
        often = first.often.get(text, 1) if isinstance(first, Word) else 1
        return self.begun.count(text) < often

    def once_more(self, text: str) -> "_Again":
        """Return the rest of the repetition after one that begins with this."""
        low, high = max((self.low or 0) - 1, 0), None if self.high is None else self.high - 1
        enough = not low and (self.total is None or self.total[0] <= 0 <= self.total[1])
        begun = (*self.begun, text)
        return msgspec.structs.replace(self, low=low, high=high, begun=begun, optional=enough)


class _NumberOfTotal(Number, frozen=True):
    """A number of a repetition whose numbers come to a total."""


class _AmountOfTotal(Amount, frozen=True):
    """An amount of a repetition whose amounts come to a total."""


def _of_total(slot: AnySlot, group: _Again) -> AnySlot:
    """Return a number or an amount of a repetition that comes to a total.

    A number is limited so that those after it can still come to the total.
    """
    if isinstance(slot, Amount):
        return _AmountOfTotal(low=slot.low, high=slot.high, usual=slot.usual, step=slot.step, optional=slot.optional)
    if not isinstance(slot, Number):
        return slot
    assert group.total is not None
    least_total, most_total = group.total
    most = min(slot.high, most_total - slot.low * max((group.low or 0) - 1, 0))
    least = slot.low if group.high is None else max(slot.low, least_total - slot.high * (group.high - 1))
    return _NumberOfTotal(low=least, high=most, as_many=slot.as_many, optional=slot.optional)


def _less(rest: Slots, worth: int) -> Slots:
    """Return the slots that may follow once so much of the total has been said."""
    place = next((place for place, slot in enumerate(rest) if isinstance(slot, _Again)), None)
    if place is None:
        return rest
    again = rest[place]
    assert isinstance(again, _Again)
    if again.total is None:
        return rest
    total = (again.total[0] - worth, again.total[1] - worth)
    again = msgspec.structs.replace(again, total=total, optional=not again.low and total[0] <= 0 <= total[1])
    return (*rest[:place], again, *rest[place + 1 :])


def _as_many(rest: Slots, number: int) -> Slots:
    """Return the slots that may follow so many, where as many of something else follow."""
    place = next((place for place, slot in enumerate(rest) if isinstance(slot, Cards | Number)), None)
    if place is None:
        return rest
    slot = rest[place]
    if not isinstance(slot, Cards | Number) or not slot.as_many:
        return rest
    return (*rest[:place], msgspec.structs.replace(slot, low=number, high=number), *rest[place + 1 :])
