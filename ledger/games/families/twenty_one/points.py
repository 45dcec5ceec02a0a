"""Hands counted in points up to twenty-one, and pairs that are divided [59], [64]-[65].

An ace is one or eleven, whichever brings the hand nearest to twenty-one; court cards are ten.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum

from ledger.games.families.twenty_one.divisions import Division, Layout, layouts_of
from ledger.rules import Card, listed, same_rank

TWENTY_ONE = 21
MOST_HANDS = 4
"""The greatest number of hands that one pair can make [65]."""
_PIPS = {"A": 1, "J": 10, "Q": 10, "K": 10}


def pips(card: Card) -> int:
    """Return the pips of a card, with the ace as 1 and court cards as 10 [59]."""
    return _PIPS.get(card.rank) or int(card.rank)


def points(cards: Iterable[Card], ten: int = 0) -> int:
    """Return the points of cards, plus `ten`; an ace is 11 unless that makes more than 21."""
    total_of = tuple(cards)
    total = ten + sum(map(pips, total_of))
    soft = total + 10 <= TWENTY_ONE and any(card.rank == "A" for card in total_of)
    return total + 10 if soft else total


class Fate(Enum):
    """The state of a hand."""

    OPEN = "open"
    STANDS = "standing"
    OVER = "over-drawn"
    NATURAL = "a natural"
    THROWN_UP = "thrown up"
    FORFEIT = "forfeited"


OPEN, STANDS, OVER, NATURAL, THROWN_UP, FORFEIT = Fate


@dataclass
class Hand:
    """One hand: its stake (in the smallest unit), and what was said of its cards.

    Of the cards dealt, `hidden` were not named; of those drawn, `drawn_unnamed`. `declared` has the points that were
    said, `outcome` the result against a dealer of unknown points. A hand is `missed` if it stands only because
    nothing was said, and `paid` once its stake has gone to the dealer or it was paid as a natural. `layouts` has the
    possible contents of the player's hands, if the named cards leave them open.
    """

    player: str
    stake: int
    hidden: int = 2
    ten: int = 0
    dealt: tuple[Card, ...] = ()
    drawn: tuple[Card, ...] = ()
    drawn_unnamed: int = 0
    fate: Fate = OPEN
    declared: int | None = None
    outcome: str | None = None
    missed: bool = False
    paid: bool = False
    layouts: "Layouts | None" = field(default=None, repr=False, compare=False)

    @property
    def cards(self) -> tuple[Card, ...]:
        """Return the cards of the hand that were named."""
        return (*self.dealt, *self.drawn)

    @property
    def unnamed(self) -> int:
        """Return how many cards of the hand, dealt or drawn, were not named."""
        return self.hidden + self.drawn_unnamed

    @property
    def has_drawn(self) -> bool:
        """Return whether a card was drawn to the hand, as far as was said."""
        return bool(self.drawn or self.drawn_unnamed)

    @property
    def points(self) -> int | None:
        """Return the hand's points, as said or as its cards make them; None if neither is known."""
        if self.declared is not None:
            return self.declared
        return None if self.unnamed else points(self.cards, self.ten)

    @property
    def undeclared(self) -> bool:
        """Return whether no saying contradicts that the hand is a natural."""
        is_declared = self.declared is not None or self.outcome is not None
        return not is_declared and self.fate in (OPEN, STANDS, NATURAL)

    @property
    def tells_of_unseen(self) -> bool:
        """Return whether points or an `over` were said of the hand, whose cards are not known."""
        return self.layouts is not None and (self.declared is not None or self.fate is OVER)

    @property
    def fewest(self) -> int:
        """Return the least points of a standing hand: two aces, or the imaginary ten and a two."""
        return self.ten + 2

    def if_dealt(self, cards: tuple[Card, ...]) -> "Hand":
        """Return the hand with these dealt cards, and with what was said of it."""
        return Hand(
            self.player,
            self.stake,
            2 - len(cards),
            self.ten,
            cards,
            self.drawn,
            self.drawn_unnamed,
            self.fate,
            self.declared,
            self.outcome,
        )

    def named(self) -> str:
        """Return the hand's cards in words."""
        cards = [str(card) for card in self.cards]
        unnamed = f"{self.unnamed} more" if self.unnamed else ""
        return listed([*(["the ten"] if self.ten else []), *cards, *([unnamed] if unnamed else [])])

    def reach(self) -> tuple[int, int | None]:
        """Return the fewest and the most points that the hand can have by what was said of it.

        A number of drawn cards bounds what they can make, but never over-draws a hand, as named cards do. The most is
        None if cards may have been drawn that nobody has told of.
        """
        if self.layouts is not None:
            reaches = [version.reach() for version in self.layouts.versions(self)]
            highest = [most for _, most in reaches]
            bounded = [most for most in highest if most is not None]
            least = min((least for least, _ in reaches), default=self.fewest)
            return least, max(bounded, default=None) if len(bounded) == len(highest) else None
        sure = self.ten + sum(map(pips, self.cards))
        most_sure = sure + self.unnamed
        least = most_sure if most_sure <= TWENTY_ONE else sure + self.hidden
        if not self.has_drawn:
            return least, None
        ace = 10 if any(card.rank == "A" for card in self.cards) else 1 if self.unnamed else 0
        return least, sure + 10 * self.unnamed + ace

    def wrong_points(self, number: int) -> str | None:
        """Return what is wrong with points said for the hand, or None."""
        if not self.fewest <= number <= TWENTY_ONE:
            return f"points are from {self.fewest} to {TWENTY_ONE}, not {number}"
        if self.layouts is not None:
            able = any(version.can_make(number) for version in self.layouts.versions(self))
            return None if able else f"by the cards that {self.player} divided with, this hand cannot make {number}"
        if not self.unnamed:
            made = points(self.cards, self.ten)
            return None if made == number else f"{self.named()} make {made}, not {number}"
        least, most = self.reach()
        if number < least or (most is not None and number > most):
            return f"{self.named()} cannot make {number}"
        return None

    def can_make(self, number: int) -> bool:
        """Return whether the hand can make these points, perhaps by cards that nobody has told of."""
        if self.has_drawn and not self.unnamed:
            return points(self.cards, self.ten) == number
        least, most = self.reach()
        return least <= number and (most is None or number <= most)

    def allows_what_was_said(self) -> bool:
        """Return whether the hand's cards allow the points, or the `over`, that was said of it."""
        if self.declared is not None:
            return self.can_make(self.declared)
        return self.fate is not OVER or self.can_be_over()

    def can_be_over(self) -> bool:
        """Return whether the hand can be over 21, perhaps by cards that nobody has told of."""
        return not self.has_drawn or self.wrong_over() is None

    def wrong_over(self) -> str | None:
        """Return why the hand cannot be over 21, or None."""
        if self.layouts is not None:
            able = any(version.can_be_over() for version in self.layouts.versions(self))
            return None if able else f"by the cards that {self.player} divided with, this hand is not over {TWENTY_ONE}"
        if not self.unnamed:
            made = points(self.cards, self.ten)
            return f"{self.named()} make {made}, which is not over {TWENTY_ONE}" if made <= TWENTY_ONE else None
        most = self.ten + sum(map(pips, self.cards)) + 10 * self.unnamed
        if self.has_drawn and most <= TWENTY_ONE:
            return f"{self.named()} cannot make over {TWENTY_ONE}"
        return None


