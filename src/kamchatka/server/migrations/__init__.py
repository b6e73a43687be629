"""Steps that bring a database to the present shape (Alembic). `upgrade` runs those that are missing."""

from importlib import resources

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection


def upgrade(connection: Connection) -> None:
    """Bring the database of this connection up to date."""
    config = Config()
    config.set_main_option("script_location", str(resources.files(__name__)))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
