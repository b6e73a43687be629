"""Games against clocks note how long they have been played; lists show the colours that seats have chosen."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """A game that is under way begins to note both with its next move."""
    op.add_column("tables", sa.Column("clock", sa.Float))
    op.add_column("tables", sa.Column("colours", sa.String(40), nullable=False, server_default=""))
