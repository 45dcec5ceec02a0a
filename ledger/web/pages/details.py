"""The detail pages: log, correction, explanation, count, settlement and rules."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import accumulate
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, HTTPException, Query, Request, Response
from fastapi.responses import RedirectResponse

from ledger.core.books import Pool
from ledger.core.refusals import Refusal
from ledger.games.registry import game_named, is_known
from ledger.log.digests import BEFORE_THE_FIRST, digest
from ledger.projections.rule_sheets import citing, deciding_now, paragraphs, sheet_of
from ledger.recorder import Recorder
from ledger.recorder.payees import Payees
from ledger.recorder.settled import in_a_sentence, settled_with_others
from ledger.web import cost_view, counters_view, detail_views, rules_view, settle_view, table_view
from ledger.web.hub import PageEvening
from ledger.web.pages.rendering import page
from ledger.web.pages.table import over_the_table
from ledger.web.requests import Asked, Number, Payee, Payer, Wanted, hub_of, name_of, reading, records
from ledger.web.trial import Trial
from ledger.web.words import clock, sentence, signs_of

router = APIRouter(include_in_schema=False)

Also = Annotated[Sequence[Annotated[str, Query(max_length=1000)]], Query(max_length=20)]
"""Corrections to be made together with another."""
Last = Annotated[int | None, Query(ge=1, lt=2**53)]
"""The place at which a page of a long list ends."""


@router.get("/evenings/{number}/log")
def log(request: Request, number: Number, also: Also = (), last: Last = None) -> Response:
    """Answer with a page of sayings, the newest or those up to the `last` place.

    `also` carries corrections to be made together with another.
    """
    with reading(request, number, by_rules=False) as live:
        rows, earlier = detail_views.page_of_rows(live, name_of(request), last)
        return _page(request, live, "log.html", heading="All sayings", rows=rows, earlier=earlier,
                        also=also, carried=_carried(also))  # fmt: skip


@router.get("/evenings/{number}/file")
def file(request: Request, number: Number) -> Response:
    """Answer with the evening as one file to keep, which needs no server."""
    from ledger.interchange.evening_page import evening_page  # wanted by whoever keeps it

    with reading(request, number) as live:
        digests = list(accumulate(live.recorded, digest, initial=BEFORE_THE_FIRST))[1:]
        text = "".join(evening_page(live.replay, zip(live.recorded, digests, strict=True)))
    kept = {"Content-Disposition": f'attachment; filename="evening-{number}.html"'}
    return Response(text, media_type="text/html", headers=kept)


def _carried(also: Sequence[str]) -> str:
    """Return corrections to be made together, as a query."""
    return urlencode([("also", correction) for correction in also])


@router.get("/evenings/{number}/log/{at}")
def correct(
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
    """Answer with one saying, its alternatives, and the effect of the chosen one."""
    with reading(request, number) as live:
        row = detail_views.row(live, at)
        if row is None:
            raise HTTPException(404, f"there is no saying {at} that counts")
        corrects = records(request) and at > table_view.OPENING
        if corrects:
            trial, asked_then = live.trial(at), detail_views.asked_before(live, at)
            others = detail_views.other_sayings(live, at)
        said_in = detail_views.where_said(live.evening, at)
        people = live.evening.books.people()
    when, by = clock(row["said_at"]), row["said_by"]
    recorded = f"Said {when} {f'on the phone of {by}' if by in people else f'by {by}'}" if when else ""
    about = ". ".join(filter(None, (said_in, recorded, _assumed(row["remark"]))))
    values = {"at": at, "about": about, "saying": row["words"]}
    if not corrects:
        return page(request, "said.html", heading=f"{at} {row['words']}", number=number, **values)
    # a trial replays everything said since: meanwhile others record
    given = (why or reason).strip() or detail_views.REASONS[0]
    values |= _correction(trial, others, given, instead, another.strip(), before.strip(), also)
    values |= {"why": given, "reasons": detail_views.REASONS, "another": another, "before": before, "also": also,
               "address": request.url.path + (f"?{request.url.query}" if request.url.query else ""),
               "asked_then": asked_then, "together_with": lambda correction: _carried([*also, correction])}  # fmt: skip
    with reading(request, number) as live:
        return over_the_table(request, live, "correct.html", values)


def _assumed(remark: str) -> str:
    """Return what was assumed before a saying, as a sentence."""
    return f"Taken as said: {remark[1:-1]}" if remark.startswith("(") and remark.endswith(")") else remark


NO_CORRECTION: dict[str, Any] = {
    "alternatives": [],
    "not_fitting": [],
    "effect": None,
    "refusal": "",
    "with_another": False,
    "question": "",
    "all_of_it": "",
    "correction": "",
    "label": "",
}


def _correction(
    trial: Trial, sayings: Mapping[str, str], reason: str, instead: str, another: str, before: str, also: Sequence[str]
) -> dict[str, Any]:
    """Return the alternatives to a saying, and the effect of the one chosen, if one is."""
    others = detail_views.alternatives(trial, sayings, reason, also)
    values = NO_CORRECTION | {"alternatives": others, "instead": instead}
    values |= {"not_fitting": detail_views.not_fitting(others), "together": _carried(also)}
    if not (instead or another or before):
        return values
    correction = detail_views.correction_of(trial.number, reason, instead, another, before)
    together = [*also, correction]
    effect = trial.once(("effect", *together), lambda: detail_views.effect(trial, together))
    asked = [("instead", instead), ("why", reason), ("another", another), ("before", before)]
    asked += [("also", correction) for correction in (*also, *effect.following)]
    label = another or (f"{before} before it" if before else sayings.get(instead, instead))
    return values | {"effect": None if effect.refusal else effect.changes, "refusal": effect.refusal, "label": label,
                     "with_another": effect.with_another, "correction": correction, "question": effect.question,
                     "all_of_it": urlencode(asked), "together": _carried(together)}  # fmt: skip


@router.get("/evenings/{number}/explain")
def explain(request: Request, number: Number, player: Asked = "", pool: Asked = "", last: Last = None) -> Response:
    """Answer with a page of the movements behind a figure, the newest or those up to the `last`."""
    with reading(request, number) as live:
        names = list(live.evening.books.balances)
        if not names:
            raise HTTPException(404, "nobody has sat down yet")
        account = Pool(pool) if pool else player or names[0]
        with _or_not_found():
            view = live.once(("explain", account, last), lambda: detail_views.explanation(live, account, last))
        view |= {"query": urlencode({"pool": pool} if pool else {"player": view["account"]})}
        return _page(request, live, "explain.html", heading=f"{view['account']}, {view['figure']}", **view)


@router.get("/evenings/{number}/mine")
def mine(request: Request, number: Number) -> Response:
    """Redirect to the figure of the phone's holder; ask who that is if it is not known."""
    with reading(request, number) as live:
        name = name_of(request)
        known = name in live.evening.books.balances
    own = f"/evenings/{number}/explain?{urlencode({'player': name})}"
    return RedirectResponse(own if known else f"/name?of={number}", 303)


