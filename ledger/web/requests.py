"""Helpers for requests: the evening they are about, who asks, and the fields that were sent."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Annotated
from urllib.parse import parse_qsl

from fastapi import Depends, HTTPException, Path, Query, Request

from ledger.core.refusals import printable
from ledger.projections.accounts import of_the_club
from ledger.projections.standings import Together
from ledger.recorder import Recorder
from ledger.web.guards import ENTRANCE, cookie_name
from ledger.web.hub import Hub, Lane, PageEvening
from ledger.web.links import Right

LONGEST_NAME = 60

Number = Annotated[int, Path(ge=1, lt=2**31, description="The number of the evening.")]
Asked = Annotated[str, Query(max_length=400)]
"""A text in an address: a name, a title."""
Wanted = Annotated[str | None, Query(max_length=400)]
Payer = Annotated[str, Query(alias="from", max_length=400)]
Payee = Annotated[str, Query(alias="to", max_length=400)]


def hub_of(request: Request) -> Hub:
    """Return the hub of the server."""
    hub: Hub = request.app.state.hub
    return hub


@contextmanager
def reading(request: Request, number: int, by_rules: bool = True, lane: Lane | None = None) -> Iterator[PageEvening]:
    """Yield an evening as it stands, for readers; answer 404 if there is none.

    Raises Refusal if the evening is open and its rules are not today's, unless the answer does not go `by_rules`.
    """
    with (lane or hub_of(request).readers).held() as held:
        try:
            live = held.live_evening(number)
        except KeyError as error:
            raise HTTPException(404, f"there is no evening {number}") from error
        if by_rules:
            live.see_rules()
        yield live


def recording(request: Request, number: int, by_rules: bool = True) -> AbstractContextManager[PageEvening]:
    """Yield an evening for recorders, as `reading` does for readers."""
    return reading(request, number, by_rules, lane=hub_of(request).recorders)


@contextmanager
def reading_all(request: Request) -> Iterator[Recorder]:
    """Yield a recorder that reads all evenings as they stand."""
    with hub_of(request).readers.held() as lane:
        yield Recorder(lane.store, name_of(request), known=hub_of(request).known)


def moneys_of(recorder: Recorder, since: str | None = None, until: str | None = None) -> list[Together]:
    """Return the evenings of the club in each money, by persons, with the payments between them."""
    played, club = recorder.played_since(since, by_rules=False, until=until), recorder.club().club
    return of_the_club(played, club)


def records(request: Request) -> bool:
    """Return whether the link of this request may record."""
    return request.scope.get("right") is Right.RECORD


async def _form_fields(request: Request) -> list[tuple[str, str]]:
    """Return the fields that a form sent, in its order; answer 422 to bytes that are no text."""
    try:
        return parse_qsl((await request.body()).decode(), keep_blank_values=True, max_num_fields=2000, errors="strict")
    except ValueError as error:
        raise HTTPException(422, "the form cannot be read") from error


FormFields = Annotated[list[tuple[str, str]], Depends(_form_fields)]
"""The fields of a form, read on the event loop; the answer is made in a thread that waits for the hub."""


def links_begin(request: Request) -> str:
    """Return the beginning of this server's links, without their tokens."""
    shared: tuple[str, ...] = request.app.state.endpoint.links_to_share
    return shared[0] if shared else f"{request.base_url}{ENTRANCE[1:]}"


def name_cookie(port: int) -> str:
    """Return the name of the cookie that holds the recorder's name."""
    return f"{cookie_name(port)}-name"


def name_of(request: Request) -> str:
    """Return the recorder's name: the one given at /name, else the kind of device."""
    cookie = request.cookies.get(name_cookie(request.app.state.endpoint.port), "")
    try:
        name = printable(bytes.fromhex(cookie).decode(), LONGEST_NAME).strip()
    except ValueError:
        name = ""
    if name:
        return name
    browser = request.headers.get("user-agent", "")
    kinds = (("iPhone", "an iPhone"), ("iPad", "an iPad"), ("Android", "an Android phone"), ("Mozilla", "a computer"))
    return next((kind for mark, kind in kinds if mark in browser), "a program")
