"""Store the playing time of games with clocks, and the seats' colours for lists."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the columns. Running games fill them with their next move."""
    op.add_column("tables", sa.Column("clock", sa.Float))
    op.add_column("tables", sa.Column("colours", sa.String(40), nullable=False, server_default=""))
