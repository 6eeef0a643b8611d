"""A replica that was behind is promoted: nobody goes on from what the log has not any more."""

from __future__ import annotations

import asyncio
import contextlib

import pytest

from tests.cluster.conftest import Quick
from tests.cluster.parts import folder, missing, running
from tests.cluster.standby import Standby
from tests.cluster.test_postgres import NOTHING, opened, until
from tuolaji.server.people.ratings import LOST, WON, Played
from tuolaji.server.people.results import DealResult, write_down
from tuolaji.server.store.base import CannotRead, Elsewhere, Fact, Fenced, LogRow

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())


@contextlib.contextmanager
def followed():
    """A database, and another one that follows it."""
    with running(Quick) as first, folder("standby") as place:
        database = first.new("tuolaji")
        standby = Standby(place, first)
        standby.start()
        try:
            yield database, standby
        finally:
            standby.kill()


async def again(ask):
    """The answer, as soon as there is one."""
    while True:
        with contextlib.suppress(CannotRead, Elsewhere):
            return await ask()
        await asyncio.sleep(0.05)


async def lose(standby):
    """The database is another one, and lacks what was committed since it fell behind."""
    await asyncio.to_thread(standby.take_over)


def test_an_owner_that_is_ahead_of_the_log_lets_its_tables_go():
    """However soon the database is back: it would leave a hole in the log."""

    async def work():
        lapses = []
        async with opened(database, "a", lambda: lapses.append(1)) as store:
            epoch = await store.take("t", new=True)
            await store.append("t", epoch, [LogRow(1, b"a")], NOTHING)
            await asyncio.to_thread(standby.fall_behind)
            await store.append("t", epoch, [LogRow(2, b"b")], NOTHING)
            store._renewed += 3600  # as if it could say that it lives just now and then
            await lose(standby)
            for _ in range(2):  # the first one finds the connection broken, in any case
                with pytest.raises(Fenced):
                    await store.append("t", epoch, [LogRow(3, b"c")], NOTHING)
            await asyncio.wait_for(until(lambda: lapses), 10)
            newer = await again(lambda: store.take("t"))
            assert await store.read("t") == [b"a"]
            await store.append("t", newer, [LogRow(2, b"d")], NOTHING)
            assert await store.read("t") == [b"a", b"d"]

    with followed() as (database, standby):
        asyncio.run(work())


def test_an_epoch_that_was_given_twice_is_that_of_the_later_owner():
    """The log does not know that the first one had the table."""

    async def work():
        async with opened(database, "a") as first:
            epoch = await first.take("t", new=True)
            await first.append("t", epoch, [LogRow(1, b"a")], NOTHING)
            await asyncio.to_thread(standby.fall_behind)
        async with opened(database, "b") as second, opened(database, "c") as third:
            lost = await second.take("t")
            await second.append("t", lost, [LogRow(2, b"b")], NOTHING)
            await lose(standby)
            newer = await again(lambda: third.take("t"))
            assert newer.number == lost.number
            for _ in range(2):
                with pytest.raises(Fenced):
                    await second.append("t", lost, [LogRow(2, b"late")], NOTHING)
            await third.append("t", newer, [LogRow(2, b"c")], NOTHING)
            assert await third.read("t") == [b"a", b"c"]

    with followed() as (database, standby):
        asyncio.run(work())


def test_a_table_that_was_made_since_is_none():
    async def work():
        async with opened(database, "a") as store:
            await asyncio.to_thread(standby.fall_behind)
            epoch = await store.take("t", new=True)
            await store.append("t", epoch, [LogRow(1, b"a")], NOTHING)
            await lose(standby)
            for _ in range(2):
                with pytest.raises(Fenced):
                    await store.append("t", epoch, [LogRow(2, b"b")], NOTHING)
            with pytest.raises(KeyError):
                await again(lambda: store.take("t"))

    with followed() as (database, standby):
        asyncio.run(work())


def test_a_snapshot_and_a_result_are_never_of_rows_that_are_lost():
    """Neither is written in the database that lacks them, however late that is tried."""

    async def work():
        async with opened(database, "a") as store:
            epoch = await store.take("t", new=True)
            await store.append("t", epoch, [LogRow(1, b"a")], NOTHING, Fact("table t", "s", "1"))
            await asyncio.to_thread(standby.fall_behind)
            await store.append("t", epoch, [LogRow(2, b"b")], NOTHING, Fact("table t", "s", "2"))
            assert await store.facts("table t") == {"s": "2"}
            await lose(standby)
            late = store.append("t", epoch, [LogRow(3, b"c")], NOTHING, Fact("table t", "s", "3"))
            seats = tuple(Played(who, WON if at % 2 else LOST, bool(at % 2)) for at, who in who)
            with pytest.raises(Fenced):
                await write_down(store, DealResult("t", 0, "classic", True, seats), epoch)
            with pytest.raises(Fenced):
                await late
            assert await again(lambda: store.facts("table t")) == {"s": "1"}
            assert await store.rows("SELECT who FROM results") == []
            assert await store.rows("SELECT who FROM ratings") == []

    who = list(enumerate("abcd"))
    with followed() as (database, standby):
        asyncio.run(work())
