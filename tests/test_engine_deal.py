"""The kernel's whole deals as values: what is finished, and copies."""

from __future__ import annotations

import pytest

from tests.table import attempt, raw_deal
from tuolaji import PRESETS, Ruleset
from tuolaji.cards.planes import EMPTY
from tuolaji.engine.action_tokens import may_stop, open_tokens
from tuolaji.engine.course import act
from tuolaji.engine.match import count_deal
from tuolaji.engine.random_deals import play_out, random_action, shuffle
from tuolaji.engine.state import FINISHED, OVER, State
from tuolaji.rules.dice import Dice
from tuolaji.rules.numbers import strict_switches_of


def test_a_finished_deal_takes_no_action():
    deal = raw_deal("classic")
    assert play_out(deal, Dice(3)) > 0
    assert act(deal, EMPTY) == FINISHED
    assert attempt(deal, "HA") == FINISHED
    assert open_tokens(deal) == EMPTY
    assert not may_stop(deal)
    assert act(State(deal.switches), EMPTY) == FINISHED  # and one that never began


@pytest.mark.parametrize("ruleset", [*PRESETS, "classic(partners=called)"])
def test_a_copy_goes_its_own_way(ruleset):
    deal, dice = State(strict_switches_of(Ruleset.parse(ruleset))), Dice(2)
    shuffle(deal, dice)
    for _ in range(40):
        if deal.phase == OVER:
            shuffle(deal, dice)
        act(deal, random_action(deal, dice))
    hands = [deal.hand(seat) for seat in range(deal.switches.players)]
    copy = State(deal.switches)
    copy.copy_from(deal)
    again = State(deal.switches)
    again.copy_from(deal)
    assert play_out(copy, Dice(7)) >= 0
    assert [deal.hand(seat) for seat in range(deal.switches.players)] == hands
    assert play_out(again, Dice(7)) >= 0
    assert (again.won, again.attackers_points()) == (copy.won, copy.attackers_points())
    count_deal(copy)
    assert again.deals == deal.deals
