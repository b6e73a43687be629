"""Seasons of clubs: one row per season, and one per change."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Create the tables, empty."""
    op.create_table(
        "seasons",
        sa.Column("id", sa.String(80), primary_key=True),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("events", sa.Integer, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
    )
    op.create_table(
        "season_changes",
        sa.Column("season_id", sa.String(80), sa.ForeignKey("seasons.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.String(40), nullable=False),
        sa.Column("change", sa.LargeBinary, nullable=False),
    )
