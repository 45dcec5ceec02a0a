"""The page of the table, for recorders and, without buttons, for those who watch."""

import json
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import cache
from typing import Annotated, Any
from urllib.parse import urlencode

import msgspec
from fastapi import APIRouter, FastAPI, Query, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse
from markupsafe import Markup
from pydantic import StringConstraints

from ledger.core.books import CREDIT
from ledger.core.events import Buys, Cashes, Count
from ledger.core.money import Money
from ledger.core.names import name as written
from ledger.evening.fold import Evening
from ledger.games.registry import ANY_OTHER, game_named, is_known
from ledger.language.forms import joined
from ledger.language.header import Tile
from ledger.language.slots import Cards, Form
from ledger.language.vocabulary import Vocabulary
from ledger.log.replay import NoLongerFits
from ledger.projections.clock import clock_of
from ledger.projections.offers import Offers, expecting, forms_now, offers
from ledger.projections.rule_sheets import deciding_now, first_cited
from ledger.recorder import recorded_meanwhile
from ledger.recorder.paying import LeftInFront, Overpaid
from ledger.web import between, counters_view, foresight, pots_view, table_view
from ledger.web.at_once import DEAL, told_at_once
from ledger.web.guards import ENTRANCE
from ledger.web.hub import PageEvening, Rejected
from ledger.web.join_code import LOOKS
from ledger.web.pages.rendering import new_key, problem, render, with_signs
from ledger.web.pages.sheets import with_open
from ledger.web.panel.buttons import Button, DisabledButton, SayingButton, SheetButton, TogetherButton, still_to_come
from ledger.web.panel.decode import empty_rows, fixed_words, preview_of, saying_of
from ledger.web.panel.fields import Choice
from ledger.web.panel.house_rules import house_rules_of
from ledger.web.panel.layout import Layout
from ledger.web.panel.panel import Panel
from ledger.web.panel.pause import BUYS, in_ranks
from ledger.web.panel.places import (
    BetsSoFar,
    Place,
    Section,
    around_winning,
    beside_winning,
    betting_now,
    betting_of,
    by_verb,
    by_whom,
    counting,
    dealing,
    ending,
    going_out,
    joining,
    sheet_of,
    takers_of,
    winning_of,
)
from ledger.web.panel.questions import question_of
from ledger.web.panel.slots import verbs_of
from ledger.web.panel.step_panel import Asking, SoFar, StepPanel, has_many_words
from ledger.web.requests import (
    Asked,
    FormFields,
    Number,
    Wanted,
    hub_of,
    links_begin,
    name_of,
    reading,
    recording,
    records,
)
from ledger.web.sentences import house_rules, is_seldom, own_values, rule_in_words, said, saying_in_words, words_at
from ledger.web.words import heading, in_figures, plain, sentence, shortened, signs_of

router = APIRouter(include_in_schema=False)

MOST_TURNS = 3
"""The number of turns for which a player's sayings are shown."""
KEY, SEEN, CODE, CLOCK = (f"\ue000{what}\ue001" for what in ("key", "seen", "code", "clock"))
"""Stand-ins for the key, the newest event, the join code and the clock in what is rendered once and sent again."""
CARDS = b'"slot":"cards"'
"""In the JSON of forms that have cards: what cannot be chosen of these depends on the deal."""


StepText = Annotated[str, StringConstraints(max_length=400)]
"""A part of a saying in an address."""
MOST_STEPS = 100
DRAW = "draw"
"""Stands for the verb of the sheet in which all draw for what a game leaves."""
MENU = "more"
"""The sheet of the menu."""
NOTHING_YET = SoFar()
"""Nothing is chosen, and nobody."""
NO_SUCH_SHEET = {"heading": "That is not asked now", "text": "What it would have written no longer fits."}


@router.get("/evenings/{number}")
def table(
    request: Request,
    number: Number,
    seat: Wanted = None,
    sheet: Annotated[str, Query(max_length=80)] = "",
    who: Asked = "",
    so: Annotated[tuple[StepText, ...] | None, Query(max_length=MOST_STEPS)] = None,
    kept: Annotated[tuple[StepText, ...], Query(max_length=MOST_STEPS)] = (),
) -> Response:
    """Answer with the table; a `sheet` of its panel or menu is open, with `who` chosen on it.

    What is said part by part stands `so` far; what was `kept` is said again where it fits.
    """
    if not records(request):
        return watch(request, number)
    steps = SoFar(seat or "", so or (), kept, begun=so is not None)
    with reading(request, number) as live:
        page = _table(request, live, seat, with_menu=sheet == MENU, steps=steps)
        if sheet:
            page = (
                with_open(page, sheet, who)
                or with_open(_table(request, live, seat, with_menu=True, steps=steps), sheet, who)
                or (_table(request, live, seat, NO_SUCH_SHEET))
            )
        return HTMLResponse(page)


@router.get("/evenings/{number}/menu")
def menu(request: Request, number: Number) -> Response:
    """Answer with the menu of the table, which the page fetches when it is first opened."""
    with reading(request, number) as live:
        return _fetched(request, live, ("menu", live.shared), "menu.html", lambda: _menu_values(live))


@router.get("/evenings/{number}/games")
def games(request: Request, number: Number) -> Response:
    """Answer with the sheets of all games, which the page fetches when they are first opened."""
    with reading(request, number) as live:
        if live.evening.game is not None:
            return HTMLResponse("")
        return _fetched(
            request, live, "games", "games.html", lambda: {"all_games": True, **_games(live, _layout(live))}
        )


