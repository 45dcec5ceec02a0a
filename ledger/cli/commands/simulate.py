"""Print a random evening, as a script."""

from typing import Annotated

from typer import Argument, Option

from ledger.api.fields import in_money
from ledger.api.games import SimulateAnswer
from ledger.cli import completion
from ledger.cli.command import command, whole_number
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
def run(
    output: Output,
    game: Annotated[str, Argument(metavar="GAME", autocompletion=completion.games, help="Which game is played.")],
    deals: Annotated[int, Option(min=1, max=100_000, metavar="N", help="How many deals.")] = 10,
    games: Annotated[
        int, Option(min=1, max=1000, metavar="N", help="Where a rule ends its game: how many, one after another.")
    ] = 1,
    players: Annotated[
        int | None, Option(min=1, max=24, metavar="N", help="How many players. [default: four, if possible]")
    ] = None,
    seed: Annotated[int, Option(parser=whole_number, metavar="N", help="The same seed gives the same evening.")] = 0,
) -> None:
    """Print a random legal evening of a game, as a script."""
    rules = game_named(game.lower())
    low, high = rules.players
    number = players or max(low, 4 if high is None else min(4, high))
    events = simulated(
        rules.name,
        deals,
        number,
        RandomChooser(seed),
        games=games,
        watch=lambda dealt: output.watch(dealt, "dealing", deals),
    )
    recorded = [RecordedEvent(place, event) for place, event in enumerate(events, start=1)]
    text = script_of(recorded)
    money = in_money(money_recorded(recorded))
    output.text(
        lambda: SimulateAnswer(game=rules.name, players=number, seed=seed, **money, events=len(events), text=text),
        [text],
    )
