"""Print how things stand, and who is to speak."""

from ledger.api.answers import table_of
from ledger.api.schema import TableAnswer
from ledger.cli import wording
from ledger.cli.command import command
from ledger.cli.output import Output


@command(
    answers=(TableAnswer,),
    examples=(
        ("table", "who is to speak, and what they may say"),
        ("table --evening 1898-12-26", "the same of another evening"),
    ),
)
def run(output: Output) -> None:
    """Who is to speak and what they may say, pools, doubles, what is carried over, the counters of each."""
    sitting = output.reader().open_session(output.evening)
    evening = sitting.evening
    view = table_of(sitting, forms=output.json)
    asks = evening.game.turn.asks if evening.game else ""
    lines = [*wording.standing(evening, view), *wording.findings(view), "", wording.awaited(view["expecting"], asks)]
    output.answer(view, lines)
