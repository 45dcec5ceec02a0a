"""Slots: the typed parts of a saying; and forms: the sayings that may be said, as slots.

Everything that shows a saying is made of its form: its text, its JSON, completions, buttons, and the made-up
sayings of random evenings. What a form offers is a promise: a saying put together from it is accepted, or refused
only for a card in a hand that was never said. Amounts are in the smallest unit.
"""

from collections.abc import Mapping, Sequence

import msgspec

from ledger.core.cards import Card


class Slot(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a saying.

    `shown` is its text, where that is not the usual one; None: it is not shown.
    `asks` is what stands there, in words, where its sort and the words before it do not tell: ``who joins``.
    """

    optional: bool = False
    repeat: bool = False
    shown: str | None = ""
    asks: str = ""


class Word(Slot, frozen=True, tag_field="slot", tag="word"):
    """One of some words.

    Those of the same family that cannot be said now are `out`, each with its reason.
    A repetition begins with a word once, or as `often` as is told here.
    """

    words: tuple[str, ...]
    out: Mapping[str, str] = msgspec.field(default_factory=dict)
    often: Mapping[str, int] = msgspec.field(default_factory=dict)


class Literal(Slot, frozen=True, tag_field="slot", tag="said"):
    """A fixed word, which is not chosen."""

    text: str


class Amount(Slot, frozen=True, tag_field="slot", tag="amount"):
    """An amount in the smallest unit: every `step`-th from `low` to `high`, or without end.

    Where it may be less than nothing it is written with its sign.
    """

    low: int
    high: int | None
    usual: tuple[int, ...] = ()
    step: int = 1
    in_full: bool = False
    """Whether a bare number is refused where it could be counters or money."""


class Number(Slot, frozen=True, tag_field="slot", tag="number"):
    """A whole number, or one of some words; with `as_many`, as many as the cards before it."""

    low: int
    high: int
    as_many: bool = False
    or_words: tuple[str, ...] = ()


class Cards(Slot, frozen=True, tag_field="slot", tag="cards"):
    """So many different cards `among` these.

    Those that cannot be are `out`, each with its reason.
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
    """Slots that stand or are repeated together, so that their numbers come to `total`.

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
    """A saying that may be said: by whom (nobody: it begins without a player), and its slots.

    `assumes` is what is taken as said before it, in words; `usual` marks the one answer that is far the most
    frequent. `ends` marks a saying that ends a game or the evening, or takes a player away, or that lets silence
    alone end the deal in hand.
    """

    who: tuple[str, ...]
    slots: Slots
    assumes: str = ""
    usual: bool = False
    ends: bool = False


def stands_anywhere(slot: AnySlot) -> bool:
    """Return whether a slot is one of those that stand in any order."""
    return isinstance(slot, Group) and slot.any_order


def stand_together(slot: Cards, cards: Sequence[Card]) -> bool:
    """Return whether cards may be said together: no two alike in what they are apart in."""
    return all(len({getattr(card, field) for card in cards}) == len(cards) for field in slot.apart)


def fixed(*texts: str) -> Slots:
    """Return fixed words as slots."""
    return tuple(Literal(text) for text in texts)


def most_times(group: Group) -> int | None:
    """Return the most times a group may be said, by its bound and its players; None: no limit."""
    first, bounds = group.slots[0], [] if group.high is None else [group.high]
    bounds += [len(slot.among) for slot in group.slots if isinstance(slot, Player)]
    if isinstance(first, Word):
        bounds.append(sum(first.often.get(word, 1) for word in first.words))
    if isinstance(first, Number):
        bounds.append(first.high - first.low + 1)
    return min(bounds, default=None)
