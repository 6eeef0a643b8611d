"""The tables of the database for many processes; `migrations` makes them.

leases: who has a table, and how often it was taken. owners: until when an owner lives unless it
says again that it does.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Double,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

metadata = MetaData()

entries = Table(
    "entries",
    metadata,
    Column("tbl", Text, primary_key=True),
    Column("row", Integer, primary_key=True),
    Column("epoch", BigInteger, nullable=False),
    Column("seat", Integer),
    Column("move", Text),
    Column("body", LargeBinary, nullable=False),
)
Index(
    "once",
    entries.c.tbl,
    entries.c.seat,
    entries.c.move,
    unique=True,
    postgresql_where=entries.c.move.is_not(None),
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("at", Double, nullable=False),
    Column("running", Boolean, nullable=False),
    Column("summary", LargeBinary, nullable=False),
)

sits = Table(
    "sits",
    metadata,
    Column("guest", Text, primary_key=True),
    Column("tbl", Text, primary_key=True),
)

facts = Table(
    "facts",
    metadata,
    Column("owner", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

accounts = Table(
    "accounts",
    metadata,
    Column("login", Text, primary_key=True),
    Column("guest", Text, nullable=False, unique=True),
    Column("password", Text, nullable=False),
    Column("recovery", Text, nullable=False),
    Column("session", Integer, nullable=False),
    Column("made", Double, nullable=False),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", Text, primary_key=True),
    Column("guest", Text, nullable=False),
    Column("host", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("counter", BigInteger, nullable=False),
    Column("made", Double, nullable=False),
    Column("used", Double),
)
Index("passkeys_of_guest", passkeys.c.guest)

results = Table(
    "results",
    metadata,
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
Index("results_in_time", results.c.who, results.c.at)

ratings = Table(
    "ratings",
    metadata,
    Column("ruleset", Text, primary_key=True),
    Column("who", Text, primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("deals", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("at", Double, nullable=False),
)

leases = Table(
    "leases",
    metadata,
    Column("tbl", Text, primary_key=True),
    Column("owner", Text, nullable=False),
    Column("epoch", BigInteger, nullable=False),
)

owners = Table(
    "owners",
    metadata,
    Column("id", Text, primary_key=True),
    Column("until", DateTime(timezone=True), nullable=False),
)
