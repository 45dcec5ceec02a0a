"""Who may do what with the log on a server, as statements for its owner to run.

Recorders do not own the tables: they append, and can neither change the log nor take the triggers away.
"""

from ledger.store.models import CurrentRow, EveningRow, EventRow, SentRow, TotalsRow, table_of
from ledger.store.schema import REVISIONS

RECORDER = "card_ledger_recorder"
READER = "card_ledger_reader"

APPENDED = "SELECT, INSERT"
DESCRIBED = ", ".join(column.name for column in table_of(EveningRow).columns if not column.primary_key)
RIGHTS = {
    EveningRow.__tablename__: f"{APPENDED}, UPDATE ({DESCRIBED})",  # who may change a row of it may hold the evening
    EventRow.__tablename__: APPENDED,
    SentRow.__tablename__: APPENDED,
    TotalsRow.__tablename__: f"{APPENDED}, UPDATE",
    CurrentRow.__tablename__: f"{APPENDED}, UPDATE",
    REVISIONS: "SELECT",
}
"""What a recorder may do with each table."""


def grants() -> str:
    """The statements that make the two roles and give them their rights; they may be run again and again."""
    tables = ", ".join(map(str, RIGHTS))
    return "\n".join(
        [
            "-- Who may do what with the log. Run it as the owner of its tables: card-ledger db grants | psql URL",
            f"-- Then let people in: CREATE ROLE zoe LOGIN PASSWORD '...'; GRANT {RECORDER} TO zoe;",
            "BEGIN;",
            *(_role(role) for role in (RECORDER, READER)),
            f"REVOKE ALL ON {tables} FROM PUBLIC, {RECORDER}, {READER};",
            f"REVOKE ALL ON SEQUENCE evening_id_seq FROM PUBLIC, {RECORDER}, {READER};",
            _schema(f"GRANT USAGE ON SCHEMA %I TO {RECORDER}, {READER}"),
            _schema("REVOKE CREATE ON SCHEMA %I FROM PUBLIC"),
            f"GRANT SELECT ON {tables} TO {READER};",
            *(f"GRANT {rights} ON {table} TO {RECORDER};" for table, rights in RIGHTS.items()),
            f"GRANT USAGE ON SEQUENCE evening_id_seq TO {RECORDER};",
            "COMMIT;",
        ]
    )


def _role(role: str) -> str:
    return f"DO $$ BEGIN CREATE ROLE {role} NOLOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$;"


def _schema(statement: str) -> str:
    return f"DO $$ BEGIN EXECUTE format('{statement}', current_schema()); END $$;"
