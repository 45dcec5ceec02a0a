"""Audits in tests: the findings alone."""

from ledger.audit import AuditFinding, examine
from ledger.audit.report import examined
from ledger.log.seals import Seal
from ledger.store.evidence import Evidence


def audit(evidence: Evidence, evening: int) -> list[AuditFinding]:
    """Audit an evening by what the database says of it."""
    return list(examined(evidence, evening).findings)


def audit_stored(url: str | None, evening: int, seal: Seal | None = None) -> list[AuditFinding]:
    """Audit an evening of a database, and by a seal if there is one."""
    return list(examine(url, evening, seal).findings)
