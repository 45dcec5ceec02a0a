"""The fields of a sheet, as the templates render them: one for each slot of a form."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from ledger.core.cards import RANK_NAMES, RANKS, SUIT_NAMES

HIGHEST_KEY, HIGHEST_OF_CARDS = 8, 26
"""Numbers up to the first have a key each; of higher numbers the first ones, up to what one may hold in cards."""
YES_OR_NO = {"on": "yes", "off": "no"}
"""How the words of an option stand on its buttons."""
SUITS = ("S", "H", "D", "C")
SUIT_SIGNS = {"S": "♠\ufe0e", "H": "♥\ufe0e", "D": "♦\ufe0e", "C": "♣\ufe0e", "": "★"}


@dataclass(frozen=True)
class Choice:
    """One thing that may be chosen in a field: the word that is sent, its label, a line below."""

    value: str
    label: str
    note: str = ""
    off: str = ""
    """Why it cannot be chosen now."""


@dataclass(kw_only=True)
class Field:
    """A field of a sheet; its name tells where its value stands in the saying."""

    kind: ClassVar[str]
    """How the template renders it."""
    name: str = ""
    required: bool = True
    asks: str = ""
    """What it asks for, in words, where that is not plain."""
    at_once: bool = False
    """Whether its usual values are buttons that say the whole saying."""
    in_a_row: bool = False
    """Whether it stands beside a name, in one of several rows."""
    behind: bool = False
    """Whether an exact sum is keyed in only where it is asked for."""


@dataclass(kw_only=True)
class HiddenField(Field):
    """A fixed word."""

    kind = "hidden"
    value: str


@dataclass(kw_only=True)
class RadioField(Field):
    """One of some words, numbers or players; those that are `off` come with their reasons."""

    kind = "radio"
    options: Sequence[Choice]
    off: Sequence[tuple[str, str]] = ()
    numbers: bool = False
    people: bool = False
    one_row: bool = False
    """Whether it stands in one row beside what it asks, with its first choice made."""


@dataclass(kw_only=True)
class CheckField(Field):
    """Several of some words, numbers or players: from `low` to `high` of them."""

    kind = "check"
    options: Sequence[Choice]
    low: int
    high: int
    ordered: bool = False
    """Whether they are said in the order in which they are touched; who says it is none of them."""


@dataclass(frozen=True)
class PotRow:
    """A pot at a show: who can claim it, who takes it if that is known, and what it pays."""

    label: str
    who: str
    to: str
    amount: str


@dataclass(kw_only=True)
class PotsField(Field):
    """What the choices above make of each pot; nothing is filled in."""

    kind = "pots"
    rows: Sequence[PotRow]


@dataclass(kw_only=True)
class TickField(Field):
    """A fixed word that may be said or not."""

    kind = "tick"
    value: str


@dataclass(kw_only=True)
class NumberField(Field):
    """A whole number from `low` to `high`, filled in."""

    kind = "number"
    low: int
    high: int
    words: Sequence[str] = ()
    """Words that may stand in its place; they count nothing."""


@dataclass(kw_only=True)
class AmountField(Field):
    """An amount: one of the usual, or an exact sum.

    `least` and `most` are its range in words, `low` and `high` the same in counters, where a bare number is one.
    """

    kind = "amount"
    usual: Sequence[Choice]
    least: str
    most: str | None
    low: int | None
    high: int | None
    keys: Sequence[str]
    """The keys of its keypad besides the digits."""
    signed: bool = False
    highest: Choice | None = None
    """The most that may be said, where there is a most."""


@dataclass(kw_only=True)
class CardsField(Field):
    """Cards: from `low` to `high` of those offered; those `out` come with their reasons."""

    kind = "cards"
    low: int
    high: int
    of: tuple[str, ...]
    """Whose each card is, in order."""
    among: tuple[str, ...]
    out: tuple[tuple[str, str], ...]
    flat: bool
    """Whether all cards stand beside one another; else the suit is chosen first."""

    @property
    def suits(self) -> "tuple[Suit, ...]":
        """The suits of its cards."""
        return suits_of(self.among, self.out)


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
    """The keys of its keypad besides the digits."""
    chosen: str = ""
    """The value that is chosen at first: the house rule of the last time."""

    @property
    def by_the_book(self) -> str:
        """Return what the book has, as its button says it."""
        return next((choice.label for choice in self.options if not choice.value), "")


@dataclass(kw_only=True)
class TextField(Field):
    """A text, which is sent in quotes."""

    kind = "text"


@dataclass(kw_only=True)
class NameField(Field):
    """A name: one of those known from before, or a new one, which is sent in quotes."""

    kind = "name"
    known: Sequence[str]


@dataclass(kw_only=True)
class RingField(Field):
    """A gap between those who sit, after one of them; the last gap sends nothing."""

    kind = "ring"
    seats: Sequence[Choice]


@dataclass(kw_only=True)
class LineField(Field):
    """Any saying."""

    kind = "line"


@dataclass
class FieldRow:
    """The fields of one row of a group, and the player or word that stands before them."""

    label: str
    fields: list[Field]


@dataclass(kw_only=True)
class GroupField(Field):
    """Fields that stand together `once`, or in rows of which at least `low` are filled in."""

    kind = "group"
    rows: list[FieldRow]
    once: bool = False
    total: tuple[int, int] | None = None
    """What the numbers of the rows come to together."""
    keys: Sequence[str] = ()
    low: int = 1
    finds: bool = False
    """Whether each row tells, once it is filled in, whether it agrees with the log."""

    @property
    def is_pad(self) -> bool:
        """Return whether each row is a name and one number or sum, filled in by the same keys."""
        return bool(self.rows) and not self.once and all(row.label and _only_number(row) for row in self.rows)

    @property
    def pad_keys(self) -> range | None:
        """The numbers that have a key each; None where all are keyed in by their digits."""
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
        """Return whether a row may have more than the highest number that has a key."""
        return self.pad_keys is not None and self._highest > HIGHEST_KEY

    @property
    def words(self) -> Sequence[str]:
        """The words that may stand in place of a number of its rows."""
        return next((part.words for row in self.rows for part in row.fields if isinstance(part, NumberField)), ())

    @property
    def has_numbers(self) -> bool:
        """Return whether its rows are filled in by a keypad."""
        return bool(self.rows) and any(isinstance(part, NumberField | AmountField) for part in self.rows[0].fields)


def _only_number(row: FieldRow) -> bool:
    """Return whether one number or sum is all that is filled in in a row."""
    filled = [part for part in row.fields if not isinstance(part, HiddenField)]
    return len(filled) == 1 and isinstance(filled[0], NumberField | AmountField)


def asked_of_each(of: Field) -> str:
    """Return the question that all rows of a pad answer; empty where its game puts none."""
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
    """Return the fields of a sheet, a group that stands once replaced by its own."""
    parts = (part.rows[0].fields if isinstance(part, GroupField) and part.once else [part] for part in fields)
    return [part for several in parts for part in several]


@dataclass(frozen=True)
class Suit:
    """A suit of a field of cards."""

    suit: str
    name: str
    sign: str
    cards: Sequence["CardKey"]


@dataclass(frozen=True)
class CardKey:
    """The key of a card, with the reason why it cannot be chosen."""

    value: str
    rank: str
    label: str
    out: str = ""


@lru_cache(maxsize=512)
def suits_of(among: tuple[str, ...], out: tuple[tuple[str, str], ...]) -> tuple[Suit, ...]:
    """Return the suits of the cards that may be chosen and of those that are out; a joker last."""
    reasons = dict(out)
    there = {*among, *reasons}
    suits = []
    for suit in SUITS:
        if any(card.endswith(suit) and card != "JOKER" for card in among):
            cards = [card for card in (f"{rank}{suit}" for rank in RANKS) if card in there]
            keys = tuple(CardKey(card, card[:-1], card_name(card), reasons.get(card, "")) for card in cards)
            suits.append(Suit(suit, SUIT_NAMES[suit], SUIT_SIGNS[suit], keys))
    if "JOKER" in among:
        joker = CardKey("JOKER", "joker", "joker", reasons.get("JOKER", ""))
        suits.append(Suit("J", "joker", SUIT_SIGNS[""], (joker,)))
    return tuple(suits)


def card_name(card: str) -> str:
    """Return a card in words: the queen of hearts."""
    rank = card[:-1]
    return f"{RANK_NAMES.get(rank, rank)} of {SUIT_NAMES[card[-1]]}"
