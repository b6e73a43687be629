"""Alembic's entry: the connection is handed in by `upgrade`."""

from alembic import context

from kamchatka.server.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
