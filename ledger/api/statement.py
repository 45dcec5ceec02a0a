"""The statement of an evening, as programs get it."""

from typing import Annotated

from msgspec import Meta, Struct

from ledger.api.fields import Day, EventNumber, OfEvening, SayingText, in_money
from ledger.api.settlement import PaymentMade, payments_made
from ledger.api.table import CostAnswer, Owed, TransferAnswer, cost_answers, transfer_answers
from ledger.projections.statement import Statement


class StatementCorrection(Struct, kw_only=True):
    """A correction that counts."""

    number: EventNumber
    saying: SayingText
    why: str


class StatementCount(Struct, kw_only=True):
    """A count, and what did not agree with it."""

    number: EventNumber
    saying: SayingText
    finding: str


class StatementAnswer(OfEvening, kw_only=True):
    """What an evening came to, ready to be signed."""

    title: str
    on: Day | None
    at: str | None
    closed: bool
    players: list[str]
    games: Annotated[dict[str, dict[str, int]], Meta(description="Won (+) or lost (−) by each player in each game.")]
    won: dict[str, int]
    costs: list[CostAnswer]
    corrections: list[StatementCorrection]
    counts: list[StatementCount]
    paid: list[PaymentMade]
    owed: Owed
    transfers: list[TransferAnswer]
    seal: str


def statement_answer(number: int, statement: Statement) -> StatementAnswer:
    """Return the statement of the evening of this number."""
    return StatementAnswer(
        evening=number,
        **in_money(statement.money),
        title=statement.title,
        on=statement.on,
        at=statement.at,
        closed=statement.closed,
        players=list(statement.players),
        games=statement.games,
        won=statement.won,
        costs=cost_answers(statement.costs),
        corrections=[
            StatementCorrection(number=line.number, saying=line.saying, why=line.why) for line in statement.corrections
        ],
        counts=[
            StatementCount(number=line.number, saying=line.saying, finding=line.finding) for line in statement.counts
        ],
        paid=payments_made(statement.paid),
        owed=statement.owed,
        transfers=transfer_answers(statement.transfers),
        seal=statement.seal,
    )
