"""The kernel's whole deals in play: throws, leads and follows that are refused, bombs."""

from __future__ import annotations

import pytest

from tests.table import C, asked, attempt, passed, raw_deal
from tuolaji import Cards, Ruleset
from tuolaji.cards import SUITS
from tuolaji.engine.course import act
from tuolaji.engine.state import (
    BAD_LEAD,
    BURY,
    DONE,
    NOT_FOLLOWING,
    NOT_IN_HAND,
    PLAY,
    WRONG_NUMBER,
)
from tuolaji.rules import units
from tuolaji.rules.dice import Dice


def at_play(ruleset, hands, **options):
    """A deal at its first lead, spades trump by seat 0's declaration or bid."""
    rules = Ruleset.parse(ruleset)
    level = options.setdefault("levels", (rules.first_level,) * 2)[0]
    hands = {**hands, 0: hands.get(0, "") + f"S{level}"}
    deal = raw_deal(ruleset, hands, **options)
    assert attempt(asked(deal, 0), f"S{level}") == DONE
    passed(deal, BURY if rules.kitty else PLAY)
    if rules.kitty:
        spare = Cards(deal.hand(0)) - C(hands[0])
        assert act(deal, Dice(1).cards(spare.planes, rules.kitty)) == DONE
    assert deal.phase == PLAY
    assert deal.order.trump == SUITS.index("S")
    return deal


@pytest.mark.parametrize(
    ("ruleset", "thrown", "played", "fine"),
    [
        ("classic", "HKKQ", "HQ", 0),
        ("meizhusong", "HKKQ", "HQ", 30),
        ("meizhusong(throw_penalty=returned)", "HKKQ", "HQ", 20),
        ("meizhusong", "HKQQ", "HK", 30),
        ("meizhusong(throw_plays=smallest_card)", "HKQQ", "HQ", 30),
        ("meizhusong", "HKKQQ", "HKKQQ", 0),  # a tractor is no throw
        ("meizhusong", "HKKTT", "HKKTT", 0),
    ],
)
def test_a_failed_throw_is_played_in_part_and_fined(ruleset, thrown, played, fine):
    deal = at_play(ruleset, {0: "HKKQQTT", 2: "HAJ"})
    assert attempt(deal, thrown) == DONE
    assert deal.on_table(0) == C(played).planes
    assert deal.fines(0) == fine
    assert deal.lead.size == len(C(played))
    assert C(thrown) - C(played) <= Cards(deal.hand(0))


def test_leads_and_follows_that_are_refused_change_nothing():
    deal = at_play("classic", {0: "HKK", 1: "H3345C5", 2: "H7"})
    for cards, why in (
        ("HAA", NOT_IN_HAND),
        ("", WRONG_NUMBER),
        ("HKS2", BAD_LEAD + units.MIXED_SUITS),
    ):
        before = deal.hand(0)
        assert attempt(deal, cards) == why
        assert (deal.hand(0), deal.turn, deal.in_trick) == (before, 0, 0)
    assert attempt(deal, "HKK") == DONE
    assert attempt(deal, "H34") == NOT_FOLLOWING
    assert (deal.turn, deal.in_trick) == (1, 1)


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("H3", WRONG_NUMBER),
        ("H345", WRONG_NUMBER),
        ("H34", NOT_FOLLOWING),
        ("H3C5", NOT_FOLLOWING),
        ("HAA", NOT_IN_HAND),
        ("H33", DONE),
    ],
)
def test_following_a_pair(cards, why):
    deal = at_play("classic", {0: "HKKA", 1: "H3345C5", 2: "HA"})
    assert attempt(deal, "HKK") == DONE
    assert attempt(deal, cards) == why


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("H777", BAD_LEAD + units.LONE_TRIPLE),
        ("H7799", BAD_LEAD + units.FORBIDDEN),
        ("H7777", DONE),
        ("H777888", DONE),
    ],
)
def test_leads_where_bombs_are_known(cards, why):
    deal = at_play("four-deck", {0: "H777788899"})
    assert attempt(deal, cards) == why


def test_a_bomb_beats_the_tractor_that_was_led():
    deal = at_play("four-deck", {0: "H7788", 1: "H9999"})
    assert attempt(deal, "H7788") == DONE
    assert attempt(deal, "H9999") == DONE
    assert deal.winner == 1
