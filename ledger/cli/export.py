"""`card-ledger export`: an evening out of the database, without loss, or for other programs."""

import sys
from enum import Enum
from typing import Annotated

import typer

from ledger.cli.face import Face
from ledger.interchange.script import money_recorded, script_of
from ledger.recorder import day_of, replay_of
from ledger.store import Stored
from ledger.views.projections import in_money

app = typer.Typer(add_completion=False)


class Format(Enum):
    """The formats there are."""

    SCRIPT = "script"
    JSONL = "jsonl"
    CSV = "csv"
    BEANCOUNT = "beancount"
    HLEDGER = "hledger"


@app.command()
def export(
    ctx: typer.Context,
    to: Annotated[
        Format,
        typer.Option(
            "--format",
            help="script: its sayings; jsonl: everything that was recorded; csv: its movements, for a spreadsheet; "
            "beancount, hledger: its movements, for those programs.",
        ),
    ] = Format.SCRIPT,
) -> None:
    """Print an evening. Importing a script, or JSON lines, gives the same events."""
    face: Face = ctx.obj
    recorder = face.reader()
    number = recorder.evening(face.evening)
    stored = recorder.log(number)
    text = _written(stored, to)
    if face.json:
        money = money_recorded([one.recorded for one in stored])
        face.tell({"evening": number, **in_money(money), "format": to.value, "text": text})
    else:
        sys.stdout.write(text)


def _written(stored: tuple[Stored, ...], to: Format) -> str:
    if to is Format.JSONL:
        from ledger.interchange.jsonl import lines_of

        return lines_of((one.recorded, one.digest) for one in stored)
    if to is Format.SCRIPT:
        return script_of([one.recorded for one in stored])
    evening = replay_of(stored).evening
    day = day_of(evening.opening.on if evening.opening else None, stored)
    if to is Format.CSV:
        from ledger.interchange.spreadsheet import table_of

        return table_of(evening, day)
    if to is Format.BEANCOUNT:
        from ledger.interchange.beancount import beancount_of

        return beancount_of(evening, day)
    from ledger.interchange.hledger import hledger_of

    return hledger_of(evening, day)
