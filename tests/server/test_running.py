"""Running a server: whether it is ready, what it tells Prometheus, and what it logs."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import socket
import sys
from pathlib import Path

import httpx
import pytest
from prometheus_client import REGISTRY

from tests.server.serving import PATIENCE, serving
from tuolaji import Ruleset
from tuolaji.server import holds, logs, metrics
from tuolaji.server.bus.local import LocalBus
from tuolaji.server.limits import Limits
from tuolaji.server.roles import gateway
from tuolaji.server.roles.house import House
from tuolaji.server.roles.outbox import Outbox
from tuolaji.server.store.base import CannotRead
from tuolaji.server.store.sqlite import SqliteStore
from tuolaji.server.table import hall

ROOT = Path(__file__).parents[2]


def value(name, **labels):
    return REGISTRY.get_sample_value(name, labels) or 0.0


def test_moves_sockets_and_refusals_are_counted(tmp_path):
    before = {name: value(name) for name in ("tuolaji_move_seconds_count", "tuolaji_states_total")}
    refused = value("tuolaji_refused_total", code="illegal")
    with serving(tmp_path) as served, served.guest() as guest:
        assert httpx.get(f"{served.url}/readyz").text == "ready\n"
        with guest.join(guest.make(seed=5)) as player:
            assert value("tuolaji_sockets") == 1
            assert value("tuolaji_tables") == 1
            player.play_deal()
    for name, old in before.items():
        assert value(name) > old
    assert value("tuolaji_refused_total", code="illegal") == refused
    assert value("tuolaji_sockets") == 0


def test_a_process_that_cannot_serve_says_why(tmp_path):
    class Bus(LocalBus):
        there = True

        def connected(self):
            return self.there

    class Store(SqliteStore):
        owns = reads = True

        def owning(self):
            return self.owns

        async def facts(self, owner):
            if not self.reads:
                raise CannotRead
            return await super().facts(owner)

    async def main():
        bus, store = Bus(), Store(tmp_path / "a.db")
        house = House(store, bus, Limits(), "a")
        said = [await house.wrong()]
        for part, what in ((bus, "there"), (store, "owns"), (store, "reads")):
            setattr(part, what, False)
            said.append(await house.wrong())
            setattr(part, what, True)
        await house.halt()
        said.append(await house.wrong())
        await house.close()
        return said

    assert asyncio.run(main()) == ["", "no bus", "no lease", "no database", "stopping"]


def test_a_process_that_stops_lets_nobody_wait_for_a_table(tmp_path, monkeypatch):
    monkeypatch.setattr(gateway, "LONG_PATIENCE", float("inf"))

    async def main():
        house = House(SqliteStore(tmp_path / "a.db"), LocalBus(), Limits(), "a")
        await house.open()
        made = hall.made(Ruleset.parse("classic"), "mei", bots="club", speed="instant", solo=True)
        table = await house.gateway.make(made, "Mei")
        await house.halt()
        async with asyncio.timeout(PATIENCE):
            with pytest.raises(gateway.Unavailable):
                await house.gateway.join(table, Outbox(Limits()), "mei")
        await house.close()

    asyncio.run(main())


def test_what_holds_the_loop_has_a_name():
    assert holds.holder(None) == "the loop itself"
    assert holds.holder(sys._getframe()) == "the loop itself"

    async def work():
        return holds.holder(sys._getframe())

    bus = LocalBus()
    found = []
    bus.listen("here", lambda _: found.append(holds.holder(sys._getframe())))
    bus.publish("here", b"")
    assert found == ["bus/local.publish"]
    assert asyncio.run(work()) == "the loop itself"


def test_the_dashboard_and_the_page_name_what_is_measured():
    deploy, page = ROOT / "deploy" / "grafana.json", ROOT / "docs" / "server.md"
    known = {metric.name for metric in REGISTRY.collect() if metric.name.startswith("tuolaji")}
    parts = re.compile(r"_(bucket|count|total)$")
    shown = {parts.sub("", name) for name in re.findall(r"tuolaji_\w+", deploy.read_text())}
    told = {parts.sub("", name) for name in re.findall(r"`(tuolaji_\w+)`", page.read_text())}
    assert shown <= known
    assert told == known


@pytest.mark.parametrize("where", ["", "here", "host:", "host:70000", "9100:host"])
def test_metrics_need_a_port(where):
    with pytest.raises(metrics.BadAddress):
        metrics.publish(where)


def test_a_port_for_metrics_that_is_taken_is_said():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        where = f"127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(metrics.BadAddress, match=where):
            metrics.publish(where)


@pytest.mark.parametrize("form", ["json", "text"])
def test_the_log_is_written_for_people_or_for_programs(form, capsys, errors):
    root, ours = logging.getLogger(), logging.getLogger("tuolaji")
    old, level = root.handlers, ours.level
    try:
        logs.show(form)
        logs.logger.info("nobody reads this")
        logs.logger.warning("a table is lost", table="abc")
        try:
            raise ValueError("why")
        except ValueError:
            logs.logger.exception("a table failed")
        logging.getLogger("elsewhere").warning("a library: %s", "says this")
    finally:
        root.handlers = old
        ours.setLevel(level)
    errors.clear()
    said = capsys.readouterr().err
    if form == "text":
        assert "nobody reads this" not in said
        assert all(word in said for word in ("a table is lost", "table=abc", "ValueError: why"))
        assert "a library: says this" in said
        return
    lines = [json.loads(line) for line in said.splitlines()]
    assert [line["event"] for line in lines] == [
        "nobody reads this", "a table is lost", "a table failed", "a library: says this",
    ]  # fmt: skip
    assert (lines[1]["table"], lines[1]["level"]) == ("abc", "warning")
    assert "ValueError: why" in lines[2]["exception"]
