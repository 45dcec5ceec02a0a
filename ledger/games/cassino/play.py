"""A deal of Cassino card by card: the cards on the table, in hand and taken [98]-[99]."""

from collections.abc import Sequence

from ledger.rules import Card

IN_HAND = 4
"""The number of cards dealt to each at a time, and of those on the table at first."""


class CardPlay:
    """The cards on the table, the player who is next, and what everybody has taken."""

    def __init__(self, order: Sequence[str], board: Sequence[Card], pack: int) -> None:
        """`order` is from the dealer's left; `board` was turned up; the pack has `pack` cards."""
        self.order = order
        self.board = list(board)
        self.stock = pack - len(board)
        self.taken: dict[str, list[Card]] = {player: [] for player in order}
        self.sweeps = dict.fromkeys(order, 0)
        self.last_taker: str | None = None
        self.begun = False
        self.left: dict[str, int] = {}
        """The number of cards that each player has in hand."""
        self.turns: list[str] = []
        """The players of the cards in hand, in order."""
        self.deal_round()

    def deal_round(self) -> None:
        """Deal four cards to each; at the end of the pack, as many as go round [99]."""
        dealt = min(self.stock, IN_HAND * len(self.order))
        self.stock -= dealt
        self.turns = [self.order[place % len(self.order)] for place in range(dealt)]
        self.left = {player: self.turns.count(player) for player in self.order}

    @property
    def next_player(self) -> str | None:
        """Return who plays next; None after the last card."""
        return self.turns[0] if self.turns else None

    def play(self, card: Card, taken: Sequence[Card]) -> bool:
        """Play a card that takes these cards, or stays; return whether cards were dealt after it."""
        player = self.turns.pop(0)
        self.begun = True
        self.left[player] -= 1
        if taken:
            self.board = [other for other in self.board if other not in taken]
            self.taken[player] += [card, *taken]
            self.last_taker = player
            if not self.board:
                self.sweeps[player] += 1
        else:
            self.board.append(card)
        if self.turns:
            return False
        if self.stock:
            self.deal_round()
            return True
        self.sweep_up()
        return False

    def sweep_up(self) -> None:
        """After the last card, give the rest to whoever took last; that is a sweep too [99]."""
        if self.last_taker is not None and self.board:
            self.taken[self.last_taker] += self.board
            self.sweeps[self.last_taker] += 1
            self.board = []