@router.get("/evenings/{number}/counters")
def counters(request: Request, number: Number) -> Response:
    """Answer with what each has paid for and has in front, and with the counts."""
    with reading(request, number) as live:
        return _page(request, live, "counters.html", heading="Counters", **counters_view.counters(live))


@router.get("/evenings/{number}/count/{at}")
def count(
    request: Request,
    number: Number,
    at: int,
    player: Asked = "",
    said: Annotated[str, Query(max_length=1000)] = "",
) -> Response:
    """Answer with where to look for the mistake of a count, made or about to be `said`."""
    with reading(request, number) as live:
        with _or_not_found():
            view = counters_view.where_to_look(live, at, player, said)
        view |= {"up": f"/evenings/{number}{'?sheet=count' if said else '/counters'}"}
        view |= {"up_name": "count" if said else "counters", "said": f"&{urlencode({'said': said})}" if said else ""}
        return _page(request, live, "where.html", at=at, **view)


@router.get("/evenings/{number}/settle")
def settle(request: Request, number: Number, via: Wanted = None, of: Asked = "") -> Response:
    """Answer with the settlement; the sheet of the first payment `of` a player is open."""
    with reading(request, number) as live:
        with _or_not_found():
            view = dict(live.once(("settle", via), lambda: settle_view.settling(live, via)))
        strip = table_view.strip(live.replay)
        undo = strip[-1] if strip and table_view.sayings_to_undo(live.replay) else None
        recorder = Recorder(live.store, name_of(request), known=hub_of(request).known)
        shared = settled_with_others(recorder, number, live.evening.money.code)
        view["together"] = sentence(in_a_sentence(number, shared, "“Settle all”")) if shared is not None else ""
        if shared is not None and shared.settled:
            view["rows"] = [row for row in view["rows"] if not row.saying]
        view["opened"] = settle_view.place_of(of, view["rows"])
        view["elsewhere"] = shared is not None and live.evening.closed  # a payment in it would be asked about
        if view["elsewhere"]:
            view |= {"by_code": "", "no_code": "Settle all has it"}
        return _page(request, live, "settle.html", heading="Who pays whom", undo=undo, **view)


