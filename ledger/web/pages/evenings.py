"""The pages of all evenings: the list, and a new evening."""

import re
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, NamedTuple

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import RedirectResponse
from msgspec.structs import asdict

from ledger.core.money import Money, MoneyError, currency_code
from ledger.core.refusals import Refusal, RefusedLine, printable
from ledger.games.registry import AT_FIRST, game_named, playable_games
from ledger.projections.opening import usual_table
from ledger.web.api import NewEvening, opening_sayings
from ledger.web.club_view import TABS
from ledger.web.hub import Hub, Rejected
from ledger.web.pages.rendering import page
from ledger.web.requests import Asked, FormFields, hub_of, name_of, records
from ledger.web.words import day_in_words, in_figures, sentence

router = APIRouter(include_in_schema=False)

WITH_COMMAS = re.compile(r'"[^"]+"|[^\s,;"][^,;"]*')
WITH_SPACES = re.compile(r'"[^"]+"|\S+')
"""The names in a typed list of players: between commas where it has some, else between spaces; or in quotes."""
MONEYS = {"counters": "counters only", "lsd": "£ s d", "GBP": "£", "EUR": "€", "USD": "$"}
"""The moneys that are offered, each with its label."""
COUNTERS = {
    "lsd": (("1d", "1d"), ("½d", "½d"), ("2d", "2d")),
    "GBP": (("0.10", "10p"), ("0.05", "5p"), ("0.20", "20p")),
    "EUR": (("0.10", "10c"), ("0.05", "5c"), ("0.20", "20c")),
    "USD": (("0.10", "10¢"), ("0.05", "5¢"), ("0.25", "25¢")),
}
"""The usual worth of a counter in each money, as it is written and as it is shown."""
MOST_NAMES = 9
LOOKED_BACK = 8
"""The number of evenings whose names are offered."""


@router.get("/")
def home(request: Request) -> Response:
    """Answer with the evenings."""
    with hub_of(request).readers.held() as lane:
        evenings = sorted(lane.store.evenings(), key=lambda evening: evening.id, reverse=True)
    if not evenings and records(request):
        return RedirectResponse("/evenings/new", 303)
    return page(request, "home.html", heading="Evenings", evenings=evenings, name=name_of(request), number=0,
                tabs=TABS)  # fmt: skip


@router.get("/evenings/new")
def new_evening(
    request: Request,
    like: Annotated[int | None, Query(alias="as")] = None,
    title: Asked = "",
    on: Asked = "",
    at: Asked = "",
    typed: Annotated[str, Query(alias="players", max_length=4000)] = "",
) -> Response:
    """Answer with the form of a new evening, filled in with the players of the last one."""
    last = _last(hub_of(request), like)
    values = {"title": title, "players": last["players"] if last and like else [], "more": typed,
              "money": last["money"] if last else "", "counter": last["counter"] if last else "",
              "bank": last["bank"] if last else "", "on": on, "at": at, "open": bool(on or at)}  # fmt: skip
    return _form(request, values, last)


def _form(
    request: Request,
    values: dict[str, Any],
    last: dict[str, Any] | None,
    status: int = 200,
    alert: dict[str, str] | None = None,
) -> Response:
    """Answer with the form and the names seen lately, the most frequent first."""
    known = [*dict.fromkeys((*values["players"], *_names(hub_of(request))))]
    first = [] if known else list(map(_offered, AT_FIRST))
    values = {"game": first[0].saying if first else "", **values}
    today = day_in_words(datetime.now().astimezone().date().isoformat()).rpartition(" ")[0]
    usual = [value for worths in COUNTERS.values() for value, _ in worths]
    return page(request, "open.html", status, heading="New evening", values=values, last=last, moneys=MONEYS,
                counters=COUNTERS, usual_counters=usual, known=known[: max(MOST_NAMES, len(values["players"]))],
                first_games=first, other_games=_others(first) if first else [],
                today=today, number=0, alert=alert)  # fmt: skip


class OfferedGame(NamedTuple):
    """A game that may be chosen as the first one, and the saying that begins it."""

    name: str
    title: str
    saying: str


def _others(first: Sequence[OfferedGame]) -> list[OfferedGame]:
    """Return all other games, by their titles."""
    names = {game.name for game in first}
    others = (_offered(game.name) for game in playable_games() if game.name not in names)
    return sorted(others, key=lambda game: game.title)


def _offered(name: str) -> OfferedGame:
    game = game_named(name)
    suggested = [f"{option}={spec.suggested}" for option, spec in game.known_options.items() if spec.suggested]
    return OfferedGame(name, game.title, " ".join(["game", name, *suggested]))


def _names(hub: Hub) -> list[str]:
    """Return the names of the last evenings, the most frequent first."""
    seen: Counter[str] = Counter()
    with hub.readers.held() as lane:
        for evening in lane.store.evenings()[-LOOKED_BACK:]:
            try:
                seen.update(lane.live_evening(evening.id).evening.books.people())
            except (Refusal, KeyError):
                continue
    return [name for name, _ in seen.most_common()]


def _last(hub: Hub, like: int | None = None) -> dict[str, Any] | None:
    with hub.readers.held() as lane:
        rows = {row.id: row for row in lane.store.evenings()}
        if not rows:
            return None
        last = rows.get(like or 0) or [*rows.values()][-1]
        evening = lane.live_evening(last.id).evening
    usual, opening = usual_table(last.id, evening), evening.opening
    day = (opening.on if opening else None) or last.newest_at[:10]
    day = " ".join(day_in_words(day).split()[1:3]) or day
    return {**asdict(usual), "id": last.id, "number": in_figures(len(usual.players)), "day": day}


@router.post("/evenings")
def open_evening(request: Request, fields: FormFields) -> Response:
    """Open an evening."""
    values = dict(fields)
    line = values.get("players", "")
    names = (WITH_COMMAS if re.search("[,;]", line) else WITH_SPACES).findall(line)
    typed = [name.strip('" ') for name in names]
    players = [value for name, value in fields if name == "player"] + typed
    money = currency_code(values.get("code", "").strip().upper() or values.get("money", "").strip())
    opening = NewEvening.model_construct(
        title=values.get("title", "").strip(),
        players=players,
        money=money or None,
        counter=values.get("counter", "").strip() or values.get(f"counter-{money}", "") or None,
        bank="cash" if values.get("bank") == "cash" else "credit",
        on=values.get("on", "").strip() or None,
        at=values.get("at", "").strip() or None,
    )
    try:
        game = [values["game"]] if values.get("game") else []
        number = hub_of(request).open([*opening_sayings(opening), *game], name_of(request))
    except (Refusal, RefusedLine) as refusal:
        filled_in = {**values, "players": players, "more": "", "open": True, "money": money}
        for name in ("title", "money", "counter", "bank", "on", "at"):
            filled_in.setdefault(name, "")
        alert = {"heading": "It was not opened", "text": _not_opened(money, refusal)}
        status = Rejected(refusal, ()).status
        return _form(request, filled_in, None, status, alert=alert)
    return RedirectResponse(f"/evenings/{number}", 303)


def _not_opened(money: str, refusal: Refusal | RefusedLine) -> str:
    """Return why an evening was not opened, in the words of its form."""
    try:
        Money.recorded(money or "counters", None)
    except MoneyError:
        return f"“{printable(money, 40)}” is no money known here. Choose one above, or write three letters, as CHF."
    return f"{sentence(refusal.sentence if isinstance(refusal, Refusal) else refusal.refusal.sentence)}."
