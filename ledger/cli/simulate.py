"""`card-ledger simulate`: a random legal evening as a script."""

import sys
from typing import Annotated

import typer

from ledger.cli import completion
from ledger.cli.output import Output
from ledger.core.events import RecordedEvent
from ledger.games.registry import game_named
from ledger.interchange.script import money_recorded, script_of
from ledger.projections.tables import in_money
from ledger.testing.random_evenings import RandomChooser
from ledger.testing.random_evenings import simulate as simulated

app = typer.Typer(add_completion=False)


@app.command()
def simulate(
    ctx: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME", help="Which game is played.", autocompletion=completion.games)],
    deals: Annotated[int, typer.Option(metavar="N", min=1, max=100_000, help="How many deals.")] = 10,
    players: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=24, help="How many players. [default: four, if may be]")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed gives the same evening.")] = 0,
) -> None:
    """Print a random legal evening of a game, as a script."""
    face: Output = ctx.obj
    rules = game_named(game.lower())
    low, high = rules.players
    number = players or max(low, 4 if high is None else min(4, high))
    events = simulated(
        rules.name, deals, number, RandomChooser(seed), watch=lambda each: face.watch(each, "dealing", deals)
    )
    recorded = [RecordedEvent(place, event) for place, event in enumerate(events, start=1)]
    text = script_of(recorded)
    if face.json:
        about = {"game": rules.name, "players": number, "seed": seed, **in_money(money_recorded(recorded))}
        face.tell({**about, "events": len(events), "text": text})
    else:
        sys.stdout.write(text)
