"""Render pages: the templates, and the filters for cards, citations, sheets and times."""

import re
import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from html import escape
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader
from jinja2.ext import Extension
from markupsafe import Markup

from ledger.games.registry import playable_games
from ledger.language.of_the_club import person_name
from ledger.projections.accounts import evenings_in_words, owed_in_words, plain_money
from ledger.projections.club_reports import record_figure
from ledger.projections.rule_sheets import CITED, paragraphs
from ledger.projections.yearbook import record_in_words
from ledger.web.panel.fields import CARD_NAMES, JOKER, SUIT_SIGNS, CardsField, Suit
from ledger.web.requests import records
from ledger.web.sentences import people_write
from ledger.web.words import aloud, cell_text, clock, day_in_words, figure, plain, sentence, things

TEMPLATES = Path(__file__).parents[1] / "templates"
CARD = re.compile(r"\b(10|[2-9AJQK])([SHDC])\b")
SOFT_HYPHEN = "\N{SOFT HYPHEN}"
CODE, CELL = re.compile(r"`([^`]*)`"), re.compile(r"\S+(?: \S+)*")
BESIDE_A_TAG = re.compile(r"(?<=[>}])\s*\n\s*|\s*\n\s*(?=[<{])")
NOT_A_WORD = re.compile(r"[\W_]+")
LONG_WORD = re.compile(r"[^\W\d_]{6}(?=[^\W\d_]{2})")


def _suits(text: object) -> Markup:
    """Write cards with the signs of their suits."""

    def signed(card: re.Match[str]) -> str:
        rank, suit = card.groups()
        return f'{rank}<span class="{suit}">{SUIT_SIGNS[suit]}</span>'

    return Markup(CARD.sub(signed, escape(str(text), quote=True)))


def _hyphens(name: str) -> str:
    """Put soft hyphens into the words of a name, after every six letters."""
    return LONG_WORD.sub(lambda letters: f"{letters[0]}{SOFT_HYPHEN}", name)


def sheet_name(label: str) -> str:
    """Return the name that a sheet has in an address: the words of its button."""
    return NOT_A_WORD.sub("-", label.lower()).strip("-")


def with_signs(text: str) -> str:
    """Write cards with the signs of their suits, in plain text."""
    return CARD.sub(lambda card: f"{card[1]}{SUIT_SIGNS[card[2]]}", text)


def _cites(text: object, number: int, game: str) -> Markup:
    """Link each citation to its place in the rule sheet of the game."""

    def linked(citation: re.Match[str]) -> str:
        query = urlencode({"of": game, "cite": citation[0]})
        return f'<a class="cite" href="/evenings/{number}/rules?{escape(query)}">{citation[0]}</a>'

    html = escape(str(text), quote=True)
    return Markup(CITED.sub(linked, html) if game else html)


def _prose(sheet: str, may: Collection[str] = (), stands: Mapping[str, str] | None = None) -> Markup:
    """Write a rule sheet for a narrow page: lines run on, and indented lines are tables.

    In a table whose lines begin with words, lines whose words may not be said now (`may`) are pale. A line whose word
    `stands` is marked with the speaker's name.
    """
    parts = []
    for part in paragraphs(sheet):
        for table, of_part in groupby(part.splitlines(), key=lambda line: line.startswith("  ")):
            lines = list(of_part)
            if table:
                parts.append(_typeset(lines, may, stands or {}))
            else:
                parts.append(Markup("<p>{}</p>").format(_marked(" ".join(lines))))
    return Markup("".join(parts))


def _marked(text: str) -> Markup:
    """Write a text of a sheet, with words of the notation set off and without their back-ticks."""
    return Markup(CODE.sub(lambda word: f"<b>{_plainly(word[1])}</b>", str(escape(text))))


def _plainly(words: str) -> str:
    """Write words of the notation as people do: an option's name without underscores."""
    return people_write(words.replace("_", " "))


def _rows_of(lines: Sequence[str]) -> list[list[str]]:
    """Return the cells of a table, separated by two spaces or by where its head's cells begin."""
    begins = [cell.start() for cell in CELL.finditer(lines[0])]
    rows = []
    for line in lines:
        row: list[str] = []
        for cell in CELL.finditer(line):
            inside = [place - cell.start() for place in begins if cell.start() < place < cell.end()]
            cuts = [0, *(place for place in inside if cell[0][place - 1] == " "), len(cell[0])]
            row += [cell[0][first:last].strip() for first, last in pairwise(cuts)]
        rows.append(row)
    return rows


def _each_apart(rows: Sequence[list[str]], words: Collection[str]) -> list[list[str]]:
    """Give each of several words that begin a line a line of its own, if some may be said."""
    apart = []
    for row in rows:
        several = row[0].split(", ")
        single = (
            len(several) > 1 and all(" " not in word for word in several) and any(word in words for word in several)
        )
        apart += [[word, *row[1:]] for word in several] if single else [row]
    return apart