@router.get("/evenings/{number}/any-time")
def at_any_time(request: Request, number: Number, verb: Asked = "", out: Asked = "") -> Response:
    """Answer with a sheet that is fetched when it is opened: of a verb, or by whom one is `out`."""
    with reading(request, number) as live:

        def sheets() -> dict[str, Any]:
            layout, offered = _layout(live), _offers(live)
            if out:
                takers = takers_of(forms_now(live.evening, live.number), layout)
                return {"sheets": [by_whom(layout, out, takers, "out")] if out in takers else []}
            if verb == DRAW:
                end = _ending(live, layout, "end", by_verb(form for form in offered.forms if not form.assumes), "qe")
                return {"sheets": end.inner if end else ()}
            sections = _sections(live, layout, _verbs_around(live.evening, offered))
            places = [place for section in sections for place in section.places if place.name == verb]
            return {"sheets": [place.sheet for place in places if place.sheet]}

        if out and out not in live.evening.seats.present:
            return HTMLResponse("")
        return _fetched(request, live, ("around", verb, out, live.shared), "sheets.html", sheets)


def _fetched(
    request: Request, live: PageEvening, key: Hashable, template: str, make: Callable[[], dict[str, Any]]
) -> Response:
    """Answer a recorder with a part of the page that is fetched; others with nothing."""
    if not records(request):
        return HTMLResponse("")
    html = live.once(key, lambda: render(request.app, template, **{**_of_page(live), "unsaid": {}, **make()}))
    return HTMLResponse(html.replace(KEY, new_key()))


def _of_page(live: PageEvening) -> dict[str, Any]:
    """Return what every form on a page sends: the evening, what was seen of it, and a key."""
    return {"number": live.id, "seen": live.number, "head": live.head, "key": KEY}


@router.get("/evenings/{number}/at-once")
def at_once(request: Request, number: Number) -> Response:
    """Answer with the sheet of a deal told at once, as the fields that were sent fill it in."""
    if not records(request):
        return HTMLResponse("")
    with reading(request, number) as live:
        evening = live.evening
        unsaid, sent = table_view.unsaid(evening), request.query_params.multi_items()
        lays = (unsaid.get(DEAL, ""), foresight.what_it_does(DEAL, evening))
        values = {**_of_page(live), "key": new_key(), "unsaid": unsaid, "below": "; ".join(filter(None, lays))}
        told = told_at_once(evening, sent, _layout(live).order)
        return HTMLResponse(render(request.app, "at_once.html", told=told, **values))


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
    template, name = "wall.html" if wall else "watch.html", "" if wall else name_of(request)
    address = links_begin(request).removesuffix(ENTRANCE).removeprefix("http://")
    with reading(request, number) as live:
        holder = name if name in live.evening.books.balances else ""

        def rendered() -> str:
            length = table_view.WALL_LENGTH if wall else table_view.WATCHED_LENGTH
            mine = table_view.own_figures(live.evening, holder) if holder else None
            join = {"address": address, "code": CODE, "looks": f"{LOOKS:.0f}"}
            return render(request.app, template, **_standing(live, length), records=False, mine=mine, join=join)

        html = _with_clock(request.app, live, live.once(("watch", wall, holder), rendered))
    return HTMLResponse(html.replace(CODE, request.app.state.join_code.for_a_wall()) if wall else html)


def _standing(live: PageEvening, sayings: int = table_view.STRIP_LENGTH) -> dict[str, Any]:
    """Return the parts of the table that are the same for all readers."""
    evening = live.evening
    turn = evening.game.turn if evening.game else None
    first, below = heading(evening.game) if evening.game else _between_games(evening)
    if turn and turn.pause and turn.act == "deal" and turn.who and evening.game and evening.game.table.deals:
        last = between.last_of_deal(evening)
        first = f"{turn.who[0]} deals next"
        below = f"Deal {evening.game.table.deals} is over{f': {last}' if last else ''}"
        if words_at(evening).often:  # the result has a line of its own
            below = ""
    pools = table_view.pools_shown(evening)
    game, deal = table_view.game_line(evening)
    return {
        **_of_page(live),
        "title": evening.opening.title if evening.opening else "",
        "game": game,
        "deal": deal,
        "up": table_view.beside_the_game(evening, pools),
        "tiles": table_view.tiles(evening, pools) or ([] if evening.game else _tiles_between_games(evening)),
        "pools": pools,
        "seats": table_view.rows_of(table_view.seats(evening)),
        "gone": table_view.gone(evening),
        "steps_of_deal": evening.game.deal.steps() if evening.game else None,
        "signs": signs_of(evening.books.people()),
        "strip": table_view.strip(live.replay, sayings),
        "heading": first,
        "below": below,
        "closed": evening.closed,
        "asked": f"{first}|{below}",
        "clock": Markup(CLOCK),
        "question": (turn.act or first) if turn else first,
    }


def _tiles_between_games(evening: Evening) -> list[Tile]:
    """Return the header between two games: the last one, and the worth of a counter."""
    last = between.last_game(evening)
    shown = (("Last", last), ("Counter", between.worth(evening))) if last and not evening.closed else ()
    return [Tile(label, value) for label, value in shown if value]


def _between_games(evening: Evening) -> tuple[str, str]:
    if evening.closed:
        return "The evening is closed", "What is paid may still be said"
    number = len(evening.seats.seated)
    return "What do you play next?", f"{in_figures(number)} {'is' if number == 1 else 'are'} at the table"


def _table(
    request: Request,
    live: PageEvening,
    seat: str | None = None,
    alert: dict[str, Any] | None = None,
    with_menu: bool = False,
    steps: SoFar = NOTHING_YET,
) -> str:
    app = request.app
    chosen = seat if seat in live.evening.seats.present else None

    def rendered() -> str:
        values = _table_values(app, live, replace(steps, who=chosen or ""), alert)
        if not with_menu:
            return render(app, "table.html", **values)
        games = {} if live.evening.game or live.evening.closed else _games(live, _layout(live))
        return render(app, "table.html", **{**values, **games, **_menu_values(live)})

    html = rendered() if alert or with_menu or steps.begun else live.once(("table", chosen, live.shared), rendered)
    return _with_clock(app, live, html, records=True).replace(KEY, new_key())


def over_the_table(request: Request, live: PageEvening, template: str, values: dict[str, Any]) -> Response:
    """Answer with the table as it stands, and what a template has in place of its panel."""
    app, standing = request.app, _standing(live) | {"records": True, "key": new_key(), **_to_take_back(live)} | values
    over = Markup(render(app, template, **standing))
    html = render(app, "table.html", **standing, over=over, headers={}, unsaid={})
    return HTMLResponse(_with_clock(app, live, html, records=True))


