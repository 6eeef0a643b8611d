"""Gateway and owner over a bus that loses messages: whoever misses something comes again."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from unittest import mock

import msgspec
import pytest

from tests.players import random_action
from tests.server.timeless import Bots, Listener, run, seated
from tuolaji import Ruleset
from tuolaji.deal.actions import to_json
from tuolaji.server.bus.letters import ALIVE, Alive, Follow, Join, NotHere, pack, unpack
from tuolaji.server.bus.local import LocalBus
from tuolaji.server.limits import Limits
from tuolaji.server.roles.gateway import Unavailable
from tuolaji.server.roles.house import House
from tuolaji.server.roles.outbox import Outbox
from tuolaji.server.roles.peers import Ties
from tuolaji.server.settings import GATEWAY, TABLES
from tuolaji.server.store.base import Fenced
from tuolaji.server.store.sqlite import SqliteStore
from tuolaji.server.table import entries as log
from tuolaji.server.table import presence
from tuolaji.server.table.actor import TableActor
from tuolaji.server.table.event_orders import MatchOf, Orders
from tuolaji.server.table.hall import made


class Losing(LocalBus):
    """A bus of several houses in one process; lost: the subjects on which nothing comes through."""

    lossy = True

    def __init__(self):
        super().__init__()
        self.lost, self.up = set(), True

    def publish(self, subject, body):
        if subject not in self.lost:
            super().publish(subject, body)

    def connected(self):
        return self.up


@contextlib.asynccontextmanager
async def two_houses(tmp_path):
    """A gateway and an owner; a table with a client."""
    bus, store = Losing(), SqliteStore(tmp_path / "a.db")
    owner = House(store, bus, Limits(), "owner", {TABLES})
    door = House(store, bus, Limits(), "door", {GATEWAY})
    await owner.open()
    await door.open()
    entry = made(Ruleset.parse("classic"), "ab" * 8, bots="greedy", speed="instant", solo=True)
    table = await door.gateway.make(entry, "Mei")
    try:
        yield bus, owner, door.gateway, table
    finally:
        await door.close()
        await owner.close()


async def joined(gateway, table):
    outbox = Outbox(Limits())
    link = await gateway.join(table, outbox, "ab" * 8)
    link.say('{"do": "hello"}')
    assert '"is":"state"' in await outbox.next()
    return outbox, link


async def closed(outbox):
    while await outbox.next() is not None:
        pass
    return outbox.closing


def test_a_client_plays_through_the_bus(tmp_path):
    async def work():
        async with two_houses(tmp_path) as (_, owner, gateway, table):
            _, link = await joined(gateway, table)
            (client,) = owner.tables.hall.tables[table].clients
            assert client.guest == "ab" * 8
            link.leave()
            while owner.tables.hall.tables[table].clients:
                await asyncio.sleep(0)

    asyncio.run(work())


def test_who_asks_to_join_again_while_the_owner_reads_comes_once(tmp_path, monkeypatch):
    """The database is slow, so the gateway has given up the first answer."""

    async def work():
        async with two_houses(tmp_path) as (_, owner, _, table):
            rows, reads, may = owner.store.rows, [], asyncio.Event()

            async def slow(*given, **values):
                reads.append(given)
                await may.wait()
                return await rows(*given, **values)

            monkeypatch.setattr(owner.store, "rows", slow)
            join = pack(Join(table, "door", 0, 7, "ab" * 8))
            asked = [asyncio.ensure_future(owner.tables._own(join)) for _ in range(2)]
            while len(reads) < 2:
                await asyncio.sleep(0)
            may.set()
            await asyncio.gather(*asked)
            at_work = owner.tables.hall.tables[table]
            while not at_work._inbox.empty():
                await asyncio.sleep(0)
            assert len(at_work.clients) == 1
            owner.tables.lives("door", None)
            while at_work.clients:
                await asyncio.sleep(0)

    asyncio.run(work())


@pytest.mark.parametrize("when", ["before its turn", "in its turn"])
def test_what_a_table_that_is_lost_was_asked_is_asked_of_its_next_owner(tmp_path, when):
    """Nobody waits for it, and it is no error."""

    async def work():
        async with two_houses(tmp_path) as (_, owner, gateway, _):
            match, hall = MatchOf("cup", "m1", secret="ab" * 64), owner.tables.hall
            options = {"bots": "", "speed": "instant", "solo": False, "match": match}
            table = await gateway.make(made(Ruleset.parse("classic"), "", **options), "")

            async def obey(_):
                if when == "in its turn":
                    raise Fenced
                hall.drop()
                await asyncio.Event().wait()

            hall.tables[table].obey = obey
            orders = Orders(0, False, 0.0, 1, ("2", "2"), None, 0, 0, ("a", "b", "c", "d"))
            asked = Follow(table, "cup", "m1", 0, msgspec.json.encode(orders))
            assert isinstance(unpack(await owner.tables._own(pack(asked))), NotHere)

    asyncio.run(work())


def test_an_owner_that_nobody_reaches_leaves_its_tables_to_others(tmp_path, monkeypatch):
    """It has its lease, but the bus is gone for it: its tables would stand still."""

    async def work():
        async with two_houses(tmp_path) as (bus, owner, gateway, table):
            owned, hall = [], owner.tables.hall
            monkeypatch.setattr(hall.store, "own", mock.AsyncMock(side_effect=owned.append))
            monkeypatch.setattr(hall.store, "disown", mock.AsyncMock(side_effect=owned.clear))
            owned.append("from the beginning")
            await joined(gateway, table)
            bus.up = False
            while owned:
                await asyncio.sleep(0.01)
            assert not hall.tables
            bus.up = True
            while not owned:
                await asyncio.sleep(0.01)
            assert owned == [hall.drop]
            assert (await joined(gateway, table))[0].closing is None

    asyncio.run(work())


def test_an_owner_that_could_not_take_tables_again_tries_it_once_more(
    tmp_path, monkeypatch, errors
):
    """Whatever the error was: else it would own none until it is started again."""

    async def work():
        async with two_houses(tmp_path) as (bus, owner, _, _):
            store, fails = owner.tables.hall.store, RuntimeError("of some kind")
            own = mock.AsyncMock(side_effect=[fails, None])
            disown = mock.AsyncMock(side_effect=[fails, None])
            monkeypatch.setattr(store, "own", own)
            monkeypatch.setattr(store, "disown", disown)
            bus.up = False
            while not disown.await_count:
                await asyncio.sleep(0.01)
            bus.up = True
            while own.await_count < 2:
                await asyncio.sleep(0.01)
                assert not owner._reachable.done()

    asyncio.run(work())
    assert len(errors) == 2
    errors.clear()


def test_an_owner_that_missed_something_has_its_clients_come_again(tmp_path):
    async def work():
        async with two_houses(tmp_path) as (_, owner, gateway, table):
            outbox, _ = await joined(gateway, table)
            owner._peers.gap()
            assert await closed(outbox) == (1012, "restart")
            assert not owner.tables._places
            again, _ = await joined(gateway, table)
            assert again.closing is None

    asyncio.run(work())


def test_a_life_that_ended_while_a_client_came_is_noticed_later(tmp_path):
    """The owner's word that it missed something is itself lost; its next beat says so too."""

    async def work():
        async with two_houses(tmp_path) as (bus, owner, gateway, table):
            outbox, _ = await joined(gateway, table)
            bus.lost.add(ALIVE)
            owner._peers.gap()
            await asyncio.sleep(0)
            assert outbox.closing is None
            bus.lost.clear()
            bus.publish(ALIVE, pack(Alive("owner", owner._peers.life)))
            assert await closed(outbox) == (1012, "restart")

    asyncio.run(work())


