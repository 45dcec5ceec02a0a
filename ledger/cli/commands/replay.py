"""Read evenings from files and print what they come to."""

from collections.abc import Sequence
from typing import Any

import click

from ledger.api.schema import ReplayAnswer
from ledger.cli import wording
from ledger.cli.command import command
from ledger.cli.output import Output
from ledger.core.refusals import Refusal, RefusedLine
from ledger.interchange.files import replay_file
from ledger.log.digests import head
from ledger.projections.tables import in_money, summary


@command(
    answers=(ReplayAnswer,),
    examples=(
        ("replay boxing-night.evening", "who owes whom"),
        ("replay *.evening --json", "one object per line, for programs"),
    ),
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...", help="Scripts of sayings, or .jsonl files.")
def run(output: Output, files: Sequence[str]) -> None:
    """Read evenings from files and print what they come to; no database is touched."""
    refused = False
    for name in files:
        try:
            _replay_one(output, name, several=len(files) > 1)
        except (Refusal, RefusedLine) as refusal:
            output.refuse(refusal, **({"file": name} if len(files) > 1 else {}))
            refused = True
    if refused:
        raise click.exceptions.Exit(1)


def _replay_one(output: Output, name: str, several: bool) -> None:
    replay = replay_file(name)
    evening = replay.evening
    view = summary(evening)
    data: dict[str, Any] = {"file": name} if several else {}
    for key, value in view.items():
        data |= in_money(evening.money) if key == "money" else {key: value}
        if key == "players":
            data["events"] = replay.number
    data["head"] = head(replay.recorded)
    lines = [
        *([f"== {name}"] if several else []),
        *wording.standing(evening, view),
        "",
        *wording.payments(evening.money, view["transfers"]),
        *wording.findings(view),
    ]
    if not evening.closed:
        lines += ["", wording.awaited(view["expecting"], evening.game.turn.asks if evening.game else "")]
    output.answer(data, lines)
