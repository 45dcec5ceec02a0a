"""What a saying meant, as programs get it."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType, field

from ledger.api.fields import OfEvening, answer, in_money
from ledger.api.forms import ExpectingAnswer, expecting_with_forms, form_as_json
from ledger.api.table import CostAnswer, FindingAnswer, PostingAnswer, posting_answer
from ledger.core.fields import EventNumber, SayingText
from ledger.projections.opening import UsualTable, usual_games
from ledger.recorder import RecordedLine, RecordResult, Session


class DealOverAnswer(Struct, kw_only=True):
    """A deal that a saying ended; `silent` if nobody said how it came out."""

    deal: int
    event: int
    silent: bool
    changes: Annotated[dict[str, int], Meta(description="What each has won or lost in it, in the smallest unit.")]
    leaves: tuple[str, ...]


class CorrectionAnswer(Struct, kw_only=True):
    """An event that a correction has changed.

    It no longer counts, counts again, or counts as another saying.
    """

    event: EventNumber
    was: Annotated[str, Meta(description="As which saying it counted before; empty if it did not count.")]
    now: Annotated[str, Meta(description="As which saying it counts now; empty if it does not count.")]


class SayingAnswer(Struct, kw_only=True):
    """A saying that was recorded, and what came of it."""

    number: EventNumber
    saying: SayingText
    assumed: Annotated[str, Meta(description="What was assumed to have been said before it; empty if nothing was.")]
    postings: list[PostingAnswer]
    changes: Annotated[dict[str, int], Meta(description="What a correction has changed in the balances.")]
    owed_changes: Annotated[dict[str, int], Meta(description="What a correction has changed in what is owed.")]
    corrected: Annotated[list[CorrectionAnswer], Meta(description="The events that a correction has changed.")]
    remarks: tuple[str, ...]
    over: DealOverAnswer | None
    costs: Annotated[list[CostAnswer], Meta(description="The common cost that it told of, if it did.")]
    findings: list[FindingAnswer]


class OpenAnswer(OfEvening, kw_only=True):
    """An evening that was opened."""

    sayings: list[SayingAnswer] = field(name="said")
    asks: Annotated[str, Meta(description="What is awaited, as a clause; empty if no game is open.")]
    expecting: ExpectingAnswer
    like: Annotated[int, Meta(description="There if it was opened like this evening.", ge=1)] | UnsetType = UNSET


class RecordAnswer(OpenAnswer, kw_only=True):
    """What a saying meant, and what is awaited after it."""

    again: (
        Annotated[bool, Meta(description="There, and true, if it was recorded before under its key.")] | UnsetType
    ) = UNSET
    undone_by: (
        Annotated[int, Meta(description="There if it was taken back since, by the event of this number.", ge=1)]
        | UnsetType
    ) = UNSET
    written: Annotated[bool, Meta(description="False if it was only tried (`--dry-run`).")]


def open_answer(session: Session, result: RecordResult, usual: UsualTable | None = None) -> OpenAnswer:
    """Return what opened an evening, and what is awaited now, the usual games first."""
    expecting = expecting_with_forms(session)
    if usual is not None and expecting.around is not UNSET:
        expecting.around = [*map(form_as_json, usual_games(usual)), *expecting.around]
    return answer(
        result,
        OpenAnswer,
        evening=session.id,
        **in_money(result.money),
        sayings=list(map(saying_answer, result.said)),
        expecting=expecting,
        like=usual.evening if usual is not None else UNSET,
    )


def record_answer(session: Session, result: RecordResult, written: bool = True) -> RecordAnswer:
    """Return what was recorded in an evening, or only tried, and what is awaited now."""
    return answer(
        result,
        RecordAnswer,
        evening=session.id,
        **in_money(result.money),
        sayings=list(map(saying_answer, result.said)),
        expecting=expecting_with_forms(session),
        again=True if result.again else UNSET,
        undone_by=result.undone_by or UNSET,
        written=written,
    )


def saying_answer(line: RecordedLine) -> SayingAnswer:
    """Return a saying that was recorded, and what came of it."""
    return answer(
        line,
        SayingAnswer,
        postings=list(map(posting_answer, line.postings)),
        changes=line.changes or {},
        owed_changes=line.owed or {},
        costs=[line.cost] if line.cost else [],
    )
