"""What the analysis finds in the deals of a table: over HTTP, once, and only when they are over."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from tests.server.serving import serving
from tuolaji.bots.expert import Expert
from tuolaji.server.bus.letters import THINK, Worked, pack
from tuolaji.server.bus.local import LocalBus
from tuolaji.server.crew import Busy
from tuolaji.server.http import desk
from tuolaji.server.http.analyses import Analyses
from tuolaji.server.jobs import ANALYSES
from tuolaji.texts.reader import LANGUAGES


class Here:
    """Does the work of a crew in this process."""

    async def do(self, work, *given):
        return await asyncio.to_thread(work, *given)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A guest, a table with one finished deal, and an analysis that depends on no clock."""
    quick = pytest.MonkeyPatch()
    quick.setitem(Expert.__init__.__kwdefaults__, "worlds", 30)
    unlimited = serving(tmp_path_factory.mktemp("data"), request_units=(1e6, 1e6))
    with unlimited as served, served.guest() as guest:
        served.house.thinking._crews[ANALYSES] = Here()
        table = guest.make(seed=5)
        with guest.join(table) as player:
            player.play_deal()
        yield guest, table
    quick.undo()


def asked(guest, table, deal, language="en"):
    path = f"/api/tables/{table}/deals/{deal}/analysis"
    return guest.http.get(path, params={"lang": language}, timeout=120)


def test_faults_and_the_course(played):
    guest, table = played
    found = asked(guest, table, 0).json()
    frames = guest.http.get(f"/api/replay/{table}/0").json()["frames"]
    tricks = frames[-1]["view"]["finished"]
    assert found["course"][-1]["tricks"] == tricks
    assert found["low"] <= found["course"][-1]["points"] <= found["high"]
    assert [one["points"] for one in found["thresholds"] if one["turns"]] == [80]  # classic
    assert found["faults"]
    for fault in found["faults"]:
        assert fault["kind"] in ("inaccuracy", "mistake", "blunder")
        assert fault["levels"] > 0
        assert fault["played"] != fault["better"]
        assert all(fault[words] for words in ("where", "cost", "kind_name", "sentence"))


def test_a_fault_names_the_moment_of_the_replay(played):
    """The next step after so many actions is the seat's own."""
    guest, table = played
    frames = guest.http.get(f"/api/replay/{table}/0").json()["frames"]
    plays = [fault for fault in asked(guest, table, 0).json()["faults"] if fault["trick"]]
    for fault in plays:
        step = next(frame["step"] for frame in frames if frame["at"] > fault["at"])
        assert step["seat"] == fault["seat"]


def test_the_same_in_every_language(played):
    guest, table = played
    every = [asked(guest, table, 0, language).json() for language in LANGUAGES]
    assert len({str(one["course"]) for one in every}) == 1
    assert len({one["faults"][0]["kind_name"] for one in every}) == len(LANGUAGES)


def test_nothing_before_the_deal_is_over(played):
    guest, _ = played
    table = guest.make(seed=6)
    with guest.join(table) as player:
        player.wait_for(lambda state: state["view"] is not None)
        answer = asked(guest, table, 0)
    assert (answer.status_code, answer.json()["detail"]["code"]) == (409, "deal-running")


@pytest.mark.parametrize("deal", [-1, 2, 99])
def test_no_such_deal(played, deal):
    guest, table = played
    answer = asked(guest, table, deal)
    assert (answer.status_code, answer.json()["detail"]["code"]) == (404, "no-such-deal")


def test_no_such_table(played):
    answer = asked(played[0], "nothing", 0)
    assert (answer.status_code, answer.json()["detail"]["code"]) == (404, "no-table")


def test_an_address_has_only_so_many_worked_on_however_many_cookies_it_takes():
    """Else one could keep everybody's waiting."""

    async def ask():
        bus, go = LocalBus(), asyncio.Event()

        async def think(_):
            await go.wait()
            return pack(Worked(msgspec.msgpack.encode({"en": desk.as_json(1)})))

        async def log():
            return [b"the log"]

        bus.answer(THINK, think)
        ours = Analyses(bus, 2)
        work = [asyncio.ensure_future(ours.of(f"{n}", "here", ("t", n), log)) for n in (0, 1)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await ours.of("c", "here", ("t", 2), log)
        work.append(asyncio.ensure_future(ours.of("d", "there", ("t", 3), log)))
        go.set()
        await asyncio.gather(*work)
        await ours.of("c", "here", ("t", 2), log)

    asyncio.run(ask())


def test_one_at_a_time_for_a_guest_and_one_work_for_all():
    begun = []

    async def think(body):
        begun.append(body)
        await asyncio.sleep(0)
        return pack(Worked(msgspec.msgpack.encode({"en": desk.as_json(len(begun))})))

    async def log():
        return [b"the log"]

    async def ask():
        bus = LocalBus()
        bus.answer(THINK, think)
        ours = Analyses(bus, 2)
        first = asyncio.ensure_future(ours.of("a", "here", ("t", 0), log))
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await ours.of("a", "here", ("t", 1), log)
        found = await asyncio.gather(first, ours.of("b", "here", ("t", 0), log))
        again = await ours.of("c", "here", ("t", 0), log)
        assert found == [again, again]
        await ours.of("a", "here", ("t", 1), log)

    asyncio.run(ask())
    assert len(begun) == 2
