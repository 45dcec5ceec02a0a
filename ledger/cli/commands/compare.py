"""Compare two books of one evening, deal by deal."""

from typing import Annotated

from typer import Argument, Exit

from ledger.api.comparison import ComparisonAnswer, comparison_answer
from ledger.cli.books import compare_books, comparison_lines
from ledger.cli.command import command
from ledger.cli.output import Output, exit_code
from ledger.core.refusals import Refusal, RefusedLine

DIFFERENT, NOT_COMPARED = 1, 2


@command(
    answers=(ComparisonAnswer,),
    examples=(
        ("compare 1 bobs-book.evening", "an evening, and a file that somebody else has kept"),
        ("compare anns.evening bobs.jsonl", "two files; no database is touched"),
    ),
)
def run(
    output: Output,
    a: Annotated[
        str, Argument(metavar="A", help="An evening, by its number, title or day; or a file: a script or .jsonl.")
    ],
    b: Annotated[str, Argument(metavar="B", help="The other book, likewise.")],
) -> None:
    """Compare two books of one evening, deal by deal: where they differ, and what it changes.

    Nothing is written. It ends with 0 where the money is the same, and with 1 where it differs; with 2 where these
    are not two books of one evening, and with 3 where one of them is not what was recorded.
    """
    try:
        comparison = compare_books(output, a, b)
    except (Refusal, RefusedLine) as refusal:
        output.refuse(refusal)
        code = exit_code(refusal)
        raise Exit(NOT_COMPARED if code == 1 else code) from refusal
    output.answer(lambda: comparison_answer(comparison), comparison_lines(comparison))
    if not comparison.same:
        raise Exit(DIFFERENT)