def test_a_gateway_that_is_lost_takes_its_clients_with_it(tmp_path):
    async def work():
        async with two_houses(tmp_path) as (_, owner, gateway, table):
            await joined(gateway, table)
            owner.tables.lives("door", None)
            while owner.tables.hall.tables[table].clients:
                await asyncio.sleep(0)

    asyncio.run(work())


def test_an_owner_whose_lease_is_over_says_nothing_and_is_not_asked(tmp_path, monkeypatch):
    async def work():
        async with two_houses(tmp_path) as (_, owner, gateway, table):
            outbox, link = await joined(gateway, table)
            monkeypatch.setattr(owner.store, "owning", lambda: False)
            link.say('{"do": "ping", "t": 1}')
            await asyncio.sleep(0.05)
            while not outbox._waiting.empty():
                assert "pong" not in await outbox.next()
            monkeypatch.setattr("tuolaji.server.roles.gateway.LONG_PATIENCE", 0.1)
            with pytest.raises(Unavailable):
                await gateway.join(table, Outbox(Limits()), "ab" * 8)
            owner.tables.hall.drop()
            assert await closed(outbox) == (1012, "restart")

    asyncio.run(work())


def test_who_falls_silent_is_given_up():
    from tuolaji.server.roles.peers import SILENT, Peers  # noqa: PLC0415

    class Role:
        def __init__(self):
            self.heard = []

        def lives(self, name, life):
            self.heard.append((name, life))

        def gap(self):
            self.heard.append("gap")

    async def work():
        bus, role = Losing(), Role()
        peers = Peers(bus, "a")
        peers.roles.append(role)
        peers.open()
        peers.meet("b")
        await asyncio.sleep(SILENT / 2)
        assert ("b", None) not in role.heard
        await asyncio.sleep(SILENT)
        assert ("b", None) in role.heard
        assert ("a", None) not in role.heard
        peers.close()

    run(work())


