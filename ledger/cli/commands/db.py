"""Look after the database: its schema, copies and roles."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from msgspec import UNSET
from typer import Argument, BadParameter, Exit, Option

from ledger.api import database as api
from ledger.cli.command import LedgerGroup, command
from ledger.cli.output import NOT_THESE_RULES, NOT_WRITTEN, Output
from ledger.core.refusals import OF_RULES, Code, Refusal, printable, things
from ledger.projections.accounts import evenings_in_words

if TYPE_CHECKING:
    from ledger.recorder import Recorder
    from ledger.recorder.repair import UnreadableTail
    from ledger.recorder.without import PersonLeftOut
    from ledger.store.copying import Copied


OTHER_RULES = tuple(code.value for code in OF_RULES)


@command("status", answers=(api.StatusAnswer,), examples=(("db status", "which schema the database has"),))
def status(output: Output) -> None:
    """Print which schema the database has.

    Print which one this program works with, too.
    """
    from ledger.store.places import read_database
    from ledger.store.schema import SCHEMA, revision_of

    database = output.closed_at_the_end(read_database(output.database))
    revision = revision_of(database)
    state = "up to date" if revision == SCHEMA else f"of the schema {revision}" if revision else "without a schema"
    output.answer(
        api.StatusAnswer(database=database.name, schema=revision, wanted=SCHEMA),
        [f"{database.name} is {state}; this card-ledger works with {SCHEMA}"],
    )


@command("upgrade", answers=(api.UpgradeAnswer,), examples=(("db upgrade", "bring the schema up to date"),))
def upgrade(output: Output) -> None:
    """Bring the schema up to date."""
    from ledger.store import schema
    from ledger.store.places import open_database

    database = output.closed_at_the_end(open_database(output.database))
    before = schema.revision_of(database)
    if before != schema.SCHEMA:
        schema.upgrade(database)
    outcome = "is up to date already" if before == schema.SCHEMA else f"has the schema {schema.SCHEMA} now"
    answer = api.UpgradeAnswer(database=database.name, before=before, schema=schema.SCHEMA)
    output.answer(answer, [f"{database.name} {outcome}"])


WithoutPayees = Annotated[bool, Option("--without-payees", help="Leave out how people are paid.")]


@command("rebuild", answers=(api.RebuildAnswer,), examples=(("db rebuild --yes", "make the totals anew"),))
def rebuild(
    output: Output,
    yes: Annotated[bool, Option("--yes", help="Write it without asking.")] = False,
    adopt: Annotated[bool, Option("--rules-changed", help="Let open evenings go on by the rules of today.")] = False,
) -> None:
    """Make the totals of every evening anew from its log.

    It prints first what that changes. The logs themselves stay as they are. An evening whose log is not what was
    recorded is left alone, and named. An open evening that was recorded by other rules is left alone too, unless
    --rules-changed lets it go on by those of today: a note in its log says so. With --json nobody is asked: the answer
    says what changes, it is written with --yes only, and the exit code is 1 if it was not.
    """
    from ledger.audit import DERIVED_CODES, examine
    from ledger.cli.output import UNSOUND
    from ledger.store.evidence import evenings_there

    recorder = output.recorder()
    changes: list[api.DerivedChange] = []
    left: list[api.DerivedChange] = []
    chosen = evenings_there(recorder.store.database)
    changed = [evening for evening in chosen if _open_by_other_rules(recorder, evening)] if adopt else []
    changes += [
        api.DerivedChange(evening=evening, code="rules", event=None, wrong="it goes on by the rules of today")
        for evening in changed
    ]
    for evening in chosen:
        if evening in changed:
            continue
        if refusal := _refused_by_rules(recorder, evening):
            left.append(api.DerivedChange(evening=evening, code=refusal.code.value, event=None, wrong=refusal.sentence))
            continue
        findings = [finding for finding in examine(output.database, evening).findings if not finding.in_play]
        sound = all(finding.code in DERIVED_CODES for finding in findings)
        (changes if sound else left).extend(
            api.DerivedChange(evening=evening, code=finding.code, event=finding.event, wrong=finding.wrong)
            for finding in findings
        )
    lines = [f"evening {change.evening}: {change.wrong}" for change in changes]
    lines += [f"evening {change.evening} is left as it is: {change.wrong}" for change in left]
    rebuilt = [evening for evening in chosen if evening not in {change.evening for change in left}]
    written = yes or not changes
    if not written and not output.json:
        lines, written = [], output.confirmed([*lines, "The logs give all this anew."])
    for evening in changed if written else ():
        recorder.go_on_by_the_rules_of_today(evening)
    for evening in rebuilt if written else ():
        recorder.rebuild(evening)
    lines.append(f"the totals of {things(len(rebuilt), 'evening')} are made anew" if written else NOT_WRITTEN)
    output.answer(api.RebuildAnswer(evenings=rebuilt, changes=changes, left=left, written=written), lines)
    if left:
        by_rules = all(change.code in OTHER_RULES for change in left)
        raise Exit(NOT_THESE_RULES if by_rules else UNSOUND)
    if output.json and not written:
        raise Exit(1)


REFUSED = ("replay", Code.RULES_BROKEN.value)
UNREADABLE = ("number", "unreadable", "digest", *REFUSED)
"""The codes of an audit's findings for a log that cannot be read from some event on."""


