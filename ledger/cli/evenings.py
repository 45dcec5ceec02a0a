"""`card-ledger evenings`: what is in the database."""

import typer

from ledger.api.answers import evenings_of
from ledger.cli.output import Output
from ledger.cli.tables import columns

app = typer.Typer(add_completion=False)


@app.command()
def evenings(ctx: typer.Context) -> None:
    """List the evenings there are; the current one is marked.

    Titles, days, and whether an evening is closed are kept beside the logs and not checked against them: audit does.
    """
    face: Output = ctx.obj
    recorder = face.reader()
    told = evenings_of(recorder)
    cells = [
        ["*" if one["current"] else "", str(one["id"]), one["title"], one["on"] or "", str(one["events"]),
         "closed" if one["closed"] else "open"]
        for one in told["evenings"]
    ]  # fmt: skip
    headings = ["", "id", "title", "on", "events", "state"]
    lines = columns(headings, cells, right=[1, 4]) if cells else ["no evening has been opened"]
    face.answer(told, lines)
