"""Store the match queue in the database, so that all servers share it."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Create an empty queue."""
    op.create_table(
        "waiting",
        sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("asked", sa.LargeBinary, nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("looked", sa.Float, nullable=False),
        sa.Column("taken", sa.Float),
        sa.Column("told", sa.LargeBinary),
    )
