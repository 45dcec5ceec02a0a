"""Import evenings from files."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from msgspec import UNSET
from typer import Argument, BadParameter, Option

from ledger.api.club import ClubImportAnswer
from ledger.api.fields import in_money
from ledger.api.files import ImportAnswer
from ledger.cli.command import command
from ledger.cli.output import Output
from ledger.core.money import currency_code
from ledger.core.refusals import Code, Refusal, printable
from ledger.games.language import write
from ledger.interchange.club_files import is_of_the_club, read_club
from ledger.interchange.files import STANDARD_INPUT, is_phh, read_text, title_of
from ledger.log.digests import digest_of_events
from ledger.log.replay import Replay

if TYPE_CHECKING:
    from ledger.recorder import Recorder


MOST_SHOWN = 40
"""So many sayings of an evening are shown before it is imported."""
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
        ("import --dry-run club.csv --money EUR", "what a table of past evenings is read as"),
    ),
)
def run(
    output: Output,
    files: Annotated[
        list[str],
        Argument(
            metavar="FILE...",
            help="Scripts, .jsonl, .csv and .json files, hands of poker (.phh, .phhs), histories of poker rooms.",
        ),
    ],
    money: Annotated[
        str | None,
        Option(
            metavar="MONEY", help="What a file of another program is in, as USD. [default: as it says, or counters]"
        ),
    ] = None,
    cents: Annotated[bool, Option("--cents", help="With --money: its amounts are cents, or pence.")] = False,
    again: Annotated[
        bool, Option("--again", help="Import it even if the database has an evening with exactly the same sayings.")
    ] = False,
    dry_run: Annotated[bool, Option("--dry-run", help="Print what would be imported, and write nothing.")] = False,
) -> None:
    """Import evenings from files, each all or none; the last becomes the current one.

    A .jsonl file brings the times and names of its recording with it; a script is recorded now. All hands of poker are
    one evening. Logs and ledgers of PokerNow, expenses of Splitwise, spliit and tricount, and a table of past evenings
    with a column a person (date,title,Ann,Bob) are told by what stands in them.
    """
    from ledger.interchange.ways_in import read_evenings, says_no_money

    if (money is not None or cents) and not all(map(says_no_money, files)):
        raise BadParameter("--money and --cents are for files of other programs: a script says its money itself")
    clubs = [name for name in files if name != STANDARD_INPUT and is_of_the_club(_beginning(name))]
    for name in clubs:
        recorded = read_club(read_text(name), name)
        output.recorder(begins=True).club().keep(recorded)
        answer_of_club = ClubImportAnswer(file=name, events=len(recorded))
        output.answer(answer_of_club, [f"{name} is the log of the club, with {len(recorded)} events"])
    hands = [name for name in files if is_phh(name)]
    files = [name for name in files if name not in (*clubs, *hands)]
    code = None if money is None else currency_code(money)
    evenings = [
        (name, *imported)
        for name in output.watch(files, "reading", len(files))
        for imported in read_evenings(name, code, cents)
    ]
    if hands:
        evenings.append(_read_hands(hands, code, cents))
    if not evenings:
        return
    if dry_run:
        _print_understood(output, evenings)
        return
    _keep(output, evenings, again)


def _keep(output: Output, evenings: Sequence[Read], again: bool) -> None:
    """Keep evenings that were read, and say which numbers they have."""
    from ledger.interchange.ways_in import says_no_money

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
            remarks=remarks if remarks or says_no_money(name) else UNSET,
        )
        lines = [f"{name} is evening {number}, with {events} events", *(f"  {remark}" for remark in remarks)]
        output.answer(answer, lines)


def _print_understood(output: Output, evenings: Sequence[Read]) -> None:
    """Print what each evening would be: its sayings, and what everybody is owed at its end."""
    for name, replay, remarks in evenings:
        money, owed = replay.evening.money, replay.evening.owed()
        sayings = tuple(write(event.event, money) for event in replay.recorded)
        shown = [*sayings[:MOST_SHOWN], *([f"… and {len(sayings) - MOST_SHOWN} more"] if sayings[MOST_SHOWN:] else [])]
        comes_to = ", ".join(f"{person} {money.show_change(amount)}" for person, amount in owed.items())
        answer = ImportAnswer(
            file=name, evening=None, **in_money(money), events=replay.number, remarks=remarks, written=False,
            sayings=sayings,
        )  # fmt: skip
        lines = [f"{name} would be an evening with {replay.number} events", *(f"  {saying}" for saying in shown)]
        output.answer(answer, [*lines, f"  owed: {comes_to}", *(f"  {remark}" for remark in remarks)])


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


def _read_hands(names: Sequence[str], money: str | None, cents: bool) -> Read:
    """Read hands of poker, and return the evening that they are together."""
    from ledger.interchange.phh_session import replay_hands

    first, last = names[0], names[-1]
    replay, remarks = replay_hands({name: read_text(name) for name in names}, title_of(first), money, cents)
    return (first if len(names) == 1 else f"{first} … {last}", replay, remarks)
