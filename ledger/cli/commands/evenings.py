"""List the evenings of the database."""

from typing import Annotated

from typer import BadParameter, Option

from ledger.api.evenings import EveningsAnswer, evenings_answer
from ledger.cli.command import command
from ledger.cli.options import EveningsOptions
from ledger.cli.output import Output
from ledger.cli.text_table import columns
from ledger.projections.standings import EveningFilter

NONE_OPENED, NONE_SO = "no evening has been opened", "there is no such evening"


@command(
    answers=(EveningsAnswer,),
    examples=(
        ("evenings", "the current one is marked"),
        ("evenings --with Dan --owing", "where Dan sat, and something is owed still"),
    ),
)
def run(
    output: Output,
    chosen: EveningsOptions,
    opened: Annotated[bool, Option("--open", help="Only those that are open.")] = False,
    closed: Annotated[bool, Option("--closed", help="Only those that are closed.")] = False,
    owing: Annotated[bool, Option("--owing", help="Only those of which something is owed still.")] = False,
) -> None:
    """List the evenings of the database; the current one is marked.

    Titles, days, and whether an evening is closed are stored beside the logs. This command does not check them against
    the logs; audit does.
    """
    if opened + closed + owing > 1:
        raise BadParameter("say one of --open, --closed and --owing")
    recorder = output.reader()
    wanted = chosen.wanted(recorder.today())
    answer = evenings_answer(recorder, wanted, False if opened else closed or None, owing or None)
    rows = [
        [
            "*" if evening.current else "",
            str(evening.id),
            evening.title,
            evening.on or "",
            str(evening.events),
            "closed" if evening.closed else "open",
        ]
        for evening in answer.evenings
    ]
    everything = wanted == EveningFilter() and not (opened or closed or owing)
    headings = ["", "id", "title", "on", "events", "state"]
    output.answer(answer, columns(headings, rows, right=[1, 4]) if rows else [NONE_OPENED if everything else NONE_SO])