@command(
    "repair",
    answers=(api.RepairAnswer,),
    examples=(
        ("db repair 3", "what of evening 3 nobody can read; nothing is written"),
        ("db repair 3 --yes", "move it apart"),
    ),
)
def repair(
    output: Output,
    evening: Annotated[int | None, Argument(metavar="[EVENING]", help="The evening.")] = None,
    of_club: Annotated[bool, Option("--club", help="The club's log.")] = False,
    yes: Annotated[bool, Option("--yes", help="Write it.")] = False,
) -> None:
    """Move the end of a log that nobody can read to a table of its own.

    It is for the owner of the database alone. Without --yes it says what would be moved, and the exit code is 3. The
    events stay in the database as they are, with who recorded them; the club's log says that they were moved, and
    audit names them from then on.
    """
    from ledger.cli.output import UNSOUND
    from ledger.recorder.repair import repair as move_apart
    from ledger.store import CLUB

    if (evening is None) is not of_club:
        output.misused("Say whose log: db repair EVENING, or db repair --club")
    recorder = output.recorder()
    number = CLUB if evening is None else evening
    log = f"the log of evening {number}" if number else "the club's log"
    tail = _unreadable_tail(output.database, recorder, number)
    if tail is None:
        answer = api.RepairAnswer(evening=evening, why=None, events=[], repair=None, written=False)
        output.answer(answer, [f"{log} can be read to its end"])
        return
    event_number = move_apart(recorder, tail) if yes else None
    lines = [f"{log} cannot be read from event {tail.events[0].number} on: {tail.why}"]
    lines += [
        f"  {event.number}  recorded by {printable(event.by, 60)} at {printable(event.at, 40)}" for event in tail.events
    ]
    moved = f"{things(len(tail.events), 'event')} moved apart: event {event_number} of the club tells of it"
    answer = api.repair_answer(tail, event_number)
    output.answer(answer, [*lines, moved if yes else NOT_WRITTEN])
    if not yes:
        raise Exit(UNSOUND)


def _unreadable_tail(url: str | None, recorder: "Recorder", evening: int) -> "UnreadableTail | None":
    """Return the end of a log that nobody can read; None if all of it can be read.

    Raises Refusal if there is no such log.
    """
    from ledger.audit import examine
    from ledger.audit.club_checks import examine_club
    from ledger.recorder.repair import unreadable_tail
    from ledger.store import CLUB
    from ledger.store.log import no_such_evening

    if not recorder.store.has(evening):
        raise no_such_evening(evening)
    findings = (examine_club(url) or (0, []))[1] if evening == CLUB else examine(url, evening).findings
    wrong = [finding for finding in findings if finding.code in UNREADABLE]
    if not wrong:
        return None
    finding = min(wrong, key=lambda finding: finding.event or 0)
    first = None if finding.code in REFUSED else finding.event
    return unreadable_tail(recorder.store, evening, first, finding.wrong)


def _refused_by_rules(recorder: "Recorder", evening: int) -> Refusal | None:
    """Return why the rules of today do not answer an evening; None if they or its close do."""
    try:
        live = recorder.live(evening, by_rules=False)
    except Refusal:
        return None  # the audit says what is wrong with it
    return None if live.replay.agreed else live.differs


def _open_by_other_rules(recorder: "Recorder", evening: int) -> bool:
    """Return whether an open evening can go on by the changed rules of today."""
    from ledger.log.rules_today import ChangedRules

    refusal = _refused_by_rules(recorder, evening)
    if not isinstance(refusal, ChangedRules) or not refusal.taken:
        return False
    return not recorder.live(evening, by_rules=False).evening.closed


@command(
    "backup",
    answers=(api.BackupAnswer,),
    examples=(("db backup copy.db", "make a safe copy, while others go on recording"),),
)
def backup(
    output: Output,
    file: Annotated[Path, Argument(metavar="FILE", help="A new file.")],
    without_payees: WithoutPayees = False,
) -> None:
    """Make a safe copy in a new SQLite file.

    Others can go on recording meanwhile. Every event of the copy is checked by its digest. Use the copy with
    --database FILE, or put it in the place of a lost database. Of a database on a server only the log is copied; use
    pg_dump for the rest.
    """
    from ledger.store.copying import back_up
    from ledger.store.database import NoDatabase
    from ledger.store.places import read_database

    database = output.closed_at_the_end(read_database(output.database))
    if isinstance(database, NoDatabase):
        raise Refusal(Code.STORE, f"there is no database {database.name}", "Name another with --database URL")
    copied = back_up(database, file, with_payees=not without_payees)
    output.answer(
        api.BackupAnswer(database=database.name, file=str(file), evenings=copied.evenings, events=copied.events),
        [f"{file} is a copy of {database.name}: {_counts(copied)}, and every digest agrees"],
    )


