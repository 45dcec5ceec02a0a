"""`card-ledger export`: an evening out of the database, without loss, or for other programs."""

import sys
from typing import Annotated

import typer

from ledger.cli import completion
from ledger.cli.face import Face
from ledger.evening.fold import Evening
from ledger.interchange.formats import FORMATS, written
from ledger.interchange.script import money_recorded
from ledger.recorder import day_of
from ledger.refusals import listed
from ledger.views.projections import in_money

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
    face: Face = ctx.obj
    if to not in FORMATS:
        raise typer.BadParameter(f"there is no format {to}: say {listed(list(FORMATS), 'or')}")
    recorder = face.reader()
    number = recorder.evening(face.evening)

    def replayed() -> tuple[Evening, str]:
        evening = recorder.replay(number).evening
        return evening, day_of(evening.opening.on if evening.opening else None, recorder.recorded(number))

    with recorder.store.database.transaction(writing=False):
        if not FORMATS[to].replayed:  # what is printed line by line is not taken back, should the log fail further on
            recorder.store.see_whole_chain(number)
        stored = ((one.recorded, one.digest) for portion in recorder.store.portions(number) for one in portion)
        pieces = written(to, stored, replayed)
        if face.json:
            about = in_money(money_recorded(recorder.recorded(number)))
            face.tell({"evening": number, **about, "format": to, "text": "".join(pieces)})
        else:
            sys.stdout.writelines(pieces)
