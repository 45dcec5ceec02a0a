"""Print what was said, with its numbers and corrections."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from ledger.api.schema import LogAnswer
from ledger.cli.command import command
from ledger.cli.output import UNSOUND, LongList, Output
from ledger.cli.text_table import CancelledText, TextTable
from ledger.core.refusals import Code, Refusal
from ledger.interchange.script import money_recorded
from ledger.log.corrections import effective_log
from ledger.projections.log_rows import as_it_counts, as_recorded, on_the_clock
from ledger.projections.tables import in_money

if TYPE_CHECKING:
    from ledger.recorder import Recorder


@command(
    answers=(LogAnswer,),
    examples=(
        ("log", "the log in effect, with what was corrected struck through"),
        ("log --as-recorded", "in the order of recording"),
    ),
)
@click.option(
    "--as-recorded", "recorded", is_flag=True, help="In the order of recording, with the corrections themselves."
)
def run(output: Output, recorded: bool) -> None:
    """Print the sayings with their numbers, when and by whom they were recorded.

    What was corrected is struck through, with why, by whom and when; it counts as what stands below it. A log that is
    not what was recorded is shown with --as-recorded only, as it is stored, and is said to be so.
    """
    recorder = output.reader()
    number = recorder.evening(output.evening)
    try:
        if recorded:
            effective = effective_log(recorder.recorded(number))
            money = money_recorded(effective.recorded)
            rows = as_recorded(effective, money)
        else:
            replay = recorder.replay(number)
            money, rows = replay.evening.money, as_it_counts(replay)
    except Refusal as refusal:
        if not recorded or refusal.code is not Code.UNSOUND:
            raise
        _show_unsound(output, recorder, number, refusal)
        raise click.exceptions.Exit(UNSOUND) from refusal
    if output.json:
        output.tell({"evening": number, **in_money(money), "log": LongList(map(output.item, rows))})
    else:
        table = _table()
        for row in rows:
            table.add(_cells(row))
        output.answer({}, table)


def _show_unsound(output: Output, recorder: "Recorder", number: int, refusal: Refusal) -> None:
    """Show a log that is not to be believed as it is stored, and say so: nobody else can read it any more."""
    from ledger.projections.log_rows import as_stored
    from ledger.store.evidence import gather

    rows = as_stored([(one.number, one.body, one.version, one.said_at, one.said_by)
                      for one in gather(recorder.store.database, number).events])  # fmt: skip
    if not output.json:
        table = _table()
        for row in rows:
            table.add(_cells(row))
        print("\n".join(table))
    output.refuse(refusal, evening=number, log=rows)


def _table() -> TextTable:
    return TextTable(["number", "said at", "by", "saying", "remark"], right=[0])


def _cells(row: dict[str, Any]) -> Sequence[str]:
    return (
        str(row["number"]),
        on_the_clock(row["said_at"]),
        row["said_by"],
        row["saying"] if row["counts"] else CancelledText(row["saying"]),
        row["remark"],
    )
