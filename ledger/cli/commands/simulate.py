"""Print a random evening, as a script."""

import sys

import click

from ledger.api.fields import in_money
from ledger.api.games import SimulateAnswer
from ledger.cli import completion
from ledger.cli.command import WHOLE_NUMBER, command
from ledger.cli.output import Output
from ledger.core.events import RecordedEvent
from ledger.games.registry import game_named
from ledger.interchange.script import money_recorded, script_of
from ledger.testing.random_evenings import RandomChooser
from ledger.testing.random_evenings import simulate as simulated


@command(
    answers=(SimulateAnswer,),
    examples=(
        ("simulate nap", "ten deals"),
        ("simulate loo --deals 3 --players 5 --seed 7", "the same evening at every run"),
    ),
)
@click.argument("game", metavar="GAME", shell_complete=completion.games, help="Which game is played.")
@click.option(
    "--deals", type=click.IntRange(1, 100_000), default=10, show_default=True, metavar="N", help="How many deals."
)
@click.option(
    "--players", type=click.IntRange(1, 24), metavar="N", help="How many players. [default: four, if possible]"
)
@click.option(
    "--seed", type=WHOLE_NUMBER, default=0, show_default=True, metavar="N", help="The same seed gives the same evening."
)
def run(output: Output, game: str, deals: int, players: int | None, seed: int) -> None:
    """Print a random legal evening of a game, as a script."""
    rules = game_named(game.lower())
    low, high = rules.players
    number = players or max(low, 4 if high is None else min(4, high))
    events = simulated(
        rules.name,
        deals,
        number,
        RandomChooser(seed),
        watch=lambda dealt: output.watch(dealt, "dealing", deals),
    )
    recorded = [RecordedEvent(place, event) for place, event in enumerate(events, start=1)]
    text = script_of(recorded)
    if output.json:
        output.print_json(
            SimulateAnswer(
                game=rules.name,
                players=number,
                seed=seed,
                **in_money(money_recorded(recorded)),
                events=len(events),
                text=text,
            )
        )
    else:
        sys.stdout.write(text)
