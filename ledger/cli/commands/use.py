"""Make another evening the current one."""

from typing import Annotated

from typer import Argument

from ledger.api.evenings import UseAnswer
from ledger.cli import completion
from ledger.cli.command import command
from ledger.cli.output import Output


@command(
    answers=(UseAnswer,),
    examples=(
        ("use 1", "by its number"),
        ("use boxing night", "by its title, or the beginnings of its words"),
        ("use 1898-12-26", "by its day"),
    ),
)
def run(
    output: Output,
    evening: Annotated[
        list[str],
        Argument(metavar="EVENING...", autocompletion=completion.evenings, help="Its number, its title or its day."),
    ],
) -> None:
    """Make an evening the current one of the recorder.

    The choice is kept in the database with the recorder's name; a recorder who has chosen none goes on with the
    newest evening.
    """
    chosen = output.recorder().choose(" ".join(evening))
    output.answer(UseAnswer(current=chosen), [f"evening {chosen} is the current one"])
