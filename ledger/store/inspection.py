"""Compare the schema of a database with what the migrations make. Nothing here writes."""

import re
from collections.abc import Iterator, Sequence

import msgspec

from ledger.core.refusals import Refusal, printable
from ledger.store.database import Database, Row, SqliteDatabase, as_text
from ledger.store.schema import SCHEMA, migrations, objects_made, objects_migrated, readable_revision

OBJECTS = "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!'"
GUARDS = """
SELECT tgname, tgenabled, tgqual IS NOT NULL, proname, prosrc FROM pg_trigger
JOIN pg_class ON pg_class.oid = tgrelid JOIN pg_proc ON pg_proc.oid = tgfoid
WHERE NOT tgisinternal AND relnamespace = CAST(current_schema() AS regnamespace) ORDER BY tgname
"""
CONDITIONAL = ("evening_keeps_its_number",)
"""The triggers that have a condition by design."""
DOWN = "\nBEFORE = "
"""The beginning of what a migration puts back when it is taken down."""
UNGUARDED = "Restore a copy of the database that was kept, or export every evening and import it into a new one"
STRANGE = "See who put it there, and take it away"
DAMAGED = "Restore a copy of the database that was kept"


class Irregular(msgspec.Struct, frozen=True):
    """A part of the schema that differs from what the program makes."""

    code: str
    wrong: str
    remedy: str


def inspect(database: Database) -> list[Irregular]:
    """Return what differs in the schema: guards that are missing, weakened or unknown; damage.

    Parts that cannot be read are reported too.
    """
    try:
        if isinstance(database, SqliteDatabase):
            return [*_integrity(database), *_sqlite(database)]
        return list(_server(database))
    except Refusal as refusal:
        return [Irregular("store", refusal.sentence, refusal.remedy)]


Objects = dict[tuple[str, str], str]


def _with_texts(objects: Sequence[Row]) -> Objects:
    """Return every table, index and trigger with its text, without differences of layout."""
    return {(as_text(kind), as_text(name)): " ".join(as_text(sql or "").split()) for kind, name, sql in objects}


def made_by_the_migrations(revision: str = SCHEMA) -> Objects:
    """Return every table, index and trigger that the migrations make, with its text."""
    return _with_texts(objects_migrated(OBJECTS, revision))


def _sqlite(database: Database) -> Iterator[Irregular]:
    there, revision = _with_texts(database.rows(OBJECTS)), readable_revision(database) or SCHEMA
    if revision == SCHEMA and there == _with_texts(objects_made(OBJECTS)):
        return
    made = made_by_the_migrations(revision)  # which may have put it in other words, where they changed an older file
    for key in sorted({*made, *there}):
        kind, name = key[0], printable(key[1], 60)
        if key not in there:
            yield Irregular("schema", f"the {kind} {name} is missing", UNGUARDED)
        elif key not in made:
            yield Irregular("schema", f"there is a {kind} {name} that card-ledger does not make", STRANGE)
        elif made[key] != there[key]:
            yield Irregular("schema", f"the {kind} {name} is not as card-ledger makes it", UNGUARDED)


def _integrity(database: Database) -> Iterator[Irregular]:
    for (result,) in database.rows("PRAGMA integrity_check(20)"):
        if result != "ok":
            yield Irregular("damaged", f"the file is damaged: {printable(as_text(result), 160)}", DAMAGED)
    broken = database.rows("PRAGMA foreign_key_check")
    if broken:
        table, _, parent, _ = (printable(str(part), 40) for part in broken[0])
        others = f", and {len(broken) - 1} more rows lack theirs" if len(broken) > 1 else ""
        yield Irregular("damaged", f"a row of {table} belongs to none of {parent}{others}", DAMAGED)


def _server(database: Database) -> Iterator[Irregular]:
    """Yield the guards of a server that are missing, switched off, conditional or changed."""
    texts = [file.read_text("utf-8") for file in sorted((migrations() / "versions").glob("*.py"))]
    up = " ".join(" ".join(text.partition(DOWN)[0] for text in texts).split())
    wanted = set(re.findall(r"CREATE TRIGGER (\w+) BEFORE (?:(?!CREATE TRIGGER).)*?EXECUTE FUNCTION", up))
    bodies = dict(re.findall(r"FUNCTION (\w+)\([^)]*\) RETURNS (?:(?!FUNCTION).)*?\$\$ (.*?) \$\$", up))
    guards = {str(row[0]): row[1:] for row in database.rows(GUARDS)}
    for name in sorted({*wanted, *guards}):
        printed = printable(name, 60)
        if name not in guards:
            yield Irregular("schema", f"the trigger {printed} is missing", UNGUARDED)
            continue
        enabled, conditional, function, body = guards[name]
        if name not in wanted:
            yield Irregular("schema", f"there is a trigger {printed} that card-ledger does not make", STRANGE)
        elif enabled in ("D", "R"):
            yield Irregular("schema", f"the trigger {printed} is switched off", UNGUARDED)
        elif (conditional and name not in CONDITIONAL) or " ".join(body.split()) != bodies.get(function):
            weakened = (
                f"the trigger {printed} is not as card-ledger makes it: see the function {printable(function, 60)}"
            )
            yield Irregular("schema", weakened, UNGUARDED)
