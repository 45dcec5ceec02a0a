"""The answers of the commands that look after a database."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType, field

from ledger.api.fields import answer
from ledger.core.fields import EveningId
from ledger.recorder.repair import UnreadableEvent, UnreadableTail
from ledger.recorder.without import PersonLeftOut


class StatusAnswer(Struct, kw_only=True):
    """Which schema the database has."""

    database: str
    schema: str | None
    wanted: str


class UpgradeAnswer(Struct, kw_only=True):
    """Which schema the database had, and has now."""

    database: str
    before: str | None
    schema: str


class DerivedChange(Struct, kw_only=True):
    """Derived data that differ from a replay, or the fault of a log that is left as it is."""

    evening: EveningId
    code: str
    event: int | None
    wrong: str


class RebuildAnswer(Struct, kw_only=True):
    """What was made anew from the logs."""

    evenings: list[int]
    changes: list[DerivedChange]
    left: list[DerivedChange]
    written: bool


class RepairAnswer(Struct, kw_only=True):
    """What was moved out of a log, or would be."""

    evening: Annotated[EveningId | None, Meta(description="The evening; null for the club.")]
    why: Annotated[str | None, Meta(description="Why the log cannot be read; null if it can.")]
    events: list[UnreadableEvent]
    repair: Annotated[int | None, Meta(description="The event of the club's log that tells of it.")]
    written: bool


class BackupAnswer(Struct, kw_only=True):
    """What is in the copy that was made."""

    database: str
    file: str
    evenings: int
    events: int


class CopyAnswer(Struct, kw_only=True):
    """What is in the database that was copied into."""

    source: str = field(name="from")
    to: str
    evenings: int
    events: int
    written: Annotated[int, Meta(description="How many of the events were not there before.")]
    without: list[PersonLeftOut] | UnsetType = UNSET


class GrantsAnswer(Struct, kw_only=True):
    """The statements that make the roles and give them their rights."""

    statements: str
    roles: list[str]


def repair_answer(tail: UnreadableTail, repair: int | None) -> RepairAnswer:
    """Return what is moved out of a log, and which event of the club's log tells of it."""
    return answer(tail, RepairAnswer, evening=tail.evening or None, repair=repair, written=repair is not None)
