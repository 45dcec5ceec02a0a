"""List the evenings of the database."""

from ledger.api.evenings import EveningsAnswer, evenings_answer
from ledger.cli.command import command
from ledger.cli.output import Output
from ledger.cli.text_table import columns


@command(answers=(EveningsAnswer,), examples=(("evenings", "the current one is marked"),))
def run(output: Output) -> None:
    """List the evenings of the database; the current one is marked.

    Titles, days, and whether an evening is closed are stored beside the logs. This command does not check them against
    the logs; audit does.
    """
    answer = evenings_answer(output.reader())
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
    headings = ["", "id", "title", "on", "events", "state"]
    output.answer(answer, columns(headings, rows, right=[1, 4]) if rows else ["no evening has been opened"])
