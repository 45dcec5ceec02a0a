"""One run of an audit over an evening, and the checks of the run."""

from collections.abc import Callable, Iterable

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
from ledger.store import CLUB
from ledger.store.evidence import Evidence, StoredEvent


class AuditRun:
    """One run of an audit: the stored evening, and the part of it that can be replayed."""

    def __init__(self, number: int, evidence: Evidence, seal: Seal | None) -> None:
        self.id = number
        self.evidence = evidence
        self.seal = seal
        self.replay = Replay()
        self.events = 0
        """The number of events."""
        self.head = ""
        """The digest of the newest event, as it is stored."""
        self.refused: RefusedEvent | None = None
        """Why the log cannot be replayed, and at which event."""
        self.differs: Refusal | None = None
        """Why the rules are not those of the log: changed, or not installed."""
        self.agreed: Evening | None = None
        """If the rules are not those of the log, the evening by its pins."""
        self.holds = False
        """Whether the evening by its pins is closed and not corrected since, and is therefore the answer."""
        self.readable = True
        """Whether every event can be read, and the numbers have no gaps."""
        self.recorded: list[RecordedEvent] = []
        """The readable events, up to the first unreadable one."""

    @property
    def evening(self) -> Evening | None:
        """Return the evening as it was replayed; None if it cannot be replayed."""
        return self.replay.evening if self.readable and self.refused is None else None

    @property
    def answered(self) -> Evening | None:
        """Return the evening for answers: as it was replayed, or by its pins."""
        return self.agreed or self.evening

    @property
    def deals(self) -> int:
        """Return how many deals began in the evening."""
        return sum(isinstance(event.event, Deal) for event in self.evening.effective) if self.evening else 0

    @property
    def money(self) -> Money:
        """Return the money in which amounts are shown."""
        return self.evening.money if self.evening else Money("counters", 1)

    @property
    def log(self) -> list[RecordedEvent]:
        """Return the readable events, in their order."""
        return [recorded for recorded in map(as_read, self.evidence.events) if recorded is not None]

    def take(self, stored: StoredEvent, recorded: RecordedEvent | None) -> None:
        """Take the next event, as it is stored and as it is read; None if it cannot be read."""
        self.events += 1
        self.head = stored.digest
        if recorded is None or recorded.number != self.events:
            self.readable = False
        else:
            self.recorded.append(recorded)

    def finish(self) -> None:
        """Replay all that was taken, of an evening. Data changed by hand may fail in any way."""
        if not self.readable or self.id == CLUB:
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
    return RefusedEvent(recorded, Refusal(Code.STORE, f"no saying gives such an event ({_named(error)})"))


def _named(error: Exception) -> str:
    return f"{type(error).__name__}: {printable(str(error), 80)}"


def as_read(stored: StoredEvent) -> RecordedEvent | None:
    """Return a stored event as it is read; None if it cannot be read."""
    try:
        event = events.decode(stored.body, stored.version)
        pinned = msgspec.json.decode(stored.pinned, type=dict[str, int | str | dict[str, int]])
        return RecordedEvent(stored.number, event, stored.said_at, stored.said_by, stored.version, pinned)
    except (ValueError, TypeError, RecursionError):
        return None


class Check:
    """A check of a log, independent of all other checks."""

    named = ""
    """The praise of a log without findings, as in "chained"."""
    looks = False
    """Whether the check looks at each event by itself."""

    def __init__(self, run: AuditRun) -> None:
        self.run = run
        self.findings: list[AuditFinding] = []
        self._fails = False

    def find(self, code: str, event: int | None, wrong: str, remedy: str) -> None:
        """Report something."""
        self.findings.append(AuditFinding(code, event, wrong, remedy))

    def look(self, stored: StoredEvent, recorded: RecordedEvent | None) -> None:
        """Look at an event, as it is stored and as it is read; None if it cannot be read."""

    def conclude(self) -> None:
        """Report the findings after the last event."""

    def guarded(self, act: Callable[..., None], *about: object) -> None:
        """Let the check look or conclude until it fails; the failure is a finding too."""
        if self._fails:
            return
        try:
            act(*about)
        except Exception as error:  # what somebody has put there by hand no check is written for
            self._fails = True
            wrong = f"whether the log is {self.named} cannot be checked ({_named(error)})"
            self.find("unreadable", None, wrong, RESTORE)


class ReplayCheck(Check):
    """A check of the replay; it finds nothing if there is no replay."""

    def conclude(self) -> None:
        """Report the findings in the replay."""
        if self.run.answered is not None:
            self.compare(self.run.answered)

    def compare(self, evening: Evening) -> None:
        """Look at the evening as it was replayed to its end."""


def checked(run: AuditRun, kinds: Iterable[type[Check]]) -> list[AuditFinding]:
    """Return the findings of checks, which look at each event and then conclude."""
    checks = [kind(run) for kind in kinds]
    looking = [check for check in checks if check.looks]
    for stored in run.evidence.events:
        recorded = as_read(stored)
        for check in looking:
            check.guarded(check.look, stored, recorded)
        run.take(stored, recorded)
    run.finish()
    for check in checks:
        check.guarded(check.conclude)
    return [finding for check in checks for finding in check.findings]
