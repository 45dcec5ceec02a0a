"""Audit of the club's log: chained, complete, sent once, sealed, and one that makes a club."""

from ledger.audit.finding import RESTORE, AuditFinding
from ledger.audit.log_checks import AsSealed, AtTimesThatRunOn, Chained, CutOffNowhere, SentAsRecorded
from ledger.audit.run import AuditRun, Check, GuardedCheck, as_read
from ledger.core.refusals import Refusal
from ledger.log.club import club_of
from ledger.log.seals import Seal
from ledger.store import CLUB
from ledger.store.evidence import reading
from ledger.store.places import open_unchanged


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
    """Audit the club's log of a database; return the number of its events, and the findings.

    The result is None if the club has no log. Unreadable data are findings.
    """
    try:
        store = open_unchanged(url)
        try:
            with store.database.transaction(writing=False):
                if not store.has(CLUB):
                    return None
                run = AuditRun(CLUB, reading(store.database, CLUB), seal)
                checks = [GuardedCheck(check(run)) for check in CHECKS]
                for stored in run.evidence.events:
                    recorded = as_read(stored)
                    for guarded in checks:
                        guarded.ask(guarded.check.look, stored, recorded)
                    run.take(stored, recorded)
                for guarded in checks:
                    guarded.ask(guarded.check.conclude)
                return run.events, [finding for guarded in checks for finding in guarded.check.findings]
        finally:
            store.close()
    except Refusal as refusal:
        return 0, [AuditFinding("store", None, refusal.sentence, refusal.remedy)]
