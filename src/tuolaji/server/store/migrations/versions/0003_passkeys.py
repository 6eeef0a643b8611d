"""Passkeys of accounts."""

from alembic import op
from sqlalchemy import BigInteger, Column, Double, Text

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make their table."""
    op.create_table(
        "passkeys",
        Column("id", Text, primary_key=True),
        Column("guest", Text, nullable=False),
        Column("host", Text, nullable=False),
        Column("name", Text, nullable=False),
        Column("key", Text, nullable=False),
        Column("counter", BigInteger, nullable=False),
        Column("made", Double, nullable=False),
        Column("used", Double),
    )
    op.create_index("passkeys_of_guest", "passkeys", ["guest"])
