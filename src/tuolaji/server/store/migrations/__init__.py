"""How the database got its tables, step by step; every process that starts brings it up to date."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import URL, create_engine, func, select

_LOCK = 0x70756F6C616A69  # of those who start at once, one goes first


def upgrade(url: URL) -> None:
    """Bring a database up to date."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    engine.dispose()
