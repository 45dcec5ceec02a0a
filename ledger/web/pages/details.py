"""The pages beside the table: the log and one saying put right, a figure explained, who pays whom, the rules."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, HTTPException, Query, Request, Response

from ledger.core.books import Pool
from ledger.core.refusals import Refusal
from ledger.games.registry import GAMES, game_named
from ledger.projections.rule_sheets import citing, deciding_now, sheet_of
from ledger.rules.options import options_of
from ledger.web import detail_views
from ledger.web.api import Number, hub_of, live_evening
from ledger.web.hub import PageEvening
from ledger.web.pages.rendering import clock
from ledger.web.pages.requests import name_of, page, records

router = APIRouter(include_in_schema=False)

Also = Annotated[Sequence[Annotated[str, Query(max_length=1000)]], Query(max_length=20)]
"""Corrections that are to be written together with another."""


@router.get("/evenings/{number}/log")
def log(request: Request, number: Number, also: Also = ()) -> Response:
    """All sayings; to one that is put right, others may be added that are put right together with it."""
    with hub_of(request).locked():
        live = live_evening(request, number)
        rows = detail_views.rows(live, name_of(request))
        return _reading(request, live, "log.html", heading="All sayings", rows=rows,
                        also=also, carried=_carried(also))  # fmt: skip


def _carried(also: Sequence[str]) -> str:
    """Corrections that are to be written together, as they are carried from page to page."""
    return urlencode([("also", one) for one in also])


@router.get("/evenings/{number}/log/{at}")
def one_saying(
    request: Request,
    number: Number,
    at: int,
    instead: Annotated[str, Query(max_length=1000)] = "",
    why: Annotated[str, Query(max_length=200)] = detail_views.REASONS[0],
    reason: Annotated[str, Query(max_length=200)] = "",
    another: Annotated[str, Query(max_length=1000)] = "",
    before: Annotated[str, Query(max_length=1000)] = "",
    also: Also = (),
) -> Response:
    """One saying, and what else it could have been, with what that would change."""
    with hub_of(request).locked():
        live = live_evening(request, number)
        said = detail_views.row(live, at)
        if said is None:
            raise HTTPException(404, f"there is no saying {at} that counts")
        about, trial = _about(live), live.trial(at)
    # what is tried takes as long as all that was said since: meanwhile others record
    more: dict[str, Any] = {
        "alternatives": [],
        "not_fitting": [],
        "effect": None,
        "refusal": "",
        "with_another": False,
        "correction": "",
        "label": "",
    }
    reasons = (why or reason).strip() or detail_views.REASONS[0]
    if records(request) and at > 1:
        others = detail_views.alternatives(trial, reasons, also)
        fitting = [one for one in others if not one.why and one.saying != detail_views.VOID]
        chosen = instead or (fitting[0].saying if fitting else detail_views.VOID if not others[-1].why else "")
        more |= {"alternatives": others, "instead": chosen, "not_fitting": detail_views.not_fitting(others)}
        if chosen or another.strip() or before.strip():
            correction = detail_views.correction_of(at, reasons, chosen, another, before)
            found = detail_views.effect(trial, [*also, correction])
            words = another.strip() or (f"{before.strip()} before it" if before.strip() else "")
            label = words or ("take back" if chosen == detail_views.VOID else chosen)
            more |= {"effect": None if found.refusal else found.changes, "refusal": found.refusal,
                     "with_another": found.with_another, "correction": correction, "label": label}  # fmt: skip
    more |= {"also": also, "together": _carried([*also, more["correction"]] if more["correction"] else also),
             "together_with": lambda one: _carried([*also, one])}  # fmt: skip
    when = clock(said["said_at"])
    told = ". ".join(filter(None, (f"Recorded at {when} by {said['said_by']}" if when else "", said["remark"])))
    shown = {"heading": f"{at} {said['saying']}", "at": at, "about": told, "saying": said["saying"], "why": reasons,
             "another": another, "before": before, "moved": said["moved"]}  # fmt: skip
    return page(request, "correct.html", **about, **shown, **more)


@router.get("/evenings/{number}/explain")
def explain(
    request: Request,
    number: Number,
    player: Annotated[str, Query(max_length=400)] = "",
    pool: Annotated[str, Query(max_length=400)] = "",
) -> Response:
    """Every movement behind a figure."""
    with hub_of(request).locked():
        live = live_evening(request, number)
        names = list(live.evening.books.balances)
        if not names:
            raise HTTPException(404, "nobody has sat down yet")
        account = Pool(pool) if pool else player or names[0]
        with _or_not_found():
            shown = detail_views.explanation(live, account)
        for one in shown["accounts"]:
            one["query"] = urlencode([one["query"]])
        return _reading(request, live, "explain.html", heading=f"{shown['account']}, {shown['figure']}", **shown)


@router.get("/evenings/{number}/count/{at}")
def count(request: Request, number: Number, at: int) -> Response:
    """A count, and the places to look where it does not agree."""
    with hub_of(request).locked():
        live = live_evening(request, number)
        with _or_not_found():
            rows = detail_views.places_to_look(live.evening, at)
        return _reading(request, live, "count.html", heading=f"The count, number {at}", rows=rows, at=at)


@router.get("/evenings/{number}/settle")
def settle(request: Request, number: Number, via: Annotated[str | None, Query(max_length=400)] = None) -> Response:
    """Who pays whom."""
    with hub_of(request).locked():
        live = live_evening(request, number)
        with _or_not_found():
            shown = detail_views.settling(live, via)
        return _reading(request, live, "settle.html", heading="Who pays whom", **shown)


@router.get("/evenings/{number}/rules")
def rules(
    request: Request,
    number: Number,
    of: Annotated[str, Query(max_length=40)] = "",
    cite: Annotated[str, Query(max_length=40)] = "",
) -> Response:
    """The rules of a game: first the place that decides what is asked now, or the one that is cited."""
    with hub_of(request).locked():
        live = live_evening(request, number)
        game = live.evening.game
        name = of if of in GAMES else game.game.name if game else ""
        if not name:
            raise HTTPException(404, "no game is open")
        sheet = sheet_of(name)
        parts = citing(sheet, cite) if cite else []
        if not cite and game and name == game.game.name:
            parts = [deciding_now(live.evening)]
        said = dict(game.begun.options) if game and name == game.game.name else {}
        options = [
            {"name": option.replace("_", " "), "meaning": sort.meaning, "cite": sort.cite,
             "value": said.get(option, sort.default_text)}
            for option, sort in options_of(game_named(name).options).items()
        ]  # fmt: skip
        return _reading(request, live, "rules.html", heading=game_named(name).title, rules=sheet,
                        parts=[part for part in parts if part], cite=cite, options=options)  # fmt: skip


@contextmanager
def _or_not_found() -> Iterator[None]:
    """What is refused is a page that there is not."""
    try:
        yield
    except Refusal as refusal:
        raise HTTPException(404, refusal.sentence) from refusal


def _reading(request: Request, live: PageEvening, template: str, status: int = 200, **shown: Any) -> Response:
    return page(request, template, status, **(_about(live) | shown))


def _about(live: PageEvening) -> dict[str, Any]:
    """What every page says of its evening."""
    opening = live.evening.opening
    return {
        "number": live.id,
        "seen": live.number,
        "title": opening.title if opening else "",
        "up": f"/evenings/{live.id}",
        "up_name": "table",
    }
