"""Only the log is stored, and one row for each evening of what it comes to: the other derived tables go."""

import sqlalchemy as sa
from alembic import op

revision: str = "0005"
down_revision: str | None = "0004"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    for table in ("posting", "checkpoint", "mark"):
        op.drop_table(table)
    op.create_table(
        "totals",
        sa.Column("evening", sa.Integer, sa.ForeignKey("evening.id"), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("totals")
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
        "mark",
        sa.Column("evening", sa.Integer, sa.ForeignKey("evening.id"), primary_key=True, autoincrement=False),
        sa.Column("stretch", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("form", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
