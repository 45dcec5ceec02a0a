"""The pages of the entrance: the link, the recorder's name, and the links for others."""

from io import BytesIO

import segno
from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import RedirectResponse

from ledger.core.refusals import printable
from ledger.web.guards import ENTRANCE, cookie_name
from ledger.web.links import Right
from ledger.web.pages.rendering import page
from ledger.web.requests import LONGEST_NAME, FormFields, Number, hub_of, name_of, reading, records

router = APIRouter(include_in_schema=False)

FOR_SO_LONG = 180 * 24 * 3600
"""A phone keeps its link for so many seconds."""


@router.get(ENTRANCE + "{token}")
def enter(request: Request, token: str) -> Response:
    """Exchange a link for a cookie."""
    right = request.app.state.links.right_of(token)
    assert right is not None, "the guards let no other link in"
    endpoint = request.app.state.endpoint
    with hub_of(request).readers.held() as lane:
        going_on = [evening.id for evening in lane.store.evenings() if not evening.closed]
    table = f"/evenings/{going_on[-1]}" if going_on else "/"
    answer = RedirectResponse(table if right is Right.RECORD else "/watch", 303)
    answer.set_cookie(
        cookie_name(endpoint.port), token, max_age=FOR_SO_LONG, httponly=True, samesite="lax", secure=endpoint.secure
    )
    return answer


@router.get("/name")
def ask_name(request: Request) -> Response:
    """Answer with the form for the recorder's name."""
    return page(request, "name.html", heading="Who records here?", name=name_of(request), number=0)


@router.post("/name")
def take_name(request: Request, fields: FormFields) -> Response:
    """Remember the recorder's name in a cookie."""
    answer = RedirectResponse("/", 303)
    name = printable(dict(fields).get("name", ""), LONGEST_NAME).strip()
    endpoint = request.app.state.endpoint
    cookie = f"{cookie_name(endpoint.port)}-name"
    answer.set_cookie(
        cookie,
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
    links, endpoint = request.app.state.links, request.app.state.endpoint
    begins = endpoint.links_to_share[0] if endpoint.links_to_share else f"{request.base_url}{ENTRANCE[1:]}"
    return f"{begins}{links.record if right is Right.RECORD else links.watch}"


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
