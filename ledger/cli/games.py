"""`card-ledger games`: the games there are."""

import typer

from ledger.cli.output import Output
from ledger.cli.tables import columns
from ledger.games.registry import GAMES, game_named

app = typer.Typer(add_completion=False)


@app.command()
def games(ctx: typer.Context) -> None:
    """List the games."""
    face: Output = ctx.obj
    known = [game_named(name) for name in GAMES]
    rows = [{"name": game.name, "title": game.title, "players": list(game.players)} for game in known]
    cells = [[game.name, game.title, _players(*game.players)] for game in known]
    face.answer({"games": rows}, columns(["name", "title", "players"], cells))


def _players(low: int, high: int | None) -> str:
    return f"{low} or more" if high is None else str(low) if low == high else f"{low} to {high}"
