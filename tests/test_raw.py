"""From rulesets and actions to the kernel's numbers and back."""

from __future__ import annotations

import random

import pytest

from tests.oracle.rules import NAMES
from tests.oracle.rules import ruleset as oracle_rules
from tests.players import new_deal, random_action
from tests.table import C
from tuolaji import Ruleset
from tuolaji.actions import Claim, Pass
from tuolaji.kernel import shows, switches, throw
from tuolaji.kernel.planes import EMPTY
from tuolaji.kernel.rawcourse import act
from tuolaji.kernel.rawdeal import OVER
from tuolaji.raw import action_of, begin, cards_of, switches_of

NUMBERS = {
    "throw": ("throws", {"off": 0, "units": throw.BY_UNITS, "cards": throw.BY_CARDS}),
    "dig": ("dig", {"off": switches.DIG_OFF, "kitty": 1, "last_trick": 2}),
    "match_end": ("match_end", {"endless": 0, "pass_top": 1, "reach_top": 2}),
    "declare_style": ("style", {"reveal": shows.STYLE_REVEAL, "call": 1, "concealed": 2}),
    "throw_penalty": ("fine", {"none": 0, "thrown": 1, "returned": 2}),
    "runs_in_trump": ("special_runs", {"all": 1, "jokers": 0}),
    "runs_skip_level": ("skip_level", {True: 1, False: 0}),
    "promotion_cap": ("cap", {}),
}
SAME = (
    "players", "decks", "kitty", "permanent_two", "bombs", "gapped_runs", "jack_rules", "take_over",
    "step", "below_zero",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_the_switches_are_those_of_the_rule_pages(name):
    """The oracle has them from the table of the pages."""
    mine, table = switches_of(Ruleset.parse(name)), oracle_rules(name)
    for switch in SAME:
        assert getattr(mine, switch) == table[switch], switch
    for switch, (own, numbers) in NUMBERS.items():
        if table[switch] is not None:  # a switch that has no meaning there
            assert getattr(mine, own) == numbers.get(table[switch], table[switch]), switch


@pytest.mark.parametrize(
    ("name", "pairs", "factor"),
    [
        ("classic", 0, 2),
        ("classic", 1, 4),
        ("classic", 3, 16),
        ("meizhusong", 3, 64),
        ("joker-bid", 5, 4),
        ("six-player", 2, 8),
    ],
)
def test_factors_of_the_last_trick(name, pairs, factor):
    assert switches_of(Ruleset.parse(name)).factor(pairs, 99) == factor


def test_where_cards_count_the_factor_is_their_number():
    assert switches_of(Ruleset.parse("four-deck")).factor(2, 4) == 4


def test_the_largest_factor_that_four_decks_can_bring_is_exact():
    assert switches_of(Ruleset.parse("meizhusong(decks=4)")).factor(27, 54) == 4**27


def test_must_play_levels_are_rungs():
    rules = Ruleset.parse("six-player")
    mine = switches_of(rules)
    stops = [rules.ladder[at] for at in range(len(rules.ladder)) if mine.must_play >> at & 1]
    assert stops == ["2", "J"]
    assert mine.top == len(rules.ladder) - 1


@pytest.mark.parametrize(
    "ruleset", ["classic", "joker-bid", "four-deck", "classic(partners=called)"]
)
def test_actions_become_cards_and_actions_again(ruleset):
    rng = random.Random(4)
    deal, _ = new_deal(ruleset, rng)
    mine = begin(deal.ruleset, deal.setup, deal.deck)
    while mine.phase != OVER:
        action = random_action(deal, rng)
        assert action_of(mine, cards_of(action)) == action
        deal, _ = deal.apply(action)
        assert act(mine, cards_of(action)) == 0
    assert deal.turn is None


def test_a_pass_is_no_cards_and_a_claim_is_nothing_the_kernel_knows():
    assert cards_of(Pass(2)) == EMPTY == C("-").planes
    with pytest.raises(ValueError, match="referee"):
        cards_of(Claim(0, 1))
