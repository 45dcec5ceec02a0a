# mypy: ignore-errors
"""Measure PokerKit and eventsourcing, in the environment that `tests.benchmark` makes for them.

Print, as JSON, the microseconds of CPU of a decision in PokerKit's loop and of an event of a rebuilt aggregate.
"""

import json
import random
import time

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event
from pokerkit import Automation, NoLimitTexasHoldem

HANDS, EVENTS, SEED = 80, 1_000, 7


class Account(Aggregate):
    """Counters that move without rules."""

    def __init__(self) -> None:
        self.total = 0

    @event("Moved")
    def move(self, player: str, amount: int) -> None:
        self.total += amount


def decision() -> float:
    """Return the time of a random decision (fold, call or raise) of four players, deals and showdowns included."""
    chances, decisions, spent = random.Random(SEED), 0, 0.0
    for _ in range(HANDS):
        drawn = [chances.random() for _ in range(200)]
        began = time.process_time()
        state = NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, (1, 2), 2, (200,) * 4, 4)
        while state.status:
            chance = drawn.pop()
            if chance < 0.3 and state.can_fold():
                state.fold()
            elif chance > 0.9 and state.can_complete_bet_or_raise_to():
                state.complete_bet_or_raise_to()
            else:
                state.check_or_call()
            decisions += 1
        spent += time.process_time() - began
    return spent / decisions * 1e6


def rebuilt() -> float:
    """Return the time of an event of an aggregate that is rebuilt from a store in memory."""
    application = Application()
    account = Account()
    for number in range(EVENTS):
        account.move("Ann", number)
    application.save(account)
    began = time.process_time()
    assert application.repository.get(account.id).total == account.total
    return (time.process_time() - began) / (EVENTS + 1) * 1e6


print(json.dumps({"decision": decision(), "rebuilt": rebuilt()}))
