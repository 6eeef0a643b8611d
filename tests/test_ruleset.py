"""Rulesets as data: text, files, presets."""

from __future__ import annotations

import pickle
import re
from pathlib import Path

import pytest

from tests.table import C, rule_of
from tuolaji import PRESETS, Ruleset, RulesetError, Terms, check_follow, judge, promote, read_lead
from tuolaji.ruleset import SWITCHES, to_data
from tuolaji.ruleset.coherence import applies
from tuolaji.ruleset.values import DataTextError, parse_data, print_data

# The table of the rule pages, switch by switch (– where a switch has no meaning).
TABLE = """
players 4 4 4 6 4
decks 2 2 2 2 4
kitty 8 8 8 6 0
partners fixed fixed fixed fixed fixed
friends – – – – –
friend_by – – – – –
self_friend – – – – –
friend_cards – – – – –
first_level 2 2 2 2 3
top_level X A A K A
match_end endless pass_top reach_top pass_top pass_top
must_play [] [] [] [J] []
permanent_two false false false false true
runs_skip_level true true true true false
runs_in_trump all all all all jokers
declare_style reveal reveal call reveal concealed
self_secure true true – true true
partner_secure true false – false –
self_overturn false false – false false
no_trump pair ladder – two off
no_trump_after any any – overturn –
joker_shows pair pair – – –
declare_over count count – count –
first_banker last last – last –
no_declaration flip_next flip_joker_no_trump hard flip_joker_no_trump redeal
own_attack_digs – – true – –
declare_window true true – true true
opening_small_joker – – – – true
steal false false false false false
kitty_seen true false true true –
tricks_seen last own_last last last none
throw units units units cards off
throw_tested others others others others –
throw_plays smallest_unit smallest_unit smallest_unit smallest_card –
throw_penalty none thrown none returned –
gapped_runs false false false true false
units pairs pairs pairs pairs pairs
tractor_length – – – – –
tractor_width – – – – –
follow_shape full full full full full
protect – – – – –
overruff longest longest longest longest –
bombs false false false false true
bombs_beat – – – – –
dig kitty kitty kitty kitty last_trick
dig_multiplier 2/4/2^(n+1) 2/4/2^(2n) 1/2/4 2/4/8 cards
dig_shape own own led own –
jack_rules false false false true false
take_over 80 80 80 80 160
step 40 40 40 40 80
promotion_cap 0 0 3 3 0
below_zero false false false false true
small_side_bonus – – – – –
defend_top false false – false false
ladder_wraps – false – false false
fall_back never never never – never
match_minutes 0 180 0 120 150
no_new_deal_minutes – 10 – 0 0
break_minutes – 10 – 0 0
time_up_tie – draw – bank_wins draw
play_seconds 0 30 0 0 10
bury_seconds 0 180 0 0 –
talk true true true false false
ruff_said – – – true false
hints open closed open closed closed
enforcement strict strict strict strict strict
timeout – play – – play
cut none before_banker none before_banker banker
"""


def test_the_presets_hold_the_values_of_the_table():
    rows = [line.split() for line in TABLE.strip().splitlines()]
    assert {row[0] for row in rows} | {"fouls"} == set(SWITCHES)
    for name, *values in rows:
        for preset, expected in zip(PRESETS[: len(values)], values, strict=True):
            ruleset = Ruleset.parse(preset)
            shown = print_data(to_data(getattr(ruleset, name)))
            assert (preset, name, shown if applies(ruleset, name) else "–") == (
                preset,
                name,
                expected,
            )