class Layouts:
    """The possible cards of a player's hands, if the cards named in dividing leave them open."""

    def __init__(self, hands: Sequence[Hand], layouts: Sequence[Layout]) -> None:
        self.hands = hands
        self.layouts = layouts

    def versions(self, hand: Hand) -> list[Hand]:
        """Return a hand in each layout that allows what was said of the player's other hands."""
        versions = []
        for layout in self.layouts:
            held = list(zip(self.hands, layout, strict=True))
            if all(
                other.if_dealt(divided.cards).allows_what_was_said()
                for other, divided in held
                if other is not hand and other.tells_of_unseen
            ):
                versions += [other.if_dealt(divided.cards) for other, divided in held if other is hand]
        return versions


@dataclass
class Seat:
    """A player's place in the deal: the stake (`on` what), and the hands.

    `first` has the cards dealt, once they are known; `divisions` the pairs that were divided.
    """

    player: str
    hands: list[Hand]
    staked: int = 0
    on: str | None = None
    first: tuple[Card, ...] | None = None
    divisions: list[Division] = field(default_factory=list)

    @property
    def natural(self) -> bool:
        """Return whether the player has a natural."""
        return self.hands[0].fate is NATURAL

    @property
    def closed(self) -> str | None:
        """Return why nothing more is said of the player's hands, or None."""
        fates = [hand.fate for hand in self.hands]
        if FORFEIT in fates:
            return f"{self.player} drew separately, and has lost the hands"
        return f"{self.player} has thrown up the cards" if THROWN_UP in fates else None

    def place(self, hand: Hand) -> int:
        """Return the place of a hand among the player's, from 0."""
        return next(place for place, other in enumerate(self.hands) if other is hand)

    def arrange(self) -> None:
        """Give every hand the cards that it was dealt, as far as the named cards tell."""
        if not self.divisions:
            if self.first is not None:
                self.hands[0].dealt, self.hands[0].hidden = self.first, 0
            return
        layouts = layouts_of(self.first, tuple(self.divisions))
        named, open_still = self._named(layouts)
        for hand, cards in zip(self.hands, named, strict=True):
            hand.dealt, hand.hidden = cards, 2 - len(cards)
            hand.layouts = Layouts(self.hands, layouts) if open_still else None

    def _named(self, layouts: Sequence[Layout]) -> tuple[list[tuple[Card, ...]], bool]:
        """Return the known cards of each hand, and whether the layouts tell more than these."""
        if self.first is None and len(self.divisions) == 1:
            completing = self.divisions[0].cards
            return [completing[:1], completing[1:]], False
        if self.first is not None and len(layouts) == 1 and not any(hand.stand_ins for hand in layouts[0]):
            return [hand.named for hand in layouts[0]], False
        return [()] * len(self.hands), bool(layouts)

    def unplaced(self) -> set[Card]:
        """Return the cards named in dividing that belong to no known hand yet."""
        placed = {card for hand in self.hands for card in hand.dealt}
        return {card for division in self.divisions for card in division.cards} - placed

    def cannot_divide(self, since: int = 0) -> str | None:
        """Return why the player cannot divide a pair of the hands from `since` on, or None."""
        if any(hand.has_drawn for hand in self.hands[since:]):
            return "a pair is divided before a third card is drawn"
        if len(self.hands) == MOST_HANDS:
            return f"a pair makes {MOST_HANDS} hands at the most"
        if self.first is not None and not same_rank(self.first):
            return f"{listed([str(card) for card in self.first])} are no pair"
        layouts = layouts_of(self.first, tuple(self.divisions))
        if not any(hand.pair is not False for layout in layouts for hand in layout[since:]):
            return f"no hand of {self.player}'s is a pair still"
        return None
