"""The turning of the cards at Speculation: who holds the highest trump, who is next, and what has been sold."""

from collections import Counter
from collections.abc import Sequence

from ledger.rules import ACE_HIGH, Card, Table


class TurnedCards:
    """The cards of one deal as they are turned, and as they are sold before that.

    `holder` is who holds the highest card so far, None for the pool. A deal is told card by card from the first
    card that is turned from a hand; until then a sale that the turn-up does not bear out makes it one told by
    its outcome, in which the seller is taken to hold what he sells.
    """

    def __init__(self, table: Table, players: Sequence[str], hand: int, owner: str | None) -> None:
        self.table = table
        self.hand = hand
        self.owner = owner
        """Whose the turn-up is; None: the pool's."""
        self.left = dict.fromkeys(players, hand)
        """How many cards each has not turned yet."""
        self.highest: Card | None = None
        self.holder = owner
        self.card_by_card = False
        self.by_outcome = False
        self._after = owner or players[-1]
        """On whose left the next to turn is looked for."""
        self._sold_next: dict[str, str] = {}
        self._sold_all: dict[str, str] = {}
        self._sold: Counter[str] = Counter()

    # Who is next

    def others_left(self, player: str | None) -> list[str]:
        """Who but this player has cards left."""
        return [other for other, number in self.left.items() if number and other != player]

    @property
    def next(self) -> str | None:
        """Who is the next to turn a card; None when all are turned [78]."""
        if others := self.others_left(self.holder):
            return self.table.left_of(self._after, others)
        return self.holder if self.holder and self.left[self.holder] else None

    @property
    def buyers_of_last_cards(self) -> set[str]:
        """Who has bought of the cards of the holder, when he alone has any left."""
        sold = (self._sold_next.get(self.holder or ""), self._sold_all.get(self.holder or ""))
        return {buyer for buyer in sold if buyer}

    # The cards

    def turn_up(self, card: Card) -> None:
        """The turn-up makes trumps, and its owner is the holder."""
        self.highest = card

    def turn(self, player: str, card: Card) -> str:
        """A player turns a card; gives whose it is, by the sales."""
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
        """The dealer has sold the turn-up unseen [77]-[78]."""
        self.owner = self.holder = self._after = buyer

    def wrong_trump(self, seller: str) -> str | None:
        """Say why one cannot sell the highest trump: card by card only its holder can."""
        if self.card_by_card and seller != self.holder:
            return f"the highest trump is {self.holder or 'the pool'}'s to sell, not {seller}'s"
        return None

    def sell_trump(self, seller: str, buyer: str) -> None:
        """The highest trump changes hands; on the buyer's left is the next to turn [78]."""
        if self.highest is None or seller != self.holder:
            self.by_outcome = True
        self.holder = self._after = buyer

    def wrong_card(self, seller: str) -> str | None:
        """Say why a player cannot sell a card unseen: card by card the next to turn sells, and once [79]."""
        if self.card_by_card and seller != self.next:
            turn = f"it is {self.next}'s turn" if self.next else "all cards are turned"
            return f"a card is sold by him whose turn it is to expose it, and {turn}"
        if self.card_by_card and (buyer := self._sold_next.get(seller) or self._sold_all.get(seller)):
            return f"{seller} has sold that card already, to {buyer}"
        return self._wrong_number(seller)

    def sell_card(self, seller: str, buyer: str) -> None:
        """Sell a card of the next to turn; a sale of another's, or a second one, makes it a deal by outcome."""
        if self.highest is None or seller != self.next or seller in self._sold_next:
            self.by_outcome = True
        self._sold_next[seller] = buyer
        self._sold[seller] += 1

    def wrong_cards(self, seller: str) -> str | None:
        """Say why one cannot sell all his cards: that is for the holder, when he alone has any left [78]."""
        if self.card_by_card and (seller != self.holder or self.next != seller):
            return "all the cards left are sold by the holder of the highest trump, when he alone has any left"
        if self.card_by_card and (buyer := self._sold_next.get(seller) or self._sold_all.get(seller)):
            return f"{seller} has sold of those cards already, to {buyer}"
        return self._wrong_number(seller)

    def sell_cards(self, seller: str, buyer: str) -> None:
        """All that one has left is sold."""
        self.by_outcome = self.by_outcome or not self.card_by_card
        self._sold_all[seller] = buyer
        self._sold[seller] = self.hand

    def _wrong_number(self, seller: str) -> str | None:
        if not self.card_by_card and self._sold[seller] >= self.hand:
            return f"{seller} has no more than {self.hand} cards, and has sold them"
        return None


def rank(card: Card) -> int:
    """The place of a card in its suit, the ace highest [77]."""
    return ACE_HIGH.index(card.rank)
