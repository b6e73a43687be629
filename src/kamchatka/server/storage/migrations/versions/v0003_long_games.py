"""Games may last longer than 24 days; one that cannot be read is set apart, and the reason noted."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Table time in 64 bits, which SQLite has anyway; no game is in quarantine yet."""
    if op.get_bind().dialect.name != "sqlite":
        op.alter_column("entries", "clock", type_=sa.BigInteger, existing_nullable=False)
    op.add_column("tables", sa.Column("unreadable", sa.Text))
