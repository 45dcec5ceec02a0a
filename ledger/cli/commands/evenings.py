"""List the evenings of the database."""

from collections.abc import Sequence

import click

from ledger.api.evenings import EveningsAnswer, evenings_answer
from ledger.cli.command import command
from ledger.cli.filters import choosing_evenings, evenings_wanted
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
@choosing_evenings
@click.option("--open", "opened", is_flag=True, help="Only those that are open.")
@click.option("--closed", is_flag=True, help="Only those that are closed.")
@click.option("--owing", is_flag=True, help="Only those of which something is owed still.")
def run(
    output: Output,
    since: str | None,
    until: str | None,
    persons: Sequence[str],
    game: str | None,
    money: str | None,
    opened: bool,
    closed: bool,
    owing: bool,
) -> None:
    """List the evenings of the database; the current one is marked.

    Titles, days, and whether an evening is closed are stored beside the logs. This command does not check them against
    the logs; audit does.
    """
    if opened + closed + owing > 1:
        raise click.BadParameter("say one of --open, --closed and --owing")
    recorder = output.reader()
    wanted = evenings_wanted(recorder.today(), since, until, persons, game, money)
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
