"""A server checks what recorders append, and what is unreadable all the same can be moved apart.

The trigger of the log checks the digest that binds an event to the one before it. Recorders open evenings and write
totals by functions of the owner of the tables alone, and how somebody is paid is changed by that person or the
secretary. In every database an event is deleted only when the same event stands in the table `moved`.
"""

import sqlalchemy as sa
from alembic import op
from alembic.util.exc import CommandError

revision: str = "0008"
down_revision: str | None = "0007"
branch_labels: str | None = None
depends_on: str | None = None

SQLITE = (
    "DROP TRIGGER event_is_not_deleted",
    """
    CREATE TRIGGER event_is_not_deleted BEFORE DELETE ON event
    WHEN NOT EXISTS (
      SELECT 1 FROM moved WHERE evening IS OLD.evening AND number IS OLD.number AND kind IS OLD.kind
      AND version IS OLD.version AND body IS OLD.body AND pinned IS OLD.pinned AND said_at IS OLD.said_at
      AND said_by IS OLD.said_by AND digest IS OLD.digest
    )
    BEGIN SELECT RAISE(ABORT, 'an event is never deleted'); END
    """,
    "DROP TRIGGER sent_is_not_deleted",
    """
    CREATE TRIGGER sent_is_not_deleted BEFORE DELETE ON sent
    WHEN NOT EXISTS (
      SELECT 1 FROM moved WHERE evening IS OLD.evening AND number IS OLD.last AND "key" IS OLD.key
      AND content IS OLD.content AND first IS OLD.number
    )
    BEGIN SELECT RAISE(ABORT, 'what was sent is never deleted'); END
    """,
    """
    CREATE TRIGGER moved_is_not_changed BEFORE UPDATE ON moved
    BEGIN SELECT RAISE(ABORT, 'what was moved is never changed'); END
    """,
    """
    CREATE TRIGGER moved_is_not_deleted BEFORE DELETE ON moved
    BEGIN SELECT RAISE(ABORT, 'what was moved is never deleted'); END
    """,
)
POSTGRESQL = (
    """
    CREATE OR REPLACE FUNCTION card_ledger_appends() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      newest record;
      form text;
    BEGIN
      SELECT number, digest INTO newest FROM event WHERE evening = NEW.evening ORDER BY number DESC LIMIT 1;
      IF NEW.number <> 1 + coalesce(newest.number, 0) THEN
        RAISE EXCEPTION 'an event is only ever appended, next in number';
      END IF;
      form := '{"form":' || 1 || ',"recorded":{"number":' || NEW.number || ',"event":' || NEW.body
        || CASE WHEN NEW.said_at <> '' THEN ',"said_at":' || to_json(NEW.said_at) ELSE '' END
        || CASE WHEN NEW.said_by <> '' THEN ',"said_by":' || to_json(NEW.said_by) ELSE '' END
        || CASE WHEN NEW.version <> 1 THEN ',"version":' || NEW.version ELSE '' END
        || CASE WHEN NEW.pinned <> '{}' THEN ',"pinned":' || NEW.pinned ELSE '' END || '}}';
      IF NEW.digest IS DISTINCT FROM encode(sha256(
        decode(coalesce(newest.digest, repeat('0', 64)), 'hex') || convert_to(form, 'UTF8')), 'hex') THEN
        RAISE EXCEPTION 'the digest of an event binds it to the one before it';
      END IF;
      IF NEW.kind IS DISTINCT FROM NEW.body::json ->> 'kind' THEN
        RAISE EXCEPTION 'an event is of the kind that it says';
      END IF;
      RETURN NEW;
    END $$
    """,
    """
    CREATE FUNCTION card_ledger_deletes() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF TG_TABLE_NAME = 'event' THEN
        IF EXISTS (
          SELECT FROM moved AS kept WHERE (kept.evening, kept.number, kept.kind, kept.version, kept.body, kept.pinned,
            kept.said_at, kept.said_by, kept.digest) = (OLD.evening, OLD.number, OLD.kind, OLD.version, OLD.body,
            OLD.pinned, OLD.said_at, OLD.said_by, OLD.digest)
        ) THEN RETURN OLD; END IF;
      ELSIF EXISTS (
        SELECT FROM moved AS kept WHERE (kept.evening, kept.number, kept.key, kept.content, kept.first)
          = (OLD.evening, OLD.last, OLD.key, OLD.content, OLD.number)
      ) THEN RETURN OLD; END IF;
      RAISE EXCEPTION '%', TG_ARGV[0];
    END $$
    """,
    """
    CREATE FUNCTION card_ledger_keeps_payees() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      person text;
      secretary text := left('card_ledger_secretary_' || current_database(), 63);
    BEGIN
      FOREACH person IN ARRAY CASE TG_OP
        WHEN 'INSERT' THEN ARRAY[NEW.person] WHEN 'DELETE' THEN ARRAY[OLD.person] ELSE ARRAY[OLD.person, NEW.person] END
      LOOP
        IF lower(person) <> lower(session_user)
          AND NOT pg_has_role(session_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'MEMBER')
          AND NOT EXISTS (SELECT FROM pg_roles WHERE rolname = secretary AND pg_has_role(session_user, oid, 'MEMBER'))
        THEN
          RAISE EXCEPTION 'how % is paid is changed by % or the secretary of the club', person, person;
        END IF;
      END LOOP;
      RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
    END $$
    """,
    """
    CREATE FUNCTION card_ledger_opens(title text, played_on text, closed boolean) RETURNS integer
    LANGUAGE sql SECURITY DEFINER AS $$
      INSERT INTO evening (title, played_on, closed) VALUES ($1, $2, $3) RETURNING id
    $$
    """,
    """
    CREATE FUNCTION card_ledger_begins_club() RETURNS void LANGUAGE sql SECURITY DEFINER AS $$
      INSERT INTO evening (id, title, played_on, closed) VALUES (0, '', NULL, false)
    $$
    """,
    """
    CREATE FUNCTION card_ledger_counts(
      evening integer, number integer, digest text, rules text, body text, sent integer
    ) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
    DECLARE
      newest record;
    BEGIN
      SELECT event.number, event.digest, event.said_by INTO newest FROM event WHERE event.evening = $1
        ORDER BY event.number DESC LIMIT 1;
      IF newest.said_by <> session_user
        AND right(newest.said_by, 6 + length(session_user)) <> ' (as ' || session_user || ')'
        AND NOT pg_has_role(session_user, (SELECT relowner FROM pg_class WHERE oid = 'event'::regclass), 'MEMBER') THEN
        RAISE EXCEPTION 'the totals of an evening are written by the role that recorded its newest event';
      END IF;
      IF newest.number IS DISTINCT FROM $2
        OR $3 IS DISTINCT FROM encode(sha256(convert_to(newest.digest || ' ' || $4 || ' ' || $5, 'UTF8')), 'hex') THEN
        RAISE EXCEPTION 'the totals of an evening are bound to its newest event';
      END IF;
      INSERT INTO totals VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT ON CONSTRAINT totals_pkey DO UPDATE
        SET number = excluded.number, digest = excluded.digest, rules = excluded.rules, body = excluded.body,
        sent = totals.sent + excluded.sent;
    END $$
    """,
    "DROP TRIGGER event_is_not_deleted ON event",
    """
    CREATE TRIGGER event_is_not_deleted BEFORE DELETE ON event
    FOR EACH ROW EXECUTE FUNCTION card_ledger_deletes('an event is never deleted')
    """,
    "DROP TRIGGER sent_is_not_deleted ON sent",
    """
    CREATE TRIGGER sent_is_not_deleted BEFORE DELETE ON sent
    FOR EACH ROW EXECUTE FUNCTION card_ledger_deletes('what was sent is never deleted')
    """,
    """
    CREATE TRIGGER moved_is_not_changed BEFORE UPDATE ON moved
    FOR EACH ROW EXECUTE FUNCTION card_ledger_refuses('what was moved is never changed')
    """,
    """
    CREATE TRIGGER moved_is_not_deleted BEFORE DELETE ON moved
    FOR EACH ROW EXECUTE FUNCTION card_ledger_refuses('what was moved is never deleted')
    """,
    """
    CREATE TRIGGER moved_is_not_emptied BEFORE TRUNCATE ON moved
    FOR EACH STATEMENT EXECUTE FUNCTION card_ledger_refuses('what was moved is never deleted')
    """,
    """
    CREATE TRIGGER payee_is_ones_own BEFORE INSERT OR UPDATE OR DELETE ON payee
    FOR EACH ROW EXECUTE FUNCTION card_ledger_keeps_payees()
    """,
)
OF_THE_OWNER = (
    "card_ledger_opens(text, text, boolean)",
    "card_ledger_begins_club()",
    "card_ledger_counts(integer, integer, text, text, text, integer)",
)
FUNCTIONS = ("card_ledger_appends()", "card_ledger_deletes()", "card_ledger_keeps_payees()", *OF_THE_OWNER)

