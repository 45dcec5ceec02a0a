"""The explanation of a figure, as programs get it."""

from collections.abc import Iterable, Sequence
from typing import Annotated

from msgspec import Meta, Struct, field

from ledger.api.fields import OfEvening, answer, answers, in_money
from ledger.api.settlement import PaymentMade
from ledger.api.table import PostingAnswer, TransferAnswer, posting_answer
from ledger.core.books import Account, Debt, Posting
from ledger.core.fields import Amount, EventNumber, SayingText
from ledger.core.money import Money
from ledger.projections.explanation import Curve, ExplainedLine, OutsidePayment
from ledger.projections.reconciliation import CheckedCount
from ledger.projections.settlement import Between
from ledger.projections.through_pools import WonFrom


class PaidLine(Struct, kw_only=True):
    """Something paid outside play."""

    event: EventNumber
    saying: SayingText
    amount: Amount
    owed: Amount


class CostLine(PaidLine, kw_only=True):
    """A common cost: what the player paid of it (+), less the player's share (−)."""

    what: str


class ExplanationAnswer(OfEvening, kw_only=True):
    """Every movement behind the figure of an account."""

    account: str
    lines: list[ExplainedLine]
    balance: Amount
    paid: list[PaidLine]
    costs: list[CostLine]


class BetweenAnswer(OfEvening, kw_only=True):
    """The movements directly between two players, and the payment between them.

    The payments are the fewest that settle the evening. They are not what passed between any two players.
    """

    account: str
    other: str
    lines: Annotated[list[ExplainedLine], Meta(description="What moved directly between them, as `account` sees it.")]
    balance: Annotated[int, Meta(description="What that comes to for `account`, in the smallest unit.")]
    balances: Annotated[dict[str, int], Meta(description="What each of the two has won or lost on the whole.")]
    owed: Annotated[dict[str, int], Meta(description="What each of the two is still to receive (+) or to pay (−).")]
    transfer: Annotated[TransferAnswer | None, Meta(description="What one pays the other to settle; null: nothing.")]
    paid: list[PaymentMade]
    through_pools: Annotated[int, Meta(description="What `account` has won from `other` through pools.")]
    costs: Annotated[list[PostingAnswer], Meta(description="What each of the two owes the other of common costs.")]


class MovementRow(PostingAnswer, kw_only=True):
    """A movement, with its deal and the saying that caused it."""

    deal: int
    saying: SayingText


class MovementsAnswer(OfEvening, kw_only=True):
    """Every movement of the whole evening, of a deal or of an event."""

    movements: list[MovementRow]


class PlayerCount(Struct, kw_only=True):
    """What a player had by counting and by the log."""

    player: str
    count: Amount = field(name="counted")
    by_log: Amount
    agreed: Annotated[int | None, Meta(description="The event of the player's last count that agreed.")]
    deals: Annotated[tuple[int, ...], Meta(description="The deals since then that moved the player's counters.")]
    difference: Amount


class CountAnswer(OfEvening, kw_only=True):
    """A count beside what the log says, player by player."""

    event: EventNumber
    counts: list[PlayerCount] = field(name="counted")


class CurveAnswer(OfEvening, kw_only=True):
    """Everybody's counters after each event that moved any."""

    events: list[EventNumber]
    courses: dict[str, list[int]]


def explanation_answer(
    evening: int, money: Money, account: Account, lines: Sequence[ExplainedLine], outside: Sequence[OutsidePayment]
) -> ExplanationAnswer:
    """Return every movement behind a figure, and what was paid outside play, common costs apart."""
    return ExplanationAnswer(
        evening=evening,
        **in_money(money),
        account=str(account),
        lines=list(lines),
        balance=lines[-1].balance if lines else 0,
        paid=answers((payment for payment in outside if not payment.what), PaidLine),
        costs=answers((payment for payment in outside if payment.what), CostLine),
    )


def between_answer(
    evening: int,
    money: Money,
    players: tuple[str, str],
    lines: Sequence[ExplainedLine],
    between: Between,
    paid: Iterable[Debt],
    won: WonFrom,
    costs: Iterable[Posting],
) -> BetweenAnswer:
    """Return what moved between two players, how both stand, and who pays whom."""
    account, other = players
    return answer(
        between,
        BetweenAnswer,
        evening=evening,
        **in_money(money),
        account=account,
        other=other,
        lines=lines,
        balance=lines[-1].balance if lines else 0,
        paid=list(paid),
        through_pools=won.through_pools,
        costs=list(map(posting_answer, costs)),
    )


def movements_answer(evening: int, money: Money, movements: Iterable[tuple[str, Posting]]) -> MovementsAnswer:
    """Return movements, each with the saying that caused it."""
    rows = [
        answer(posting_answer(posting), MovementRow, deal=posting.deal, saying=saying) for saying, posting in movements
    ]
    return MovementsAnswer(evening=evening, **in_money(money), movements=rows)


def count_answer(evening: int, money: Money, event: int, counts: Iterable[CheckedCount]) -> CountAnswer:
    """Return who was over or short at the count of an event."""
    return CountAnswer(evening=evening, **in_money(money), event=event, counts=answers(counts, PlayerCount))


def curve_answer(evening: int, money: Money, curve: Curve) -> CurveAnswer:
    """Return everybody's counters through the evening."""
    courses = {player: list(balances) for player, balances in curve.balances.items()}
    return CurveAnswer(evening=evening, **in_money(money), events=list(curve.events), courses=courses)