@router.get("/evenings/{number}/pay")
def pay(request: Request, number: Number, payer: Payer, payee: Payee) -> Response:
    """Answer with a payment: how the payee can be paid, and what to send to the payer.

    People who only watch see no details; no browser keeps the answer.
    """
    if not records(request):
        raise HTTPException(403, "this link only watches")
    with hub_of(request).readers.held() as lane:
        log = Recorder(lane.store, name_of(request)).club()
        payees = Payees(lane.store, log, lambda name: log.club.persons_at(number, [name])[name])
    with reading(request, number) as live:
        if (view := settle_view.paying(live, payer, payee, payees)) is None:
            raise HTTPException(404, "nothing is to be paid there")
        view |= {"up": f"/evenings/{number}/settle", "up_name": "who pays whom"}
        response = _page(request, live, "pay.html", heading="Pay", **view)
    response.headers["Cache-Control"] = "no-store"
    return response


@router.get("/evenings/{number}/cost")
def cost(request: Request, number: Number) -> Response:
    """Answer with the form of a common cost, and its result so far."""
    if not records(request):
        raise HTTPException(403, "this link only watches")
    with reading(request, number) as live:
        fields = request.query_params.multi_items()
        form = cost_view.read_form(fields, live.evening.books.people(), name_of(request))
        return _page(request, live, "cost.html", heading="A common cost", **cost_view.cost(live, form))


@router.get("/evenings/{number}/won")
def won(request: Request, number: Number, part: Annotated[str, Query(max_length=20)] = "games") -> Response:
    """Answer with winnings and losses: by game, as a chart, or with the corrections."""
    with reading(request, number) as live:
        names = live.evening.books.people()
        values: dict[str, Any] = {
            "won": settle_view.won(live.evening, names),
            "chart": settle_view.chart(live.evening) if part == "chart" else "",
            "put_right": settle_view.put_right(live),
            "part": part,
            "up": f"/evenings/{number}/settle",
            "up_name": "who pays whom",
        }
        return _page(request, live, "won.html", heading="Won and lost", **values)


@router.get("/evenings/{number}/rules")
def rules(
    request: Request,
    number: Number,
    of: Asked = "",
    cite: Asked = "",
    part: Annotated[str, Query(max_length=20)] = "",
) -> Response:
    """Answer with the rules of a game: cited ones, those that decide now, or a part of them."""
    with reading(request, number) as live:
        game = live.evening.game
        name = of if is_known(of) and not (game and of == game.game.name) else game.registered if game else ""
        if not name:
            raise HTTPException(404, "no game is open")
        sheet, in_hand = sheet_of(name), game if game and name == game.registered else None
        parts = citing(sheet, cite) if cite else rule_parts(sheet, part)
        now, may, stands = "", list[str](), {}
        if in_hand is not None:
            texts = in_hand.turn.texts(live.evening.money)
            now, stands = rules_view.now(in_hand, texts), rules_view.standing(live.evening)
            may = [word for text in texts for word in text.split()]
            if not cite and not part:
                parts = [deciding_now(live.evening)]
        head = rules_view.heading_of(game_named(name).title, part, cite, parts)
        own = rules_view.own_rules(name, in_hand.begun.options if in_hand else (), live.evening.money)
        values: dict[str, Any] = {"heading": head.title, "below": head.below, "now": now, "may": may, "stands": stands}
        values |= {"parts": head.parts, "part": part, "cite": cite, "own": own, "of": name}
        return _page(request, live, "rules.html", title_of_game=game_named(name).title, **values)


PARTS = {
    "money": re.compile(r"\b(pay|pays|paid|stakes?|pool|kitty|counters?|divided)\b"),
    "faults": re.compile(r"(?i)\b(irregularit|misdeal|penalt|offence|fault|touch|silent)"),
}
"""The words that put a paragraph of a sheet into a part; all other paragraphs are about the play."""


def rule_parts(sheet: str, part: str) -> list[str]:
    """Return the paragraphs of a sheet in one of its parts, without lists of sayings."""
    texts = [text for text in paragraphs(sheet) if not text.startswith("Sayings")]
    if part in PARTS:
        return [text for text in texts if PARTS[part].search(text)]
    if part == "play":
        return [text for text in texts if not any(tells.search(text) for tells in PARTS.values())]
    return texts


@contextmanager
def _or_not_found() -> Iterator[None]:
    """Turn a refusal into HTTP 404."""
    try:
        yield
    except Refusal as refusal:
        raise HTTPException(404, refusal.sentence) from refusal


def _page(request: Request, live: PageEvening, template: str, status: int = 200, **values: Any) -> Response:
    return page(request, template, status, **(_about(live) | values))


def _about(live: PageEvening) -> dict[str, Any]:
    """Return the values that every page has of its evening."""
    opening = live.evening.opening
    return {
        "number": live.id,
        "seen": live.number,
        "head": live.head,
        "title": opening.title if opening else "",
        "up": f"/evenings/{live.id}",
        "up_name": "table",
        "rules_changed": live.rules_changed,
        "signs": signs_of(live.evening.books.people()),
    }
