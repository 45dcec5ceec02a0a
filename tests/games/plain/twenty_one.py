"""Hands of twenty-one, plainly: the outcome of every hand, and what the dealer pays it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ledger.core.cards import Card
from ledger.core.events import Bets, Draws, Holds, Penalty, Says, Shows, Wins
from ledger.testing.plain import Entry

WON = {
    ("stands", "over"): 1,
    ("vingt-un", "over"): 2,
    ("stands", "vingt-un"): -2,
    ("vingt-un", "vingt-un"): -1,
    ("vingt-un", "stands"): 2,
}
"""The stakes a hand wins from the dealer's, unless both stand below twenty-one [62]-[64]."""


def points(cards: Iterable[Card], ten: int = 0) -> int:
    """Return the points of cards: ace one or eleven, court cards ten [59]."""
    ranks = [card.rank for card in cards]
    made = ten + sum(1 if rank == "A" else 10 if rank in "JQK" else int(rank) for rank in ranks)
    return made + 10 if "A" in ranks and made <= 11 else made


@dataclass
class Hand:
    """A hand: its stake, its known cards, and what was said of it."""

    stake: int = 0
    ten: int = 0
    cards: list[Card] = field(default_factory=list)
    unseen: int = 2
    drawn: list[Card] = field(default_factory=list)
    announced: int | None = None
    outcome: str | None = None
    natural: bool = False
    over_drawn: bool = False
    stood: bool = False
    missed: bool = False
    """Whether the player stands only because nothing was said."""
    thrown_up: bool = False
    forfeit: bool = False

    @property
    def points(self) -> int | None:
        """The points, if said or if all cards are known."""
        if self.announced is not None or self.unseen:
            return self.announced
        return points([*self.cards, *self.drawn], self.ten)

    @property
    def over(self) -> bool:
        return self.over_drawn or (self.points or 0) > 21

    @property
    def open(self) -> bool:
        """Whether the player may still draw."""
        shut = self.natural or self.stood or self.thrown_up or self.forfeit
        return not shut and not self.over and self.points != 21

    @property
    def stands(self) -> bool:
        return not (self.natural or self.over or self.thrown_up or self.forfeit)

    @property
    def fate(self) -> str:
        return "over" if self.over else "vingt-un" if self.points == 21 else "stands"

    def is_equal(self, mine: "Hand") -> bool:
        """Return whether it ties with the dealer's hand, also two vingt-uns."""
        return not mine.over and (self.outcome == "ties" or (self.points is not None and self.points == mine.points))

    def won(self, mine: "Hand") -> int:
        """Return the stakes won from a hand of the dealer, who has stood or over-drawn."""
        if (self.fate, mine.fate) in WON:
            return WON[self.fate, mine.fate]
        higher = self.outcome == "wins" if self.outcome else (self.points or 0) > (mine.points or 0)
        return 1 if higher else -1


@dataclass
class Seat:
    """A player's hands, first cards, and the cards that completed each divided pair."""

    hands: list[Hand]
    first: list[Card] = field(default_factory=list)
    divided: list[tuple[int, list[Card]]] = field(default_factory=list)
    """The first open hand, and the two cards."""

    def lay_out(self) -> None:
        """Give each hand the known cards of its first two."""
        for hand, cards in zip(self.hands, self.dealt(), strict=True):
            hand.unseen += len(hand.cards) - len(cards)
            hand.cards = cards

    def dealt(self) -> list[list[Card]]:
        """Divide the first pair, perhaps again; the new hand comes last [65]."""
        if not self.first and len(self.divided) == 1:
            return [self.divided[0][1][:1], self.divided[0][1][1:]]
        hands = [self.first]
        for since, completing in self.divided:
            pair = next((hand for hand in hands[since:] if len(hand) == 2 and hand[0].rank == hand[1].rank), None)
            if pair is None:
                return [[] for _ in self.hands]
            hands[hands.index(pair)] = [pair[0], *completing[:1]]
            hands.append([pair[1], *completing[1:]])
        return hands


