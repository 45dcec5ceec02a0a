"""Say how a set of chips is dealt out."""

from typing import Annotated

from typer import Option

from ledger.api.chips import ChipsAnswer, chips_answer
from ledger.cli.command import command
from ledger.cli.output import Output
from ledger.cli.text_table import columns
from ledger.core.chips import dealt_out, read_set


@command(
    answers=(ChipsAnswer,),
    examples=(
        (
            'chips --players 9 --stack 5000 --set "200x25 150x100 100x500 50x1000"',
            "how many chips of each value everybody gets",
        ),
        ('chips --players 6 --stack 500 --set "white:300x5 red:60x25"', "with the colours"),
    ),
)
def run(
    output: Output,
    players: Annotated[int, Option(min=1, max=100, metavar="N", help="How many play.")],
    stack: Annotated[int, Option(min=1, max=10_000_000, metavar="N", help="What each is to have, in chips.")],
    chips: Annotated[
        str, Option("--set", metavar="CHIPS", help="The chips that there are: 200x25 is 200 chips of 25.")
    ],
) -> None:
    """Say how a set of chips is dealt out in equal stacks.

    Everybody gets as many chips as can be, the smallest first. A stack that these chips do not make is refused with the
    nearest that they make.
    """
    kinds = read_set(chips)
    answer = chips_answer(kinds, players, stack, dealt_out(kinds, players, stack))
    rows = [[f"{row.colour} {row.value:,}".strip(), str(row.dealt), str(row.left)] for row in answer.chips]
    output.answer(answer, columns(["chips of", "each gets", "left"], rows, right=(1, 2)))
