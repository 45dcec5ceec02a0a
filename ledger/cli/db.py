"""`card-ledger db`: the schema of the database, its copies, and who may do what in it."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ledger.cli.output import Output
from ledger.core.refusals import Code, Refusal

if TYPE_CHECKING:
    from ledger.store.copying import Copied

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    help="The schema of the database, its copies, and who may do what in it.",
)


@app.command()
def status(ctx: typer.Context) -> None:
    """Say which schema the database has, and which one this program works with."""
    from ledger.store.places import read_database
    from ledger.store.schema import SCHEMA, revision_of

    face: Output = ctx.obj
    database = read_database(face.database)
    revision = revision_of(database)
    state = "up to date" if revision == SCHEMA else f"of the schema {revision}" if revision else "without a schema"
    face.answer(
        {"database": database.name, "schema": revision, "wanted": SCHEMA},
        [f"{database.name} is {state}; this card-ledger works with {SCHEMA}"],
    )


@app.command()
def upgrade(ctx: typer.Context) -> None:
    """Bring the schema of the database up to date."""
    from ledger.store import schema
    from ledger.store.places import open_database

    face: Output = ctx.obj
    database = open_database(face.database)
    before = schema.revision_of(database)
    if before != schema.SCHEMA:
        schema.upgrade(database)
    said = "is up to date already" if before == schema.SCHEMA else f"has the schema {schema.SCHEMA} now"
    face.answer({"database": database.name, "before": before, "schema": schema.SCHEMA}, [f"{database.name} {said}"])


@app.command()
def rebuild(
    ctx: typer.Context, yes: Annotated[bool, typer.Option("--yes", help="Write it without asking.")] = False
) -> None:
    """Make everything anew that is derived from the logs, after showing what that changes.

    The logs themselves stay as they are. An evening whose log is not what was recorded is left alone, and said. With
    --json nobody is asked: what it changes is shown, and written with --yes only; it exits with 1 where it was not.
    """
    from ledger.audit import DERIVED_CODES, examine
    from ledger.cli.output import UNSOUND
    from ledger.store.evidence import evenings_there

    face: Output = ctx.obj
    recorder = face.recorder()
    changes: list[dict[str, Any]] = []
    left: list[dict[str, Any]] = []
    chosen = evenings_there(recorder.store.database)
    for evening in chosen:
        found = [finding for finding in examine(face.database, evening).findings if not finding.in_play]
        told = [{"evening": evening, "code": one.code, "event": one.event, "wrong": one.wrong} for one in found]
        sound = all(one.code in DERIVED_CODES for one in found)
        (changes if sound else left).extend(told)
    lines = [f"evening {one['evening']}: {one['wrong']}" for one in changes]
    lines += [f"evening {one['evening']} is left as it is: {one['wrong']}" for one in left]
    rebuilt = [evening for evening in chosen if evening not in {one["evening"] for one in left}]
    written = yes or not changes
    if not written and not face.json:
        print("\n".join([*lines, "All this is made anew from the logs."]))
        lines, written = [], typer.confirm("Write it?", default=False)
    for evening in rebuilt if written else ():
        recorder.rebuild(evening)
    number = f"{len(rebuilt)} evening{'s' if len(rebuilt) != 1 else ''}"
    lines.append(f"all that is derived from the logs of {number} is made anew" if written else "nothing is written")
    face.answer({"evenings": rebuilt, "changes": changes, "left": left, "written": written}, lines)
    if left:
        raise typer.Exit(UNSOUND)
    if face.json and not written:
        raise typer.Exit(1)


@app.command()
def backup(ctx: typer.Context, file: Annotated[Path, typer.Argument(metavar="FILE", help="A new file.")]) -> None:
    """Make a safe copy of the database in a new SQLite file, while others go on recording.

    Every event of the copy is checked by its digest. The copy is used with --database FILE, or put in the place of what
    was lost. Of a database on a server the log is copied; for all the rest of it there is pg_dump.
    """
    from ledger.store.copying import back_up
    from ledger.store.database import NoDatabase
    from ledger.store.places import read_database

    face: Output = ctx.obj
    database = read_database(face.database)
    if isinstance(database, NoDatabase):
        raise Refusal(Code.STORE, f"there is no database {database.name}", "Name another with --database URL")
    found = back_up(database, file)
    face.answer(
        {"database": database.name, "file": str(file), **_counted(found)},
        [f"{file} is a copy of {database.name}: {_said(found)}, and every digest agrees"],
    )


@app.command("copy")
def copy_log(
    ctx: typer.Context,
    source: Annotated[str, typer.Argument(metavar="FROM", help="The database that is copied.")],
    target: Annotated[str, typer.Argument(metavar="TO", help="The one it is copied into.")],
) -> None:
    """Copy the log from one database to another, each a file or a URL; a copy that was broken off is gone on with.

    Every event is checked by its digest, in the one and in the other. The evenings keep their numbers, so TO is empty
    or has been copied into from FROM before.
    """
    from ledger.store import open_store
    from ledger.store.copying import carry
    from ledger.store.places import open_unchanged

    face: Output = ctx.obj
    here = open_unchanged(source)
    there = open_store(target)
    if here.database.name == there.database.name:
        raise Refusal(Code.STORE, f"both are {here.database.name}", "Name two databases: db copy FROM TO")
    found = carry(here, there)
    before = found.events - found.written
    face.answer(
        {"from": here.database.name, "to": there.database.name, **_counted(found), "written": found.written},
        [
            f"{there.database.name} has the log of {here.database.name}: {_said(found)}, and every digest agrees",
            *([f"{before} of the events were there already"] if before else []),
        ],
    )


def _counted(found: "Copied") -> dict[str, Any]:
    return {"evenings": found.evenings, "events": found.events}


def _said(found: "Copied") -> str:
    evenings = f"{found.evenings} evening{'' if found.evenings == 1 else 's'}"
    return f"{evenings}, {found.events} event{'' if found.events == 1 else 's'}"


@app.command("grants")
def print_grants(ctx: typer.Context) -> None:
    """Print the roles of a PostgreSQL database and their rights, as statements for the owner of its tables to run.

    A recorder appends and can change nothing that was recorded; a reader reads.
    """
    from ledger.store.grants import READER, RECORDER, grants

    face: Output = ctx.obj
    statements = grants()
    face.answer({"statements": statements, "roles": [RECORDER, READER]}, [statements])
