"""`card-ledger db`: the schema of the database."""

import typer

from ledger.cli.face import Face

app = typer.Typer(add_completion=False, help="The schema of the database.")


@app.command()
def status(ctx: typer.Context) -> None:
    """Say which schema the database has, and which one this program works with."""
    from ledger.store.places import read_database
    from ledger.store.schema import SCHEMA, revision_of

    face: Face = ctx.obj
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

    face: Face = ctx.obj
    database = open_database(face.database)
    before = schema.revision_of(database)
    if before != schema.SCHEMA:
        schema.upgrade(database)
    said = "is up to date already" if before == schema.SCHEMA else f"has the schema {schema.SCHEMA} now"
    face.answer({"database": database.name, "before": before, "schema": schema.SCHEMA}, [f"{database.name} {said}"])
