"""last.kitty, last.both-sides, hard.no-dig, score.promote, level.mandatory, match.end."""

from __future__ import annotations

import pytest

from tests.table import C, led, terms
from tuolaji import Ruleset, dig, next_banker, promote, result, time_up
from tuolaji.ruleset.values import Multiplier

KITTY = "HKKT5C3467"  # 35 points


def bonus(ruleset, plays, *, trump="S", kitty=KITTY, side="attackers", attacked_by=None):
    at = terms(ruleset, "4", trump)
    follows = [C(play) for play in plays[1:]]
    out = dig(at, led(plays[0], at), follows, C(kitty), winner_side=side, attacked_by=attacked_by)
    return out.multiplier, out.points


@pytest.mark.parametrize(
    ("ruleset", "single", "pair", "two", "three", "twelve"),
    [
        ("classic", 2, 4, 8, 16, 2**13),
        ("meizhusong", 2, 4, 16, 64, 2**24),
        ("joker-bid", 1, 2, 4, 4, 4),
        ("six-player", 2, 4, 8, 8, 8),
        ("classic(dig_multiplier=3/5/7)", 3, 5, 7, 7, 7),
    ],
)
def test_the_multiplier_grows_with_the_led_shape(ruleset, single, pair, two, three, twelve):
    factor = Ruleset.parse(ruleset).dig_multiplier.factor
    factors = [factor(0, 1), factor(1, 2), factor(2, 4), factor(3, 6), factor(12, 24)]
    assert factors == [single, pair, two, three, twelve]
    assert bonus(ruleset, ["HA", "S3", "H4", "H5"]) == (single, single * 35)
    assert bonus(ruleset, ["DAAKK", "S3356", "C5567", "H5678"]) == (two, two * 35)


def test_the_known_answer_of_the_cup():
    ruleset = Ruleset.parse("meizhusong")
    points = 120 + ruleset.dig_multiplier.factor(12, 24) * 80
    assert points == 1_342_177_400
    assert result(ruleset, points).levels == 33_554_433


def test_a_throw_digs_with_its_biggest_unit():
    assert bonus("classic", ["DAAK", "S335", "C556", "H567"]) == (4, 140)
    assert bonus("classic", ["DAKQ", "C335", "C556", "H567"]) == (2, 70)
    # Three singles ruffed with a pair and a single: the winner's own cards count.
    assert bonus("classic", ["DAKQ", "S335", "C556", "H567"]) == (4, 140)
    assert bonus("classic(dig_shape=led)", ["DAKQ", "S335", "C556", "H567"]) == (2, 70)


def test_the_winners_own_cards_count_unless_the_led_shape_does():
    ruffed_pairs = ["HQQ99", "S5566", "C3367", "D789T"]
    for ruleset, times in (
        ("classic", 8),
        ("meizhusong", 16),
        ("classic(dig_shape=led)", 4),
        ("classic@1", 4),
        ("meizhusong@1", 4),
        ("joker-bid", 2),
    ):
        assert bonus(ruleset, ruffed_pairs, kitty="D5") == (times, 5 * times), ruleset
    assert bonus("classic", ["HQQ99"], kitty="D5") == (4, 20)


def test_no_dig_for_the_bankers_or_where_it_is_off():
    plays = ["HA", "S3", "H4", "H5"]
    assert bonus("classic", plays, side="bankers") == (0, 0)
    assert bonus("classic(dig=off)", plays) == (0, 0)


@pytest.mark.parametrize(
    ("ruleset", "trump", "attacked_by", "counts"),
    [
        ("joker-bid", "S", None, True),
        ("joker-bid", "N", None, False),
        ("joker-bid", "N", "attackers", False),
        ("joker-bid", "N", "bankers", True),
        ("joker-bid(own_attack_digs=false)", "N", "bankers", False),
        ("joker-bid(own_attack_digs=false)", "S", None, True),
        ("classic", "N", None, True),
    ],
)
def test_hard_trump_saves_the_kitty(ruleset, trump, attacked_by, counts):
    _, points = bonus(ruleset, ["HA", "H3", "H5", "H7"], trump=trump, attacked_by=attacked_by)
    assert (points > 0) is counts


@pytest.mark.parametrize(
    ("plays", "side", "expected"),
    [
        (["HKK", "HTT", "H55", "H78"], "bankers", (2, -100)),
        (["HKK", "HTT", "H55", "H78"], "attackers", (2, 100)),
        (["HA", "HK", "H5", "H7"], "bankers", (0, 0)),
        (["HA", "HK", "H5", "H7"], "attackers", (1, 15)),
        (["HAAKK", "H5567", "C3356", "C7788"], "attackers", (4, 140)),
    ],
)
def test_with_four_decks_the_last_trick_counts_for_both_sides(plays, side, expected):
    assert bonus("four-deck", plays, kitty="-", side=side) == expected


