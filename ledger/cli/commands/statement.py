"""Print one page of an evening to sign."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

import click

from ledger.api.statement import StatementAnswer, statement_answer
from ledger.cli import wording
from ledger.cli.command import FilePath, command
from ledger.cli.output import Output
from ledger.cli.sending import payees_of, sent_of_evening
from ledger.cli.text_table import columns
from ledger.core.refusals import Refusal
from ledger.interchange.codes import payment_code, svg_of
from ledger.interchange.files import write_file
from ledger.projections.statement import Statement, statement_of
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


@command(
    answers=(StatementAnswer,),
    examples=(
        ("statement", "of the current evening, as a text"),
        ("statement --format html --to statement.html", "one file that a browser prints"),
    ),
)
@click.option("--format", "form", type=click.Choice(("text", "html")), default="text", help="As a text, or a page.")
@click.option("--to", type=FilePath, metavar="FILE", help="Write it to this file.")
@click.option("--pay", is_flag=True, help="With the ways in which each payee can be paid, and on a page the codes.")
def run(output: Output, form: str, to: Path | None, pay: bool) -> None:
    """Print one page of an evening to sign.

    It says what each has won, the costs, what was put right, who pays whom, and the seal.

    There is no PDF: the page of --format html has everything in it, and any browser prints it.
    """
    session = output.session()
    statement = statement_of(session.replay)
    payees = payees_of(output, session.id) if pay else None
    part = sent_of_evening(session, statement.transfers)
    if form == "html":
        text = page(statement, payees, part)
    else:
        text = "\n\n".join("\n".join(lines) for lines in parts(statement, payees, part))
    lines = text.splitlines()
    if to is not None:
        write_file(to, f"{text}\n".encode())
        lines = [f"The statement is in {to}"]
    output.answer(statement_answer(session.id, statement), lines)


def parts(statement: Statement, payees: Payees | None, part: ToSend) -> list[list[str]]:
    """Return the parts of a statement as lines of text; what is empty is left out."""
    money = statement.money
    headings = ["", *statement.games, "won or lost"]
    rows = [[name, *_figures(statement, name)] for name in statement.players]
    to_pay = wording.payments(
        money,
        statement.transfers,
        lambda payment: [f"  {line}" for line in way_lines(payees, payment, part)] if payees else [],
    )
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
    head = "".join(f"<th>{escape(heading)}</th>" for heading in ("", *statement.games, "won or lost"))
    body = "".join(
        f"<tr><th>{escape(name)}</th>{''.join(f'<td>{escape(cell)}</td>' for cell in _figures(statement, name))}</tr>"
        for name in statement.players
    )
    blocks = [
        ("Put right and counted", put_right(statement)),
        ("Costs", cost_lines(statement)),
        ("Paid", paid_lines(statement)),
        ("To pay", wording.payments(statement.money, statement.transfers) if statement.transfers else []),
    ]
    pieces = [
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">',
        f"<title>{escape(statement.title)}</title><style>{STYLE}</style></head><body>",
        f"<h1>{escape(statement.title)}</h1><p>{escape(_facts(statement))}</p>",
        f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>",
        *(f"<h2>{title}</h2>{_paragraphs(lines)}" for title, lines in blocks if lines),
        *(_codes(payees, part) if payees else ()),
        "<h2>Signed</h2>",
        f'<div class="sign">{"".join(f"<span>{escape(name)}</span>" for name in statement.players)}</div>',
        f"<pre>{escape(statement.seal)}</pre></body></html>",
    ]
    return "\n".join(pieces)


def _paragraphs(lines: Sequence[str]) -> str:
    return "".join(f"<p>{escape(line)}</p>" for line in lines)


def _codes(payees: Payees, part: ToSend) -> list[str]:
    """Return the ways of each payment, with the code of the first."""
    drawings = []
    for payment in part.transfers:
        if not (lines := way_lines(payees, payment, part)):
            continue
        try:
            picture = svg_of(payment_code(payees.code_of(payment, part.money, part.title).text))
        except Refusal:
            picture = ""
        line = wording.payments(part.money, [payment])[0]
        drawings.append(f"<figure><figcaption>{escape(line)}</figcaption>{picture}{_paragraphs(lines)}</figure>")
    return drawings
