"""Store when and by which browser sessions are used; give tokens scopes and an expiry; link push to sessions."""

import sqlalchemy as sa
from alembic import op

from kamchatka.server.clock import wall_time

revision = "0011"
down_revision = "0010"

DAY = 86_400_000  # milliseconds
SESSION_DAYS = 90  # lifetime of a session before this migration
TOKEN_DAYS = 365  # lifetime of existing tokens from now on


def upgrade() -> None:
    """Keep existing sessions and tokens valid: the tokens get every scope, for a year."""
    op.add_column("sessions", sa.Column("created", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("sessions", sa.Column("seen", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("sessions", sa.Column("browser", sa.String(40), nullable=False, server_default=""))
    op.add_column("sessions", sa.Column("host_only", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("sessions_by_user", "sessions", ["user_id"])
    sessions = sa.table("sessions", *map(sa.column, ("expires", "created", "seen")))
    opened = sessions.c.expires - SESSION_DAYS * DAY
    op.execute(sessions.update().values(created=opened, seen=opened))
    op.add_column("tokens", sa.Column("scopes", sa.String(40), nullable=False, server_default="read"))
    op.add_column("tokens", sa.Column("expires", sa.BigInteger, nullable=False, server_default="0"))
    tokens = sa.table("tokens", *map(sa.column, ("scopes", "expires")))
    expires = int(wall_time() * 1000) + TOKEN_DAYS * DAY
    op.execute(tokens.update().values(scopes="read,play,organise", expires=sa.literal(expires, sa.BigInteger)))
    with op.batch_alter_table("subscriptions") as subscriptions:
        subscriptions.add_column(sa.Column("session", sa.String(64)))
        subscriptions.create_foreign_key(
            "subscribed_by_session", "sessions", ["session"], ["digest"], ondelete="CASCADE"
        )
