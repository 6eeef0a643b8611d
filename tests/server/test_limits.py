"""All limits stand in one place, are described, and can be changed by a file."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from tuolaji.server import costs
from tuolaji.server.app import ROUTERS
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


def test_every_route_has_a_cost():
    routes = [route for router in ROUTERS for route in router.routes]
    every = {f"{method} {route.path}" for route in routes for method in route.methods}
    assert every == set(costs.ROUTES)


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