@pytest.mark.parametrize(
    ("ruleset", "limits"),
    [
        # attackers' points at which the result changes: (from, side, levels)
        ("classic", [(-40, "b", 3), (1, "b", 2), (39, "b", 2), (40, "b", 1), (79, "b", 1),
                     (80, "a", 0), (119, "a", 0), (120, "a", 1), (159, "a", 1), (160, "a", 2),
                     (240, "a", 4), (400, "a", 8)]),
        ("meizhusong", [(0, "b", 3), (-80, "b", 3), (35, "b", 2), (75, "b", 1), (195, "a", 2)]),
        ("joker-bid", [(0, "b", 3), (200, "a", 3), (240, "a", 3), (400, "a", 3), (199, "a", 2)]),
        ("six-player", [(0, "b", 3), (39, "b", 2), (79, "b", 1), (80, "a", 0), (240, "a", 3)]),
        ("four-deck", [(159, "b", 1), (80, "b", 1), (79, "b", 2), (1, "b", 2), (0, "b", 3),
                       (-5, "b", 3), (-79, "b", 3), (-80, "b", 4), (-160, "b", 5), (160, "a", 0),
                       (239, "a", 0), (240, "a", 1), (320, "a", 2)]),
        ("classic(below_zero=true)", [(-39, "b", 3), (-40, "b", 4)]),
        ("classic(promotion_cap=1)", [(160, "a", 1), (119, "a", 0)]),
    ],
)  # fmt: skip
def test_the_result_by_the_attackers_points(ruleset, limits):
    sides = {"a": "attackers", "b": "bankers"}
    for points, side, levels in limits:
        out = result(Ruleset.parse(ruleset), points)
        assert (points, out.side, out.levels) == (points, sides[side], levels)


def test_a_jack_in_the_last_trick_sends_the_bankers_back():
    six = Ruleset.parse("six-player")
    assert result(six, 80, level="J", last_jack_dig=True).back_to == "2"
    assert result(six, 79, level="J", last_jack_dig=True).back_to is None
    assert result(six, 80, level="J", last_jack_dig=False).back_to is None
    assert result(six, 80, level="T", last_jack_dig=True).back_to is None
    assert result(Ruleset.parse("classic"), 80, level="J", last_jack_dig=True).back_to is None
    higher = Ruleset.parse("six-player(permanent_two=true)")
    assert result(higher, 80, level="J", last_jack_dig=True).back_to == "3"


@pytest.mark.parametrize(
    ("ruleset", "start", "by", "level", "won"),
    [
        ("classic", "2", 0, "2", False),
        ("classic", "2", 3, "5", False),
        ("classic", "9", 1, "T", False),
        ("classic", "K", 1, "A", False),
        ("classic", "K", 3, "X", False),  # must-play, for no trump can be declared
        ("classic", "X", 1, "2", False),
        ("classic", "X", 3, "2", False),  # the first level is must-play
        ("classic", "X", 33_554_433, "2", False),
        ("classic(no_trump=off)", "K", 3, "2", False),
        ("classic(no_trump=off)", "A", 3, "2", False),
        ("classic(must_play=[5,T,K])", "3", 3, "5", False),
        ("classic(must_play=[5,T,K])", "5", 3, "8", False),
        ("classic(must_play=[5,T,K])", "9", 1, "T", False),
        ("classic(must_play=[5,T,K])", "4", 1, "5", False),
        ("classic(permanent_two=true)", "X", 1, "3", False),
        ("classic(match_end=pass_top)", "A", 2, "X", False),
        ("classic(match_end=pass_top)", "X", 1, None, True),
        ("meizhusong", "A", 1, None, True),
        ("meizhusong", "K", 3, None, True),
        ("meizhusong", "K", 1, "A", False),
        ("joker-bid", "Q", 1, "K", False),
        ("joker-bid", "Q", 2, "A", True),
        ("joker-bid", "K", 3, "A", True),
        ("joker-bid", "A", 1, "A", True),
        ("joker-bid", "A", 0, "A", False),  # the bank alone is no promotion
        ("six-player", "9", 3, "J", False),
        ("six-player", "J", 3, None, True),
        ("six-player", "Q", 1, "K", False),
        ("six-player", "K", 1, None, True),
        ("four-deck", "Q", 3, None, True),
        ("four-deck", "3", 4, "7", False),
    ],
)
def test_promotion_on_every_ladder(ruleset, start, by, level, won):
    out = promote(Ruleset.parse(ruleset), start, by)
    assert (out.level, out.won) == (level, won)


@pytest.mark.parametrize(
    ("ruleset", "banker", "side", "friend", "expected"),
    [
        ("classic", 0, "bankers", None, 2),
        ("classic", 3, "bankers", None, 1),
        ("classic", 0, "attackers", None, 1),
        ("classic", 3, "attackers", None, 0),
        ("six-player", 4, "bankers", None, 0),
        ("six-player", 5, "attackers", None, 0),
        ("four-deck", 1, "bankers", None, 3),
        ("classic(partners=called)", 0, "bankers", 1, 1),
        ("classic(partners=called)", 0, "bankers", 0, 0),  # alone
        ("classic(partners=called)", 0, "attackers", 1, 2),  # the attacker next after the banker
        ("classic(partners=called)", 0, "attackers", 3, 1),
        ("classic(partners=called)", 3, "attackers", 3, 0),  # alone
    ],
)
def test_who_has_the_bank_next(ruleset, banker, side, friend, expected):
    friends = () if friend is None else (friend,)
    assert next_banker(Ruleset.parse(ruleset), banker, side, friends=friends) == expected


def test_time_up_is_won_by_the_higher_level():
    cup, six = Ruleset.parse("meizhusong"), Ruleset.parse("six-player")
    assert time_up(cup, ("A", "K"), 1) == 0
    assert time_up(cup, ("9", "T"), 0) == 1
    assert time_up(cup, ("9", "9"), 0) is None
    assert time_up(six, ("9", "9"), 0) == 0
    assert time_up(six, ("9", "9"), 1) == 1


def test_multipliers_print_as_they_are_read():
    for text in ("2/4/2^(n+1)", "2/4/2^(2n)", "1/2/4", "cards", "0/1/3^(2n+5)"):
        assert str(Multiplier.parse(text)) == text
    for text in ("", "2/4", "a/b/c", "2/4/2^n", "2/4/2^(n-1)", "-1/2/3"):
        with pytest.raises(ValueError, match="no multiplier"):
            Multiplier.parse(text)
