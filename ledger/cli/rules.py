"""`card-ledger rules`: the rule sheet of a game, with its options."""

from typing import Annotated

import typer

from ledger.cli import completion
from ledger.cli.output import Output
from ledger.cli.tables import columns
from ledger.games.registry import game_named
from ledger.projections.rule_sheets import sheet_of
from ledger.rules.options import options_of

app = typer.Typer(add_completion=False)


@app.command()
def rules(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The game.", autocompletion=completion.games)],
) -> None:
    """Print a game's rules, and its options with what each may be and what it is by default."""
    face: Output = ctx.obj
    game = game_named(name.lower())
    sheet = sheet_of(game.name)
    options = options_of(game.options)
    rows = [
        {
            "name": option,
            "expects": sort.expects,
            "default": sort.default_text,
            "meaning": sort.meaning,
            "cite": sort.cite,
        }
        for option, sort in options.items()
    ]
    cells = [[row["name"], row["default"], row["expects"], f"{row['meaning']} {row['cite']}".strip()] for row in rows]
    lines = [sheet]
    if rows:
        lines += ["", "Options", *columns(["name", "default", "may be", "meaning"], cells)]
    face.answer({"name": game.name, "title": game.title, "rules": sheet, "options": rows}, lines)
