"""Add ratings and results, friends and moderators, and notifications."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Create the tables. Existing games are not rated, and running games get no results."""
    op.add_column("tables", sa.Column("rating", sa.String(20), nullable=False, server_default=""))
    _standing()
    _people()
    _moderation()
    _notices()


def _standing() -> None:
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("edition", sa.String(40), nullable=False),
        sa.Column("pace", sa.String(4), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("ended", sa.BigInteger),
        sa.Column("place", sa.Integer),
        sa.Column("has_left", sa.Boolean, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("seconds", sa.Integer, nullable=False),
        sa.Column("objective", sa.String(80), nullable=False),
        sa.Column("zones", sa.Text, nullable=False),
        sa.Column("mu_before", sa.Float),
        sa.Column("sigma_before", sa.Float),
        sa.Column("mu_after", sa.Float),
        sa.Column("sigma_after", sa.Float),
    )
    op.create_index("results_by_user", "results", ["user_id", "ended"])
    op.create_table(
        "ratings",
        sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("edition", sa.String(40), primary_key=True),
        sa.Column("pace", sa.String(4), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("times_left", sa.Integer, nullable=False),
        sa.Column("played", sa.BigInteger, nullable=False),
    )
    op.create_index("ratings_by_edition", "ratings", ["edition", "pace"])
    op.create_table(
        "origins",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(7), nullable=False),
    )
    op.create_table(
        "server_keys", sa.Column("name", sa.String(20), primary_key=True), sa.Column("secret", sa.Text, nullable=False)
    )


def _people() -> None:
    op.create_table(
        "friends",
        sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("other_id", sa.Integer, sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("accepted", sa.Boolean, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("friends_by_other", "friends", ["other_id"])
    op.create_table(
        "blocks",
        sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("other_id", sa.Integer, sa.ForeignKey("users.id"), primary_key=True),
    )
    op.create_index("blocks_by_other", "blocks", ["other_id"])
    op.create_table(
        "roles",
        sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("role", sa.String(12), nullable=False),
    )


def _moderation() -> None:
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("by_id", sa.Integer, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("about_id", sa.Integer, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("reason", sa.String(12), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("talk", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("closed", sa.BigInteger),
        sa.Column("outcome", sa.Text, nullable=False),
    )
    op.create_index("reports_by_state", "reports", ["closed", "at"])
    op.create_table(
        "sanctions",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_index("sanctions_by_user", "sanctions", ["user_id", "until"])
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("by_id", sa.Integer, sa.ForeignKey("users.id")),
        sa.Column("deed", sa.String(12), nullable=False),
        sa.Column("about_id", sa.Integer, sa.ForeignKey("users.id")),
        sa.Column("detail", sa.Text, nullable=False),
    )


def _notices() -> None:
    op.create_table(
        "contacts",
        sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("email", sa.String(254), nullable=False),
        sa.Column("is_confirmed", sa.Boolean, nullable=False),
        sa.Column("code", sa.String(64), nullable=False),
        sa.Column("code_until", sa.BigInteger, nullable=False),
        sa.Column("push_off", sa.String(80), nullable=False),
        sa.Column("mail_off", sa.String(80), nullable=False),
        sa.Column("has_digest", sa.Boolean, nullable=False),
        sa.Column("digested", sa.BigInteger, nullable=False),
        sa.Column("language", sa.String(16), nullable=False),
        sa.Column("feed", sa.Integer, nullable=False),
    )
    op.create_table(
        "subscriptions",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.String(120), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("subscriptions_by_user", "subscriptions", ["user_id"])
    op.create_table(
        "notices",
        sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("subject", sa.String(120), primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("fields", sa.LargeBinary, nullable=False),
        sa.Column("link", sa.String(120), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("is_due", sa.Boolean, nullable=False),
    )
    op.create_index("notices_by_state", "notices", ["is_due", "at"])
    op.create_table(
        "followed",
        sa.Column("event_id", sa.String(64), primary_key=True),
        sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("entrant", sa.Integer, nullable=False),
    )
    op.create_index("followed_by_user", "followed", ["user_id"])
