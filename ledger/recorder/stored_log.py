"""The log of an evening, read from the store for a replay."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

import msgspec

from ledger.core.events import RecordedEvent
from ledger.core.refusals import Code, Refusal
from ledger.log.replay import RefusedEvent, Replay
from ledger.log.rules_today import refused_by_changed_rules
from ledger.store import Store, Stored


class StoredLog(msgspec.Struct, frozen=True):
    """The log of an evening, read in portions at every pass."""

    store: Store
    evening: int

    def __iter__(self) -> Iterator[RecordedEvent]:
        for portion in self.store.portions(self.evening):
            yield from events_of(portion)


def replay_of(stored: Sequence[Stored]) -> Replay:
    """Replay a stored log. Raises Refusal if today's rules refuse an event."""
    replay = Replay()
    add_stored(replay, [stored])
    return replay


def add_stored(replay: Replay, portions: Iterable[Sequence[Stored]]) -> str | None:
    """Add what is stored to a replay, and return the digest of the newest event.

    It is None if nothing is stored. The corrections of a whole log are worked out before it is replayed. Raises
    Refusal if today's rules refuse a recorded event.
    """
    stored = [row for portion in portions for row in portion]
    take = replay.add if replay.number else replay.add_whole
    with replaying(replay):
        take(events_of(stored))
    return stored[-1].digest if stored else None


def day_of(day: str | None, log: Iterable[RecordedEvent]) -> str:
    """Return the day of an evening: the one that was said, or that of its first event."""
    return day or next(iter(log)).said_at[:10]


def events_of(stored: Iterable[Stored]) -> list[RecordedEvent]:
    """Return events as they were recorded, without their digests."""
    return [row.recorded for row in stored]


class RulesDiffer(Exception):
    """Today's rules refuse what the log's rules took, or are not installed; `refusal` says so."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.sentence)
        self.refusal = refusal


@contextmanager
def replaying(replay: Replay) -> Iterator[None]:
    """Turn a refusal by today's rules into that of a log that cannot be replayed.

    Raises RulesDiffer if the rules are not those that the log was recorded by.
    """
    try:
        yield
    except RefusedEvent as refused:
        if (by_rules := refused_by_changed_rules(replay, refused)) is not None:
            raise RulesDiffer(by_rules) from refused
        raise _not_replayed(refused) from refused
    except Refusal as refusal:
        raise _not_replayed(refusal) from refusal


def _not_replayed(refusal: Refusal) -> Refusal:
    sentence = f"the log can no longer be replayed: {refusal.sentence}"
    return Refusal(Code.UNSOUND, sentence, "card-ledger audit says where; a correction may put it right")
