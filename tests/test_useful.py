"""The cards that are part of some legal play, compared with the list of all legal plays."""

from __future__ import annotations

import random

import pytest

from tests.players import positions
from tuolaji import PRESETS
from tuolaji.deal.turn import choices, useful
from tuolaji.deal.view import view

MANY = 3000


@pytest.mark.parametrize("ruleset", PRESETS)
def test_useful_cards_are_those_of_all_legal_plays(ruleset):
    rng = random.Random(ruleset)
    compared = 0
    for first in (True, False):
        for deal, _ in positions(ruleset, rng, first=first):
            if deal.phase != "play":
                continue
            mine = view(deal, deal.turn)
            may = choices(mine)
            if may.count() <= MANY:
                expected = {card for play in may for card in play}
                assert set(useful(mine)) == expected, (mine.hand, mine.trick)
                compared += 1
    assert compared > 50


def test_before_play_all_cards_are_useful():
    rng = random.Random(1)
    for deal, _ in positions("classic", rng):
        if deal.phase == "bury":
            mine = view(deal, deal.turn)
            assert useful(mine) == mine.hand
            return
