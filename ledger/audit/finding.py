"""The findings of an audit, and their remedies."""

import msgspec


class AuditFinding(msgspec.Struct, frozen=True):
    """A fault: the check that found it, the event, and what to do."""

    code: str
    event: int | None
    wrong: str
    remedy: str

    @property
    def in_play(self) -> bool:
        """Return whether the finding is about sayings at the table, in a sound log."""
        return self.code in IN_PLAY


IN_PLAY = ("count", "close", "irregularity", "pool", "time", "rules", "payee")
"""The codes of findings in a log that is what was recorded."""
DERIVED_CODES = ("totals", "evening")
"""The codes of findings in data beside the log, which can be made anew from it."""
CAUSES = ("number", "unreadable", "altered", "digest", "lost")
"""The codes of changes of the log itself."""

RESTORE = "Take the log from an export or a copy of the database that was kept"
LAST_TRACE = f"{RESTORE}; until then keep this database as it is, for what lies beside the log is the last trace of it"
DERIVED = "It is derived from the log: card-ledger db rebuild makes it anew"
