"""An evening examined: all checks are made as its log is gone through, and what follows from a cause told with it."""

from collections.abc import Iterable, Iterator
from itertools import islice

import msgspec

from ledger.audit.derived_checks import (
    KeptAsReplayed,
    ListedAsReplayed,
    MarkedAsReplayed,
    WrittenBesideAsReplayed,
)
from ledger.audit.finding import CAUSES, DERIVED_CODES, AuditFinding
from ledger.audit.log_checks import (
    AsSealed,
    AtTimesThatRunOn,
    Chained,
    CutOffNowhere,
    PlayedByEditionsKnownHere,
    Replayed,
    SentAsRecorded,
)
from ledger.audit.play_checks import AgreedInPlay, Conserved, LeftInNoPool
from ledger.audit.run import Case, Check, Made, as_read
from ledger.core.events import Deal, RecordedEvent
from ledger.core.money import Money
from ledger.core.refusals import Refusal
from ledger.games.language import write
from ledger.log.corrections import Earlier
from ledger.log.seals import Seal
from ledger.projections.passing import Part, Passage, passed_through
from ledger.projections.tables import settlement
from ledger.settlement.payments import Payment
from ledger.store.evidence import Evidence, reading
from ledger.store.places import open_unchanged

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
) -> tuple[Case, list[AuditFinding]]:
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
        recorded = as_read(stored)
        for made in looking:
            made.ask(made.check.look, stored, recorded)
        case.take(stored, recorded)
    case.finish()
    for made in checks:
        made.ask(made.check.conclude)
    return case, [finding for made in checks for finding in made.check.findings]


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


def _since(seal: Seal, case: Case) -> SinceSeal:
    now = case.passage.evening
    then = passed_through(First(case.log, seal.events)).evening
    since = islice(case.log, seal.events, None)
    sayings = tuple((one.number, write(one.event, now.money)) for one in since)
    return SinceSeal(sayings, settlement(then).transfers, settlement(now).transfers, now.money)


class First:
    """The first so many events of a log, to be gone through again and again."""

    def __init__(self, log: Iterable[RecordedEvent], events: int) -> None:
        self._log, self._events = log, events

    def __iter__(self) -> Iterator[RecordedEvent]:
        return islice(self._log, self._events)
