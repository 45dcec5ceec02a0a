"""Print what the players won and lost over many evenings."""

from ledger.api.standings import StandingsAnswer, standings_answer
from ledger.cli.command import command
from ledger.cli.options import ByName, EveningsOptions, Replayed, Same
from ledger.cli.output import Output
from ledger.cli.text_table import columns
from ledger.core.money import Money
from ledger.core.refusals import things
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
)
def run(
    output: Output, chosen: EveningsOptions, same: Same = None, by_name: ByName = False, replay: Replayed = False
) -> None:
    """Print what every player has won and lost over many evenings, and in which games.

    Each money stands by itself. Every log is read with its chain checked, and every evening replayed.
    """
    recorder = output.reader()
    wanted = chosen.wanted(recorder.today())
    first, last = wanted.first, wanted.last
    played = recorder.persons(recorder.played_since(), by_name)
    played = wanted.among(played)
    moneys = together(played, read_persons(same or (), names_of(played)))
    lines = [line for place, several in enumerate(moneys) for line in ([""] if place else []) + _lines(several)]
    output.answer(standings_answer(first, last, moneys), lines or [none_played(first, last)])
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
    lines = [f"{things(len(several.played), 'evening')} in {money.code}", *columns(headings, rows, right=[1, 2, 3, 4])]
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
