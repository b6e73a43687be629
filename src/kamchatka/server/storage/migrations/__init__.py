"""Schema migrations (Alembic). `upgrade` runs the missing ones."""

from functools import cache
from importlib import resources

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection


def upgrade(connection: Connection) -> None:
    """Upgrade the database of this connection."""
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def is_current(connection: Connection) -> bool:
    """Whether a database has the schema this program expects."""
    return revision(connection) == _steps().get_current_head()


def revision(connection: Connection) -> str | None:
    """Return a database's schema revision; None if it is empty or not ours."""
    return MigrationContext.configure(connection).get_current_revision()


def is_known(revision: str) -> bool:
    """Whether a revision is this program's, or one that it can upgrade."""
    return any(step.revision == revision for step in _steps().walk_revisions())


@cache
def _steps() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(resources.files(__name__)))
    return config
