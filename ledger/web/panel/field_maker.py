"""Make fields of slots; their names tell how what is sent becomes a saying again."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby, pairwise

from msgspec.structs import replace

from ledger.core.money import Money
from ledger.core.names import name as written
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
    Text,
    Word,
)
from ledger.language.vocabulary import NO_WORDS, Vocabulary
from ledger.web.panel.decode import MARK, MONEY, OF_ALL, OPTION
from ledger.web.panel.fields import (
    YES_OR_NO,
    AmountField,
    CardsField,
    CheckField,
    Choice,
    Field,
    FieldRow,
    GroupField,
    HiddenField,
    Keyed,
    LineField,
    NumberField,
    OptionField,
    OutCard,
    RadioField,
    TextField,
    TickField,
)
from ledger.web.panel.slots import Mark, outs, whose
from ledger.web.sentences import in_a_word

MOST_BUTTONS = 12
"""The greatest number of numbers that get a button each."""
MOST_NUMBERS = 24
"""The same where nothing is beside them: a keypad would take as much room."""
MOST_FLAT = 16
"""The number of cards up to which all are shown; of more, the suit is chosen first."""
USUAL_ROWS, MOST_ROWS = 6, 12
"""The rows of a repeated group whose form sets no bound, and the greatest number of rows."""

Describe = Callable[[str, str], tuple[str, str, str]]
"""A function that returns the meaning of a game's option, its page, and its default."""