def _to_take_back(live: PageEvening) -> dict[str, Any]:
    """Return what Redo says, and how many sayings Undo takes back."""
    return {"redo": table_view.redo_of(live.replay), "undo": table_view.sayings_to_undo(live.replay)}


def _with_clock(app: FastAPI, live: PageEvening, html: str, records: bool = False) -> str:
    """Put the clock of the game, as it shows now, into a page; one who `records` may set it."""
    game = live.evening.game
    if game is None or (of_game := game.deal.game_clock()) is None:
        return html.replace(CLOCK, "")
    clock = clock_of(of_game, live.recorded)
    now, said_as, may = app.state.now(), words_at(live.evening).said_as, clock.sayings if records else ()
    sayings = [(saying, said_as[saying].label if saying in said_as else saying) for saying in may]
    run = clock.run(now) // timedelta(milliseconds=1)
    periods = json.dumps([[period.seconds, period.stakes] for period in clock.periods], separators=(",", ":"))
    shown = {"now": clock.at(now), "run": run, "periods": periods, "sayings": sayings}
    return html.replace(CLOCK, render(app, "clock.html", **_of_page(live), **shown))


def _headers(evening: Evening) -> dict[str, list[Tile]]:
    """Return the header that is shown while a sheet is open, by what the sheet asks about."""
    counters = {COUNTERS: between.header_of_counters(evening)} if evening.bank.state.bought else {}
    return counters | ({CLOSE: between.header_of_the_close(evening)} if evening.game is None else {})


def _table_values(app: FastAPI, live: PageEvening, steps: SoFar, alert: dict[str, Any] | None) -> dict[str, Any]:
    evening, standing, chosen = live.evening, _standing(live), steps.who or None
    turn = evening.game.turn if evening.game else None
    speaker = turn.who[0] if turn and len(turn.who) == 1 else None
    if chosen is not None and chosen != speaker:
        standing["heading"] = f"{chosen}, before the turn" if speaker else chosen
        standing["below"] = sentence(turn.asks) if turn else ""
    values = {
        **standing,
        "records": True,
        "chosen": chosen,
        "chosen_so": steps,
        "so": steps.query if steps.begun else "",
        "speaker": speaker,
        "alert": alert,
        "rule": evening.game is not None,
        "notice": _notice(evening),
        "unsaid": table_view.unsaid(evening),
        "headers": _headers(evening),
        **_to_take_back(live),
    }
    if chosen is None and turn and turn.pause:
        values |= _pause(live)
    if turn and (chosen is None or (chosen == speaker and not turn.pause)):
        panel, cited, question, about = _panel_of_turn(app, live, {**values, "chosen": None})
        if about == STEPS:
            values |= {"heading": question, "below": ""}
        elif question and len(turn.who) != 1:  # one question stands over a panel: that of its only sheet
            below = ". ".join(filter(None, (values["heading"], values["below"])))
            if show := pots_view.show_of(evening):
                below = show.below
            elif about == "left":
                below = values["heading"]
            elif about == "wins":
                below = _for_what(evening)
            values |= {"heading": question, "below": below}
        html = Markup(panel.replace(SEEN, f"{live.number}-{live.head[:8]}"))
        beside = NO_PANELS if chosen is None else _panels(live, values, speaker, chosen)
        return values | beside | {"panel": html, "cited": cited}
    panels = _panels(live, values, speaker, chosen)
    if step := panels.get("steps"):
        values |= {"heading": step.asks, "below": ""}
    values |= panels | {"cited": first_cited(deciding_now(evening))}
    return values | {"panel": Markup(render(app, "panel.html", **values))}


NO_PANELS: dict[str, Any] = {"panel": "", "later": [], "about_chosen": None}


def _bets_so_far(forms: Iterable[Form], speaker: str | None, evening: Evening) -> BetsSoFar:
    """Return what a player's bets would put down, and the last bet."""
    verbs = {verb for form in forms for verb in verbs_of(form)}
    betting = betting_now(words_at(evening), verbs)
    if speaker is None or betting is None or evening.game is None:
        return BetsSoFar()
    words = [word for word in (*betting.sums, betting.calls, betting.most) if word in verbs]
    sayings = [f"{written(speaker)} {word}" for word in words]
    puts = {saying: put for saying in sayings if (put := foresight.puts(saying, speaker, evening))}
    most = "all in" if getattr(evening.game.options, "limit", NO_LIMIT) == NO_LIMIT else "limit"
    return BetsSoFar(puts, *foresight.last_bet(evening, betting), most)


NO_LIMIT = "no"


def _for_what(evening: Evening) -> str:
    """Return what the best hand wins: the content of the game's pools."""
    prefix = f"{evening.game.game.prefix}." if evening.game else ""
    held = [amount for name, amount in evening.books.pools.items() if amount and name.startswith(prefix)]
    return f"For the {'pool' if len(held) == 1 else 'pools'}, {plain(evening.money, sum(held))}. Tap all who share it"


def _asks_for_a_trick(forms: Iterable[Form]) -> bool:
    """Return whether the usual answer is who has a trick."""
    return [verb for form in forms if form.usual for verb in verbs_of(form)] == ["trick"]


def _asked_of_all(forms: Iterable[Form], evening: Evening) -> str:
    """Return what is asked if anybody may speak; empty for several questions."""
    verbs = [verb for form in forms for verb in verbs_of(form)]
    if _asks_for_a_trick(forms):
        return f"Who has trick {table_view.tricks_said(evening) + 1}?"
    of_game = words_at(evening).questions
    if asks := next((of_game[verb] for verb in verbs if verb in of_game), None):
        return asks if isinstance(asks, str) else asks[1]
    for verb in ("takes", "left", "scores"):
        if verb in verbs:
            return "Who takes what?" if verb == "takes" else question_of(words_at(evening), [verb])
    return "Who is out first?" if "out" in verbs else ""


