"""Steps that bring a database to the present shape (Alembic). `upgrade` runs those that are missing."""

from functools import cache
from importlib import resources

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection


def upgrade(connection: Connection) -> None:
    """Bring the database of this connection up to date."""
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def is_current(connection: Connection) -> bool:
    """Whether a database has the shape that this program knows."""
    return revision(connection) == _steps().get_current_head()


def revision(connection: Connection) -> str | None:
    """The shape that a database says it has; None if it is no database of ours, or an empty one."""
    return MigrationContext.configure(connection).get_current_revision()


def is_known(revision: str) -> bool:
    """Whether a shape is this program's, or one that it can bring up to date."""
    return any(step.revision == revision for step in _steps().walk_revisions())


@cache
def _steps() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(resources.files(__name__)))
    return config
