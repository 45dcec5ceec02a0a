"""The page of the table: how it stands, what may be said, and what was said there; for who watches, without buttons."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from ledger.evening.fold import Evening
from ledger.games.registry import GAMES, game_named
from ledger.log.replay import NoLongerFits
from ledger.projections.offers import expecting_with_forms
from ledger.projections.rule_sheets import deciding_now, first_cited
from ledger.recorder import recorded_meanwhile
from ledger.rules.options import options_of
from ledger.web import table_view as showing
from ledger.web.api import Number, followed, house_of
from ledger.web.hub import LiveEvening, NotTaken
from ledger.web.pages.rendering import draw
from ledger.web.pages.requests import Fields, name_of, new_key, records, told
from ledger.web.panel.decode import saying_of
from ledger.web.panel.layout import Drawer
from ledger.web.panel.panel import Panel
from ledger.web.words import heading, sentence, shortened

router = APIRouter(include_in_schema=False)

MOST_TURNS = 3
"""Of one player, what he may say is shown for at most so many turns."""
KEY = "\ue000key\ue001"
"""Stands for the key in a page that is drawn once and sent to several."""


@router.get("/evenings/{number}")
def table(request: Request, number: Number, seat: Annotated[str | None, Query(max_length=400)] = None) -> Response:
    """The table, as it stands."""
    with house_of(request).quiet():
        return HTMLResponse(_table(request, followed(request, number), seat))


@router.get("/watch")
def watch_newest(request: Request) -> Response:
    """Watch the evening that was opened last."""
    with house_of(request).quiet() as store:
        evenings = store.evenings()
    if not evenings:
        return told(request, 404, "no evening has been opened yet")
    wall = "?wall=1" if "wall" in request.query_params else ""
    return RedirectResponse(f"/evenings/{evenings[-1].id}/watch{wall}", 303)


@router.get("/evenings/{number}/watch")
def watch(request: Request, number: Number) -> Response:
    """The table without buttons; for the wall, large."""
    wall = "wall" in request.query_params
    with house_of(request).quiet():
        following = followed(request, number)
        drawn = following.once(
            ("watch", wall), lambda: draw(request.app, "wall.html" if wall else "table.html", **_watched(following))
        )
        return HTMLResponse(drawn)


def _watched(following: LiveEvening) -> dict[str, Any]:
    nothing = {
        "records": False,
        "panel": Panel(),
        "key": "",
        "alert": None,
        "chosen": None,
        "later": [],
        "beside": None,
        "rule": False,
    }
    return {**_standing(following), **nothing}


def _standing(following: LiveEvening) -> dict[str, Any]:
    """What of the table is the same for all."""
    evening = following.evening
    awaited = following.once("expecting", lambda: expecting_with_forms(evening, following.number))
    asks = evening.game.turn.asks if evening.game else _asks(evening, awaited)
    shown, below = heading(asks, awaited["who"])
    seats = showing.seats(evening, tuple(awaited["who"]), asks)
    pools = showing.pools_shown(evening, following.pools)
    game, deal = showing.game_line(evening)
    return {
        "number": following.id,
        "seen": following.number,
        "title": evening.opening.title if evening.opening else "",
        "game": game,
        "deal": deal,
        "up": showing.beside_the_game(evening, pools),
        "tiles": showing.tiles(evening, pools),
        "pools": pools,
        "seats": showing.rows_of(seats),
        "strip": showing.strip(following.replay),
        "heading": shown,
        "below": below,
        "awaited": awaited,
        "closed": evening.closed,
        "asked": f"{shown}|{below}",
    }


def _asks(evening: Evening, awaited: dict[str, Any]) -> str:
    if evening.closed:
        return "the evening is closed: what is paid may still be said"
    return "nothing is being played: begin a game, or close the evening" if awaited["may"] else ""


def _table(
    request: Request, following: LiveEvening, seat: str | None = None, alert: dict[str, str] | None = None
) -> str:
    app, evening = request.app, following.evening
    may_record = records(request)

    def drawn_now() -> str:
        return draw(app, "table.html", **_of_table(following, seat, alert, may_record))

    chosen = seat if seat in evening.seats.present else None
    drawn = drawn_now() if alert else following.once(("table", may_record, chosen), drawn_now)
    return drawn.replace(KEY, new_key())


def _of_table(
    following: LiveEvening, seat: str | None, alert: dict[str, str] | None, may_record: bool
) -> dict[str, Any]:
    evening, standing = following.evening, _standing(following)
    awaited, money = standing["awaited"], evening.money
    who = awaited["who"]
    speaker = who[0] if len(who) == 1 else None
    chosen = seat if seat in evening.seats.present else None
    before_the_turn = chosen is not None and chosen != speaker
    if before_the_turn:
        standing["heading"] = f"{chosen}, before the turn" if speaker else chosen
        standing["below"] = sentence(evening.game.turn.asks) if evening.game else ""
    places = showing.places(standing["pools"], standing["seats"])
    drawer = Drawer(money, _described, places, showing.pack_in_play(evening))
    subject = chosen or speaker
    now = [one for one in awaited["forms"] if not one["assumes"]]
    turns = _turns_of(awaited["forms"], chosen) if chosen else []
    forms = turns.pop(0) if before_the_turn and turns else [] if before_the_turn else now
    panel = drawer.panel(forms, subject) if may_record else Panel()
    later = [drawer.panel(turn, chosen, f"t{place}") for place, turn in enumerate(turns) if turn[0]["assumes"]]
    around = [form for form in awaited["around"] if not _corrects(form)]
    if evening.closed and not chosen:
        # what is left to do is to pay, on a page of its own; who takes it up again says so here
        panel = drawer.panel([form for form in around if _begins(form) == "reopen"] if may_record else [], None)
        around = [*now, *around]
    return {
        **standing,
        "records": may_record,
        "panel": panel,
        "later": later if may_record else [],
        "beside": drawer.beside(around, chosen) if chosen and may_record else None,
        "chosen": chosen,
        "speaker": speaker,
        "alert": alert,
        "rule": evening.game is not None,
        "cited": first_cited(deciding_now(evening)),
        "notice": _notice(evening),
        "key": KEY,
        "unsaid": showing.unsaid(evening),
        "redo": showing.redo_of(following.replay),
        "undo": showing.can_undo(following.replay),
        "may": _mays(awaited, who),
        "drawer": _drawers(drawer, around, awaited["forms"]) if may_record else [],
    }


def _notice(evening: Evening) -> dict[str, Any] | None:
    """What was found out with the newest saying, and what the rules report of it."""
    if not evening.outcomes:
        return None
    newest = evening.outcomes[-1]
    told = [one.message for one in newest.findings]
    if newest.postings or showing.is_long(newest.remarks):
        dealer = f"{evening.game.table.dealer} deals" if evening.game else ""  # his seat is marked
        told += [one for one in newest.remarks if one != dealer]  # else they stand below the saying
    if not told:
        return None
    counted = any(one.code == "count" for one in newest.findings)
    return {"text": sentence("; ".join(told)), "count": newest.number if counted else None}


def _turns_of(forms: list[dict[str, Any]], chosen: str) -> list[list[dict[str, Any]]]:
    """What one player may say, turn by turn, the soonest first; what would be assumed is alike in each."""
    by_turn: dict[str, list[dict[str, Any]]] = {}
    for form in forms:
        if chosen in form["who"]:
            by_turn.setdefault(form["assumes"], []).append(form)
    return list(by_turn.values())[:MOST_TURNS]


def _mays(awaited: dict[str, Any], who: list[str]) -> list[str]:
    name = f"{who[0]} " if len(who) == 1 else ""
    return [f"{name}{text}" for text in awaited["may"]]


def _drawers(drawer: Drawer, around: list[dict[str, Any]], forms: list[dict[str, Any]]) -> list[tuple[str, Panel]]:
    later = [form for form in forms if form["assumes"] and not form["who"] and not _draws(form)]
    shown = [("Now", drawer.panel(around, None, "a"))]
    if later:
        shown.append((f"Later (with it {later[0]['assumes']})", drawer.panel(later, None, "l")))
    return shown


def _draws(form: dict[str, Any]) -> bool:
    """Whether a form has cards of one player after another: these are hundreds of keys, and wait for their turn."""
    groups = [one for one in form["slots"] if one.get("repeat")]
    return any(part.get("slot") == "cards" for group in groups for part in group.get("slots", ()))


def _corrects(form: dict[str, Any]) -> bool:
    """Whether a form puts something right: that is done in the log, and by Undo."""
    return _begins(form) in ("undo", "void", "amend", "insert")


def _begins(form: dict[str, Any]) -> str:
    """The fixed words with which a form begins; empty where it begins otherwise."""
    first = form["slots"][0] if form["slots"] else {}
    return str(first.get("text", ""))


def _described(game: str, option: str) -> tuple[str, str]:
    """What an option of a game means, with its page, and what it is unless it is said."""
    if game not in GAMES:
        return "", ""
    sort = options_of(game_named(game).options)[option]
    return f"{sort.meaning} {sort.cite}".strip(), sort.default_text


TOGETHER = "What stands only together is put right in All sayings: a tap on one of them, and Another together with it"


@router.post("/evenings/{number}/say")
def say(request: Request, number: Number, fields: Fields) -> Response:
    """Record a saying that was pressed, or put together."""
    said = dict(fields)
    sayings = [value for name, value in fields if name == "saying" and value] or [saying_of(fields)]
    seen = int(said["seen"]) if said.get("seen", "").isdecimal() and len(said["seen"]) < 16 else None
    house = house_of(request)
    with house.quiet():
        following = followed(request, number)
        try:
            house.record(number, sayings, name_of(request), said.get("key") or None, seen)
        except NotTaken as refused:
            heard = shortened("; ".join(sayings), 80)
            alert = {
                "heading": f"{sentence(heard)} was not recorded:",
                "text": (why.together(TOGETHER) if isinstance(why := refused.why, NoLongerFits) else why).message,
                "code": refused.why.code.value,
            }
            if refused.meanwhile:
                alert["meanwhile"] = f"{sentence(recorded_meanwhile(refused.meanwhile, following.evening.money))}."
            return HTMLResponse(_table(request, following, None, alert), refused.status)
        newest = following.number
    request.app.state.moved_on(number, newest)
    return RedirectResponse(f"/evenings/{number}{'/settle' if said.get('back') == 'settle' else ''}", 303)
