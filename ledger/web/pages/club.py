"""The pages over many evenings: standings, persons, settling all, and seasons."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, HTTPException, Query, Request, Response
from fastapi.responses import RedirectResponse

from ledger.core.refusals import Code, Refusal, RefusedLine
from ledger.language.of_the_club import person_name
from ledger.language.payees import read_way
from ledger.projections.accounts import of_the_club, people, person_named_here
from ledger.projections.running import accounts_of
from ledger.projections.standings import together
from ledger.recorder import Recorder
from ledger.recorder.payees import Payees
from ledger.recorder.paying import propose
from ledger.recorder.seasons import read_season, read_yearbook
from ledger.web import club_view, settle_view
from ledger.web.pages.rendering import page
from ledger.web.requests import Asked, FormFields, Payee, Payer, hub_of, moneys_of, name_of, reading_all, records

router = APIRouter(include_in_schema=False)

BACK = ("/person", "/settle-all", "/standings", "/season")
"""The pages to return to after a saying."""


@contextmanager
def _recording(request: Request) -> Iterator[Recorder]:
    """Yield a recorder for the whole club, if the request may record."""
    if not records(request):
        raise HTTPException(403, "this link only watches")
    hub = hub_of(request)
    with hub.recorders.held():
        yield Recorder(hub.store, name_of(request), known=hub.known)


def _page(request: Request, template: str, here: str, status: int = 200, **values: Any) -> Response:
    return page(request, template, status, number=0, tabs=club_view.TABS, here=here, **values)


@router.get("/standings")
def standings(request: Request) -> Response:
    """Answer with everybody's winnings and losses over all evenings."""
    with reading_all(request) as recorder:
        moneys = together(recorder.persons(recorder.played_since()))
    return _page(request, "standings.html", "/standings", heading="Standings", moneys=moneys)


@router.get("/person")
def person(request: Request, name: Asked) -> Response:
    """Answer with a person: the names, the account, and for recorders how the person is paid."""
    return _person(request, name)


def _person(request: Request, name: str, alert: dict[str, Any] | None = None, status: int = 200) -> Response:
    with reading_all(request) as recorder:
        log, played = recorder.club(), recorder.played_since(by_rules=False)
        club = log.club
        rows = people(played, club)
        try:
            called = person_named_here(rows, name)
        except Refusal as refusal:
            raise HTTPException(404, refusal.clause if hasattr(refusal, "clause") else refusal.sentence) from refusal
        moneys = of_the_club(played, club)
        row = next(row for row in rows if row.person == called)
        view = club_view.person(row, rows, accounts_of(called, moneys))
        if records(request):
            view |= club_view.ways(Payees(recorder.store, log).methods_of(called))
            view["on_server"] = recorder.store.database.far
    response = _page(request, "person.html", "/standings", status, heading=called, alert=alert, up="/standings",
                     up_name="standings", **view)  # fmt: skip
    response.headers["Cache-Control"] = "no-store"
    return response


@router.post("/person/ways")
def keep_ways(request: Request, fields: FormFields) -> Response:
    """Keep how a person is paid, as it was typed under that person's name."""
    values = {name: value.strip() for name, value in fields}
    name = values.get("name", "")
    try:
        new = [
            read_way(way, values[way], values.get("holder", "") if way == "iban" else "",
                     values.get("bic", "") if way == "iban" else "")
            for way in ("iban", "upi", "swish", "paypal", "link")
            if values.get(way)
        ]  # fmt: skip
        with _recording(request) as recorder:
            log = recorder.club()
            rows = people(recorder.totals_listed(), log.club)
            called = person_named_here(rows, name)
            if recorder.store.database.far:  # a link knows no person
                sentence = f"on a server how {called} is paid is changed by {called} or the secretary, not by a link"
                raise Refusal(Code.NOT_NOW, sentence, f"card-ledger payee {called}")
            payees = Payees(recorder.store, log)
            if new and not any(row.known for row in rows if row.person == called):
                log.record([f"person {person_name(called)}"])
            gone = [way for way in payees.methods_of(called) if not values.get(way)]
            if gone:
                payees.forget(called, gone)
            if new:
                payees.keep(called, new)
    except (Refusal, RefusedLine) as refusal:
        return _person(request, name, _alert("It was not kept", refusal), 409)
    return RedirectResponse(f"/person?{urlencode({'name': called})}", 303)


