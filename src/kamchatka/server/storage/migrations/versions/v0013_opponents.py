"""Count the distinct opponents of each rating, and store the sort key of leaderboards."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

OPPONENTS = """
    UPDATE ratings SET opponents = (
        SELECT COUNT(DISTINCT others.user_id)
        FROM results AS mine JOIN results AS others ON others.table_id = mine.table_id
        WHERE mine.user_id = ratings.user_id AND others.user_id <> mine.user_id
            AND mine.edition = ratings.edition AND mine.pace = ratings.pace
            AND mine.mu_after IS NOT NULL AND others.mu_after IS NOT NULL
    )
"""
LISTED = "UPDATE ratings SET listed = mu - 2.0 * sigma WHERE sigma <= 6.5 AND games >= 10 AND opponents >= 5"


def upgrade() -> None:
    """Count from stored games. Ratings with too few games or opponents become provisional."""
    op.add_column("ratings", sa.Column("opponents", sa.Integer, nullable=False, server_default="0"))
    op.add_column("ratings", sa.Column("listed", sa.Float))
    op.execute(OPPONENTS)
    op.execute(LISTED)
    op.drop_index("ratings_by_edition", "ratings")
    op.create_index("ratings_by_edition", "ratings", ["edition", "pace", "listed"])
