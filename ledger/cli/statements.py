"""Statements to sign as text and as a page: of an evening, and of a person over many."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape

import msgspec

from ledger.cli import wording
from ledger.cli.text_table import columns
from ledger.cli.together import AccountAsked, account_cells, account_lines, owed_in_words
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
    "@page{margin:15mm}"
)


class PersonStatement(msgspec.Struct, frozen=True):
    """A person's account with what is still to be paid, and the seals of its evenings."""

    asked: AccountAsked
    settled: Sequence[ToSend]
    """What the person pays and gets, in each money."""
    seals: Mapping[int, str]


def as_text(parts: Iterable[Sequence[str]]) -> str:
    """Return the parts of a statement with empty lines between them."""
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


def parts(statement: Statement, payees: Payees | None, part: ToSend) -> list[list[str]]:
    """Return the parts of a statement as lines of text; what is empty is left out."""
    headings = ["", *statement.games, "won or lost"]
    rows = [[name, *_figures(statement, name)] for name in statement.players]
    to_pay = wording.payments(statement.money, statement.transfers, lambda payment: _ways(payees, payment, part))
    return [
        [statement.title, _facts(statement)],
        columns(headings, rows, right=range(1, len(headings))) if rows else [],
        *([["Put right and counted", *put_right(statement)]] if put_right(statement) else []),
        *([["Costs", *cost_lines(statement)]] if statement.costs else []),
        *([["Paid", *paid_lines(statement)]] if statement.paid else []),
        *([["To pay", *to_pay]] if statement.transfers else []),
        ["Signed", "  ".join(f"{name} {LINE_TO_SIGN}" for name in statement.players)],
        statement.seal.splitlines(),
    ]


def _facts(statement: Statement) -> str:
    return ", ".join(filter(None, (statement.on, statement.at, "closed" if statement.closed else "not closed yet")))


def _figures(statement: Statement, name: str) -> list[str]:
    """Return what a player has won in each game, and in all."""
    show = statement.money.show_change
    games = [show(won[name]) if name in won else "" for won in statement.games.values()]
    return [*games, show(statement.won[name])]


def put_right(statement: Statement) -> list[str]:
    """Return the corrections and counts, a line each."""
    lines = [(line.number, line.saying) for line in statement.corrections]
    lines += [(line.number, f"{line.saying}: {line.finding or 'right'}") for line in statement.counts]
    return [f"{number}  {saying}" for number, saying in sorted(lines)]


def cost_lines(statement: Statement) -> list[str]:
    """Return the common costs, a line each."""
    return [line.removeprefix("costs: ") for cost in statement.costs for line in wording.costs(statement.money, [cost])]


def paid_lines(statement: Statement) -> list[str]:
    """Return what has been paid, a line each."""
    show = statement.money.show
    return [f"{debt.payer} has paid {debt.payee} {show(debt.amount)} (event {debt.event})" for debt in statement.paid]


def page(statement: Statement, payees: Payees | None, part: ToSend) -> str:
    """Return a statement as one file without scripts; every name and title is text."""
    rows = [[name, *_figures(statement, name)] for name in statement.players]
    blocks = [
        ("Put right and counted", put_right(statement)),
        ("Costs", cost_lines(statement)),
        ("Paid", paid_lines(statement)),
        ("To pay", wording.payments(statement.money, statement.transfers) if statement.transfers else []),
    ]
    pieces = [
        f"<h1>{escape(statement.title)}</h1><p>{escape(_facts(statement))}</p>",
        _table(["", *statement.games, "won or lost"], rows),
        *(f"<h2>{title}</h2>{_paragraphs(lines)}" for title, lines in blocks if lines),
        *(_codes(payees, part, part.transfers) if payees else ()),
        *_signed(statement.players),
        f"<pre>{escape(statement.seal)}</pre>",
    ]
    return _document(statement.title, pieces)


def parts_of_person(statement: PersonStatement, payees: Payees | None) -> list[list[str]]:
    """Return the parts of a person's statement as lines of text; what is empty is left out."""
    person = statement.asked.person
    return [
        [person, *_days(statement)],
        account_lines(person, statement.asked.accounts),
        _to_pay(statement, payees),
        ["Signed", f"{person} {LINE_TO_SIGN}"],
        *(seal.splitlines() for seal in statement.seals.values()),
    ]


def page_of_person(statement: PersonStatement, payees: Payees | None) -> str:
    """Return a person's statement as one file without scripts; every name and title is text."""
    person = statement.asked.person
    headings = ["", "", "", "won or lost", "costs", "paid", "owed"]
    accounts = [
        _table(headings, [account_cells(account.money, row) for row in account.rows])
        + _paragraphs([owed_in_words(person, account)])
        for account in statement.asked.accounts
    ]
    to_pay = _to_pay(statement, None)
    pieces = [
        f"<h1>{escape(person)}</h1>{_paragraphs(_days(statement))}",
        *(accounts or [_paragraphs(account_lines(person, []))]),
        f"<h2>{to_pay[0]}</h2>{_paragraphs(to_pay[1:])}" if to_pay else "",
        *(code for part in statement.settled if payees for code in _codes(payees, part, _made(statement, part))),
        *_signed([person]),
        *(f"<pre>{escape(seal)}</pre>" for seal in statement.seals.values()),
    ]
    return _document(person, pieces)


def _days(statement: PersonStatement) -> list[str]:
    """Return from when to when the account is, where it is not of all evenings."""
    first, last = statement.asked.days
    return [" ".join([*(["from", first] if first else []), *(["to", last] if last else [])])] if first or last else []


def _to_pay(statement: PersonStatement, payees: Payees | None) -> list[str]:
    """Return what the person pays and gets, with the ways of those who are paid by him alone."""
    lines = [line for part in statement.settled if part.transfers for line in _payments(statement, part, payees)]
    return ["To pay", *lines] if lines else []


def _payments(statement: PersonStatement, part: ToSend, payees: Payees | None) -> list[str]:
    made = _made(statement, part)
    return wording.payments(
        part.money, part.transfers, lambda payment: _ways(payees, payment, part) if payment in made else []
    )


def _made(statement: PersonStatement, part: ToSend) -> list[Payment]:
    return [payment for payment in part.transfers if payment.payer == statement.asked.person]


def _ways(payees: Payees | None, payment: Payment, part: ToSend) -> list[str]:
    return [f"  {line}" for line in way_lines(payees, payment, part)] if payees else []


def _document(title: str, pieces: Iterable[str]) -> str:
    head = f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
    return "\n".join([f"{head}<style>{STYLE}</style></head><body>", *filter(None, pieces), "</body></html>"])


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    body = "".join(
        f"<tr><th>{escape(first)}</th>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"
        for first, *cells in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _signed(names: Iterable[str]) -> list[str]:
    spans = "".join(f"<span>{escape(name)}</span>" for name in names)
    return ["<h2>Signed</h2>", f'<div class="sign">{spans}</div>']


def _paragraphs(lines: Sequence[str]) -> str:
    return "".join(f"<p>{escape(line)}</p>" for line in lines)


def _codes(payees: Payees, part: ToSend, payments: Iterable[Payment]) -> list[str]:
    """Return the ways of payments, each with the code of the first."""
    drawings = []
    for payment in payments:
        if not (lines := way_lines(payees, payment, part)):
            continue
        try:
            picture = svg_of(payment_code(payees.code_of(payment, part.money, part.title).text))
        except Refusal:
            picture = ""
        line = wording.payments(part.money, [payment])[0]
        drawings.append(f"<figure><figcaption>{escape(line)}</figcaption>{picture}{_paragraphs(lines)}</figure>")
    return drawings