def asked_of_names(panel: Panel, asked: str, words: Vocabulary) -> bool:
    """Return whether the question over a panel is that of its names, and not of another word."""
    of_names = [sheet.verb for sheet in panel.plain_sections if sheet.verb in words.words]
    return all(asked in (words.questions.get(verb), *words.questions.get(verb, ())) for verb in of_names)


MOST_PLACES = 9
"""The number of places above which what is said seldom stands behind one of them."""
OF_A_TRICK = ("trick", "scores")
"""What is said often where it is asked who has a trick, beside the words of the game."""


def _said_seldom(panel: Panel, words: Vocabulary, of_a_trick: bool) -> Panel:
    """Take off a panel what its game says seldom; if it asks for a trick, all but that too."""

    def seldom(button: Button) -> bool:
        verb, rare = button.verb, is_seldom(words, button.verb)
        if not of_a_trick:
            return rare
        return isinstance(button, DisabledButton) or (verb not in OF_A_TRICK and (verb not in words.words or rare))

    rest = panel.taken(seldom)
    panel.has_rest = bool(rest.ready or rest.sheets)
    return rest


def _who_wins(
    forms: Sequence[Form], layout: Layout, show: pots_view.ShowView | None, evening: Evening
) -> tuple[SheetButton | None, Sequence[Place], Sequence[Form]]:
    """Return the question who has the best hand, the places below it, and the other forms."""
    if show is None:
        best, others = winning_of(forms, layout)
        if best is not None:
            best.asks = str(layout.vocabulary.questions.get("win", "Who takes the pool?"))
        return best, (), others
    best, parts = pots_view.question_of(show, layout)
    best_of_all = (["wins"],) if show.parts[0].share == 1 else (["wins"], ["split"])
    others = [form for form in forms if verbs_of(form) not in best_of_all]
    around, others = around_winning(others, layout, lambda saying: pots_view.why_not(saying, evening))
    return best, [*parts, *around], others


def _panel_of_turn(app: FastAPI, live: PageEvening, values: dict[str, Any]) -> tuple[str, str, str, str]:
    """Return the panel of the turn, the page of its rule, its question, and what that is about."""
    evening = live.evening
    made = forms_now(evening, live.number)
    forms = tuple(form for form in made if form.usual or verbs_of(form) != ["end"])  # else it has a place of its own
    layout, offered = _layout(live), msgspec.json.encode(forms)
    pack = table_view.pack_in_play(evening) if CARDS in offered else {}
    bets = _bets_so_far(forms, values["speaker"], evening)
    show, question = pots_view.show_of(evening), _asked_of_all(forms, evening)
    key = (
        question,
        str(show),
        str(bets),
        values["chosen_so"],
        offered,
        values["speaker"],
        str(values.get("deal_over")),
        str(values.get("costs")),
        str(values.get("together")),
        str(values.get("result")),
        *sorted(values.get("may", ())),
        *(str(place.sheet.endings) for place in values.get("pause", ()) if place.sheet),
        *layout.order,
        *pack.items(),
        *values["unsaid"].items(),
    )
    if key not in live.panels:
        drawn, asks = _drawn_panel(evening, forms, layout, values, (question, bets, show))
        html = render(app, "panel.html", **{**values, **drawn})
        live.panels[key] = (html, first_cited(deciding_now(evening, made)), asks, drawn["about"])
    return live.panels[key]


STEPS = "steps"
"""What a panel asks about that asks one question at a time."""


def _drawn_panel(
    evening: Evening,
    forms: Sequence[Form],
    layout: Layout,
    values: dict[str, Any],
    known: tuple[str, BetsSoFar, pots_view.ShowView | None],
) -> tuple[dict[str, Any], str]:
    """Return the values for the panel's template, and the panel's question."""
    question, bets, show = known
    if not show and (step := _next_step(forms, layout, evening, values)):
        return {"steps": step, "panel": Panel(), "seen": SEEN, "head": "", "about": STEPS}, step.asks
    forms, told = _told_at_once(forms, layout.vocabulary, values["number"])
    best, around, others = _who_wins(forms, layout, show, evening)
    out = {name: evening.game.deal.at_seat(name) for name in evening.game.table.players} if evening.game else {}
    outs, others = going_out(others, layout, layout.moves, out, f"/evenings/{values['number']}/any-time?out=")
    pausing = evening.game is not None and evening.game.turn.pause
    speaker = None if pausing and layout.vocabulary.often else values["speaker"]
    if not any(speaker in form.who or not form.who for form in others):
        speaker = None  # who is asked has nothing left to say: others go on
    panel = _with_anybody(others, layout, speaker)
    pause = _with_other_dealers(panel, values.get("pause", ()))
    if told:
        panel.sheets.append(told)
    betting = betting_of(panel, speaker, layout.vocabulary, bets)
    best_places = beside_winning(panel) if best else []
    alone = best or outs or panel.alone
    if panel.caption and question:
        panel.caption = ""  # the heading asks it
    seldom = Panel()
    if question or pausing or panel.places > MOST_PLACES or panel.too_high:
        seldom = _said_seldom(panel, layout.vocabulary, bool(question) and _asks_for_a_trick(forms))
    _asked_by_game(panel.sheets, layout.vocabulary)
    ranks = None
    if pausing and layout.vocabulary.often:
        ranks = in_ranks(panel, layout.vocabulary, values["may"], values["around"], values["together"])
        ranks.rest.sheets += [_ends(place) for place in pause if place.sheet]
        pause = ()
    drawn = {
        "panel": panel,
        "betting": betting,
        "best": best,
        "best_places": best_places,
        "around": around,
        "outs": outs,
        "seldom": seldom if panel.has_rest else None,
        "ranks": ranks,
        "about": alone.verb if isinstance(alone, SheetButton) else "",
        "asked_of_all": question
        if values["speaker"] is None and asked_of_names(panel, question, layout.vocabulary)
        else "",
        "in_words": layout.in_words,
        "seen": SEEN,
        "head": "",
        "pause": pause,
    }
    return drawn, (alone.asks if alone is not None else "") or question


