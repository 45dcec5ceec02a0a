"""The page of the table, for recorders and, without buttons, for those who watch."""

from collections.abc import Iterable
from functools import cache
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, FastAPI, Query, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse
from markupsafe import Markup

from ledger.core.events import Buys, Cashes, Count
from ledger.evening.fold import Evening
from ledger.games.registry import GAMES, game_named
from ledger.language.slots import Cards, Form, Group, Literal
from ledger.log.replay import NoLongerFits
from ledger.projections.offers import Offers, expecting, forms_now, offers
from ledger.projections.rule_sheets import deciding_now, first_cited
from ledger.recorder import recorded_meanwhile
from ledger.rules.options import options_of
from ledger.web import table_view
from ledger.web.hub import PageEvening, Rejected
from ledger.web.pages.rendering import new_key, problem, render, with_signs
from ledger.web.panel.decode import preview_of, saying_of
from ledger.web.panel.layout import Layout
from ledger.web.requests import FormFields, Number, hub_of, name_of, reading, recording, records
from ledger.web.words import heading, plain, sentence, shortened

router = APIRouter(include_in_schema=False)

MOST_TURNS = 3
"""What a player may say is shown for at most so many turns."""
KEY, SEEN = "\ue000key\ue001", "\ue000seen\ue001"
"""Stand for the key and the newest event in what is rendered once and sent again."""
CARDS = b'"slot":"cards"'
"""In the JSON of forms that have cards: what cannot be chosen of these depends on the deal."""


@router.get("/evenings/{number}")
def table(
    request: Request, number: Number, seat: Annotated[str | None, Query(max_length=400)] = None, menu: bool = False
) -> Response:
    """Answer with the table; `menu` opens its menu, for browsers that run no scripts."""
    with reading(request, number) as live:
        return HTMLResponse(_table(request, live, seat, with_menu=menu and records(request)))


@router.get("/evenings/{number}/menu")
def menu(request: Request, number: Number) -> Response:
    """Answer with the menu of the table, which the page fetches when it is first opened."""
    with reading(request, number) as live:
        values = {"number": number, "seen": live.number, "key": KEY}
        html = live.once("menu", lambda: render(request.app, "menu.html", **values, **_menu_values(live)))
        return HTMLResponse(html.replace(KEY, new_key()) if records(request) else "")


@router.get("/watch")
def watch_newest(request: Request) -> Response:
    """Redirect to the page that watches the newest evening."""
    with hub_of(request).readers.held() as lane:
        evenings = lane.store.evenings()
    if not evenings:
        return problem(request, 404, "no evening has been opened yet")
    wall = "?wall=1" if "wall" in request.query_params else ""
    return RedirectResponse(f"/evenings/{evenings[-1].id}/watch{wall}", 303)


@router.get("/evenings/{number}/watch")
def watch(request: Request, number: Number) -> Response:
    """Answer with the table without buttons; for the wall, large."""
    wall = "wall" in request.query_params
    template = "wall.html" if wall else "table.html"
    with reading(request, number) as live:
        return HTMLResponse(live.once(("watch", wall), lambda: render(request.app, template, **_watched(live, wall))))


def _watched(live: PageEvening, wall: bool) -> dict[str, Any]:
    nothing = {"records": False, "key": "", "alert": None, "chosen": None, "rule": False}
    return {**_standing(live, wall), **NO_PANELS, **nothing}


def _standing(live: PageEvening, wall: bool = False) -> dict[str, Any]:
    """Return the parts of the table that are the same for all who look."""
    evening = live.evening
    first, below = heading(evening.game.turn) if evening.game else _between_games(evening)
    pools = table_view.pools_shown(evening, evening.books.pool_names)
    game, deal = table_view.game_line(evening)
    return {
        "number": live.id,
        "seen": live.number,
        "head": live.head,
        "title": evening.opening.title if evening.opening else "",
        "game": game,
        "deal": deal,
        "up": table_view.beside_the_game(evening, pools),
        "tiles": table_view.tiles(evening, pools),
        "pools": pools,
        "seats": table_view.rows_of(table_view.seats(evening)),
        "gone": table_view.gone(evening),
        "strip": table_view.strip(live.replay, table_view.WALL_LENGTH if wall else table_view.STRIP_LENGTH),
        "heading": first,
        "below": below,
        "closed": evening.closed,
        "asked": f"{first}|{below}",
    }


def _between_games(evening: Evening) -> tuple[str, str]:
    if evening.closed:
        return "The evening is closed", "What is paid may still be said"
    return "Nothing is being played", "Begin a game, or close the evening"


