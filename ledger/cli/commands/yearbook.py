"""Print the records of a year, and who was ahead of whom."""

from typing import Annotated

from typer import Argument

from ledger.api.yearbook import YearbookAnswer, yearbook_answer
from ledger.cli.command import command
from ledger.cli.output import Output
from ledger.cli.reports import ReportOptions
from ledger.projections.cells import Report
from ledger.projections.club_reports import yearbook_tables
from ledger.recorder.seasons import read_yearbook


@command(
    answers=(YearbookAnswer,),
    examples=(
        ("yearbook", "of the year of the newest evening"),
        ("yearbook 1898", "of another"),
        ("yearbook --format html --to yearbook.html", "as one file that a browser shows and prints"),
    ),
)
def run(
    output: Output,
    report: ReportOptions,
    year: Annotated[
        int | None, Argument(min=1, max=9999, metavar="[YEAR]", help="Which year. [default: the newest played]")
    ] = None,
) -> None:
    """Print the records of a year, and who was ahead of whom.

    It goes by persons. Every evening is replayed for it, for what lay in a pool and what a deal brought.
    """
    recorder = output.reader()
    yearbook = read_yearbook(recorder, year)
    report.answer(output, yearbook_answer(yearbook), Report(f"Yearbook {yearbook.year}", yearbook_tables(yearbook)))
    output.end_with_those_left_out(recorder)
