"""Games against clocks note how long they have been played, so that a restart gives nobody time back."""
import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """A game that is under way begins to note it with its next move."""
    op.add_column("tables", sa.Column("clock", sa.Float))
