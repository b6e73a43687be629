"""Count failed deliveries to each push subscription and pause it after a failure."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Start every subscription without failures."""
    op.add_column("subscriptions", sa.Column("failures", sa.Integer, nullable=False, server_default="0"))
    op.add_column("subscriptions", sa.Column("retry_at", sa.BigInteger, nullable=False, server_default="0"))
