"""Print one page to sign: of an evening, or of a person over many."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from msgspec import UNSET
from typer import Argument, Option

from ledger.api.account import (
    AccountToSign,
    AccountTransfer,
    EverybodyStatementAnswer,
    PersonStatementAnswer,
    account_to_sign,
    account_transfer,
    everybody_statement_answer,
    person_statement_answer,
)
from ledger.api.statement import StatementAnswer, statement_answer
from ledger.cli import completion
from ledger.cli.command import command
from ledger.cli.options import WithWays
from ledger.cli.output import Output
from ledger.cli.reports import ReportOptions
from ledger.cli.sending import payees_of, sent_of_evening, way_answers
from ledger.cli.statements import SignedPage, as_page, as_text, statement_of_evening, statement_of_person
from ledger.cli.together import TogetherOptions
from ledger.interchange.reports import report_csv
from ledger.log.seals import seal_of
from ledger.projections.cells import Report, ReportTable
from ledger.projections.club_reports import everybodys_tables
from ledger.projections.running import evenings_of
from ledger.projections.settlement import settlement_together
from ledger.projections.statement import statement_of
from ledger.recorder.payees import Payees
from ledger.recorder.sending import ToSend, sent_together, those_of


@command(
    answers=(StatementAnswer, PersonStatementAnswer, EverybodyStatementAnswer),
    examples=(
        ("statement", "of the current evening, as a text"),
        ("statement --format html --to statement.html", "one file that a browser prints"),
        ("statement --person Ann --all", "Ann's account of all evenings"),
        ("statement --everybody --format html --to all.html", "everybody's, on a page each"),
    ),
)
def run(
    output: Output,
    together: TogetherOptions,
    report: ReportOptions,
    named: Annotated[str | None, Argument(metavar="[EVENING]", help="Which evening, as --evening says it.")] = None,
    person: Annotated[
        str | None,
        Option(metavar="NAME", autocompletion=completion.players, help="The account of one person, of all evenings."),
    ] = None,
    everybody: Annotated[bool, Option("--everybody", help="The account of each person, and the seals once.")] = False,
    pay: WithWays = False,
) -> None:
    """Print one page of an evening to sign, or of a person over many evenings.

    Of an evening it says what each has won, the costs, what was put right, who pays whom, and the seal; of a person,
    the account evening by evening, what is still to be paid, and the seals.

    There is no PDF: the page of --format html has everything in it, and any browser prints it.
    """
    if everybody and (person is not None or named is not None):
        output.misused("--everybody is of all persons and of many evenings: say nobody and no evening")
    if together.said and person is None and not everybody:
        output.misused("say --person NAME or --everybody: of an evening a statement has all who sat there")
    if person is not None and named is not None:
        output.misused("an evening and --person are two statements: say one of them")
    if person is None and not everybody:
        _of_evening(output if named is None else replace(output, evening=named), report, pay)
    else:
        _of_persons(output, person, together, report, pay)


def _of_evening(output: Output, report: ReportOptions, pay: bool) -> None:
    """Print the statement of an evening."""
    session = output.session()
    statement = statement_of(session.replay, output.written(session.evening.money))
    payees = payees_of(output, session.id) if pay else None
    page = statement_of_evening(statement, sent_of_evening(session, statement.transfers))
    report.write(output, statement_answer(session.id, statement), _written([page], payees, report, page.report.tables))


def _of_persons(output: Output, named: str | None, together: TogetherOptions, report: ReportOptions, pay: bool) -> None:
    """Print the account of a person, or of everybody, ready to be signed."""
    recorder = output.reader()
    several = together.everybody(recorder) if named is None else [together.account(recorder, named)]
    payees = payees_of(output) if pay else None
    plans = [settlement_together(in_money).transfers for in_money in several[0].moneys]
    seals: dict[int, str] = {}
    accounts: list[AccountToSign] = []
    pages: list[SignedPage] = []
    for asked in several:
        evenings = dict(entry for account in asked.accounts for entry in evenings_of(account))
        for evening in evenings.keys() - seals.keys():
            seals[evening] = seal_of(evenings[evening], recorder.recorded(evening)).text()
        parts = [
            sent_together(in_money, those_of(asked.person, plan))
            for in_money, plan in zip(asked.moneys, plans, strict=True)
        ]
        pages.append(statement_of_person(asked, parts, {evening: seals[evening] for evening in evenings}))
        accounts.append(account_to_sign(asked.person, asked.accounts, _transfers(asked.person, parts, payees)))
    answer = (
        everybody_statement_answer(accounts, seals) if named is None else person_statement_answer(accounts[0], seals)
    )
    tables = everybodys_tables({asked.person: asked.accounts for asked in several})
    written = _written(pages, payees, report, tables if named is None else pages[0].report.tables)
    report.write(output, answer, written)
    output.end_with_those_left_out(recorder)


def _transfers(person: str, parts: Sequence[ToSend], payees: Payees | None) -> list[AccountTransfer]:
    """Return what a person pays and gets, with the ways of those whom the person pays."""
    return [
        account_transfer(
            payment,
            part.money.code,
            way_answers(payees, payment, part) if payees and payment.payer == person else UNSET,
        )
        for part in parts
        for payment in part.transfers
    ]


def _written(
    pages: Sequence[SignedPage], payees: Payees | None, report: ReportOptions, tables: Sequence[ReportTable]
) -> str | list[str]:
    """Return the lines of statements, or the statements in another form: these tables as CSV."""
    if report.form == "text":
        with report.where_it_goes():
            return as_text(pages, payees).splitlines()
    return as_page(pages, payees) if report.form == "html" else report_csv(Report("", tables))