def test_the_presets_name_their_fouls():
    assert [sorted(Ruleset.parse(name).fouls.table) for name in PRESETS[:7]] == [
        [],
        ["deal.misdrawn", "foul.card-count", "foul.retract"],
        [],
        ["foul.conduct", "foul.kitty-count", "foul.misplay", "foul.side"],
        [
            "foul.bank-order",
            "foul.bid-exposed",
            "foul.conduct",
            "foul.false-bid",
            "foul.misplay",
            "foul.revoke",
        ],
        [],
        [],
    ]


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_coherent_small_and_deal_evenly(name):
    ruleset = Ruleset.parse(name)
    assert ruleset.problems() == []
    assert str(ruleset) == name
    assert ruleset.hand_size * ruleset.players + ruleset.kitty == 54 * ruleset.decks
    text = (Path(__file__).parent.parent / f"src/tuolaji/ruleset/presets/{name}.toml").read_text()
    assert len(text.splitlines()) < 60


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("classic", "classic"),
        (" classic ", "classic"),
        ("classic()", "classic"),
        ("classic( permanent_two = true )", "classic(permanent_two=true)"),
        ("classic(permanent_two=true,first_level=3)", "classic(permanent_two=true)"),
        ("classic(permanent_two=true,first_level=5)", "classic(first_level=5,permanent_two=true)"),
        ("classic(must_play=[K,5,10])", "classic(must_play=[5,T,K])"),
        ("classic(throw=off,kitty=8)", "classic(throw=off)"),
        ("classic(dig_multiplier=2/4/2^(2n))", "classic(dig_multiplier=2/4/2^(2n))"),
        ("meizhusong(no_trump=pair)", "meizhusong(no_trump=pair)"),
        ("classic(permanent_two=true,must_play=[5])", "classic(must_play=[5],permanent_two=true)"),
        (
            "classic(permanent_two=true,dig_multiplier=1/2/4)",
            "classic(dig_multiplier=1/2/4,permanent_two=true)",
        ),
    ],
)
def test_a_ruleset_is_written_as_a_difference(text, canonical):
    ruleset = Ruleset.parse(text)
    assert str(ruleset) == canonical
    assert Ruleset.parse(canonical) == ruleset
    assert eval(repr(ruleset), {"Ruleset": Ruleset}) == ruleset
    assert " " not in canonical


def test_fouls_can_be_borrowed_and_are_part_of_the_text():
    ruleset = Ruleset.parse("classic(enforcement=referee,fouls=meizhusong)")
    assert ruleset.fouls == Ruleset.parse("meizhusong").fouls
    assert Ruleset.parse(str(ruleset)) == ruleset
    assert "foul.retract={points_per_card=10}" in str(ruleset)


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("clasic", "unknown_ruleset", "did you mean classic?"),
        ("", "unknown_ruleset", "known are classic, meizhusong"),
        ("classic(permanent_to=true)", "unknown_switch", "did you mean permanent_two"),
        ("classic(throw=maybe)", "bad_value", "it takes off, units, cards"),
        ("classic(permanent_two=1)", "bad_value", "it takes false, true"),
        ("classic(players=9)", "bad_value", "it takes 4, 5, 6, 7, 8"),
        ("classic(kitty=-1)", "bad_value", "from 0 to 40"),
        ("classic(kitty=true)", "bad_value", "from 0 to 40"),
        ("classic(must_play=[5,5])", "bad_value", "a list of levels"),
        ("classic(must_play=5)", "bad_value", "a list of levels"),
        ("classic(must_play=[1])", "bad_value", "a list of levels"),
        ("classic(dig_multiplier=9)", "bad_value", "2/4/2^(n+1)"),
        ("classic(fouls={foul.x={}})", "bad_value", "exactly one of"),
        ("classic(fouls={foul.x={as=foul.y}})", "bad_value", "names a rule"),
        ("classic(fouls={foul.x={as=foul.x}})", "bad_value", "names a rule"),
        (
            "classic(fouls={foul.x={as=foul.y},foul.y={as=foul.z},foul.z={points=1}})",
            "bad_value",
            "names no other",
        ),
        (
            "classic(" + ",".join(f"a{n}=1" for n in range(99)) + ")",
            "bad_ruleset",
            f"only {len(SWITCHES)}",
        ),
        ("classic(fouls={foul.x={effect=dance}})", "bad_value", "effect cannot be"),
        ("classic(fouls={foul.x={levels=[[0,1],[0,0]]}})", "bad_value", "levels cannot be"),
        ("classic(fouls={foul.x={times={2={points=1}}}})", "bad_value", "begin with 1"),
        ("classic(fouls={foul.x={by={nobody={points=1}}}})", "bad_value", "split into"),
        ("classic(fouls={X={points=1}})", "bad_value", "not a rule id"),
        ("classic(fouls=7)", "bad_value", "a table of rule ids"),
        ("classic(permanent_two=true", "bad_ruleset", "closing bracket"),
        ("classic(permanent_two)", "bad_ruleset", "an = and a value"),
        ("classic(a=1,a=2)", "bad_ruleset", "given twice"),
        ("classic(=1)", "bad_ruleset", "a name or value is wanted"),
        ("classic(must_play=[5)", "bad_ruleset", "wanted"),
        ("classic(kitty=[[[[[[[[[[[[[[1]]]]]]]]]]]]]])", "bad_ruleset", "too deeply"),
    ],
)
def test_what_cannot_be_read_is_said_with_what_is_allowed(text, code, said):
    with pytest.raises(RulesetError) as caught:
        Ruleset.parse(text)
    assert said in str(caught.value)
    assert all(re.search("[\u4e00-\u9fff]", text) for text in caught.value.texts("zh-Hans"))
    assert caught.value.code == code
    error = judge({"ask": "promote", "ruleset": text, "from": "3", "by": 1})["error"]
    assert error["code"] == code