def _table(
    request: Request,
    live: PageEvening,
    seat: str | None = None,
    alert: dict[str, str] | None = None,
    with_menu: bool = False,
) -> str:
    app, may_record = request.app, records(request)
    chosen = seat if seat in live.evening.seats.present else None

    def rendered() -> str:
        values = _table_values(app, live, chosen, alert, may_record)
        return render(app, "table.html", **{**values, **(_menu_values(live) if with_menu else {})})

    html = rendered() if alert or with_menu else live.once(("table", may_record, chosen), rendered)
    return html.replace(KEY, new_key())


def _table_values(
    app: FastAPI, live: PageEvening, chosen: str | None, alert: dict[str, str] | None, may_record: bool
) -> dict[str, Any]:
    evening, standing = live.evening, _standing(live)
    turn = evening.game.turn if evening.game else None
    speaker = turn.who[0] if turn and len(turn.who) == 1 else None
    if chosen is not None and chosen != speaker:
        standing["heading"] = f"{chosen}, before the turn" if speaker else chosen
        standing["below"] = sentence(turn.asks) if turn else ""
    values = {
        **standing,
        "records": may_record,
        "chosen": chosen,
        "speaker": speaker,
        "alert": alert,
        "rule": evening.game is not None,
        "notice": _notice(evening),
        "key": KEY,
        "unsaid": table_view.unsaid(evening),
        "redo": table_view.redo_of(live.replay),
        "undo": table_view.can_undo(live.replay),
    }
    if not may_record:
        return values | NO_PANELS
    if chosen is None and turn:
        panel, cited = _panel_of_turn(app, live, values)
        return values | NO_PANELS | {"panel": Markup(panel.replace(SEEN, str(live.number))), "cited": cited}
    panels = _panels(live, standing, speaker, chosen)
    values |= panels | {"cited": _cited(evening)}
    return values | {"panel": Markup(render(app, "panel.html", **values))}


NO_PANELS: dict[str, Any] = {"panel": "", "later": [], "about_chosen": None}


def _panel_of_turn(app: FastAPI, live: PageEvening, values: dict[str, Any]) -> tuple[str, str]:
    """Return the panel of the turn and the page of its rule, made once for the same forms."""
    evening = live.evening
    forms = forms_now(evening, live.number)
    layout, offered = _layout(live, values), msgspec.json.encode(forms)
    pack = table_view.pack_in_play(evening) if CARDS in offered else {}
    key = (offered, values["speaker"], *layout.order, *pack.items(), *values["unsaid"].items())
    if key not in live.panels:
        panel = layout.panel(forms, values["speaker"])
        html = render(app, "panel.html", **{**values, "panel": panel, "seen": SEEN})
        live.panels[key] = (html, _cited(evening))
    return live.panels[key]


def _panels(live: PageEvening, standing: dict[str, Any], speaker: str | None, chosen: str | None) -> dict[str, Any]:
    """Return the panels of a chosen seat; without one, the panel between games."""
    evening, layout = live.evening, _layout(live, standing)
    if chosen is None:
        # of a closed evening what is left to do is to pay, on a page of its own; who takes it up again says so here
        reopen = [form for form in _offers(live).around if _begins(form) == "reopen"]
        forms = reopen if evening.closed else forms_now(evening, live.number)
        return {**NO_PANELS, "panel": layout.panel(forms, None)}
    offered = _offers(live)
    turns = _turns_of(offered.forms, chosen)
    now = [form for form in offered.forms if not form.assumes]
    forms = now if chosen == speaker else turns.pop(0) if turns else []
    around = [form for form in offered.around if not _corrects(form)]
    later = [layout.panel(turn, chosen, f"t{place}") for place, turn in enumerate(turns) if turn[0].assumes]
    panel, about = layout.panel(forms, chosen), layout.about_player(around, chosen)
    return {"panel": panel, "later": later, "about_chosen": about}


def _offers(live: PageEvening) -> Offers:
    return live.once("offers", lambda: offers(live.evening, live.number))


def _layout(live: PageEvening, standing: dict[str, Any]) -> Layout:
    evening = live.evening
    places = table_view.places(standing["pools"], standing["seats"])
    return Layout(evening.money, _described, places, lambda: table_view.pack_in_play(evening))


def _menu_values(live: PageEvening) -> dict[str, Any]:
    """Return the panels of the menu with their headings, and the completions of its line."""
    evening, offered = live.evening, _offers(live)
    standing = _standing(live)
    layout = _layout(live, standing)
    around = [form for form in offered.around if not _corrects(form)]
    if evening.closed:
        around = [*offered.forms, *around]
    later = [form for form in offered.forms if form.assumes and not form.who and not _deals_cards(form)]
    panels = [("Now", layout.panel(around, None, "a"))]
    if later:
        panels.append((f"Later (with it {later[0].assumes})", layout.panel(later, None, "l")))
    return {"menu": panels, "may": _mays(evening), "unsaid": table_view.unsaid(evening)}


