"""The fields of a sheet, as the templates render them: one for each slot of a form."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

from ledger.core.cards import RANK_NAMES, RANKS, SUIT_NAMES

HIGHEST_KEY, HIGHEST_OF_CARDS = 8, 26
"""The highest number up to which each has a key, and the number of keys for higher ones."""
YES_OR_NO = {"on": "yes", "off": "no"}
"""The labels of an option's words."""
SUITS = ("S", "H", "D", "C")
SUIT_SIGNS = {"S": "♠\ufe0e", "H": "♥\ufe0e", "D": "♦\ufe0e", "C": "♣\ufe0e", "": "★"}


@dataclass(frozen=True)
class Choice:
    """A choice of a field: the word that is sent, its label, a line below."""

    value: str
    label: str
    note: str = ""
    off: str = ""
    """Why the choice cannot be made now."""


@dataclass(kw_only=True)
class Field:
    """A field of a sheet; its name tells the place of its value in the saying."""

    kind: ClassVar[str]
    """The way in which the template renders the field."""
    name: str = ""
    required: bool = True
    asks: str = ""
    """The question of the field in words, if it is not plain."""
    at_once: bool = False
    """Whether the usual values are buttons that say the whole saying."""
    in_a_row: bool = False
    """Whether the field is beside a name, in one of several rows."""
    behind: bool = False
    """Whether an exact sum is keyed in only on request."""


@dataclass(kw_only=True)
class HiddenField(Field):
    """A fixed word."""

    kind = "hidden"
    value: str


@dataclass(kw_only=True)
class RadioField(Field):
    """One of some words, numbers or players; those that are `off` have their reasons."""

    kind = "radio"
    options: Sequence[Choice]
    off: Sequence[tuple[str, str]] = ()
    numbers: bool = False
    people: bool = False
    one_row: bool = False
    """Return whether the field fits in one row beside its question, with its first choice made."""


@dataclass(kw_only=True)
class CheckField(Field):
    """Several of some words, numbers or players: from `low` to `high` of them."""

    kind = "check"
    options: Sequence[Choice]
    low: int
    high: int
    ordered: bool = False
    """Whether the order of touching counts; the speaker is not among the choices."""


@dataclass(frozen=True)
class PotRow:
    """A pot at a show: who can claim it, who takes it if that is known, and what it pays."""

    label: str
    who: str
    to: str
    amount: str


@dataclass(kw_only=True)
class PotsField(Field):
    """The effect of the choices above on each pot; nothing is filled in."""

    kind = "pots"
    rows: Sequence[PotRow]


@dataclass(kw_only=True)
class TickField(Field):
    """A fixed word that may be said or not."""

    kind = "tick"
    value: str
    label: str


@dataclass(kw_only=True)
class NumberField(Field):
    """A whole number from `low` to `high`, filled in."""

    kind = "number"
    low: int
    high: int
    words: Sequence[str] = ()
    """Words in place of a number, which count nothing."""
    step: int = 1


@dataclass(frozen=True)
class Keyed:
    """How a keyed-in sum is read: as money with its sign and decimal places, or as counters."""

    sign: str
    places: int
    counter: int
    """What one counter is worth in the smallest unit; 1 where counters have no worth."""
    either: bool
    """Whether a bare number may be counters as well, so that a switch says which it is."""


@dataclass(kw_only=True)
class AmountField(Field):
    """An amount: one of the usual, or an exact sum.

    `least` and `most` are its range in words; `low` and `high` are the same in the smallest unit.
    """

    kind = "amount"
    usual: Sequence[Choice]
    least: str
    most: str | None
    low: int
    high: int | None
    step: int
    keys: Sequence[str]
    """The keys of the keypad besides the digits."""
    keyed: Keyed
    signed: bool = False
    highest: Choice | None = None
    """The greatest amount, if there is one."""


class OutCard(NamedTuple):
    """Why a card cannot be chosen, and who has it, if it is with a player."""

    reason: str
    holder: str = ""


@dataclass(kw_only=True)
class CardsField(Field):
    """Cards: from `low` to `high` of those offered; those `out` have their reasons."""

    kind = "cards"
    low: int
    high: int
    of: tuple[str, ...]
    """The player of each card, in order."""
    among: tuple[str, ...]
    out: Mapping[str, OutCard]
    flat: bool
    """Return whether all cards are shown side by side; else the suit is chosen first."""

    @cached_property
    def suits(self) -> "tuple[Suit, ...]":
        """The suits of the cards to choose, each with those that are out; a joker last."""
        there = {*self.among, *self.out}
        offered = {"J" if card == JOKER else card[-1] for card in self.among}
        return tuple(
            Suit(suit, name, sign, [card for card in cards if card in there])
            for suit, (name, sign, cards) in IN_SUITS.items()
            if suit in offered
        )


