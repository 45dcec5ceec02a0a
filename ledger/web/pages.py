"""The pages that people see. Every one works with scripts off; what is sent is a form, and is answered by a 303."""

import re
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import lru_cache
from html import escape
from io import BytesIO
from itertools import groupby
from pathlib import Path as FilePath
from typing import Annotated, Any
from urllib.parse import parse_qsl, urlencode

import segno
from fastapi import APIRouter, Depends, FastAPI, HTTPException, Query, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from ledger.books import Pool
from ledger.evening.fold import Evening
from ledger.games.kernel.options import sorts
from ledger.games.registry import GAMES, game_named
from ledger.log.replay import NoLongerFits
from ledger.money import Money, MoneyError, code_said
from ledger.recorder import recorded_meanwhile
from ledger.refusals import Refusal, RefusedLine, printable
from ledger.views.offers import expecting_with_forms
from ledger.views.sheets import CITED, citing, deciding, first_cited, paragraphs, sheet_of
from ledger.web import reading, showing
from ledger.web.guards import ENTRANCE, cookie_name
from ledger.web.house import Followed, House, NotTaken
from ledger.web.links import Right
from ledger.web.panel.drawer import Drawer
from ledger.web.panel.fields import SUIT_SIGNS, suits_of
from ledger.web.panel.panel import Panel
from ledger.web.panel.sent import saying_of
from ledger.web.programs import Number, Opening, followed, house_of, opening_sayings
from ledger.web.words import heading, in_a_word, sentence, shortened, without_quotes

router = APIRouter(include_in_schema=False)

CARD = re.compile(r"\b(10|[2-9AJQK])([SHDC])\b")
FOR_SO_LONG = 180 * 24 * 3600
"""A phone keeps its link for so many seconds."""
LONGEST_NAME = 60
MOST_TURNS = 3
"""Of one player, what he may say is shown for at most so many turns."""
Also = Annotated[Sequence[Annotated[str, Query(max_length=1000)]], Query(max_length=20)]
"""Corrections that are to be written together with another."""
FORM, FIELD = "\ue000form\ue001", "\ue000field\ue001"
"""Stand for the names of a form and of a field in cards that are drawn once for all of them."""
NAMES = re.compile(r'"[^"]+"|[^\s,;]+')
"""The names in what is typed of more players, parted as anybody parts them; one of two words in quotes."""
MONEYS = {"counters": "counters", "lsd": "£ s d", "GBP": "£ GBP", "EUR": "€ EUR", "USD": "$ USD"}
"""The moneys that are offered, and how they stand on their buttons."""
KEY = "\ue000key\ue001"
"""Stands for the key in a page that is drawn once and sent to several."""


def _suits(text: object) -> Markup:
    """Write cards with their signs, each read aloud by its name."""

    def shown(found: re.Match[str]) -> str:
        suit = found[2]
        return f'{found[1]}<span class="{suit}">{SUIT_SIGNS[suit]}</span>'

    return Markup(CARD.sub(shown, str(escape(str(text), quote=True))))


def _cites(text: object, number: int, game: str) -> Markup:
    """Lead from what is cited to its place in the sheet of the game."""

    def linked(found: re.Match[str]) -> str:
        query = urlencode({"of": game, "cite": found[0]})
        return f'<a class="cite" href="/evenings/{number}/rules?{escape(query)}">{found[0]}</a>'

    written = escape(str(text), quote=True)
    return Markup(CITED.sub(linked, written) if game else written)


def _prose(sheet: str) -> Markup:
    """A sheet for a narrow page: its lines run on, but those of a table, which are set in, keep their places."""
    parts = []
    for part in paragraphs(sheet):
        for table, lines in groupby(part.splitlines(), key=lambda line: line.startswith("  ")):
            if table:
                parts.append(f'<pre tabindex="0">{escape(_closed_up(list(lines)))}</pre>')
            else:
                parts.append(f"<p>{escape(' '.join(lines))}</p>")
    return Markup("".join(parts))


def _closed_up(lines: Sequence[str]) -> str:
    """A table with no more room between its columns than they need."""
    width = max(map(len, lines))
    empty = [all(line[place : place + 1] in ("", " ") for line in lines) for place in range(width)]
    kept = [place for place in range(width) if not (empty[place] and all(empty[max(0, place - 2) : place]))]
    return "\n".join("".join(line[place : place + 1] for place in kept).rstrip() for line in lines)


