"""`card-ledger export`: an evening out of the database, without loss."""

import sys
from enum import Enum
from typing import Annotated

import typer

from ledger.cli.face import Face

app = typer.Typer(add_completion=False)


class Format(Enum):
    """The formats there are."""

    SCRIPT = "script"
    JSONL = "jsonl"


@app.command()
def export(
    ctx: typer.Context,
    to: Annotated[
        Format, typer.Option("--format", help="script: its sayings; jsonl: everything that was recorded.")
    ] = Format.SCRIPT,
) -> None:
    """Print an evening, so that importing it gives the same events."""
    face: Face = ctx.obj
    recorder = face.recorder()
    number = recorder.evening(face.evening)
    stored = recorder.log(number)
    if to is Format.JSONL:
        from ledger.interchange.jsonl import lines_of

        text = lines_of((one.recorded, one.digest) for one in stored)
    else:
        from ledger.interchange.script import script_of

        text = script_of([one.recorded for one in stored])
    if face.json:
        face.tell({"evening": number, "format": to.value, "text": text})
    else:
        sys.stdout.write(text)
