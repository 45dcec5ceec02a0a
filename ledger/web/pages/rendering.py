"""How a page is drawn: the templates, and how cards, citations, sheets and times are written in them."""

import re
from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from fastapi import FastAPI
from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from ledger.games.registry import GAMES, game_named
from ledger.projections.rule_sheets import CITED, paragraphs
from ledger.rules.options import options_of
from ledger.web.panel.fields import SUIT_SIGNS, suits_of
from ledger.web.words import in_a_word, shortened, without_quotes

TEMPLATES = Path(__file__).parents[1] / "templates"
CARD = re.compile(r"\b(10|[2-9AJQK])([SHDC])\b")
FORM, FIELD = "\ue000form\ue001", "\ue000field\ue001"
"""Stand for the names of a form and of a field in cards that are drawn once for all of them."""


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


def clock(at: str) -> str:
    """The time of the day here, of a time as it is recorded; empty where it is none."""
    try:
        return datetime.fromisoformat(at).astimezone().strftime("%H:%M")
    except ValueError:
        return ""


_environment = Environment(
    loader=FileSystemLoader(TEMPLATES),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
)
_environment.filters["suits"] = _suits
_environment.filters["clock"] = clock
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


def draw(app: FastAPI, template: str, **what: Any) -> str:
    """A page as it is sent, from its template; the static files it asks for are named with their digests."""
    digests = app.state.digests
    return _environment.get_template(template).render(
        static=lambda name: f"/static/{name}?{digests.get(name, '')}", **what
    )


def prepare() -> None:
    """Read the templates and the games, for which the first who looks would else wait."""
    for template in _environment.list_templates():
        _environment.get_template(template)
    for game in GAMES:
        options_of(game_named(game).options)
