"""How an evening stands, as programs get it."""

from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from ledger.api.fields import answer, in_money
from ledger.api.forms import ExpectingAnswer, expecting_with_forms
from ledger.api.payees import WayAnswer
from ledger.core.books import Posting
from ledger.core.fields import Amount, Cite, CounterValue, EveningId, EventNumber, FileName, HexDigest, MoneyCode, Unit
from ledger.projections.clock import ClockReading
from ledger.projections.summary import EveningSummary, summary

if TYPE_CHECKING:
    from ledger.recorder import Session

Owed = Annotated[dict[str, int], Meta(description="Still to receive (+) or to pay (−); they sum to nothing.")]


class ScoreAnswer(Struct, kw_only=True):
    """What the open game counts besides money."""

    of: Annotated[str, Meta(description="What is counted: points.")]
    teams: Annotated[list[list[str]], Meta(description="The players of each side; a player alone is one too.")] = field(
        name="sides"
    )
    values: Annotated[list[int], Meta(description="The count of each side.")]
    best: Literal["high", "low"]
    target: Annotated[int | None, Meta(description="The count at which the game is over.")]


class FindingAnswer(Struct, kw_only=True):
    """Something in an evening that does not agree."""

    code: str
    event: EventNumber
    message: str


class TransferAnswer(Struct, kw_only=True):
    """A payment that should be made."""

    payer: str = field(name="from")
    payee: str = field(name="to")
    amount: Amount
    methods: list[WayAnswer] | UnsetType = field(name="ways", default=UNSET)


class PostingAnswer(Struct, kw_only=True):
    """A movement of counters between two accounts, players or pools."""

    event: EventNumber
    payer: str = field(name="from")
    payee: str = field(name="to")
    amount: Amount
    why: str
    cite: Cite


class CostAnswer(Struct, kw_only=True):
    """A common cost: who paid what of it, and the share of each."""

    event: EventNumber
    what: str
    amount: Amount
    paid: dict[str, int]
    shares: dict[str, int]


class HowItStands(Struct, kw_only=True):
    """How an evening stands."""

    title: str
    money: MoneyCode
    unit: Unit
    counter: CounterValue
    players: list[str]
    events: Annotated[int, Meta(description="How many events were recorded.")]
    balances: Annotated[dict[str, int], Meta(description="Won (+) or lost (−) at play, of every player.")]
    pools: Annotated[dict[str, int], Meta(description="The pools that are not empty.")]
    multiplier: int
    carry: Annotated[dict[str, dict[str, Any]], Meta(description="What the open game carries to its next deal.")]
    score: ScoreAnswer | UnsetType = UNSET
    owed: Owed
    transfers: list[TransferAnswer]
    costs: list[CostAnswer]
    expecting: ExpectingAnswer
    findings: list[FindingAnswer]
    head: HexDigest


class ReplayAnswer(HowItStands, kw_only=True):
    """An evening from a file."""

    file: FileName | UnsetType = UNSET


class TableAnswer(HowItStands, kw_only=True):
    """An evening of the database."""

    evening: EveningId
    in_front: Annotated[dict[str, int], Meta(description="The counters in front of each.")]
    closed: bool
    clock: ClockReading | UnsetType = UNSET


def table_answer(session: "Session") -> TableAnswer:
    """Return how an evening stands; what may be said comes as forms too."""
    evening, reading = session.evening, session.clock()
    total = summary(evening)
    return answer(
        total,
        TableAnswer,
        **in_money(total.money),
        score=total.score or UNSET,
        expecting=expecting_with_forms(session),
        findings=[*session.findings, *evening.untold()],
        evening=session.id,
        events=session.number,
        in_front={player: evening.in_front(player) for player in evening.books.balances},
        closed=evening.closed,
        head=session.head,
        clock=reading or UNSET,
    )


def replay_answer(total: EveningSummary, events: int, head: str, file: str | UnsetType = UNSET) -> ReplayAnswer:
    """Return how the evening of a file stands.

    `events` is how many it has; `file` is the name of the file if there are several.
    """
    figures = {**in_money(total.money), "score": total.score or UNSET}
    return answer(total, ReplayAnswer, **figures, file=file, events=events, head=head)


def posting_answer(posting: Posting) -> PostingAnswer:
    """Return a movement of counters."""
    return answer(posting, PostingAnswer, payer=str(posting.payer), payee=str(posting.payee))
