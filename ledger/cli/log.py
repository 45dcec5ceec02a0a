"""`card-ledger log`: the sayings of an evening, as they count or as they were recorded, what was corrected struck."""

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Any

import typer

from ledger.cli.face import Face, Struck, columns
from ledger.events import Amend, Insert, Recorded, Void
from ledger.log.corrections import Standing
from ledger.log.replay import Replay
from ledger.money import Money
from ledger.notation import write
from ledger.views.projections import assumed

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
    recorder = face.recorder()
    number = recorder.evening(face.evening)
    replay = recorder.replay(number)
    rows = list(_recorded(replay) if as_recorded else _counted(replay))
    face.answer({"evening": number, "log": rows}, _lines(rows))


def _counted(replay: Replay) -> Iterable[dict[str, Any]]:
    """The evening as it counts, in its order: what was struck stands before what counts in its place."""
    standing, money = replay.standing, replay.evening.money
    outcomes = {outcome.number: outcome for outcome in replay.evening.outcomes}
    for one in standing.in_place():
        if (by := standing.struck_by(one.number)) is not None:
            yield _struck(one, standing, by, money)
        if (outcome := outcomes.get(one.number)) is None:
            continue
        said = assumed(outcome.answered, money)
        remarks = [f"({said})" if said else "", _put_in(one), *outcome.remarks]
        envelope = _envelope(standing, one.number, by)
        yield _row(envelope, write(outcome.event, money), "; ".join(filter(None, remarks))) | {
            "number": one.number,
            "assumed": said,
        }


def _recorded(replay: Replay) -> Iterable[dict[str, Any]]:
    """Every event as it was recorded, in the order of recording."""
    standing, money = replay.standing, replay.evening.money
    for one in replay.recorded:
        by = standing.struck_by(one.number)
        yield _row(one, write(one.event, money), "") if by is None else _struck(one, standing, by, money)


def _envelope(standing: Standing, number: int, amended: int | None) -> Recorded:
    """When and by whom the words that count were recorded."""
    return standing.recorded[(number if amended is None else amended) - 1]


def _put_in(one: Recorded) -> str:
    """Why an event stands where it was not recorded."""
    return f"put in before {one.event.number}, {one.event.why}" if isinstance(one.event, Insert) else ""


def _struck(one: Recorded, standing: Standing, by: int, money: Money) -> dict[str, Any]:
    """An event whose words no longer count: who took them away, when, and why."""
    correction = standing.recorded[by - 1]
    event = correction.event
    why = event.why if isinstance(event, Void | Amend) else ""
    struck = {"by_event": by, "why": why, "said_at": correction.said_at, "said_by": correction.said_by}
    how = f"{'amended' if isinstance(event, Amend) else 'struck'} by {by}"
    remark = ", ".join(filter(None, (how, why, correction.said_by, _shown(correction.said_at))))
    saying = one.event.saying if isinstance(one.event, Insert) else one.event
    return _row(one, write(saying, money), remark) | {"counts": False, "struck": struck}


def _row(envelope: Recorded, saying: str, remark: str) -> dict[str, Any]:
    return {
        "number": envelope.number,
        "said_at": envelope.said_at,
        "said_by": envelope.said_by,
        "saying": saying,
        "remark": remark,
        "counts": True,
        "struck": None,
    }


def _lines(rows: Iterable[dict[str, Any]]) -> list[str]:
    cells = [
        [
            str(row["number"]),
            _shown(row["said_at"]),
            row["said_by"],
            row["saying"] if row["counts"] else Struck(row["saying"]),
            row["remark"],
        ]
        for row in rows
    ]
    return columns(["number", "said at", "by", "saying", ""], cells, right=[0])


def _shown(at: str) -> str:
    """A time as the clock on the wall has it."""
    try:
        return datetime.fromisoformat(at).astimezone().strftime("%Y-%m-%d %H:%M:%S")
    except ValueError:
        return at
