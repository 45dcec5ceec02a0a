"""A deal of a game of twenty-one, which hands sayings around its turns to the hands."""

from ledger.games.families.twenty_one.hands import Hands
from ledger.games.families.twenty_one.staking import StakedT
from ledger.rules import Card, CarryT, DealInHand
from ledger.rules.events import Holds


class TwentyOneDeal(DealInHand[StakedT, CarryT]):
    """A deal whose hands are played against the dealer."""

    taken_back = "the hand is void"
    hands: Hands
    """Every hand, once the deal has begun."""

    def hand_players(self) -> tuple[str, ...]:
        """Return the players whose hands may be said."""
        return self.hands.may_be_said()

    def wrong_hand(self, event: Holds) -> str | None:
        """Return why a hand cannot be said now, or contradicts what was said; or None."""
        if not self.in_hand:
            return "no deal is in hand"
        if not self.hand_sizes:
            return "no hands are said in this round"
        return self.hands.wrong_hand(event) or super().wrong_hand(event) or self.hands.contradicted(event)

    def wrong_cards(self, event: Holds) -> str | None:
        """Return which of these cards cannot come again, or None."""
        return self.hands.cards.wrong(event.cards)

    def unseen(self, player: str | None = None) -> list[Card]:
        """Return the cards that may still come, in a fixed order."""
        return list(self.hands.cards.unseen())

    def holds(self, event: Holds) -> None:
        """Record the cards that a player was dealt, and apply their consequences."""
        super().holds(event)
        self.hands.holds(event)
