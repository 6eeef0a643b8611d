"""Jobs are done by whoever thinks, over the bus; there is always an answer."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from tests.server.serving import serving
from tuolaji.server.bus import asking
from tuolaji.server.bus.base import TooLarge, Unanswered
from tuolaji.server.bus.letters import THINK, AskSave, NotWorked, Working, pack, unpack
from tuolaji.server.bus.local import LocalBus
from tuolaji.server.crew import Busy, Died
from tuolaji.server.jobs import FILES, Refused, job
from tuolaji.server.limits import Limits
from tuolaji.server.roles import thinking
from tuolaji.server.roles.thinking import Thinking
from tuolaji.server.table import entries as log


@job(FILES)
def told(text: str, places: dict[tuple[str, int], str]) -> tuple[bytes, int]:
    return text.encode() + places["a", 1].encode(), os.getpid()


@job(FILES)
def declined() -> None:
    raise Refused(400, "bad-file", "this is no record")


@job(FILES)
def dies_once(mark: str) -> bool:
    file = Path(mark)
    if not file.exists():
        file.touch()
        os._exit(1)
    return True


@job(FILES)
def dies() -> None:
    os._exit(1)


@job(FILES)
def waits(path: str) -> None:
    while not Path(path).exists():
        pass


@job(FILES)
def large(size: int) -> bytes:
    return bytes(size)


class Losing(LocalBus):
    """A bus that loses an answer: the first that is asked for again, when the work is done."""

    lossy, begun, lost = True, 0, False

    def __init__(self, mark):
        super().__init__()
        self._mark = mark

    async def ask(self, subject, body, seconds):
        self.begun += subject == THINK
        if subject == THINK or self.lost:
            return await super().ask(subject, body, seconds)
        self._mark.touch()
        while isinstance(unpack(await super().ask(subject, body, seconds)), Working):
            pass
        self.lost = True
        raise Unanswered(subject)


class Two(LocalBus):
    """A bus on which the first who is asked is busy, as with two who think."""

    lossy, asked = True, 0

    async def ask(self, subject, body, seconds):
        self.asked += 1
        if self.asked == 1:
            return pack(NotWorked("busy"))
        return await super().ask(subject, body, seconds)


class Narrow(LocalBus):
    """A bus that carries nothing of what it is given."""

    lossy, asked = True, 0

    async def ask(self, *_):
        self.asked += 1
        raise TooLarge("question")


def working(work, *, bus=None, **limits):
    """What comes of some work with a bus and somebody who thinks."""
    bus = bus or LocalBus()

    async def run():
        ours = Thinking(bus, Limits(thinking_processes=1, **limits), "one")
        ours.open()
        try:
            return await work(bus)
        finally:
            ours.close()

    return asyncio.run(run())


def test_a_job_is_done_elsewhere_and_declines_in_its_own_words(tmp_path):
    async def work(bus):
        text, there = await asking.do(bus, told, "牌", {("a", 1): "x"})
        assert (text.decode(), there != os.getpid()) == ("牌x", True)
        with pytest.raises(Refused) as refused:
            await asking.do(bus, declined)
        assert (refused.value.status, refused.value.code) == (400, "bad-file")
        assert await asking.do(bus, dies_once, str(tmp_path / "died"))
        with pytest.raises(Died):
            await asking.do(bus, dies)

    working(work)


def test_a_job_that_takes_long_is_waited_for_and_others_are_turned_away(tmp_path, monkeypatch):
    """It is asked for again and again; one more may wait here, and nobody else."""
    monkeypatch.setattr("tuolaji.server.roles.thinking.SOON", 0.01)

    async def work(bus):
        sign = tmp_path / "go"
        two = [asyncio.ensure_future(asking.do(bus, waits, str(sign))) for _ in range(2)]
        await asyncio.sleep(0.1)
        with pytest.raises(Busy):
            await asking.do(bus, waits, str(sign))
        assert not any(one.done() for one in two)
        sign.touch()
        await asyncio.gather(*two)

    working(work, files_waiting=1)


def test_work_is_not_begun_anew_when_a_message_is_lost(tmp_path, monkeypatch):
    monkeypatch.setattr(thinking, "SOON", 0.01)
    mark = tmp_path / "go on"
    bus = Losing(mark)
    working(lambda bus: asking.do(bus, waits, str(mark)), bus=bus)
    assert (bus.lost, bus.begun) == (True, 1)


def test_where_one_is_busy_another_one_is_asked():
    assert working(lambda bus: asking.do(bus, large, 3), bus=Two()) == bytes(3)


def test_what_is_too_large_for_the_bus_is_given_up():
    """At once: nobody else could answer either."""
    bus = Narrow()
    with pytest.raises(TooLarge):
        working(lambda bus: asking.do(bus, large, 2000), bus=bus)
    assert bus.asked == 1


def test_whoever_asked_over_http_hears_that_it_is_too_much(tmp_path):
    with serving(tmp_path) as served, served.guest() as guest:
        served.house.bus.ask = Narrow().ask
        answer = guest.http.post("/api/judge", json={"ask": "trump", "level": "2"})
    assert (answer.status_code, answer.json()["detail"]["code"]) == (422, "question-too-large")


def test_an_answer_of_a_table_that_is_too_large_is_called_that_and_asked_for_once(tmp_path):
    """It was 503, after five seconds in which the table made the same answer again and again."""
    with serving(tmp_path) as served, served.guest() as guest:
        table, bus, asked = guest.make(), served.house.bus, []
        carried = bus.ask

        async def ask(subject, body, seconds):
            answer = await carried(subject, body, seconds)
            if isinstance(unpack(body), AskSave):
                asked.append(subject)
                raise TooLarge("answer")
            return answer

        bus.ask = ask
        answer = guest.http.post(f"/api/tables/{table}/sav")
    assert (answer.status_code, answer.json()["detail"]["code"]) == (422, "answer-too-large")
    assert len(asked) == 1


def test_where_nobody_thinks_there_is_an_answer(monkeypatch):
    monkeypatch.setattr(asking, "_PAUSE", 0.0)
    with pytest.raises(Unanswered):
        asyncio.run(asking.do(LocalBus(), large, 1))


def test_no_job_gets_anything_of_a_deal_that_is_not_over(tmp_path):
    """Neither its secret, nor what later ones follow from."""
    with serving(tmp_path) as served, served.guest() as guest:
        table = guest.make(seed=123456789)
        with guest.join(table) as player:
            player.play_deal()
            player.say("go")
            player.wait_for(lambda state: state["view"] and not state["result"])
        asked, bus = [], served.house.bus
        ask = bus.ask

        def noting(subject, body, seconds):
            asked.append(body)
            return ask(subject, body, seconds)

        bus.ask = noting
        for path in (f"tables/{table}/record", f"tables/{table}/story", f"replay/{table}/0"):
            assert guest.http.get(f"/api/{path}").status_code == 200
        rows = asyncio.run_coroutine_threadsafe(served.house.store.read(table), served.service.loop)
    secrets = [
        one.secret for one in map(log.decode, rows.result()) if isinstance(one, log.Committed)
    ]
    jobs = [body for body in asked if secrets[0].encode() in body]
    assert len(jobs) == 3
    assert not any(secrets[1].encode() in body or b"123456789" in body for body in jobs)
