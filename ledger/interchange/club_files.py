"""The club's log in a file: a script of its sayings, or JSON lines."""

from collections.abc import Iterable, Iterator

from ledger.core.events import RecordedEvent, version_of
from ledger.core.money import Money
from ledger.core.refusals import Code, Refusal, RefusedLine, printable
from ledger.games.language import write
from ledger.interchange.jsonl import bound, lines_of, read_line
from ledger.language.reader import read_of_club
from ledger.log.digests import BEFORE_THE_FIRST
from ledger.projections.club import club_of

NO_MONEY = Money("counters", 1)
"""The money with which the club's sayings are written; a saying that has amounts names its own money."""
FORMATS = ("script", "jsonl")


def is_of_the_club(text: str) -> bool:
    """Return whether a text is a log of the club: its first event opens one."""
    first = next((line.strip() for line in text.removeprefix("\ufeff").splitlines() if line.strip()), "")
    return first.split("#")[0].strip().lower() == "club" or '"body":{"kind":"club"}' in first.replace(" ", "")


def club_in(name: str, stored: Iterable[tuple[RecordedEvent, str]]) -> Iterator[str]:
    """Write the club's log, each event with its digest, in a format that loses nothing."""
    if name == "jsonl":
        return lines_of(stored)
    return (f"{write(recorded.event, NO_MONEY)}\n" for recorded, _ in stored)


def read_club(text: str, source: str) -> list[RecordedEvent]:
    """Read a log of the club.

    Raises RefusedLine at the first line that is no event, was changed, or does not fit.
    """
    recorded: list[RecordedEvent] = []
    head = BEFORE_THE_FIRST
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        try:
            if line.lstrip().startswith("{"):
                event, given = read_line(line, len(recorded) + 1)
                head = bound(head, event, given)
                recorded.append(event)
            elif (said := read_of_club(line)) is not None:
                recorded.append(RecordedEvent(len(recorded) + 1, said, version=version_of(said)))  # type: ignore[arg-type]
            else:
                continue
            club_of(recorded)
        except Refusal as refusal:
            raise RefusedLine(source, number, line, refusal) from refusal
    if not recorded:
        raise Refusal(Code.FILE, f"{printable(source)}: nothing is said in it")
    return recorded
