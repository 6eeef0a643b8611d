"""How the database got its tables, step by step; every process that starts brings it up to date."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import URL, create_engine, func, select

_LOCK = 0x70756F6C616A69  # of those who start at once, one goes first


class Newer(Exception):
    """The database has steps that this program does not know; says so."""


def upgrade(url: URL) -> None:
    """Bring a database up to date; Newer if it is further than that."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    engine = create_engine(url)
    try:
        with engine.begin() as connection:
            connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except CommandError as error:
        raise Newer(f"the database is of a newer version of this program: {error}") from None
    finally:
        engine.dispose()
