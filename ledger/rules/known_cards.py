"""The cards of one deal, as far as they are known: held, played or turned up."""

from collections.abc import Sequence

from ledger.core.cards import Card
from ledger.core.events import Holds
from ledger.rules.allowed import twice
from ledger.rules.table import Table


class KnownCards:
    """The cards of one deal, as far as they were said or shown."""

    def __init__(self, table: Table, pack: frozenset[Card]) -> None:
        self.table = table
        self.pack = pack

    def not_in_pack(self, card: Card) -> str | None:
        """Return a sentence if a card is not in the pack, or None."""
        return None if card in self.pack else f"{card} is not in the pack"

    def card_fault(self, player: str, card: Card) -> str | None:
        """Return why a player cannot play this card now, or None."""
        table = self.table
        if fault := self.not_in_pack(card):
            return fault
        if card in table.played:
            return f"{card} has been played already, by {table.played[card]}"
        if card in table.turned_up and card not in self.taken_up(player):
            return f"{card} is turned up"
        if (other := table.known_elsewhere(card, player)) is not None:
            return f"{card} is in {other}'s hand"
        if player in table.hands and card not in table.hands[player] and card not in self.taken_up(player):
            return f"{card} is not in {player}'s hand"
        return None

    def taken_up(self, player: str) -> tuple[Card, ...]:
        """Return the turned-up cards that this player may play."""
        return ()

    def unseen(self, player: str | None = None) -> list[Card]:
        """Return the cards that a player may still have unseen, in a fixed order."""
        table = self.table
        taken_up = () if player is None else self.taken_up(player)
        if player in table.hands:
            own = dict.fromkeys((*table.hands[player], *taken_up))
            return [card for card in own if card not in table.played]
        out = {*table.played, *table.turned_up, *(card for hand in table.hands.values() for card in hand)}
        return sorted((self.pack - out) | ({*taken_up} - {*table.played}), key=str)

    def wrong_cards(self, event: Holds) -> str | None:
        """Return why a hand is impossible, which names the card at fault, or None."""
        table, player = self.table, event.player
        if self._unseen_all(event.cards):
            return None
        if problem := twice(event.cards):
            return problem
        for card in event.cards:
            if problem := self.not_in_pack(card):
                return problem
            if card in table.turned_up and card not in self.taken_up(player):
                return f"{card} is turned up"
            if (other := table.known_elsewhere(card, player)) is not None:
                return f"{card} is in {other}'s hand"
            if table.played.get(card, player) != player:
                return f"{card} was played by {table.played[card]}"
        for card, whose in table.played.items():
            if whose == player and card not in event.cards and card not in self.taken_up(player):
                return f"{player} has played {card}, which is not in this hand"
        return None

    def _unseen_all(self, cards: Sequence[Card]) -> bool:
        """Return whether these are different cards of the pack, and none of them has been seen."""
        table, named = self.table, {*cards}
        if table.played or table.turned_up or len(named) < len(cards) or not named <= self.pack:
            return False
        return all(named.isdisjoint(hand) for hand in table.hands.values())

    def out_of_hand(self, player: str) -> set[Card]:
        """Return the cards that a player was dealt and has played."""
        return {card for card, whose in self.table.played.items() if whose == player}
