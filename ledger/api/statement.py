"""The statement of an evening, as programs get it."""

from typing import Annotated

from msgspec import Meta

from ledger.api.fields import OfEvening, answer, in_money
from ledger.api.settlement import PaymentMade
from ledger.api.table import CostAnswer, Owed, TransferAnswer
from ledger.core.fields import Day
from ledger.projections.statement import CorrectionLine, CountLine, Statement


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
    corrections: list[CorrectionLine]
    counts: list[CountLine]
    paid: list[PaymentMade]
    owed: Owed
    transfers: list[TransferAnswer]
    seal: str


def statement_answer(number: int, statement: Statement) -> StatementAnswer:
    """Return the statement of the evening of this number."""
    return answer(statement, StatementAnswer, evening=number, **in_money(statement.money))
