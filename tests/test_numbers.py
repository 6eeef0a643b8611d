"""Rulesets and actions as the engine's numbers."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import tuolaji
from tests.oracle.rules import NAMES
from tests.oracle.rules import ruleset as oracle_rules
from tests.players import new_deal, random_action
from tuolaji import Ruleset
from tuolaji.cards.planes import EMPTY
from tuolaji.deal import begun, engine_action
from tuolaji.deal.actions import cards_of
from tuolaji.engine.course import act
from tuolaji.engine.state import OVER
from tuolaji.kernel import build
from tuolaji.rules import declarations as shows
from tuolaji.rules import switches
from tuolaji.rules.numbers import strict_switches_of
from tuolaji.ruleset import ENGINE, SWITCHES

PACKAGE = Path(tuolaji.__file__).parent

# Words as the constants of the kernel number them; everything else is the number itself.
WORDS = {
    "partners": {"fixed": 0, "called": switches.CALLED_PARTNERS},
    "friend_by": {"holder": 0, "nth_play": switches.BY_NTH_PLAY},
    "friend_cards": {
        "plain": 0, "any": switches.ANY_CARD, "no_points": switches.NO_POINTS,
        "not_highest": switches.NOT_HIGHEST,
    },
    "throw": {"off": 0, "units": 1, "cards": switches.BY_CARDS},
    "throw_tested": {"others": 0, "opponents": switches.TEST_OPPONENTS},
    "throw_plays": {"smallest_unit": 0, "smallest_card": 1},
    "throw_penalty": {"none": 0, "thrown": switches.FINE_THROWN, "returned": 2},
    "dig": {"off": switches.DIG_OFF, "kitty": 1, "last_trick": switches.DIG_LAST_TRICK},
    "dig_shape": {"led": 0, "own": switches.OWN_SHAPE},
    "match_end": {"endless": 0, "pass_top": 1, "reach_top": 2},
    "declare_style": {"reveal": 0, "call": shows.STYLE_CALL, "concealed": shows.STYLE_CONCEALED},
    "no_trump": {"off": 0, "pair": 1, "ladder": shows.JOKERS_LADDER, "two": shows.JOKERS_TWO},
    "no_trump_after": {"any": 0, "overturn": shows.AFTER_OVERTURN},
    "no_declaration": {
        "flip_next": 0, "flip_joker_no_trump": shows.FLIP_JOKER,
        "hard": shows.HARD_TRUMP, "redeal": shows.DEAL_AGAIN,
    },
    "runs_in_trump": {"jokers": 0, "all": 1},
    "joker_shows": {
        "pair": 0, "decks": switches.JOKERS_BY_DECKS, "decks_less_one": switches.JOKERS_LESS_ONE,
    },
    "declare_over": {"count": 0, "count_or_suit": switches.COUNT_OR_SUIT},
    "first_banker": {"last": 0, "first": switches.FIRST_IS_BANKER},
    "units": {"pairs": 0, "tuples": switches.TUPLES},
    "follow_shape": {"full": 0, "none": switches.NO_SHAPE_OWED},
    "protect": {"none": 0, "longer": 1},
    "overruff": {
        "longest": 0, "all": switches.OVERRUFF_ALL, "highest": switches.OVERRUFF_HIGHEST,
    },
    "bombs_beat": {"off": 0, "void": switches.BOMBS_IF_VOID, "any": 2},
    "fall_back": {"never": 0} | {number: number for number in range(1, 6)},
    "enforcement": {"strict": 0, "referee": 1},
}  # fmt: skip


def test_every_switch_is_read_by_the_engine_or_said_not_to_be():
    """A new switch is part of `Switches`, or its field says who reads it instead."""
    known = {name for name in dir(switches.Switches()) if not name.startswith("_")}
    in_engine = {name for name, kind in SWITCHES.items() if kind.read == ENGINE}
    assert in_engine <= known
    source = "".join(
        (PACKAGE / build.path(name)).read_text("utf-8")
        for name in build.MODULES
        if name.startswith(("rules.", "engine.")) and name != "rules.switches"
    )
    unread = [name for name in in_engine if f"switches.{name}" not in source]
    assert unread == []


@pytest.mark.parametrize("name", sorted(WORDS))
def test_words_are_numbered_as_the_engine_reads_them(name):
    kind = SWITCHES[name]
    assert {word: kind.number(word) for word in kind.choices} == WORDS[name]


@pytest.mark.parametrize("name", NAMES)
def test_the_switches_are_those_of_the_rule_pages(name):
    """The oracle has them from the table of the pages."""
    mine, table = strict_switches_of(Ruleset.parse(name)), oracle_rules(name)
    read = [switch for switch, kind in SWITCHES.items() if kind.read == ENGINE]
    for switch in read:
        value = table.get(switch)
        if value is not None:  # a switch that has no meaning there
            assert getattr(mine, switch) == WORDS.get(switch, {}).get(value, value), switch


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
    assert strict_switches_of(Ruleset.parse(name)).factor(pairs, 99) == factor


def test_where_cards_count_the_factor_is_their_number():
    assert strict_switches_of(Ruleset.parse("four-deck")).factor(2, 4) == 4


def test_the_largest_factor_that_four_decks_can_bring_is_exact():
    assert strict_switches_of(Ruleset.parse("meizhusong(decks=4)")).factor(27, 54) == 4**27


def test_must_play_levels_are_rungs():
    rules = Ruleset.parse("six-player")
    mine = strict_switches_of(rules)
    stops = [rules.ladder[at] for at in range(len(rules.ladder)) if mine.must_play >> at & 1]
    assert stops == ["2", "J"]
    assert mine.top == len(rules.ladder) - 1


@pytest.mark.parametrize(
    "ruleset", ["classic", "joker-bid", "four-deck", "classic(partners=called)"]
)
def test_actions_become_cards_and_actions_again(ruleset):
    rng = random.Random(4)
    deal, _ = new_deal(ruleset, rng)
    mine = begun(deal.ruleset, deal.setup, deal.deck)
    while mine.phase != OVER:
        action = random_action(deal, rng)
        laid = cards_of(action)
        cards = EMPTY if laid is None else laid.planes
        assert engine_action(mine, cards) == action
        deal, _ = deal.apply(action)
        assert act(mine, cards) == 0
    assert deal.turn is None
