"""Hands of cards and their ranking: the five cards of Poker and the three of Commerce.

A hand is read into a `HandValue`. The higher of two values is the better hand, and equal values share the winnings.
Poker is ranked after its rules 65 to 76 and [38]-[44], Commerce after [71]-[72].
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from typing import TypeAlias

from ledger.rules import RANK_NAMES, RANKS, SUIT_NAMES, Card

POKER_HANDS = (
    "sequence-flush",
    "fours",
    "full",
    "flush",
    "sequence",
    "skip",
    "threes",
    "blaze",
    "two-pairs",
    "pair",
    "high-card",
)
"""The hands of Poker, best first (R65); the Blaze after [41], the skip sequence after [44]."""

COMMERCE_HANDS = ("tricon", "sequence", "flush", "pair", "point")
"""The combinations of Commerce, best first [71]."""

LEAST_HANDS = {"knaves": "J", "queens": "Q", "kings": "K"}
"""The least hands that open one Jack-pot after the other, each with the rank of its two cards (R30-R32)."""

_LOW_ACE, _KING, _HIGH_ACE = 1, 13, 14
_PLACES = {rank: place for place, rank in enumerate((*RANKS[1:], RANKS[0]), start=2)}
_NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_WORDS = {place: RANK_NAMES.get(rank, _NUMBERS[min(place - 2, 8)]) for rank, place in _PLACES.items()}
_WORDS[_LOW_ACE] = _WORDS[_HIGH_ACE]

# Twice the place of a rank, so that the joker finds room between the card it is called and the next higher.
_HEIGHTS = {rank: 2 * place for rank, place in _PLACES.items()}
_LOWEST_COURT = _HEIGHTS["J"]
_EXCEEDS_ITS_NAME = 1


def _sequences(number: int, step: int, ace_high: bool) -> dict[tuple[int, ...], int]:
    """Return the top of every sequence by its places, sorted with the ace above the king.

    Each card is `step` above the last. The ace begins a sequence; with `ace_high` it may end one instead; it is never
    between two others (R71).
    """
    tops = range(_LOW_ACE + step * (number - 1), (_HIGH_ACE if ace_high else _KING) + 1)
    runs = {top: range(top, top - step * number, -step) for top in tops}
    return {
        tuple(sorted((_HIGH_ACE if place == _LOW_ACE else place for place in run), reverse=True)): top
        for top, run in runs.items()
    }


_POKER_SEQUENCES = {ace_high: _sequences(5, 1, ace_high) for ace_high in (False, True)}
_SKIP_SEQUENCES = {ace_high: _sequences(5, 2, ace_high) for ace_high in (False, True)}
_COMMERCE_SEQUENCES = _sequences(3, 1, ace_high=True)

_CardRead: TypeAlias = tuple[int, str]
"""A card as it is compared: its height, which is odd for a joker, and its suit."""

_Table: TypeAlias = Iterable[tuple[str, bool, tuple[int, ...]]]
"""For each hand: its name, whether it is held, and what is compared with other hands of that name, in order."""


@dataclass(frozen=True)
class PokerRules:
    """The agreements of the players about hands; the joker counts wherever it is held."""

    ace_high: bool = False
    """Whether the ace may also end a sequence (R71, its note)."""
    blaze: bool = False
    """Whether five court cards count as a hand [41]."""
    skip: bool = False
    """Whether five alternate cards count as a hand [44]."""

    @property
    def hands(self) -> tuple[str, ...]:
        """Return the names of the hands that count, best first."""
        left_out = {"blaze": not self.blaze, "skip": not self.skip}
        return tuple(name for name in POKER_HANDS if not left_out.get(name, False))


@dataclass(frozen=True, order=True, slots=True)
class HandValue:
    """The value of a hand: the better hand has the higher value, and equal values share.

    Values are comparable within one game only.
    """

    kind: int
    """The place of the name among the hands of the game, counted from the lowest."""
    compared: tuple[int, ...]
    """What distinguishes hands of one name, in the order of comparison."""
    name: str = field(compare=False)
    """The name of the hand: one of `POKER_HANDS` or of `COMMERCE_HANDS`."""
    groups: tuple[tuple[int, ...], ...] = field(compare=False, repr=False)
    """The cards by rank, the largest group first, then the highest; the joker as the card that it stands for."""
    suit: str = field(compare=False, repr=False)
    """The suit of all the cards, or empty."""

    def describe(self) -> str:
        """Return the hand in a few words, as ``full: three kings and two sevens``."""
        joker = ", with the joker" if any(map(_has_joker, self.groups)) else ""
        return f"{self.name}: {self._words()}{joker}"

    def _words(self) -> str:
        suited = f" of {SUIT_NAMES[self.suit]}" if self.suit else ""
        cards = sorted((height for group in self.groups for height in group), reverse=True)
        match self.name:
            case "sequence" | "sequence-flush":
                return _ends(self.compared[0], 1, len(cards)) + suited
            case "skip":
                return f"alternate cards, {_ends(self.compared[0], 2, len(cards))}"
            case "point":
                return f"{self.compared[0]} in {_listed(cards)}"
            case "flush" | "blaze" | "high-card":
                return _listed(cards) + suited
            case "pair":
                return f"{_alike(self.groups[0])}, then the {_listed(group[0] for group in self.groups[1:])}"
            case _:
                return " and ".join(_alike(group) for group in self.groups if len(group) > 1)


def poker_value(cards: Sequence[Card], rules: PokerRules) -> HandValue:
    """Return the value of five cards at Poker (R65-R76); the joker serves its holder best [41].

    Raises ValueError unless there are five different cards.
    """
    _check(cards, 5)
    real = [(_HEIGHTS[card.rank], card.suit) for card in cards if card.suit]  # the joker has none
    if len(real) == len(cards):
        return _poker_value(*_read(real), rules)
    # With cards of several suits its own makes no odds; with cards of one suit another never serves better.
    suit = real[0][1]
    return max(_poker_value(*_read([*real, (height + _EXCEEDS_ITS_NAME, suit)]), rules) for height in _HEIGHTS.values())


def openers(cards: Sequence[Card], least: str, rules: PokerRules) -> bool:
    """Return whether a hand opens a Jack-pot of two knaves, queens or kings (R30-R32).

    Any better hand that counts opens it too. Raises ValueError for another least hand, and unless there are five
    different cards.
    """
    if least not in LEAST_HANDS:
        raise ValueError(f"a Jack-pot is of {', '.join(LEAST_HANDS)}, not of {least}")
    value = poker_value(cards, rules)
    return (value.kind, value.compared) >= (_kind("pair", POKER_HANDS), (_HEIGHTS[LEAST_HANDS[least]],))


def commerce_value(cards: Sequence[Card], no_pair: bool = False, no_flush: bool = False) -> HandValue:
    """Return the value of three cards at Commerce [71]-[72].

    With `no_pair` pairs are worth no more than their points; with `no_flush` neither pairs nor flushes are [75].
    Raises ValueError unless there are three different cards, none of them the joker.
    """
    _check(cards, 3)
    if Card.JOKER in cards:
        raise ValueError("there is no joker at Commerce")
    heights, suit = _read([(_HEIGHTS[card.rank], card.suit) for card in cards])
    groups = _by_rank(heights)
    alike = len(groups[0])
    best = tuple([group[0] for group in groups])
    top = _COMMERCE_SEQUENCES.get(_places(heights), 0)
    point = (sum(_pips(height) for height in heights), *heights)
    table: _Table = (
        ("tricon", alike == 3, best),
        ("sequence", bool(suit and top), (top,)),
        ("flush", bool(suit) and not no_flush, point),
        ("pair", alike == 2 and not (no_pair or no_flush), best),
        ("point", True, point),
    )
    return _first_held(table, COMMERCE_HANDS, groups, suit)


@lru_cache(maxsize=2**14)  # the hands are many, but not their ranks
def _poker_value(heights: tuple[int, ...], suit: str, rules: PokerRules) -> HandValue:
    """Return the value of five cards, the joker named already, perhaps as a card held too."""
    groups = _by_rank(heights)
    alike = [len(group) for group in groups]
    best = tuple([group[0] for group in groups])
    places = _places(heights)
    top = _POKER_SEQUENCES[rules.ace_high].get(places, 0)
    skip_top = _SKIP_SEQUENCES[rules.ace_high].get(places, 0) if rules.skip else 0
    joker = _has_joker(heights)
    hearts = suit == "H"
    table: _Table = (
        ("sequence-flush", bool(suit and top), (top, joker, hearts)),  # R66, R70
        ("fours", alike[0] >= 4, best[:1]),  # R67
        ("full", alike == [3, 2], best[:1]),  # R68
        ("flush", bool(suit), (hearts, *heights)),  # R69
        ("sequence", bool(top), (top, joker)),  # R70
        ("skip", bool(skip_top), (skip_top, joker)),  # [44]
        ("threes", alike[0] == 3, best[:1]),  # R72
        ("blaze", rules.blaze and heights[-1] >= _LOWEST_COURT, heights),  # [41]
        ("two-pairs", alike[:2] == [2, 2], best[:2]),  # R73
        ("pair", alike[0] == 2, best),  # R74
        ("high-card", True, heights),  # R75
    )
    return _first_held(table, POKER_HANDS, groups, suit)


def _first_held(table: _Table, hands: tuple[str, ...], groups: tuple[tuple[int, ...], ...], suit: str) -> HandValue:
    name, compared = next((name, compared) for name, held, compared in table if held)
    return HandValue(_kind(name, hands), compared, name, groups, suit)


def _kind(name: str, hands: tuple[str, ...]) -> int:
    return len(hands) - hands.index(name)


def _check(cards: Sequence[Card], number: int) -> None:
    if len(cards) != number or len({(card.rank, card.suit) for card in cards}) != number:
        raise ValueError(f"a hand is {number} different cards, not {' '.join(map(str, cards)) or 'none'}")


def _read(cards: Sequence[_CardRead]) -> tuple[tuple[int, ...], str]:
    """Return the heights from the highest down, and the single suit of all the cards, or ""."""
    suits = {suit for _, suit in cards}
    return tuple(sorted([height for height, _ in cards], reverse=True)), suits.pop() if len(suits) == 1 else ""


def _by_rank(heights: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the cards grouped by rank: the largest group first, then the highest."""
    ranks = [tuple(group) for _, group in groupby(heights, _place)]
    return tuple(sorted(ranks, key=len, reverse=True))


def _place(height: int) -> int:
    return height // 2


def _places(heights: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([height // 2 for height in heights])


def _has_joker(heights: tuple[int, ...]) -> bool:
    return sum(heights) % 2 == _EXCEEDS_ITS_NAME  # there is but one, and no other card is of an odd height


def _pips(height: int) -> int:
    """Return the pips of a card for the point: an ace 11, court cards 10, others theirs [70]."""
    return 11 if _place(height) == _HIGH_ACE else min(_place(height), 10)


def _ends(top: int, step: int, number: int) -> str:
    return f"{_WORDS[top - step * (number - 1)]} to {_WORDS[top]}"


def _listed(heights: Iterable[int]) -> str:
    return ", ".join(_WORDS[_place(height)] for height in heights)


def _alike(group: tuple[int, ...]) -> str:
    """Return how many cards of a rank there are; a joker never makes a fifth of them."""
    word = _WORDS[_place(group[0])]
    return f"{_NUMBERS[min(len(group), 4) - 2]} {word}{'es' if word == 'six' else 's'}"
