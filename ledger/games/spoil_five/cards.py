"""The cards of Spoil-Five: their own order of rank, and what may be played to a trick."""

from collections.abc import Sequence, Set
from functools import cache

from ledger.games.families.trick_taking import Duty, TrickPlay, TrickRules
from ledger.games.spoil_five.options import TRICKS
from ledger.games.spoil_five.robbing import Robbing
from ledger.rules import SUITS, AnyDeal, Card

PLAIN = {
    "H": "K Q J 10 9 8 7 6 5 4 3 2",
    "D": "K Q J 10 9 8 7 6 5 4 3 2 A",
    "C": "K Q J A 2 3 4 5 6 7 8 9 10",
    "S": "K Q J A 2 3 4 5 6 7 8 9 10",
}
"""Each suit when it is not trumps, from the highest; the ace of hearts is never a heart [103]."""

TRUMPS = {
    "H": "5 J A K Q 10 9 8 7 6 4 3 2",
    "D": "5 J AH A K Q 10 9 8 7 6 4 3 2",
    "C": "5 J AH A K Q 2 3 4 6 7 8 9 10",
    "S": "5 J AH A K Q 2 3 4 6 7 8 9 10",
}
"""Each suit when it is trumps, from the highest; the ace of hearts is always among them [103]."""

ORDINARY = dict.fromkeys(SUITS, "A K Q J 10 9 8 7 6 5 4 3 2")
"""Every suit, trumps or not, in the ordinary order [106]."""

MAY_RENEGE = 3
"""Cards that need not be played to a lower trump: five, knave and the ace of hearts [106]."""


@cache
def ranked(ranks: str, suit: str) -> tuple[Card, ...]:
    """Return the cards of a row of the tables above, from the highest."""
    return tuple(Card(rank if rank == "AH" else rank + suit) for rank in ranks.split())


class SpoilFiveRules(TrickRules):
    """Follow suit or trump; three trumps may renege when a trump is led [104]-[106]."""

    def __init__(self, ordinary: bool = False) -> None:
        self.ordinary = ordinary

    def trumps(self) -> tuple[Card, ...]:
        """Return the trumps from the highest."""
        assert self.trump is not None, "cards are taken only where the trumps are known"
        return ranked((ORDINARY if self.ordinary else TRUMPS)[self.trump], self.trump)

    def strength(self, card: Card, led: Card) -> int:
        """Return how strong a card is: a trump beats the suit led, other suits cannot win."""
        trumps = self.trumps()
        if card in trumps:
            return 200 - trumps.index(card)
        suit = ranked((ORDINARY if self.ordinary else PLAIN)[led.suit], led.suit)
        return 100 - suit.index(card) if card in suit else 0

    def may_renege(self, led: Card) -> Set[Card]:
        """Return the trumps that need not be played to this lower trump [106]."""
        trumps = self.trumps()
        return frozenset() if self.ordinary else frozenset(trumps[: min(MAY_RENEGE, trumps.index(led))])

    def duty(self, hand: Set[Card], before: Sequence[Card], number: int) -> Duty:
        """Return what may be played: a trump to a trump, else the suit led or a trump.

        The ace of hearts led when hearts are not trumps is a lead of hearts [105].
        """
        if not before:
            return Duty(hand, "")
        led, held = before[0], hand & {*self.trumps()}
        if led.suit == self.trump:
            if held - self.may_renege(led):
                return Duty(held, f"must play a trump to {led}, a trump")
        elif following := {card for card in hand if card.suit == led.suit and card not in held}:
            return Duty(following | held, f"must follow suit to {led}, or play a trump")
        return Duty(hand, "")


class SpoilFiveTricks(TrickPlay):
    """The tricks of a deal, in which a hand may have changed by robbing."""

    def __init__(self, deal: AnyDeal, rules: SpoilFiveRules, robbing: Robbing) -> None:
        super().__init__(deal, rules, deal.table.round(), deal.table.eldest, TRICKS)
        self.robbing = robbing

    def hands_possible(self, player: str, played: Set[Card]) -> list[Set[Card]]:
        """Return the hands that a player may have had; a robber has the turn-up for a card put out."""
        return self.robbing.hands_possible(player, played)

    def remedy(self, player: str) -> str:
        """Return the remedy for a revoke, which has no fine: correct it, or name the trick's winner."""
        return "Put the one or the other right by amend, or say the trick by its winner: trick NAME"
