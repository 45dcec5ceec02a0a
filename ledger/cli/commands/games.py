"""List the games."""

from ledger.api.schema import GamesAnswer
from ledger.cli.command import command
from ledger.cli.output import Output
from ledger.cli.text_table import columns
from ledger.games.registry import GAMES, game_named


@command(answers=(GamesAnswer,), examples=(("games", "their names, and how many can play"),))
def run(output: Output) -> None:
    """List the games."""
    known = [game_named(name) for name in GAMES]
    rows = [{"name": game.name, "title": game.title, "players": list(game.players)} for game in known]
    cells = [[game.name, game.title, _players(*game.players)] for game in known]
    output.answer({"games": rows}, columns(["name", "title", "players"], cells))


def _players(low: int, high: int | None) -> str:
    return f"{low} or more" if high is None else str(low) if low == high else f"{low} to {high}"