def _mays(evening: Evening) -> list[str]:
    awaited = expecting(evening)
    name = f"{awaited.who[0]} " if len(awaited.who) == 1 else ""
    return [f"{name}{text}" for text in awaited.may]


def _cited(evening: Evening) -> str:
    """Return the page or law of the rule that decides the turn; empty where no game is open."""
    return first_cited(deciding_now(evening))


def _notice(evening: Evening) -> dict[str, Any] | None:
    """Return the findings of the newest saying, and the remarks of the rules on it."""
    if not evening.outcomes:
        return None
    newest = evening.outcomes[-1]
    messages = [finding.message for finding in newest.findings]
    if newest.postings or table_view.is_long(newest.remarks):
        dealer = f"{evening.game.table.dealer} deals" if evening.game else ""  # his seat is marked
        messages += [remark for remark in newest.remarks if remark != dealer]  # else they stand below the saying
    if isinstance(newest.event, Count) and not messages:
        sums = ", ".join(f"{name} {plain(evening.money, amount)}" for name, amount in newest.event.counted)
        return {"text": f"Counted, and right: {sums}", "count": None}
    if isinstance(newest.event, Buys | Cashes):
        player = newest.event.player
        in_front = plain(evening.money, evening.bank.in_front(player))
        messages = [*newest.remarks, f"{player} has {in_front} in front now"]
    if not messages:
        return None
    is_count = any(finding.code == "count" for finding in newest.findings)
    return {"text": sentence("; ".join(messages)), "count": newest.number if is_count else None}


def _turns_of(forms: Iterable[Form], chosen: str) -> list[list[Form]]:
    """Return what a player may say, turn by turn; a turn assumes the same in all its forms."""
    by_turn: dict[str, list[Form]] = {}
    for form in forms:
        if chosen in form.who:
            by_turn.setdefault(form.assumes, []).append(form)
    return list(by_turn.values())[:MOST_TURNS]


def _deals_cards(form: Form) -> bool:
    """Return whether a form has cards of many players: hundreds of keys, too many to offer."""
    groups = [slot for slot in form.slots if isinstance(slot, Group) and slot.repeat]
    return any(isinstance(part, Cards) for group in groups for part in group.slots)


def _corrects(form: Form) -> bool:
    """Return whether a form is a correction: that is made in the log, and by Undo."""
    return _begins(form) in ("undo", "void", "amend", "insert")


def _begins(form: Form) -> str:
    """Return the fixed words with which a form begins; empty where it begins otherwise."""
    first = form.slots[0] if form.slots else None
    return first.text if isinstance(first, Literal) else ""


@cache
def _described(game: str, option: str) -> tuple[str, str]:
    """Return the meaning of a game's option, with its page, and its default."""
    if game not in GAMES:
        return "", ""
    spec = options_of(game_named(game).options)[option]
    return f"{spec.meaning} {spec.cite}".strip(), spec.default_text


TOGETHER = "What stands only together is put right in All sayings: a tap on one of them, and Another together with it"


@router.get("/evenings/{number}/preview")
async def preview(request: Request, number: Number) -> Response:
    """Answer with the saying that the fields of a form come to so far, as people read it."""
    return PlainTextResponse(with_signs(preview_of(request.query_params.multi_items())))


@router.post("/evenings/{number}/say")
def say(request: Request, number: Number, fields: FormFields) -> Response:
    """Record the saying of a button or of a form's fields."""
    values = dict(fields)
    sayings = [value for name, value in fields if name == "saying" and value] or [saying_of(fields)]
    seen = int(values["seen"]) if values.get("seen", "").isdecimal() and len(values["seen"]) < 16 else None
    try:
        with recording(request, number):
            hub_of(request).record(number, sayings, name_of(request), values.get("key") or None, seen)
    except Rejected as refused:
        heard = shortened("; ".join(sayings), 80)
        alert = {
            "heading": f"{sentence(heard)} was not recorded:",
            "text": (why.together(TOGETHER) if isinstance(why := refused.why, NoLongerFits) else why).message,
            "code": refused.why.code.value,
        }
        with reading(request, number) as live:
            if refused.meanwhile:
                alert["meanwhile"] = f"{sentence(recorded_meanwhile(refused.meanwhile, live.evening.money))}."
            return HTMLResponse(_table(request, live, None, alert), refused.status)
    return RedirectResponse(f"/evenings/{number}{'/settle' if values.get('back') == 'settle' else ''}", 303)
