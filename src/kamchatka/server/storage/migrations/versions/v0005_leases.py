"""Many servers over one database: who plays a table, by which right, and which servers there are."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Nobody has a table yet. To write with another epoch than the table's breaks a rule of the database itself."""
    op.add_column("tables", sa.Column("owner", sa.String(32), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("epoch", sa.Integer, nullable=False, server_default="0"))
    op.execute("ALTER TABLE tables ADD COLUMN fence INTEGER DEFAULT 0 NOT NULL CONSTRAINT fenced CHECK (fence = epoch)")
    op.add_column("tables", sa.Column("rested", sa.Float))
    op.create_index("tables_by_owner", "tables", ["owner"])
    op.create_table(
        "servers", sa.Column("id", sa.String(32), primary_key=True), sa.Column("seen", sa.Float, nullable=False)
    )