def _clock(at: str) -> str:
    try:
        return datetime.fromisoformat(at).astimezone().strftime("%H:%M")
    except ValueError:
        return ""


_environment = Environment(
    loader=FileSystemLoader(FilePath(__file__).parent / "templates"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
)
_environment.filters["suits"] = _suits
_environment.filters["clock"] = _clock
_environment.filters["cites"] = _cites
_environment.filters["prose"] = _prose
_environment.filters["in_a_word"] = in_a_word
_environment.filters["named"] = without_quotes
_environment.filters["short"] = lambda text: shortened(str(text), 28)


@lru_cache(maxsize=512)
def _cards_drawn(
    low: int, high: int, of: Sequence[str], among: Any, out: Any, required: bool, flat: bool, asks: str, in_a_row: bool
) -> str:
    """The keys of so many cards, with a sign each for the form and for the field that they will stand in."""
    field = {"name": FIELD, "low": low, "high": high, "of": of, "required": required, "flat": flat,
             "asks": asks, "in_a_row": in_a_row}  # fmt: skip
    macros: Any = _environment.get_template("fields.html").module
    return str(macros.cards(field | {"suits": suits_of(among, out)}, FORM))


def _cards_of(field: dict[str, Any], form: str) -> Markup:
    """A field of cards. It has fifty keys, and a page may have thirty such fields of the same cards."""
    said = ("low", "high", "of", "among", "out", "required", "flat")
    drawn = _cards_drawn(*(field[one] for one in said), field["asks"], bool(field.get("in_a_row")))
    return Markup(drawn.replace(FORM, form).replace(FIELD, field["name"]))


_environment.globals["cards_of"] = _cards_of


def _draw(app: FastAPI, template: str, **what: Any) -> str:
    digests = app.state.digests
    return _environment.get_template(template).render(
        static=lambda name: f"/static/{name}?{digests.get(name, '')}", **what
    )


def prepare() -> None:
    """Read the templates and the games, for which the first who looks would else wait."""
    for template in _environment.list_templates():
        _environment.get_template(template)
    for game in GAMES:
        sorts(game_named(game).options)


def _page(request: Request, template: str, status: int = 200, **what: Any) -> Response:
    what.setdefault("records", records(request))
    what.setdefault("key", new_key())
    return HTMLResponse(_draw(request.app, template, **what), status)


def new_key() -> str:
    """A key that no other page has."""
    return secrets.token_urlsafe(9)


def records(request: Request) -> bool:
    """Whether whoever asks may record."""
    return request.scope.get("right") is Right.RECORD


def told(request: Request, status: int, said: str) -> Response:
    """Tell why nothing is shown."""
    headings = {404: "There is nothing here", 409: "It cannot be done", 503: "Too many at once"}
    return _page(request, "told.html", status, heading=headings.get(status, "It cannot be done"),
                 sentence=f"{sentence(said)}", home=True, number=0)  # fmt: skip


def turned_away(app: FastAPI) -> Callable[[int, str], bytes]:
    """The page for whoever is not let in."""

    def page(status: int, said: str) -> bytes:
        headings = {401: "You need a link", 403: "Only to watch", 413: "Too much", 429: "Too many at once"}
        shown = headings.get(status, "Not here")
        return _draw(app, "told.html", heading=shown, sentence=f"{sentence(said)}.", home=False, number=0).encode()

    return page


async def _fields(request: Request) -> list[tuple[str, str]]:
    """What a form sent, in its order. Text that is none is refused as unreadable."""
    try:
        return parse_qsl((await request.body()).decode(), keep_blank_values=True, max_num_fields=2000, errors="strict")
    except ValueError as error:
        raise HTTPException(422, "the form cannot be read") from error


Fields = Annotated[list[tuple[str, str]], Depends(_fields)]
"""They are read where all requests come in. Who answers is run in a thread, for he waits for the house."""


# Names and links


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


@router.get(ENTRANCE + "{token}")
def enter(request: Request, token: str) -> Response:
    """Exchange a link for a cookie."""
    right = request.app.state.links.right_of(token)
    assert right is not None, "the guards let no other link in"
    place = request.app.state.place
    with house_of(request).quiet() as store:
        going_on = [one.id for one in store.evenings() if not one.closed]
    table = f"/evenings/{going_on[-1]}" if going_on else "/"
    answer = RedirectResponse(table if right is Right.RECORD else "/watch", 303)
    answer.set_cookie(
        cookie_name(place.port), token, max_age=FOR_SO_LONG, httponly=True, samesite="lax", secure=place.tls
    )
    return answer


@router.get("/name")
def ask_name(request: Request) -> Response:
    """Ask who records."""
    return _page(request, "name.html", heading="Who records here?", name=name_of(request), number=0)


@router.post("/name")
def take_name(request: Request, fields: Fields) -> Response:
    """Take the name of who records."""
    answer = RedirectResponse("/", 303)
    name = printable(dict(fields).get("name", ""), LONGEST_NAME).strip()
    place = request.app.state.place
    cookie = f"{cookie_name(place.port)}-name"
    answer.set_cookie(
        cookie,
        name.encode(errors="replace").hex(),
        max_age=FOR_SO_LONG,
        httponly=True,
        samesite="lax",
        secure=place.tls,
    )
    return answer


@router.get("/qr/{right}.svg")
def qr(request: Request, right: Right) -> Response:
    """A link as a QR code."""
    if not records(request):
        raise HTTPException(404, "there is no such picture")
    link = _link(request, right)
    drawn = BytesIO()
    segno.make(link, error="l").save(drawn, kind="svg", scale=8, border=4, dark="#000", light="#fff", svgclass=None)
    return Response(drawn.getvalue(), media_type="image/svg+xml")


def _link(request: Request, right: Right) -> str:
    links, place = request.app.state.links, request.app.state.place
    begins = place.links_to_share[0] if place.links_to_share else f"{request.base_url}{ENTRANCE[1:]}"
    return f"{begins}{links.record if right is Right.RECORD else links.watch}"


@router.get("/evenings/{number}/join")
def join(request: Request, number: Number) -> Response:
    """Show the links to those at the table."""
    followed(request, number)
    shared = (
        [
            {"what": "To watch", "right": "watch", "link": _link(request, Right.WATCH)},
            {"what": "To record", "right": "record", "link": _link(request, Right.RECORD)},
        ]
        if records(request)
        else []
    )
    return _page(request, "join.html", heading="Watch, or record", shared=shared, name=name_of(request),
                 number=number, up=f"/evenings/{number}", up_name="table")  # fmt: skip


# Evenings


@router.get("/")
def home(request: Request) -> Response:
    """The evenings there are."""
    with house_of(request).quiet() as store:
        evenings = sorted(store.evenings(), key=lambda one: one.id, reverse=True)
    if not evenings and records(request):
        return RedirectResponse("/evenings/new", 303)
    return _page(request, "home.html", heading="Evenings", evenings=evenings, name=name_of(request), number=0)


@router.get("/evenings/new")
def new_evening(
    request: Request,
    like: Annotated[int | None, Query(alias="as")] = None,
    title: Annotated[str, Query(max_length=400)] = "",
    on: Annotated[str, Query(max_length=40)] = "",
    at: Annotated[str, Query(max_length=400)] = "",
    more: Annotated[str, Query(alias="players", max_length=4000)] = "",
) -> Response:
    """Ask for a new evening, with the players of the last one; what was filled in already stays."""
    last = _last(house_of(request), like)
    values = {"title": title, "players": last["players"] if last and like else [], "more": more,
              "money": last["money"] if last else "", "counter": last["counter"] if last else "",
              "on": on, "at": at, "open": False}  # fmt: skip
    return _page(request, "open.html", heading="New evening", values=values, last=last, moneys=MONEYS, number=0)


def _last(house: House, like: int | None = None) -> dict[str, Any] | None:
    with house.quiet() as store:
        evenings = store.evenings()
        wanted = like if like is not None and store.has(like) else evenings[-1].id if evenings else None
        if wanted is None:
            return None
        evening = house.follow(wanted).evening
    names = list(evening.seats.ring) and list(evening.seats.seated())
    counter = evening.money.counter
    worth = evening.money.write(counter) if counter is not None and evening.money.code != "counters" else ""
    return {"id": wanted, "title": evening.opening.title if evening.opening else "", "players": names,
            "names": ", ".join(names), "money": evening.money.code, "counter": worth}  # fmt: skip


@router.post("/evenings")
def open_evening(request: Request, fields: Fields) -> Response:
    """Open an evening."""
    said = dict(fields)
    more = NAMES.findall(said.get("players", ""))
    players = [value for name, value in fields if name == "player"] + [name.strip('"') for name in more]
    money = code_said(said.get("code", "").strip().upper() or said.get("money", "").strip())
    opening = Opening.model_construct(
        title=said.get("title", "").strip(),
        players=players,
        money=money or None,
        counter=said.get("counter", "").strip() or None,
        on=said.get("on", "").strip() or None,
        at=said.get("at", "").strip() or None,
    )
    try:
        number = house_of(request).open(opening_sayings(opening), name_of(request))
    except (Refusal, RefusedLine) as refusal:
        values = {**said, "players": players, "more": "", "open": True, "money": money}
        for name in ("title", "money", "counter", "on", "at"):
            values.setdefault(name, "")
        alert = {"heading": "It was not opened", "text": _not_opened(money, refusal)}
        status = NotTaken(refusal, ()).status
        return _page(
            request,
            "open.html",
            status,
            heading="New evening",
            values=values,
            last=None,
            alert=alert,
            moneys=MONEYS,
            number=0,
        )
    return RedirectResponse(f"/evenings/{number}", 303)


def _not_opened(money: str, refusal: Refusal | RefusedLine) -> str:
    """Why an evening was not opened, in the words of the page on which it is asked for."""
    try:
        Money.recorded(money or "counters", None)
    except MoneyError:
        return f"“{printable(money, 40)}” is no money known here. Choose one above, or write three letters, as CHF."
    return f"{sentence(refusal.sentence if isinstance(refusal, Refusal) else refusal.refusal.sentence)}."


# The table


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
            ("watch", wall), lambda: _draw(request.app, "wall.html" if wall else "table.html", **_watched(following))
        )
        return HTMLResponse(drawn)


