"""Examples: sayings and events made up from forms, for random evenings and for the offers."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol, TypeVar

from ledger.core.cards import Card
from ledger.core.events import Event
from ledger.core.money import Money
from ledger.core.names import name, quoted
from ledger.language.arguments import signed
from ledger.language.forms import joined
from ledger.language.grammar import row_said
from ledger.language.parts import Argument, Maybe, SmallWord
from ledger.language.slots import (
    Amount,
    AnySlot,
    Cards,
    Group,
    Literal,
    Number,
    Option,
    Player,
    Players,
    Slots,
    Text,
    Word,
    most_times,
    stand_together,
    stands_anywhere,
)

T = TypeVar("T")

SOME_MORE = 12
"""A made-up amount is at most so many steps above the least, where there is no most."""
A_FEW = 2
"""A made-up repetition goes on so often at the most beyond the least, where there is no most."""
SOME_TEXTS = ("late", "as agreed", "by hand")


class Chooser(Protocol):
    """Where random evenings get their chances from; nothing here makes any."""

    def choose(self, options: Sequence[T]) -> T:
        """Pick one of these."""

    def number(self, low: int, high: int) -> int:
        """Pick a whole number from low to high, both included."""


def put_together(player: str, slots: Slots, chooser: Chooser, money: Money) -> str | None:
    """Make up a saying from its slots, by this player or nobody; None if a slot is empty."""
    parts: list[str] = [name(player)] if player else []
    made = _Made(chooser, money)
    return joined([*parts, *made.parts]) if made.fill_all(slots) else None


class _Made:
    """A saying being made up: its parts, and what has been named in it."""

    def __init__(self, chooser: Chooser, money: Money) -> None:
        self.chooser = chooser
        self.money = money
        self.parts: list[str] = []
        self.cards: Counter[Card] = Counter()
        self.number = 0
        """How many cards were said last, or the number that was."""
        self.players: set[str] = set()
        self.begun: dict[int | str, int] = {}
        """The numbers and words that a repetition has begun with, and how often."""

    def fill_all(self, slots: Slots) -> bool:
        """Fill slots one after another; those that stand in any order, in any order."""
        left = list(slots)
        while left:
            marked = next((place for place, slot in enumerate(left) if not stands_anywhere(slot)), len(left))
            if not self.fill(left.pop(self.chooser.number(0, marked - 1) if marked > 1 else 0)):
                return False
        return True

    def fill(self, slot: AnySlot) -> bool:
        """Fill a slot; return False if nothing can stand there and it may not be left out."""
        if slot.optional and self.chooser.number(0, 1) == 0:
            return True
        before = list(self.parts)
        if isinstance(slot, Group):
            filled = self.fill_group(slot)
        elif slot.repeat:
            filled = self.fill_repeated(slot)
        else:
            filled = self.fill_one(slot)
        if not filled:
            self.parts = before
        return filled or slot.optional

    def fill_repeated(self, slot: AnySlot) -> bool:
        """Fill the same slot once or more."""
        for time in range(self.chooser.number(1, 3)):
            if not self.fill_first(slot):
                return time > 0
        return True

    def fill_first(self, slot: AnySlot) -> bool:
        """Choose what a repetition begins with; it begins with nothing too often."""
        all_of_them: Sequence[int | str]
        match slot:
            case Number():
                all_of_them = range(slot.low, slot.high + 1)
            case Word():
                all_of_them = slot.words
            case Text():
                all_of_them = [quoted(text) for text in SOME_TEXTS]
            case _:
                return self.fill(slot) if isinstance(slot, Group) else self.fill_one(slot)
        often = slot.often if isinstance(slot, Word) else {}
        left = [value for value in all_of_them if self.begun.get(value, 0) < often.get(str(value), 1)]
        if left:
            picked = self.chooser.choose(left)
            self.begun[picked] = self.begun.get(picked, 0) + 1
            self.parts.append(str(picked))
        return bool(left)

    def fill_group(self, group: Group) -> bool:
        """Fill a group, once or as often as it may be said; its numbers come to its total."""
        if not group.repeat:
            return self.fill_all(group.slots)
        low, most = 1 if group.low is None else group.low, most_times(group)
        high = low + A_FEW if most is None else most
        if high == 0:
            return False
        times = self.chooser.number(min(low, high), high)
        parts = _parts(group, times, self.chooser) if group.total else None
        if group.total and parts is None:
            return False
        for time in range(times):
            for place, slot in enumerate(group.slots):
                if parts is not None and isinstance(slot, Number | Amount):
                    amount = parts[time]
                    self.parts.append(written(slot, amount, self.money) if isinstance(slot, Amount) else str(amount))
                    filled = True
                else:
                    filled = self.fill(slot) if place else self.fill_first(slot)
                if not filled:
                    return time >= low and group.total is None
        return True

    def fill_one(self, slot: AnySlot) -> bool:
        """Fill one slot once."""
        choose, number = self.chooser.choose, self.chooser.number
        match slot:
            case Word():
                self.parts += [choose(slot.words)] if slot.words else []
                return bool(slot.words)
            case Literal():
                self.parts.append(slot.text)
            case Amount():
                high = slot.low + SOME_MORE * slot.step if slot.high is None else slot.high
                amount = slot.low + slot.step * number(0, (high - slot.low) // slot.step)
                self.parts.append(written(slot, amount, self.money))
            case Number() if slot.or_words and number(0, 2) == 0:
                self.parts.append(choose(slot.or_words))
            case Number():
                self.number = self.number if slot.as_many else number(slot.low, slot.high)
                self.parts.append(str(self.number))
            case Cards():
                picked = self.pick_cards(slot)
                self.cards.update(picked)
                self.number = len(picked)
                self.parts += map(str, picked)
                return len(picked) >= slot.low
            case Player():
                picked_players = self.pick([player for player in slot.among if player not in self.players], 1, 1)
                self.players |= set(picked_players)
                self.parts += map(name, picked_players)
                return bool(picked_players)
            case Players():
                picked_players = self.pick(slot.among, slot.low, slot.high)
                self.parts += map(name, picked_players)
                return len(picked_players) >= slot.low
            case Text():
                self.parts.append(quoted(choose(SOME_TEXTS)))
            case Option():
                value = self.pick_value(slot)
                self.parts.append(f"{slot.name}={value}")
            case _:
                return False
        return True

    def pick_value(self, slot: Option) -> str:
        """Pick a word of an option, or a number of its range."""
        if slot.words and (slot.low is None or self.chooser.number(0, 1)):
            return self.chooser.choose(slot.words)
        low = slot.low or 0
        number = self.chooser.number(low, low + SOME_MORE if slot.high is None else slot.high)
        return self.money.write(number) if slot.amount and self.money.counter is None else str(number)

    def pick_cards(self, slot: Cards) -> list[Card]:
        """Pick cards that have not been said, in any order; they fit together if so many can."""
        left = [card for card in slot.among for _ in range(slot.often.get(card, 1) - self.cards[card])]
        if not slot.apart:
            return self.pick(left, *((self.number, self.number) if slot.as_many else (slot.low, slot.high)))
        picked: list[Card] = []
        count = self.chooser.number(slot.low, slot.high)
        while left and len(picked) < count:
            picked.append(self.chooser.choose(left))
            left = [card for card in left if stand_together(slot, [*picked, card])]
        return picked

    def pick(self, values: Iterable[T], low: int, high: int) -> list[T]:
        """Pick so many different values in any order; none if there are too few."""
        left = list(values)
        if len(left) < low:
            return []
        count = self.chooser.number(low, min(high, len(left)))
        return [left.pop(self.chooser.number(0, len(left) - 1)) for _ in range(count)]


def written(slot: Amount, amount: int, money: Money) -> str:
    """Write an amount as it is said; with its sign if it may be negative."""
    return signed(amount, money) if slot.low < 0 else money.write(amount)


def _parts(group: Group, times: int, chooser: Chooser) -> list[int] | None:
    """Return numbers, one for each time, that come to the total of a group; None if none do."""
    assert group.total is not None
    slot = next((slot for slot in group.slots if isinstance(slot, Number | Amount)), None)
    if slot is None:
        return [0] * times
    low, high = slot.low, group.total[1] if slot.high is None else slot.high
    least, most = max(group.total[0], low * times), min(group.total[1], high * times)
    if least > most:
        return None
    left = chooser.number(least, most)
    numbers = []
    for still in range(times - 1, -1, -1):
        number = chooser.number(max(low, left - high * still), min(high, left - low * still))
        numbers.append(number)
        left -= number
    return numbers


# The first of all


def first_event(kind: type[Event], player: str, slots: Slots) -> Any:
    """Return the first event of a kind that a form allows; what may be left out is left out.

    The slots are matched with the parts of its row, in their order.
    """
    first = slots[0]
    word = first.words[0] if isinstance(first, Word) else first.text if isinstance(first, Literal) else ""
    row = row_said(kind, word)
    small = {part.text for part in row.parts if isinstance(part, SmallWord)} | {
        part.small for part in row.parts if isinstance(part, Maybe)
    }
    arguments = [argument for part in row.parts for argument in part.arguments()]
    fields: dict[str, Any] = {**row.fixed, "player": player} if player else dict(row.fixed)
    if "word" in kind.__struct_fields__:
        fields.setdefault("word", word)
    rest = iter(arguments)
    for slot in _alone(slots[1:]):
        if not (isinstance(slot, Literal) and slot.text in small):
            argument = next((argument for argument in rest if _narrows(slot, argument.slot)), None)
            if argument is not None:
                fields[argument.field] = _value(argument, _first_of(slot))
    needed = len(kind.__struct_fields__) - len(kind.__struct_defaults__)
    for argument in arguments:
        if argument.field in kind.__struct_fields__[:needed]:
            fields.setdefault(argument.field, _value(argument, _first_of(argument.slot)))
    return kind(**fields)


def _alone(slots: Slots) -> Iterator[AnySlot]:
    """Yield the slots that are filled, those of groups by themselves."""
    for slot in slots:
        if slot.optional:
            continue
        if isinstance(slot, Group):
            yield from _alone(slot.slots)
        else:
            yield slot


def _narrows(slot: AnySlot, widest: AnySlot) -> bool:
    """Return whether a slot of a form may stand for an argument."""
    if isinstance(slot, Word | Literal):
        text = _first_of(slot)
        return isinstance(widest, Word | Literal) or (isinstance(widest, Number) and text.isdigit())
    return type(slot) is type(widest)


def _first_of(slot: AnySlot) -> Any:
    """Return the first value that may stand in a slot, the lowest of a range."""
    match slot:
        case Word():
            return slot.words[0] if slot.words else ""
        case Literal():
            return slot.text
        case Amount() | Number():
            return slot.low
        case Cards() | Players():
            return slot.among[: slot.low]
        case Player():
            return slot.among[0] if slot.among else ""
        case _:
            return ""


def _value(argument: Argument, first: Any) -> Any:
    """Return the value of the field of an argument."""
    if isinstance(argument.slot, Number):
        first = int(first)
    return (first,) if argument.several and not isinstance(first, tuple) else first
