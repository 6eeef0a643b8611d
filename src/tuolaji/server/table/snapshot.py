"""A table as it was when its last deal began, so that only this deal has to be replayed.

The log remains the truth: a snapshot is made of it, and written in one with what follows, so that
it is never of a log that has other rows. It may be lost, and one that cannot be read is left aside.
Cards are not in it, since the deal begins after it.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import msgspec

from ..store.base import Store
from . import entries as log
from .event_orders import Call, Finished, Orders
from .replaced import replace
from .state import Seat, TableState, begin

Moves = dict[tuple[int, str], int]
VERSION = 1
KEPT_MOVES = 400  # of the last deals: a client repeats only its last ones
NAME = "snapshot"
_threads = ThreadPoolExecutor(1, thread_name_prefix="restore")


class Snapshot(msgspec.Struct, frozen=True):
    """All that a table is between two deals; the fields are those of `TableState`."""

    version: int
    made: log.Made
    rows: int
    seq: int
    seats: tuple[Seat, ...]
    levels: tuple[str, ...]
    first_seat: int
    banker: int | None
    deals: int
    speed: str
    paused: bool
    secret: str
    luck: tuple[str, ...]
    cut: int | None
    finished: int
    seconds: float
    changed: float
    removed: tuple[str, ...]
    moves: list[tuple[int, str, int]]
    rested: float | None = None
    resting: bool = False
    fouls: tuple[tuple[str, int], ...] = ()
    drawn: log.Drawn = ()
    orders: Orders | None = None
    calls: tuple[Call, ...] = ()
    results: tuple[Finished, ...] = ()
    failures: tuple[int, ...] = ()
    rounds: tuple[int, ...] = ()


def take(state: TableState, moves: Moves) -> str:
    """The snapshot of a table whose next deal begins now."""
    match = state.match
    facts = Snapshot(
        VERSION,
        state.made,
        state.rows,
        state.seq,
        state.seats,
        match.levels,
        match.first_seat,
        match.banker,
        match.deals,
        state.speed,
        state.paused,
        state.secret.hex(),
        state.luck,
        state.cut,
        state.finished,
        state.seconds,
        state.changed,
        tuple(sorted(state.removed)),
        [(seat, move, seq) for (seat, move), seq in moves.items()],
        state.rested,
        state.resting,
        state.fouls,
        state.drawn,
        state.orders,
        state.calls,
        state.results,
        match.failures,
        match.rounds,
    )
    return msgspec.json.encode(facts).decode()


def read(table: str, text: str) -> tuple[TableState, Moves] | None:
    """The table of a snapshot, and its last moves; None if it cannot be read."""
    try:
        facts = msgspec.json.decode(text, type=Snapshot)
        state = begin(table, facts.made)
    except (msgspec.MsgspecError, ValueError):
        return None
    if facts.version != VERSION:
        return None
    match = replace(
        state.match,
        levels=facts.levels,
        first_seat=facts.first_seat,
        banker=facts.banker,
        deals=facts.deals,
        failures=facts.failures,
        rounds=facts.rounds,
    )
    state = replace(
        state,
        match=match,
        rows=facts.rows,
        seq=facts.seq,
        seats=facts.seats,
        speed=facts.speed,
        paused=facts.paused,
        secret=bytes.fromhex(facts.secret),
        luck=facts.luck,
        cut=facts.cut,
        finished=facts.finished,
        seconds=facts.seconds,
        changed=facts.changed,
        removed=frozenset(facts.removed),
        rested=facts.rested,
        resting=facts.resting,
        fouls=facts.fouls,
        drawn=facts.drawn,
        orders=facts.orders,
        calls=facts.calls,
        results=facts.results,
    )
    return state, {(seat, move): seq for seat, move, seq in facts.moves}


def owner(table: str) -> str:
    """Under whose name the snapshot of a table is kept."""
    return f"table {table}"


async def restore(table: str, store: Store) -> tuple[TableState, Moves]:
    """A table from its log, and its moves; KeyError if there is none.

    It is replayed in a thread, so that nobody waits for it.
    """
    kept = (await store.facts(owner(table))).get(NAME)
    known = None if kept is None else read(table, kept)
    bodies = await store.read(table, known[0].rows if known else 0)
    if not bodies:
        if known is None:
            raise KeyError(table)
        known, bodies = None, await store.read(table)
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_threads, replayed, table, bodies, known)


def replayed(
    table: str, bodies: list[bytes], known: tuple[TableState, Moves] | None = None
) -> tuple[TableState, Moves]:
    """The table that a log makes, and its moves; KeyError if it makes none.

    known: the table that its first rows made.
    """
    entries = map(log.decode, bodies)
    if known is None:
        first = next(entries)
        if not isinstance(first, log.Made):  # what an older version left of a deleted table
            raise KeyError(table)
        known = begin(table, first), {}
    state, moves = known
    for entry in entries:
        state = state.apply(entry)
        if isinstance(entry, log.Acted | log.Undone) and entry.move:
            moves[(entry.seat, entry.move)] = state.seq
    return state, moves
