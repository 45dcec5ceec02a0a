"""Who pays whom, as programs get it."""

from typing import TYPE_CHECKING, Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType, field

from ledger.api.fields import InMoney, OfEvening, answer, answers, in_money
from ledger.api.refusals import ErrorAnswer, error_answer
from ledger.api.table import CostAnswer, ScoreAnswer, TransferAnswer
from ledger.core.fields import Amount, Day, EveningId, EventNumber, MoneyCode
from ledger.core.refusals import Refusal
from ledger.projections.accounts import TogetherWith
from ledger.projections.settlement import EveningSettlement, game_standing
from ledger.projections.standings import Together
from ledger.projections.totals import costs_of

if TYPE_CHECKING:
    from ledger.recorder import LiveEvening, Session


class PaymentMade(Struct, kw_only=True):
    """A debt that was paid."""

    evening: EveningId | UnsetType = UNSET
    event: EventNumber
    payer: str = field(name="from")
    payee: str = field(name="to")
    amount: Amount


class ClubPaymentAnswer(Struct, kw_only=True):
    """A payment of the club over many evenings."""

    event: Annotated[int, Meta(description="Its number in the club's log.")]
    payer: str = field(name="from")
    payee: str = field(name="to")
    amount: Amount
    money: MoneyCode
    evenings: list[EveningId] = field(name="for")
    on: Day


class TogetherAnswer(Struct, kw_only=True):
    """How an evening is settled together with others, by payments of the club."""

    payments: list[int]
    evenings: list[EveningId]
    open: Annotated[dict[str, int], Meta(description="What of this evening is still open.")]
    settled: bool


class GameStandingAnswer(Struct, kw_only=True):
    """A game that is not over, and what it would come to."""

    game: str
    score: ScoreAnswer
    transfers: Annotated[list[TransferAnswer] | None, Meta(description="Who would pay whom if the game ended now.")]


class SettlementAnswer(OfEvening, kw_only=True):
    """Who pays whom."""

    owed: dict[str, int]
    transfers: list[TransferAnswer]
    fewest: Annotated[bool, Meta(description="Whether it is known that there are no fewer payments.")]
    over: Annotated[int, Meta(description="By how many at most these are more than the fewest.")]
    rest: Annotated[dict[str, int], Meta(description="What no coin pays.")]
    paid: list[PaymentMade]
    costs: list[CostAnswer]
    together: TogetherAnswer | None
    standing: Annotated[GameStandingAnswer, Meta(description="The game that is not over.")] | UnsetType = UNSET
    rules_changed: Annotated[str, Meta(description="Why the balances are those agreed at the close.")] | UnsetType = (
        UNSET
    )


class MoneySettlement(InMoney, kw_only=True):
    """Who pays whom of several evenings in one money.

    `refused` and `error` are there only if it cannot be settled as it was asked.
    """

    evenings: list[EveningId]
    club: Annotated[list[ClubPaymentAnswer], Meta(description="The payments of the club that count.")]
    names: Annotated[dict[str, list[str]], Meta(description="The names by which the tables called each.")]
    owed: dict[str, int] | UnsetType = UNSET
    transfers: list[TransferAnswer] | UnsetType = UNSET
    fewest: bool | UnsetType = UNSET
    over: int | UnsetType = UNSET
    rest: dict[str, int] | UnsetType = UNSET
    paid: list[PaymentMade] | UnsetType = UNSET
    refused: str | UnsetType = UNSET
    error: ErrorAnswer | UnsetType = UNSET


class SettlementTextAnswer(OfEvening, kw_only=True):
    """The settlement as a text to send; to one person, or to all."""

    text: str
    person: str | None


class MoneyText(InMoney, kw_only=True):
    """The settlement of several evenings in one money, as a text to send."""

    evenings: list[EveningId]
    text: str
    person: str | None


class SettlementTextsAnswer(Struct, kw_only=True):
    """The settlement of several evenings as texts to send, each money by itself."""

    since: Day | None
    until: Day | None
    moneys: list[MoneyText]


class SettlementsAnswer(Struct, kw_only=True):
    """Who pays whom of several evenings, each money by itself."""

    since: Day | None
    until: Day | None
    moneys: list[MoneySettlement]
    checked: Annotated[bool, Meta(description="That every log was seen to be what was recorded: always true.")]


def settlement_answer(
    live: "LiveEvening | Session", settled: EveningSettlement, together: TogetherWith | None = None
) -> SettlementAnswer:
    """Return who pays whom in an evening, and what has been paid already."""
    evening = live.evening
    standing = game_standing(evening)
    return answer(
        settled,
        SettlementAnswer,
        evening=live.id,
        **in_money(evening.money),
        paid=evening.bank.state.debts,
        costs=list(costs_of(evening)),
        together=together,
        standing=answer(standing, GameStandingAnswer, game=standing.title) if standing else UNSET,
        rules_changed=live.rules_changed or UNSET,
    )


def money_settlement(together: Together, settled: EveningSettlement, paid: list[PaymentMade]) -> MoneySettlement:
    """Return who pays whom of several evenings in one money, and what has been paid already."""
    return answer(settled, MoneySettlement, **_of_money(together), paid=paid)


def refused_settlement(together: Together, refusal: Refusal) -> MoneySettlement:
    """Return why several evenings in one money cannot be settled as it was asked."""
    return MoneySettlement(**_of_money(together), refused=refusal.message, error=error_answer(refusal))


def _of_money(together: Together) -> dict[str, Any]:
    """Return the fields of a settlement that follow from its evenings alone."""
    evenings, club = [evening.id for evening in together.played], answers(together.payments, ClubPaymentAnswer)
    return {**in_money(together.money), "evenings": evenings, "club": club, "names": together.words()}


def payments_of(together: Together) -> list[PaymentMade]:
    """Return the debts that have been paid in several evenings."""
    return [
        answer(debt, PaymentMade, evening=evening.id) for evening in together.played for debt in evening.totals.debts
    ]