def test_ties_are_to_one_life():
    ties = Ties()
    ties.tie("a", 1, 7)
    ties.tie("a", 2, 8)
    ties.tie("b", 1, 9)
    assert ties.broken("a", 2) == [7]
    assert sorted(ties.broken("a", None)) == [7, 8]
    ties.untie("a", 1, 7)
    ties.untie("a", 1, 7)
    assert ties.broken("a", 2) == []


async def watched_and_played(house, number):
    """A table of the house with an onlooker, who came first, and its player: their outboxes."""
    guest = f"{number:02}" * 8
    entry = made(Ruleset.parse("classic"), guest, bots="greedy", speed="instant", solo=True)
    table = await house.gateway.make(entry, "Mei")
    outboxes = []
    for who in ("", guest):
        outboxes.append(Outbox(Limits()))
        link = await house.gateway.join(table, outboxes[-1], who)
        link.say('{"do": "hello"}')
        await outboxes[-1].next()
    return outboxes


async def told_to_come_back(outbox):
    """After how many seconds somebody who is sent away is to come back."""
    last = None
    while (text := await outbox.next()) is not None:
        last = json.loads(text)
    assert (last["is"], last["reason"]) == ("gone", "restart")
    return last["after"]


def test_who_is_there_is_not_told_again_if_all_have_heard_it_with_something_else(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(presence, "_MOMENT", 60.0)  # else it may be told before it is looked at
    monkeypatch.setattr(presence, "_LATEST", 60.0)

    async def work():
        house = House(SqliteStore(tmp_path / "a.db"), LocalBus(), Limits(), "house")
        await house.open()
        onlooker, player = await watched_and_played(house, 0)
        (table,) = house.tables.hall.tables.values()
        assert table.audience._soon is not None  # soon it is told that the player is there
        table.audience.tell_all()
        for outbox in (onlooker, player):
            state = json.loads(await outbox.next())
            assert (state["room"]["watchers"], state["room"]["seats"][0]["connected"]) == (1, True)
        assert table.audience._soon is None
        await house.close()

    asyncio.run(work())


def test_who_comes_and_goes_is_told_to_others_if_there_are_any(tmp_path):
    async def work():
        house = House(SqliteStore(tmp_path / "a.db"), LocalBus(), Limits(), "house")
        await house.open()
        entry = made(Ruleset.parse("classic"), "ab" * 8, bots="greedy", speed="slow", solo=False)
        name = await house.gateway.make(entry, "Mei")
        table = house.tables.hall.tables[name]
        first, _ = await joined(house.gateway, name)
        assert table.audience._soon is None
        outbox = Outbox(Limits())
        second = await house.gateway.join(name, outbox, "")
        second.say('{"do": "hello"}')
        assert json.loads(await first.next())["room"]["watchers"] == 1
        second.leave()
        assert json.loads(await first.next())["room"]["watchers"] == 0
        await house.close()

    asyncio.run(work())


def test_whom_a_table_waits_for_comes_back_first_when_the_server_stops(tmp_path):
    """And not before it can be there again: it took this one two seconds to start."""

    async def work():
        house = House(SqliteStore(tmp_path / "a.db"), LocalBus(), Limits(), "house")
        await house.open()
        house.gateway.starts = 2.0
        tables = [await watched_and_played(house, number) for number in range(3)]
        await house.halt()
        onlookers, players = [
            [await told_to_come_back(outbox) for outbox in those]
            for those in zip(*tables, strict=True)
        ]
        assert 2.0 < players[0] < players[1] < players[2] < onlookers[0] < onlookers[1]
        await house.close()

    asyncio.run(work())


def test_everybody_hears_when_to_come_back_but_nobody_waits_for_who_does_not_read(tmp_path):
    async def work():
        house = House(SqliteStore(tmp_path / "a.db"), LocalBus(), Limits(), "house")
        await house.open()
        stalled, reader = await watched_and_played(house, 0)
        heard = asyncio.ensure_future(told_to_come_back(reader))
        await house.halt()
        assert heard.done()
        assert not stalled.emptied
        await house.close()

    asyncio.run(work())


def test_what_was_said_is_answered_before_the_server_stops(tmp_path):
    """Else the table waits for somebody else than those who are asked to come back first."""

    async def work():
        house = House(SqliteStore(tmp_path / "a.db"), LocalBus(), Limits(), "house")
        await house.open()
        _, player = await watched_and_played(house, 0)
        (table,) = house.tables.hall.tables.values()
        answered = []

        async def answer():
            await asyncio.sleep(0)
            await table.append([log.Paused(on=True)])
            answered.append(player.closing)

        table.post(answer)
        await house.halt()
        assert answered == [None]  # the player was still there
        await house.close()

    asyncio.run(work())


def test_one_of_each_table_comes_back_before_all_others_whosever_turn_it_is():
    """In the lobby nobody's in particular, in a deal sometimes a bot's."""
    state = seated("classic", "normal", ("maker", "friend"))
    table = TableActor(state, {}, None, Bots(random.Random(1)), clock=lambda: 0.0)
    looks, friend, maker = Listener(""), Listener("friend"), Listener("maker")
    table.clients = [looks, friend, maker]
    assert table.by_urgency() == ([friend], [maker], [looks])
    dealt = state.apply(log.Dealt(0.0))
    maker_asked = bot_asked = 0
    while dealt.running:
        action = random_action(dealt.deal, random.Random(1))
        table.state = dealt = dealt.apply(log.Acted(action.seat, to_json(action), "bot"))
        table.schedule.reset()
        if not dealt.running or dealt.deal.phase == "draw":  # it may wait for any of them
            assert table.by_urgency() == ([friend, maker], [], [looks])
        elif dealt.deal.phase == "play":
            maker_asked += dealt.deal.turn == 0
            bot_asked += dealt.deal.turn > 1
            first = maker if dealt.deal.turn == 0 else friend
            assert table.by_urgency()[0] == [first]
    assert maker_asked
    assert bot_asked
