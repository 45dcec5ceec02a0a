"""On a server an event is signed by the role that records it, and no guard is led astray by a table of the recorder.

A guard looks for its tables where they were made, whatever a recorder has put into a temporary table of the same name.
Whoever does not own the tables writes his own name, or another one marked as claimed: "Ann (as zoe)".
"""

import sqlalchemy as sa
from alembic import op

revision: str = "0006"
down_revision: str | None = "0005"
branch_labels: str | None = None
depends_on: str | None = None

FUNCTIONS = ("card_ledger_refuses", "card_ledger_appends", "card_ledger_signs", "card_ledger_keeps_current")

POSTGRESQL = (
    """
    CREATE FUNCTION card_ledger_signs() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.said_by <> session_user
        AND right(NEW.said_by, 6 + length(session_user)) <> ' (as ' || session_user || ')'
        AND NOT pg_has_role(session_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'MEMBER') THEN
        RAISE EXCEPTION 'an event is signed by the role that records it';
      END IF;
      RETURN NEW;
    END $$
    """,
    """
    CREATE FUNCTION card_ledger_keeps_current() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.recorder <> session_user
        AND right(NEW.recorder, 6 + length(session_user)) <> ' (as ' || session_user || ')'
        AND NOT pg_has_role(session_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'MEMBER') THEN
        RAISE EXCEPTION 'the current evening of another recorder is not changed';
      END IF;
      RETURN NEW;
    END $$
    """,
    """
    CREATE TRIGGER event_is_signed BEFORE INSERT ON event
    FOR EACH ROW EXECUTE FUNCTION card_ledger_signs()
    """,
    """
    CREATE TRIGGER current_is_ones_own BEFORE INSERT OR UPDATE ON current
    FOR EACH ROW EXECUTE FUNCTION card_ledger_keeps_current()
    """,
)


def upgrade() -> None:
    connection = op.get_bind()
    if connection.dialect.name != "postgresql":
        return
    for statement in POSTGRESQL:
        op.execute(statement)
    schema = connection.dialect.identifier_preparer.quote(str(connection.scalar(sa.text("SELECT current_schema()"))))
    for function in FUNCTIONS:
        op.execute(f"ALTER FUNCTION {function}() SET search_path = {schema}, pg_temp")


def downgrade() -> None:
    if op.get_bind().dialect.name != "postgresql":
        return
    op.execute("DROP TRIGGER current_is_ones_own ON current")
    op.execute("DROP TRIGGER event_is_signed ON event")
    for function in FUNCTIONS[2:]:
        op.execute(f"DROP FUNCTION {function}()")
    for function in FUNCTIONS[:2]:
        op.execute(f"ALTER FUNCTION {function}() RESET search_path")
