"""The hands of one deal: the dealer's, those played against it, and what follows from cards."""

from collections.abc import Sequence

from ledger.games.families.twenty_one.cards import SeenCards
from ledger.games.families.twenty_one.divisions import Division
from ledger.games.families.twenty_one.payments import Payments
from ledger.games.families.twenty_one.points import (
    FORFEIT,
    NATURAL,
    OPEN,
    OVER,
    STANDS,
    THROWN_UP,
    TWENTY_ONE,
    Hand,
    Seat,
    points,
)
from ledger.games.families.twenty_one.sayings import wrong_outcome
from ledger.rules import Card, Code, Table, listed, refuse, same_rank
from ledger.rules.events import Holds

DREW_SEPARATELY = "drew-separately"
"""The fault of a player who divided two cards that do not pair [67]."""


class Hands:
    """All hands of a deal, and what is known of them.

    `dealt` is the number of cards that each has before drawing; `ten` counts for everyone besides them.
    """

    def __init__(
        self, table: Table, order: Sequence[str], cards: SeenCards, payments: Payments, dealt: int = 2, ten: int = 0
    ) -> None:
        self.table = table
        self.order = tuple(order)
        """The turns: from the dealer's left, the dealer last."""
        self.cards = cards
        self.payments = payments
        self.dealt = dealt
        self.ten = ten
        self.seats = {player: Seat(player, [Hand(player, 0, dealt, ten)]) for player in self.order}
        self.dealer, self.others = self.order[-1], self.order[:-1]
        """The dealer, and those who play against the dealer, in turn."""
        self.dealers = self.seats[self.dealer]
        """The place of the dealer in the order."""
        self.staked = False
        """Whether all have staked."""
        self.card_drawn = False

    # Whose they are

    def against(self) -> list[Hand]:
        """Return every hand against the dealer in turn, a divided player's one after another [67]."""
        return [hand for player in self.others for hand in self.seats[player].hands]

    def standing(self) -> list[Hand]:
        """Return the hands that stand against the dealer."""
        return [hand for hand in self.against() if hand.fate is STANDS]

    def naturals(self) -> list[Hand]:
        """Return the naturals against the dealer."""
        return [self.seats[player].hands[0] for player in self.others if self.seats[player].natural]

    def all_natural(self) -> bool:
        """Return whether everyone but the dealer has a natural."""
        return all(hand.fate is NATURAL for hand in self.against())

    # What is known of them

    def may_be_said(self) -> tuple[str, ...]:
        """Return the players whose dealt cards may be said: after the stakes, until they are shown."""
        if not self.staked:
            return ()
        hands = self.table.hands
        return tuple(
            player
            for player, seat in self.seats.items()
            if (seat.first is None or player in hands) and seat.hands[0].fate is not THROWN_UP
        )

    def wrong_hand(self, event: Holds) -> str | None:
        """Return why a hand cannot be said just now, or None."""
        if not self.staked:
            return "hands are said once all have staked"
        seat = self.seats.get(event.player)
        if seat and seat.hands[0].fate is THROWN_UP:
            return seat.closed
        if seat and seat.first is not None and event.player not in self.table.hands:
            return f"{event.player}'s cards have been shown already"
        return None

    def contradicted(self, event: Holds) -> str | None:
        """Return which earlier saying of a player the hand contradicts, or None."""
        seat = self.seats[event.player]
        named = listed([str(card) for card in event.cards])
        if seat.natural and not self.is_natural(event.cards):
            return f"{event.player} has declared a natural, which {named} are not"
        if not seat.divisions:
            return None
        if self.table.fined_for(event.player, DREW_SEPARATELY):
            return f"{event.player} was fined for no pair, and {named} are one" if same_rank(event.cards) else None
        return None if same_rank(event.cards) else f"{event.player} has divided a pair, which {named} are not"

    def holds(self, event: Holds) -> None:
        """Record the cards a player was dealt; until a card is drawn they may be a natural [63].

        Raises Refusal if they are not what was said of any hand.
        """
        self.first_cards(event.player, event.cards, at_once=True)
        for hand in self.standing():
            if hand.outcome and (wrong := wrong_outcome(hand, hand.outcome, self.dealers.hands[0], self.standing())):
                raise refuse(wrong, code=Code.CARD)

    def first_cards(self, player: str, cards: tuple[Card, ...], at_once: bool) -> None:
        """Apply the cards a player was dealt to the hands; said `at_once`, they may be a natural."""
        self.cards.see(cards)
        seat = self.seats[player]
        seat.first = cards
        seat.arrange()
        first = seat.hands[0]
        natural = at_once and not self.card_drawn and not seat.divisions and self.is_natural(cards)
        if natural and first.undeclared and not self.outcome_said(first):
            first.fate, first.missed = NATURAL, False
        else:
            for hand in seat.hands:
                self.judge(hand)
        self.pay_naturals()

    def is_natural(self, cards: tuple[Card, ...]) -> bool:
        """Return whether the cards dealt are an ace and a ten or court card [63]."""
        return points(cards, self.ten) == TWENTY_ONE

    # What follows

    def declare_natural(self, player: str) -> None:
        """Record that a player has declared a natural."""
        self.seats[player].hands[0].fate = NATURAL
        self.pay_naturals()

    def divide(self, player: str, stake: int, cards: tuple[Card, ...], since: int = 0) -> None:
        """Divide a player's pair, the first from hand `since` on, and add the new hand [64]-[65]."""
        seat = self.seats[player]
        self.cards.see(cards)
        seat.divisions.append(Division(cards, since))
        seat.hands.append(Hand(player, stake))
        seat.arrange()
        for hand in seat.hands:
            self.judge(hand)
        self.pay_naturals()

    def judge(self, hand: Hand) -> None:
        """Close a hand whose cards make 21 or more. Raises Refusal if they contradict a saying."""
        if hand.fate is OVER and (wrong := hand.wrong_over()):
            raise refuse(f"{hand.player} has over-drawn: {wrong}", code=Code.CARD)
        if hand.declared is not None and (wrong := hand.wrong_points(hand.declared)):
            raise refuse(f"{hand.player} has said {hand.declared}: {wrong}", code=Code.CARD)
        if hand.unnamed or hand.declared is not None:
            return
        made = points(hand.cards, hand.ten)
        outcome = self.outcome_said(hand)
        if hand.fate is STANDS and outcome and made >= TWENTY_ONE:
            raise refuse(f"{outcome}, and {hand.named()} make {made} for {hand.player}", code=Code.CARD)
        if hand.fate is STANDS and not hand.missed:
            if made > TWENTY_ONE:
                raise refuse(f"{hand.player} has stood, and {hand.named()} make {made}", code=Code.CARD)
        elif hand.fate in (OPEN, STANDS):
            if made > TWENTY_ONE:
                self.over_drawn(hand)
            elif made == TWENTY_ONE:
                hand.fate, hand.missed = STANDS, False

    def outcome_said(self, hand: Hand) -> str | None:
        """Return the outcome said of a hand or against the dealer's, as a clause; or None [63]."""
        against = self.against() if hand.player == self.dealer else (hand,)
        outcomes = (f"{other.player} {other.outcome}, as was said" for other in against if other.outcome)
        return next(outcomes, None)

    def a_card_is_drawn(self) -> None:
        """Record that a card is drawn: no natural can be declared any more [63]."""
        self.card_drawn = True
        self.pay_naturals()

    def pay_naturals(self) -> None:
        """Pay the naturals declared, as soon as the dealer can have none [63]."""
        if not self.dealers.natural and not self.dealer_may_have_natural():
            self.payments.naturals(self.naturals(), all_declared=self.card_drawn)

    def dealer_may_have_natural(self) -> bool:
        """Return whether the dealer may still turn out to have a natural."""
        first = self.dealers.hands[0]
        known = self.card_drawn or self.dealers.divisions or self.dealers.first is not None
        return not known and first.undeclared and not self.outcome_said(first)

    def over_drawn(self, hand: Hand) -> None:
        """Close a hand over 21, which is lost [62]-[63]."""
        self.a_card_is_drawn()
        hand.fate, hand.missed = OVER, False
        self.payments.over_drawn(hand)

    # The end

    def settle(self) -> None:
        """Settle each hand with the dealer [62]-[64]."""
        if self.dealers.natural:
            firsts = [self.seats[player].hands[0] for player in self.others]
            self.payments.dealers_natural([hand for hand in firsts if hand.fate is not THROWN_UP])
            return
        for hand in self.against():
            if hand.fate is FORFEIT:
                self.payments.forfeit(hand)
        self.payments.naturals(self.naturals(), all_declared=True)
        for hand in self.standing():
            for mine in self.dealers.hands:
                self.payments.settle(hand, mine)
