"""Add dice statistics of finished games, and puzzle ratings."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the columns and the table. Existing games get no dice statistics."""
    op.add_column("results", sa.Column("throws", sa.Integer))
    op.add_column("results", sa.Column("lost", sa.Integer))
    op.add_column("results", sa.Column("lost_mean", sa.Float))
    op.add_column("results", sa.Column("beaten", sa.Integer))
    op.add_column("results", sa.Column("beaten_mean", sa.Float))
    op.create_table(
        "training",
        sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("rating", sa.Integer, nullable=False),
        sa.Column("tried", sa.Integer, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.Column("seen", sa.Text, nullable=False),
    )