def _asked_by_game(sheets: Iterable[SheetButton], words: Vocabulary) -> None:
    """Let sheets ask what the game asks, and note which are of words that are said seldom."""
    for sheet in sheets:
        sheet.is_rare = is_seldom(words, sheet.verb)
        begin = joined(sheet.begin)
        asks = said(words, begin).question or words.questions.get(begin)
        if sheet.people and asks and isinstance(asks, str):
            sheet.title = asks


def _told_at_once(forms: Sequence[Form], words: Vocabulary, number: int) -> tuple[Sequence[Form], SheetButton | None]:
    """Return the forms without those that tell a deal at once, and the sheet that tells it."""
    how = words.at_once
    if how is None or not any(verbs_of(form) in ([how.word], [DEAL]) for form in forms):
        return forms, None
    sheet = SheetButton(
        "whole-deal", f"{said(words, how.word).label.capitalize()}…", how.word, begin=(how.word,), whole=True
    )
    sheet.address = f"/evenings/{number}/at-once"
    return [form for form in forms if verbs_of(form) != [how.word]], sheet


def _next_step(forms: Sequence[Form], layout: Layout, evening: Evening, values: dict[str, Any]) -> StepPanel | None:
    """Return the next question of a turn of many words; None if its sayings have places at once."""
    assert evening.game is not None, "a turn is one of a game"
    turn, steps, speaker = evening.game.turn, values["chosen_so"], values["speaker"]
    verbs = {verb for form in forms for verb in verbs_of(form)}
    bets = betting_now(layout.vocabulary, verbs)
    fixed = turn.pause or (bets and verbs.intersection(bets.places)) or _asked_of_all(forms, evening)
    if fixed or winning_of(forms, layout)[0] or not has_many_words(forms, speaker):
        return None
    if not steps.who and not steps.begun and speaker:
        steps = replace(steps, who=speaker)
    last = {seat.name: seat for row in values["seats"] for seat in row}.get(steps.who)
    said_before = last.last if last and not turn.who[1:] and last.last not in ("", "not yet") else ""
    heading = values["heading"] if steps.who in ("", *turn.who) else ""
    return Asking(forms, layout, turn.act, heading, said_before).panel(steps)


def _ends(place: Place) -> SheetButton:
    """Return the sheet of a place under the label of the place."""
    assert place.sheet is not None, "a place without a sheet ends nothing"
    place.sheet.label = f"{place.label}…"
    return place.sheet


OF_ANYBODY = {"wins", "out"}
"""What anybody may be said to have done, whoever's turn it is, beside what the game asks of anybody."""


def _with_anybody(forms: Sequence[Form], layout: Layout, speaker: str | None) -> Panel:
    """Return the panel of a speaker, with everybody about whom the end of the deal may be said."""
    anybody = [
        form
        for form in forms
        if speaker is not None
        and len(form.who) > 1
        and not form.usual
        and {*OF_ANYBODY, *layout.vocabulary.questions}.issuperset(verbs_of(form))
    ]
    panel = layout.panel([form for form in forms if form not in anybody], speaker)
    if anybody:
        others = layout.panel(anybody, None, "y")
        panel.sheets += others.sheets
        panel.ready += others.ready
    return panel


def _with_other_dealers(panel: Panel, pause: Sequence[Place]) -> Sequence[Place]:
    """Move what names another dealer from the panel of a pause to its places."""
    others = [sheet for sheet in panel.sheets if sheet.words == ("deal",) and not sheet.usual] if pause else []
    if len(others) != 1 or not (panel.usual or panel.usual_sheets):
        return pause
    panel.sheets.remove(others[0])
    others[0].asks = "Who deals?"
    return [*pause, Place("Another deals", others[0])]


def _panels(live: PageEvening, standing: dict[str, Any], speaker: str | None, chosen: str | None) -> dict[str, Any]:
    """Return the panels of a chosen seat; without one, the panel between games."""
    evening, layout = live.evening, _layout(live)
    if chosen is None:
        # of a closed evening what is left to do is to pay, on a page of its own; who takes it up again says so here
        reopen = [form for form in _offers(live).around if _begins(form) == "reopen"]
        forms = reopen if evening.closed else forms_now(evening, live.number)
        return {**NO_PANELS, "panel": layout.panel(forms, None), **({} if evening.closed else _games(live, layout))}
    offered = _offers(live)
    turns = _turns_of(offered.forms, chosen)
    now = [form for form in offered.forms if not form.assumes]
    forms = now if chosen == speaker else turns.pop(0) if turns else []
    chosen_so, panels = standing["chosen_so"], dict[str, Any]()
    of_turn = [form for form in forms_now(evening, live.number) if verbs_of(form) != ["end"]]
    around = [form for form in offered.around if not _corrects(form)]
    later = [layout.panel(turn, chosen, f"t{place}") for place, turn in enumerate(turns) if turn[0].assumes]
    if evening.game is not None and evening.game.turn.pause:  # what is said of nobody stands in the menu
        forms = [form for form in forms if chosen in form.who]
    panel, about = layout.panel(forms, chosen), layout.about_player(around, chosen)
    if chosen_so.who in {player for form in of_turn for player in form.who}:
        panels = {"steps": _next_step(of_turn, layout, evening, standing)} if evening.game else {}
        if panels.get("steps") and chosen_so.begun:
            return {**NO_PANELS, "panel": Panel(), **panels}
    if not panel.usual:  # as in the turn, passing stands below all else
        panel.usual = [button for button in panel.ready if isinstance(button, SayingButton) and button.verb == "passes"]
        panel.ready = [button for button in panel.ready if button not in panel.usual]
    in_front = evening.bank.in_front(chosen)
    for sheet in about.sheets:
        if sheet.verb in AT_THE_BANK:
            _at_the_bank(sheet, evening, in_front if sheet.verb == GIVES else 0)
            sheet.asks = f"{chosen} {AT_THE_BANK[sheet.verb]}"
            sheet.below = f"{plain(evening.money, in_front)} in front of {chosen}" if evening.bank.state.bought else ""
        sheet.label = OF_A_PLAYER.get(sheet.verb, sheet.label)
    if not (panel.usual or panel.ready or panel.sheets or in_front) and _sells_counters(evening):
        panel.sheets = [sheet for sheet in about.sheets if sheet.verb == BUYS]
        about.sheets = [sheet for sheet in about.sheets if sheet.verb not in AT_THE_BANK]
    if (only := panel.alone) and only.verb == BUYS:  # it is open: who has no counters is asked how many he takes
        only.below = ""
        panels |= {"heading": only.asks, "below": "", "notice": None}
    if evening.game is not None and evening.game.turn.pause:  # nobody is asked, so what writes says of whom
        panel.ready = [
            replace(button, label=layout.in_words(button.saying)) if isinstance(button, SayingButton) else button
            for button in panel.ready
        ]
    return {"panel": panel, "later": later, "about_chosen": about, **panels}