def _typeset(lines: Sequence[str], may: Collection[str], stands: Mapping[str, str]) -> Markup:
    """Typeset the indented lines of a sheet as a table; columns beyond the second are figures."""
    rows = _each_apart(_rows_of(lines), [*may, *stands])
    width = max(map(len, rows))
    sayable = [[word for word in re.split(r"[\s,=]+", row[0]) if word in may or word in stands] for row in rows]
    some = any(word in may for words in sayable for word in words)
    html = Markup("")
    for row, words in zip(rows, sayable, strict=True):
        who = next((stands[word] for word in words if word in stands), "") if some else ""
        kind = "stands" if who else "pale" if some and not words else ""
        first = _marked(_plainly(row[0]) if "=" in row[0] else row[0]) + (
            Markup(" <small>{}</small>").format(who) if who else ""
        )
        cells = [first, *map(_marked, row[1:])]
        attributes = Markup(' class="{}"').format(kind) if kind else ""
        tags = [Markup("<td>{}</td>").format(cell) for cell in cells[:-1]]
        tags.append(Markup('<td colspan="{}">{}</td>').format(width - len(row) + 1, cells[-1]))
        html += Markup("<tr{}>{}</tr>").format(attributes, Markup("").join(tags))
    return Markup('<table class="sheet-table{}">{}</table>').format(" figures" if width > 2 else "", html)


class LineBreaks(Extension):
    """The rule for line breaks in a template: nothing beside a tag, a space between words."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Return the template in one line."""
        return re.sub(r"\s*\n\s*", " ", BESIDE_A_TAG.sub("", source))


_environment = Environment(
    loader=FileSystemLoader(TEMPLATES), autoescape=True, extensions=[LineBreaks], auto_reload=False
)
_environment.filters["suits"] = _suits
_environment.filters["hyphens"] = _hyphens
_environment.filters["clock"] = clock
_environment.filters["cites"] = _cites
_environment.filters["prose"] = _prose
_environment.filters["named"] = people_write
_environment.filters["aloud"] = aloud
_environment.filters["day"] = day_in_words
_environment.filters["things"] = things
_environment.filters["sentence"] = sentence
_environment.filters["sheet"] = sheet_name


def _keys_of(field: CardsField, suit: Suit, form: str) -> Markup:
    """Write the keys of a suit; each shows the sign of its suit where all lie side by side."""
    name, keys = escape(field.name), []
    for card in suit.cards:
        key, rank, out = f"{form}-{name}-{card}", "joker" if card == JOKER else card[:-1], field.out.get(card)
        if field.flat:
            rank = f'<span>{"" if card == JOKER else rank}<span class="{suit.suit}">{suit.sign}</span></span>'
        why, off = (f", {escape(out.reason)}", ' aria-disabled="true" disabled') if out else ("", "")
        holder = f"<small>{escape(out.holder)}</small>" if out and out.holder else ""
        keys.append(
            f'<input type="checkbox" id="{key}" name="{name}" value="{card}" aria-label="{CARD_NAMES[card]}{why}"{off}>'
            f'<label for="{key}">{rank}{holder}</label>'
        )
    return Markup("".join(keys))


IN_WORDS = (cell_text, evenings_in_words, figure, owed_in_words, person_name, plain, record_figure, record_in_words)
"""What templates call to write figures and names, by its own name."""
_environment.globals |= {"plain_money": plain_money} | {function.__name__: function for function in IN_WORDS}
_environment.globals |= {"keys_of": _keys_of}


def render(app: FastAPI, template: str, **values: Any) -> str:
    """Render a page, with static files by name and digest."""
    digests = app.state.digests
    return _environment.get_template(template).render(
        static=lambda name: f"/static/{name}?{digests.get(name, '')}", **values
    )


def page(request: Request, template: str, status: int = 200, **values: Any) -> Response:
    """Answer with a page, whose key identifies what it sends."""
    values.setdefault("records", records(request))
    values.setdefault("key", new_key())
    return HTMLResponse(render(request.app, template, **values), status)


def new_key() -> str:
    """Return a key that no other page has."""
    return secrets.token_urlsafe(9)


def problem(request: Request, status: int, clause: str) -> Response:
    """Answer with a page that says why nothing is shown."""
    headings = {404: "There is nothing here", 409: "It cannot be done", 503: "Too many at once"}
    return page(request, "problem.html", status, heading=headings.get(status, "It cannot be done"),
                sentence=sentence(clause), home=True, number=0)  # fmt: skip


def turned_away(app: FastAPI) -> Callable[[int, str], bytes]:
    """Return the maker of the page for a refused request."""

    def rendered(status: int, clause: str) -> bytes:
        headings = {401: "You need a link", 403: "Only to watch", 413: "Too much", 429: "Too many at once"}
        heading = headings.get(status, "Not here")
        values = {"heading": heading, "sentence": f"{sentence(clause)}.", "home": False, "number": 0}
        values["code"] = status == 401 and app.state.join_code.lives
        return render(app, "problem.html", **values).encode()

    return rendered


def prepare() -> None:
    """Read the templates and the games, so that the first page need not wait for them."""
    for template in _environment.list_templates():
        _environment.get_template(template)
    for _ in playable_games():
        pass
