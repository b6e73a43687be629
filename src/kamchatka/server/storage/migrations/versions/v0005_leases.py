"""Add leases, so that several servers can share a database: owner and epoch of tables, and the list of servers."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the columns without owners. A constraint rejects writes with an outdated epoch."""
    op.add_column("tables", sa.Column("owner", sa.String(32), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("epoch", sa.Integer, nullable=False, server_default="0"))
    op.execute("ALTER TABLE tables ADD COLUMN fence INTEGER DEFAULT 0 NOT NULL CONSTRAINT fenced CHECK (fence = epoch)")
    op.add_column("tables", sa.Column("rested", sa.Float))
    op.create_index("tables_by_owner", "tables", ["owner"])
    op.create_table(
        "servers", sa.Column("id", sa.String(32), primary_key=True), sa.Column("seen", sa.Float, nullable=False)
    )
