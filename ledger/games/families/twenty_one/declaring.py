"""Declaring: the standing hands say their points against a dealer who stood below 21 [63]."""

from ledger.games.families.twenty_one.hands import Hands
from ledger.games.families.twenty_one.points import STANDS, TWENTY_ONE, Hand, points
from ledger.games.families.twenty_one.sayings import (
    OUTCOMES,
    cards_shown,
    number_of,
    outcome,
    points_said,
    settles_by_outcome,
)
from ledger.games.families.twenty_one.staking import Ask
from ledger.rules import Card, Permission, SubPlay, Turn, listed
from ledger.rules.events import Event, Says, Shows


class Declaring:
    """The declarations of the hands that stand."""

    def __init__(self, hands: Hands) -> None:
        self.hands = hands

    def play(self, ask: Ask) -> SubPlay:
        """Ask each hand in turn that must be known before it can be settled."""
        while (event := (yield from ask(self.turn))) is not None:
            self.declare(self.next_hand(), event)

    def next_hand(self) -> Hand | None:
        """Return the next hand that must be declared, or None when all are known [63]."""
        dealers = self.hands.dealers
        mine = [hand for hand in dealers.hands if hand.fate is STANDS and hand.points != TWENTY_ONE]
        if dealers.natural or not mine:
            return None
        unknown = mine[0].points is None
        open_still = (
            hand
            for hand in self.hands.standing()
            if hand.outcome is None and (hand.points != TWENTY_ONE if unknown else hand.points is None)
        )
        return next(open_still, None)

    def turn(self) -> Turn | None:
        """Return the turn to declare: points, or the outcome if the dealer's points are unknown."""
        hand = self.next_hand()
        if hand is None:
            return None
        dealer, dealers = self.hands.dealer, self.hands.dealers.hands
        mine = [str(other.points) for other in dealers if other.points is not None]
        if mine:
            return Turn(
                says=self.may_declare(hand),
                who=(hand.player,),
                act="declare",
                detail="the points",
                statement=f"{dealer} has {listed(mine)}",
            )
        return Turn(
            says=settles_by_outcome(hand, dealers[0], self.hands.standing()),
            who=(hand.player,),
            act="say",
            detail="won, lost or equal",
            statement=f"{dealer} stands",
        )

    def may_declare(self, hand: Hand) -> tuple[Permission, ...]:
        """Return the points, or the cards of the hand not named yet, as permissions."""
        cards = self.hands.cards

        def wrong(cards_now: tuple[Card, ...]) -> str | None:
            unplaced = self.hands.seats[hand.player].unplaced()
            if problem := cards.wrong(card for card in cards_now if card not in unplaced):
                return problem
            made = points((*hand.cards, *cards_now), hand.ten)
            return f"{hand.player} stands, and these cards make {made}" if made > TWENTY_ONE else None

        return (*points_said(hand, over=False), cards_shown(hand, cards, wrong=wrong))

    def declare(self, hand: Hand | None, event: Event) -> None:
        """Answer the turn to declare."""
        assert hand is not None, "a turn to declare is some hand's"
        if isinstance(event, Shows):
            unplaced = self.hands.seats[hand.player].unplaced()
            self.hands.cards.see(card for card in event.cards if card not in unplaced)
            hand.dealt, hand.hidden, hand.drawn_unnamed, hand.layouts = (*hand.dealt, *event.cards), 0, 0, None
        elif outcome(event) in OUTCOMES:
            hand.outcome = outcome(event)
        elif isinstance(event, Says):
            hand.declared = number_of(event)
        self.hands.pay_naturals()
