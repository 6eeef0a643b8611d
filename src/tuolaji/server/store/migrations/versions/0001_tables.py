"""Logs, lists of tables, facts and leases."""

from alembic import op
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Double,
    Integer,
    LargeBinary,
    Text,
    text,
)

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make everything."""
    op.create_table(
        "entries",
        Column("tbl", Text, primary_key=True),
        Column("row", Integer, primary_key=True),
        Column("epoch", BigInteger, nullable=False),
        Column("seat", Integer),
        Column("move", Text),
        Column("body", LargeBinary, nullable=False),
    )
    moves = text("move IS NOT NULL")
    op.create_index("once", "entries", ["tbl", "seat", "move"], unique=True, postgresql_where=moves)
    op.create_table(
        "tables",
        Column("id", Text, primary_key=True),
        Column("at", Double, nullable=False),
        Column("running", Boolean, nullable=False),
        Column("summary", LargeBinary, nullable=False),
    )
    op.create_table(
        "sits",
        Column("guest", Text, primary_key=True),
        Column("tbl", Text, primary_key=True),
    )
    op.create_table(
        "facts",
        Column("owner", Text, primary_key=True),
        Column("name", Text, primary_key=True),
        Column("value", Text, nullable=False),
    )
    op.create_table(
        "leases",
        Column("tbl", Text, primary_key=True),
        Column("owner", Text, nullable=False),
        Column("epoch", BigInteger, nullable=False),
    )
    op.create_table(
        "owners",
        Column("id", Text, primary_key=True),
        Column("until", DateTime(timezone=True), nullable=False),
    )
