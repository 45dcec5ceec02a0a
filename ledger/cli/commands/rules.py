"""Print the rules and options of a game."""

import click

from ledger.api.schema import RulesAnswer
from ledger.cli import completion
from ledger.cli.command import command
from ledger.cli.output import Output
from ledger.cli.text_table import columns
from ledger.games.registry import game_named
from ledger.projections.rule_sheets import sheet_of
from ledger.rules.options import options_of


@command(answers=(RulesAnswer,), examples=(("rules nap", "how it is played and recorded, and its options"),))
@click.argument("name", metavar="NAME", shell_complete=completion.games, help="The game.")
def run(output: Output, name: str) -> None:
    """Print a game's rules, and its options with what each may be and what it is by default."""
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
    output.answer({"name": game.name, "title": game.title, "rules": sheet, "options": rows}, lines)