def _alert(heading: str, refusal: Refusal | RefusedLine) -> dict[str, Any]:
    why = refusal.refusal if isinstance(refusal, RefusedLine) else refusal
    return {"heading": heading, "text": why.message}


@router.post("/club/say")
def say(request: Request, fields: FormFields) -> Response:
    """Record a saying of the club, and go back to the page from which it came."""
    values = dict(fields)
    back = values.get("back", "")
    if not back.startswith(BACK):
        back = BACK[-2]
    try:
        with _recording(request) as recorder:
            recorder.club().record([values.get("saying", "")], values.get("key") or None)
    except (Refusal, RefusedLine) as refusal:
        if back.startswith("/person"):
            return _person(request, values.get("name", ""), _alert("It was not recorded", refusal), 409)
        return _settling(request, _alert("It was not recorded", refusal), 409)
    return RedirectResponse(back, 303)


@router.get("/settle-all")
def settle_all(request: Request) -> Response:
    """Answer with who pays whom over all evenings."""
    return _settling(request)


def _settling(request: Request, alert: dict[str, Any] | None = None, status: int = 200) -> Response:
    with reading_all(request) as recorder:
        log = recorder.club()
        plans = [(several, club_view.planned(several).transfers) for several in moneys_of(recorder)]
    return _page(request, "settle_all.html", "/settle-all", status, heading="Settle all", alert=alert, plans=plans,
                 paid=log.club.payments[::-1], newest=club_view.newest(log))  # fmt: skip


@router.post("/settle-all")
def pay_all(request: Request, fields: FormFields) -> Response:
    """Record a payment over all evenings; ask first if it is more than is owed."""
    values = dict(fields)
    named, amount = (values.get("from", ""), values.get("to", "")), values.get("amount", "").strip()
    try:
        with _recording(request) as recorder:
            log = recorder.club()
            played = recorder.played_since(by_rules=False)
            played = [evening for evening in played if evening.totals.money == values.get("money", "")]
            proposed = propose(played, log.club, named, amount, (), None)
            if proposed.odd and values.get("yes") != "1":
                asked = {"heading": f"{proposed.odd}.", "text": "Write it all the same?", "pay": values}
                return _settling(request, asked, 409)
            log.record(proposed.sayings, values.get("key") or None)
    except (Refusal, RefusedLine) as refusal:
        return _settling(request, _alert("It was not recorded", refusal), 409)
    return RedirectResponse("/settle-all", 303)


@router.get("/settle-all/pay")
def pay(request: Request, payer: Payer, payee: Payee, money: Asked) -> Response:
    """Answer with a payment of the joint plan: how the payee is paid, and what to send."""
    if not records(request):
        raise HTTPException(403, "this link only watches")
    with reading_all(request) as recorder:
        payees = Payees(recorder.store, recorder.club())
        for part in (club_view.planned(several) for several in moneys_of(recorder) if several.money.code == money):
            for payment in part.transfers:
                if (payment.payer, payment.payee) == (payer, payee):
                    view = settle_view.payment_shown(payment, part, payees)
                    response = _page(request, "pay.html", "/settle-all", heading="Pay", up="/settle-all",
                                     up_name="settle all", **view)  # fmt: skip
                    response.headers["Cache-Control"] = "no-store"
                    return response
    raise HTTPException(404, "nothing is to be paid there")


@router.get("/season")
def season(request: Request, title: Asked = "", year: Annotated[int | None, Query(ge=1, le=9999)] = None) -> Response:
    """Answer with the newest season, or that of a title, and the records of a year."""
    values: dict[str, Any] = {"season": None, "records_of_year": None, "years": []}
    with reading_all(request) as recorder:
        seasons = list(recorder.club().club.seasons.values())
        try:
            chosen, table = read_season(recorder, title or None)
            others = [other.rules.title for other in seasons if other.event != chosen.event]
            values["season"] = club_view.season(chosen.rules, table, chosen.ended, others)
        except Refusal as refusal:
            if title or refusal.code is not Code.NOT_NOW:
                values["alert"] = _alert("The season cannot be shown", refusal)
        played = recorder.played_since()
        if played:
            values["years"] = sorted({int(evening.totals.day[:4]) for evening in played})
            if year is None or year in values["years"]:
                values["records_of_year"] = read_yearbook(recorder, year)
    return _page(request, "season.html", "/season", heading="Season", **values)
