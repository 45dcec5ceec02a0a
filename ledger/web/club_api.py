"""The API over many evenings: persons, standings, payments of the club, and seasons.

Every answer is what the command of the same name prints with `--json`, and of the same declared shape.
"""

from typing import Annotated

from fastapi import APIRouter, HTTPException, Path, Query, Request, Response
from pydantic import BaseModel, Field

from ledger.api.club import PayAnswer, PersonsAnswer, pay_answer, persons_answer
from ledger.api.refusals import refusal_answer
from ledger.api.seasons import SeasonAnswer, SeasonsAnswer, season_answer, seasons_answer
from ledger.api.settlement import SettlementsAnswer, money_settlement, payments_of
from ledger.api.standings import StandingsAnswer, standings_answer
from ledger.core.refusals import Code, Refusal, RefusedLine
from ledger.projections.accounts import people
from ledger.projections.settlement import settlement_together
from ledger.projections.standings import together
from ledger.recorder import Recorder
from ledger.recorder.paying import after, payment_of, propose, sent_before
from ledger.recorder.seasons import read_season
from ledger.store.keys import LONGEST_KEY
from ledger.web.answers import WRITING, JsonAnswer, described
from ledger.web.requests import hub_of, moneys_of, name_of, reading_all, records

router = APIRouter(prefix="/api")

SHAPES = (PayAnswer, PersonsAnswer, SeasonAnswer, SeasonsAnswer, SettlementsAnswer, StandingsAnswer)
"""The shapes of its answers."""
Day = Annotated[str | None, Query(pattern=r"[0-9]{4}-[0-9]{2}-[0-9]{2}", description="A day, as 1898-12-26.")]
STATUS_OF = {Code.UNKNOWN_PLAYER: 404, Code.NOT_NOW: 404, Code.BAD_AMOUNT: 422, Code.UNREADABLE: 422}
"""The status of a refusal by its code; of any other it is 409."""


class NewPayment(BaseModel):
    """A payment between two persons over many evenings."""

    payer: str = Field(max_length=400, description="Who pays.")
    payee: str = Field(max_length=400, description="Who is paid.")
    amount: str | None = Field(
        default=None, max_length=40, description="How much, as €1.50; without it that line of the plan."
    )
    evenings: list[int] = Field(default=[], max_length=200, description="For which evenings; else the oldest debts.")
    on: str | None = Field(default=None, max_length=40, description="The day on which it was paid; else today.")
    key: str | None = Field(
        default=None, min_length=1, max_length=LONGEST_KEY, description="A key of its own: it is recorded once."
    )
    yes: bool = Field(default=False, description="Write it though it is more than is owed.")


def _refused(refusal: Refusal | RefusedLine) -> Response:
    return JsonAnswer(refusal_answer(refusal), STATUS_OF.get(refusal.code, 409))


@router.get("/persons", response_class=JsonAnswer, responses=described(PersonsAnswer))
def persons(request: Request) -> Response:
    """Answer with persons, and names of nobody, as `card-ledger person list --json`."""
    with reading_all(request) as recorder:
        return JsonAnswer(persons_answer(people(recorder.totals_listed(), recorder.club().club), None))


@router.get("/standings", response_class=JsonAnswer, responses=described(StandingsAnswer, 422))
def standings(request: Request, since: Day = None, until: Day = None) -> Response:
    """Answer with everybody's winnings and losses, as `card-ledger standings --json`."""
    with reading_all(request) as recorder:
        played = recorder.persons(recorder.played_since(since, until=until))
        return JsonAnswer(standings_answer(since, until, together(played)))


@router.get("/settlement", response_class=JsonAnswer, responses=described(SettlementsAnswer, 422))
def settlement(request: Request, since: Day = None, until: Day = None) -> Response:
    """Answer who pays whom over all evenings, as `card-ledger settle --all --json`."""
    with reading_all(request) as recorder:
        try:
            moneys = [
                money_settlement(several, settlement_together(several), payments_of(several))
                for several in moneys_of(recorder, since, until)
            ]
        except Refusal as refusal:
            return _refused(refusal)
        return JsonAnswer(SettlementsAnswer(since=since, until=until, moneys=moneys, checked=True))


@router.post("/payments", response_class=JsonAnswer, responses=described(PayAnswer, 404, *WRITING))
def pay(request: Request, new: NewPayment) -> Response:
    """Record a payment over many evenings, as `card-ledger pay --json`."""
    if not records(request):
        raise HTTPException(403, "this link only watches")
    hub, named = hub_of(request), (new.payer, new.payee)
    with hub.recorders.held():
        recorder = Recorder(hub.store, name_of(request), known=hub.known)
        try:
            played, log = recorder.played_since(by_rules=False), recorder.club()
            written = () if new.key is None else sent_before(log, played, named, new.amount, new.key)
            if not written:
                proposed = propose(played, log.club, named, new.amount, new.evenings, new.on)
                if proposed.odd and not new.yes:
                    return _refused(Refusal(Code.RULE, proposed.odd, 'Send "yes": true to write it all the same'))
                written = log.record(proposed.sayings, new.key)
            payment = payment_of(log, written[0].number, log.club)
            return JsonAnswer(pay_answer(written, payment, after(played, log.club, payment), written=True))
        except (Refusal, RefusedLine) as refusal:
            return _refused(refusal)


@router.get("/seasons", response_class=JsonAnswer, responses=described(SeasonsAnswer))
def seasons(request: Request) -> Response:
    """Answer with all seasons, as `card-ledger season list --json`."""
    with reading_all(request) as recorder:
        return JsonAnswer(seasons_answer(list(recorder.club().club.seasons.values())))


@router.get("/seasons/{title}", response_class=JsonAnswer, responses=described(SeasonAnswer, 404, 422))
def season(request: Request, title: Annotated[str, Path(max_length=400)]) -> Response:
    """Answer with the table of a season, as `card-ledger season TITLE --json`."""
    with reading_all(request) as recorder:
        try:
            return JsonAnswer(season_answer(*read_season(recorder, title)))
        except Refusal as refusal:
            return _refused(refusal)
