"""Statements to sign as text and as a page: of an evening, and of a person over many."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape

import msgspec

from ledger.cli import wording
from ledger.cli.text_table import TextPart
from ledger.cli.together import AccountAsked, account_parts
from ledger.core.books import Payment
from ledger.core.refusals import Refusal
from ledger.interchange.codes import payment_code, svg_of
from ledger.projections.statement import Statement
from ledger.recorder.payees import Payees
from ledger.recorder.sending import ToSend, way_lines

LINE_TO_SIGN = "____________"
STYLE = (
    "body{font:11pt/1.4 Georgia,serif;max-width:42em;margin:2em auto;padding:0 1em;color:#000;background:#fff}"
    "h1{font-size:1.4em;margin:0}h2{font-size:1em;margin:1.2em 0 .3em}p{margin:.2em 0}"
    "table{border-collapse:collapse}th,td{padding:.1em .8em .1em 0;text-align:right}th:first-child{text-align:left}"
    ".sign{display:flex;flex-wrap:wrap;gap:2.2em 1.5em}.sign span{flex:1 1 9em;border-top:1px solid;margin-top:2.4em}"
    "pre{font:9pt monospace;white-space:pre-wrap}figure{margin:.4em 0;break-inside:avoid}svg{width:38mm;height:38mm}"
    "section+section{break-before:page}@page{margin:15mm}"
)


class SignedPage(msgspec.Struct, frozen=True):
    """A statement, ready to be printed as a text or as a page."""

    title: str
    facts: Sequence[str]
    parts: Sequence[TextPart]
    to_pay: Sequence[tuple[Payment, ToSend]]
    payer: str | None
    """The person whose payments are printed with the ways of their payees; None for all."""
    signers: Sequence[str]
    seals: Sequence[str]

    def shows_ways(self, payment: Payment) -> bool:
        """Return whether a payment is printed with the ways of its payee, if these are wanted."""
        return self.payer in (None, payment.payer)


def statement_of_evening(statement: Statement, part: ToSend) -> SignedPage:
    """Return the statement of an evening."""
    headings = ["", *statement.games, "won or lost"]
    rows = [[name, *_figures(statement, name)] for name in statement.players]
    facts = filter(None, (statement.on, statement.at, "closed" if statement.closed else "not closed yet"))
    parts = [
        TextPart(headings=headings, rows=rows, right=range(1, len(headings))),
        TextPart("Put right and counted", lines=_put_right(statement)),
        TextPart("Costs", lines=wording.cost_lines(statement.money, statement.costs)),
        TextPart("Paid", lines=wording.paid(statement.money, statement.paid, sign="")),
    ]
    to_pay = [(payment, part) for payment in statement.transfers]
    return SignedPage(statement.title, [", ".join(facts)], parts, to_pay, None, statement.players, [statement.seal])


def statement_of_person(asked: AccountAsked, settled: Sequence[ToSend], seals: Mapping[int, str]) -> SignedPage:
    """Return the statement of a person: the accounts, what is still to be paid, and the seals."""
    first, last = asked.days
    days = " ".join([*(["from", first] if first else []), *(["to", last] if last else [])])
    return SignedPage(
        asked.person,
        [days] if days else [],
        account_parts(asked.person, asked.accounts),
        [(payment, part) for part in settled for payment in part.transfers],
        asked.person,
        [asked.person],
        list(seals.values()),
    )


def _figures(statement: Statement, name: str) -> list[str]:
    """Return what a player has won in each game, and in all."""
    show = statement.money.show_change
    games = [show(won[name]) if name in won else "" for won in statement.games.values()]
    return [*games, show(statement.won[name])]


def _put_right(statement: Statement) -> list[str]:
    """Return the corrections and counts, a line each."""
    lines = [(line.number, line.saying) for line in statement.corrections]
    lines += [(line.number, f"{line.saying}: {line.finding or 'right'}") for line in statement.counts]
    return [f"{number}  {saying}" for number, saying in sorted(lines)]


def as_text(pages: Sequence[SignedPage], payees: Payees | None) -> str:
    """Return statements as a text, with the ways of payees if they are given; seals stand once."""
    blocks = [block for page in pages for block in _blocks(page, payees)]
    blocks += [seal.splitlines() for seal in _seals(pages)]
    return "\n\n".join("\n".join(lines) for lines in blocks if lines)


def _blocks(page: SignedPage, payees: Payees | None) -> list[list[str]]:
    to_pay: list[str] = []
    for payment, part in page.to_pay:
        to_pay += wording.payments(part.money, [payment])
        if payees and page.shows_ways(payment):
            to_pay += [f"  {way}" for way in way_lines(payees, payment, part)]
    return [
        [page.title, *page.facts],
        *(part.text() for part in page.parts),
        TextPart("To pay", lines=to_pay).text(),
        ["Signed", "  ".join(f"{name} {LINE_TO_SIGN}" for name in page.signers)],
    ]


def _seals(pages: Sequence[SignedPage]) -> list[str]:
    """Return the seals of statements, each once."""
    return list(dict.fromkeys(seal for page in pages for seal in page.seals))


def as_page(pages: Sequence[SignedPage], payees: Payees | None) -> str:
    """Return statements as one file without scripts, on a page each; seals stand once.

    Every name and title is text.
    """
    title = escape(", ".join(page.title for page in pages))
    head = f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
    pieces = [f"<section>{_section(page, payees)}</section>" for page in pages]
    pieces += [f"<pre>{escape(seal)}</pre>" for seal in _seals(pages)]
    return "\n".join([f"{head}<style>{STYLE}</style></head><body>", *pieces, "</body></html>"])


def _section(page: SignedPage, payees: Payees | None) -> str:
    to_pay = [wording.payments(part.money, [payment])[0] for payment, part in page.to_pay]
    spans = "".join(f"<span>{escape(name)}</span>" for name in page.signers)
    pieces = [
        f"<h1>{escape(page.title)}</h1>{_paragraphs(page.facts)}",
        *map(_html, page.parts),
        _html(TextPart("To pay", lines=to_pay)),
        *(_code(payees, payment, part) for payment, part in page.to_pay if payees and page.shows_ways(payment)),
        f'<h2>Signed</h2>\n<div class="sign">{spans}</div>',
    ]
    return "\n".join(filter(None, pieces))


def _html(part: TextPart) -> str:
    """Return a part as HTML; empty for one that has nothing to say."""
    if not (part.rows or part.lines):
        return ""
    heading = f"<h2>{escape(part.heading)}</h2>" if part.heading else ""
    return heading + (_table(part.headings, part.rows) if part.rows else "") + _paragraphs(part.lines)


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    body = "".join(
        f"<tr><th>{escape(first)}</th>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"
        for first, *cells in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _paragraphs(lines: Sequence[str]) -> str:
    return "".join(f"<p>{escape(line)}</p>" for line in lines)


def _code(payees: Payees, payment: Payment, part: ToSend) -> str:
    """Return the ways of a payment, with the code of the first; empty if there are none."""
    if not (lines := way_lines(payees, payment, part)):
        return ""
    try:
        picture = svg_of(payment_code(payees.code_of(payment, part.money, part.title).text))
    except Refusal:
        picture = ""
    line = wording.payments(part.money, [payment])[0]
    return f"<figure><figcaption>{escape(line)}</figcaption>{picture}{_paragraphs(lines)}</figure>"
