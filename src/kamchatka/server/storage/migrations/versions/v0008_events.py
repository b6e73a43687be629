"""Store tournaments in the database if several servers share it."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Create empty tables; a server imports its folder's files when it starts."""
    op.create_table(
        "events",
        sa.Column("id", sa.String(80), primary_key=True),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("stamp", sa.Integer, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
        sa.Column("draft", sa.LargeBinary),
    )
    op.create_table(
        "event_entries",
        sa.Column("event_id", sa.String(80), sa.ForeignKey("events.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.String(40), nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("change", sa.Text),
        sa.Column("undoes", sa.Integer),
        sa.Column("mark", sa.String(16), nullable=False),
    )
