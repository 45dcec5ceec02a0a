"""Import evenings from files."""

from collections.abc import Sequence
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec import UNSET

from ledger.api.club import ClubImportAnswer
from ledger.api.fields import in_money
from ledger.api.files import ImportAnswer
from ledger.cli.command import command
from ledger.cli.output import Output
from ledger.core.money import currency_code
from ledger.core.refusals import Code, Refusal, printable
from ledger.interchange.club_files import is_of_the_club, read_club
from ledger.interchange.files import STANDARD_INPUT, is_phh, read_text, replay_file, see_no_movements, title_of
from ledger.interchange.script import replay_script
from ledger.log.digests import digest_of_events
from ledger.log.replay import Replay

if TYPE_CHECKING:
    from ledger.recorder import Recorder


LONGEST_BEGINNING = 10_000
"""So many characters of a file tell whose log it is."""
Read = tuple[str, Replay, tuple[str, ...]]
"""A file that was read: its name, its evening, and what was made of its names."""


@command(
    answers=(ImportAnswer, ClubImportAnswer),
    examples=(
        ("import wet-sunday.evening", "a script of sayings"),
        ("import --again wet-sunday.evening", "even if it was imported before"),
        ("import ledger.csv --money GBP --cents", "a ledger of PokerNow, its amounts in pence"),
        ("import 1.phh 2.phh 3.phh", "hands of poker, as one evening"),
    ),
)
def run(
    output: Output,
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...",
            help="Scripts of sayings, .jsonl files, .csv ledgers and logs of PokerNow, or hands of poker: .phh, .phhs.",
        ),
    ],
    money: Annotated[
        str | None, typer.Option(metavar="MONEY", help="What .csv and .phh files are in, as USD. [default: counters]")
    ] = None,
    cents: Annotated[bool, typer.Option("--cents", help="With --money: its amounts are cents, or pence.")] = False,
    again: Annotated[
        bool,
        typer.Option("--again", help="Import it even if the database has an evening with exactly the same sayings."),
    ] = False,
) -> None:
    """Import evenings from files, each all or none; the last becomes the current one.

    A .jsonl file brings the times and names of its recording with it; a script is recorded now. All hands of poker are
    one evening.
    """
    if (money is not None or cents) and not all(_says_no_money(name) for name in files):
        raise typer.BadParameter("--money and --cents are for .csv and .phh files: a script says its money itself")
    clubs = [name for name in files if name != STANDARD_INPUT and is_of_the_club(_beginning(name))]
    for name in clubs:
        recorded = read_club(read_text(name), name)
        output.recorder(begins=True).club().keep(recorded)
        answer_of_club = ClubImportAnswer(file=name, events=len(recorded))
        output.answer(answer_of_club, [f"{name} is the log of the club, with {len(recorded)} events"])
    hands = [name for name in files if is_phh(name)]
    files = [name for name in files if name not in (*clubs, *hands)]
    code = None if money is None else currency_code(money)
    evenings = [(name, *_read(name, code or "counters", cents)) for name in output.watch(files, "reading", len(files))]
    if hands:
        evenings.append(_read_hands(hands, code, cents))
    if not evenings:
        return
    recorder = output.recorder(begins=True)
    if not again:
        _see_that_they_are_new(recorder, evenings)
    for name, replay, remarks in output.watch(evenings, "keeping", len(evenings)):
        output.remark_rules(name, replay)
        number, events = recorder.keep(replay), replay.number
        answer = ImportAnswer(
            file=name,
            evening=number,
            **in_money(replay.evening.money),
            events=events,
            remarks=remarks if remarks or _says_no_money(name) else UNSET,
        )
        lines = [f"{name} is evening {number}, with {events} events", *(f"  {remark}" for remark in remarks)]
        output.answer(answer, lines)


def _beginning(name: str) -> str:
    """Return the beginning of a file; empty for one that cannot be read."""
    try:
        with Path(name).open(encoding="utf-8", errors="replace") as file:
            return file.read(LONGEST_BEGINNING)
    except OSError:
        return ""


def _see_that_they_are_new(recorder: "Recorder", evenings: Sequence[Read]) -> None:
    """Raise Refusal if one of these evenings is in the database already, or is given twice."""
    seen: dict[str, str] = {}
    for name, replay, _ in evenings:
        digest, opening = digest_of_events(replay.recorded), replay.evening.opening
        number = recorder.kept_before(opening.title if opening else "", digest, replay.number)
        if number is not None or digest in seen:
            same = f"evening {number} already" if digest not in seen else f"the evening in {printable(seen[digest])}"
            sentence = f"{printable(name)}: this is {same}, with the same {replay.number} events"
            raise Refusal(Code.TWICE, sentence, "Nothing was imported: say --again to have it twice")
        seen[digest] = name


def _is_ledger(name: str) -> bool:
    return name.lower().endswith(".csv")


def _says_no_money(name: str) -> bool:
    return _is_ledger(name) or is_phh(name)


def _read_hands(names: Sequence[str], money: str | None, cents: bool) -> Read:
    """Read hands of poker, and return the evening that they are together."""
    from ledger.interchange.phh_session import replay_hands

    first, last = names[0], names[-1]
    replay, remarks = replay_hands({name: read_text(name) for name in names}, title_of(first), money, cents)
    return (first if len(names) == 1 else f"{first} … {last}", replay, remarks)


def _read(name: str, money: str, cents: bool) -> tuple[Replay, tuple[str, ...]]:
    """Read a file, and return its evening and what was made of its names."""
    if not _is_ledger(name):
        return replay_file(name), ()
    from ledger.interchange.pokernow import script_of_ledger
    from ledger.interchange.pokernow_log import is_log, replay_log

    text = read_text(name)
    see_no_movements(name, text)
    if is_log(text):
        return replay_log(text, name, title_of(name), money, cents)
    imported = script_of_ledger(text, name, f"PokerNow {PurePath(name).stem}", money, cents)
    return replay_script(imported.script, name), imported.remarks
