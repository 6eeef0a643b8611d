"""The player of the kills and outages: what it does when it is its own table that is lost."""

from __future__ import annotations

from tests.cluster.wanderer import Sitting, Wanderer
from tests.server.serving import serving


def test_a_player_whose_table_was_lost_before_it_came_makes_another_one(tmp_path):
    with serving(tmp_path) as served, served.guest() as guest:
        player = Wanderer([served.port], 1)
        player.guest, player.sittings = guest, [Sitting("nosuchtable")]
        player._play()
        assert player.sittings[0].gone
        assert player.guest is None
