"""Forms: what follows the player's name in a saying, as a short list of slots to be filled.

Everything that shows a saying is made of its form: its text, its JSON, completions, buttons, and the made-up
sayings of random evenings. What a form offers is a promise: a saying put together from it is accepted, or refused
only for a card in a hand that was never said. Amounts are in the smallest unit.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any, Protocol, TypeVar

import msgspec

from ledger.core.cards import Card
from ledger.core.money import Money
from ledger.language.writer import name, quoted, signed

T = TypeVar("T")

GLUED = (":", "+", "=", ",")
"""What is written without spaces around it."""
SOME_MORE = 12
"""A made-up amount is at most so many steps above the least, where there is no most."""
A_FEW = 2
"""A made-up repetition goes on so often at the most beyond the least, where there is no most."""
SOME_TEXTS = ("late", "as agreed", "by hand")
USUAL_STEPS = (1, 2, 3, 5, 10)
"""The amounts that are commonly said, in counters above nothing."""


class Chooser(Protocol):
    """Where random evenings get their chances from; nothing here makes any."""

    def choose(self, options: Sequence[T]) -> T:
        """Pick one of these."""

    def number(self, low: int, high: int) -> int:
        """Pick a whole number from low to high, both included."""


class Slot(msgspec.Struct, frozen=True, kw_only=True):
    """One part of a saying. `shown` is how its text has it, where that is not the usual way; None: not at all.

    `asks` is what stands there, in words, where its sort and the words before it do not tell: ``who joins``.
    """

    optional: bool = False
    repeat: bool = False
    shown: str | None = ""
    asks: str = ""


class Word(Slot, frozen=True, tag_field="slot", tag="word"):
    """One of some words, as they are printed; those of the same family that are `out` now, each with its reason.

    A repetition begins with a word once, or as `often` as is told here.
    """

    words: tuple[str, ...]
    out: Mapping[str, str] = msgspec.field(default_factory=dict)
    often: Mapping[str, int] = msgspec.field(default_factory=dict)


class Literal(Slot, frozen=True, tag_field="slot", tag="said"):
    """A fixed word, which nobody has to choose."""

    text: str


class Amount(Slot, frozen=True, tag_field="slot", tag="amount"):
    """An amount in the smallest unit: every `step`-th from `low` to `high`, or without end.

    Where it may be less than nothing it is written with its sign.
    """

    low: int
    high: int | None
    usual: tuple[int, ...] = ()
    step: int = 1


class Number(Slot, frozen=True, tag_field="slot", tag="number"):
    """A whole number; `as_many` as there are cards before it in the saying, where it is marked so."""

    low: int
    high: int
    as_many: bool = False


class Cards(Slot, frozen=True, tag_field="slot", tag="cards"):
    """So many different cards `among` these; those that cannot be are `out`, each with its reason.

    `of` says whose each is, in order, where they are several players'. No two of them are alike in what they are
    `apart` in: their `suit`, their `rank`.
    """

    low: int
    high: int
    among: tuple[Card, ...]
    out: Mapping[Card, str] = msgspec.field(default_factory=dict)
    of: tuple[str, ...] = ()
    often: Mapping[Card, int] = msgspec.field(default_factory=dict)
    """Those that may be said more than once, of several packs, and how often."""
    apart: tuple[str, ...] = ()
    as_many: bool = False
    """As many as the cards, or the number, that were said last before them."""


class Player(Slot, frozen=True, tag_field="slot", tag="player"):
    """One player."""

    among: tuple[str, ...]


class Players(Slot, frozen=True, tag_field="slot", tag="players"):
    """So many different players."""

    low: int
    high: int
    among: tuple[str, ...]


class Text(Slot, frozen=True, tag_field="slot", tag="text"):
    """A text in double quotes."""


class Option(Slot, frozen=True, tag_field="slot", tag="option"):
    """An option, written ``name=value``: one of the words, or a number from low to high.

    Where it is an `amount` the number is one of counters, or an amount as the evening's money writes it.
    """

    name: str
    words: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    amount: bool = False


class Saying(Slot, frozen=True, tag_field="slot", tag="saying"):
    """Any saying: what an event is amended to, or what is inserted."""


class Group(Slot, frozen=True):
    """Slots that stand or are repeated together: so often, their numbers or amounts coming to `total`.

    A repetition names no player twice, and begins with no number, word or text twice. Groups one after another that
    are marked with `any_order` stand in any order, and what is repeated among them may be parted by the others.
    """

    slots: "tuple[AnySlot, ...]"
    low: int | None = None
    high: int | None = None
    total: tuple[int, int] | None = None
    any_order: bool = False


AnySlot = Word | Literal | Amount | Number | Cards | Player | Players | Text | Option | Saying | Group
Slots = tuple[AnySlot, ...]


class Form(msgspec.Struct, frozen=True):
    """A sort of saying that may be said: by whom (nobody: it begins without a player), and its slots in order.

    `assumes` is what is taken as said before it, in words; `usual` marks the one answer that is far the most
    frequent.
    """

    who: tuple[str, ...]
    slots: Slots
    assumes: str = ""
    usual: bool = False


def stands_anywhere(slot: AnySlot) -> bool:
    """Whether a slot is one of those that stand in any order."""
    return isinstance(slot, Group) and slot.any_order


def stand_together(slot: Cards, cards: Sequence[Card]) -> bool:
    """Whether cards may be said together in a slot: no two of them alike in what they are apart in."""
    return all(len({getattr(card, what) for card in cards}) == len(cards) for what in slot.apart)


def fixed(*texts: str) -> Slots:
    """Give fixed words as slots."""
    return tuple(Literal(text) for text in texts)


# As text


def texts(slots: Slots, money: Money) -> list[str]:
    """Put slots to a person, one text for each choice of its words: ``wins``, ``wins flush``, ``raises 1d to 5s``."""
    return list(dict.fromkeys(joined(parts) for parts in product(*(_shown(slot, money) for slot in slots))))


def _shown(slot: AnySlot, money: Money) -> list[str]:
    """The ways in which a slot is put to a person; an empty one where it may be left out and is shown both ways."""
    if slot.shown is None:
        return [""]
    if isinstance(slot, Group):
        ways = [slot.shown] if slot.shown else texts(slot.slots, money)
        ways = [f"{way} …" for way in ways] if slot.repeat and not slot.shown else ways
    else:
        ways = [slot.shown] if slot.shown else _words_of(slot, money)
    return ["", *ways] if slot.optional else ways


def _words_of(slot: AnySlot, money: Money) -> list[str]:
    match slot:
        case Word():
            return list(slot.words)
        case Literal():
            return [slot.text]
        case Amount():
            return [amounts_text(slot.low, slot.high, money)]
        case Number():
            ways = [f"{slot.low} to {slot.high}" if slot.low != slot.high else str(slot.low)]
        case Cards():
            ways = ["CARD" if slot.high == 1 else "CARD …"]
        case Player():
            ways = ["NAME"]
        case Players():
            ways = ["A B …"]
        case Text():
            ways = ['"TEXT"']
        case Option():
            ways = [f"{slot.name}=…"]
        case _:
            ways = ["SAYING"]
    return [f"{way} …" for way in ways] if slot.repeat else ways


def amounts_text(low: int, high: int | None, money: Money) -> str:
    """A range of amounts in words."""
    if high is None:
        return f"{money.show(low)} or more"
    if low == high:
        return money.show(low)
    return f"{money.show(low)} to {money.show(high)}"


def joined(parts: Iterable[str]) -> str:
    """Write the parts of a saying as one line: parted by spaces, but for what is glued to its neighbours."""
    text, close = "", True
    for part in parts:
        if part:
            text += part if close or part in GLUED else f" {part}"
            close = part in GLUED
    return text


# As JSON


def as_json(form: Form) -> dict[str, Any]:
    """A form, for programs."""
    return {
        "who": list(form.who),
        "assumes": form.assumes,
        "usual": form.usual,
        "slots": [slot_as_json(slot) for slot in form.slots],
    }


def slot_as_json(slot: AnySlot) -> dict[str, Any]:
    """A slot, for programs; a group has no `slot`."""
    if isinstance(slot, Group):
        plain: dict[str, Any] = {"slots": [slot_as_json(one) for one in slot.slots]}
        if slot.low is not None or slot.high is not None:
            plain |= {"low": slot.low, "high": slot.high}
        if slot.total is not None:
            plain["total"] = list(slot.total)
    else:
        plain = {"slot": slot.__struct_config__.tag}
        plain |= {field: _plain(getattr(slot, field)) for field in _OWN_FIELDS[type(slot)]}
        plain = {field: value for field, value in plain.items() if field not in _LEFT_OUT or value}
        if isinstance(slot, Amount) and slot.step == 1:
            del plain["step"]
        if isinstance(slot, Option):
            plain = {field: value for field, value in plain.items() if value not in (None, [], False)}
        if slot.asks:
            plain["asks"] = slot.asks
    for mark in ("optional", "repeat", "any_order"):
        if getattr(slot, mark, False):
            plain[mark] = True
    return plain


_LEFT_OUT = ("out", "of", "often", "apart", "as_many")
"""What is left out where there is nothing in it."""
_COMMON = ("optional", "repeat", "shown", "asks")
_OWN_FIELDS = {
    kind: tuple(field for field in kind.__struct_fields__ if field not in _COMMON)
    for kind in (Word, Literal, Amount, Number, Cards, Player, Players, Text, Option, Saying)
}


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): reason for key, reason in value.items()}
    if isinstance(value, tuple):
        return [str(one) if isinstance(one, Card) else one for one in value]
    return value


# Put together


def put_together(player: str, slots: Slots, chooser: Chooser, money: Money) -> str | None:
    """Make a saying up from its slots, by this player or by nobody; None where a slot has nothing to choose from."""
    parts: list[str] = [name(player)] if player else []
    made = _Made(chooser, money)
    return joined([*parts, *made.parts]) if made.fill_all(slots) else None


class _Made:
    """A saying that is being made up: its parts, and what has been named in it."""

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
        """Choose what stands in slots, one after another; those that stand in any order, in any order."""
        left = list(slots)
        while left:
            marked = next((place for place, slot in enumerate(left) if not stands_anywhere(slot)), len(left))
            if not self.fill(left.pop(self.chooser.number(0, marked - 1) if marked > 1 else 0)):
                return False
        return True

    def fill(self, slot: AnySlot) -> bool:
        """Choose what stands in a slot; false where nothing can, and it may not be left out."""
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
        """One or more times the same slot."""
        for time in range(self.chooser.number(1, 3)):
            if not self.fill_first(slot):
                return time > 0
        return True

    def fill_first(self, slot: AnySlot) -> bool:
        """What a repetition begins with: a number or a word that it has not begun with before, as often as it may."""
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
        left = [one for one in all_of_them if self.begun.get(one, 0) < often.get(str(one), 1)]
        if left:
            picked = self.chooser.choose(left)
            self.begun[picked] = self.begun.get(picked, 0) + 1
            self.parts.append(str(picked))
        return bool(left)

    def fill_group(self, group: Group) -> bool:
        """A group, once or as often as it may be said; its numbers come to its total."""
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
        """Choose what stands in one slot."""
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
                picked_players = self.pick([one for one in slot.among if one not in self.players], 1, 1)
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
        """One of the words of an option, or a number of its range."""
        if slot.words and (slot.low is None or self.chooser.number(0, 1)):
            return self.chooser.choose(slot.words)
        low = slot.low or 0
        number = self.chooser.number(low, low + SOME_MORE if slot.high is None else slot.high)
        return self.money.write(number) if slot.amount and self.money.counter is None else str(number)

    def pick_cards(self, slot: Cards) -> list[Card]:
        """Pick cards that have not been said, in any order; they stand together, where so many can."""
        left = [card for card in slot.among for _ in range(slot.often.get(card, 1) - self.cards[card])]
        if not slot.apart:
            return self.pick(left, *((self.number, self.number) if slot.as_many else (slot.low, slot.high)))
        picked: list[Card] = []
        count = self.chooser.number(slot.low, slot.high)
        while left and len(picked) < count:
            picked.append(self.chooser.choose(left))
            left = [card for card in left if stand_together(slot, [*picked, card])]
        return picked

    def pick(self, among: Iterable[T], low: int, high: int) -> list[T]:
        """Pick so many different ones in any order; none where there are too few."""
        left = list(among)
        if len(left) < low:
            return []
        count = self.chooser.number(low, min(high, len(left)))
        return [left.pop(self.chooser.number(0, len(left) - 1)) for _ in range(count)]


def written(slot: Amount, amount: int, money: Money) -> str:
    """An amount as it is said: with its sign, where it may be less than nothing."""
    return signed(amount, money) if slot.low < 0 else money.write(amount)


def most_times(group: Group) -> int | None:
    """How often a group may be said at the most, by its bound, players and beginnings; None: without end."""
    first, found = group.slots[0], [] if group.high is None else [group.high]
    found += [len(slot.among) for slot in group.slots if isinstance(slot, Player)]
    if isinstance(first, Word):
        found.append(sum(first.often.get(word, 1) for word in first.words))
    if isinstance(first, Number):
        found.append(first.high - first.low + 1)
    return min(found, default=None)


def _parts(group: Group, times: int, chooser: Chooser) -> list[int] | None:
    """Numbers, one each time, that come to the total of a group; None where so many cannot."""
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
