"""What the tests of ours share: how much is tried, and where the evenings lie. The rest is `ledger.testing`."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from ledger.core.events import AnyEvent, RecordedEvent
from ledger.core.refusals import RefusedLine
from ledger.evening.fold import Evening
from ledger.log.commands import CommandBatch
from ledger.log.replay import Replay
from ledger.testing.evenings import (
    EXAMPLES,
    TIMES,
    as_golden,
    balances,
    check_conservation,
    check_copy,
    check_replay,
    check_saying,
    fingerprint,
    machine_for,
    play,
    play_many,
    pools,
    random_evening,
    refused,
    tries,
)
from ledger.testing.evenings import carried as carry
from ledger.testing.random_evenings import RandomChooser

__all__ = [
    "EVENINGS", "EXAMPLES", "SELDOM", "TIMES", "as_golden", "asked_for", "balances", "carry", "check_conservation",
    "check_copy", "check_replay", "check_saying", "fingerprint", "log_of", "machine_for", "one_in", "play",
    "play_many", "pools", "random_evening", "recorded_on", "refused", "tries", "words_of_random_evenings",
]  # fmt: skip

SELDOM = pytest.mark.thorough
"""Marks tests for the thorough run only."""
EVENINGS = Path(__file__).parents[1] / "data" / "evenings"


def asked_for(variable: str, many: int) -> range:
    """Return the seeds to try: `many`, or those that an environment variable names (`200`, or `77-78`)."""
    first, _, last = os.environ.get(variable, str(many)).rpartition("-")
    return range(int(first or 0), int(last))


def one_in(number: int, values: Sequence) -> list:
    """Return every nth value of a parameter for an ordinary run, and all of them for a thorough run."""
    return [
        value if place % number == 0 else pytest.param(*(value if isinstance(value, tuple) else [value]), marks=SELDOM)
        for place, value in enumerate(values)
    ]


def words_of_random_evenings(game: str, deals: int, seeds: Sequence[int]) -> set[str]:
    """Return the words of random evenings of a game; for events without a word, their kind."""
    from ledger.testing.random_evenings import simulate

    evenings = [simulate(game, deals, 4, RandomChooser(seed)) for seed in seeds]
    return {getattr(event, "word", None) or type(event).__name__ for events in evenings for event in events}


def recorded_on(evening: Evening, day: str) -> list[RecordedEvent]:
    """Return the events of an evening as a log in which all of them were recorded on one day."""
    return [RecordedEvent(effective.number, effective.event, day) for effective in evening.effective]


def log_of(events: Iterable[AnyEvent]) -> Replay | None:
    """Return the log of these events; None where they do not fit."""
    replay = Replay()
    batch = CommandBatch(replay)
    try:
        for event in events:
            batch.apply(1, "", event)
    except RefusedLine:
        return None
    return replay
