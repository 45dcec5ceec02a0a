"""Audit an evening: make all checks, and count the consequences of a cause with it."""

from collections.abc import Sequence

import msgspec

from ledger.audit.derived_checks import ListedAsReplayed, TotalsAsReplayed
from ledger.audit.finding import CAUSES, DERIVED_CODES, AuditFinding
from ledger.audit.log_checks import (
    AsByTheRulesOfToday,
    AsSealed,
    AtTimesThatRunOn,
    Chained,
    CutOffNowhere,
    PlayedByEditionsKnownHere,
    Replayed,
    SentAsRecorded,
)
from ledger.audit.play_checks import AgreedInPlay, Conserved, LeftInNoPool
from ledger.audit.run import AuditRun, Check, checked
from ledger.core.books import Payment
from ledger.core.events import RecordedEvent
from ledger.core.money import Money
from ledger.core.refusals import Refusal, listed, printable
from ledger.evening.fold import Evening
from ledger.log.replay import Replay
from ledger.log.rules_today import changed_sources
from ledger.log.seals import Seal
from ledger.projections.settlement import settlement
from ledger.store.database import Row, as_text
from ledger.store.evidence import Evidence, reading
from ledger.store.generated import statements as sql
from ledger.store.places import open_unchanged
from ledger.store.repairs import moved_in

CHECKS: tuple[type[Check], ...] = (
    Chained,
    CutOffNowhere,
    PlayedByEditionsKnownHere,
    Replayed,
    AsByTheRulesOfToday,
    Conserved,
    TotalsAsReplayed,
    SentAsRecorded,
    ListedAsReplayed,
    AsSealed,
    AtTimesThatRunOn,
    AgreedInPlay,
    LeftInNoPool,
)
"""Every check, in the order in which the report has them."""


class SinceSeal(msgspec.Struct, frozen=True):
    """The sayings after a valid seal, and the payments then and now."""

    sayings: tuple[RecordedEvent, ...]
    then: tuple[Payment, ...]
    now: tuple[Payment, ...]
    money: Money


class AuditReport(msgspec.Struct, frozen=True):
    """The findings of an audit of an evening, and how much was checked."""

    findings: tuple[AuditFinding, ...]
    events: int = 0
    deals: int = 0
    remarks: tuple[str, ...] = ()
    """Remarks that are no fault: rules whose source has changed, and that come to the same."""
    since: SinceSeal | None = None
    """What came after the seal, if there is a valid one."""


def examine(url: str | None, evening: int, seal: Seal | None = None) -> AuditReport:
    """Audit an evening of a database; return how much was checked, and the findings.

    Unreadable data are findings.
    """
    try:
        store = open_unchanged(url)
        try:
            with store.database.transaction(writing=False):
                report = examined(reading(store.database, evening), evening, seal)
                moved = [_moved(rows, repair) for (of, repair), rows in moved_in(store).items() if of == evening]
                return msgspec.structs.replace(report, remarks=(*report.remarks, *moved))
        finally:
            store.close()
    except Refusal as refusal:
        return AuditReport((AuditFinding("store", None, refusal.sentence, refusal.remedy),))


def _moved(rows: Sequence[Row], repair: int) -> str:
    """Return what was moved out of a log, and by whom it had been recorded."""
    numbers = [row[sql.MOVED_COLUMNS.index("number")] for row in rows]
    by = listed(list(dict.fromkeys(as_text(row[sql.MOVED_COLUMNS.index("said_by")]) for row in rows)))
    moved = f"events {numbers[0]} to {numbers[-1]}, recorded by {printable(by, 60)}, could not be read"
    return f"{moved} and were moved apart: event {repair} of the club tells of it"


def examined(evidence: Evidence, evening: int, seal: Seal | None = None) -> AuditReport:
    """Audit an evening by what the database says of it, and by a seal if there is one."""
    run = AuditRun(evening, evidence, seal)
    findings = checked(run, CHECKS)
    since = None
    if seal is not None and run.evening is not None and not any(finding.code == "seal" for finding in findings):
        since = _since(seal, run, run.evening)
    same = run.evening is not None and not run.replay.unexplained(corrected=True)
    remarks = tuple(changed_sources(run.replay)) if same else ()
    return AuditReport(tuple(_by_cause(findings)), run.events, run.deals, remarks, since)


def _by_cause(findings: list[AuditFinding]) -> list[AuditFinding]:
    """Return the findings; if the log was changed, consequences are counted with that cause."""
    causes = [finding for finding in findings if finding.code in CAUSES]
    following = [finding for finding in findings if finding.code in (*DERIVED_CODES, "replay", "rules")]
    if not causes or not following:
        return findings
    cause = causes[0]
    clauses = [finding.wrong for finding in following if finding.code == "replay"]
    others = sum(finding.code != "replay" for finding in following)
    clauses += [f"{others} more that {'follows' if others == 1 else 'follow'} from it"] if others else []
    first = msgspec.structs.replace(cause, wrong="; ".join((cause.wrong, *clauses)))
    return [first if finding is cause else finding for finding in findings if finding not in following]


def _since(seal: Seal, run: AuditRun, now: Evening) -> SinceSeal:
    sealed, recorded = Replay(), run.replay.recorded
    sealed.add(recorded[: seal.events])
    return SinceSeal(
        tuple(recorded[seal.events :]), settlement(sealed.evening).transfers, settlement(now).transfers, now.money
    )