def test_all_that_is_wrong_is_listed_at_once():
    with pytest.raises(RulesetError) as caught:
        Ruleset.parse("classic(decks=3,bombs=true,match_end=reach_top,no_declaration=hard)")
    assert len(caught.value.wrong) == 4
    with pytest.raises(RulesetError) as caught:
        Ruleset.parse("classic(decks=7,trow=off,kitty=99)")
    assert len(caught.value.wrong) == 3


def test_a_sixth_ruleset_is_a_file():
    """北京 style at a village table: three decks, six seats, no throws, J and A must be played."""
    ruleset = Ruleset.from_toml(
        """
        base = "six-player"
        decks = 3
        kitty = 6
        top_level = "A"
        must_play = ["J", "A"]
        throw = "off"
        gapped_runs = false
        no_trump = "pair"
        jack_rules = false
        dig_multiplier = "2/4/2^(n+1)"
        take_over = 120
        step = 60

        [fouls]
        "foul.phone" = { points = 20 }
        """
    )
    assert ruleset.problems() == []
    assert ruleset.hand_size == 26
    assert Ruleset.parse(str(ruleset)) == ruleset
    assert promote(ruleset, "T", 3).level == "J"
    assert judge({"ask": "result", "ruleset": str(ruleset), "attackers": 180}) == {
        "side": "attackers",
        "levels": 1,
    }
    foul = {"ask": "foul", "ruleset": str(ruleset), "rule": "foul.phone", "by": "bankers"}
    assert judge({**foul, "attackers": 40, "times": 2}) == {"attackers": 80}
    at = Terms.of(ruleset, "5", "H")
    assert rule_of(read_lead(at, C("S4466"))) is None
    lead = read_lead(at, C("S44"))
    assert rule_of(check_follow(at, lead, C("S777AKH3"), C("SAK"))) == "follow.pair"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("decks = 2", "must name its base"),
        ("base = 'clasic'", "did you mean classic"),
        ("base = 3", "must name its base"),
        ("base = ", "not TOML"),
        ("base = 'classic'\nkitty = 7", "cannot be dealt evenly"),
        ("base = 'classic'\nfouls = 'none'", "(fouls) cannot be none"),
    ],
)
def test_a_bad_file_is_refused_with_the_reason(text, said):
    with pytest.raises(RulesetError) as caught:
        Ruleset.from_toml(text)
    assert said in str(caught.value)


