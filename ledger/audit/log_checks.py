"""Check the log: chained, complete, sent once, sealed, and played by known rules."""

import re
from collections.abc import Sequence

import msgspec

from ledger.audit.finding import LAST_TRACE, RESTORE
from ledger.audit.run import AuditRun, Check
from ledger.core import events
from ledger.core.events import Amend, Begin, Insert, RecordedEvent
from ledger.core.refusals import Code, printable
from ledger.games.registry import game_named, is_known
from ledger.log.digests import BEFORE_THE_FIRST, digest
from ledger.log.rules_today import changed_deals
from ledger.log.seals import broken_seal
from ledger.log.times import wrong_time
from ledger.store.evidence import StoredEvent
from ledger.store.keys import is_key


class Chained(Check):
    """Check that numbers have no gaps, and events are in the program's form and chained."""

    named, looks = "chained", True

    def __init__(self, run: AuditRun) -> None:
        super().__init__(run)
        self._expected = 1
        self._before = BEFORE_THE_FIRST, ""
        """The digest of the event before, as it is stored and as it should be."""

    def look(self, stored: StoredEvent, recorded: RecordedEvent | None) -> None:
        """Compare the event with the one before it."""
        number, before = stored.number, self._before
        right = _digest(before[0], recorded) if recorded else ""
        bound = recorded is not None and (stored.digest == right or stored.digest == _digest(before[1], recorded))
        if number != self._expected:
            wrong = f"event {self._expected} is missing: {number} stands in its place"
            self.find("number", self._expected, wrong, RESTORE)
        elif recorded is None:
            self.find("unreadable", number, "what is stored is no event", RESTORE)
        elif not bound:
            wrong = "it was changed, or put there: its digest does not bind it to the event before it"
            self.find("digest", number, wrong, RESTORE)
        if recorded is not None and not _as_written(stored, recorded):
            self.find("altered", number, "it is not as the program writes an event", RESTORE)
        self._before, self._expected = (stored.digest, right), number + 1

    def conclude(self) -> None:
        """Check that the evening has events."""
        if not self.run.events:
            self.find("number", 1, "the evening has no events", RESTORE)


def _as_written(stored: StoredEvent, recorded: RecordedEvent) -> bool:
    """Return whether every field of an event is written in the program's form, to the letter."""
    pinned = msgspec.json.encode(recorded.pinned).decode()
    written = (events.kind_of(recorded.event), events.encode(recorded.event).decode(), pinned)
    return recorded.version in events.LIFTS or written == (stored.kind, stored.body, stored.pinned)


def _digest(before: str, recorded: RecordedEvent) -> str:
    try:
        return digest(before, recorded) if before else ""
    except ValueError:
        return ""


class CutOffNowhere(Check):
    """Check that the data beside the log were made after no event that is missing now."""

    named, looks = "cut off nowhere", True

    def __init__(self, run: AuditRun) -> None:
        super().__init__(run)
        self._last = 0

    def look(self, stored: StoredEvent, recorded: RecordedEvent | None) -> None:
        """Note the newest event."""
        self._last = stored.number

    def conclude(self) -> None:
        """Compare the data beside the log with the newest event."""
        evidence, last = self.run.evidence, self._last
        newest = max((row[-1] for row in evidence.sent if isinstance(row[-1], int)), default=0)
        newest = max(newest, evidence.totals.number if evidence.totals else 0)
        if last and newest > last:
            lost = f"the log ends with event {last}, and what lies beside it was made after event {newest}"
            self.find("lost", last + 1, f"{lost}: events have been lost", LAST_TRACE)


class AtTimesThatRunOn(Check):
    """Check that every event has a time, not before the last one by more than clocks differ."""

    named, looks = "at times that run on", True

    def __init__(self, run: AuditRun) -> None:
        super().__init__(run)
        self._before = ""

    def look(self, stored: StoredEvent, recorded: RecordedEvent | None) -> None:
        """Compare the event's time with that of the one before it."""
        if recorded is None:
            return
        if wrong := wrong_time(recorded.said_at, self._before):
            remedy = "See by what clock it was recorded; who pays whom does not go by it"
            self.find("time", recorded.number, printable(wrong, 160), remedy)
        self._before = recorded.said_at


class PlayedByEditionsKnownHere(Check):
    """Check that every game says under which edition of its rules it was begun."""

    named, looks = "played by editions known here", True

    def look(self, stored: StoredEvent, recorded: RecordedEvent | None) -> None:
        """Note the edition of a game that the event begins."""
        event = recorded.event if recorded else None
        saying = event.saying if isinstance(event, Amend | Insert) else event
        if recorded is None or not isinstance(saying, Begin) or not is_known(saying.game):
            return
        if recorded.pinned.get("edition") is None:
            today = game_named(saying.game).edition
            wrong = f"{saying.game} was begun under no edition of its rules that is said, and {today} is known here"
            self.find("edition", recorded.number, wrong, "Settle it with the card-ledger that it was played by")


