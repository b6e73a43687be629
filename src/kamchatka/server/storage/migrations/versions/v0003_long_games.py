"""Allow games longer than 24 days, and store why a game is in quarantine."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Widen table time to 64 bits (SQLite has them anyway), and add the quarantine column without entries."""
    if op.get_bind().dialect.name != "sqlite":
        op.alter_column("entries", "clock", type_=sa.BigInteger, existing_nullable=False)
    op.add_column("tables", sa.Column("unreadable", sa.Text))
