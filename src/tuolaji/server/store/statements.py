"""What is asked of PostgreSQL, as SQLAlchemy Core.

An append is one statement: it locks the leases it rests on, writes what their epochs allow, and
says which those were. Whoever takes a table waits for that lock, so every row of an older epoch is
either there when the new owner reads the log, or never.

A database that was started anew may lack what was committed last, leases too, if it is another one
now or an older copy. So a lease is good only as long as the database that gave it runs.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Double,
    Integer,
    Interval,
    LargeBinary,
    Select,
    TableValuedAlias,
    Text,
    and_,
    bindparam,
    cast,
    column,
    delete,
    exists,
    extract,
    func,
    or_,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import ARRAY, Insert, insert
from sqlalchemy.types import TypeEngine

from .schema import entries, facts, leases, owners, sits, tables

_ROW: dict[str, TypeEngine[Any]] = {
    "tbl": Text(),
    "epoch": BigInteger(),
    "row": Integer(),
    "seat": Integer(),
    "move": Text(),
    "body": LargeBinary(),
}
_SUMMARY: dict[str, TypeEngine[Any]] = {
    "tbl": Text(),
    "epoch": BigInteger(),
    "at": Double(),
    "running": Boolean(),
    "summary": LargeBinary(),
    "since": Text(),
}
_FACT: dict[str, TypeEngine[Any]] = {
    "tbl": Text(),
    "epoch": BigInteger(),
    "owner": Text(),
    "name": Text(),
    "value": Text(),
}
_SIT: dict[str, TypeEngine[Any]] = {"tbl": Text(), "epoch": BigInteger(), "guest": Text()}

_SINCE = cast(extract("epoch", func.pg_postmaster_start_time()), Text())  # it runs since then


def _lists(name: str, fields: dict[str, TypeEngine[Any]]) -> TableValuedAlias:
    """Parameters that are lists of equal length, as a table."""
    values = [
        cast(bindparam(f"{name}_{field}", type_=ARRAY(kind)), ARRAY(kind))
        for field, kind in fields.items()
    ]
    columns = [column(field, kind) for field, kind in fields.items()]
    return func.unnest(*values).table_valued(*columns, name=name).render_derived()


def _append() -> Select[tuple[str, int]]:
    """Write what is given where the epoch is the lease's: those tables, with their epochs."""
    told, rows, sat = _lists("told", _SUMMARY), _lists("rows", _ROW), _lists("sat", _SIT)
    kept = _lists("kept", _FACT)
    good = leases.c.tbl == told.c.tbl, leases.c.epoch == told.c.epoch, told.c.since == _SINCE
    held = (
        select(leases.c.tbl, leases.c.epoch)
        .join(told, and_(*good))
        .with_for_update(read=True, of=leases)
        .cte("held")
    )

    def ours(given: TableValuedAlias, *fields: str) -> Select[tuple[object, ...]]:
        match = and_(given.c.tbl == held.c.tbl, given.c.epoch == held.c.epoch)
        return select(*(given.c[field] for field in fields)).join(held, match)

    written = insert(entries).from_select([*_ROW], ours(rows, *_ROW)).cte("written")
    summed = insert(tables).from_select(
        ["id", "at", "running", "summary"], ours(told, "tbl", "at", "running", "summary")
    )
    new = {name: summed.excluded[name] for name in ("at", "running", "summary")}
    listed = summed.on_conflict_do_update(index_elements=["id"], set_=new).cte("listed")
    fact = ["owner", "name", "value"]
    stored = insert(facts).from_select(fact, ours(kept, *fact))
    noted = _over(stored).cte("noted")
    seated = insert(sits).from_select(["guest", "tbl"], ours(sat, "guest", "tbl"))
    seats = seated.on_conflict_do_nothing().cte("seats")
    return select(held.c.tbl, held.c.epoch).add_cte(written, listed, noted, seats)


def _over(fact: Insert) -> Insert:
    """What is kept replaces what was kept."""
    new = {"value": fact.excluded.value}
    return fact.on_conflict_do_update(index_elements=["owner", "name"], set_=new)


APPEND = _append()
READ = (
    select(entries.c.body)
    .where(entries.c.tbl == bindparam("tbl"), entries.c.row > bindparam("after"))
    .order_by(entries.c.row)
)
RUNNING = select(tables.c.id).where(tables.c.running)
OF_GUEST = (
    select(tables.c.id, tables.c.at, tables.c.summary)
    .join(sits, sits.c.tbl == tables.c.id)
    .where(sits.c.guest == bindparam("guest"))
    .order_by(tables.c.at.desc())
    .limit(bindparam("most"))
)

FACTS = (
    select(facts.c.name, facts.c.value)
    .where(facts.c.owner == bindparam("owner"))
    .order_by(facts.c.name)
)
_keep = insert(facts).values(
    owner=bindparam("owner"), name=bindparam("name"), value=bindparam("value")
)
KEEP = _over(_keep)
KEEP_FIRST = _keep.on_conflict_do_nothing()
FORGET = delete(facts).where(facts.c.owner == bindparam("of"), facts.c.name == bindparam("named"))

# Leases.

_alive = select(owners.c.id).where(owners.c.until > func.clock_timestamp())
_mine = select(
    bindparam("tbl", type_=Text()), bindparam("owner", type_=Text()), cast(1, BigInteger)
).where(
    or_(
        bindparam("new", type_=Boolean()),
        exists().where(tables.c.id == bindparam("tbl", type_=Text())),
    )
)
_taken = insert(leases).from_select(["tbl", "owner", "epoch"], _mine)
TAKE = _taken.on_conflict_do_update(
    index_elements=["tbl"],
    set_={"owner": _taken.excluded.owner, "epoch": leases.c.epoch + 1},
    where=or_(leases.c.owner == _taken.excluded.owner, leases.c.owner.not_in(_alive)),
).returning(leases.c.epoch, _SINCE)
OWNER = select(leases.c.owner).where(  # of a table that was deleted nobody is
    leases.c.tbl == bindparam("tbl"), exists().where(tables.c.id == leases.c.tbl)
)
_lives = insert(owners).values(
    id=bindparam("owner"),
    until=func.clock_timestamp() + bindparam("lease", type_=Interval()),
)
LIVE = _lives.on_conflict_do_update(
    index_elements=["id"], set_={"until": _lives.excluded.until}
).returning(_SINCE)
_ended = select(leases.c.tbl).where(leases.c.tbl.in_(bindparam("ended", expanding=True)))
END = (
    update(leases)
    .where(leases.c.tbl.in_(_ended.order_by(leases.c.tbl).with_for_update()))
    .values(epoch=leases.c.epoch + 1)
)
STARTED = select(_SINCE)
DIE = delete(owners).where(owners.c.id == bindparam("owner_id"))
