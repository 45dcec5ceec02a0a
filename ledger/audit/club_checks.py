"""Audit of the club's log: chained, complete, sent once, sealed, and one that makes a club."""

from collections.abc import Iterator, Sequence

from ledger.audit.finding import RESTORE, AuditFinding
from ledger.audit.log_checks import AsSealed, AtTimesThatRunOn, Chained, CutOffNowhere, SentAsRecorded
from ledger.audit.run import AuditRun, Check, checked
from ledger.core.events import RecordedEvent
from ledger.core.refusals import Refusal, printable
from ledger.log.seals import Seal
from ledger.projections.club import club_of
from ledger.store import CLUB, Store
from ledger.store.evidence import reading
from ledger.store.payees import changes_in, may_see_payees, payees, wrong_payees
from ledger.store.places import open_unchanged
from ledger.store.repairs import moved_in, wrong_with_moved


class MakesAClub(Check):
    """Check that every event fits those before it."""

    named = "one that makes a club"

    def conclude(self) -> None:
        """Fold the log from its first event."""
        if self.run.readable and self.run.events:
            try:
                club_of(self.run.log)
            except Refusal as refusal:
                self.find("replay", None, f"it cannot be replayed: {refusal.sentence}", RESTORE)


CHECKS: tuple[type[Check], ...] = (Chained, CutOffNowhere, MakesAClub, SentAsRecorded, AsSealed, AtTimesThatRunOn)


def examine_club(url: str | None, seal: Seal | None = None) -> tuple[int, list[AuditFinding]] | None:
    """Audit the club's log of a database, and what lies beside it.

    That is how people are paid, and what was moved apart. Return the number of its events, and the findings; None
    if the club has no log, and nothing lies beside it. Unreadable data are findings.
    """
    try:
        store = open_unchanged(url)
        try:
            with store.database.transaction(writing=False):
                run = AuditRun(CLUB, reading(store.database, CLUB), seal)
                there = store.has(CLUB)
                findings = [*checked(run, CHECKS if there else ()), *_beside(store, run.recorded)]
                return (run.events, findings) if there or findings else None
        finally:
            store.close()
    except Refusal as refusal:
        return 0, [AuditFinding("store", None, refusal.sentence, refusal.remedy)]


def _beside(store: Store, recorded: Sequence[RecordedEvent]) -> Iterator[AuditFinding]:
    """Yield what is wrong with what lies beside the club's log."""
    if may_see_payees(store):
        for person, method, wrong in wrong_payees(payees(store), changes_in(recorded)):
            remedy = f"Ask {person}, and say it again: card-ledger payee"
            yield AuditFinding("payee", None, f"how {printable(person, 40)} is paid ({method}): {wrong}", remedy)
    for event, wrong in wrong_with_moved(moved_in(store), recorded):
        yield AuditFinding("moved", event, wrong, RESTORE)
