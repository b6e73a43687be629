"""Store cups, their players and their places."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "cups",
        sa.Column("id", sa.String(60), primary_key=True),
        sa.Column("series", sa.String(40), nullable=False),
        sa.Column("plan", sa.LargeBinary, nullable=False),
        sa.Column("starts", sa.BigInteger, nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("due", sa.Float, nullable=False),
        sa.Column("round_at", sa.Float, nullable=False, server_default="0"),
        sa.Column("paused", sa.Integer, nullable=False, server_default="0"),
        sa.Column("taken", sa.Float),
        sa.Column("champion", sa.String(60), nullable=False, server_default=""),
    )
    op.create_index("cups_by_status", "cups", ["status", "due"])
    op.create_index("cups_by_start", "cups", ["starts"])
    op.create_table(
        "cup_players",
        sa.Column("cup_id", sa.String(60), sa.ForeignKey("cups.id"), primary_key=True),
        sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("joined", sa.BigInteger, nullable=False),
        sa.Column("entrant", sa.Integer, nullable=False, server_default="0"),
        sa.Column("withdrawn", sa.Boolean, nullable=False),
        sa.Column("place", sa.Integer),
        sa.Column("points", sa.Integer, nullable=False, server_default="0"),
    )
    op.create_index("cup_players_by_user", "cup_players", ["user_id"])
