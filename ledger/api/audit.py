"""What an audit found, as programs get it."""

from collections.abc import Iterable, Mapping
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType, field

from ledger.api.fields import InMoney, NumberedSaying, answer, in_money
from ledger.api.log import numbered
from ledger.api.table import TransferAnswer
from ledger.audit import AuditFinding, AuditReport, SinceSeal


class SinceSealAnswer(InMoney, kw_only=True):
    """The sayings after a seal that holds, and who paid whom then and pays whom now.

    `then` is when the evening was sealed.
    """

    sayings: list[NumberedSaying] = field(name="said")
    then: list[TransferAnswer]
    now: list[TransferAnswer]


class AuditFindingAnswer(Struct, kw_only=True):
    """Something that an audit found."""

    evening: Annotated[
        int | None, Meta(description="null: it is about the database or the club, and no evening by itself.")
    ]
    code: str
    event: int | None
    wrong: str
    remedy: str


class ClubAuditAnswer(Struct, kw_only=True):
    """The log of the club that was looked at."""

    events: int


class AuditAnswer(Struct, kw_only=True):
    """Everything that an audit found."""

    evenings: list[int]
    findings: list[AuditFindingAnswer]
    events: Annotated[int, Meta(description="How many events were looked at.")]
    deals: int
    remarks: list[str]
    since: SinceSealAnswer | UnsetType = UNSET
    club: ClubAuditAnswer | UnsetType = UNSET


def audit_answer(
    reports: Mapping[int, AuditReport], findings: Iterable[tuple[int | None, AuditFinding]], since: SinceSeal | None
) -> AuditAnswer:
    """Return what an audit found.

    Each finding has its evening, or None if it is about the database.
    """
    return AuditAnswer(
        evenings=list(reports),
        findings=[answer(finding, AuditFindingAnswer, evening=evening) for evening, finding in findings],
        events=sum(report.events for report in reports.values()),
        deals=sum(report.deals for report in reports.values()),
        remarks=[
            f"evening {evening}: {remark}" if len(reports) > 1 else remark
            for evening, report in reports.items()
            for remark in report.remarks
        ],
        since=_since_seal(since) if since else UNSET,
    )


def _since_seal(since: SinceSeal) -> SinceSealAnswer:
    return answer(since, SinceSealAnswer, **in_money(since.money), sayings=numbered(since.sayings, since.money))