ROLES = """
DO $$
DECLARE
  recorder text := left('card_ledger_recorder_' || current_database(), 63);
  reader text := left('card_ledger_reader_' || current_database(), 63);
  role text;
BEGIN
  FOR role IN SELECT rolname FROM pg_roles WHERE rolname IN (recorder, reader) LOOP
    EXECUTE format('GRANT SELECT ON moved TO %I', role);
    IF role = recorder THEN
      EXECUTE format('REVOKE INSERT ON evening FROM %I', role);
      EXECUTE format('REVOKE INSERT, UPDATE ON totals FROM %I', role);
      EXECUTE format('GRANT EXECUTE ON FUNCTION {functions} TO %I', role);
    END IF;
  END LOOP;
END $$
"""
"""The rights of the roles that `db grants` has made already; the secretary comes with the next `db grants`."""


def upgrade() -> None:
    op.create_table(
        "moved",
        sa.Column("evening", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("repair", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("content", sa.Text, nullable=True),
        sa.Column("first", sa.Integer, nullable=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("pinned", sa.Text, nullable=False),
        sa.Column("said_at", sa.Text, nullable=False),
        sa.Column("said_by", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
    )
    op.add_column("totals", sa.Column("sent", sa.Integer, nullable=False, server_default=sa.text("0")))
    op.execute("UPDATE totals SET sent = (SELECT count(*) FROM sent WHERE sent.evening = totals.evening)")
    op.add_column("payee", sa.Column("secret", sa.Text, nullable=False, server_default=sa.text("''")))
    if op.get_bind().dialect.name == "sqlite":
        for statement in SQLITE:
            op.execute(statement)
        return
    for statement in POSTGRESQL:
        op.execute(statement)
    _look_only_here("card_ledger_refuses()", *FUNCTIONS)
    for function in OF_THE_OWNER:
        op.execute(f"REVOKE ALL ON FUNCTION {function} FROM PUBLIC")
    op.execute(ROLES.format(functions=", ".join(OF_THE_OWNER)))


def _look_only_here(*functions: str) -> None:
    """Let functions of a server look for tables where they were made, whatever else a recorder has made."""
    connection = op.get_bind()
    schema = connection.dialect.identifier_preparer.quote(str(connection.scalar(sa.text("SELECT current_schema()"))))
    for function in functions:
        op.execute(f"ALTER FUNCTION {function} SET search_path = {schema}, pg_temp")


BEFORE = {
    "sqlite": (
        "DROP TRIGGER event_is_not_deleted",
        """
        CREATE TRIGGER event_is_not_deleted BEFORE DELETE ON event
        BEGIN SELECT RAISE(ABORT, 'an event is never deleted'); END
        """,
        "DROP TRIGGER sent_is_not_deleted",
        """
        CREATE TRIGGER sent_is_not_deleted BEFORE DELETE ON sent
        BEGIN SELECT RAISE(ABORT, 'what was sent is never deleted'); END
        """,
    ),
    "postgresql": (
        "DROP TRIGGER payee_is_ones_own ON payee",
        "DROP TRIGGER sent_is_not_deleted ON sent",
        """
        CREATE TRIGGER sent_is_not_deleted BEFORE DELETE ON sent
        FOR EACH ROW EXECUTE FUNCTION card_ledger_refuses('what was sent is never deleted')
        """,
        "DROP TRIGGER event_is_not_deleted ON event",
        """
        CREATE TRIGGER event_is_not_deleted BEFORE DELETE ON event
        FOR EACH ROW EXECUTE FUNCTION card_ledger_refuses('an event is never deleted')
        """,
        *(f"DROP FUNCTION {function}" for function in FUNCTIONS[1:]),
        """
        CREATE OR REPLACE FUNCTION card_ledger_appends() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          IF NEW.number <> 1 + (SELECT coalesce(max(number), 0) FROM event WHERE evening = NEW.evening) THEN
            RAISE EXCEPTION 'an event is only ever appended, next in number';
          END IF;
          RETURN NEW;
        END $$
        """,
    ),
}
"""What a downgrade puts back."""


def downgrade() -> None:
    if op.get_bind().scalar(sa.text("SELECT count(*) FROM moved")):
        raise CommandError("there are events that were moved apart, which would be lost: nothing is taken down")
    dialect = op.get_bind().dialect.name
    for statement in BEFORE[dialect]:
        op.execute(statement)
    if dialect == "postgresql":
        _look_only_here("card_ledger_appends()")
    op.drop_table("moved")
    op.drop_column("payee", "secret")
    op.drop_column("totals", "sent")
