"""Read evenings from files and print what they come to."""

from typing import Annotated

from msgspec import UNSET
from typer import Argument, Exit

from ledger.api.table import ReplayAnswer, replay_answer
from ledger.cli import wording
from ledger.cli.command import command
from ledger.cli.output import Output, exit_code
from ledger.core.refusals import Refusal, RefusedLine
from ledger.interchange.files import replay_file
from ledger.log.digests import head
from ledger.projections.summary import summary


@command(
    answers=(ReplayAnswer,),
    examples=(
        ("replay boxing-night.evening", "who owes whom"),
        ("replay *.evening --json", "one object per line, for programs"),
    ),
)
def run(
    output: Output,
    files: Annotated[list[str], Argument(metavar="FILE...", help="Scripts of sayings, or .jsonl files.")],
) -> None:
    """Read evenings from files and print what they come to; no database is touched."""
    worst, several = 0, len(files) > 1
    for name in files:
        try:
            _replay(output, name, several)
        except (Refusal, RefusedLine) as refusal:
            output.refuse(refusal, file=name if several else None)
            worst = max(worst, exit_code(refusal))
    if worst:
        raise Exit(worst)


def _replay(output: Output, name: str, several: bool) -> None:
    replay = replay_file(name)
    output.remark_rules(name, replay)
    evening, total = replay.evening, summary(replay.evening)
    lines = [
        *([f"== {name}"] if several else []),
        *wording.standing(evening, total),
        "",
        *wording.payments(evening.money, total.transfers),
        *wording.costs(evening.money, total.costs),
        *wording.findings(total.findings),
    ]
    if not evening.closed:
        lines += ["", wording.awaited(evening)]
    output.answer(lambda: replay_answer(total, replay.number, head(replay.recorded), name if several else UNSET), lines)
