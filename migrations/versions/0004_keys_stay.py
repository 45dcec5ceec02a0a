"""What was sent under a key is not replaced either.

Only SQLite needs it: there `INSERT OR REPLACE` takes a row out that is in its way, and neither the trigger of what is
changed nor that of what is deleted is asked. On a server an insert that would change a row is an update, and refused.
"""

from alembic import op

revision: str = "0004"
down_revision: str | None = "0003"
branch_labels: str | None = None
depends_on: str | None = None

# A row is in the way by its key, or by its place in the table, which is -1 here where none is named.
SQLITE = """
    CREATE TRIGGER sent_is_not_replaced BEFORE INSERT ON sent
    WHEN EXISTS (SELECT 1 FROM sent WHERE evening = NEW.evening AND key = NEW.key)
      OR EXISTS (SELECT 1 FROM sent WHERE rowid = NEW.rowid)
    BEGIN SELECT RAISE(ABORT, 'what was sent is never changed'); END
    """


def upgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        op.execute(SQLITE)


def downgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        op.execute("DROP TRIGGER sent_is_not_replaced")
