"""`card-ledger export`: an evening out of the database, without loss, or for other programs."""

import sys
from typing import Annotated

import typer

from ledger.cli import completion
from ledger.cli.face import Face
from ledger.evening.fold import Evening
from ledger.interchange.formats import FORMATS, written
from ledger.interchange.script import money_recorded
from ledger.recorder import day_of, replay_of
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
    stored = recorder.log(number)

    def replayed() -> tuple[Evening, str]:
        evening = replay_of(stored).evening
        return evening, day_of(evening.opening.on if evening.opening else None, stored)

    text = written(to, [(one.recorded, one.digest) for one in stored], replayed)
    if face.json:
        money = money_recorded([one.recorded for one in stored])
        face.tell({"evening": number, **in_money(money), "format": to, "text": text})
    else:
        sys.stdout.write(text)
