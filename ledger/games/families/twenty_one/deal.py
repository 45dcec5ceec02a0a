"""A deal of a game of twenty-one: what is said around its turns goes to the hands, once they are dealt."""

from ledger.games.families.twenty_one.hands import Hands
from ledger.games.families.twenty_one.staking import StakedT
from ledger.rules import Card, CarryT, DealInHand
from ledger.rules.events import Holds, Misdeal, Penalty


class TwentyOneDeal(DealInHand[StakedT, CarryT]):
    """A deal of which the hands are played against the dealer."""

    hands: Hands
    """Every hand, from when the deal has begun."""

    def hand_players(self) -> tuple[str, ...]:
        """Whose hands may be said."""
        return self.hands.may_be_said()

    def wrong_hand(self, event: Holds) -> str | None:
        """Hands are said once all have staked, and a natural that was declared must be one."""
        if not self.in_hand:
            return "no deal is in hand"
        if not self.hand_sizes:
            return "no hands are said in this round"
        return self.hands.wrong_hand(event) or super().wrong_hand(event) or self.hands.contradicted(event)

    def wrong_cards(self, event: Holds) -> str | None:
        """Cards are new, as often as the pack has them."""
        return self.hands.cards.wrong(event.cards)

    def unseen(self, player: str | None = None) -> list[Card]:
        """The cards that may come still, in a fixed order."""
        return list(self.hands.cards.unseen())

    def holds(self, event: Holds) -> None:
        """Note the cards a player was dealt, and what follows from them."""
        super().holds(event)
        self.hands.holds(event)

    def misdeal(self, event: Misdeal | Penalty) -> CarryT:
        """The stakes, and what was paid on them, are given back; fines and antes stay."""
        carry = super().misdeal(event)
        self.table.take_back("the hand is void")
        return carry
