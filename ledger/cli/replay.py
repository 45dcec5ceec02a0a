"""`card-ledger replay`: what evenings in files come to. It touches no database."""

from typing import Annotated, Any

import typer

from ledger.cli import views
from ledger.cli.output import Output
from ledger.core.refusals import Refusal, RefusedLine
from ledger.interchange.files import tell_file
from ledger.projections.tables import found, in_money, summary

app = typer.Typer(add_completion=False)


@app.command()
def replay(
    ctx: typer.Context,
    files: Annotated[list[str], typer.Argument(metavar="FILE", help="Scripts of sayings, or .jsonl files.")],
) -> None:
    """Read evenings from files and print what they come to; no database is touched."""
    face: Output = ctx.obj
    refused = False
    for name in files:
        try:
            _replay_one(face, name, several=len(files) > 1)
        except (Refusal, RefusedLine) as refusal:
            face.refuse(refusal, **({"file": name} if len(files) > 1 else {}))
            refused = True
    if refused:
        raise typer.Exit(1)


def _replay_one(face: Output, name: str, several: bool) -> None:
    told = tell_file(name)
    evening = told.passage.evening
    view = {**summary(evening), "findings": [found(finding) for finding in told.passage.findings]}
    data: dict[str, Any] = {"file": name} if several else {}
    for key, value in view.items():
        data |= in_money(evening.money) if key == "money" else {key: value}
        if key == "players":
            data["events"] = told.number
    data["head"] = told.head
    lines = [
        *([f"== {name}"] if several else []),
        *views.standing(evening, view),
        "",
        *views.payments(evening.money, view["transfers"]),
        *views.findings(view),
    ]
    if not evening.closed:
        lines += ["", views.awaited(view["expecting"], evening.game.turn.asks if evening.game else "")]
    face.answer(data, lines)