def _sells_counters(evening: Evening) -> bool:
    """Return whether counters are taken at present: before a game, and where a game says so."""
    return evening.game is None or BUYS in words_at(evening).often


GIVES = "cashes"
AT_THE_BANK = {BUYS: "takes counters", GIVES: "gives counters back"}
"""What a player does at the bank, by the verb of its sheet."""
OF_A_PLAYER = {BUYS: "takes…", "cashes": "gives back…", "joins": "shorter name…"}
"""How what may be said of a player at any time stands on its buttons."""


def _games(live: PageEvening, layout: Layout) -> dict[str, Any]:
    """Return what may be played next: the last game again, those played lately, and all."""
    games, money = between.played_before(live.lane, live), live.evening.money
    forms = [form for form in _offers(live).forms if not form.assumes]
    verbs = by_verb(forms)
    if "game" not in verbs:
        return {}
    panel = layout.panel(verbs["game"], None, "n")
    sheets = between.sorted_games(panel.sheets, games)
    for game, sheet in sheets:
        sheet.label, sheet.asks, sheet.ready = f"{game.title}…", game.title, []
        own = own_values(game.name, game.chosen.items(), money)
        sheet.rules = house_rules_of(sheet.fields, game.chosen, game.changed, own)
        sheet.short = house_rules(game.name, game.begun.options if game.begun else (), money)
    offered = {game.name: sheet for game, sheet in sheets}
    seated = len(live.evening.seats.seated)
    by_title = sorted(
        ((game, offered.get(game.name)) for game in games),
        key=lambda pair: (pair[0].name == ANY_OTHER, pair[0].title),
    )
    close = _ending(live, layout, "close", verbs, "close")
    again = between.once_more(live.evening, games)
    return {
        "games": [(game, sheet, game.refuses(seated) or "not now") for game, sheet in by_title],
        "recent": sheets[1:7] if again else sheets[:6],
        "again": again,
        "close": close,
    }


def _pause(live: PageEvening) -> dict[str, Any]:
    """Return what is shown between two deals: what the last one moved, and the fixed places."""
    evening, offered = live.evening, _offers(live)
    assert evening.game is not None, "a turn is asked"
    verbs = by_verb([*offered.around, *(form for form in offered.forms if not form.assumes)])
    ranked = bool(words_at(evening).often)
    places = [] if ranked else _people(live, _layout(live), verbs, "q")
    title = evening.game.game.title
    end = _ending(live, _layout(live), "end", verbs, "qe")
    for draw in end.inner if end else ():
        draw.address = f"/evenings/{live.id}/any-time?verb={DRAW}"
    if not any(form.usual for form in verbs.get("end", ())):  # else it is asked for
        places.append(Place(f"End {title}", end, reason="not now"))
    costs = {"deal": foresight.what_it_does("deal", evening)}
    over = [] if ranked else between.this_deal(evening)
    result = between.last_of_deal(evening) if ranked else ""
    together = [] if evening.bank.state.bought or result else _all_take(evening)  # after a deal they play without
    around = {"may": {*verbs}, "around": f"/evenings/{live.id}/any-time?verb=", "together": together}
    return {"deal_over": over, "result": result, "pause": places, "costs": costs, **around}


def _ending(
    live: PageEvening, layout: Layout, verb: str, verbs: Mapping[str, list[Form]], mark: str
) -> SheetButton | None:
    """Return the sheet in which the game or the evening ends; None where it cannot now."""
    if verb not in verbs:
        return None
    sheet = ending(layout, verb, verbs[verb], mark, lambda saying: foresight.what_it_does(saying, live.evening))
    if sheet is not None and verb == CLOSE:
        sheet.header = CLOSE
    if verb == "close" and sheet is not None and sheet.endings:
        short = counters_view.short_at_the_close(live)
        sheet.asks, sheet.below, sheet.where = short["asks"], short["below"], short["where"]
        sheet.which, sheet.title = "Who bears it?", "Close the evening"
        sheet.instead = ("Nobody: count again…", "the evening stays open", f"/evenings/{live.id}?sheet=count")
        everybody = f"All {in_figures(len(live.evening.seats.seated)).lower()} at the table"
        sheet.endings = [
            replace(said, label=everybody) if said.saying == "close short=split" else said for said in sheet.endings
        ]
    pools = {name: held for name, held in live.evening.books.pools.items() if held}
    if sheet is not None and verb == "end" and sheet.endings and pools:
        what = table_view.pool_label(*pools).lower() if len(pools) == 1 else "pools"
        sheet.asks = f"{sheet.title}: what of the {what}?"
        sheet.below = f"{plain(live.evening.money, sum(pools.values()))} in {'it' if len(pools) == 1 else 'them'}"
    return sheet


