"""Whole deals over a real socket, in every ruleset."""

from __future__ import annotations

import pytest

from tests.server.serving import serving
from tuolaji import PRESETS
from tuolaji.notation.record import DealRecord


@pytest.mark.parametrize("ruleset", [*PRESETS, "classic(partners=called)"])
def test_a_deal_is_played_to_its_end(ruleset, tmp_path):
    with serving(tmp_path) as served, served.guest() as guest:
        table = guest.make(ruleset, seed=3)
        with guest.join(table) as player:
            end = player.play_deal()
            assert end["result"]["lines"]
            assert end["view"]["phase"] == "over"
        refused = [m for m in player.heard if m["is"] == "refused" and m["code"] != "too-late"]
        assert refused == []
        text = guest.http.get(f"/api/tables/{table}/record").text
        (record,) = DealRecord.parse(text)
        deal, _ = record.replay()
        assert deal.phase == "over"
