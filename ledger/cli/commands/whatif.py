"""Print the evening under other rules, side by side."""

from typing import Annotated

from typer import Argument

from ledger.api.whatif import WhatifAnswer, whatif_answer
from ledger.cli import completion
from ledger.cli.command import command
from ledger.cli.output import Output
from ledger.cli.text_table import columns
from ledger.projections.whatif import Comparison, compare, read_other_options


@command(
    answers=(WhatifAnswer,),
    examples=(
        ("whatif nap.kitty=2", "with a kitty of two"),
        ("whatif nap.kitty=off nap.stake=2", "with a stake of two and no kitty"),
    ),
)
def run(
    output: Output,
    options: Annotated[
        list[str],
        Argument(
            metavar="GAME.OPTION=VALUE...",
            autocompletion=completion.options,
            help="An option that should have been different.",
        ),
    ],
) -> None:
    """Replay the evening under other options: each balance as it is, and as it would be.

    An option counts in every game of that name. If a saying no longer fits, the comparison stops before it.
    """
    live = output.live()
    if live.differs is not None:
        raise live.differs
    comparison = compare(live.evening, read_other_options(options), output.written(live.evening.money))
    output.answer(lambda: whatif_answer(live.id, comparison), _lines(comparison))


def _lines(comparison: Comparison) -> list[str]:
    money = comparison.as_it_was.money
    show = money.show
    was, would_be = comparison.as_it_was.books, comparison.as_it_would_be.books
    rows = [
        [player, show(was.balances[player]), show(would_be.balances[player]), money.show_change(difference)]
        for player, difference in comparison.differences().items()
    ]
    for pool in dict.fromkeys((*was.pools, *would_be.pools)):
        before, after = was.pools.get(pool, 0), would_be.pools.get(pool, 0)
        rows.append([pool, show(before), show(after), money.show_change(after - before)])
    lines = columns(["account", "as it is", "as it would be", "difference"], rows, right=[1, 2, 3])
    if stopped := comparison.stopped:
        lines += [
            "",
            f"event {stopped.event} no longer fits: {stopped.saying}: {stopped.why}.",
            "  The balances are those just before it.",
        ]
    return lines
