"""Print one page to sign: of an evening, or of a person over many."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

from msgspec import UNSET
from typer import Argument, Option

from ledger.api.account import PersonStatementAnswer, account_transfer, person_statement_answer
from ledger.api.statement import StatementAnswer, statement_answer
from ledger.cli import completion
from ledger.cli.command import command
from ledger.cli.options import WithWays
from ledger.cli.output import Output
from ledger.cli.sending import payees_of, sent_of_evening, way_answers
from ledger.cli.statements import SignedPage, as_page, as_text, statement_of_evening, statement_of_person
from ledger.cli.together import TogetherOptions
from ledger.core.books import Payment
from ledger.interchange.files import write_file
from ledger.log.seals import seal_of
from ledger.projections.running import evenings_of
from ledger.projections.settlement import settlement_together
from ledger.projections.standings import Together
from ledger.projections.statement import statement_of
from ledger.recorder.payees import Payees
from ledger.recorder.sending import sent_together, those_of


@command(
    answers=(StatementAnswer, PersonStatementAnswer),
    examples=(
        ("statement", "of the current evening, as a text"),
        ("statement --format html --to statement.html", "one file that a browser prints"),
        ("statement --person Ann --all", "Ann's account of all evenings"),
    ),
)
def run(
    output: Output,
    together: TogetherOptions,
    named: Annotated[str | None, Argument(metavar="[EVENING]", help="Which evening, as --evening says it.")] = None,
    person: Annotated[
        str | None,
        Option(metavar="NAME", autocompletion=completion.players, help="The account of one person, of all evenings."),
    ] = None,
    form: Annotated[
        Literal["text", "html"], Option("--format", metavar="[text|html]", help="As a text, or a page.")
    ] = "text",
    to: Annotated[Path | None, Option(metavar="FILE", help="Write it to this file.")] = None,
    pay: WithWays = False,
) -> None:
    """Print one page of an evening to sign, or of a person over many evenings.

    Of an evening it says what each has won, the costs, what was put right, who pays whom, and the seal; of a person,
    the account evening by evening, what is still to be paid, and the seals.

    There is no PDF: the page of --format html has everything in it, and any browser prints it.
    """
    if together.said and person is None:
        output.misused("say --person NAME: of an evening a statement has all who sat there")
    if person is not None and named is not None:
        output.misused("an evening and --person are two statements: say one of them")
    if person is None:
        _of_evening(output if named is None else replace(output, evening=named), form, to, pay)
    else:
        _of_person(output, person, together, form, to, pay)


def _of_evening(output: Output, form: str, to: Path | None, pay: bool) -> None:
    """Print the statement of an evening."""
    session = output.session()
    statement = statement_of(session.replay)
    payees = payees_of(output, session.id) if pay else None
    page = statement_of_evening(statement, sent_of_evening(session, statement.transfers))
    output.answer(statement_answer(session.id, statement), _printed(page, payees, form, to))


def _of_person(output: Output, named: str, together: TogetherOptions, form: str, to: Path | None, pay: bool) -> None:
    """Print the account of a person, ready to be signed."""
    recorder = output.reader()
    asked = together.account(output, recorder, named)
    payees = payees_of(output) if pay else None
    settled = [sent_together(several, _plan(asked.person, several)) for several in asked.moneys]
    seals = {
        evening: seal_of(title, list(recorder.recorded(evening))).text()
        for account in asked.accounts
        for evening, title in evenings_of(account)
    }
    transfers = [
        account_transfer(
            payment,
            part.money.code,
            way_answers(payees, payment, part) if payees and payment.payer == asked.person else UNSET,
        )
        for part in settled
        for payment in part.transfers
    ]
    answer = person_statement_answer(asked.person, asked.accounts, transfers, seals)
    output.answer(answer, _printed(statement_of_person(asked, settled, seals), payees, form, to))
    output.end_with_those_left_out(recorder)


def _plan(person: str, several: Together) -> tuple[Payment, ...]:
    """Return what a person pays and gets of several evenings."""
    return those_of(person, settlement_together(several).transfers)


def _printed(page: SignedPage, payees: Payees | None, form: str, to: Path | None) -> list[str]:
    """Return the lines of a statement, or write it to a file and say so."""
    text = (as_page if form == "html" else as_text)(page, payees)
    if to is None:
        return text.splitlines()
    write_file(to, f"{text}\n".encode())
    return [f"The statement is in {to}"]
