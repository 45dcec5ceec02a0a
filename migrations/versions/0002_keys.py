"""What was sent under a key, so that it is recorded once however often it is sent."""

import sqlalchemy as sa
from alembic import op
from alembic.util.exc import CommandError

revision: str = "0002"
down_revision: str | None = "0001"
branch_labels: str | None = None
depends_on: str | None = None

SQLITE = (
    """
    CREATE TRIGGER sent_is_not_changed BEFORE UPDATE ON sent
    BEGIN SELECT RAISE(ABORT, 'what was sent is never changed'); END
    """,
    """
    CREATE TRIGGER sent_is_not_deleted BEFORE DELETE ON sent
    BEGIN SELECT RAISE(ABORT, 'what was sent is never deleted'); END
    """,
)

POSTGRESQL = (
    """
    CREATE TRIGGER sent_is_not_changed BEFORE UPDATE ON sent
    FOR EACH ROW EXECUTE FUNCTION card_ledger_refuses('what was sent is never changed')
    """,
    """
    CREATE TRIGGER sent_is_not_deleted BEFORE DELETE ON sent
    FOR EACH ROW EXECUTE FUNCTION card_ledger_refuses('what was sent is never deleted')
    """,
    """
    CREATE TRIGGER sent_is_not_emptied BEFORE TRUNCATE ON sent
    FOR EACH STATEMENT EXECUTE FUNCTION card_ledger_refuses('what was sent is never deleted')
    """,
)

TRIGGERS = {"sqlite": SQLITE, "postgresql": POSTGRESQL}


def upgrade() -> None:
    op.create_table(
        "sent",
        sa.Column("evening", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("last", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["evening", "last"], ["event.evening", "event.number"]),
    )
    for statement in TRIGGERS[op.get_bind().dialect.name]:
        op.execute(statement)


def downgrade() -> None:
    if op.get_bind().scalar(sa.text("SELECT count(*) FROM sent")):
        raise CommandError("there are keys of what was sent, which could be recorded twice: nothing is taken down")
    op.drop_table("sent")
