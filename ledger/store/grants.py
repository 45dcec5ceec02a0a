"""The rights of roles on a server, as statements for the owner of the log to run.

Recorders do not own the tables: they append, and cannot change the log or remove its triggers. The secretary is a
recorder who may say how others are paid. The names of the roles contain the name of the database, because roles belong
to the whole server: a recorder of one club is none of another.
"""

from ledger.store.models import CurrentRow, EventRow, MovedRow, PayeeRow, SentRow, StoredEvening, TotalsRow, table_of
from ledger.store.schema import REVISIONS

RECORDER, READER = "card_ledger_recorder_DATABASE", "card_ledger_reader_DATABASE"
SECRETARY = "card_ledger_secretary_DATABASE"
"""The three roles, with DATABASE in place of the database's name."""
ROLES_OF_A_SERVER = ("card_ledger_recorder", "card_ledger_reader")
"""Roles of an earlier version, which have lost their rights."""

APPENDED = "SELECT, INSERT"
DESCRIBED = ", ".join(column.name for column in table_of(StoredEvening).columns if not column.primary_key)
RIGHTS = {
    StoredEvening.__tablename__: f"SELECT, UPDATE ({DESCRIBED})",  # who may change a row of it may hold the evening
    EventRow.__tablename__: APPENDED,
    SentRow.__tablename__: APPENDED,
    TotalsRow.__tablename__: "SELECT",
    CurrentRow.__tablename__: f"{APPENDED}, UPDATE",
    PayeeRow.__tablename__: f"{APPENDED}, UPDATE, DELETE",
    MovedRow.__tablename__: "SELECT",
    REVISIONS: "SELECT",
}
"""The rights of a recorder on each table."""
OF_THE_OWNER = (
    "card_ledger_opens(text, text, boolean)",
    "card_ledger_begins_club()",
    "card_ledger_counts(integer, integer, text, text, text, integer)",
)
"""The functions by which a recorder writes what only the owner of the tables may."""
KEPT_FROM_READERS = (PayeeRow.__tablename__,)
"""The tables that a reader has no right to."""


def grants() -> str:
    """Return the statements that make the roles and grant their rights; they can be run again."""
    tables = ", ".join(map(str, RIGHTS))
    read = ", ".join(str(table) for table in RIGHTS if table not in KEPT_FROM_READERS)
    granted = [f"GRANT {rights} ON {table} TO %1$I" for table, rights in RIGHTS.items()]
    statements = [
        "GRANT USAGE ON SCHEMA %3$I TO %1$I, %2$I",
        "REVOKE CREATE ON SCHEMA %3$I FROM PUBLIC",
        "REVOKE TEMPORARY ON DATABASE %4$I FROM PUBLIC",
        f"REVOKE ALL ON {tables} FROM PUBLIC, %1$I, %2$I",
        "REVOKE ALL ON SEQUENCE evening_id_seq FROM PUBLIC, %1$I, %2$I",
        f"GRANT SELECT ON {read} TO %2$I",
        *granted,
        *(f"REVOKE ALL ON FUNCTION {function} FROM PUBLIC, %1$I, %2$I" for function in OF_THE_OWNER),
        *(f"GRANT EXECUTE ON FUNCTION {function} TO %1$I" for function in OF_THE_OWNER),
        "GRANT %1$I TO %5$I",
    ]
    former = ", ".join(f"'{role}'" for role in ROLES_OF_A_SERVER)
    return "\n".join(
        [
            "-- Who may do what with the log. Run it as the owner of its tables: card-ledger db grants | psql URL",
            f"-- Then let people in: CREATE ROLE zoe LOGIN PASSWORD '...'; GRANT {RECORDER} TO zoe;",
            "DO $$",
            "DECLARE",
            "  database text := current_database();",
            "  recorder text := left('card_ledger_recorder_' || database, 63);",
            "  reader text := left('card_ledger_reader_' || database, 63);",
            "  secretary text := left('card_ledger_secretary_' || database, 63);",
            "  role text;",
            "BEGIN",
            "  FOREACH role IN ARRAY ARRAY[recorder, reader, secretary] LOOP",
            "    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) THEN",
            "      EXECUTE format('CREATE ROLE %I NOLOGIN', role);",
            "    END IF;",
            "  END LOOP;",
            *(
                f"  EXECUTE format('{line}', recorder, reader, current_schema(), database, secretary);"
                for line in statements
            ),
            f"  FOR role IN SELECT rolname FROM pg_roles WHERE rolname IN ({former}) LOOP",
            f"    EXECUTE format('REVOKE ALL ON {tables}, evening_id_seq FROM %I', role);",
            "  END LOOP;",
            "END $$;",
        ]
    )