def _people(live: PageEvening, layout: Layout, verbs: dict[str, list[Form]], mark: str) -> list[Place]:
    """Return the places for those who join and leave."""
    joins = leaves = None
    if "joins" in verbs:
        known, seated = between.known_names(live.lane, live), live.evening.seats.seated
        joins = joining(layout, verbs["joins"], known, seated, f"{mark}j")
    if "leaves" in verbs:
        leaves = sheet_of(layout, "leaves", verbs["leaves"], f"{mark}l")
    if joins is not None:
        joins.below = "From the next deal"
    if leaves is not None:
        leaves.below = "The debt stays in sight until it is paid"
        leaves.link = ("It is paid now…", f"/evenings/{live.id}/settle")
    later = "after this deal"
    return [
        Place("Somebody joins", joins, reason=later, name="joins"),
        Place("Somebody leaves", leaves, reason=later, name="leaves"),
    ]


def _offers(live: PageEvening) -> Offers:
    shared = live.shared  # the club's log moves on by itself
    return live.once(("offers", shared), lambda: offers(live.evening, live.number, shared))


def _layout(live: PageEvening) -> Layout:
    evening = live.evening
    places = table_view.places(evening)
    return Layout(
        evening.money,
        _described,
        places,
        lambda: table_view.pack_in_play(evening),
        lambda saying: saying_in_words(saying, evening),
        lambda saying: foresight.what_it_does(saying, evening),
        words_at(evening),
    )


def _menu_values(live: PageEvening) -> dict[str, Any]:
    """Return the panels of the menu with their headings, and the completions of its line."""
    evening, offered = live.evening, _offers(live)
    layout = _layout(live)
    later = [form for form in offered.forms if form.assumes and not form.who and not _deals_cards(form)]
    verbs = _verbs_around(evening, offered)
    if "end" not in verbs and (ends := [form for form in later if verbs_of(form) == ["end"]]):
        verbs["end"] = ends
        later = [form for form in later if form not in ends]
    values = {
        "menu": _sections(live, layout, verbs),
        "may": _mays(live),
        "unsaid": table_view.unsaid(evening),
    }
    if later:
        values["later_heading"] = f"Later (with it {later[0].assumes})"
        values["later_panel"] = layout.panel(later, None, "l")
    return values


def _verbs_around(evening: Evening, offered: Offers) -> dict[str, list[Form]]:
    """Return what may be said around the turn, by its verb."""
    around = [form for form in offered.around if not _corrects(form)]
    now = [form for form in offered.forms if not form.assumes]
    return by_verb([*around, *now] if evening.game is None else [*around, *(form for form in now if form.ends)])


COUNTERS, CLOSE = "counters", "close"
"""The subjects of the header while a sheet is open."""
OWN = (
    "joins",
    "leaves",
    "buys",
    "cashes",
    "count",
    "pays",
    "cost",
    "penalty",
    "misdeal",
    "note",
    "end",
    "close",
    "game",
)
"""The verbs that have a place of their own in the menu."""
ENDING = ("end", "close")


def _sections(live: PageEvening, layout: Layout, verbs: dict[str, list[Form]]) -> list[Section]:
    """Return the places of the menu, under their headings."""
    evening, number = live.evening, live.id

    def place(label: str, verb: str, reason: str) -> Place:
        sheet = sheet_of(layout, verb, verbs[verb], f"m{verb}") if verb in verbs else None
        if verb in ENDING:
            sheet = _ending(live, layout, verb, verbs, f"m{verb}")
        return Place(label, sheet, reason=reason, name=verb)

    title = evening.game.game.title if evening.game else ""
    closed, no_game = "the evening is closed", "no game is on"
    in_a_deal = evening.game is not None and not evening.game.turn.pause
    rare = [place(f"{verb.replace('-', ' ')}…".capitalize(), verb, "") for verb in verbs if verb not in OWN]
    people = _people(live, layout, verbs, "m")
    counters = [
        place("Takes…", "buys", closed),
        place("Gives back…", "cashes", closed),
        place("Count…", "count", closed),
        place("Pays…", "pays", "Settle all has it" if live.shared else closed),
    ]
    put_right = [
        Place("All sayings", link=f"/evenings/{number}/log"),
        place("Penalty…", "penalty", no_game if evening.game is None else "not now"),
        place("Misdeal…", "misdeal", "no deal is in hand"),
        *rare,
    ]
    deal, over = table_view.deal_called(evening), evening.game is not None and evening.game.turn.pause
    counting(counters[2].sheet, f"{'After' if over else 'In'} {deal}. " if deal else "")
    for at_the_bank in counters[:2]:
        if at_the_bank.sheet is not None:
            _at_the_bank(at_the_bank.sheet, evening)
            at_the_bank.sheet.together = _all_take(evening) if at_the_bank.name != GIVES else []
            at_the_bank.sheet.below = f"A counter is {between.worth(evening)}" if between.worth(evening) else ""
    if counters[-1].sheet is not None and "cost" in verbs:
        cost = sheet_of(layout, "cost", verbs["cost"], "mcost")
        if cost is not None:
            cost.label, cost.asks = "What was paid for all…", "What was paid for all?"
            counters[-1].sheet.inner.append(cost)
    of_evening = [
        Place("Who pays", link=f"/evenings/{number}/settle"),
        Place("Watch, join", link=f"/evenings/{number}/join"),
        Place("Rules", link=f"/evenings/{number}/rules" if evening.game else "", reason=no_game),
        place("A note…", "note", closed),
        place(f"End {title}".strip(), "end", "in a deal" if in_a_deal else no_game),
        place("Close", "close", f"{title} is on" if title else closed),
        Place("Costs…", link=f"/evenings/{number}/cost"),
    ]
    return [
        Section("People", people, 2),
        Section("Counters", counters, link=("who has what…", f"/evenings/{number}/counters")),
        Section("Put right", put_right),
        Section("The evening", of_evening, link=("explain a figure…", f"/evenings/{number}/explain")),
    ]


def _at_the_bank(sheet: SheetButton, evening: Evening, all_of_it: int = 0) -> None:
    """Let a sheet of counters ask whether they are paid for, with the sums that others took.

    `all_of_it` is what lies in front of who gives counters back.
    """
    money = evening.money
    amounts = _usual_sums(evening)
    sums = [Choice(money.write(amount), money.show(amount)) for amount in amounts if not 0 < all_of_it <= amount]
    if all_of_it > 0:
        sums = [*sums[:2], Choice(money.write(all_of_it), money.show(all_of_it), "all")]
    dealing(sheet, evening.bank.state.terms != CREDIT, sums)
    sheet.header = COUNTERS


