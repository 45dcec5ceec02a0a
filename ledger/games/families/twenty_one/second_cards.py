"""The second cards: naturals and divided pairs, before any card is drawn [62]-[65]."""

from collections.abc import Iterator
from functools import partial

from ledger.games.families.twenty_one.hands import Hands
from ledger.games.families.twenty_one.points import Seat
from ledger.games.families.twenty_one.sayings import divides
from ledger.games.families.twenty_one.staking import Ask, CardStakes
from ledger.rules import Lazy, Permission, SubPlay, Turn, disallow, word
from ledger.rules.events import Says, Silence


class SecondCards:
    """The turns at the second cards; pairs may be divided if the hands are `divisible`."""

    def __init__(self, hands: Hands, stakes: CardStakes, divisible: bool = True) -> None:
        self.hands = hands
        self.stakes = stakes
        self.divisible = divisible

    def play(self, ask: Ask) -> SubPlay:
        """Ask each in turn, the dealer last, for a natural or a pair to divide."""
        for player in self.hands.order:
            while isinstance(event := (yield from ask(partial(self.turn, player))), Says):
                if event.word == "natural":
                    self.hands.declare_natural(player)
                else:
                    self.hands.divide(player, event.amount or 0, event.cards)

    def turn(self, player: str) -> Turn | None:
        """Return a player's turn at the second card, or None if nothing is left to say."""
        hands = self.hands
        seat = hands.seats[player]
        if hands.dealers.natural or seat.natural or seat.closed or hands.card_drawn:
            return None
        if player == hands.dealer and hands.all_natural():
            return None

        def wrong(event: Says) -> str | None:
            if seat.divisions:
                return f"{player} has divided a pair, whose hands have no natural"
            return None if seat.first is None else f"{seat.hands[0].named()} are no natural"

        def may() -> Iterator[Permission]:
            yield word(player, "natural", check=wrong)
            yield from self.may_divide(seat)
            yield disallow(Says, "the stakes are doubled before a hand is known, and by the dealer alone", "double")

        return Turn(
            says=(Lazy((Says,), may),),
            who=(player,),
            statement=f"{player} may say what the second card makes",
            state="if nobody does the drawing begins in turn",
            default=Silence(),
        )

    def may_divide(self, seat: Seat, since: int = 0) -> tuple[Permission, ...]:
        """Return `A divides`, of a pair from hand `since` on; the dealer says no amount [64]-[65]."""
        if not self.divisible:
            return (disallow(Says, "no pair is divided in this round", "divides", who=seat.player),)
        amounts = None if seat.player == self.hands.dealer else self.stakes.amounts()
        return (divides(seat, amounts, self.hands.cards.unseen, self.hands.cards.wrong, since),)
