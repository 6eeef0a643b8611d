"""All limits stand in one place, are described, and can be changed by a file."""

from __future__ import annotations

import itertools
import re
from dataclasses import fields
from pathlib import Path

import httpx
import pytest
from starlette.requests import HTTPConnection
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.server.serving import serving
from tuolaji.lessons import parts
from tuolaji.server import costs
from tuolaji.server.app import ROUTERS
from tuolaji.server.http.service import address_of
from tuolaji.server.limits import BadLimits, Limits

DOCS = (Path(__file__).parents[2] / "docs" / "server.md").read_text("utf-8")
TABLE = dict(
    re.findall(r"^\| `(\w+)` \| (.+?) \|", DOCS.split("## Limits")[1].split("\n## ")[0], re.M)
)


def usual(value):
    """A limit in the words of the page."""
    if isinstance(value, tuple):
        rate, most = value
        often = f"{rate:,g} a second" if rate >= 0.1 else f"{3600 * rate:,g} an hour"
        return f"{often}, {most:,g} at once"
    return f"{value:,g}" if isinstance(value, float) else f"{value:,}"


def test_the_page_names_every_limit_as_it_is():
    known = {field.name: usual(getattr(Limits(), field.name)) for field in fields(Limits)}
    known["thinking_processes"] = "as many as processors"
    assert known == TABLE


def test_whoever_takes_all_lessons_and_puzzles_of_a_day_twice_may_still_play():
    """Ten puzzles, the deal of the day and a first game: each is a table."""
    assert Limits().tables_of_guest[1] > 2 * (len(parts()) + 10 + 2)


def test_every_route_has_a_cost():
    routes = [route for router in ROUTERS for route in router.routes]
    every = {f"{method} {route.path}" for route in routes for method in route.methods}
    assert every == set(costs.ROUTES)


def test_whoever_has_nothing_left_to_spend_is_answered_by_no_route(tmp_path):
    """All routes there are, however they were added, and the socket; being there is free."""
    with serving(tmp_path, request_units=(0.0, 0.0)) as served:
        http = httpx.Client(base_url=served.url)
        answers = {}
        own = [getattr(one, "original_router", None) for one in served.app.routes]
        routers = [router.routes for router in own if router is not None]
        single = [route for route in served.app.routes if hasattr(route, "path")]
        for route in itertools.chain(single, *routers):
            path = re.sub(r"{\w+(:path)?}", "1", route.path)
            for method in route.methods - {"HEAD"}:
                answers[f"{method} {path}"] = http.request(method, path, json={}).status_code
        assert answers.pop("GET /healthz") == 200
        assert set(answers.values()) == {429}
        assert len(answers) == len(costs.ROUTES) + 3
        with pytest.raises(InvalidStatus):
            connect(f"ws://127.0.0.1:{served.port}/ws/1")
        http.close()


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::1"),
        ("what: is this", "what: is this"),
    ],
)
def test_who_has_a_whole_network_is_one_address(host, address):
    scope = {"type": "http", "client": (host, 1), "headers": []}
    assert address_of(HTTPConnection(scope)) == address


def test_a_file_changes_some(tmp_path):
    assert Limits.of(tmp_path) == Limits()
    (tmp_path / "limits.toml").write_text("sockets = 7\nchat = [1, 2.5]\nidle_seconds = 9\n")
    changed = Limits.of(tmp_path)
    assert (changed.sockets, changed.chat, changed.idle_seconds) == (7, (1.0, 2.5), 9)
    assert changed.faults == Limits().faults


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("socket = 7", "no limit socket"),
        ("sockets = -1", "whole number"),
        ("sockets = 1.5", "whole number"),
        ("sockets = true", "whole number"),
        ("sockets = [1, 2]", "whole number"),
        ("chat = 7", "at once"),
        ("chat = [1]", "at once"),
        ("idle_seconds = 'x'", "number"),
        ("idle_seconds = nan", "number"),
        ("sockets =", "limits.toml"),
    ],
)
def test_a_file_that_makes_no_sense_is_refused(tmp_path, text, why):
    (tmp_path / "limits.toml").write_text(text)
    with pytest.raises(BadLimits, match=why):
        Limits.of(tmp_path)