class Replayed(Check):
    """Check that the rules accept every event."""

    named = "replayed"

    def conclude(self) -> None:
        """Report the event that the rules refuse."""
        refused, differs = self.run.refused, self.run.differs
        if not self.run.readable or refused is None:
            return
        number = refused.recorded.number
        if differs is None:
            self.find("replay", number, f"it cannot be replayed: {refused.sentence}", RESTORE)
        elif differs.code is Code.RULES_CHANGED:
            self.find("rules", number, differs.sentence, differs.remedy)
        else:
            why = "the rules are missing: " if differs.code is Code.RULES_MISSING else ""
            self.find(differs.code.value, number, f"not replayed: {why}{differs.sentence}", differs.remedy)


class AsByTheRulesOfToday(Check):
    """Check that deals come to the pinned balances, corrected as they were at that time."""

    named = "as by the rules of today"

    def conclude(self) -> None:
        """Report each deal that comes to other balances, with its balances then and now."""
        replay = self.run.replay
        if not self.run.readable:
            return
        show = replay.evening.money.show_change
        remedy = self.run.differs.remedy if self.run.differs is not None else RESTORE
        if self.run.holds:
            remedy = 'The balances agreed at the close stand; to change them, say reopen "WHY"'
        for changed in changed_deals(replay, replay.unexplained(corrected=True)):
            clauses = [
                f"{name} {show(amount)} when it was recorded, and {show(changed.today.get(name, 0))} today"
                for name, amount in changed.recorded.items()
                if changed.today.get(name, 0) != amount
            ]
            what = "the evening" if changed.deal is None else f"deal {changed.deal}"
            self.find("rules", changed.event, f"{what} comes to other balances: {', '.join(clauses)}", remedy)


class SentAsRecorded(Check):
    """Check that every key is valid, names events of one recorder, and no event has two keys."""

    named, looks = "sent as recorded", True

    def __init__(self, run: AuditRun) -> None:
        super().__init__(run)
        self._names: dict[str, str] = {}
        self._said_by: list[str | None] = []
        """The recorder of each event; None for one that cannot be read."""

    def look(self, stored: StoredEvent, recorded: RecordedEvent | None) -> None:
        """Note the event's recorder; equal names are stored once."""
        by = recorded.said_by if recorded else None
        self._said_by.append(None if by is None else self._names.setdefault(by, by))

    def conclude(self) -> None:
        """Hold every key to the events that it names."""
        keyed: dict[int, str] = {}
        there, totals = sum(1 for _ in self.run.evidence.sent), self.run.evidence.totals
        if totals is not None and totals.number == self.run.events and not 0 <= totals.sent <= there:
            gone = f"{totals.sent} keys were sent with what was recorded, and {there} are there"
            self.find("sent", None, f"{gone}: what is sent again may be recorded twice", RESTORE)
        for key, content, number, last in self.run.evidence.sent:
            wrong = _wrong_with_key(key, content, number, last, self._said_by)
            if wrong is None:
                shared = next((event for event in range(number, last + 1) if event in keyed), None)
                wrong = None if shared is None else f"event {shared} was sent under {keyed[shared]} too"
                keyed.update(dict.fromkeys(range(number, last + 1), printable(str(key), 40)))
            if wrong:
                event = number if isinstance(number, int) and 0 < number <= self.run.events else None
                sentence = f"the key {printable(str(key), 40)} is not as it was recorded: {wrong}"
                self.find("sent", event, sentence, RESTORE)


def _wrong_with_key(
    key: object, content: object, number: object, last: object, said_by: Sequence[str | None]
) -> str | None:
    """Return what is wrong with a key, its digest and its events; None if nothing is."""
    if not (isinstance(key, str) and is_key(key)):
        return "nobody can have sent it"
    if not (isinstance(content, str) and re.fullmatch("[0-9a-f]{64}", content)):
        return "what was sent under it has no digest"
    if not (isinstance(number, int) and isinstance(last, int) and 0 < number <= last <= len(said_by)):
        return f"it names the events {printable(str(number), 20)} to {printable(str(last), 20)}, which are not there"
    if len({*said_by[number - 1 : last]} - {None}) > 1:
        return f"the events {number} to {last} were recorded by several"
    return None


class AsSealed(Check):
    """What was sealed is still there, unchanged."""

    named = "as sealed"

    def conclude(self) -> None:
        """Hold the log to the seal, where there is one."""
        if self.run.seal is not None and (broken := broken_seal(self.run.seal, self.run.log)):
            self.find("seal", None, broken, RESTORE)
