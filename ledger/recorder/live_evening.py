"""An evening that is kept replayed: its log is read once, and then only new events."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import closing

from ledger.core.events import RecordedEvent, Reopen
from ledger.core.refusals import Code, Refusal
from ledger.evening.fold import Evening
from ledger.games.language import Reader
from ledger.log.commands import CommandBatch
from ledger.log.corrections import adopts_rules
from ledger.log.digests import BEFORE_THE_FIRST
from ledger.log.replay import WITHOUT_RULES, Replay
from ledger.log.rules_today import ChangedRules, changed_rules
from ledger.projections.totals import encoded, rules_of, totals_of
from ledger.recorder.club_log import ClubLog
from ledger.recorder.stored_log import RulesDiffer, add_stored
from ledger.store import AnotherLog, Derived, Store, StoredTotals
from ledger.store.log import no_such_evening, unsound


class LiveEvening:
    """An evening that is kept replayed, for everyone who looks at it and records it.

    Nothing is read before `catch_up`. The replay has the snapshots of the pauses, so that an undo or a correction
    applies only what follows the pause before it.
    """

    def __init__(self, store: Store, evening: int) -> None:
        self.store = store
        self.id = evening
        self.reset()

    def reset(self, differs: Refusal | None = None) -> None:
        """Forget all that was read; the next use reads the log from its first event.

        If its rules `differ` from today's, the log is replayed by its pins.
        """
        self.differs = differs
        """Why today's rules are not asked; None if they are."""
        self.replay = Replay(by_pins=differs is not None)
        """The replay of the log, with what a session proposes until that is written or taken back."""
        self.number = 0
        """The number of the newest event that was read or written."""
        self.head = BEFORE_THE_FIRST
        """The digest of the newest event that was read or written."""
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

    @property
    def shared(self) -> bool:
        """Whether payments of the club settle the closed evening, so one in it needs a question."""
        if not self.evening.closed:
            return False
        payments = ClubLog(self.store, lambda: ("", "")).club.payments
        return any(self.id in payment.evenings for payment in payments)

    def catch_up(self) -> Sequence[RecordedEvent]:
        """Read what was recorded since the last look, and return it.

        If the log is another one now, the whole log is returned. Raises Refusal if the log is not what was recorded,
        or if the rules by which it was recorded refuse an event.
        """
        self.take_back()
        try:
            return self._follow()
        except AnotherLog:
            self.reset()
            return self._follow()

    def _follow(self) -> Sequence[RecordedEvent]:
        """Read on by today's rules, or by the log's pins if the rules differ."""
        try:
            new = self._read_on()
            differs = changed_rules(self.replay) if self.replay.differences and self.differs is None else None
        except RulesDiffer as rules:
            differs = rules.refusal
        if differs is not None:
            self.reset(differs)
            return self._read_on()
        if self.differs is not None and any(map(adopts_rules, new)):
            self.reset()  # it goes on by the rules of today from here on
            return self._follow()
        return new

    def see_rules(self) -> None:
        """Raise Refusal if the evening is open, and its rules are not today's or not installed.

        A closed evening is answered by what was settled at its close, unless that was corrected since.
        """
        if self.differs is not None and not self.replay.agreed:
            raise self._differing(self.differs)

    def see_without_rules(self, new: Iterable[RecordedEvent], reopens: bool = True) -> None:
        """Raise Refusal if a saying needs a decision of rules that are not today's.

        A `reopen`, behind which no figure is answered until other rules are adopted, is taken only where one `reopens`
        it all the same.
        """
        if self.differs is None:
            return
        may_reopen = reopens and self.differs.code is Code.RULES_CHANGED
        allowed = WITHOUT_RULES | ({Reopen} if may_reopen else set())
        kinds = [self.replay.effective.kinds_of(recorded.number) for recorded in new]
        if any(not of_saying <= allowed for of_saying in kinds):
            raise self._differing(self.differs, any(Reopen in of_saying for of_saying in kinds))

    def _differing(self, differs: Refusal, reopening: bool = False) -> Refusal:
        if isinstance(differs, ChangedRules) and (reopening or self.evening.closed):
            return differs.reopening
        return differs

    @property
    def rules_changed(self) -> str:
        """Return the remark on a closed evening whose rules are not today's; empty for any other."""
        match self.differs:
            case None:
                return ""
            case ChangedRules(closed=closed):
                return closed
        return self.differs.fault

    def _read_on(self) -> Sequence[RecordedEvent]:
        before, head = self.number, self.head
        try:
            with closing(
                self.store.portions(self.id, before, head)
            ) as portions:  # whoever keeps an error keeps no read
                head = add_stored(self.replay, portions) or head
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
        """Forget what was proposed and not written."""
        self.replay.take_back(self.number)

    def batch(self, source: str = "", stamp: Callable[[], tuple[str, str]] = lambda: ("", "")) -> CommandBatch:
        """Return a batch of sayings for this evening, to be written or taken back."""
        return CommandBatch(self.replay, self._copied_reader(), source, stamp, live=True)

    def trial_batch(self) -> CommandBatch:
        """Return a batch of sayings for a copy of this evening."""
        return CommandBatch(self.replay.copy(), self._copied_reader())

    def _copied_reader(self) -> Reader:
        return Reader(self.evening.money, self.names)

    def derived(self) -> Derived:
        """Return the data to write beside the log of this evening."""
        answered = self.differs is None or self.replay.agreed
        return derived(self.evening, self.recorded, answered)


def derived_from(replay: Replay, recorded: Sequence[RecordedEvent]) -> Derived:
    """Return the data to write beside a log recorded elsewhere, perhaps by other rules."""
    if changed_rules(replay) is None:
        return derived(replay.evening, recorded)
    by_pins = Replay(by_pins=True)
    by_pins.add(replay.recorded)
    return derived(by_pins.evening, recorded, by_pins.agreed)


def derived(evening: Evening, recorded: Sequence[RecordedEvent], answered: bool = True) -> Derived:
    """Return the data to write beside a log that was recorded so.

    Where an evening is not `answered`, because its rules differ, its totals are empty.
    """
    opening = evening.opening
    assert opening is not None, "an evening in the store has been opened"
    rules = rules_of(evening) if answered else ""
    totals = StoredTotals(rules, encoded(totals_of(evening, recorded, listed=True)))
    return Derived(opening.title, opening.on, evening.closed, totals)