class FieldMaker:
    """Makes fields of slots, for one evening."""

    def __init__(
        self,
        money: Money,
        describe: Describe = lambda game, option: ("", "", ""),
        pack: Callable[[], Mapping[str, OutCard]] = dict,
        words: Vocabulary = NO_WORDS,
    ) -> None:
        """`pack` returns the game's cards, each with the reason against it unless it is offered."""
        self.money = money
        self.describe = describe
        self.pack = pack
        self.words = words

    def fields_of(self, slots: Iterable[AnySlot], path: str = "", game: str = "") -> list[Field]:
        """Return the fields of slots, in their order; their names begin with `path`."""
        fields: list[Field] = []
        for in_any_order, run in groupby(enumerate(slots, start=1), lambda placed: bool(whose(placed[1]))):
            if in_any_order:
                fields.append(self._list(list(run), path, game))
            else:
                fields += [self._field(slot, path, place, game) for place, slot in run]
        return fields

    def _field(self, slot: AnySlot, path: str, place: int, game: str) -> Field:
        if slot.repeat and (several := several_at_once(slot)):
            several.name, several.required = f"{path}w{place}", not slot.optional
            return several
        if slot.repeat or slot.parts():
            return self._group(slot, f"{path}g{place}.", game)
        if isinstance(slot, Literal) and slot.optional:
            return self._group(Group((replace(slot, optional=False),), optional=True), f"{path}g{place}.", game)
        made, letter = self._made(slot, bool(path), game)
        made.name, made.required, made.asks = f"{path}{letter.format(place)}", not slot.optional, slot.asks
        return made

    def _made(self, slot: AnySlot, inside: bool, game: str) -> tuple[Field, str]:
        """Return the field of a slot, and the rest of its name; there is less room `inside` a group."""
        match slot:
            case Literal():
                return HiddenField(value=slot.text), "h{}"
            case Word():
                return RadioField(options=_same(slot.words), off=outs(slot)), "w{}"
            case Player():
                return player_field(slot.among), "w{}"
            case Players():
                options = [Choice(written(player), player) for player in slot.among]
                return CheckField(options=options, low=slot.low, high=slot.high), "w{}"
            case Number():
                return number_field(slot, MOST_BUTTONS if inside else MOST_NUMBERS), "w{}"
            case Amount():
                return self._amount(slot), f"{MONEY}{{}}"
            case Cards():
                return self._cards(slot), "w{}"
            case Option():
                return self._option(slot, game), f"{MONEY if slot.amount else OPTION}{{}}.{slot.name}"
            case Text():
                return TextField(), "t{}"
            case _:
                return LineField(), "w{}"

    def _amount(self, slot: Amount) -> AmountField:
        money, low, high = self.money, slot.low, slot.high
        return AmountField(
            usual=[Choice(money.write(each), money.show(each), dict(slot.called).get(each, "")) for each in slot.usual],
            least=money.show(low),
            most=None if high is None else money.show(high),
            low=low,
            high=high,
            step=slot.step,
            keys=keys_of(money, low < 0),
            keyed=keyed(money),
            signed=low < 0,
            highest=None if high is None else Choice(money.write(high), money.show(high)),
        )

    def _cards(self, slot: Cards) -> CardsField:
        """Return a field of cards: a few side by side, or the whole pack in its order."""
        among, pack = tuple(map(str, slot.among)), self.pack() if slot.out or len(slot.among) > MOST_FLAT else {}
        reasons = {card: OutCard(why, pack[card].holder if card in pack else "") for card, why in outs(slot)}
        flat = len({*among, *reasons}) <= MOST_FLAT
        if not flat:
            offered = {*among}
            reasons = {card: reason for card, reason in {**pack, **reasons}.items() if card not in offered}
        return CardsField(low=slot.low, high=slot.high, of=slot.of, among=among, out=reasons, flat=flat)

    def _option(self, slot: Option, game: str) -> OptionField:
        meaning, cite, default = self.describe(game, slot.name)
        low, high = slot.low, slot.high
        options = [Choice(word, YES_OR_NO.get(word, word)) for word in sorted(slot.words, key=_no_first)]
        if slot.amount:
            options += [Choice(self.money.write(amount), self.money.show(amount)) for amount in self._usual(low or 0)]
        elif low is not None and high is not None and high - low < MOST_BUTTONS:
            options += _same(map(str, range(low, high + 1)))
            low = None
        if slot.optional:
            book = self._by_the_book(slot, default)
            place = next((place for place, choice in enumerate(options) if choice.label == book), None)
            options[place or 0 : 0 if place is None else place + 1] = [Choice("", book)]
        return OptionField(
            option=slot.name,
            options=options,
            default=default,
            meaning=meaning,
            cite=cite,
            exact=low is not None or slot.amount,
            keys=keys_of(self.money, False) if slot.amount else [],
            keyed=keyed(self.money) if slot.amount else None,
            low=low,
            high=None if slot.amount else high,
        )

    def _by_the_book(self, slot: Option, default: str) -> str:
        """Return the default of an option in words, without its conditions; an amount with its unit."""
        default = default.strip('"').partition(";")[0].partition(",")[0]
        if slot.amount and default.isdecimal():
            try:
                return self.money.show(self.money.counters(int(default)))
            except ValueError:
                return default
        return YES_OR_NO.get(default, default.replace("-", " "))

    def _usual(self, low: int) -> list[int]:
        """Return the usual amounts of an option; none if a counter has no worth."""
        try:
            return [self.money.counters(number) for number in (1, 2) if number >= low]
        except ValueError:
            return []

    def _group(self, slot: AnySlot, path: str, game: str) -> GroupField:
        """Return a group: once, or a row for each player, word or repetition."""
        if not isinstance(slot, Group):
            slot = Group((replace(slot, repeat=False),), repeat=True, optional=slot.optional)
        slots = slot.slots
        if not slot.repeat:
            return GroupField(rows=[FieldRow("", self._once(slots, path, game, slot.optional))], once=True)
        lows = [part.low for part in slots if isinstance(part, Amount)]
        keys = keys_of(self.money, min(lows) < 0) if lows else []
        group = GroupField(rows=[], keys=keys, required=not slot.optional, total=slot.total, low=slot.low or 1)
        people = next((part for part in slots if isinstance(part, Player)), None)
        first, in_rows = slots[0], False
        if people is not None:
            in_rows = True
            for number, player in enumerate(people.among):
                fixed = [Literal(written(player)) if part is people else part for part in slots]
                group.rows.append(_by_keys(self._row(player, fixed, f"{path}{number}.", game)))
        elif len(slots) > 1 and isinstance(first, Word) and not first.often:
            for number, word in enumerate(first.words):
                asks = in_a_word(self.words, word)
                named = [replace(part, asks=part.asks or asks) for part in slots[1:]]
                group.rows.append(self._row(word, [Literal(word), *named], f"{path}{number}.", game))
        else:
            in_rows = "g" in path[:-1].rpartition(".")[0]
            for number in range(min(slot.high or USUAL_ROWS, MOST_ROWS)):
                group.rows.append(self._row("", slots, f"{path}{number}.", game))
        for part in (part for row in group.rows for part in row.fields):
            part.in_a_row = in_rows
        return group

    def _once(self, slots: Sequence[AnySlot], path: str, game: str, optional: bool) -> list[Field]:
        row = self._row("", slots, f"{path}0.", game).fields if optional else self.fields_of(slots, f"{path}0.", game)
        for before, after in pairwise(row):
            if isinstance(before, HiddenField) and isinstance(after, CardsField):
                after.asks = after.asks or before.value
        return row

    def _list(self, groups: Sequence[tuple[int, AnySlot]], path: str, game: str) -> GroupField:
        """Return a row for each player of groups in any order."""
        rows, needed = [], 0
        for place, group in groups:
            player, inside = whose(group), f"{path}g{place}.0."
            parts = [Literal(written(player)), *group.parts()[1:]]
            if group.optional:
                rows.append(self._row(player, parts, inside, game))
            else:
                rows.append(FieldRow(player, self.fields_of(parts, inside, game)))
                needed += 1
        rows = [_by_keys(row) for row in rows]
        return GroupField(rows=rows, keys=keys_of(self.money, False), low=needed or 1, required=needed > 0)

    def _row(self, label: str, slots: Sequence[AnySlot], path: str, game: str) -> FieldRow:
        optional = [slot if isinstance(slot, Literal) else replace(slot, optional=True) for slot in slots]
        fields = self.fields_of(optional, path, game)
        last = fields[-1] if fields else None
        if isinstance(last, HiddenField) and not label and all(isinstance(part, HiddenField) for part in fields):
            name, words = last.name.replace("h", "w"), in_a_word(self.words, last.value)
            fields[-1] = TickField(name=name, value=last.value, required=False, label=words)
        return FieldRow(label, fields)


