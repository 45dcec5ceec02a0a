"""`card-ledger table`: how things stand."""

import typer

from ledger.cli import views
from ledger.cli.face import Face
from ledger.views.projections import found, summary

app = typer.Typer(add_completion=False)


@app.command()
def table(ctx: typer.Context) -> None:
    """Who is to speak and what they may say, pools, doubles, what is carried over, the counters of each."""
    face: Face = ctx.obj
    sitting = face.recorder().sit(face.evening)
    evening = sitting.evening
    view = summary(evening) | {"findings": [found(finding) for finding in sitting.findings]}
    more = {
        "evening": sitting.id,
        "events": sitting.number,
        "in_front": {player: evening.in_front(player) for player in evening.books.balances},
        "closed": evening.closed,
        "head": sitting.head,
    }
    asks = evening.game.turn.asks if evening.game else ""
    lines = [*views.standing(evening, view), *views.findings(view), "", views.awaited(view["expecting"], asks)]
    face.answer(view | more, lines)
