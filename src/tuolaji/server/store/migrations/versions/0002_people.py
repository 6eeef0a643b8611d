"""Accounts, what came of every deal, and ratings."""

from alembic import op
from sqlalchemy import Column, Double, Integer, Text

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the tables about people."""
    op.create_table(
        "accounts",
        Column("login", Text, primary_key=True),
        Column("guest", Text, nullable=False, unique=True),
        Column("password", Text, nullable=False),
        Column("recovery", Text, nullable=False),
        Column("session", Integer, nullable=False),
        Column("made", Double, nullable=False),
    )
    op.create_table(
        "results",
        Column("who", Text, primary_key=True),
        Column("tbl", Text, primary_key=True),
        Column("deal", Integer, primary_key=True),
        Column("ruleset", Text, nullable=False),
        Column("at", Double, nullable=False),
        Column("rated", Integer, nullable=False),
        Column("outcome", Text, nullable=False),
        Column("mu", Double),
        Column("sigma", Double),
    )
    op.create_index("results_in_time", "results", ["who", "at"])
    op.create_table(
        "ratings",
        Column("ruleset", Text, primary_key=True),
        Column("who", Text, primary_key=True),
        Column("mu", Double, nullable=False),
        Column("sigma", Double, nullable=False),
        Column("deals", Integer, nullable=False),
        Column("won", Integer, nullable=False),
        Column("at", Double, nullable=False),
    )
