"""`card-ledger evenings`: what is in the database."""

import typer

from ledger.cli.face import Face, columns

app = typer.Typer(add_completion=False)


@app.command()
def evenings(ctx: typer.Context) -> None:
    """List the evenings there are; the current one is marked."""
    face: Face = ctx.obj
    recorder = face.recorder()
    current = recorder.store.current(recorder.name)
    listed = recorder.store.evenings()
    rows = [
        {
            "id": one.id,
            "title": one.title,
            "on": one.played_on,
            "events": one.events,
            "closed": one.closed,
            "newest_at": one.newest_at,
            "current": one.id == current,
        }
        for one in listed
    ]
    cells = [
        ["*" if one.id == current else "", str(one.id), one.title, one.played_on or "", str(one.events),
         "closed" if one.closed else "open"]
        for one in listed
    ]  # fmt: skip
    headings = ["", "id", "title", "on", "events", ""]
    lines = columns(headings, cells, right=[1, 4]) if listed else ["no evening has been opened"]
    face.answer({"evenings": rows, "current": current}, lines)
