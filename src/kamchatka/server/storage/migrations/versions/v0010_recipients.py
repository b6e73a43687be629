"""Count the codes and invitations sent to each recipient."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Create the table without counts."""
    op.create_table(
        "recipients",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("hour", sa.Integer, nullable=False),
        sa.Column("in_hour", sa.Integer, nullable=False),
        sa.Column("day", sa.Integer, nullable=False),
        sa.Column("in_day", sa.Integer, nullable=False),
    )
    op.create_index("recipients_by_day", "recipients", ["day"])
