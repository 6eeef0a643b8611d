"""A killed server has lost nothing that it acknowledged; the long run is `tests.server.kill`."""

from __future__ import annotations

from tests.server.kill import run


def test_three_kills_lose_nothing_and_double_nothing():
    counted = run(times=3, seed=7)
    assert counted["kills"] == 3
    assert counted["acknowledged"] > 0
    assert counted["moves"] >= counted["acknowledged"]
