"""Statements to sign as text and as a page: of an evening, and of a person over many."""

from collections.abc import Mapping, Sequence
from html import escape

import msgspec

from ledger.cli import wording
from ledger.cli.text_table import table_lines
from ledger.cli.together import AccountAsked
from ledger.core.books import Payment
from ledger.core.refusals import Refusal
from ledger.interchange.codes import payment_code, svg_of
from ledger.interchange.reports import page_of, paragraphs, report_section, table_html
from ledger.projections.cells import Report, ReportTable
from ledger.projections.club_reports import account_tables
from ledger.projections.reports import statement_report
from ledger.projections.statement import Statement
from ledger.recorder.payees import Payees
from ledger.recorder.sending import ToSend, way_lines

LINE_TO_SIGN = "____________"


class SignedPage(msgspec.Struct, frozen=True):
    """A statement, ready to be printed as a text or as a page."""

    report: Report
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
    to_pay = [(payment, part) for payment in statement.transfers]
    return SignedPage(statement_report(statement), to_pay, None, statement.players, [statement.seal])


def statement_of_person(asked: AccountAsked, settled: Sequence[ToSend], seals: Mapping[int, str]) -> SignedPage:
    """Return the statement of a person: the accounts, what is still to be paid, and the seals."""
    first, last = asked.days
    days = " ".join([*(["from", first] if first else []), *(["to", last] if last else [])])
    return SignedPage(
        Report(asked.person, account_tables(asked.person, asked.accounts), [days] if days else []),
        [(payment, part) for part in settled for payment in part.transfers],
        asked.person,
        [asked.person],
        list(seals.values()),
    )


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
        [page.report.title, *page.report.facts],
        *map(table_lines, page.report.tables),
        table_lines(ReportTable(heading="To pay", lines=to_pay)),
        ["Signed", "  ".join(f"{name} {LINE_TO_SIGN}" for name in page.signers)],
    ]


def _seals(pages: Sequence[SignedPage]) -> list[str]:
    """Return the seals of statements, each once."""
    return list(dict.fromkeys(seal for page in pages for seal in page.seals))


def as_page(pages: Sequence[SignedPage], payees: Payees | None) -> str:
    """Return statements as one file without scripts, on a page each; seals stand once."""
    pieces = [_section(page, payees) for page in pages]
    pieces += [f"<pre>{escape(seal)}</pre>" for seal in _seals(pages)]
    return page_of(", ".join(page.report.title for page in pages), pieces)


def _section(page: SignedPage, payees: Payees | None) -> str:
    to_pay = [wording.payments(part.money, [payment])[0] for payment, part in page.to_pay]
    spans = "".join(f"<span>{escape(name)}</span>" for name in page.signers)
    return report_section(
        page.report,
        table_html(ReportTable(heading="To pay", lines=to_pay)),
        *(_code(payees, payment, part) for payment, part in page.to_pay if payees and page.shows_ways(payment)),
        f'<h2>Signed</h2>\n<div class="sign">{spans}</div>',
    )


def _code(payees: Payees, payment: Payment, part: ToSend) -> str:
    """Return the ways of a payment, with the code of the first; empty if there are none."""
    if not (lines := way_lines(payees, payment, part)):
        return ""
    try:
        picture = svg_of(payment_code(payees.code_of(payment, part.money, part.title).text))
    except Refusal:
        picture = ""
    line = wording.payments(part.money, [payment])[0]
    return f"<figure><figcaption>{escape(line)}</figcaption>{picture}{paragraphs(lines)}</figure>"