def _watched(following: Followed) -> dict[str, Any]:
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


def _standing(following: Followed) -> dict[str, Any]:
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


def _table(request: Request, following: Followed, seat: str | None = None, alert: dict[str, str] | None = None) -> str:
    app, evening = request.app, following.evening
    may_record = records(request)

    def draw() -> str:
        return _draw(app, "table.html", **_of_table(following, seat, alert, may_record))

    chosen = seat if seat in evening.seats.present else None
    drawn = draw() if alert else following.once(("table", may_record, chosen), draw)
    return drawn.replace(KEY, new_key())


def _of_table(following: Followed, seat: str | None, alert: dict[str, str] | None, may_record: bool) -> dict[str, Any]:
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
        "cited": first_cited(_deciding(following)),
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
    told = [*(one.message for one in newest.findings), *newest.remarks]
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
    sort = sorts(game_named(game).options)[option]
    return f"{sort.meaning} {sort.cite}".strip(), sort.default_text


# What is read


@router.get("/evenings/{number}/log")
def log(request: Request, number: Number, also: Also = ()) -> Response:
    """All sayings; to one that is put right, others may be added that are put right together with it."""
    with house_of(request).quiet():
        following = followed(request, number)
        rows = reading.rows(following, name_of(request))
        return _reading(request, following, "log.html", heading="All sayings", rows=rows,
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
    why: Annotated[str, Query(max_length=200)] = reading.REASONS[0],
    reason: Annotated[str, Query(max_length=200)] = "",
    another: Annotated[str, Query(max_length=1000)] = "",
    before: Annotated[str, Query(max_length=1000)] = "",
    also: Also = (),
) -> Response:
    """One saying, and what else it could have been, with what that would change."""
    with house_of(request).quiet():
        following = followed(request, number)
        said = reading.row(following, at)
        if said is None:
            raise HTTPException(404, f"there is no saying {at} that counts")
        about, trial = _about(following), following.trial(at)
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
    reasons = (why or reason).strip() or reading.REASONS[0]
    if records(request) and at > 1:
        others = reading.alternatives(trial, reasons, also)
        fitting = [one for one in others if not one.why and one.saying != reading.VOID]
        chosen = instead or (fitting[0].saying if fitting else reading.VOID if not others[-1].why else "")
        more |= {"alternatives": others, "instead": chosen, "not_fitting": reading.not_fitting(others)}
        if chosen or another.strip() or before.strip():
            correction = reading.correction_of(at, reasons, chosen, another, before)
            found = reading.effect(trial, [*also, correction])
            words = another.strip() or (f"{before.strip()} before it" if before.strip() else "")
            label = words or ("take back" if chosen == reading.VOID else chosen)
            more |= {"effect": None if found.refusal else found.changes, "refusal": found.refusal,
                     "with_another": found.with_another, "correction": correction, "label": label}  # fmt: skip
    more |= {"also": also, "together": _carried([*also, more["correction"]] if more["correction"] else also),
             "together_with": lambda one: _carried([*also, one])}  # fmt: skip
    when = _clock(said["said_at"])
    told = ". ".join(filter(None, (f"Recorded at {when} by {said['said_by']}" if when else "", said["remark"])))
    shown = {"heading": f"{at} {said['saying']}", "at": at, "about": told, "saying": said["saying"], "why": reasons,
             "another": another, "before": before, "moved": said["moved"]}  # fmt: skip
    return _page(request, "correct.html", **about, **shown, **more)


