"""Print what the players won and lost over many evenings."""

from collections.abc import Sequence
from typing import Any

import click
import msgspec

from ledger.api.schema import StandingsAnswer
from ledger.cli.command import command
from ledger.cli.output import Output
from ledger.cli.text_table import columns
from ledger.core.money import Money
from ledger.projections.standings import (
    EveningResult,
    Standing,
    Together,
    days_between,
    names_of,
    none_played,
    read_persons,
    together,
)
from ledger.projections.tables import in_money


@command(
    answers=(StandingsAnswer,),
    examples=(
        ("standings", "over all evenings"),
        ("standings --since 1898-12-26", "from that day on"),
        ("standings --since november --until november", "of the last November"),
    ),
)
@click.option("--since", metavar="DATE", help="Only evenings from this day, or month, on. [default: all]")
@click.option("--until", metavar="DATE", help="Only evenings up to this day, or month.")
@click.option("--same", multiple=True, metavar='"A=B"', help="These names are one person, called A; may be repeated.")
@click.option("--replay", is_flag=True, help="Replay every evening from its first event.")
def run(output: Output, since: str | None, until: str | None, same: Sequence[str], replay: bool) -> None:
    """Say what every player has won and lost over many evenings, and in which games; each money by itself.

    The totals beside each log give it, bound to its newest event. The chain of every log is checked as well, from its
    first event. Of more than some 50,000 events it is not, and the answer says so: --replay checks them.
    """
    recorder = output.reader()
    first, last = days_between(since, until, recorder.today())
    played = recorder.played_since(first, replay, output.watch_evenings, last)
    checked = replay or recorder.see_chains(played)
    found = together(played, read_persons(same, names_of(played)))
    data = [_for_programs(several) for several in found]
    lines = [line for place, several in enumerate(found) for line in ([""] if place else []) + _lines(several)]
    if not checked:
        lines += ["", "The totals beside the logs give this. The logs were not checked: standings --replay does that"]
    output.answer(
        {"since": first, "until": last, "moneys": data, "checked": checked},
        lines or [none_played(first, last)],
    )


def _for_programs(several: Together) -> dict[str, Any]:
    return {
        **in_money(several.money),
        "evenings": [one.id for one in several.played],
        "players": [_standing(each) for each in several.standings()],
    }


def _standing(standing: Standing) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(standing)
    total = plain.pop("total")
    return {"player": plain.pop("player"), **total, **plain}


def _lines(several: Together) -> list[str]:
    money, found = several.money, several.standings()
    rows = [
        [
            each.player,
            str(each.total.evenings),
            money.show(each.total.won),
            money.show(each.total.lost),
            money.show_change(each.total.net),
            _evening(money, each.best),
            _evening(money, each.worst),
        ]
        for each in found
    ]
    headings = ["player", "evenings", "won", "lost", "net", "best evening", "worst evening"]
    number = f"{len(several.played)} evening{'s' if len(several.played) > 1 else ''}"
    lines = [f"{number} in {money.code}", *columns(headings, rows, right=[1, 2, 3, 4])]
    games = list(dict.fromkeys(game for each in found for game in each.games))
    if games:
        by_game = [
            [each.player, *(money.show_change(each.games[game].net) if game in each.games else "" for game in games)]
            for each in found
        ]
        lines += ["", *columns(["player", *games], by_game, right=range(1, len(games) + 1))]
    return lines


def _evening(money: Money, result: EveningResult) -> str:
    return f"{money.show_change(result.amount)} {result.title}, {result.on}"
