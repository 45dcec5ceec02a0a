"""Staking: everyone but the dealer stakes on his first card [61]-[62]."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from ledger.games.families.twenty_one.hands import Hands
from ledger.rules import (
    AmountRange,
    Lazy,
    Options,
    Permission,
    Question,
    SubPlay,
    Turn,
    amount,
    disallow,
    listed,
    option,
    word,
)
from ledger.rules.events import Bets, Says, Silence

Ask = Callable[[Question], SubPlay]
"""A function that asks a question of the hand, and returns the answer."""


def plainly(question: Question) -> SubPlay:
    """Ask a question alone, without sayings that may come at any time."""
    event = yield question
    return event


@dataclass(frozen=True)
class StakingOptions(Options):
    """The house rules of staking on a card."""

    stake: int = option.amount(1, "the least that may be staked on a card", "[61]")
    limit: int | None = option.amount(None, "the most that may be staked on a card, before any doubling", "[61]")

    def conflict(self, players: int) -> str | None:
        """Return which options cannot stand together."""
        if self.limit is not None and self.limit < self.stake:
            return "limit is less than stake: nothing could be staked"
        return None


StakedT = TypeVar("StakedT", bound=StakingOptions)


class CardStakes:
    """The stakes on the hands."""

    def __init__(self, hands: Hands, options: StakingOptions) -> None:
        self.hands = hands
        self.options = options

    def amounts(self) -> AmountRange:
        """Return the amounts that may be staked on a card [61]."""
        return AmountRange(self.options.stake, self.options.limit, self.hands.table.money)

    def lay(self, ask: Ask, *on: str) -> SubPlay:
        """Ask everyone but the dealer for a stake in turn, on one of these things if any [62]."""
        for player in self.hands.others:
            event: Bets = yield from ask(partial(self.turn, player, on))
            seat = self.hands.seats[player]
            seat.staked = seat.hands[0].stake = event.amount
            seat.on = event.on
        self.hands.staked = True

    def turn(self, player: str, on: tuple[str, ...]) -> Turn:
        """Return the turn to stake."""
        may = tuple(amount(Bets, player, "stakes", self.amounts(), on=thing) for thing in on or (None,))
        state = f"on {listed(on, 'or')}" if on else ""
        return Turn(says=may, who=(player,), act="stake", state=state, joint=", ")

    def double(self, ask: Ask) -> SubPlay:
        """Let the dealer double all stakes, until a hand is known [62]."""
        if isinstance((yield from ask(self.doubling)), Says):
            for hand in self.hands.against():
                hand.stake *= 2

    def doubling(self) -> Turn | None:
        """Return the dealer's turn to double, or None once a hand is known."""
        if self.hands.table.hands:
            return None
        dealer, others = self.hands.dealer, self.hands.others

        def may() -> tuple[Permission, ...]:
            return word(dealer, "double"), disallow(Says, f"only the dealer, {dealer}, doubles", "double", who=others)

        return Turn(
            says=(Lazy((Says,), may),),
            who=(dealer,),
            statement=f"{dealer} may double what is staked",
            state=f"if not it is {self.hands.order[0]}'s turn",
            default=Silence(),
        )
