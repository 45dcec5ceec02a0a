"""Check an evening again from its first event, by independent checks.

Each check returns a finding for each cause, and counts the consequences of the cause with it. An audit reads the
database as it is, writes nothing and never fails: what cannot be checked is a finding too.
"""

from ledger.audit.finding import DERIVED_CODES, AuditFinding
from ledger.audit.report import CHECKS, AuditReport, SinceSeal, examine

__all__ = [
    "CHECKS",
    "DERIVED_CODES",
    "AuditFinding",
    "AuditReport",
    "SinceSeal",
    "examine",
]
