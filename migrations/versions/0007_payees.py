"""How people are paid stands beside the logs, in a table whose rows can be changed and deleted."""

import sqlalchemy as sa
from alembic import op

revision: str = "0007"
down_revision: str | None = "0006"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_table(
        "payee",
        sa.Column("person", sa.Text, nullable=False, primary_key=True),
        sa.Column("way", sa.Text, nullable=False, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
        sa.Column("holder", sa.Text, nullable=False),
        sa.Column("bic", sa.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("payee")