@command(
    "copy",
    answers=(api.CopyAnswer,),
    examples=(
        ("db copy evenings.db other.db", "copy the log to another file"),
        ("db copy evenings.db without.db --without Bob", "and without a name"),
    ),
)
def copy_log(
    output: Output,
    source: Annotated[str, Argument(metavar="FROM", help="The database to copy.")],
    target: Annotated[str, Argument(metavar="TO", help="The database to copy it into.")],
    without_payees: WithoutPayees = False,
    without: Annotated[
        list[str] | None, Option(metavar="PERSON", help="Put a pseudonym for this person; may be repeated.")
    ] = None,
    note: Annotated[
        list[str] | None,
        Option(metavar='N="TEXT"', help="With --without: put this in place of text N that may name the person."),
    ] = None,
) -> None:
    """Copy the log from one database to another.

    Each is a file or a URL. An interrupted copy is continued. Every event is checked by its digest, in both. The
    evenings keep their numbers, so TO must be empty or hold an earlier copy of FROM.

    With --without, every name of a person is Player-1 in TO, which must be empty: in all sayings, in who said them, and
    in whatever spelling in texts. Where it cannot be decided whether a text names him, it is listed and nothing is
    written; --note puts another text in its place. The command sees for itself that only names differ. What it cannot
    do: seals that players kept hold for FROM alone. The name stays in FROM, in its backups and exports, and in
    messages; so do nicknames and misspellings. The plan of an evening that is not paid yet may pair others, for it goes
    by names; what each owes is the same. FROM is deleted by its owner.
    """
    from ledger.recorder import Recorder
    from ledger.recorder.without import copy_without
    from ledger.store import open_store
    from ledger.store.copying import carry
    from ledger.store.places import open_unchanged

    here = output.closed_at_the_end(open_unchanged(source))
    there = output.closed_at_the_end(open_store(target))
    if here.database.name == there.database.name:
        raise Refusal(Code.STORE, f"both are {here.database.name}", "Name two databases: db copy FROM TO")
    left_out: list[PersonLeftOut] = []
    if without:
        copied, left_out = copy_without(
            Recorder(here, watch=output.watch_evenings),
            Recorder(there),
            without,
            not without_payees,
            _texts_said(note or []),
        )
    else:
        copied = carry(
            here, there, not without_payees, lambda evenings: output.watch(evenings, "copying", len(evenings))
        )
    answer = api.CopyAnswer(
        source=here.database.name,
        to=there.database.name,
        evenings=copied.evenings,
        events=copied.events,
        written=copied.written,
        without=left_out if without else UNSET,
    )
    output.answer(answer, [*_copied(answer, copied), *map(_left_out, left_out)])


def _copied(answer: api.CopyAnswer, copied: "Copied") -> list[str]:
    """Return what was copied, and what had been there before."""
    before = copied.events - copied.written
    lines = [f"{answer.to} has the log of {answer.source}: {_counts(copied)}, and every digest agrees"]
    return [*lines, *([f"{before} of the events were there already"] if before else [])]


def _texts_said(notes: Sequence[str]) -> dict[int, str]:
    """Return the texts that are said in place of others, by number. Raises BadParameter."""
    texts: dict[int, str] = {}
    for note in notes:
        number, parted, text = note.partition("=")
        if not (parted and number.isascii() and number.isdigit()):
            raise BadParameter(f'{printable(note, 40)!r} is no text by its number: say --note 1="TEXT"')
        texts[int(number)] = text.removeprefix('"').removesuffix('"')
    return texts


def _left_out(left_out: "PersonLeftOut") -> str:
    """Return where a pseudonym stands."""
    where = [evenings_in_words(left_out.evenings)] if left_out.evenings else []
    where += [things(left_out.free_text, "text")] if left_out.free_text else []
    return f"{left_out.pseudonym} stands there for a person" + (f": in {' and '.join(where)}" if where else "")


def _counts(copied: "Copied") -> str:
    return f"{things(copied.evenings, 'evening')}, {things(copied.events, 'event')}"


@command("grants", answers=(api.GrantsAnswer,), examples=(("db grants", "statements for `psql` to run"),))
def print_grants(output: Output) -> None:
    """Print the roles of a PostgreSQL database.

    They come with their rights, as statements for the owner of its tables to run. A recorder can append, and can change
    nothing that was recorded; a reader can only read.
    """
    from ledger.store.grants import READER, RECORDER, SECRETARY, grants

    statements = grants()
    output.answer(api.GrantsAnswer(statements=statements, roles=[RECORDER, SECRETARY, READER]), [statements])


run = LedgerGroup(
    name="db",
    help="Look after the database: its schema, its copies, and who may do what in it.",
    examples=(("db status", "which schema the database has"), ("db backup club.db", "make a safe copy")),
    commands=(status, upgrade, rebuild, repair, backup, copy_log, print_grants),
)