def _no_first(word: str) -> int:
    """Return the place of an option's word: no, then yes, then others."""
    return {"off": 0, "on": 1}.get(word, 2)


def _same(words: Iterable[str]) -> list[Choice]:
    """Return words as choices that are sent as they are shown."""
    return [Choice(word, word) for word in words]


def player_field(players: Sequence[str], name: str = "") -> RadioField:
    """Return a field in which one of some players is chosen."""
    options = [Choice(written(player), player) for player in players]
    return RadioField(name=name, options=options, people=True)


def mark_field(marks: Sequence[Mark]) -> RadioField:
    """Return the field that chooses whose number has a mark, as of the holder of Pope."""
    options = [Choice(f"g{place}.0.{OF_ALL}{words}" if words else "", player) for place, player, words in marks]
    return RadioField(name=f"{MARK}0", required=False, options=options, asks=asks_whose(marks), one_row=True)


def asks_whose(marks: Sequence[Mark]) -> str:
    """Return how the question begins who has a mark."""
    thing = next(words for _, _, words in marks if words).removeprefix("+").strip()
    return f"{thing.capitalize()} is with"


def number_field(slot: Number, most: int) -> Field:
    """Return a field for a number, with buttons for so many at the most."""
    numbers = slot.numbers()
    if len(numbers) <= most:
        return RadioField(options=_same((*slot.or_words, *map(str, numbers))), numbers=not slot.or_words)
    if slot.or_words and most != MOST_BUTTONS:  # no keys stand below a number by itself
        return LineField()
    return NumberField(low=slot.low, high=slot.high, words=slot.or_words, step=slot.step)


def _by_keys(row: FieldRow) -> FieldRow:
    """Fill in the number of a row by the keys of all rows, if it needs nothing more."""
    filled = [part for part in row.fields if not isinstance(part, HiddenField)]
    if len(filled) != 1 or not isinstance(radios := filled[0], RadioField) or not radios.numbers:
        return row
    low, high = int(radios.options[0].value), int(radios.options[-1].value)
    number = NumberField(name=radios.name, required=radios.required, asks=radios.asks, low=low, high=high)
    return FieldRow(row.label, [number if part is radios else part for part in row.fields])


def several_at_once(slot: AnySlot) -> CheckField | None:
    """Return a field for several words or numbers at once; None if they are too many."""
    low, high, only = 1, None, slot
    if isinstance(slot, Group) and len(slot.slots) == 1:
        low, high, only = slot.low or 1, slot.high, slot.slots[0]
    if not isinstance(only, Word | Number):
        return None
    if isinstance(only, Word):
        words, often = only.words, only.often
    else:
        words, often = tuple(map(str, only.numbers())), {}
    if len(words) > 2 * MOST_BUTTONS:
        return None
    options = [
        Choice(word, f"another {word}" if again else word) for word in words for again in range(often.get(word, 1))
    ]
    return CheckField(options=options, low=low, high=high or len(options))


def keyed(money: Money) -> Keyed:
    """Return how a keyed-in sum is read."""
    return Keyed(money.sign, money.places, money.counter or 1, bool(money.sign and money.two_sums("2")))


def keys_of(money: Money, signed: bool) -> list[str]:
    """Return the keys of a keypad besides the digits; `signed` adds the minus."""
    keys = [] if money.code == "counters" else ["s", "d", "½", "¼", "¾"] if money.code == "lsd" else ["."]
    return [*keys, "-"] if signed else keys
