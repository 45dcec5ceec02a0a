"""`card-ledger export`: an evening out of the database, without loss, or for other programs."""

import sys
from functools import partial
from typing import Annotated

import typer

from ledger.cli import completion
from ledger.cli.output import LongText, Output
from ledger.core.refusals import listed
from ledger.interchange.formats import FORMATS, log_in, movements_in
from ledger.interchange.script import money_recorded
from ledger.interchange.spool import Aside
from ledger.projections.tables import in_money
from ledger.recorder import day_of

app = typer.Typer(add_completion=False)


@app.command()
def export(
    ctx: typer.Context,
    to: Annotated[
        str,
        typer.Option(
            "--format",
            metavar="FORMAT",
            autocompletion=completion.formats,
            help="; ".join(f"{name}: {form.holds}" for name, form in FORMATS.items()) + ".",
        ),
    ] = "script",
) -> None:
    """Print an evening. Importing a script, or JSON lines, gives the same events."""
    face: Output = ctx.obj
    if to not in FORMATS:
        raise typer.BadParameter(f"there is no format {to}: say {listed(list(FORMATS), 'or')}")
    recorder = face.reader()
    number = recorder.evening(face.evening)

    with Aside() as aside, recorder.store.database.transaction(writing=False):
        if FORMATS[to].replayed:
            pieces = movements_in(to, partial(recorder.passed, number), day_of(None, recorder.recorded(number)), aside)
        else:  # what is printed line by line is not taken back, should the log fail further on
            recorder.store.see_whole_chain(number)
            stored = ((one.recorded, one.digest) for portion in recorder.store.portions(number) for one in portion)
            pieces = log_in(to, stored)
        if face.json:
            about = in_money(money_recorded(recorder.recorded(number)))
            face.tell({"evening": number, **about, "format": to, "text": LongText(pieces)})
        else:
            sys.stdout.writelines(pieces)
