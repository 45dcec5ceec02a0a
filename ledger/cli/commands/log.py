"""Print what was said, with its numbers and corrections."""

from typing import Annotated

from typer import Exit, Option

from ledger.api.club import ClubLogAnswer
from ledger.api.log import LogAnswer, UnsoundLogAnswer, log_answer, log_row
from ledger.api.refusals import error_answer
from ledger.cli.command import command
from ledger.cli.output import UNSOUND, Output
from ledger.cli.reports import ReportOptions
from ledger.core.events import OpenEvening
from ledger.core.refusals import Code, Refusal
from ledger.interchange.script import money_recorded
from ledger.log.corrections import effective_log
from ledger.projections.cells import Report
from ledger.projections.log_rows import as_recorded, in_effect
from ledger.projections.reports import log_table
from ledger.recorder import Recorder
from ledger.recorder.club_log import NO_MONEY


@command(
    answers=(LogAnswer, UnsoundLogAnswer, ClubLogAnswer),
    examples=(
        ("log", "the log in effect, with what was corrected struck through"),
        ("log --as-recorded", "in the order of recording"),
    ),
)
def run(
    output: Output,
    report: ReportOptions,
    recorded: Annotated[
        bool, Option("--as-recorded", help="In the order of recording, with the corrections themselves.")
    ] = False,
    club: Annotated[
        bool, Option("--club", help="The club's log: persons, payments over many evenings, seasons.")
    ] = False,
) -> None:
    """Print the sayings with their numbers, when and by whom they were recorded.

    A corrected saying is struck through, with why, by whom and when; it counts as the one below it. A log that is
    not what was recorded is printed with --as-recorded only, as it is stored, and the answer says so.
    """
    recorder = output.reader()
    if club:
        effective = recorder.club().effective
        sayings = list(as_recorded(effective, NO_MONEY))
        if not recorded:
            correcting = set(effective.correcting)
            sayings = [saying for saying in sayings if saying.number not in correcting]
        report.answer(
            output, ClubLogAnswer(log=list(map(log_row, sayings))), Report("Log of the club", [log_table(sayings)])
        )
        return
    number = recorder.evening(output.evening)
    try:
        if recorded:
            effective = effective_log(recorder.recorded(number))
            events, money = effective.recorded, money_recorded(effective.recorded)
            sayings = list(as_recorded(effective, output.written(money)))
        else:
            replay = recorder.live(number, by_rules=False).replay
            events, money = replay.recorded, replay.evening.money
            sayings = list(in_effect(replay, output.written(money)))
    except Refusal as refusal:
        if not recorded or refusal.code is not Code.UNSOUND:
            raise
        _print_unsound(output, report, recorder, number, refusal)
        raise Exit(UNSOUND) from refusal
    title = next((line.event.title for line in events if isinstance(line.event, OpenEvening)), "")
    report.answer(output, lambda: log_answer(number, money, sayings), Report(title, [log_table(sayings)]))


def _print_unsound(output: Output, report: ReportOptions, recorder: Recorder, number: int, refusal: Refusal) -> None:
    """Print a log that cannot be trusted as it is stored, and say so.

    No other command can read such a log.
    """
    from ledger.projections.log_rows import as_stored
    from ledger.store.evidence import gather

    stored = gather(recorder.store.database, number).events
    sayings = list(as_stored((row.number, row.body, row.version, row.said_at, row.said_by) for row in stored))
    report.answer(
        output,
        lambda: UnsoundLogAnswer(evening=number, log=list(map(log_row, sayings)), error=error_answer(refusal)),
        Report(f"Evening {number}", [log_table(sayings)]),
    )
    output.report(refusal)