@dataclass(kw_only=True)
class OptionField(Field):
    """An option of a game, with its meaning and its default.

    The choice that sends nothing is what the book has.
    """

    kind = "option"
    option: str
    options: list[Choice]
    default: str
    meaning: str
    cite: str
    exact: bool
    """Whether a number or a sum may be filled in."""
    low: int | None
    high: int | None
    keys: Sequence[str] = ()
    """The keys of the keypad besides the digits."""
    keyed: Keyed | None = None
    """How an exact sum is read; None where it is no sum."""
    chosen: str = ""
    """The value chosen at first: the house rule of the last time."""

    @property
    def by_the_book(self) -> str:
        """Return the label for the book's rule."""
        return next((choice.label for choice in self.options if not choice.value), "")


@dataclass(kw_only=True)
class TextField(Field):
    """A text, which is sent in quotes."""

    kind = "text"


@dataclass(kw_only=True)
class NameField(Field):
    """A name, known from before or new, which is sent in quotes."""

    kind = "name"
    known: Sequence[str]


@dataclass(kw_only=True)
class RingField(Field):
    """A gap between seated players, after one of them; the last gap sends nothing."""

    kind = "ring"
    seats: Sequence[Choice]


@dataclass(kw_only=True)
class LineField(Field):
    """Any saying."""

    kind = "line"


@dataclass
class FieldRow:
    """The fields of one row of a group, after a player or word."""

    label: str
    fields: list[Field]


@dataclass(kw_only=True)
class GroupField(Field):
    """Fields that stand together `once`, or in rows of which at least `low` are filled in."""

    kind = "group"
    rows: list[FieldRow]
    once: bool = False
    total: tuple[int, int] | None = None
    """The total of the numbers of all rows."""
    keys: Sequence[str] = ()
    low: int = 1
    finds: bool = False
    """Whether each filled row tells if it agrees with the log."""

    @property
    def is_pad(self) -> bool:
        """Return whether each row is a name and one number or sum, filled in by the same keys."""
        return bool(self.rows) and not self.once and all(row.label and _only_number(row) for row in self.rows)

    @property
    def pad_keys(self) -> range | None:
        """Return the numbers with a key each; None if all are keyed in by digits."""
        numbers = [part for row in self.rows for part in row.fields if isinstance(part, NumberField)]
        if len(numbers) < len(self.rows):
            return None
        low, high = min(part.low for part in numbers), self._highest
        return range(low, min(high, HIGHEST_KEY) + 1) if high <= HIGHEST_OF_CARDS else None

    @property
    def _highest(self) -> int:
        return max((part.high for row in self.rows for part in row.fields if isinstance(part, NumberField)), default=0)

    @property
    def beyond_its_keys(self) -> bool:
        """Return whether a row may exceed the highest number with a key."""
        return self.pad_keys is not None and self._highest > HIGHEST_KEY

    @property
    def words(self) -> Sequence[str]:
        """Return the words in place of a number of the rows."""
        return next((part.words for row in self.rows for part in row.fields if isinstance(part, NumberField)), ())

    @property
    def keyed(self) -> Keyed | None:
        """How the sums of its rows are read; None where they are no sums."""
        return next((part.keyed for row in self.rows for part in row.fields if isinstance(part, AmountField)), None)

    @property
    def has_numbers(self) -> bool:
        """Return whether its rows are filled in by a keypad."""
        return bool(self.rows) and any(isinstance(part, NumberField | AmountField) for part in self.rows[0].fields)


def _only_number(row: FieldRow) -> bool:
    """Return whether a row needs one number or sum and nothing else."""
    filled = [part for part in row.fields if not isinstance(part, HiddenField)]
    return len(filled) == 1 and isinstance(filled[0], NumberField | AmountField)


def asked_of_each(of: Field) -> str:
    """Return the question for all rows of a pad; empty if the game has none."""
    if not isinstance(of, GroupField) or not of.is_pad:
        return ""
    return next((part.asks for part in of.rows[0].fields if part.asks.endswith("?")), "")


def ends_in_keys(last: Field) -> bool:
    """Return whether a field, or the last of a group, is filled in by a keypad."""
    if not isinstance(last, GroupField):
        return isinstance(last, AmountField | NumberField)
    if last.once:
        return ends_in_keys(last.rows[0].fields[-1])
    return last.has_numbers and last.pad_keys is None


def flattened(fields: Sequence[Field]) -> list[Field]:
    """Return the fields of a sheet; the fields of a group that occurs once replace the group."""
    parts = (part.rows[0].fields if isinstance(part, GroupField) and part.once else [part] for part in fields)
    return [part for several in parts for part in several]


@dataclass(frozen=True)
class Suit:
    """A suit of a field of cards."""

    suit: str
    name: str
    sign: str
    cards: Sequence[str]


JOKER = "JOKER"
IN_SUITS = {suit: (SUIT_NAMES[suit], SUIT_SIGNS[suit], tuple(f"{rank}{suit}" for rank in RANKS)) for suit in SUITS} | {
    "J": ("joker", SUIT_SIGNS[""], (JOKER,))
}
"""The name, the sign and the cards of each suit, in its order; a joker is a suit of its own."""
CARD_NAMES = {card: f"{RANK_NAMES.get(card[:-1], card[:-1])} of {SUIT_NAMES[suit]}"
              for suit in SUITS for card in IN_SUITS[suit][2]} | {JOKER: "joker"}  # fmt: skip
"""The cards in words: the queen of hearts."""
