"""Robbing the turn-up at Spoil-Five, and what it tells of the ace of trumps.

Who holds the ace of trumps puts out a card and has the turn-up for it; if the turn-up is itself an ace, the
dealer may have it [104]-[106]. What is known of it comes from what was said (`robs`, the penalties) and from
the cards seen, and the two must agree.
"""

from collections.abc import Set

from ledger.rules import SUITS, Card, Table, listed
from ledger.rules.events import Holds

NOT_ROBBING = "not-robbing"
"""The fault of a player with the ace of trumps who did not rob in time [105]-[106]."""
ACES = {suit: Card(f"A{suit}") for suit in SUITS}
FALSE_ROB = "false-rob"
"""The fault of a player who robbed without the ace [106]."""


class Robbing:
    """The turn-up and the ace of trumps of one deal, as far as they are known."""

    def __init__(self, table: Table, rule: str | None) -> None:
        """`rule` is `must` or `optional`, or None if there is no robbing."""
        self.table = table
        self.rule = rule
        self.robber: str | None = None
        self.put_out: Card | None = None
        """The card that the robber put out, if it was said."""

    @property
    def turn_up(self) -> Card | None:
        """Return the card turned up, if it was said."""
        return self.table.turned_up[0] if self.table.turned_up else None

    @property
    def ace_turned_up(self) -> bool:
        """Return whether the turn-up is known to be an ace, which the dealer may rob."""
        return self.turn_up is not None and self.turn_up.rank == "A"

    @property
    def ace(self) -> Card | None:
        """Return the ace of trumps, if the turn-up tells its suit and somebody may have it."""
        turn_up = self.turn_up
        return ACES[turn_up.suit] if turn_up and turn_up.rank != "A" else None

    def forfeits(self, player: str) -> bool:
        """Return whether a player can no longer win the pool in this deal."""
        return self.table.fined_for(player, NOT_ROBBING, FALSE_ROB)

    def has_turn_up(self, player: str) -> bool:
        """Return whether the turn-up is this player's to play, who robbed or was fined over it."""
        return player == self.robber or (self.robber is None and self.forfeits(player))

    def had_ace(self) -> str | None:
        """Return who is known to have been dealt the ace of trumps."""
        if self.robber and not self.ace_turned_up:
            return self.robber
        return next((player for player, word in self.table.fined if word == NOT_ROBBING), None) or self._seen_with_ace()

    def _seen_with_ace(self) -> str | None:
        """Return who has shown the ace of trumps, in a hand that was said or by playing it."""
        if self.ace is None:
            return None
        held = next((player for player, hand in self.table.hands.items() if self.ace in hand), None)
        return held or self.table.played.get(self.ace)

    # Sayings

    def wrong_robs(self, player: str) -> str | None:
        """Return why a player cannot rob, or None; the card put out is checked elsewhere."""
        if self.rule is None:
            return "robbing is not played here"
        if self.robber:
            return f"{self.robber} has robbed already"
        if self.forfeits(player):
            return f"{player} has been fined over robbing in this deal"
        if self.ace_turned_up:
            if player == self.table.dealer:
                return None
            return f"{self.turn_up} is turned up: only the dealer, {self.table.dealer}, may rob it"
        holder = self.had_ace()
        if holder not in (None, player):
            return f"{holder} had the ace of trumps, not {player}"
        return self._no_ace_in_hand(player)

    def _no_ace_in_hand(self, player: str) -> str | None:
        hand = self.table.hands.get(player)
        if hand is not None and self.ace is not None and self.ace not in hand:
            return f"{player}'s hand has not {self.ace}, the ace of trumps"
        return None

    def rob(self, player: str, put_out: Card | None) -> None:
        """Note who robbed."""
        self.robber, self.put_out = player, put_out

    def wrong_penalty(self, player: str, offence: str) -> str | None:
        """Return why a player cannot be fined for this fault, or None."""
        if self.rule is None:
            return f"{offence} is no fault here: robbing is not played"
        if self.table.fined_for(player, offence):
            return f"{player} has been fined for {offence} already"
        if offence == NOT_ROBBING:
            return self._wrong_not_robbing(player)
        if self.ace_turned_up and player == self.table.dealer:
            return f"the dealer, {player}, may rob the ace turned up"
        if self._seen_with_ace() == player or self.table.fined_for(player, NOT_ROBBING):
            return f"{player} had the ace of trumps, and might rob"
        return None

    def _wrong_not_robbing(self, player: str) -> str | None:
        if self.rule != "must":
            return "nobody has to rob here: robbing is optional"
        if self.ace_turned_up:
            return f"{self.turn_up} is turned up: the dealer may rob it or not, and nobody else has the ace"
        if self.robber:
            return f"{self.robber} has robbed in this deal"
        holder = self.had_ace()
        if holder not in (None, player):
            return f"{holder} had the ace of trumps, not {player}"
        if self.table.fined_for(player, FALSE_ROB):
            return f"{player} has been fined for robbing without the ace"
        return self._no_ace_in_hand(player)

    def fined(self, player: str, offence: str) -> None:
        """Note that a player was fined; who robbed without the ace has not rightly robbed."""
        if offence == FALSE_ROB and player == self.robber:
            self.robber = self.put_out = None

    # Cards

    def unsettled(self) -> str | None:
        """Return a sentence if a player had the ace of trumps, and robbing was not said; or None."""
        player = self.undecided()
        return self._ask(player, f"was dealt {self.ace}, the ace of trumps,", NOT_ROBBING) if player else None

    def undecided(self) -> str | None:
        """Return who had the ace of trumps, if it was not said whether that player robbed."""
        ace = self.ace if self.rule == "must" else None
        hands = self.table.hands.items()
        return next((player for player, hand in hands if ace in hand and not self._settled(player)), None)

    def _settled(self, player: str) -> bool:
        return player == self.robber or self.forfeits(player)

    def _ask(self, player: str, clause: str, offence: str) -> str:
        remedies = []
        if self.wrong_robs(player) is None:
            remedies.append(f"{player} robs CARD before the first trick (by insert, if that is recorded)")
        if self.wrong_penalty(player, offence) is None:
            remedies.append(f"penalty {player} {offence}")
        return f"{player} {clause} and has not robbed: say {listed(remedies, 'or')}"

    def card_fault(self, player: str, card: Card) -> str | None:
        """Return why a player cannot have a card, by what is known of robbing; or None."""
        if card == self.put_out:
            return f"{card} was put out by {self.robber}, who robbed"
        if card == self.turn_up and not self.has_turn_up(player):
            if self.rule is None or self.robber:
                return f"{card} is turned up" + (f", and {self.robber} has robbed it" if self.robber else "")
            return self._ask(player, f"plays {card}, the turn-up,", FALSE_ROB)
        return self._ace_fault(player, card) if card == self.ace else None

    def _anothers(self, holder: str) -> str:
        """Return the remedy if the ace of trumps is said to be another player's."""
        else_said = f"; if it was robbed without it, say penalty {holder} {FALSE_ROB}" if holder == self.robber else ""
        return f"{holder} had {self.ace}, the ace of trumps{else_said}"

    def _ace_fault(self, player: str, card: Card) -> str | None:
        if (holder := self.had_ace()) and holder != player:
            return self._anothers(holder)
        if self.table.fined_for(player, FALSE_ROB):
            return f"{player} was fined for robbing without {card}, the ace of trumps"
        if self.rule == "must" and not self._settled(player):
            return self._ask(player, f"has {card}, the ace of trumps,", NOT_ROBBING)
        return None

    def wrong_hand(self, event: Holds) -> str | None:
        """Return which card of a dealt hand disagrees with what is known of robbing, or None."""
        player, cards = event.player, event.cards
        if self.turn_up in cards:
            return f"{self.turn_up} is turned up"
        if self.put_out in cards and player != self.robber:
            return f"{self.put_out} was put out by {self.robber}, who robbed"
        if self.put_out and player == self.robber and self.put_out not in cards:
            return f"{player} put out {self.put_out} to rob, which is not in this hand"
        if self.ace is None:
            return None
        holder = self.had_ace()
        if self.ace in cards:
            if holder and holder != player:
                return self._anothers(holder)
            if self.table.fined_for(player, FALSE_ROB):
                return f"{player} was fined for robbing without {self.ace}, the ace of trumps"
        elif holder == player:
            return f"{self.ace} is not in this hand, and {self._anothers(player)}"
        return None

    def hands_possible(self, player: str, played: Set[Card]) -> list[Set[Card]]:
        """Return the hands that a player may have played from, each as far as it is known."""
        dealt = frozenset(self.table.hands.get(player, ()))
        if player == self.robber and self.turn_up:
            if self.put_out:
                known = dealt or frozenset({self.ace} if self.ace else ())
                return [(known - {self.put_out}) | {self.turn_up}]
            return [(dealt - {out}) | {self.turn_up} for out in dealt - played] or [{self.turn_up}]
        if dealt and self.has_turn_up(player):
            return [dealt - {out} for out in dealt - played] or [dealt]
        return [dealt]
