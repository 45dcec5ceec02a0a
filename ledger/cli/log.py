"""`card-ledger log`: the sayings of an evening, as they count or as they were recorded, what was corrected struck."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ledger.answers import log_as_recorded, log_of
from ledger.cli.face import UNSOUND, Face
from ledger.cli.tables import Struck, columns
from ledger.log.corrections import effective_log
from ledger.refusals import Code, Refusal
from ledger.views.sayings import on_the_clock

if TYPE_CHECKING:
    from ledger.recorder import Recorder

app = typer.Typer(add_completion=False)


@app.command()
def log(
    ctx: typer.Context,
    as_recorded: Annotated[
        bool, typer.Option("--as-recorded", help="In the order of recording, with the corrections themselves.")
    ] = False,
) -> None:
    """Print the sayings with their numbers, when and by whom they were recorded.

    What was corrected is struck through, with why, by whom and when; it counts as what stands below it. A log that is
    not what was recorded is shown with --as-recorded only, as it is stored, and is said to be so.
    """
    face: Face = ctx.obj
    recorder = face.reader()
    number = recorder.evening(face.evening)
    try:
        if as_recorded:
            data = log_as_recorded(number, effective_log(one.recorded for one in recorder.log(number)))
        else:
            data = log_of(number, recorder.replay(number))
    except Refusal as refusal:
        if not as_recorded or refusal.code is not Code.UNSOUND:
            raise
        _show_unsound(face, recorder, number, refusal)
        raise typer.Exit(UNSOUND) from refusal
    face.answer(data, _lines(data["log"]))


def _show_unsound(face: Face, recorder: "Recorder", number: int, refusal: Refusal) -> None:
    """Show a log that is not to be believed as it is stored, and say so: nobody else can read it any more."""
    from ledger.store.evidence import gather
    from ledger.views.sayings import as_stored

    rows = as_stored([(one.number, one.body, one.version, one.said_at, one.said_by)
                      for one in gather(recorder.store.database, number).events])  # fmt: skip
    if not face.json:
        print("\n".join(_lines(rows)))
    face.refuse(refusal, evening=number, log=rows)


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
