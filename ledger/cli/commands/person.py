"""Say which names are one person over many evenings."""

import sys
from pathlib import Path
from shlex import quote
from typing import Annotated

from typer import Argument, Option

from ledger.api import club as api
from ledger.cli import wording
from ledger.cli.command import LedgerGroup, command
from ledger.cli.output import Output
from ledger.cli.text_table import columns
from ledger.core.names import key_of
from ledger.language.of_the_club import person_name
from ledger.projections.accounts import PersonRow, evenings_in_words, people, person_named_here
from ledger.recorder import Recorder
from ledger.recorder.payees import Payees
from ledger.store.payees import may_see_payees


@command("add", answers=(api.PersonChangeAnswer,), examples=(("person add Bob --known-as Bobby", "Bob, also Bobby"),))
def add(
    output: Output,
    name: Annotated[str, Argument(metavar="NAME", help="The name of the person.")],
    known_as: Annotated[str, Option(metavar='"NAME NAME"', help="Other names of the same person.")] = "",
) -> None:
    """Make somebody a person, with the names that are his."""
    names = f" known as {known_as.strip()}" if known_as.strip() else ""
    _say(output, f"person {person_name(name)}{names}", name)


@command("list", answers=(api.PersonsAnswer,), examples=(("person list", "who there is, and at how many evenings"),))
def print_list(output: Output) -> None:
    """Print persons, and names of nobody, with their evenings."""
    recorder = output.reader()
    rows = _people(recorder)
    lines = columns(
        ["person", "names", "evenings"],
        [[row.person, ", ".join(row.names), str(len(row.evenings))] for row in rows],
        right=[2],
    )

    def answer() -> api.PersonsAnswer:
        seen = may_see_payees(recorder.store)
        return api.persons_answer(rows, Payees(recorder.store, recorder.club()) if seen else None)

    output.answer(answer, lines if rows else ["nobody has sat at an evening yet"])


@command(
    "alias", answers=(api.PersonChangeAnswer,), examples=(("person alias Bob Bobby --at 2", "at one evening only"),)
)
def alias(
    output: Output,
    person: Annotated[str, Argument(metavar="PERSON", help="Whose name it is.")],
    name: Annotated[str, Argument(metavar="NAME", help="The name.")],
    evenings: Annotated[
        list[str] | None, Option("--at", metavar="EVENING", help="Only at this evening; may be repeated.")
    ] = None,
    others: Annotated[list[str] | None, Argument(metavar="[EVENING]...", help="After --at: more evenings.")] = None,
) -> None:
    """Give a person one more name, or at single evenings only."""
    if others and not evenings:
        output.misused("evenings follow --at: person alias PERSON NAME --at EVENING")
    recorder = output.reader()
    numbers = [str(recorder.evening(evening)) for evening in (*(evenings or ()), *(others or ()))]
    where = f" at {' '.join(numbers)}" if numbers else ""
    _say(output, f"alias {person_name(name)} of {person_name(person)}{where}", person)


@command("merge", answers=(api.PersonChangeAnswer,), examples=(("person merge Bob Robert", "Robert is Bob"),))
def merge(
    output: Output,
    person: Annotated[str, Argument(metavar="PERSON", help="The person.")],
    other: Annotated[str, Argument(metavar="OTHER", help="Who is the same, with all names and payments.")],
) -> None:
    """Make two persons one."""
    rows = _people(output.reader())
    person, other = person_named_here(rows, person), person_named_here(rows, other)
    _say(output, f"merge {person_name(other)} into {person_name(person)}", person)


@command("split", answers=(api.PersonChangeAnswer,), examples=(("person split Bobby", "Bobby is somebody else"),))
def split(output: Output, name: Annotated[str, Argument(metavar="NAME", help="The name that is another's.")]) -> None:
    """Take a name from its person: it stands for itself again."""
    person_named_here(_people(output.reader()), name)
    _say(output, f"split {person_name(name)}", name)


@command("forget", answers=(api.ForgottenAnswer,), examples=(("person forget Bob --yes", "delete how Bob is paid"),))
def forget(
    output: Output,
    person: Annotated[str, Argument(metavar="PERSON", help="Who is to be forgotten.")],
    yes: Annotated[bool, Option("--yes", help="Delete without asking.")] = False,
) -> None:
    """Delete what is kept of a person beside the logs.

    A log is never changed: what was said at an evening, or of the club, keeps his name. Seals, backups, exports and
    messages keep it too.
    """
    recorder = output.recorder()
    log, rows = recorder.club(), _people(recorder)
    name = person_named_here(rows, person)
    asks = sys.stdin.isatty() and not (yes or output.json)
    if asks and not output.confirmed([], f"Delete what is kept of {name} beside the logs?"):
        print("nothing is deleted")
        return
    deleted = Payees(recorder.store, log).forget(name)
    evenings = next(row.evenings for row in rows if row.person == name)
    in_club = log.names(log.club.names_of(name))
    path: Path | None = getattr(recorder.store.database, "path", None)
    answer = api.ForgottenAnswer(
        person=name,
        deleted=deleted,
        stands_in=api.StandsIn(evenings=list(evenings), club=in_club),
        files=sorted(copy.name for copy in path.parent.glob(f"{path.name}.schema-*")) if path else [],
    )
    lines = [f"deleted: {', '.join(deleted)}" if deleted else f"nothing was kept of {name} beside the logs"]
    where = [evenings_in_words(evenings)] if evenings else []
    where += ["in the club's log" if evenings else "the club's log"] if in_club else []
    if where:
        lines.append(f"{name} still stands in {' and '.join(where)}: a log is never changed.")
        lines.append(f"card-ledger db copy FROM TO --without {quote(name)} makes a database without the name")
    output.answer(answer, lines)


def _people(recorder: Recorder) -> list[PersonRow]:
    return people(recorder.totals_listed(), recorder.club().club)


def _say(output: Output, saying: str, person: str) -> None:
    """Record a saying of the club, and print who the person is now."""
    said, recorder = output.say_of_club(saying), output.reader()
    rows = _people(recorder)
    club = recorder.club().club
    called = club.person(person)
    nowhere = PersonRow(called, tuple(club.names_of(called)), (), known=False)
    row = next((row for row in rows if key_of(row.person) == key_of(called)), nowhere)
    sat = f"sat at {evenings_in_words(row.evenings)}" if row.evenings else "has sat at no evening yet"
    lines = [*wording.numbered(said), f"{row.person} {sat}"]
    output.answer(api.PersonChangeAnswer(said=api.said_answers(said), person=row), lines)


run = LedgerGroup(
    name="person",
    help="""Say which names are one person over many evenings.

    A change of persons moves no money: standings, settling of several evenings and seasons go by persons, and every
    evening keeps the words of its table. It is recorded in the club's log, and taken back as any saying.
    """,
    examples=(
        ("person add Bob --known-as Bobby", "a person, and another name of the same person"),
        ("person list", "all persons, and all names that stand for themselves"),
    ),
    commands=(add, print_list, alias, merge, split, forget),
)
