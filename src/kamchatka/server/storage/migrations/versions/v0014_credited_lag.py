"""Store the lag that clocks didn't charge, so that a reopened game has the same time left."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Add the column. Earlier entries were charged for their lag."""
    op.add_column("entries", sa.Column("lag", sa.Integer, nullable=False, server_default="0"))