class TwentyOne:
    """The hands of a dealing, from the dealer's left, the dealer last."""

    def __init__(self, order: Sequence[str], entries: Iterable[Entry], dealt: int = 2, ten: int = 0) -> None:
        self.dealer = order[-1]
        self.seats = {player: Seat([Hand(ten=ten, unseen=dealt)]) for player in order}
        self.staked = dict.fromkeys(order, 0)
        """The stake of each player before any double."""
        self.card_drawn = False
        """Whether a card was drawn; after that nobody declares a natural [63]."""
        for entry in entries:
            self.hear(entry)

    @property
    def dealers(self) -> list[Hand]:
        return self.seats[self.dealer].hands

    @property
    def others(self) -> list[str]:
        return [player for player in self.seats if player != self.dealer]

    def naturals(self) -> list[str]:
        """Return who has a natural against the dealer."""
        return [player for player in self.others if self.seats[player].hands[0].natural]

    def against(self) -> list[tuple[str, Hand]]:
        """Return every hand against the dealer."""
        return [(player, hand) for player in self.others for hand in self.seats[player].hands]

    def spoken_of(self, player: str) -> Hand:
        """Return the hand that a saying concerns: drawn to, missed in its turn, or to be declared."""
        hands = self.seats[player].hands
        drawing = any(mine.open for mine in self.dealers)
        unknown = any(mine.stands and mine.points is None for mine in self.dealers)
        for hand in hands:
            if hand.open:
                return hand
        for hand in hands:
            if drawing and hand.missed and hand.stands and hand.points != 21:
                return hand
        for hand in hands:
            if hand.stands and not hand.outcome and (hand.points != 21 if unknown else hand.points is None):
                return hand
        raise AssertionError(f"no hand of {player} is spoken of")

    def hear(self, entry: Entry) -> None:
        """Read a saying of a hand."""
        match entry.event:
            case Bets(player, amount):
                self.seats[player].hands[0].stake = self.staked[player] = amount
            case Says(player, "double"):
                for _, hand in self.against():
                    hand.stake *= 2
            case Says(player, "natural"):
                self.seats[player].hands[0].natural = True
            case Holds(player, cards):
                self.first_cards(player, list(cards), at_once=True)
            case Says(player, "divides"):
                seat = self.seats[player]
                since = next(place for place, hand in enumerate(seat.hands) if hand.open)
                seat.divided.append((since, list(entry.event.cards)))
                seat.hands.append(Hand(entry.event.amount or 0))
                seat.lay_out()
            case Draws(player):
                hand = self.spoken_of(player)
                hand.drawn += entry.event.cards
                hand.unseen += sum(entry.event.numbers)
                self.card_drawn = True
            case Shows(player, cards) if player == self.dealer:
                self.first_cards(player, list(cards), at_once=len(self.naturals()) == len(self.others))
            case Shows(player, cards):
                hand = self.spoken_of(player)
                hand.cards, hand.unseen = [*hand.cards, *cards], 0
            case Wins(player):
                self.spoken_of(player).outcome = "wins"
            case Says(player, "loses" | "ties" as outcome):
                self.spoken_of(player).outcome = outcome
            case Says(player, "over"):
                self.spoken_of(player).over_drawn = self.card_drawn = True
            case Says(player, "stands" | "rejects"):
                hand = self.spoken_of(player)
                hand.stood, hand.missed = True, entry.assumed
            case Says(player, "throws-up"):
                for hand in self.seats[player].hands:
                    hand.thrown_up = not hand.over
            case Penalty(player, "drew-separately"):
                for hand in self.seats[player].hands:
                    hand.forfeit = not hand.over
            case Says(player, number) if number == "vingt-un" or number.isdigit():
                hand = self.spoken_of(player)
                hand.announced = 21 if number == "vingt-un" else int(number)
                self.card_drawn |= hand.announced == 21 and not hand.stood
                hand.stood, hand.missed = True, False

    def first_cards(self, player: str, cards: list[Card], at_once: bool) -> None:
        """Read the dealt cards of a player: an ace and a ten are a natural until a card is drawn [63]."""
        seat = self.seats[player]
        seat.first = cards
        seat.lay_out()
        hand = seat.hands[0]
        if at_once and not self.card_drawn and not seat.divided and hand.announced is None and not hand.drawn:
            hand.natural |= points(cards, hand.ten) == 21

    def settled(self) -> list[tuple[str, int]]:
        """Return what the dealer pays each hand (negative: gets) [62]-[64]."""
        return [
            (player, won * hand.stake)
            for player in self.others
            for place, hand in enumerate(self.seats[player].hands)
            for won in self.won(hand, place)
        ]

    def won(self, hand: Hand, place: int) -> list[int]:
        """Return the stakes that a hand wins from each hand of the dealer."""
        natural = self.dealers[0].natural
        if hand.thrown_up:
            return [0]
        if hand.over:
            return [-1]
        if natural:
            return [0 if hand.natural or place else -2]
        if hand.natural:
            return [2]
        return [-1] if hand.forfeit else [hand.won(mine) for mine in self.dealers]

    def received_on_ties(self) -> int:
        """Return what the dealer received on ties."""
        stand = [] if self.dealers[0].natural else [hand for _, hand in self.against() if hand.stands]
        return sum(hand.stake for hand in stand for mine in self.dealers if hand.is_equal(mine))