def _usual_sums(evening: Evening) -> list[int]:
    """Return three sums for counters: those that others took, and the first ones."""
    taken = Counter(outcome.event.amount for outcome in evening.outcomes if isinstance(outcome.event, Buys))
    return sorted(list(dict.fromkeys([*dict(taken.most_common(3)), *_first_sums(evening.money)]))[:3])


def _all_take(evening: Evening) -> list[TogetherButton]:
    """Return a button for each usual sum: all at the table take so much."""
    money, seated = evening.money, evening.seats.seated
    return [
        TogetherButton(
            tuple(joined([written(name), "buys", money.write(amount)]) for name in seated),
            f"All take {plain(money, amount)}",
        )
        for amount in _usual_sums(evening)
    ]


def _first_sums(money: Money) -> list[int]:
    """Return the usual sum before anybody has taken counters, in the smallest unit."""
    shillings = (12, 30, 60)
    return [number * money.step for number in (shillings if money.code == "lsd" else (20, 50, 100))]


def _mays(live: PageEvening) -> list[str]:
    awaited = expecting(live.evening, live.shared)
    name = f"{awaited.who[0]} " if len(awaited.who) == 1 else ""
    return [f"{name}{text}" for text in awaited.may]


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
    """Return whether a form has cards of many players, which would be hundreds of keys."""
    return any(isinstance(part, Cards) for slot in form.slots if slot.repeat for part in slot.parts())


def _corrects(form: Form) -> bool:
    """Return whether a form is a correction, which is made in the log, and by Undo."""
    return _begins(form) in ("undo", "void", "amend", "insert")


def _begins(form: Form) -> str:
    """Return the fixed words with which a form begins; empty if it begins otherwise."""
    return "" if form.who else " ".join(form.begins()[:1])


@cache
def _described(game: str, option: str) -> tuple[str, str, str]:
    """Return the meaning of a game's option, its page, and its default."""
    if not is_known(game):
        return "", "", ""
    spec = game_named(game).known_options[option]
    return rule_in_words(game, option, spec.meaning), spec.cite, spec.default_text


TOGETHER = "What stands only together is put right in All sayings: a tap on one of them, and Another together with it"


OF_ROWS = {"left", "tricks"}
"""Sayings that are filled in row by row."""


@router.get("/evenings/{number}/preview")
def preview(request: Request, number: Number) -> Response:
    """Answer with the saying in the fields of a form so far, as people read it.

    A second line tells what it would move, once it would be accepted. For a count further lines tell whether each sum,
    and all of them, agree with the log; the last of these ends with where to look for what does not.
    """
    fields = request.query_params.multi_items()
    with reading(request, number) as live:
        evening = live.evening
        saying = saying_of(fields, evening.money)
        if count := foresight.count_said(saying, evening):
            lines = foresight.of_a_count(count, evening)
            if any(amount != evening.bank.in_front(name) for name, amount in count.counted):
                lines[-1] += f"\t/evenings/{number}/count/{live.number + 1}?{urlencode({'said': saying})}"
            return PlainTextResponse("\n".join(lines))
        if taken := pots_view.taken_by(saying, evening):
            return PlainTextResponse("\n".join(taken))
        said = saying_in_words(saying, evening)
        moves = foresight.what_it_does(saying, evening)
        words = fixed_words(fields)
        if not moves and (empty := empty_rows(fields)) and OF_ROWS.intersection(words):
            moves = still_to_come(empty, words)
    return PlainTextResponse(with_signs("\n".join(filter(None, (said or preview_of(fields, evening.money), moves)))))


def _question(why: Overpaid | LeftInFront, sayings: Sequence[str]) -> dict[str, Any]:
    """Return the question of a page before sayings are written, with the sayings of each answer."""
    if isinstance(why, Overpaid):
        return {"heading": f"{why.sentence}.", "text": "Write it all the same?", "answers": {"Write it": sayings}}
    answers = {"Cashed too": [why.cashes, *sayings], "Still theirs": sayings}
    return {"heading": why.sentence, "text": "", "answers": answers}


@router.post("/evenings/{number}/say")
def say(request: Request, number: Number, fields: FormFields) -> Response:
    """Record the saying of a button or of a form's fields."""
    values = dict(fields)
    sayings = [value for name, value in fields if name == "saying" and value]
    number_seen, _, head = values.get("seen", "").partition("-")
    seen = int(number_seen) if number_seen.isdecimal() and len(number_seen) < 16 else None
    try:
        with recording(request, number) as live:
            sayings = sayings or [saying_of(fields, live.evening.money)]
            yes = values.get("yes") == "1"
            key, name = values.get("key") or None, name_of(request)
            hub_of(request).record(number, sayings, name, key, seen, head, yes, asks=not yes)
    except Rejected as refused:
        heard = shortened("; ".join(sayings), 80)
        alert: dict[str, Any] = {
            "heading": f"{sentence(heard)} was not recorded:",
            "text": (why.together(TOGETHER) if isinstance(why := refused.why, NoLongerFits) else why).message,
            "code": refused.why.code.value,
        }
        if isinstance(why := refused.why, Overpaid | LeftInFront):
            alert |= _question(why, sayings) | {"number": number, "back": values.get("back", "")}
        with reading(request, number) as live:
            if refused.meanwhile:
                alert["meanwhile"] = f"{sentence(recorded_meanwhile(refused.meanwhile, live.evening.money))}."
            return HTMLResponse(_table(request, live, None, alert), refused.status)
    back = "/settle" if values.get("back") == "settle" else ""
    if "HX-Request" in request.headers and not back:  # the script puts the table into the page that is there
        return table(request, number)
    return RedirectResponse(f"/evenings/{number}{back}", 303)
