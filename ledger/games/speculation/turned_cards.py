"""The cards turned at Speculation: the holder, the next to turn, and the sales."""

from collections import Counter
from collections.abc import Sequence

from ledger.rules import ACE_HIGH, Card, Table


class TurnedCards:
    """The cards of one deal, as they are turned or sold unseen.

    `holder` has the highest card so far; None stands for the pool. A deal is told card by card from the first card
    that is turned from a hand. A sale before it that the turn-up does not bear out makes the deal one told by its
    outcome, in which the seller is taken to hold what is sold.
    """

    def __init__(self, table: Table, players: Sequence[str], hand: int, owner: str | None) -> None:
        self.table = table
        self.hand = hand
        self.owner = owner
        """The owner of the turn-up; None for the pool."""
        self.left = dict.fromkeys(players, hand)
        """The number of cards that each has not turned yet."""
        self.highest: Card | None = None
        self.holder = owner
        self.card_by_card = False
        self.by_outcome = False
        self._after = owner or players[-1]
        """The player on whose left the next to turn is looked for."""
        self._sold_next: dict[str, str] = {}
        self._sold_all: dict[str, str] = {}
        self._sold: Counter[str] = Counter()

    # Who is next

    def others_left(self, player: str | None) -> list[str]:
        """Return the others who have cards left."""
        return [other for other, number in self.left.items() if number and other != player]

    @property
    def next(self) -> str | None:
        """Return the next to turn a card, or None when all are turned [78]."""
        if others := self.others_left(self.holder):
            return self.table.left_of(self._after, others)
        return self.holder if self.holder and self.left[self.holder] else None

    @property
    def buyers_of_last_cards(self) -> set[str]:
        """Return who has bought the holder's cards, if only the holder has any left."""
        sold = (self._sold_next.get(self.holder or ""), self._sold_all.get(self.holder or ""))
        return {buyer for buyer in sold if buyer}

    # The cards

    def turn(self, player: str, card: Card) -> str:
        """Turn a player's card, and return its owner by the sales."""
        assert self.highest is not None
        self.card_by_card = True
        self.left[player] -= 1
        buyer = self._sold_next.pop(player, None) or self._sold_all.get(player)
        owner = buyer or player
        self._after = player
        if card.suit == self.highest.suit and rank(card) > rank(self.highest):
            self.highest = card
            self.holder = self._after = owner
        return owner

    # The sales

    def sell_turn_up(self, buyer: str) -> None:
        """Sell the turn-up unseen [77]-[78]."""
        self.owner = self.holder = self._after = buyer

    def wrong_trump(self, seller: str) -> str | None:
        """Return why a player cannot sell the highest trump, or None; by cards only its holder can."""
        if self.card_by_card and seller != self.holder:
            return f"the highest trump is {self.holder or 'the pool'}'s to sell, not {seller}'s"
        return None

    def sell_trump(self, seller: str, buyer: str) -> None:
        """Sell the highest trump; the next to turn is on the buyer's left [78]."""
        if self.highest is None or seller != self.holder:
            self.by_outcome = True
        self.holder = self._after = buyer

    def wrong_card(self, seller: str) -> str | None:
        """Return why a player cannot sell a card unseen, or None; by cards the next to turn can."""
        if self.card_by_card and seller != self.next:
            turn = f"it is {self.next}'s turn" if self.next else "all cards are turned"
            return f"only the player whose turn it is sells a card unseen, and {turn}"
        if self.card_by_card and (buyer := self._sold_next.get(seller) or self._sold_all.get(seller)):
            return f"{seller} has sold that card already, to {buyer}"
        return self._wrong_number(seller)

    def sell_card(self, seller: str, buyer: str) -> None:
        """Sell a card unseen; a sale out of turn, or a second one, makes a deal by outcome."""
        if self.highest is None or seller != self.next or seller in self._sold_next:
            self.by_outcome = True
        self._sold_next[seller] = buyer
        self._sold[seller] += 1

    def wrong_cards(self, seller: str) -> str | None:
        """Return why a player cannot sell all cards left, or None; only the last holder can [78]."""
        if self.card_by_card and (seller != self.holder or self.next != seller):
            return "only the holder of the highest trump sells all the cards, once nobody else has any left"
        if self.card_by_card and (buyer := self._sold_next.get(seller) or self._sold_all.get(seller)):
            return f"{seller} has sold of those cards already, to {buyer}"
        return self._wrong_number(seller)

    def sell_cards(self, seller: str, buyer: str) -> None:
        """Sell all the cards that a player has left."""
        self.by_outcome = self.by_outcome or not self.card_by_card
        self._sold_all[seller] = buyer
        self._sold[seller] = self.hand

    def _wrong_number(self, seller: str) -> str | None:
        if not self.card_by_card and self._sold[seller] >= self.hand:
            return f"{seller} has no more than {self.hand} cards, and has sold them"
        return None


def rank(card: Card) -> int:
    """Return the place of a card in its suit, the ace highest [77]."""
    return ACE_HIGH.index(card.rank)
