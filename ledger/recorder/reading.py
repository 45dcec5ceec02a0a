"""The log of an evening as it is read from the store, to be replayed."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from ledger.core.events import RecordedEvent
from ledger.core.refusals import Code, Refusal
from ledger.log.replay import Replay
from ledger.store import Store, Stored


@dataclass(frozen=True)
class StoredLog:
    """The log of an evening, read in portions whenever it is gone through."""

    store: Store
    evening: int

    def __iter__(self) -> Iterator[RecordedEvent]:
        for portion in self.store.portions(self.evening):
            yield from events_of(portion)


def replay_of(stored: Iterable[Stored]) -> Replay:
    """Replay what is stored. Raises Refusal where the rules of today refuse an event that was recorded."""
    replay = Replay()
    with retelling():
        replay.add(events_of(stored))
    return replay


def day_of(said: str | None, log: Iterable[RecordedEvent]) -> str:
    """The day by which an evening is known: the one that was said, or that of its first event."""
    return said or next(iter(log)).said_at[:10]


def events_of(stored: Iterable[Stored]) -> list[RecordedEvent]:
    """Events as they were recorded, without their digests."""
    return [one.recorded for one in stored]


@contextmanager
def retelling() -> Iterator[None]:
    """Say of what was recorded, where the rules of today refuse it, that it can no longer be replayed."""
    try:
        yield
    except Refusal as refusal:
        raise no_longer(refusal) from refusal


def no_longer(refusal: Refusal) -> Refusal:
    """The refusal of a log in which the rules of today refuse what was recorded."""
    sentence = f"the log can no longer be replayed: {refusal.sentence}"
    return Refusal(Code.UNSOUND, sentence, "card-ledger audit says where; a correction may put it right")
