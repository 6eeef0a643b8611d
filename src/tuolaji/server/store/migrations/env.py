"""Runs the steps on the connection that `upgrade` has opened."""

from alembic import context

from tuolaji.server.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
