"""The pages of all evenings: those there are, and a new one."""

import re
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import RedirectResponse

from ledger.core.money import Money, MoneyError, currency_code
from ledger.core.refusals import Refusal, RefusedLine, printable
from ledger.web.api import NewEvening, opening_sayings
from ledger.web.hub import Hub, Rejected
from ledger.web.pages.rendering import page
from ledger.web.requests import FormFields, hub_of, name_of, records
from ledger.web.words import sentence

router = APIRouter(include_in_schema=False)

NAMES = re.compile(r'"[^"]+"|[^\s,;]+')
"""The names in a typed list of players; a name of two words stands in quotes."""
MONEYS = {"counters": "counters", "lsd": "£ s d", "GBP": "£ GBP", "EUR": "€ EUR", "USD": "$ USD"}
"""The moneys that are offered, with the labels of their buttons."""


@router.get("/")
def home(request: Request) -> Response:
    """Answer with the evenings."""
    with hub_of(request).readers.held() as lane:
        evenings = sorted(lane.store.evenings(), key=lambda evening: evening.id, reverse=True)
    if not evenings and records(request):
        return RedirectResponse("/evenings/new", 303)
    return page(request, "home.html", heading="Evenings", evenings=evenings, name=name_of(request), number=0)


@router.get("/evenings/new")
def new_evening(
    request: Request,
    like: Annotated[int | None, Query(alias="as")] = None,
    title: Annotated[str, Query(max_length=400)] = "",
    on: Annotated[str, Query(max_length=40)] = "",
    at: Annotated[str, Query(max_length=400)] = "",
    typed: Annotated[str, Query(alias="players", max_length=4000)] = "",
) -> Response:
    """Answer with the form of a new evening, filled in with the players of the last one."""
    last = _last(hub_of(request), like)
    values = {"title": title, "players": last["players"] if last and like else [], "more": typed,
              "money": last["money"] if last else "", "counter": last["counter"] if last else "",
              "on": on, "at": at, "open": False}  # fmt: skip
    return page(request, "open.html", heading="New evening", values=values, last=last, moneys=MONEYS, number=0)


def _last(hub: Hub, like: int | None = None) -> dict[str, Any] | None:
    with hub.readers.held() as lane:
        evenings = lane.store.evenings()
        wanted = like if like is not None and lane.store.has(like) else evenings[-1].id if evenings else None
        if wanted is None:
            return None
        evening = lane.live_evening(wanted).evening
    names = list(evening.seats.ring) and list(evening.seats.seated)
    counter = evening.money.counter
    worth = evening.money.write(counter) if counter is not None and evening.money.code != "counters" else ""
    return {"id": wanted, "title": evening.opening.title if evening.opening else "", "players": names,
            "names": ", ".join(names), "money": evening.money.code, "counter": worth}  # fmt: skip


@router.post("/evenings")
def open_evening(request: Request, fields: FormFields) -> Response:
    """Open an evening."""
    values = dict(fields)
    typed = [name.strip('"') for name in NAMES.findall(values.get("players", ""))]
    players = [value for name, value in fields if name == "player"] + typed
    money = currency_code(values.get("code", "").strip().upper() or values.get("money", "").strip())
    opening = NewEvening.model_construct(
        title=values.get("title", "").strip(),
        players=players,
        money=money or None,
        counter=values.get("counter", "").strip() or None,
        on=values.get("on", "").strip() or None,
        at=values.get("at", "").strip() or None,
    )
    try:
        number = hub_of(request).open(opening_sayings(opening), name_of(request))
    except (Refusal, RefusedLine) as refusal:
        filled_in = {**values, "players": players, "more": "", "open": True, "money": money}
        for name in ("title", "money", "counter", "on", "at"):
            filled_in.setdefault(name, "")
        alert = {"heading": "It was not opened", "text": _not_opened(money, refusal)}
        status = Rejected(refusal, ()).status
        return page(
            request,
            "open.html",
            status,
            heading="New evening",
            values=filled_in,
            last=None,
            alert=alert,
            moneys=MONEYS,
            number=0,
        )
    return RedirectResponse(f"/evenings/{number}", 303)


def _not_opened(money: str, refusal: Refusal | RefusedLine) -> str:
    """Return why an evening was not opened, in the words of its form."""
    try:
        Money.recorded(money or "counters", None)
    except MoneyError:
        return f"“{printable(money, 40)}” is no money known here. Choose one above, or write three letters, as CHF."
    return f"{sentence(refusal.sentence if isinstance(refusal, Refusal) else refusal.refusal.sentence)}."
