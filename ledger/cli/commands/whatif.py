"""Print the evening under other rules, side by side."""

from collections.abc import Sequence

import click
import msgspec

from ledger.api.schema import WhatifAnswer
from ledger.cli import completion
from ledger.cli.command import command
from ledger.cli.output import Output
from ledger.cli.text_table import columns
from ledger.projections.tables import in_money
from ledger.projections.whatif import Compared, compare, read_options_said


@command(
    answers=(WhatifAnswer,),
    examples=(
        ("whatif nap.kitty=2", "with a kitty of two"),
        ("whatif nap.kitty=off nap.stake=2", "with a stake of two and no kitty"),
    ),
)
@click.argument(
    "options",
    nargs=-1,
    required=True,
    metavar="GAME.OPTION=VALUE...",
    shell_complete=completion.options,
    help="An option that should have been different.",
)
def run(output: Output, options: Sequence[str]) -> None:
    """Replay the evening under other options, and show each player's balance as it is and as it would be.

    An option counts in every game of that name. Where a saying no longer fits the comparison stops before it.
    """
    recorder = output.reader()
    number = recorder.evening(output.evening)
    compared = compare(recorder.replay(number).evening, read_options_said(options))
    data = {
        "evening": number,
        **in_money(compared.as_it_was.money),
        "options": [str(other) for other in compared.options],
        "balances": compared.as_it_was.books.balances,
        "pools": compared.as_it_was.books.pools,
        "would_be": {
            "balances": compared.as_it_would_be.books.balances,
            "pools": compared.as_it_would_be.books.pools,
        },
        "differences": compared.differences(),
        "stopped": msgspec.to_builtins(compared.stopped),
    }
    output.answer(data, _lines(compared))


def _lines(compared: Compared) -> list[str]:
    money = compared.as_it_was.money
    show = money.show
    was, would_be = compared.as_it_was.books, compared.as_it_would_be.books
    rows = [
        [player, show(was.balances[player]), show(would_be.balances[player]), money.show_change(more)]
        for player, more in compared.differences().items()
    ]
    for pool in dict.fromkeys((*was.pools, *would_be.pools)):
        before, after = was.pools.get(pool, 0), would_be.pools.get(pool, 0)
        rows.append([pool, show(before), show(after), money.show_change(after - before)])
    lines = columns(["account", "as it is", "as it would be", "difference"], rows, right=[1, 2, 3])
    if stopped := compared.stopped:
        lines += [
            "",
            f"event {stopped.event} no longer fits: {stopped.saying}: {stopped.why}.",
            "  The balances are those just before it.",
        ]
    return lines
