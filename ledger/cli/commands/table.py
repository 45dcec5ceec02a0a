"""Print how things stand, and who is to speak."""

from ledger.api.table import TableAnswer, table_answer
from ledger.cli import wording
from ledger.cli.command import command
from ledger.cli.output import Output
from ledger.projections.summary import summary


@command(
    answers=(TableAnswer,),
    examples=(
        ("table", "who is to speak, and what they may say"),
        ("table --evening 1898-12-26", "the same of another evening"),
    ),
)
def run(output: Output) -> None:
    """Print who is to speak and what they may say, and how everybody stands.

    It has everybody's counters, pools, doubles, and what is carried over.
    """
    session = output.session()
    evening, total, clock = session.evening, summary(session.evening), session.clock()
    lines = [
        *wording.standing(evening, total),
        *([clock.in_words] if clock else []),
        *wording.costs(evening.money, total.costs),
        *wording.findings(session.findings),
        *(finding.message for finding in evening.untold()),
        "",
        wording.awaited(evening, session.shared),
    ]
    output.answer(lambda: table_answer(session), lines)
