"""`card-ledger use`: another evening becomes the current one."""

from typing import Annotated

import typer

from ledger.cli.face import Face

app = typer.Typer(add_completion=False)


@app.command()
def use(ctx: typer.Context, evening: Annotated[int, typer.Argument(metavar="ID", help="Its number.")]) -> None:
    """Make an evening the current one of whoever records.

    The choice is kept in the database with the recorder's name; who has chosen none goes on with the newest evening.
    """
    face: Face = ctx.obj
    chosen = face.recorder().choose(evening)
    face.answer({"current": chosen}, [f"evening {chosen} is the current one"])
