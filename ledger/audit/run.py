"""One run of an audit over an evening, and the checks that are made in it."""

from collections.abc import Callable, Iterator

import msgspec

from ledger.audit.finding import RESTORE, AuditFinding
from ledger.core import events
from ledger.core.events import Deal, RecordedEvent
from ledger.core.money import Money
from ledger.core.refusals import Code, Refusal, printable
from ledger.evening.fold import Evening
from ledger.games.language import Reader
from ledger.log.replay import RefusedEvent, Replay
from ledger.log.rules_today import changed_rules, refused_by_changed_rules
from ledger.log.seals import Seal
from ledger.store.evidence import Evidence, StoredEvent


class AuditRun:
    """One run of an audit: what is stored of an evening, and what of that can be replayed."""

    def __init__(self, number: int, evidence: Evidence, seal: Seal | None) -> None:
        self.id = number
        self.evidence = evidence
        self.seal = seal
        self.replay = Replay()
        self.events = 0
        """How many events there are."""
        self.head = ""
        """The digest of the newest event, as it is stored."""
        self.refused: RefusedEvent | None = None
        """Why the log cannot be replayed, and at which event."""
        self.differs: Refusal | None = None
        """That the rules are not those it was recorded by, or are not here."""
        self.agreed: Evening | None = None
        """Where they are not, the evening as its events pin it."""
        self.holds = False
        """Whether that is closed, and not corrected since: then it is the answer."""
        self.readable = True
        """Whether every event can be read, and has the number after that of the one before it."""
        self.recorded: list[RecordedEvent] = []
        """The events that can be read, up to the first that cannot."""

    @property
    def evening(self) -> Evening | None:
        """The evening as it was replayed; None where it cannot be."""
        return self.replay.evening if self.readable and self.refused is None else None

    @property
    def answered(self) -> Evening | None:
        """The evening as it is answered: as it was replayed, or as its events pin it."""
        return self.agreed or self.evening

    @property
    def deals(self) -> int:
        """Return how many deals began in it."""
        return sum(isinstance(event.event, Deal) for event in self.evening.effective) if self.evening else 0

    @property
    def money(self) -> Money:
        """The money in which amounts are shown."""
        return self.evening.money if self.evening else Money("counters", 1)

    @property
    def log(self) -> "Readable":
        """The events that can be read, in their order."""
        return Readable(self.evidence)

    def take(self, stored: StoredEvent, recorded: RecordedEvent | None) -> None:
        """Take the next event, as it is stored and as it is read; None where it cannot be."""
        self.events += 1
        self.head = stored.digest
        if recorded is None or recorded.number != self.events:
            self.readable = False
        else:
            self.recorded.append(recorded)

    def finish(self) -> None:
        """Replay all that was taken. What somebody has put there by hand may fail in any way."""
        if not self.readable:
            return
        recorded, reader, learned = self.recorded, Reader(), 0
        try:
            for event in recorded:
                reader.learn(event.event)
                learned += 1
        except Exception as error:  # what somebody has put there by hand no rule is written for
            self.refused = _strange(recorded[learned], error)
            return
        try:
            self.replay.add(recorded)
            self.differs = changed_rules(self.replay)
        except RefusedEvent as refused:
            self.refused, self.differs = refused, refused_by_changed_rules(self.replay, refused)
        except Exception as error:
            self.refused = _strange(recorded[min(self.replay.number, len(recorded) - 1)], error)
        if self.differs is not None:
            by_pins = Replay(by_pins=True)
            by_pins.add(recorded)
            self.agreed, self.holds = by_pins.evening, by_pins.agreed


def _strange(recorded: RecordedEvent, error: Exception) -> RefusedEvent:
    sentence = f"no saying gives such an event ({type(error).__name__}: {printable(str(error), 80)})"
    return RefusedEvent(recorded, Refusal(Code.STORE, sentence))


class Readable:
    """The events of a log that can be read, to be gone through again and again."""

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence

    def __iter__(self) -> Iterator[RecordedEvent]:
        return (recorded for recorded in map(as_read, self._evidence.events) if recorded is not None)


def as_read(stored: StoredEvent) -> RecordedEvent | None:
    """Return an event that is stored; None where it cannot be read."""
    try:
        event = events.decode(stored.body, stored.version)
        pinned = msgspec.json.decode(stored.pinned, type=dict[str, int | str | dict[str, int]])
        return RecordedEvent(stored.number, event, stored.said_at, stored.said_by, stored.version, pinned)
    except (ValueError, TypeError, RecursionError):
        return None


class Check:
    """Something that is checked of a log, independently of all else."""

    named = ""
    """What the log is, where nothing is found."""
    looks = False
    """Whether it looks at every event by itself."""

    def __init__(self, run: AuditRun) -> None:
        self.run = run
        self.findings: list[AuditFinding] = []

    def find(self, code: str, event: int | None, wrong: str, remedy: str) -> None:
        """Report something."""
        self.findings.append(AuditFinding(code, event, wrong, remedy))

    def look(self, stored: StoredEvent, recorded: RecordedEvent | None) -> None:
        """Look at an event as it is stored, and as it is read; None where it cannot be."""

    def conclude(self) -> None:
        """Report what is found when all events were looked at."""


class ReplayCheck(Check):
    """A check of what a replay gives: nothing is found by it where there is no replay."""

    def conclude(self) -> None:
        """Report what is found in the replay."""
        if self.run.answered is not None:
            self.compare(self.run.answered)

    def compare(self, evening: Evening) -> None:
        """Look at the evening as it was replayed to its end."""


class GuardedCheck:
    """A check that is made until it fails; that it fails is a finding too."""

    def __init__(self, check: Check) -> None:
        self.check = check
        self._fails = False

    def ask(self, act: Callable[..., None], *about: object) -> None:
        """Let the check look at something."""
        if self._fails:
            return
        try:
            act(*about)
        except Exception as error:  # what somebody has put there by hand no check is written for
            self._fails = True
            named = f"whether the log is {self.check.named} cannot be checked"
            self.check.find(
                "unreadable", None, f"{named} ({type(error).__name__}: {printable(str(error), 80)})", RESTORE
            )
