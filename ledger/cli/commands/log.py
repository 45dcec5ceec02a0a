"""Print what was said, with its numbers and corrections."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import click

from ledger.api.schema import LogAnswer
from ledger.cli.command import command
from ledger.cli.output import UNSOUND, LongList, Output
from ledger.cli.text_table import CancelledText, Texts, TextTable
from ledger.core.money import Money
from ledger.core.refusals import Code, Refusal
from ledger.interchange.script import money_recorded
from ledger.interchange.spool import Aside
from ledger.projections.log_rows import as_it_counts, as_recorded, on_the_clock
from ledger.projections.passing import Passage, PassageAsRecorded, passed_through
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
    with Aside() as aside:
        shown = _Shown(output, aside)
        try:
            if recorded:
                money = shown.take_recorded(recorder, number)
            else:
                money = recorder.passed(number, shown.begin).evening.money
        except Refusal as refusal:
            if not recorded or refusal.code is not Code.UNSOUND:
                raise
            _show_unsound(output, recorder, number, refusal)
            raise click.exceptions.Exit(UNSOUND) from refusal
        output.answer({"evening": number, **in_money(money), "log": LongList(iter(aside))}, shown.table)


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


class _Shown:
    """The rows of the log, for a program or in a table, laid aside until all of them are known."""

    def __init__(self, output: Output, aside: Aside) -> None:
        self._output, self._aside = output, aside
        self.table = _table(aside)

    def begin(self, forgets: bool) -> Passage:
        """Begin with the first, whatever was laid aside."""
        self.table.clear()
        return Passage(lambda part: self.take(as_it_counts(part)), forgets)

    def take_recorded(self, recorder: "Recorder", evening: int) -> Money:
        """Take those of a log as it was recorded, and give its money."""
        with recorder.store.database.transaction(writing=False):
            log = recorder.recorded(evening)
            money = money_recorded(log)

            def begin(forgets: bool) -> PassageAsRecorded:
                self.table.clear()
                return PassageAsRecorded(lambda held, to: self.take(as_recorded(held, to, money)), forgets)

            passed_through(log, begin)
        return money

    def take(self, rows: Iterable[dict[str, Any]]) -> None:
        """Take more of them."""
        for row in rows:
            if self._output.json:
                self._aside.append(self._output.item(row))
            else:
                self.table.add(_cells(row))


def _table(aside: Texts | None = None) -> TextTable:
    return TextTable(["number", "said at", "by", "saying", "remark"], right=[0], aside=aside)


def _cells(row: dict[str, Any]) -> Sequence[str]:
    return (
        str(row["number"]),
        on_the_clock(row["said_at"]),
        row["said_by"],
        row["saying"] if row["counts"] else CancelledText(row["saying"]),
        row["remark"],
    )
