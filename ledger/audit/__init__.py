"""The audit: everything checked again from the first event, by independent checks made as the log is gone through.

Each check gives all that it finds, one finding for a cause: what follows from it is counted with it. An audit goes by
the database as it is, never writes, and never fails: what cannot be checked is a finding too. No more of the log is
held than a replay needs.
"""

from ledger.audit.finding import DERIVED_CODES, AuditFinding
from ledger.audit.report import CHECKS, Examined, SinceSeal, audit, audit_stored, examine

__all__ = [
    "CHECKS",
    "DERIVED_CODES",
    "AuditFinding",
    "Examined",
    "SinceSeal",
    "audit",
    "audit_stored",
    "examine",
]
