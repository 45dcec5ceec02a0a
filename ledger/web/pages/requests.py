"""Helpers for requests: who asks, which fields were sent, and the page that answers."""

import secrets
from collections.abc import Callable
from typing import Annotated, Any
from urllib.parse import parse_qsl

from fastapi import Depends, FastAPI, HTTPException, Request, Response
from fastapi.responses import HTMLResponse

from ledger.core.refusals import printable
from ledger.web.guards import cookie_name
from ledger.web.links import Right
from ledger.web.pages.rendering import render
from ledger.web.words import sentence

LONGEST_NAME = 60


def page(request: Request, template: str, status: int = 200, **values: Any) -> Response:
    """Answer with a page; what it sends is recognised by its key."""
    values.setdefault("records", records(request))
    values.setdefault("key", new_key())
    return HTMLResponse(render(request.app, template, **values), status)


def new_key() -> str:
    """Return a key that no other page has."""
    return secrets.token_urlsafe(9)


def records(request: Request) -> bool:
    """Return whether the link of this request may record."""
    return request.scope.get("right") is Right.RECORD


def problem(request: Request, status: int, clause: str) -> Response:
    """Answer with a page that says why nothing is shown."""
    headings = {404: "There is nothing here", 409: "It cannot be done", 503: "Too many at once"}
    return page(request, "problem.html", status, heading=headings.get(status, "It cannot be done"),
                sentence=sentence(clause), home=True, number=0)  # fmt: skip


def turned_away(app: FastAPI) -> Callable[[int, str], bytes]:
    """Return what makes the page for a request that is not let in."""

    def rendered(status: int, clause: str) -> bytes:
        headings = {401: "You need a link", 403: "Only to watch", 413: "Too much", 429: "Too many at once"}
        heading = headings.get(status, "Not here")
        values = {"heading": heading, "sentence": f"{sentence(clause)}.", "home": False, "number": 0}
        return render(app, "problem.html", **values).encode()

    return rendered


async def _form_fields(request: Request) -> list[tuple[str, str]]:
    """Return the fields that a form sent, in its order. Bytes that are no text are answered with 422."""
    try:
        return parse_qsl((await request.body()).decode(), keep_blank_values=True, max_num_fields=2000, errors="strict")
    except ValueError as error:
        raise HTTPException(422, "the form cannot be read") from error


FormFields = Annotated[list[tuple[str, str]], Depends(_form_fields)]
"""They are read on the event loop. The answer is made in a thread, for it waits for the hub."""


def name_of(request: Request) -> str:
    """Return the recorder's name: the one given at /name, else the kind of device."""
    cookie = request.cookies.get(f"{cookie_name(request.app.state.endpoint.port)}-name", "")
    try:
        name = printable(bytes.fromhex(cookie).decode(), LONGEST_NAME).strip()
    except ValueError:
        name = ""
    if name:
        return name
    browser = request.headers.get("user-agent", "")
    kinds = (("iPhone", "an iPhone"), ("iPad", "an iPad"), ("Android", "an Android phone"), ("Mozilla", "a computer"))
    return next((kind for mark, kind in kinds if mark in browser), "a program")
