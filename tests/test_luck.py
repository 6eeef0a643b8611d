"""Random play: always legal, and every legal follow comes."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.table import C, kernel_lead, oracle_follows, oracle_leads, terms
from tests.test_tokens import FOLLOWS
from tuolaji import PRESETS, Cards, Ruleset
from tuolaji.engine.course import act
from tuolaji.engine.random_deals import play_deals, random_action, shuffle
from tuolaji.engine.state import DONE, OVER, State
from tuolaji.rules.dice import Dice
from tuolaji.rules.numbers import strict_switches_of
from tuolaji.rules.random_plays import random_follow, random_lead

DRAWS = 6000


@pytest.mark.parametrize(("ruleset", "level", "trump", "lead", "hand"), FOLLOWS)
def test_every_legal_follow_comes_and_no_other(ruleset, level, trump, lead, hand):
    at, dice = terms(ruleset, level, trump), Dice(3)
    led = kernel_lead(lead, at)
    found = {random_follow(at.order, led, C(hand).planes, dice) for _ in range(DRAWS)}
    assert found == oracle_follows(at, lead, hand)


@pytest.mark.parametrize(
    ("ruleset", "level", "hand"),
    [
        ("classic", "2", "HAAKKQ5C77"),
        ("classic(throw=off)", "2", "HAAKKQQ5C77D3"),
        ("six-player", "2", "HAAQQ5C77"),
        ("four-deck", "3", "H7777888899C55XBBB"),
        ("four-deck", "3", "H777888C999D444455"),
    ],
)
def test_leads_are_legal(ruleset, level, hand):
    at, dice = terms(ruleset, level), Dice(4)
    how, planes = strict_switches_of(at.ruleset), C(hand).planes
    found = {random_lead(at.order, planes, how.throw, how.bombs, dice) for _ in range(DRAWS)}
    assert found <= oracle_leads(at, hand)
    singles = {play for play in found if len(Cards(play)) == 1}
    assert len(singles) == len(set(C(hand)))


def test_the_mix_of_leads():
    """One in ten throws the highest cards, five the longest unit, four a single or a pair."""
    at, dice, found = terms(), Dice(5), Counter()
    for _ in range(20_000):
        play = random_lead(at.order, C("HAKQ994433").planes, 1, 0, dice)
        found[str(Cards(play))] += 1
    total = 20_000
    throws = found["HAK"] + found["HAKQ"] + found["HAKQ9"] + found["HAKQ99"]
    assert throws / total == pytest.approx(0.1, abs=0.01)
    assert found["H4433"] / total == pytest.approx(0.5, abs=0.02)


@pytest.mark.parametrize("ruleset", [*PRESETS, "classic(partners=called)"])
def test_whole_deals_are_never_refused(ruleset):
    deal, dice = State(strict_switches_of(Ruleset.parse(ruleset))), Dice(6)
    assert play_deals(deal, dice, 20) > 20 * deal.switches.players
    shuffle(deal, dice)
    while deal.phase != OVER:
        assert act(deal, random_action(deal, dice)) == DONE
