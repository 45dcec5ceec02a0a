"""The pages of the entrance: the link, the recorder's name, and the links for others."""

from collections.abc import Sequence
from io import BytesIO
from typing import Annotated

import segno
from fastapi import APIRouter, HTTPException, Query, Request, Response
from fastapi.responses import RedirectResponse

from ledger.core.refusals import printable
from ledger.web.guards import ENTRANCE, JOIN, cookie_name
from ledger.web.join_code import CLOSED, JoinCode
from ledger.web.links import Right
from ledger.web.pages.rendering import page
from ledger.web.requests import (
    LONGEST_NAME,
    FormFields,
    Number,
    hub_of,
    links_begin,
    name_cookie,
    name_of,
    reading,
    records,
)
from ledger.web.words import sentence

router = APIRouter(include_in_schema=False)

FOR_SO_LONG = 180 * 24 * 3600
"""The seconds for which a phone keeps its link."""
NO_CODE = "no wall shows a code now: ask for the link at the table"


@router.get(ENTRANCE + "{token}")
def enter(request: Request, token: str) -> Response:
    """Exchange a link for a cookie."""
    right = request.app.state.links.right_of(token)
    assert right is not None, "the guards let no other link in"
    endpoint = request.app.state.endpoint
    with hub_of(request).readers.held() as lane:
        going_on = [evening.id for evening in lane.store.evenings() if not evening.closed]
    table = f"/evenings/{going_on[-1]}" if going_on else "/"
    if going_on and name_cookie(endpoint.port) not in request.cookies:
        table = f"/name?of={going_on[-1]}"
    answer = RedirectResponse(table if right is Right.RECORD else "/watch", 303)
    answer.set_cookie(
        cookie_name(endpoint.port), token, max_age=FOR_SO_LONG, httponly=True, samesite="lax", secure=endpoint.secure
    )
    return answer


@router.get(JOIN)
def ask_code(request: Request) -> Response:
    """Answer with the page where the join code of the wall is typed."""
    return _code_page(request, 200, "" if request.app.state.join_code.lives else NO_CODE)


@router.post(JOIN)
def take_code(request: Request, fields: FormFields) -> Response:
    """Exchange the join code for the link that watches."""
    code: JoinCode = request.app.state.join_code
    address = request.client.host if request.client else ""
    if code.takes(address, dict(fields).get("code", "")):
        return RedirectResponse(f"{ENTRANCE}{request.app.state.links.watch}", 303)
    if code.is_closed(address):
        answer = _code_page(request, 429, "too many wrong codes: wait a minute, then look at the wall again")
        answer.headers["Retry-After"] = f"{CLOSED:.0f}"
        return answer
    return _code_page(request, 403, "this is not what the wall shows now: look again" if code.lives else NO_CODE)


def _code_page(request: Request, status: int, why: str) -> Response:
    return page(request, "problem.html", status, heading="Watch on your phone", number=0, home=False,
                sentence=f"{sentence(why)}." if why else "", code=request.app.state.join_code.lives)  # fmt: skip


@router.get("/name")
def ask_name(request: Request, of: Annotated[int | None, Query(ge=1, lt=2**53)] = None) -> Response:
    """Ask who holds this phone, with the names at the table of an evening."""
    names: Sequence[str] = ()
    if of is not None:
        with reading(request, of) as live:
            names = live.evening.seats.seated
    up, up_name = (f"/evenings/{of}", "table") if of else ("/", "evenings")
    asks = "Who holds this phone?"
    return page(request, "name.html", heading=asks, name=name_of(request), number=0, names=names, of=of,
                up=up, up_name=up_name)  # fmt: skip


@router.post("/name")
def take_name(request: Request, fields: FormFields) -> Response:
    """Remember the recorder's name in a cookie."""
    of = dict(fields).get("of", "")
    answer = RedirectResponse(f"/evenings/{of}" if of.isdecimal() and len(of) < 16 else "/", 303)
    name = printable(dict(fields).get("name", ""), LONGEST_NAME).strip()
    endpoint = request.app.state.endpoint
    answer.set_cookie(
        name_cookie(endpoint.port),
        name.encode(errors="replace").hex(),
        max_age=FOR_SO_LONG,
        httponly=True,
        samesite="lax",
        secure=endpoint.secure,
    )
    return answer


@router.get("/qr/{right}.svg")
def qr(request: Request, right: Right) -> Response:
    """Answer with a link as a QR code."""
    if right is not Right.WATCH and not records(request):
        raise HTTPException(404, "there is no such picture")
    link = _link(request, right)
    drawn = BytesIO()
    segno.make(link, error="l").save(drawn, kind="svg", scale=8, border=4, dark="#000", light="#fff", svgclass=None)
    return Response(drawn.getvalue(), media_type="image/svg+xml")


def _link(request: Request, right: Right) -> str:
    links = request.app.state.links
    return f"{links_begin(request)}{links.record if right is Right.RECORD else links.watch}"


@router.get("/evenings/{number}/join")
def join(request: Request, number: Number) -> Response:
    """Answer with the links, for others at the table."""
    with reading(request, number):  # or it answers 404
        pass
    shared = (
        [
            {"what": "To watch", "right": "watch", "link": _link(request, Right.WATCH)},
            {"what": "To record", "right": "record", "link": _link(request, Right.RECORD)},
        ]
        if records(request)
        else []
    )
    return page(request, "join.html", heading="Watch, or record", shared=shared, name=name_of(request),
                 number=number, up=f"/evenings/{number}", up_name="table")  # fmt: skip
