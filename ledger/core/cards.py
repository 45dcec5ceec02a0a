"""Cards and packs: the words for what lies on the table."""

from collections.abc import Iterable
from enum import Enum
from functools import cache

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
ACE_HIGH = (*RANKS[1:], "A")
"""The ordinary order of a suit, from the lowest."""
SUITS = ("C", "D", "H", "S")
SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
SUIT_SIGNS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
SIGN_STYLES = "\ufe0e\ufe0f"
"""Marks after a suit sign that have it drawn as a letter or a picture; they are typed and copied with it."""
RANK_NAMES = {"A": "ace", "K": "king", "Q": "queen", "J": "knave"}


class Card(Enum):
    """One card of a pack; its value is how it is printed: rank, then suit (``10H``, ``QS``)."""

    AC, AD, AH, AS = "AC", "AD", "AH", "AS"
    C2, D2, H2, S2 = "2C", "2D", "2H", "2S"
    C3, D3, H3, S3 = "3C", "3D", "3H", "3S"
    C4, D4, H4, S4 = "4C", "4D", "4H", "4S"
    C5, D5, H5, S5 = "5C", "5D", "5H", "5S"
    C6, D6, H6, S6 = "6C", "6D", "6H", "6S"
    C7, D7, H7, S7 = "7C", "7D", "7H", "7S"
    C8, D8, H8, S8 = "8C", "8D", "8H", "8S"
    C9, D9, H9, S9 = "9C", "9D", "9H", "9S"
    C10, D10, H10, S10 = "10C", "10D", "10H", "10S"
    JC, JD, JH, JS = "JC", "JD", "JH", "JS"
    QC, QD, QH, QS = "QC", "QD", "QH", "QS"
    KC, KD, KH, KS = "KC", "KD", "KH", "KS"
    JOKER = "JOKER"

    rank: str
    """The rank: `A`, `10`, `K`."""
    suit: str
    """The suit: `C`, `D`, `H` or `S`; empty for the joker."""

    def __init__(self, text: str) -> None:
        """Split the printed form into its rank and its suit; the joker has an empty suit."""
        joker = text == "JOKER"
        self.rank = "JOKER" if joker else text[:-1]
        self.suit = "" if joker else text[-1]

    __hash__ = object.__hash__  # there is one of each, and sets of cards are what the rules work with

    def __str__(self) -> str:
        return self._value_


def read_card(text: str) -> Card | None:
    """Read a card (``10H``, ``th``, ``Q♠``, ``joker``); None if the text is no card."""
    word = text.upper().rstrip(SIGN_STYLES)
    if word == "JOKER":
        return Card.JOKER
    rank, suit = word[:-1], word[-1:]
    suit = SUIT_SIGNS.get(suit, suit)
    rank = "10" if rank == "T" else rank
    if rank in RANKS and suit in SUITS:
        return Card(rank + suit)
    return None


def same_rank(cards: tuple[Card, ...] | list[Card]) -> bool:
    """Return whether all these cards are of one rank."""
    return len({card.rank for card in cards}) == 1


def same_suit(cards: tuple[Card, ...] | list[Card]) -> bool:
    """Return whether all these cards are of one suit."""
    return len({card.suit for card in cards}) == 1


def so_many(number: int | str) -> str:
    """Return a number of cards, or a range, in words: ``1 card``, ``2 to 4 cards``."""
    return f"{number} card{'' if str(number) == '1' else 's'}"


_PLACES = {card: (SUITS.index(card.suit), RANKS.index(card.rank)) if card.suit else (len(SUITS), 0) for card in Card}


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return cards suit by suit, from the ace to the king; the joker comes last."""
    return tuple(sorted(cards, key=_PLACES.__getitem__))


@cache
def pack_of(size: int, joker: bool = False) -> frozenset[Card]:
    """Return the cards of a pack of 52, 36 (from six) or 32 (from seven), or with the joker.

    Raises ValueError for another size.
    """
    ranks = {52: RANKS, 36: ("A", *RANKS[5:]), 32: ("A", *RANKS[6:])}.get(size)
    if ranks is None:
        raise ValueError(f"no pack has {size} cards")
    cards = {Card(rank + suit) for rank in ranks for suit in SUITS}
    return frozenset(cards | {Card.JOKER} if joker else cards)
