"""`card-ledger use`: another evening becomes the current one."""

from typing import Annotated

import typer

from ledger.cli import completion
from ledger.cli.output import Output

app = typer.Typer(add_completion=False)


@app.command()
def use(
    ctx: typer.Context,
    evening: Annotated[
        list[str],
        typer.Argument(metavar="EVENING", help="Its number, its title or its day.", autocompletion=completion.evenings),
    ],
) -> None:
    """Make an evening the current one of whoever records.

    The choice is kept in the database with the recorder's name; who has chosen none goes on with the newest evening.
    """
    face: Output = ctx.obj
    chosen = face.recorder().choose(" ".join(evening))
    face.answer({"current": chosen}, [f"evening {chosen} is the current one"])
