"""The cards of a game with a board: the board as it is seen, and the hands that are known."""

from collections.abc import Callable, Sequence

from ledger.games.families.betting.hands import Worth
from ledger.games.families.betting.show import HIGH, LOW, Contest, Show
from ledger.rules import Card, Table, listed, twice

WORDS_OF_STREETS = ("flop", "turn", "river")
CARDS_OF_STREET = {"flop": 3, "turn": 1, "river": 1}
"""How many cards are turned up on each street."""
FULL_BOARD = 5

WorthOf = Callable[[Sequence[Card], Sequence[Card]], Worth | None]
"""A function that returns what a hand and a board are worth; None for nothing."""


class BoardCards:
    """The cards of the board by their street, as far as they were said."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.streets: dict[str, tuple[Card, ...]] = {}

    @property
    def cards(self) -> tuple[Card, ...]:
        """Return all cards of the board that are known, in the order of the streets."""
        return tuple(card for street in WORDS_OF_STREETS for card in self.streets.get(street, ()))

    @property
    def full(self) -> bool:
        """Return whether all five cards are known."""
        return len(self.cards) == FULL_BOARD

    def wrong(self, street: str, cards: Sequence[Card]) -> str | None:
        """Return why these cannot be the cards of a street, or None."""
        if not cards:
            return None
        if street in self.streets:
            return f"the {street} has been said already: {listed([str(card) for card in self.streets[street]])}"
        if len(cards) != CARDS_OF_STREET[street]:
            return f"the {street} is {CARDS_OF_STREET[street]} cards, not {len(cards)}"
        table = self.table
        seen = {*table.turned_up, *(card for hand in table.hands.values() for card in hand)}
        strange = next((card for card in cards if card in seen), None)
        return twice(cards) or (f"{strange} has been seen already" if strange else None)

    def turn_up(self, street: str, cards: tuple[Card, ...]) -> None:
        """Note the cards of a street."""
        if cards:
            self.streets[street] = cards
            self.table.turned_up = self.cards


class Judge:
    """Decides by the cards who wins, as far as they are known."""

    def __init__(self, board: BoardCards, show: Show, high: WorthOf, low: WorthOf) -> None:
        self.board = board
        self.show = show
        self.worth_of = {"": high, HIGH: high, LOW: low}

    def worth(self, contest: Contest, player: str) -> Worth | None:
        """Return what the known hand of a player is worth in a contest; None for no low hand."""
        _, half = contest
        return self.worth_of[half](self.board.table.hands[player], self.board.cards)

    def knows(self, *players: str) -> bool:
        """Return whether the board and the hands of these players are known."""
        hands = self.board.table.hands
        return self.show.boards == 1 and self.board.full and all(player in hands for player in players)

    def decide(self) -> None:
        """Name the best hands of every contest in which all who could claim are known."""
        show = self.show
        for contest in show.open_contests():
            candidates = show.candidates(contest)
            if not self.knows(*candidates):
                continue
            worths = {player: self.worth(contest, player) for player in candidates}
            for worth in sorted({worth for worth in worths.values() if worth is not None}, reverse=True):
                show.name(contest, tuple(player for player in candidates if worths[player] == worth))
            if contest[1] == LOW:
                show.without_low.add(contest)

    def against(self, contest: Contest, named: Sequence[str], scoops: bool = False) -> str | None:
        """Return why the known hands do not let these be the best of a contest, or None.

        A player who `scoops` takes the low half too, perhaps because there is no low hand.
        """
        if not self.knows(*named):
            return None
        worths = {player: self.worth(contest, player) for player in named}
        without = [player for player in named if worths[player] is None]
        if without and not scoops:
            return f"{without[0]} has no low hand"
        if len(set(worths.values())) > 1 and not scoops:
            return f"the hands of {listed(list(named))} are not equal"
        best = max((worth for worth in worths.values() if worth is not None), default=None)
        for player in self.show.candidates(contest):
            if player in named or not self.knows(player):
                continue
            worth = self.worth(contest, player)
            if worth is not None and (best is None or worth > best):
                return f"{player}'s hand is better"
            if worth is not None and worth == best:
                return f"{player}'s hand is equal: say split"
        return None
