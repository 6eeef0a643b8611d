"""Tables are found once, brought back after a restart, and let go when nobody is there."""

from __future__ import annotations

import asyncio
from unittest import mock

import pytest

from tests.server.timeless import Listener
from tuolaji import Ruleset
from tuolaji.server.bus.local import LocalBus
from tuolaji.server.limits import Limits
from tuolaji.server.people import own
from tuolaji.server.protocol import incoming
from tuolaji.server.store.base import CannotRead, Fenced, LogRow, Summary, Taken
from tuolaji.server.store.sqlite import SqliteStore
from tuolaji.server.table import entries as log
from tuolaji.server.table.hall import Hall, made


def run(tmp_path, work, **options):
    async def main():
        store = SqliteStore(tmp_path / "a.db")
        hall = Hall(store, LocalBus(), Limits(**options))
        try:
            return await work(hall)
        finally:
            await hall.close()
            store.close()

    return asyncio.run(main())


def entry(**options):
    wanted = {"bots": "greedy", "speed": "instant", "solo": True, **options}
    return made(Ruleset.parse("classic"), "ab" * 8, **wanted)


async def make(hall):
    return (await hall.make(entry(), "Mei")).state


async def switching(table):
    for on in (True, False) * 500:
        await table.append([log.AutoSwitched(0, on)])


def test_what_goes_on_at_a_table_while_it_is_deleted_leaves_nothing_behind(tmp_path):
    async def work(hall):
        store, table = hall.store, await hall.make(entry(), "Mei")
        name, guest = table.state.table, table.state.made.host
        deleted = asyncio.ensure_future(own.delete_match(store, guest, name))
        with pytest.raises(Fenced):
            await switching(table)
        assert await deleted
        assert await store.read(name) == []
        assert await store.rows("SELECT 1 FROM tables") == []
        hall.let_go(name)
        with pytest.raises(KeyError):
            await hall.find(name)

    run(tmp_path, work)


def test_a_table_that_an_older_version_left_half_deleted_is_none(tmp_path):
    async def work(hall):
        body = log.encode(log.AutoSwitched(0, on=True))
        await hall.store.append("t", 1, [LogRow(7, body)], Summary(0.0, running=True, body=b"{}"))
        with pytest.raises(KeyError):
            await hall.find("t")

    run(tmp_path, work)


def test_a_table_that_is_dropped_while_it_is_read_is_not_begun(tmp_path):
    """Its lease was lost with all others meanwhile, though there is a new one by now."""

    async def work(hall):
        table = (await hall.make(entry(), "Mei")).state.table
        hall.drop()
        found = asyncio.ensure_future(hall.find(table))
        for _ in range(3):  # until it asks the store
            await asyncio.sleep(0)
        hall.drop()
        with pytest.raises(CannotRead):
            await found
        assert not hall.tables
        assert (await hall.find(table)).state.table == table

    run(tmp_path, work)


def refused_and_unreadable(store):
    """A store that finds every row written already, and can read nothing."""

    def append(*_):
        done = asyncio.get_running_loop().create_future()
        done.set_exception(Taken())
        return done

    return mock.patch.multiple(store, append=append, read=mock.AsyncMock(side_effect=CannotRead))


def test_what_cannot_be_read_about_a_guest_is_no_reason_to_let_the_table_go(tmp_path):
    """Whom a player blocks is kept apart from the table: the others are not sent away for it."""

    async def work(hall):
        table, guest = await hall.make(entry(), "Mei"), Listener("ab" * 8)
        table.join(guest)
        table.said(guest, incoming.read('{"do": "hello"}'))
        table.chat.whose = {"Lin": "cd" * 8}.get
        facts = mock.AsyncMock(side_effect=CannotRead)
        with mock.patch.object(hall.store, "facts", facts):
            table.said(guest, incoming.read('{"do": "block", "by": "Lin", "on": true}'))
            while not any('"refused"' in text or "gone" in text for _, text in guest.heard):
                await asyncio.sleep(0)
        assert "unavailable" in guest.heard[-1][1]
        assert hall.tables == {table.state.table: table}

    run(tmp_path, work)


@pytest.mark.parametrize("by", ["a player", "the table"])
def test_a_table_that_cannot_be_read_again_is_let_go(tmp_path, by):
    """Who is there is sent away to come back, instead of waiting for a table without a task."""

    async def work(hall):
        table, guest = await hall.make(entry(), "Mei"), Listener("ab" * 8)
        table.join(guest)
        table.said(guest, incoming.read('{"do": "hello"}'))
        with refused_and_unreadable(hall.store):
            if by == "a player":
                table.said(guest, incoming.read('{"do": "auto", "on": true}'))
            else:
                table.post(lambda: table.append([log.AutoSwitched(0, on=True)]))
            await table._task
        assert "gone" in guest.heard[-1][1]
        assert not hall.tables
        assert (await hall.find(table.state.table)).state == table.state

    run(tmp_path, work)


def test_a_table_is_the_same_after_a_restart(tmp_path):
    state = run(tmp_path, make)

    async def again(hall):
        one, other = await asyncio.gather(hall.find(state.table), hall.find(state.table))
        assert one is other
        assert one.state == state
        with pytest.raises(KeyError):
            await hall.find("nowhere")

    run(tmp_path, again)


def test_ids_are_hard_to_guess_and_different(tmp_path):
    async def many(hall):
        return {(await make(hall)).table for _ in range(20)}

    tables = run(tmp_path, many)
    assert len(tables) == 20
    assert all(len(table) == 10 and table.isalnum() for table in tables)


def test_a_table_without_anybody_is_let_go_and_found_again(tmp_path):
    async def work(hall):
        table = await hall.make(entry(), "Mei")
        while hall.tables:
            await asyncio.sleep(0.01)
        assert (await hall.find(table.state.table)).state == table.state

    run(tmp_path, work, idle_seconds=0.02)


def test_a_seed_makes_the_same_cards_and_no_seed_others(tmp_path):
    async def secrets(hall):
        found = [(await hall.make(entry(seed=seed), "Mei")).state for seed in (7, 7, None, None)]
        return [(state.secret, state.match.first_seat) for state in found]

    one, same, other, another = run(tmp_path, secrets)
    assert one == same
    assert len({one[0], other[0], another[0]}) == 3
    assert all(len(secret) == 64 for secret, _ in (one, other, another))
