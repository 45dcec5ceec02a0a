"""An evening that is audited, and a check of it: what is made of the log on the way through, and looked at."""

from collections.abc import Callable, Iterator

import msgspec

from ledger.audit.finding import RESTORE, AuditFinding
from ledger.core import events
from ledger.core.events import RecordedEvent
from ledger.core.money import Money
from ledger.core.refusals import Code, Refusal, printable
from ledger.evening.fold import Evening
from ledger.games.language import Reader
from ledger.log.corrections import Earlier
from ledger.log.replay import RefusedEvent
from ledger.log.seals import Seal
from ledger.projections.course import BEGINNING, Kept
from ledger.projections.keeping import checkpoint_of
from ledger.projections.passing import PORTION, Part, Passage
from ledger.store.evidence import Evidence, StoredEvent


class Case:
    """An evening that is audited: what is stored of it, and what of that can be replayed."""

    def __init__(self, number: int, evidence: Evidence, seal: Seal | None) -> None:
        self.id = number
        self.evidence = evidence
        self.seal = seal
        self.passage = Passage()
        """The log on the way through its replay."""
        self.events = 0
        """How many events there are."""
        self.deals = 0
        """How many deals began in what was passed."""
        self.refused: RefusedEvent | None = None
        """Why the log cannot be replayed, and at which event."""
        self.kept: Kept | None = None
        """The checkpoint that the replay gives where the stored one was made."""
        self.pauses = {0: BEGINNING}
        """The marks that are there, by their events, as the replay gives them: what may be left out after each."""
        self.digests: dict[int, str] = {}
        """The stored digests of the events after which a checkpoint, or a mark, was made."""
        self._kept_at = evidence.checkpoint.number if evidence.checkpoint else 0
        self._kept_after = {self._kept_at, *(mark.number for mark in evidence.marks)}
        self.readable = True
        """Whether every event can be read, and has the number after that of the one before it."""
        self._names = Reader()
        self._portion: list[RecordedEvent] = []

    @property
    def told(self) -> Evening | None:
        """The evening as it was replayed; None where it cannot be."""
        return self.passage.evening if self.readable and self.refused is None else None

    @property
    def money(self) -> Money:
        """The money in which amounts are shown."""
        return self.told.money if self.told else Money("counters", 1)

    @property
    def log(self) -> "Readable":
        """The events that can be read, in their order."""
        return Readable(self.evidence)

    def take(self, stored: StoredEvent, recorded: RecordedEvent | None) -> None:
        """Take the next event. Raises Earlier where more of the log has to be held."""
        self.events += 1
        if stored.number in self._kept_after:
            self.digests[stored.number] = stored.digest
        if recorded is None or recorded.number != self.events:
            self.readable = False
        elif self.told is not None:
            self._portion.append(recorded)
            if len(self._portion) == PORTION or recorded.number == self._kept_at:
                self._tell()

    def finish(self) -> None:
        """See that nothing waits, once every event was taken. Raises what `take` does."""
        if self.told is not None:
            self._tell()
        if self.told is not None:
            self._safely(self.passage.finish)

    def _tell(self) -> None:
        portion, self._portion = self._portion, []
        learning: RecordedEvent | None = None
        try:
            for learning in portion:
                self._names.learn(learning.event)
        except Exception as error:  # what somebody has put there by hand no rule is written for
            self.refused = _strange(learning or portion[0], error)
            return
        self._safely(lambda: self.passage.add(portion))
        if self.told is not None and portion and portion[-1].number == self._kept_at:
            self._safely(self._keep)

    def _keep(self) -> None:
        try:
            self.passage.stand()
        except RefusedEvent:
            return  # in the middle of corrections that only stand together
        self.kept = checkpoint_of(self.passage.evening, self.passage.names, self.passage.kept)

    def _safely(self, replay: Callable[[], None]) -> None:
        """Do a part of the replay of a log that may hold anything."""
        try:
            replay()
        except Earlier:
            raise
        except RefusedEvent as refused:
            self.refused = refused
        except Exception as error:  # what somebody has put there by hand no rule is written for
            at = self.passage.waiting or self.passage.replay.recorded[-1:]
            self.refused = _strange(at[0], error)


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
    """An event that is stored; None where it cannot be read."""
    try:
        event = events.decode(stored.body, stored.version)
        pinned = msgspec.json.decode(stored.pinned, type=dict[str, int | dict[str, int]])
        return RecordedEvent(stored.number, event, stored.said_at, stored.said_by, stored.version, pinned)
    except (ValueError, TypeError, RecursionError):
        return None


class Check:
    """Something that is checked while a log is gone through, independently of all else."""

    named = ""
    """What the log is, where nothing is found."""
    looks = False
    """Whether it looks at every event by itself."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.findings: list[AuditFinding] = []

    def find(self, code: str, event: int | None, wrong: str, remedy: str) -> None:
        """Report something."""
        self.findings.append(AuditFinding(code, event, wrong, remedy))

    def look(self, stored: StoredEvent, recorded: RecordedEvent | None) -> None:
        """Look at an event as it is stored, and as it is read; None where it cannot be."""

    def passes(self, part: Part) -> None:
        """Look at a part of the replay that no correction reaches any more."""

    def conclude(self) -> None:
        """Say what is found when all was gone through."""


class OfReplay(Check):
    """A check of what a replay gives: nothing is found by it where there is none."""

    def conclude(self) -> None:
        """Say what is found in the replay."""
        if self.case.told is None:
            self.findings = []
        else:
            self.compare(self.case.told)

    def compare(self, evening: Evening) -> None:
        """Look at the evening as it was replayed to its end."""


class Made:
    """A check that is being made."""

    def __init__(self, check: Check) -> None:
        self.check = check
        self._fails = False

    def ask(self, what: Callable[..., None], *about: object) -> None:
        """Let it look at something; where the check cannot be made, that is found, and it is made no further."""
        if self._fails:
            return
        try:
            what(*about)
        except Exception as error:  # what somebody has put there by hand no check is written for
            self._fails = True
            named = f"whether the log is {self.check.named} cannot be checked"
            self.check.find(
                "unreadable", None, f"{named} ({type(error).__name__}: {printable(str(error), 80)})", RESTORE
            )
