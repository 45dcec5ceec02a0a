"""What a line that is being typed may go on with: every continuation that the forms offer, and none that they do not.

It reads the words typed so far as `ledger.shorthand` does, by their beginnings too, and gives what may stand next in
full. Amounts are in the smallest unit.
"""

from collections.abc import Iterator, Sequence

import msgspec

from ledger.forms import (
    Amount,
    AnySlot,
    Cards,
    Form,
    Group,
    Number,
    Option,
    Player,
    Players,
    Said,
    Saying,
    Slots,
    Text,
    Word,
)
from ledger.notation.writing import name
from ledger.shorthand import Match, Reading, Shorthand, Token, tokens_of

MOST_NUMBERS = 12
"""A range of more numbers than this is left to be typed."""


class Continuation(msgspec.Struct, frozen=True):
    """What may stand next: its text, where in the line it begins, and the form that it belongs to."""

    text: str
    start: int
    form: Form
    ends: bool
    """Whether the saying may end with it."""


def continuations(shorthand: Shorthand, line: str) -> list[Continuation]:
    """Everything that may stand next in a line, or finish the word that it ends in: each once, in the order offered."""
    begun = line and not line[-1].isspace()
    tokens = tokens_of(line)
    typed = tokens[-1] if begun and tokens else None
    before = tokens[:-1] if typed else tokens
    beginning = line[typed.start :].lower() if typed else ""
    start = typed.start if typed else len(line)
    found: dict[str, Continuation] = {}
    walk = _Walk(shorthand, line, before)
    offered = [(form, True) for form in shorthand.forms] + [(form, False) for form in shorthand.around]
    for form, nameless in offered:
        for text, ends in walk.of_form(form, nameless):
            if text.lower().lstrip('"').startswith(beginning.lstrip('"')) and text not in found:
                found[text] = Continuation(text, start, form, ends)
    return list(found.values())


class _Walk:
    """The words of a line, followed through a form to where they end."""

    def __init__(self, shorthand: Shorthand, line: str, tokens: Sequence[Token]) -> None:
        self.short = shorthand
        self.tokens = tokens
        self.match = Match(shorthand, line, tokens)

    def of_form(self, form: Form, nameless: bool) -> Iterator[tuple[str, bool]]:
        """What may stand next if the line is of this form; `nameless`, the one who is asked need not be named."""
        if not form.who:
            yield from self.next_in(form.slots, 0, ())
            return
        if not self.tokens:
            yield from ((name(one), False) for one in form.who)
        else:
            for named in self.match.name_at(0, form.who):
                yield from self.next_in(form.slots, named.at, ())
        if nameless and len(self.short.asked) == 1 and self.short.asked[0] in form.who and not form.assumes:
            yield from self.next_in(form.slots, 0, ())

    def next_in(self, slots: Slots, at: int, said: tuple[str, ...]) -> Iterator[tuple[str, bool]]:
        """What may stand next once the words up to a place are read, but for what was `said` in a repetition."""
        if not slots:
            return
        slot, rest = slots[0], slots[1:]
        if slot.optional:
            yield from self.next_in(rest, at, said)
        if slot.repeat and not isinstance(slot, Group):
            slot = Group((msgspec.structs.replace(slot, repeat=False, optional=False),), repeat=True)
        if isinstance(slot, Group):
            once = _once(slot, said)
            if once is not None:
                yield from self.next_in((*once, *rest), at, said)
        elif at == len(self.tokens):
            enough = not isinstance(slot, Cards | Players) or slot.low <= 1
            ends = enough and all(one.optional for one in rest)
            for text in self.choices(slot):
                if text not in said:
                    closed = ends or (enough and isinstance(slot, Number | Amount) and self.completes(slot, rest, text))
                    yield text, closed
        elif isinstance(slot, Cards | Players):
            yield from self.next_of_several(slot, rest, at, said)
        else:
            for reading in self.read(slot, at):
                named = isinstance(slot, Player) or (isinstance(slot, Number) and _is_alone(rest))
                after = _less(rest, self.worth(slot, reading.parts[0])) if reading.parts else rest
                yield from self.next_in(after, reading.at, (*said, *reading.parts) if named else said)

    def completes(self, slot: Number | Amount, rest: Slots, text: str) -> bool:
        """Whether a saying may end with this number, what was to come to a total having come to it."""
        return all(one.optional for one in _less(rest, self.worth(slot, text)))

    def worth(self, slot: AnySlot, text: str) -> int:
        """What a number or an amount that was said adds to a total."""
        if isinstance(slot, Number):
            return int(text)
        return self.short.money.read(text.lstrip("+-")) if isinstance(slot, Amount) else 0

    def read(self, slot: AnySlot, at: int) -> Iterator[Reading]:
        """Read one slot where it stands; what is not offered leads nowhere."""
        for reading in self.match.once(msgspec.structs.replace(slot, repeat=False), Reading(at), last=False):
            if not reading.doubts:
                yield reading

    def next_of_several(
        self, slot: Cards | Players, rest: Slots, at: int, said: tuple[str, ...]
    ) -> Iterator[tuple[str, bool]]:
        """Cards or players that have been typed are passed over; more may follow while there is room for them."""
        one = msgspec.structs.replace(slot, low=1, high=1)
        for reading in self.read(one, at):
            named = (*said, *reading.parts)
            if slot.low <= 1:
                yield from self.next_in(rest, reading.at, named)
            if slot.high > 1:
                fewer = msgspec.structs.replace(slot, low=max(slot.low - 1, 1), high=slot.high - 1)
                yield from self.next_in((fewer, *rest), reading.at, named)

    def choices(self, slot: AnySlot) -> Sequence[str]:
        """What may stand in a slot, in full; nothing where it is to be typed."""
        match slot:
            case Word():
                return slot.words
            case Said():
                return (slot.text,)
            case Player() | Players():
                return tuple(map(name, slot.among))
            case Cards():
                return tuple(map(str, slot.among))
            case Amount():
                return tuple(map(self.short.money.write, slot.usual))
            case Number():
                few = slot.high - slot.low < MOST_NUMBERS
                return tuple(map(str, range(slot.low, slot.high + 1))) if few else ()
            case Option():
                return tuple(f"{slot.name}={word}" for word in slot.words) or (f"{slot.name}=",)
            case Text():
                return ('"',)
            case Saying():
                return ()
            case _:
                return ()


