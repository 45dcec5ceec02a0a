"""List the evenings of the database."""

from ledger.api.answers import evenings_of
from ledger.api.schema import EveningsAnswer
from ledger.cli.command import command
from ledger.cli.output import Output
from ledger.cli.text_table import columns


@command(answers=(EveningsAnswer,), examples=(("evenings", "the current one is marked"),))
def run(output: Output) -> None:
    """List the evenings there are; the current one is marked.

    Titles, days, and whether an evening is closed are kept beside the logs and not checked against them: audit does.
    """
    recorder = output.reader()
    told = evenings_of(recorder)
    cells = [
        ["*" if one["current"] else "", str(one["id"]), one["title"], one["on"] or "", str(one["events"]),
         "closed" if one["closed"] else "open"]
        for one in told["evenings"]
    ]  # fmt: skip
    headings = ["", "id", "title", "on", "events", "state"]
    lines = columns(headings, cells, right=[1, 4]) if cells else ["no evening has been opened"]
    output.answer(told, lines)
