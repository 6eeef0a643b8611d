"""The bus over NATS: answers of one of many, order, and gaps that are noticed."""

from __future__ import annotations

import asyncio
import contextlib
import random

import pytest

from tuolaji.server.bus import asking
from tuolaji.server.bus.base import TooLarge, Unanswered
from tuolaji.server.jobs import ANALYSES, job
from tuolaji.server.limits import Limits
from tuolaji.server.roles.thinking import Thinking


@contextlib.asynccontextmanager
async def opened(*buses, gap=lambda: None):
    for bus in buses:
        await bus.open(gap)
    try:
        yield buses
    finally:
        for bus in buses:
            await bus.close()


def bus_of(nats, most=32_000_000, login=""):
    from tuolaji.server.bus.nats import NatsBus  # noqa: PLC0415

    return NatsBus(nats.url.replace("//", f"//{login}"), most)


def answering(bus, name):
    async def answer(body):
        return name + body

    bus.answer("who", answer)
    return bus


async def until(wanted):
    while not wanted():
        await asyncio.sleep(0.01)


def test_one_of_those_who_answer_is_asked(nats):
    async def work():
        a, b = answering(bus_of(nats), b"a"), answering(bus_of(nats), b"b")
        async with opened(a, b, bus_of(nats)) as (_, _, asking):
            found = {await asking.ask("who", b"!", 60) for _ in range(40)}
            assert found == {b"a!", b"b!"}
            with pytest.raises(Unanswered):
                await asking.ask("nobody", b"", 60)

    asyncio.run(work())


def test_messages_of_one_come_to_all_in_order(nats):
    async def work():
        heard = [], []
        listening = [bus_of(nats) for _ in heard]
        for bus, every in zip(listening, heard, strict=True):
            bus.listen("news", every.append)
        async with opened(*listening, bus_of(nats)) as (*_, telling):
            sent = [b"%d" % number for number in range(500)]
            for body in sent:
                telling.publish("news", body)
            await until(lambda: all(len(every) == 500 for every in heard))
            assert heard == (sent, sent)

    asyncio.run(work())


def test_a_bus_that_went_away_comes_back_and_the_gap_is_told(nats):
    async def work():
        gaps = []
        asked = answering(bus_of(nats), b"a")
        async with opened(asked, bus_of(nats), gap=lambda: gaps.append(1)) as (_, asking):
            await asyncio.to_thread(nats.kill)
            with pytest.raises(Unanswered):
                await asking.ask("who", b"!", 0.1)
            await asyncio.to_thread(nats.start)
            await until(lambda: len(gaps) >= 4)  # each is lost and found
            answer = None
            while answer is None:
                with contextlib.suppress(Unanswered):
                    answer = await asking.ask("who", b"!", 1)
            assert answer == b"a!"

    asyncio.run(work())


def test_a_bus_for_small_messages_only_is_refused(nats):
    from tuolaji.server.bus.nats import TooSmall  # noqa: PLC0415

    async def work():
        nats.kill()
        nats.most = "1MB"
        nats.start()
        bus = bus_of(nats)
        with pytest.raises(TooSmall, match="max_payload"):
            await bus.open(lambda: None)
        await bus.close()

    asyncio.run(work())


def test_a_bus_that_would_carry_everything_in_the_clear_is_refused(nats):
    from tuolaji.server.bus.nats import NatsBus, NotEncrypted  # noqa: PLC0415

    async def work():
        bus = NatsBus(nats.url.replace("nats:", "tls:"), 1)
        with pytest.raises(NotEncrypted, match="TLS"):
            await bus.open(lambda: None)
        await bus.close()

    asyncio.run(work())


@pytest.mark.parametrize(
    ("wanted", "login"),
    [
        ('user: "a@b", password: "c/d e%"', "a%40b:c%2Fd%20e%25@"),
        ('token: "to#ken"', "to%23ken@"),
    ],
    ids=["password", "token"],
)
def test_who_may_use_the_bus_is_written_as_in_any_address(nats, wanted, login):
    async def work():
        nats.kill()
        nats.more = f"authorization {{ {wanted} }}"
        nats.start()
        bus = bus_of(nats, login=login)
        async with opened(bus):
            assert bus.connected()

    asyncio.run(work())


def echoing(bus):
    async def answer(body):
        return body

    bus.answer("echo", answer)
    return bus


def test_what_is_larger_than_a_message_of_nats_travels_all_the_same(nats):
    """NATS takes 8 MB here; these are 16 MB, to where they are answered and back."""

    async def work():
        lines = b"".join(b"deal %d: SA SK, SQ\n" % number for number in range(800_000))
        assert len(lines) > 16_000_000
        async with opened(echoing(bus_of(nats)), bus_of(nats)) as (_, asked):
            assert await asked.ask("echo", lines, 60) == lines

    asyncio.run(work())


def test_what_is_too_large_even_so_is_refused_at_once(nats):
    """What cannot be made smaller, and what would be larger than allowed where it is read."""

    async def work():
        noise = random.Random(1).randbytes(9_000_000)
        async with opened(echoing(bus_of(nats, 9_000_000)), bus_of(nats)) as (_, asked):
            for body in (noise, bytes(33_000_000), bytes(9_000_001)):
                with pytest.raises(TooLarge) as error:
                    await asked.ask("echo", body, 60)
                assert error.value.part == "question"
            assert await asked.ask("echo", bytes(9_000_000), 60) == bytes(9_000_000)

    asyncio.run(work())


def test_an_answer_that_is_too_large_is_told_so(nats):
    async def work():
        async def answer(body):
            return bytes(int(body))

        telling = bus_of(nats)
        telling.answer("bytes", answer)
        async with opened(telling, bus_of(nats)) as (_, asked):
            assert await asked.ask("bytes", b"32000000", 60) == bytes(32_000_000)
            with pytest.raises(TooLarge) as error:
                await asked.ask("bytes", b"32000001", 60)
            assert error.value.part == "answer"

    asyncio.run(work())


@job(ANALYSES)
def doubled(number: int) -> int:
    return 2 * number


class Stuck:
    """A crew that never comes to an end."""

    async def do(self, *_):
        await asyncio.Event().wait()


class Here:
    """Does the work of a crew in this process."""

    async def do(self, work, given):
        return work(given)


def test_a_job_whose_worker_is_lost_is_done_by_another(nats):
    async def work():
        first, second, gateway = (bus_of(nats) for _ in range(3))
        for name, bus, crew in (("a", first, Stuck()), ("b", second, Here())):
            ours = Thinking(bus, Limits(thinking_processes=1), name)
            ours._crews[ANALYSES] = crew
            ours.open()
        async with opened(second, gateway):
            await first.open(lambda: None)
            stuck, at = [], 0
            while not stuck:  # any of the two is asked
                at += 1
                asked = asyncio.ensure_future(asking.do(gateway, doubled, at))
                done, _ = await asyncio.wait({asked}, timeout=1.5)
                stuck += [(at, asked)] if not done else []
            await first.close()
            for number, asked in stuck:
                assert await asked == 2 * number

    asyncio.run(work())
