"""Print an evening for a file or another program."""

from typing import Annotated

from typer import BadParameter, Option

from ledger.api.club import ClubExportAnswer
from ledger.api.fields import in_money
from ledger.api.files import ExportAllAnswer, ExportAnswer
from ledger.cli import completion
from ledger.cli.command import command
from ledger.cli.output import Output
from ledger.core.events import PaysTogether
from ledger.core.refusals import Code, Refusal, listed
from ledger.interchange.club_files import FORMATS as CLUB_FORMATS
from ledger.interchange.club_files import club_in
from ledger.interchange.club_journal import EveningToWrite, journal_of
from ledger.interchange.formats import FORMATS, log_in, movements_in
from ledger.interchange.script import money_recorded
from ledger.projections.accounts import ClubNames
from ledger.recorder import Recorder
from ledger.store import CLUB


@command(
    answers=(ExportAnswer, ExportAllAnswer, ClubExportAnswer),
    examples=(
        ("export", "a script of its sayings"),
        ("export --format jsonl", "everything that was recorded"),
        ("export --format html", "one page that needs nothing: figures, reasons, log, and its seal"),
        ("export --format csv", "its movements, for a spreadsheet"),
        ("export --all --format hledger", "all evenings, and the payments between them, as one journal"),
    ),
)
def run(
    output: Output,
    to: Annotated[
        str,
        Option(
            "--format",
            metavar="FORMAT",
            autocompletion=completion.formats,
            help="; ".join(f"{name}: {form.holds}" for name, form in FORMATS.items()) + ".",
        ),
    ] = "script",
    club: Annotated[bool, Option("--club", help="The club's log, as a script or as JSON lines.")] = False,
    every: Annotated[bool, Option("--all", help="All evenings and the payments between them, as one journal.")] = False,
) -> None:
    """Print an evening. Importing a script, or JSON lines, gives the same events.

    Accounts are called alike in the journals of all evenings, so that programs can read these together.
    """
    if to not in FORMATS:
        raise BadParameter(f"there is no format {to}: say {listed(list(FORMATS), 'or')}")
    recorder = output.reader()
    if every:
        if club or not FORMATS[to].together:
            formats = [name for name, form in FORMATS.items() if form.together]
            raise BadParameter(f"--all goes with --format {listed(formats, 'or')}, and without --club")
        _all(output, recorder, to)
        return
    if club:
        if to not in CLUB_FORMATS:
            raise BadParameter(f"the club's log has no format {to}: say {listed(list(CLUB_FORMATS), 'or')}")
        recorder.club()
        there = recorder.store.log(CLUB) if recorder.store.has(CLUB) else ()
        text = "".join(club_in(to, ((row.recorded, row.digest) for row in there)))
        output.text(lambda: ClubExportAnswer(format=to, text=text), [text])
        return
    number = recorder.evening(output.evening)

    with recorder.store.database.transaction(writing=False):
        if FORMATS[to].page:
            live = recorder.live(number)
            output.remark(live.rules_changed)
            pieces = FORMATS[to].get()(live.replay, ((row.recorded, row.digest) for row in recorder.store.log(number)))
        elif FORMATS[to].replayed:
            live = recorder.live(number)
            output.remark(live.rules_changed)
            names = ClubNames(recorder.totals_listed(), recorder.club().club)
            pieces = movements_in(to, live.evening, live.recorded[0].said_at[:10], number, names)
        else:  # what is printed line by line is not taken back, should the log fail further on
            recorder.store.see_whole_chain(number)
            stored = ((row.recorded, row.digest) for portion in recorder.store.portions(number) for row in portion)
            pieces = log_in(to, stored)

        def answer() -> ExportAnswer:
            money = in_money(money_recorded(recorder.recorded(number)))
            return ExportAnswer(evening=number, **money, format=to, text="".join(pieces))

        output.text(answer, pieces)


def _all(output: Output, recorder: Recorder, to: str) -> None:
    """Print all evenings whose rules are here, and the payments between them."""
    with recorder.store.database.transaction(writing=False):
        played, club = recorder.played_since(by_rules=False), recorder.club().club
        if not played:
            raise Refusal(Code.NOT_NOW, "there is no evening yet", 'Say card-ledger open "TITLE" --players "A B C"')
        evenings = [
            EveningToWrite(evening.id, evening.totals.day, recorder.live(evening.id).evening) for evening in played
        ]
        names = ClubNames(played, club)
        payments = [
            (
                paid.event,
                paid.on,
                PaysTogether(names.of(paid.payer), names.of(paid.payee), paid.amount, paid.money, paid.evenings),
            )
            for paid in club.payments
        ]
        text = "".join(journal_of(FORMATS[to].get(), evenings, names, payments, whole=True))
    output.text(lambda: ExportAllAnswer(evenings=[each.number for each in evenings], format=to, text=text), [text])
    output.end_with_those_left_out(recorder)