@router.get("/evenings/{number}/explain")
def explain(
    request: Request,
    number: Number,
    player: Annotated[str, Query(max_length=400)] = "",
    pool: Annotated[str, Query(max_length=400)] = "",
) -> Response:
    """Every movement behind a figure."""
    with house_of(request).quiet():
        following = followed(request, number)
        names = list(following.evening.books.balances)
        if not names:
            raise HTTPException(404, "nobody has sat down yet")
        account = Pool(pool) if pool else player or names[0]
        with _or_not_found():
            shown = reading.explanation(following, account)
        for one in shown["accounts"]:
            one["query"] = urlencode([one["query"]])
        return _reading(request, following, "explain.html", heading=f"{shown['account']}, {shown['figure']}", **shown)


@router.get("/evenings/{number}/count/{at}")
def count(request: Request, number: Number, at: int) -> Response:
    """A count, and the places to look where it does not agree."""
    with house_of(request).quiet():
        following = followed(request, number)
        with _or_not_found():
            rows = reading.places_to_look(following.evening, at)
        return _reading(request, following, "count.html", heading=f"The count, number {at}", rows=rows, at=at)


@router.get("/evenings/{number}/settle")
def settle(request: Request, number: Number, via: Annotated[str | None, Query(max_length=400)] = None) -> Response:
    """Who pays whom."""
    with house_of(request).quiet():
        following = followed(request, number)
        with _or_not_found():
            shown = reading.settling(following, via)
        return _reading(request, following, "settle.html", heading="Who pays whom", **shown)


