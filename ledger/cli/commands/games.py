"""List the games."""

from msgspec import UNSET

from ledger.api.games import GamesAnswer, games_answer
from ledger.cli.command import command
from ledger.cli.output import Output
from ledger.cli.text_table import columns


@command(answers=(GamesAnswer,), examples=(("games", "their names, and how many can play"),))
def run(output: Output) -> None:
    """List the games."""
    answer = games_answer(with_provenance=output.json)
    rows = [[game.name, game.title, _players(*game.players)] for game in answer.games if game.players is not UNSET]
    faults = [game.fault for game in answer.games if game.fault]
    unread = [answer.not_read] if answer.not_read else []
    output.answer(answer, [*columns(["name", "title", "players"], rows), *faults, *unread])


def _players(low: int, high: int | None) -> str:
    return f"{low} or more" if high is None else str(low) if low == high else f"{low} to {high}"
