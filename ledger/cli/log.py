"""`card-ledger log`: the sayings of an evening, as they count or as they were recorded, what was corrected struck."""

from collections.abc import Iterable
from typing import Annotated, Any

import typer

from ledger.answers import log_of
from ledger.cli.face import Face
from ledger.cli.tables import Struck, columns
from ledger.views.sayings import on_the_clock

app = typer.Typer(add_completion=False)


@app.command()
def log(
    ctx: typer.Context,
    as_recorded: Annotated[
        bool, typer.Option("--as-recorded", help="In the order of recording, with the corrections themselves.")
    ] = False,
) -> None:
    """Print the sayings with their numbers, when and by whom they were recorded.

    What was corrected is struck through, with why, by whom and when; it counts as what stands below it.
    """
    face: Face = ctx.obj
    recorder = face.reader()
    number = recorder.evening(face.evening)
    replay = recorder.replay(number)
    data = log_of(number, replay, as_recorded)
    face.answer(data, _lines(data["log"]))


def _lines(rows: Iterable[dict[str, Any]]) -> list[str]:
    cells = [
        [
            str(row["number"]),
            on_the_clock(row["said_at"]),
            row["said_by"],
            row["saying"] if row["counts"] else Struck(row["saying"]),
            row["remark"],
        ]
        for row in rows
    ]
    return columns(["number", "said at", "by", "saying", "remark"], cells, right=[0])
