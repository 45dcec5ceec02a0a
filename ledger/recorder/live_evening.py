"""An evening that is kept replayed: its log is read once, and then only what is new."""

from collections.abc import Callable, Sequence
from contextlib import closing

from ledger.core.events import RecordedEvent
from ledger.evening.fold import Evening
from ledger.games.language import Reader
from ledger.log.commands import CommandBatch
from ledger.log.digests import BEFORE_THE_FIRST
from ledger.log.replay import Replay
from ledger.projections.totals import encoded, rules_of, totals_of
from ledger.recorder.stored_log import add_portions
from ledger.store import AnotherLog, Derived, Store, StoredTotals
from ledger.store.log import no_such_evening, unsound


class LiveEvening:
    """An evening that is kept replayed, for all who look at it and record it.

    Nothing is read before `catch_up`. The snapshots of its pauses are in the replay, so that an undo or a correction
    applies no more than what follows the pause before it.
    """

    def __init__(self, store: Store, evening: int) -> None:
        self.store = store
        self.id = evening
        self.reset()

    def reset(self) -> None:
        """Forget all that was read: the log is read from its first event before it is wanted again."""
        self.replay = Replay()
        """The log; what a session proposes is in it until it is written or taken back."""
        self.number = 0
        """The number of the newest event that was read or written."""
        self.head = BEFORE_THE_FIRST
        """The digest of that event."""
        self._reader = Reader()

    @property
    def evening(self) -> Evening:
        """The evening as it stands."""
        return self.replay.evening

    @property
    def recorded(self) -> Sequence[RecordedEvent]:
        """The log as it was recorded."""
        return self.replay.recorded

    @property
    def names(self) -> tuple[str, ...]:
        """Every name that was declared."""
        return self._reader.names

    def catch_up(self) -> Sequence[RecordedEvent]:
        """Read what was recorded since, and return it.

        All of it is returned where the log under it is another one. Raises Refusal where the log is not what was
        recorded, or the rules of today refuse an event.
        """
        self.take_back()
        try:
            return self._read_on()
        except AnotherLog:
            self.reset()
            return self._read_on()

    def _read_on(self) -> Sequence[RecordedEvent]:
        before, head = self.number, self.head
        try:
            with closing(
                self.store.portions(self.id, before, head)
            ) as portions:  # whoever keeps an error keeps no read
                for stored in add_portions(self.replay, portions):
                    head = stored.digest
        except BaseException:
            self.reset()
            raise
        if not self.replay.number:
            raise unsound(self.id, "it has no events") if self.store.has(self.id) else no_such_evening(self.id)
        return self.written(head)

    def written(self, head: str) -> Sequence[RecordedEvent]:
        """Note that all events of the replay are in the log, and return the new ones."""
        new = self.replay.recorded[self.number :]
        for recorded in new:
            self._reader.learn(recorded.event)
        self.number, self.head = self.replay.number, head
        return new

    def take_back(self) -> None:
        """Forget what was proposed and is not written."""
        self.replay.take_back(self.number)

    def batch(self, source: str = "", stamp: Callable[[], tuple[str, str]] = lambda: ("", "")) -> CommandBatch:
        """Return a batch of sayings that are applied to this evening, to be written or taken back."""
        return CommandBatch(self.replay, self._copied_reader(), source, stamp, live=True)

    def trial_batch(self) -> CommandBatch:
        """Return a batch of sayings that are applied to a copy of this evening."""
        return CommandBatch(self.replay.copy(), self._copied_reader())

    def _copied_reader(self) -> Reader:
        return Reader(self.evening.money, self.names)

    def derived(self) -> Derived:
        """Return what is written beside the log of this evening."""
        return derived(self.evening, self.recorded[0].said_at)


def derived(evening: Evening, began: str) -> Derived:
    """Return what is written beside a log whose first event was recorded at that time."""
    opening = evening.opening
    assert opening is not None, "an evening in the store has been opened"
    totals = StoredTotals(rules_of(evening), encoded(totals_of(evening, began[:10])))
    return Derived(opening.title, opening.on, evening.closed, totals)