def test_equal_rulesets_are_one_in_a_set_and_cannot_be_changed():
    same = Ruleset.parse(
        "classic(top_level=A,match_end=reach_top,declare_style=call,no_declaration=hard,"
        "dig_multiplier=1/2/4,dig_shape=led,promotion_cap=3)"
    )
    assert len({same, Ruleset.parse("joker-bid")}) == 1
    table = Ruleset.parse("four-deck").fouls.table
    with pytest.raises(TypeError):
        table["foul.misplay"] = {}
    with pytest.raises(TypeError):
        table["foul.revoke"]["found"]["later"] = {}


def test_data_text_round_trips():
    for text in ("{a=1,b=[x,{c=true}],d=-5}", "[]", "{}", "word", "7", "false"):
        assert print_data(parse_data(text)) == text
    for text in ("", "[1", "{a}", "a b", "[1 2]", "]"):
        with pytest.raises(DataTextError):
            parse_data(text)


def test_what_is_wrong_comes_whole_out_of_another_process():
    with pytest.raises(RulesetError) as raised:
        Ruleset.parse("classic(players=5, decks=9)")
    again = pickle.loads(pickle.dumps(raised.value))
    assert (again.wrong, again.code, str(again)) == (
        raised.value.wrong, raised.value.code, str(raised.value),
    )  # fmt: skip


@pytest.mark.parametrize(
    "text", [*PRESETS, "meizhusong(enforcement=referee)", "classic(decks=3, kitty=6)"]
)
def test_a_ruleset_can_be_sent_to_another_process(text):
    ruleset = Ruleset.parse(text)
    sent = pickle.loads(pickle.dumps(ruleset))
    assert (sent, sent.base, str(sent)) == (ruleset, ruleset.base, str(ruleset))


# Versions


def test_a_preset_that_changed_keeps_its_earlier_version():
    now, then = Ruleset.parse("six-player"), Ruleset.parse("six-player@1")
    assert (now.version, then.version) == (2, 1)
    differences = then.differences(now)
    before, after = differences.pop("fouls")
    assert differences == {
        "dig_shape": ("led", "own"),
        "no_trump_after": ("any", "overturn"),
        "hints": ("open", "closed"),
        "ruff_said": (False, True),
    }
    assert set(after.table) - set(before.table) == {"foul.conduct"}
    assert {rule: after.table[rule] for rule in before.table} == dict(before.table)
    assert (str(now), str(then)) == ("six-player", "six-player@1")
    assert Ruleset.parse("six-player@2") == now


@pytest.mark.parametrize("name", PRESETS)
def test_what_is_kept_names_its_version_unless_it_is_the_first(name):
    for text in (name, f"{name}@1", f"{name}(take_over=100)", f"{name}@1(take_over=100)"):
        ruleset = Ruleset.parse(text)
        again = Ruleset.of_lasting(ruleset.lasting)
        assert again == ruleset
        assert (again.base, again.version) == (ruleset.base, ruleset.version)
        assert str(Ruleset.parse(str(ruleset))) == str(ruleset)
        assert Ruleset.parse(ruleset.dated).version == ruleset.version
        assert ("@" in ruleset.lasting) is (ruleset.version > 1)
        assert pickle.loads(pickle.dumps(ruleset)).version == ruleset.version


def test_what_was_kept_without_a_version_is_the_first():
    kept = Ruleset.of_lasting("classic(permanent_two=true)")
    assert kept.version == 1
    assert kept.dig_shape == "led"
    assert kept.lasting == "classic(permanent_two=true)"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("classic@3", "known are classic@1, classic@2"),
        ("classic@0", "no ruleset .classic@0"),
        ("classic@", "is not a version"),
        ("classic@x", "is not a version"),
        ("classic@99999999999", "is not a version"),
        ("classik@1", "did you mean classic"),
    ],
)
def test_a_version_that_is_none_is_refused(text, why):
    with pytest.raises(RulesetError, match=why):
        Ruleset.parse(text)


def test_a_file_can_start_from_an_earlier_version():
    assert Ruleset.from_toml('base = "classic@1"\nstep = 20').dated == "classic@1(step=20)"
