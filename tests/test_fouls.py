"""Foul tables: every case of every preset, by both sides."""

from __future__ import annotations

import pytest

from tuolaji import Ruleset, RulesetError
from tuolaji.ruleset.fouls import Foul, FoulQuestionError, Penalty


def penalty(ruleset, rule, by, **facts):
    return Ruleset.parse(ruleset).fouls.penalty(Foul(rule, by, **facts))


@pytest.mark.parametrize(
    ("ruleset", "rule", "facts", "bankers", "attackers"),
    [
        ("meizhusong", "foul.card-count", {"attackers": 50}, 130, -30),
        ("meizhusong", "foul.card-count", {"attackers": 50, "times": 2}, 210, -110),
        ("meizhusong", "foul.retract", {"attackers": 50, "cards": 3}, 80, 20),
        ("six-player", "foul.misplay", {"attackers": 50, "cards": 2, "found": "at_once"}, 70, 30),
        ("four-deck", "foul.misplay", {"attackers": 50, "cards": 4}, 90, 10),
        ("four-deck", "foul.revoke", {"attackers": 50, "cards": 1, "found": "at_once"}, 60, 40),
    ],
)
def test_points_go_to_the_other_side(ruleset, rule, facts, bankers, attackers):
    assert penalty(ruleset, rule, "bankers", **facts).attackers == bankers
    assert penalty(ruleset, rule, "attackers", **facts).attackers == attackers


@pytest.mark.parametrize(
    ("ruleset", "rule", "found", "discard"),
    [
        ("four-deck", "foul.misplay", None, True),
        ("four-deck", "foul.revoke", "at_once", True),
        ("four-deck", "foul.revoke", "later", False),
        ("six-player", "foul.misplay", "at_once", False),
        ("meizhusong", "foul.retract", None, False),
    ],
)
def test_with_four_decks_alone_a_replaced_card_is_a_discard(ruleset, rule, found, discard):
    facts = {"attackers": 50, "cards": 1, "found": found}
    assert penalty(ruleset, rule, "bankers", **facts).discard == discard


@pytest.mark.parametrize("entry", ["{levels=[[0,3]],discard=true}", "{points=5,discard=1}"])
def test_a_discard_stands_beside_points_only(entry):
    with pytest.raises(RulesetError, match=r"foul\.misplay"):
        Ruleset.parse(f"classic(enforcement=referee,fouls={{foul.misplay={entry}}})")


@pytest.mark.parametrize(
    ("points", "after_bankers", "after_attackers"),
    [(-10, 0, 2), (0, 0, 2), (39, 0, 2), (40, 0, 1), (79, 0, 1), (80, 1, 1), (200, 1, 1)],
)
def test_a_foul_with_six_players_ends_the_deal(points, after_bankers, after_attackers):
    for rule, found in (("foul.side", None), ("foul.misplay", "later")):
        facts = {"attackers": points, "found": found}
        lost = penalty("six-player", rule, "bankers", **facts)
        assert lost == Penalty(side="attackers", levels=after_bankers)
        lost = penalty("six-player", rule, "attackers", **facts)
        assert lost == Penalty(side="bankers", levels=after_attackers)


@pytest.mark.parametrize(("variant", "levels"), [(None, 3), ("mixed_up", 3), ("counted_first", 1)])
def test_a_revoke_with_four_decks_costs_three_levels(variant, levels):
    facts = {"attackers": 400, "variant": variant}
    assert penalty("four-deck", "foul.revoke", "bankers", **facts).levels == levels
    assert penalty("four-deck", "foul.revoke", "attackers", **facts).side == "bankers"


@pytest.mark.parametrize(
    ("ruleset", "rule", "times", "effect"),
    [
        ("meizhusong", "deal.misdrawn", 1, "redeal"),
        ("four-deck", "foul.bid-exposed", 1, "lose_bid"),
        ("four-deck", "foul.false-bid", 1, "name_trump"),
        ("four-deck", "foul.bank-order", 1, "rebid"),
        ("six-player", "foul.conduct", 1, "disqualify"),
        ("four-deck", "foul.conduct", 1, "warn"),
        ("four-deck", "foul.conduct", 2, "disqualify"),
        ("four-deck", "foul.conduct", 5, "disqualify"),
    ],
)
def test_other_effects_need_no_points(ruleset, rule, times, effect):
    assert penalty(ruleset, rule, "bankers", times=times) == Penalty(effect=effect)
    assert penalty(ruleset, rule, None, times=times) == Penalty(effect=effect)


@pytest.mark.parametrize(
    ("ruleset", "rule", "facts", "missing"),
    [
        ("classic", "foul.misplay", {"attackers": 0}, ""),
        ("six-player", "foul.misplay", {"attackers": 0, "cards": 1}, "found"),
        ("six-player", "foul.misplay", {"attackers": 0, "found": "at_once"}, "cards"),
        ("six-player", "foul.side", {}, "attackers"),
        ("six-player", "foul.kitty-count", {"attackers": 0}, ""),  # the attackers bury nothing
        ("four-deck", "foul.conduct", {"times": 0}, "times"),
    ],
)
def test_what_the_table_cannot_rule_on_is_said(ruleset, rule, facts, missing):
    with pytest.raises(FoulQuestionError) as caught:
        penalty(ruleset, rule, "attackers", **facts)
    assert caught.value.missing == missing


@pytest.mark.parametrize(
    ("ruleset", "rule", "asks"),
    [
        ("four-deck", "foul.conduct", ("times",)),
        ("four-deck", "foul.misplay", ("attackers", "by", "cards")),
        ("four-deck", "foul.revoke", ("attackers", "by", "cards", "found", "variant")),
        ("four-deck", "foul.bank-order", ()),
        ("six-player", "foul.misplay", ("attackers", "by", "cards", "found")),
        ("meizhusong", "foul.card-count", ("attackers", "by", "times")),
    ],
)
def test_what_has_to_be_known_of_a_foul(ruleset, rule, asks):
    assert Ruleset.parse(ruleset).fouls.asks(rule) == asks
