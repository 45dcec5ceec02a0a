"""The audit: everything checked again from the first event, by independent checks made as the log is gone through.

Each check gives all that it finds, one finding for a cause: what follows from it is counted with it. An audit goes by
the database as it is, never writes, and never fails: what cannot be checked is a finding too. No more of the log is
held than a replay needs.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

import msgspec

from ledger import events
from ledger.books import Account, Pool
from ledger.evening.fold import Evening
from ledger.events import Amend, Begin, Deal, Insert, Recorded
from ledger.games.language import Reader, write
from ledger.games.registry import GAMES, OLDER_EDITIONS, game_named
from ledger.log.corrections import Earlier
from ledger.log.digests import BEFORE_THE_FIRST, digest
from ledger.log.replay import Refused
from ledger.log.seals import Seal, broken_seal
from ledger.log.times import wrong_time
from ledger.money import Money
from ledger.refusals import Code, Refusal, printable
from ledger.store.database import Row
from ledger.store.evidence import Evidence, StoredEvent, reading
from ledger.store.log import CHECKPOINT_FORM, StoredCheckpoint, is_key, kept_body, posting_row, read_since
from ledger.store.places import open_unchanged
from ledger.views.counting import Counts, outstanding
from ledger.views.course import BEGINNING, Kept
from ledger.views.keeping import checkpoint_of, pauses
from ledger.views.passing import PORTION, Part, Passage, passed_through
from ledger.views.projections import settlement
from ledger.views.settlement import Payment


class AuditFinding(msgspec.Struct, frozen=True):
    """Something that is not as it should be: which check found it, at which event, what is wrong, what to do."""

    code: str
    event: int | None
    wrong: str
    remedy: str

    @property
    def in_play(self) -> bool:
        """Whether it is about what was said at the table, and the log itself is sound."""
        return self.code in IN_PLAY


IN_PLAY = ("count", "close", "irregularity", "pool", "time")
"""The codes of what is found in a log that is what was recorded."""
DERIVED_CODES = ("posting", "checkpoint", "evening")
"""The codes of what is found beside the log, and is made anew from it."""


class SinceSeal(msgspec.Struct, frozen=True):
    """What has come after a seal that holds: the sayings, and who paid whom then and pays whom now."""

    sayings: tuple[tuple[int, str], ...]
    then: tuple[Payment, ...]
    now: tuple[Payment, ...]
    money: Money


class Examined(msgspec.Struct, frozen=True):
    """What an audit of an evening found, and how much was looked at."""

    findings: tuple[AuditFinding, ...]
    events: int = 0
    deals: int = 0
    since: SinceSeal | None = None
    """What has come after the seal, where there is one and it holds."""


RESTORE = "Take the log from an export or a copy of the database that was kept"
LAST_TRACE = f"{RESTORE}; until then keep this database as it is, for what lies beside the log is the last trace of it"
DERIVED = "It is derived from the log: card-ledger db rebuild makes it anew"


def audit(evidence: Evidence, evening: int, seal: Seal | None = None) -> list[AuditFinding]:
    """Audit an evening by what the database says of it, and by a seal that was kept, if there is one."""
    return list(_examine(evidence, evening, seal).findings)


def audit_stored(url: str | None, evening: int, seal: Seal | None = None) -> list[AuditFinding]:
    """Audit an evening of a database. What cannot be read is found."""
    return list(examine(url, evening, seal).findings)


def examine(url: str | None, evening: int, seal: Seal | None = None) -> Examined:
    """Audit an evening of a database, and say how much was looked at. What cannot be read is found."""
    try:
        store = open_unchanged(url)
        try:
            with store.database.transaction(writing=False):
                return _examine(reading(store.database, evening), evening, seal)
        finally:
            store.close()
    except Refusal as refusal:
        return Examined((AuditFinding("store", None, refusal.sentence, refusal.remedy),))


def _examine(evidence: Evidence, evening: int, seal: Seal | None) -> Examined:
    try:
        case, found = _gone_through(evidence, evening, seal, forgets=True)
    except Earlier:
        case, found = _gone_through(evidence, evening, seal, forgets=False)
    since = None
    if seal is not None and case.told is not None and not any(finding.code == "seal" for finding in found):
        since = _since(seal, case)
    return Examined(tuple(_by_cause(found)), case.events, case.deals if case.told else 0, since)


def _gone_through(
    evidence: Evidence, evening: int, seal: Seal | None, forgets: bool
) -> "tuple[Case, list[AuditFinding]]":
    """Make all the checks while the log is gone through once. Raises Earlier where more of it has to be held."""
    case = Case(evening, evidence, seal)
    checks = [Made(check(case)) for check in CHECKS]

    def passes(part: Part) -> None:
        case.deals += sum(isinstance(one.event, Deal) for one in part.counted)
        for made in checks:
            made.ask(made.check.passes, part)

    case.passage = Passage(passes, forgets)
    looking = [made for made in checks if made.check.looks]
    for stored in evidence.events:
        recorded = _read(stored)
        for made in looking:
            made.ask(made.check.look, stored, recorded)
        case.take(stored, recorded)
    case.finish()
    for made in checks:
        made.ask(made.check.conclude)
    return case, [finding for made in checks for finding in made.check.findings]


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
        self.refused: Refused | None = None
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
        self._portion: list[Recorded] = []

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

    def take(self, stored: StoredEvent, recorded: Recorded | None) -> None:
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
        learning: Recorded | None = None
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
        except Refused:
            return  # in the middle of corrections that only stand together
        self.kept = checkpoint_of(self.passage.evening, self.passage.names, self.passage.kept)

    def _safely(self, replay: Callable[[], None]) -> None:
        """Do a part of the replay of a log that may hold anything."""
        try:
            replay()
        except Earlier:
            raise
        except Refused as refused:
            self.refused = refused
        except Exception as error:  # what somebody has put there by hand no rule is written for
            at = self.passage.waiting or self.passage.replay.recorded[-1:]
            self.refused = _strange(at[0], error)


def _strange(recorded: Recorded, error: Exception) -> Refused:
    sentence = f"no saying gives such an event ({type(error).__name__}: {printable(str(error), 80)})"
    return Refused(recorded, Refusal(Code.STORE, sentence))


class Readable:
    """The events of a log that can be read, to be gone through again and again."""

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence

    def __iter__(self) -> Iterator[Recorded]:
        return (recorded for recorded in map(_read, self._evidence.events) if recorded is not None)


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

    def look(self, stored: StoredEvent, recorded: Recorded | None) -> None:
        """Look at an event as it is stored, and as it is read; None where it cannot be."""

    def passes(self, part: Part) -> None:
        """Look at a part of the replay that no correction reaches any more."""

    def conclude(self) -> None:
        """Say what is found when all was gone through."""


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


def _by_cause(found: list[AuditFinding]) -> list[AuditFinding]:
    """What was found, where the log itself was changed with all that follows from that counted beside it."""
    causes = [finding for finding in found if finding.code in CAUSES]
    following = [finding for finding in found if finding.code in (*DERIVED_CODES, "replay")]
    if not causes or not following:
        return found
    cause = causes[0]
    told = [finding.wrong for finding in following if finding.code == "replay"]
    others = sum(finding.code != "replay" for finding in following)
    told += [f"{others} more that {'follows' if others == 1 else 'follow'} from it"] if others else []
    first = msgspec.structs.replace(cause, wrong="; ".join((cause.wrong, *told)))
    return [first if finding is cause else finding for finding in found if finding not in following]


CAUSES = ("number", "unreadable", "altered", "digest", "lost")
"""The codes of changes of the log itself."""


def _since(seal: Seal, case: Case) -> SinceSeal:
    now = case.passage.evening
    then = passed_through(First(case.log, seal.events)).evening
    since = islice(case.log, seal.events, None)
    sayings = tuple((one.number, write(one.event, now.money)) for one in since)
    return SinceSeal(sayings, settlement(then).transfers, settlement(now).transfers, now.money)


class First:
    """The first so many events of a log, to be gone through again and again."""

    def __init__(self, log: Iterable[Recorded], events: int) -> None:
        self._log, self._events = log, events

    def __iter__(self) -> Iterator[Recorded]:
        return islice(self._log, self._events)


def _read(stored: StoredEvent) -> Recorded | None:
    try:
        event = events.decode(stored.body, stored.version)
        pinned = msgspec.json.decode(stored.pinned, type=dict[str, int])
        return Recorded(stored.number, event, stored.said_at, stored.said_by, stored.version, pinned)
    except (ValueError, TypeError, RecursionError):
        return None


# The checks, each independent of the others


class Chained(Check):
    """Events are numbered from 1 without gaps, each is as the program writes it, and bound to the one before it."""

    named, looks = "chained", True

    def __init__(self, case: Case) -> None:
        super().__init__(case)
        self._expected = 1
        self._before = BEFORE_THE_FIRST, ""
        """The digest of the event before as it is stored, and as it should be."""

    def look(self, stored: StoredEvent, recorded: Recorded | None) -> None:
        """Hold it to the one before it."""
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
        """An evening has events."""
        if not self.case.events:
            self.find("number", 1, "the evening has no events", RESTORE)


def _as_written(stored: StoredEvent, recorded: Recorded) -> bool:
    """Whether every field of an event is what the program writes, to the letter."""
    pinned = msgspec.json.encode(recorded.pinned).decode()
    written = (events.kind_of(recorded.event), events.encode(recorded.event).decode(), pinned)
    return recorded.version != events.VOCABULARY or written == (stored.kind, stored.body, stored.pinned)


def _digest(before: str, recorded: Recorded) -> str:
    try:
        return digest(before, recorded) if before else ""
    except ValueError:
        return ""


class CutOffNowhere(Check):
    """Nothing that lies beside the log was made after an event that there is no longer."""

    named, looks = "cut off nowhere", True

    def __init__(self, case: Case) -> None:
        super().__init__(case)
        self._last = 0

    def look(self, stored: StoredEvent, recorded: Recorded | None) -> None:
        """Note the newest event."""
        self._last = stored.number

    def conclude(self) -> None:
        """Hold what lies beside the log to it."""
        evidence, last = self.case.evidence, self._last
        newest = max((row[2] for row in evidence.postings if isinstance(row[2], int)), default=0)
        newest = max(newest, max((row[-1] for row in evidence.sent if isinstance(row[-1], int)), default=0))
        for stored in (*evidence.marks, *([evidence.checkpoint] if evidence.checkpoint else [])):
            newest = max(newest, stored.number)
        if last and newest > last:
            lost = f"the log ends with event {last}, and what lies beside it was made after event {newest}"
            self.find("lost", last + 1, f"{lost}: events have been lost", LAST_TRACE)


class AtTimesThatRunOn(Check):
    """Every event has a time that is one, and none is before the event before it by more than clocks are apart."""

    named, looks = "at times that run on", True

    def __init__(self, case: Case) -> None:
        super().__init__(case)
        self._before = ""

    def look(self, stored: StoredEvent, recorded: Recorded | None) -> None:
        """Hold its time to that of the one before it."""
        if recorded is None:
            return
        if wrong := wrong_time(recorded.said_at, self._before):
            remedy = "See by what clock it was recorded; who pays whom does not go by it"
            self.find("time", recorded.number, printable(wrong, 160), remedy)
        self._before = recorded.said_at


class PlayedByEditionsKnownHere(Check):
    """Every game was begun under an edition of its rules that is known here."""

    named, looks = "played by editions known here", True

    def look(self, stored: StoredEvent, recorded: Recorded | None) -> None:
        """See by which edition it begins a game, where it does."""
        event = recorded.event if recorded else None
        saying = event.saying if isinstance(event, Amend | Insert) else event
        if recorded is None or not isinstance(saying, Begin) or saying.game not in GAMES:
            return
        today, pinned = game_named(saying.game).edition, recorded.pinned.get("edition")
        if pinned != today and (saying.game, pinned) not in OLDER_EDITIONS:
            under = "under no edition that is said" if pinned is None else f"under edition {pinned}"
            wrong = f"{saying.game} was begun {under} of its rules, and edition {today} is known here"
            self.find("edition", recorded.number, wrong, "Settle it with the card-ledger that it was played by")


class Replayed(Check):
    """The rules, in the edition the games were begun under, accept every event."""

    named = "replayed"

    def conclude(self) -> None:
        """Say at which event they do not."""
        refused = self.case.refused
        if self.case.readable and refused is not None:
            self.find("replay", refused.recorded.number, f"it cannot be replayed: {refused.sentence}", RESTORE)


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


class Conserved(OfReplay):
    """After every event the balances and pools sum to nothing, and no pool owes."""

    named = "conserved"

    def __init__(self, case: Case) -> None:
        super().__init__(case)
        self._accounts: dict[Account, int] = {}
        self._event = 0

    def passes(self, part: Part) -> None:
        """Add up what was moved."""
        accounts = self._accounts
        for posting in part.postings:
            if posting.event != self._event:
                self._see()
                self._event = posting.event
            accounts[posting.payer] = accounts.get(posting.payer, 0) - posting.amount
            accounts[posting.payee] = accounts.get(posting.payee, 0) + posting.amount

    def compare(self, evening: Evening) -> None:
        """See that it is so after the last."""
        self._see()

    def _see(self) -> None:
        """See that it is so after an event."""
        if self.findings:
            return
        owing = [(pool, held) for pool, held in self._accounts.items() if held < 0 and isinstance(pool, Pool)]
        if sum(self._accounts.values()) or owing:
            held = f"{owing[0][0]} would hold {self.case.passage.evening.money.show(owing[0][1])}" if owing else ""
            wrong = held or "counters come from nowhere"
            self.find("conservation", self._event, wrong, "Report it: it is a fault of the program")


class WrittenBesideAsReplayed(OfReplay):
    """The stored movements of counters are those that the replay makes."""

    named = "written beside as replayed"

    def __init__(self, case: Case) -> None:
        super().__init__(case)
        self._stored = iter(case.evidence.postings)
        self._place = self._wrong = 0
        self._first = ""
        self._event: int | None = None
        """What is said of the first that is wrong, and the event of which it should be."""

    def passes(self, part: Part) -> None:
        """Hold the next rows to what the replay makes."""
        for posting in part.postings:
            wanted = tuple(posting_row(self.case.id, self._place + 1, posting).values())
            self._compare(wanted, next(self._stored, None), posting.event)

    def compare(self, evening: Evening) -> None:
        """Say which are not as replayed, those included that the replay does not make."""
        for found in self._stored:
            self._compare(None, found, None)
        if self._wrong:
            others = self._wrong - 1
            more = f"; {others} more {'are' if others > 1 else 'is'} not as replayed" if others else ""
            self.find("posting", self._event, self._first + more, DERIVED)

    def _compare(self, wanted: Row | None, found: Row | None, event: int | None) -> None:
        self._place += 1
        if wanted == found:
            return
        if not self._wrong:
            money = self.case.passage.evening.money
            self._first = (
                f"movement {self._place} is {_shown(found, money)}, and the replay gives {_shown(wanted, money)}"
            )
            self._event = event
        self._wrong += 1


def _shown(row: Row | None, money: Money) -> str:
    """A row of the movements, in words."""
    if row is None:
        return "not there"
    amount = money.show(row[7]) if isinstance(row[7], int) else printable(str(row[7]), 40)
    return printable(f"{row[3]} to {row[5]}: {amount}, {row[8]}", 160)


class KeptAsReplayed(OfReplay):
    """The checkpoint is what a replay up to its event gives, to the letter, and bound to that event."""

    named = "kept as replayed"

    def compare(self, evening: Evening) -> None:
        """Hold it to what was kept on the way."""
        case, stored = self.case, self.case.evidence.checkpoint
        if stored is None or stored.number > case.events or stored.form < CHECKPOINT_FORM:
            return  # one that was made after the end is found as such, and one of an older form is not believed
        if stored.form != CHECKPOINT_FORM or stored.number < 1 or case.kept is None:
            wrong: str | None = f"the checkpoint is after event {stored.number}, in form {stored.form}"
        else:
            wrong = _not_as_kept("checkpoint", case, stored, case.kept)
        if wrong:
            self.find("checkpoint", stored.number, wrong, DERIVED)


class SentAsRecorded(Check):
    """Every key is one, names events that are there and that one recorder said, and no event has two."""

    named, looks = "sent as recorded", True

    def __init__(self, case: Case) -> None:
        super().__init__(case)
        self._names: dict[str, str] = {}
        self._said_by: list[str | None] = []
        """Who recorded each event; None where it cannot be read."""

    def look(self, stored: StoredEvent, recorded: Recorded | None) -> None:
        """Note who recorded it, each name once."""
        by = recorded.said_by if recorded else None
        self._said_by.append(None if by is None else self._names.setdefault(by, by))

    def conclude(self) -> None:
        """Hold every key to the events that it names."""
        keyed: dict[int, str] = {}
        for key, content, number, last in self.case.evidence.sent:
            wrong = _wrong_with_key(key, content, number, last, self._said_by)
            if wrong is None:
                shared = next((event for event in range(number, last + 1) if event in keyed), None)
                wrong = None if shared is None else f"event {shared} was sent under {keyed[shared]} too"
                keyed.update(dict.fromkeys(range(number, last + 1), printable(str(key), 40)))
            if wrong:
                event = number if isinstance(number, int) and 0 < number <= self.case.events else None
                told = f"the key {printable(str(key), 40)} is not as it was recorded: {wrong}"
                self.find("sent", event, told, RESTORE)


def _wrong_with_key(
    key: object, content: object, number: object, last: object, said_by: Sequence[str | None]
) -> str | None:
    """What is wrong with a key, the digest of what was sent under it, and the events that it became; None: nothing."""
    if not (isinstance(key, str) and is_key(key)):
        return "nobody can have sent it"
    if not (isinstance(content, str) and re.fullmatch("[0-9a-f]{64}", content)):
        return "what was sent under it has no digest"
    if not (isinstance(number, int) and isinstance(last, int) and 0 < number <= last <= len(said_by)):
        return f"it names the events {printable(str(number), 20)} to {printable(str(last), 20)}, which are not there"
    if len({*said_by[number - 1 : last]} - {None}) > 1:
        return f"the events {number} to {last} were recorded by several"
    return None


def _not_as_kept(named: str, case: Case, stored: StoredCheckpoint, kept: Kept) -> str | None:
    """What is wrong with a checkpoint, or a mark, as it is stored, by what is kept in a replay; None: nothing.

    Which mark before it has what it leaves out it says itself; where nothing is left out, that mark may be gone.
    """
    since = read_since(stored.body)
    if not 0 <= since.number <= stored.number or (since.leaves_out and since.number not in case.pauses):
        return f"the {named} leaves out what is kept after event {since.number}, and nothing is kept there"
    as_stored = kept.leaving_out(case.pauses.get(since.number, since))
    right = kept_body(as_stored, stored.number, case.digests[stored.number])
    if stored.body == right:
        return None
    if stored.body.partition(" ")[2] == right.partition(" ")[2]:
        return f"the {named} was made over another log, or changed: it is not bound to this one"
    return f"the {named} is not what a replay gives"


class MarkedAsReplayed(OfReplay):
    """Every pause on the way that is kept is what a replay gives there, and no correction reaches before it."""

    named = "marked as replayed"

    def __init__(self, case: Case) -> None:
        super().__init__(case)
        self._of: dict[int, list[StoredCheckpoint]] = {}
        for mark in case.evidence.marks:
            self._of.setdefault(mark.number, []).append(mark)
        self._waiting = sorted(self._of, reverse=True)
        self._wrong: dict[StoredCheckpoint, str | None] = {}
        """What is wrong with each mark, None: nothing; one that is not here is none that a replay gives."""

    def passes(self, part: Part) -> None:
        """Hold the marks in it to what is kept there."""
        numbers = []
        while self._waiting and self._waiting[-1] <= part.number:
            numbers.append(self._waiting.pop())
        for number, kept in pauses(part.replay, numbers, part.before):
            for mark in self._of[number]:
                self._wrong[mark] = _not_as_kept("mark", self.case, mark, kept)
                if mark.form == CHECKPOINT_FORM:
                    self.case.pauses[number] = kept.pause_after(number)

    def compare(self, evening: Evening) -> None:
        """Say of each what is wrong with it."""
        for mark in self.case.evidence.marks:
            if mark.form < CHECKPOINT_FORM or mark.number > self.case.events:
                continue
            none = f"the mark after event {mark.number} is none from which the evening can be taken up"
            wrong = self._wrong.get(mark, none) if mark.form == CHECKPOINT_FORM else none
            if wrong:
                self.find("checkpoint", mark.number, wrong, DERIVED)


class ListedAsReplayed(OfReplay):
    """What the list of evenings says of it is what its log says."""

    named = "listed as replayed"

    def compare(self, evening: Evening) -> None:
        """Hold the list to the end of the log."""
        opening, evidence = evening.opening, self.case.evidence
        if opening is None:
            return
        if not evidence.listed:
            self.find("struck", 1, "the evening has been struck off the list of evenings", RESTORE)
        elif (opening.title, opening.on, evening.closed) != (evidence.title, evidence.played_on, evidence.closed):
            self.find("evening", 1, "the list of evenings does not agree with the log", DERIVED)


class AgreedInPlay(OfReplay):
    """Counts, a close that the replay does not bear out, and irregularities that were proved in play."""

    named = "agreed in play"

    def __init__(self, case: Case) -> None:
        super().__init__(case)
        self._counts = Counts()

    def passes(self, part: Part) -> None:
        """Note what was counted, and closed."""
        self._counts.see(part.counted)

    def compare(self, evening: Evening) -> None:
        """Say what does not agree still."""
        remedies = {
            "count": "card-ledger explain --count {event} gives the places to look",
            "close": "Compare the editions of the rules, and see what was corrected after the close",
            "irregularity": "It is reported and never fined: correct the log if it was said in error",
        }
        for finding in outstanding(evening, self.case.passage.found_before, self._counts):
            remedy = remedies[finding.code].format(event=finding.event)
            self.find(finding.code, finding.event, finding.message, remedy)


class LeftInNoPool(OfReplay):
    """When no game is open nothing lies in a pool."""

    named = "left in no pool"

    def compare(self, evening: Evening) -> None:
        """Look into the pools."""
        for name, held in evening.books.pools.items() if evening.game is None else ():
            wrong = f"{evening.money.show(held)} lies in {name}, and no game is open"
            self.find("pool", self.case.events, wrong, "Begin that game again, and say end divide or end draw")


class AsSealed(Check):
    """What was sealed is still there, unchanged."""

    named = "as sealed"

    def conclude(self) -> None:
        """Hold the log to the seal, where there is one."""
        if self.case.seal is not None and (broken := broken_seal(self.case.seal, self.case.log)):
            self.find("seal", None, broken, RESTORE)


CHECKS: tuple[type[Check], ...] = (
    Chained,
    CutOffNowhere,
    PlayedByEditionsKnownHere,
    Replayed,
    Conserved,
    WrittenBesideAsReplayed,
    KeptAsReplayed,
    SentAsRecorded,
    MarkedAsReplayed,
    ListedAsReplayed,
    AsSealed,
    AtTimesThatRunOn,
    AgreedInPlay,
    LeftInNoPool,
)
"""Everything that is checked, in the order in which it is reported."""