@router.get("/evenings/{number}/rules")
def rules(
    request: Request,
    number: Number,
    of: Annotated[str, Query(max_length=40)] = "",
    cite: Annotated[str, Query(max_length=40)] = "",
) -> Response:
    """The rules of a game: first the place that decides what is asked now, or the one that is cited."""
    with house_of(request).quiet():
        following = followed(request, number)
        game = following.evening.game
        name = of if of in GAMES else game.game.name if game else ""
        if not name:
            raise HTTPException(404, "no game is open")
        sheet = sheet_of(name)
        parts = citing(sheet, cite) if cite else []
        if not cite and game and name == game.game.name:
            parts = [_deciding(following)]
        said = dict(game.begun.options) if game and name == game.game.name else {}
        options = [
            {"name": option.replace("_", " "), "meaning": sort.meaning, "cite": sort.cite,
             "value": said.get(option, sort.default_text)}
            for option, sort in sorts(game_named(name).options).items()
        ]  # fmt: skip
        return _reading(request, following, "rules.html", heading=game_named(name).title, rules=sheet,
                        parts=[part for part in parts if part], cite=cite, options=options)  # fmt: skip


@contextmanager
def _or_not_found() -> Iterator[None]:
    """What is refused is a page that there is not."""
    try:
        yield
    except Refusal as refusal:
        raise HTTPException(404, refusal.sentence) from refusal


def _deciding(following: Followed) -> str:
    """The paragraph of the sheet that decides what is asked now; empty where no game is open, or none does."""
    evening = following.evening
    if evening.game is None:
        return ""
    return deciding(evening.game.game.name, evening.game.turn.texts(evening.money))


def _reading(request: Request, following: Followed, template: str, status: int = 200, **shown: Any) -> Response:
    return _page(request, template, status, **(_about(following) | shown))


def _about(following: Followed) -> dict[str, Any]:
    """What every page says of its evening."""
    opening = following.evening.opening
    return {
        "number": following.id,
        "seen": following.number,
        "title": opening.title if opening else "",
        "up": f"/evenings/{following.id}",
        "up_name": "table",
    }


# Saying


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
