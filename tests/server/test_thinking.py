"""Bots think in processes of their own, and no table waits long for another one's."""

from __future__ import annotations

import asyncio
import os

import msgspec
import pytest

from tests.server import timeless
from tests.server.test_floods import friends
from tuolaji import PRESETS, bots
from tuolaji.deal.actions import to_json
from tuolaji.deal.view import seen, view
from tuolaji.server.bus.letters import THINK, Think, Thought, pack, raw, unpack
from tuolaji.server.bus.local import LocalBus
from tuolaji.server.crew import Busy, Crew, Died, TookTooLong
from tuolaji.server.limits import Limits
from tuolaji.server.roles.sharing import FairQueue
from tuolaji.server.roles.thinking import Thinking, choose
from tuolaji.server.table import entries as log
from tuolaji.server.table.thinking import TableBots


class Clocked:
    """A crew in which every choice takes the time it may, in a time of its own."""

    def __init__(self):
        self.budgets = []

    async def do(self, _, body):
        asked = unpack(body)
        self.budgets.append(asked.think)
        await asyncio.sleep(0.003 if asked.think is None else asked.think)
        return pack(Thought(None))


def thinkers():
    ours = Thinking(LocalBus(), Limits(thinking_processes=2, thinking_seconds=0.5), "one")
    ours.crew = Clocked()
    ours._queue._clock = asyncio.get_running_loop().time
    return ours


async def waits(ours, table, bot, times, *, people=True):
    """How long each of so many choices of a table's bot took, one after the other."""
    took, clock = [], asyncio.get_running_loop().time
    for _ in range(times):
        begun = clock()
        await ours.think(Think(str(table), bot, 0, 0, [], raw(None), people=people))
        took.append(clock() - begun)
    return took


def test_many_that_think_long_do_not_make_another_table_wait():
    """50 tables of expert on two processors; club waits for what is under way, and no longer."""

    async def work():
        ours = thinkers()
        experts = [waits(ours, n, "expert", 40) for n in range(50)]
        every = asyncio.gather(*experts)
        await asyncio.sleep(0.2)
        quick = await waits(ours, "club", "club", 20)
        return quick, await every

    quick, experts = timeless.run(work())
    assert max(quick) < 0.05
    assert max(map(max, experts)) < 1.1  # 50 × 30 ms / 2, and some more
    shares = [sum(each) for each in experts]
    assert max(shares) < 1.1 * min(shares)


def test_the_budget_shrinks_before_the_queue_grows():
    async def work():
        ours = thinkers()
        took = await asyncio.gather(*(waits(ours, n, "expert", 10) for n in range(300)))
        return max(map(max, took)), ours.crew.budgets

    longest, budgets = timeless.run(work())
    assert longest < 2  # with 30 ms for each of 300 it would be 4.5 s
    assert min(budgets) < 0.005
    assert max(budgets) == bots.THINK


def test_opponents_of_people_come_before_bots_among_themselves():
    async def work():
        ours = thinkers()
        alone = asyncio.gather(*(waits(ours, n, "expert", 10, people=False) for n in range(50)))
        await asyncio.sleep(0.1)
        people = await asyncio.gather(*(waits(ours, -n, "expert", 5) for n in range(1, 5)))
        await alone
        return max(map(max, people))

    assert timeless.run(work()) < 0.15


def test_a_turn_that_is_not_wanted_any_more_goes_to_the_next():
    async def work():
        queue, done = FairQueue(1), []

        async def think(name):
            async with queue.turn(name, 0.0):
                await asyncio.sleep(1)
                done.append(name)

        tasks = [asyncio.ensure_future(think(name)) for name in "abcd"]
        await asyncio.sleep(0.5)
        tasks[1].cancel()
        await asyncio.sleep(1)
        tasks[2].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        async with queue.turn("e", 0.0):
            return done, queue.waiting

    assert timeless.run(work()) == (["a", "d"], 0)


# What a bot is told.


@pytest.mark.parametrize("ruleset", PRESETS)
@pytest.mark.parametrize("name", ["greedy", "club"])
def test_a_bot_is_asked_with_what_its_seat_was_told_and_nothing_else(ruleset, name):
    """The same as a bot that sits here and hears the deal."""
    asked = []

    async def think(body):
        asked.append(unpack(body))
        return choose(body)

    async def work():
        bus = LocalBus()
        bus.answer(THINK, think)
        state, ours = friends(ruleset), TableBots(bus, "t")
        for _ in range(120):
            if not state.running:
                break
            seat = state.deal.turn
            action = await ours.choose(state.played, seat, name, people=True)
            request = asked[-1]
            told = [seen(event, seat) for _, event in state.played.events]
            heard = [msgspec.msgpack.decode(one) for one in request.told]
            assert heard == msgspec.to_builtins(told)
            here = bots.make(name, seat, request.seed)
            for event in told:
                here.hear(event)
            assert here.choose(view(state.deal, seat)) == action
            state = state.apply(log.Acted(seat, to_json(action), "bot"))

    asyncio.run(work())


# The processes.


def gone():
    os._exit(1)


def forever():
    while True:
        pass


def wrong():
    raise ValueError("this is wrong")


def test_a_crew_works_elsewhere_and_survives_what_it_does():
    async def work():
        crew = Crew("trial", size=1, waiting=1, seconds=60.0)
        there = await crew.do(os.getpid)
        assert there != os.getpid()
        with pytest.raises(ValueError, match="this is wrong"):
            await crew.do(wrong)
        assert await crew.do(os.getpid) == there
        with pytest.raises(Died):
            await crew.do(gone)
        assert await crew.do(os.getpid) not in (there, os.getpid())
        crew._seconds = 0.1
        with pytest.raises(TookTooLong):
            await crew.do(forever)
        crew._seconds = 60.0
        two = [asyncio.ensure_future(crew.do(os.getpid)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await crew.do(os.getpid)
        await asyncio.gather(*two)
        crew.close()
        with pytest.raises((Died, RuntimeError)):
            await crew.do(os.getpid)

    asyncio.run(work())
