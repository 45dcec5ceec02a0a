"""Who asks for a page and what he sends, and the page that he is answered with."""

import secrets
from collections.abc import Callable
from typing import Annotated, Any
from urllib.parse import parse_qsl

from fastapi import Depends, FastAPI, HTTPException, Request, Response
from fastapi.responses import HTMLResponse

from ledger.core.refusals import printable
from ledger.web.guards import cookie_name
from ledger.web.links import Right
from ledger.web.pages.rendering import draw
from ledger.web.words import sentence

LONGEST_NAME = 60


def page(request: Request, template: str, status: int = 200, **what: Any) -> Response:
    """A page for whoever asks, who may record or only watch; under its key what he sends is known again."""
    what.setdefault("records", records(request))
    what.setdefault("key", new_key())
    return HTMLResponse(draw(request.app, template, **what), status)


def new_key() -> str:
    """A key that no other page has."""
    return secrets.token_urlsafe(9)


def records(request: Request) -> bool:
    """Whether whoever asks may record."""
    return request.scope.get("right") is Right.RECORD


def told(request: Request, status: int, said: str) -> Response:
    """Tell why nothing is shown."""
    headings = {404: "There is nothing here", 409: "It cannot be done", 503: "Too many at once"}
    return page(request, "told.html", status, heading=headings.get(status, "It cannot be done"),
                 sentence=f"{sentence(said)}", home=True, number=0)  # fmt: skip


def turned_away(app: FastAPI) -> Callable[[int, str], bytes]:
    """The page for whoever is not let in."""

    def shown(status: int, said: str) -> bytes:
        headings = {401: "You need a link", 403: "Only to watch", 413: "Too much", 429: "Too many at once"}
        heading = headings.get(status, "Not here")
        return draw(app, "told.html", heading=heading, sentence=f"{sentence(said)}.", home=False, number=0).encode()

    return shown


async def _fields(request: Request) -> list[tuple[str, str]]:
    """What a form sent, in its order. Text that is none is refused as unreadable."""
    try:
        return parse_qsl((await request.body()).decode(), keep_blank_values=True, max_num_fields=2000, errors="strict")
    except ValueError as error:
        raise HTTPException(422, "the form cannot be read") from error


Fields = Annotated[list[tuple[str, str]], Depends(_fields)]
"""They are read where all requests come in. Who answers is run in a thread, for he waits for the house."""


def name_of(request: Request) -> str:
    """The name of whoever presses: what he has said, else what sort of phone it is."""
    said = request.cookies.get(f"{cookie_name(request.app.state.place.port)}-name", "")
    try:
        name = printable(bytes.fromhex(said).decode(), LONGEST_NAME).strip()
    except ValueError:
        name = ""
    if name:
        return name
    browser = request.headers.get("user-agent", "")
    kinds = (("iPhone", "an iPhone"), ("iPad", "an iPad"), ("Android", "an Android phone"), ("Mozilla", "a computer"))
    return next((shown for mark, shown in kinds if mark in browser), "a program")
