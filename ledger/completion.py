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
        if isinstance(slot, Group):
            again = (msgspec.structs.replace(slot, optional=True),) if slot.repeat else ()
            yield from self.next_in((*slot.slots, *again, *rest), at, said)
        elif at == len(self.tokens):
            ends = not any(not one.optional for one in rest)
            yield from ((text, ends) for text in self.choices(slot) if text not in said)
        elif isinstance(slot, Cards):
            yield from self.next_card(slot, rest, at, said)
        else:
            for reading in self.read(slot, at):
                named = (*said, *reading.parts) if isinstance(slot, Player | Players) else said
                yield from self.next_in(rest, reading.at, named)

    def read(self, slot: AnySlot, at: int) -> Iterator[Reading]:
        """Read one slot where it stands."""
        return self.match.once(msgspec.structs.replace(slot, repeat=False), Reading(at), last=False)

    def next_card(self, slot: Cards, rest: Slots, at: int, said: tuple[str, ...]) -> Iterator[tuple[str, bool]]:
        """Cards that have been typed are passed over; more may follow while there is room for them."""
        one = msgspec.structs.replace(slot, low=1, high=1)
        for reading in self.match.once(one, Reading(at), last=False):
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
