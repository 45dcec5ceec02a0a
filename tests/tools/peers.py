# mypy: ignore-errors
"""Measure eventsourcing, in the environment that `tests.tools.benchmark` makes for it.

Print, as JSON, the microseconds of CPU of an event of a rebuilt aggregate.
"""

import json
import time

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

EVENTS = 1_000


class Account(Aggregate):
    """Counters that move without rules."""

    def __init__(self) -> None:
        self.total = 0

    @event("Moved")
    def move(self, player: str, amount: int) -> None:
        self.total += amount


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


print(json.dumps({"rebuilt": rebuilt()}))
