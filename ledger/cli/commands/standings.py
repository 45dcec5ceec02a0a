"""Print what the players won and lost over many evenings."""

from collections.abc import Sequence

import click

from ledger.api.standings import StandingsAnswer, standings_answer
from ledger.cli.command import command
from ledger.cli.filters import choosing_evenings, evenings_wanted, same_option
from ledger.cli.output import Output
from ledger.cli.text_table import columns
from ledger.core.money import Money
from ledger.projections.standings import (
    EveningResult,
    Together,
    names_of,
    none_played,
    read_persons,
    together,
)


@command(
    answers=(StandingsAnswer,),
    examples=(
        ("standings", "over all evenings"),
        ("standings --since 1898-12-26", "from that day on"),
        ("standings --game nap --with Ann", "the evenings in which Ann sat, and Nap was played"),
        ("standings --since november --until november", "of the last November"),
    ),
    help="""Print what every player has won and lost over many evenings, and in which games; each money by itself.

    The answer comes from the totals beside each log, which are bound to its newest event. The chain of every log is
    checked too, from its first event. Of more than some 50,000 events it is not, and the answer says so: --replay
    checks them.
    """,
)
@choosing_evenings
@same_option
@click.option("--by-name", is_flag=True, help="By the names of the tables, and not by persons.")
@click.option("--replay", is_flag=True, help="Replay every evening from its first event.")
def run(
    output: Output,
    since: str | None,
    until: str | None,
    persons: Sequence[str],
    game: str | None,
    money: str | None,
    same: Sequence[str],
    by_name: bool,
    replay: bool,
) -> None:
    """Print what every player has won and lost over many evenings, each money by itself."""
    recorder = output.reader()
    wanted = evenings_wanted(recorder.today(), since, until, persons, game, money)
    first, last = wanted.first, wanted.last
    played = recorder.persons(recorder.played_since(first, replay, output.watch_evenings, last), by_name)
    played = wanted.among(played)
    checked = replay or recorder.see_chains(played)
    moneys = together(played, read_persons(same, names_of(played)))
    lines = [line for place, several in enumerate(moneys) for line in ([""] if place else []) + _lines(several)]
    if not checked:
        lines += ["", "The totals beside the logs give this. The logs were not checked: standings --replay does that"]
    output.answer(standings_answer(first, last, moneys, checked), lines or [none_played(first, last)])
    output.end_with_those_left_out(recorder)


def _lines(several: Together) -> list[str]:
    money, standings = several.money, several.standings()
    rows = [
        [
            standing.player,
            str(standing.total.evenings),
            money.show(standing.total.won),
            money.show(standing.total.lost),
            money.show_change(standing.total.net),
            _evening(money, standing.best),
            _evening(money, standing.worst),
        ]
        for standing in standings
    ]
    headings = ["player", "evenings", "won", "lost", "net", "best evening", "worst evening"]
    number = f"{len(several.played)} evening{'s' if len(several.played) > 1 else ''}"
    lines = [f"{number} in {money.code}", *columns(headings, rows, right=[1, 2, 3, 4])]
    games = list(dict.fromkeys(game for standing in standings for game in standing.games))
    if games:
        by_game = [
            [
                standing.player,
                *(money.show_change(standing.games[game].net) if game in standing.games else "" for game in games),
            ]
            for standing in standings
        ]
        lines += ["", *columns(["player", *games], by_game, right=range(1, len(games) + 1))]
    return lines


def _evening(money: Money, result: EveningResult) -> str:
    return f"{money.show_change(result.amount)} {result.title}, {result.on}"
