"""`card-ledger table`: how things stand."""

import typer

from ledger.api.answers import table_of
from ledger.cli import views
from ledger.cli.output import Output

app = typer.Typer(add_completion=False)


@app.command()
def table(ctx: typer.Context) -> None:
    """Who is to speak and what they may say, pools, doubles, what is carried over, the counters of each."""
    face: Output = ctx.obj
    sitting = face.reader().sit(face.evening).checked()
    evening = sitting.evening
    view = table_of(sitting, forms=face.json)
    asks = evening.game.turn.asks if evening.game else ""
    lines = [*views.standing(evening, view), *views.findings(view), "", views.awaited(view["expecting"], asks)]
    face.answer(view, lines)