class _Again(Group, frozen=True):
    """A group that has been said, and may be said again."""


def _once(group: Group, said: tuple[str, ...]) -> Slots | None:
    """The slots of a group, and the group again where it is repeated; None where it may not be said once more."""
    if not group.repeat:
        return group.slots
    low = 1 if group.low is None else group.low
    names = next((slot.among for slot in group.slots if isinstance(slot, Player)), None)
    left = None if names is None else sum(name(one) not in said for one in names)
    high = min((most for most in (group.high, left) if most is not None), default=None)
    if high is not None and high < max(low, 1):
        return None
    fewer = None if high is None else high - 1
    slots = group.slots
    if group.total is not None:
        slots = tuple(_of_total(slot, group.total, low, fewer) for slot in slots)
        if any(isinstance(slot, Number) and slot.low > slot.high for slot in slots):
            return None
    again = _Again(group.slots, max(low - 1, 0), fewer, group.total, optional=low <= 1 and not group.total, repeat=True)
    return (*slots, again) if fewer != 0 else slots


def _of_total(slot: AnySlot, total: tuple[int, int], low: int, fewer: int | None) -> AnySlot:
    """A number of a group, so that those after it can still come to the total."""
    if not isinstance(slot, Number):
        return slot
    most = min(slot.high, total[1] - slot.low * max(low - 1, 0))
    least = slot.low if fewer is None else max(slot.low, total[0] - slot.high * fewer)
    return msgspec.structs.replace(slot, low=least, high=most)


def _is_alone(rest: Slots) -> bool:
    """Whether what is repeated is a number by itself, which is not said twice."""
    return bool(rest) and isinstance(rest[0], _Again) and len(rest[0].slots) == 1


def _less(rest: Slots, worth: int) -> Slots:
    """What may follow once so much of the total of a group has been said."""
    if not rest or not isinstance(rest[0], _Again) or rest[0].total is None:
        return rest
    again = rest[0]
    assert again.total is not None
    total = (again.total[0] - worth, again.total[1] - worth)
    enough = not again.low and total[0] <= 0
    return (msgspec.structs.replace(again, total=total, optional=enough), *rest[1:])
