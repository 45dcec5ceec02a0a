"""The log: evenings and their events, which are only ever appended, and what is derived from them."""

import sqlalchemy as sa
from alembic import op
from alembic.util.exc import CommandError

revision: str = "0001"
down_revision: str | None = None
branch_labels: str | None = None
depends_on: str | None = None

SQLITE = (
    """
    CREATE TRIGGER event_is_appended BEFORE INSERT ON event
    WHEN NEW.number IS NOT 1 + (SELECT coalesce(max(number), 0) FROM event WHERE evening = NEW.evening)
    BEGIN SELECT RAISE(ABORT, 'an event is only ever appended, next in number'); END
    """,
    """
    CREATE TRIGGER event_is_not_changed BEFORE UPDATE ON event
    BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END
    """,
    """
    CREATE TRIGGER event_is_not_deleted BEFORE DELETE ON event
    BEGIN SELECT RAISE(ABORT, 'an event is never deleted'); END
    """,
    """
    CREATE TRIGGER evening_keeps_its_number BEFORE UPDATE OF id ON evening WHEN NEW.id IS NOT OLD.id
    BEGIN SELECT RAISE(ABORT, 'an evening keeps its number'); END
    """,
    """
    CREATE TRIGGER evening_is_not_deleted BEFORE DELETE ON evening
    BEGIN SELECT RAISE(ABORT, 'an evening is never deleted'); END
    """,
)

POSTGRESQL = (
    """
    CREATE FUNCTION card_ledger_refuses() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION '%', TG_ARGV[0]; END $$
    """,
    """
    CREATE FUNCTION card_ledger_appends() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.number <> 1 + (SELECT coalesce(max(number), 0) FROM event WHERE evening = NEW.evening) THEN
        RAISE EXCEPTION 'an event is only ever appended, next in number';
      END IF;
      RETURN NEW;
    END $$
    """,
    """
    CREATE TRIGGER event_is_appended BEFORE INSERT ON event
    FOR EACH ROW EXECUTE FUNCTION card_ledger_appends()
    """,
    """
    CREATE TRIGGER event_is_not_changed BEFORE UPDATE ON event
    FOR EACH ROW EXECUTE FUNCTION card_ledger_refuses('an event is never changed')
    """,
    """
    CREATE TRIGGER event_is_not_deleted BEFORE DELETE ON event
    FOR EACH ROW EXECUTE FUNCTION card_ledger_refuses('an event is never deleted')
    """,
    """
    CREATE TRIGGER event_is_not_emptied BEFORE TRUNCATE ON event
    FOR EACH STATEMENT EXECUTE FUNCTION card_ledger_refuses('an event is never deleted')
    """,
    """
    CREATE TRIGGER evening_keeps_its_number BEFORE UPDATE OF id ON evening
    FOR EACH ROW WHEN (NEW.id <> OLD.id) EXECUTE FUNCTION card_ledger_refuses('an evening keeps its number')
    """,
    """
    CREATE TRIGGER evening_is_not_deleted BEFORE DELETE ON evening
    FOR EACH ROW EXECUTE FUNCTION card_ledger_refuses('an evening is never deleted')
    """,
    """
    CREATE TRIGGER evening_is_not_emptied BEFORE TRUNCATE ON evening
    FOR EACH STATEMENT EXECUTE FUNCTION card_ledger_refuses('an evening is never deleted')
    """,
)

TRIGGERS = {"sqlite": SQLITE, "postgresql": POSTGRESQL}


def upgrade() -> None:
    op.create_table(
        "evening",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("played_on", sa.Text, nullable=True),
        sa.Column("closed", sa.Boolean, nullable=False),
    )
    op.create_table(
        "event",
        sa.Column("evening", sa.Integer, sa.ForeignKey("evening.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("pinned", sa.Text, nullable=False),
        sa.Column("said_at", sa.Text, nullable=False),
        sa.Column("said_by", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "checkpoint",
        sa.Column("evening", sa.Integer, sa.ForeignKey("evening.id"), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("form", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "posting",
        sa.Column("evening", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("place", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("event", sa.Integer, nullable=False),
        sa.Column("payer", sa.Text, nullable=False),
        sa.Column("payer_is_pool", sa.Boolean, nullable=False),
        sa.Column("payee", sa.Text, nullable=False),
        sa.Column("payee_is_pool", sa.Boolean, nullable=False),
        sa.Column("amount", sa.BigInteger, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("cite", sa.Text, nullable=False),
        sa.Column("stays", sa.Boolean, nullable=False),
        sa.Column("deal", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["evening", "event"], ["event.evening", "event.number"]),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "current",
        sa.Column("recorder", sa.Text, primary_key=True),
        sa.Column("evening", sa.Integer, sa.ForeignKey("evening.id"), nullable=False),
    )
    for statement in TRIGGERS[op.get_bind().dialect.name]:
        op.execute(statement)


def downgrade() -> None:
    if op.get_bind().scalar(sa.text("SELECT count(*) FROM event")):
        raise CommandError("there are events in the log, which would be lost: nothing is taken down")
    for table in ("current", "posting", "checkpoint", "event", "evening"):
        op.drop_table(table)
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION card_ledger_appends()")
        op.execute("DROP FUNCTION card_ledger_refuses()")
