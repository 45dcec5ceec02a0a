"""`card-ledger log`: the sayings of an evening, as they count or as they were recorded."""

from datetime import datetime
from typing import Annotated, Any

import typer

from ledger.cli.face import Face, columns
from ledger.corrections import Standing
from ledger.events import CORRECTIONS
from ledger.notation import write
from ledger.projections import assumed

app = typer.Typer(add_completion=False)


@app.command()
def log(
    ctx: typer.Context,
    as_recorded: Annotated[
        bool, typer.Option("--as-recorded", help="Everything that was recorded, corrections and what they struck.")
    ] = False,
) -> None:
    """Print the sayings with their numbers, as corrected, and when and by whom they were recorded."""
    face: Face = ctx.obj
    recorder = face.recorder()
    number = recorder.evening(face.evening)
    replay = recorder.replay(number)
    rows = _recorded(replay) if as_recorded else _counted(replay)
    headings = ["number", "said at", "by", "saying", ""]
    cells = [[str(row["number"]), _shown(row["said_at"]), row["said_by"], row["saying"], row["remark"]] for row in rows]
    face.answer({"evening": number, "log": rows}, columns(headings, cells, right=[0]))


def _counted(replay: Any) -> list[dict[str, Any]]:
    """The events that count, each as what it counts, and what was assumed before it."""
    money, recorded = replay.evening.money, replay.recorded
    rows = []
    for outcome in replay.evening.outcomes:
        envelope = recorded[outcome.number - 1]
        said = assumed(outcome.answered, money)
        changed = envelope.event != outcome.event
        remarks = [f"({said})" if said else "", "as corrected" if changed else "", *outcome.remarks]
        rows.append(_row(envelope, write(outcome.event, money), "; ".join(filter(None, remarks))) | {"assumed": said})
    return rows


def _recorded(replay: Any) -> list[dict[str, Any]]:
    """Every event as it was recorded, and whether it still counts."""
    standing: Standing = replay.standing
    money = replay.evening.money
    rows = []
    for one in replay.recorded:
        counts = standing.counts(one.number)
        remark = "" if counts else "no longer counts"
        if counts and not isinstance(one.event, CORRECTIONS) and standing.corrections.get(one.number):
            remark = f"corrected by {', '.join(map(str, standing.corrections[one.number]))}"
        rows.append(_row(one, write(one.event, money), remark) | {"counts": counts})
    return rows


def _row(envelope: Any, saying: str, remark: str) -> dict[str, Any]:
    return {
        "number": envelope.number,
        "said_at": envelope.said_at,
        "said_by": envelope.said_by,
        "saying": saying,
        "remark": remark,
    }


def _shown(at: str) -> str:
    """A time as the clock on the wall has it."""
    try:
        return datetime.fromisoformat(at).astimezone().strftime("%Y-%m-%d %H:%M:%S")
    except ValueError:
        return at
