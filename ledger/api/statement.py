"""The statement of an evening, as programs get it."""

from typing import Annotated

from msgspec import Meta

from ledger.api.fields import OfEvening, answers, in_money
from ledger.api.settlement import PaymentMade, payments_made
from ledger.api.table import CostAnswer, Owed, TransferAnswer
from ledger.core.fields import Day
from ledger.projections.statement import CorrectionLine, CountLine, Statement


class StatementCorrection(CorrectionLine, frozen=True):
    """A correction that counts."""


class StatementCount(CountLine, frozen=True):
    """A count, and what did not agree with it."""


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
        costs=answers(statement.costs, CostAnswer),
        corrections=answers(statement.corrections, StatementCorrection),
        counts=answers(statement.counts, StatementCount),
        paid=payments_made(statement.paid),
        owed=statement.owed,
        transfers=answers(statement.transfers, TransferAnswer),
        seal=statement.seal,
    )
