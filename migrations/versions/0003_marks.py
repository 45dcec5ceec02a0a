"""Marks on the way, so that an evening can be taken up again before what a correction is about."""

import sqlalchemy as sa
from alembic import op

revision: str = "0003"
down_revision: str | None = "0002"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_table(
        "mark",
        sa.Column("evening", sa.Integer, sa.ForeignKey("evening.id"), primary_key=True, autoincrement=False),
        sa.Column("stretch", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("form", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("mark")
