"""Add codes and addresses that recover an account, and the picture that a user has chosen."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Add the tables and the column. Nobody has any of them yet."""
    op.add_column("users", sa.Column("avatar", sa.String(20), nullable=False, server_default=""))
    op.create_table(
        "recovery_codes",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("until", sa.BigInteger),
    )
    op.create_index("recovery_codes_by_user", "recovery_codes", ["user_id"])
    op.create_table(
        "recovery_addresses",
        sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("email", sa.String(254), nullable=False),
    )
