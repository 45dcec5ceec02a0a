"""Print the records of a year, and who was ahead of whom."""

from typing import Annotated

from typer import Argument

from ledger.api.yearbook import YearbookAnswer, yearbook_answer
from ledger.cli.command import command
from ledger.cli.output import Output
from ledger.cli.text_table import columns
from ledger.core.refusals import things
from ledger.projections.accounts import plain_money
from ledger.projections.in_play import YearRecord
from ledger.projections.yearbook import Yearbook, record_in_words
from ledger.recorder.yearbook import read_yearbook


@command(
    answers=(YearbookAnswer,),
    examples=(
        ("yearbook", "of the year of the newest evening"),
        ("yearbook 1898", "of another"),
    ),
)
def run(
    output: Output,
    year: Annotated[
        int | None, Argument(min=1, max=9999, metavar="[YEAR]", help="Which year. [default: the newest played]")
    ] = None,
) -> None:
    """Print the records of a year, and who was ahead of whom.

    It goes by persons. Every evening is replayed for it, for what lay in a pool and what a deal brought.
    """
    recorder = output.reader()
    yearbook = read_yearbook(recorder, year)
    output.answer(yearbook_answer(yearbook), _lines(yearbook))
    output.end_with_those_left_out(recorder)


def _lines(yearbook: Yearbook) -> list[str]:
    records = [
        [record_in_words(record.record), record.person or "", _figure(record), _where(record)]
        for record in yearbook.records
    ]
    pairs = [
        [pair.a, pair.b, str(pair.evenings), str(pair.ahead[0]), str(pair.ahead[1])] for pair in yearbook.head_to_head
    ]
    lines = [f"{yearbook.year}: {things(len(yearbook.evenings), 'evening')}, {things(yearbook.deals, 'deal')}"]
    lines += columns(["record", "person", "", "evening"], records, right=[2]) if records else []
    if pairs:
        lines += ["", *columns(["", "", "evenings", "first ahead", "second ahead"], pairs, right=[2, 3, 4])]
    return lines


def _figure(record: YearRecord) -> str:
    if record.amount is None:
        return str(record.number)
    return plain_money(record.money or "counters").show(record.amount)


def _where(record: YearRecord) -> str:
    event = f", event {record.event}" if record.event is not None else ""
    return f"{record.evening}{event}" if record.evening is not None else ""
