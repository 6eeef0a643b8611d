"""What fits together in a ruleset, switch by switch, and what does not."""

from __future__ import annotations

import re

import pytest

from tuolaji import PRESETS, Ruleset, RulesetError, judge
from tuolaji.ruleset import SWITCHES
from tuolaji.ruleset.coherence import applies
from tuolaji.ruleset.values import parse_data, print_data
from tuolaji.texts.reader import LANGUAGES, texts


def other_values(name):
    """Every other value of a switch, or some of them where there are many."""
    kind = SWITCHES[name]
    if kind.form == "choice":
        return [print_data(choice) for choice in kind.choices]
    if kind.form == "number":
        near = {kind.least, 1, 3, 6, 10, 80, kind.most}
        return [str(number) for number in sorted(near) if kind.least <= number <= kind.most]
    if kind.form == "levels":
        return ["[]", "[5,T,K]", "[J,A]", "[X]", "[2]"]
    if kind.form == "multiplier":
        return ["1/2/4", "2/4/2^(n+1)", "2/4/2^(2n)", "cards"]
    return list(PRESETS)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("name", SWITCHES)
def test_every_switch_works_alone_or_is_refused_with_a_reason(preset, name):
    """With a ruleset that is let through every kind of question must be answered."""
    for value in other_values(name):
        ruleset = Ruleset.parse(preset).changed(parse_data(f"{{{name}={value}}}"))
        found = ruleset.problems()
        text = f"{preset}({name}={value})"
        if found:
            for problem in found:
                assert set(problem.switches) <= set(SWITCHES)
                for language in LANGUAGES:
                    assert re.search(r"\w", problem.text(language))
            with pytest.raises(RulesetError):
                Ruleset.parse(text)
        else:
            assert Ruleset.parse(text) == ruleset
            assert Ruleset.parse(str(ruleset)) == ruleset
            answer_everything(text, ruleset)


def answer_everything(text, ruleset):
    level = next(level for level in reversed(ruleset.ladder) if level != "X")
    high, low = [rank for rank in "QJ9" if rank != level][:2]
    common = {"ruleset": text, "level": level, "trump": "S"}
    seat = {"seat": 1, "first_deal": True, "history": []}
    levels = {"levels": [level, level], "phase": "call"}
    opening = ruleset.declare_style == "concealed" and ruleset.opening_small_joker
    bid = f"S{level}XL" if ruleset.declare_style == "call" or opening else f"S{level}"
    questions = [
        {**common, "ask": "shape", "cards": "H" + high},
        {**common, "ask": "compare", "a": "H" + high, "b": "XB"},
        {**common, "ask": "follow", "lead": "H" + high, "hand": f"H{low}S4", "play": "H" + low},
        {**common, "ask": "plays", "lead": "-", "hand": "HQ9S4XB"},
        {**common, "ask": "throw", "lead": "H" + high, "others": ["H" + low]},
        {**common, "ask": "trick", "plays": ["H" + high, "H" + low], "last": True},
        {**common, "ask": "dig", "plays": ["H" + high, "H" + low], "kitty": "D5",
         "winner_side": "attackers"},
        {**common, "ask": "result", "attackers": 100},
        {"ruleset": text, "ask": "promote", "from": level, "by": 2},
        {**common, **seat, **levels, "ask": "declare", "cards": bid},
        *({"ruleset": text, "ask": "foul", "rule": rule, "by": "bankers", "attackers": 50,
           "cards": 1, "found": "later"} for rule in ruleset.fouls.table),
    ]  # fmt: skip
    for question in questions:
        answer = judge(question)
        assert "error" not in answer, (question, answer)
        assert answer.get("legal", True), (question, answer)


@pytest.mark.parametrize(
    ("refused", "code", "allowed"),
    [
        ("classic(kitty=7)", "uneven-deal", "classic(kitty=4)"),
        ("classic(decks=3)", "uneven-deal", "classic(decks=3,kitty=6)"),
        ("six-player(kitty=8)", "uneven-deal", "six-player(kitty=12)"),
        ("classic(players=5)", "odd-players", "classic(players=5,partners=called)"),
        (
            "classic(partners=called,friends=3)",
            "too-many-friends",
            "classic(partners=called,friends=2)",
        ),
        ("joker-bid(steal=true)", "steal-reveal", "meizhusong(steal=true)"),
        (
            "classic(steal=true,kitty=0,dig=off,no_declaration=redeal)",
            "steal-no-kitty",
            "classic(steal=true,dig=off,no_declaration=redeal)",
        ),
        ("joker-bid(partners=called)", "called-partners", "four-deck(partners=called)"),
        (
            "classic(partners=called,enforcement=referee,fouls=six-player)",
            "called-referee",
            "classic(enforcement=referee,fouls=six-player)",
        ),
        (
            "classic(permanent_two=true,first_level=2)",
            "permanent-two-level",
            "classic(permanent_two=true,first_level=3)",
        ),
        ("six-player(first_level=K)", "empty-ladder", "six-player(first_level=J)"),
        ("classic(top_level=K,must_play=[A])", "must-play-off-ladder", "classic(must_play=[X])"),
        ("classic(first_level=3,must_play=[2])", "must-play-off-ladder", "classic(must_play=[2])"),
        (
            "classic(first_level=Q,jack_rules=true)",
            "no-jack-level",
            "classic(first_level=J,jack_rules=true)",
        ),
        (
            "joker-bid(top_level=X,match_end=endless)",
            "call-at-joker-level",
            "joker-bid(top_level=X)",
        ),
        ("four-deck(no_trump=pair)", "concealed-no-trump", "four-deck"),
        ("six-player(decks=1,no_trump=pair)", "no-joker-pair", "six-player(decks=1)"),
        (
            "joker-bid(decks=1,kitty=6)",
            "call-one-deck",
            "joker-bid(decks=3,kitty=6)",
        ),
        ("joker-bid(kitty=0,dig=off)", "call-no-kitty", "joker-bid(kitty=4,dig=off)"),
        ("classic(no_declaration=hard)", "hard-and-call", "classic(no_declaration=redeal)"),
        (
            "joker-bid(no_declaration=flip_next)",
            "hard-and-call",
            "joker-bid(no_declaration=redeal)",
        ),
        ("six-player(decks=1,kitty=0,dig=off)", "nothing-to-flip", "six-player(decks=1,kitty=6)"),
        ("classic(decks=1,no_trump=off,kitty=2)", "nothing-to-flip", "classic(kitty=4)"),
        ("classic(bombs=true,throw=off)", "bombs-decks", "classic(bombs=true,throw=off,decks=4)"),
        ("classic(bombs=true,throw=off,decks=3,kitty=6)", "bombs-decks", "four-deck"),
        ("four-deck(throw=units)", "bombs-throw", "four-deck(bombs=false,throw=units)"),
        ("four-deck(gapped_runs=true)", "bombs-gapped", "four-deck(bombs=false,gapped_runs=true)"),
        ("four-deck(jack_rules=true)", "bombs-jack", "four-deck(bombs=false,jack_rules=true)"),
        ("four-deck(units=tuples)", "tuples-bombs", "four-deck(bombs=false,units=tuples)"),
        ("classic(units=tuples,gapped_runs=true)", "tuples-gapped", "classic(units=tuples)"),
        ("one-deck(units=tuples)", "tuples-one-deck", "three-deck"),
        ("three-deck(tractor_width=4)", "tractor-too-wide", "three-deck(tractor_width=3)"),
        (
            "three-deck(decks=4,bombs_beat=any,jack_rules=true)",
            "bombs-beat-jack",
            "three-deck(decks=4,bombs_beat=any)",
        ),
        ("four-deck(follow_shape=none)", "bombs-no-shape", "classic(follow_shape=none)"),
        (
            "one-deck(joker_shows=decks_less_one)",
            "no-big-joker",
            "classic(joker_shows=decks_less_one)",
        ),
        (
            "classic(dig_multiplier=2/4/2^(9n))",
            "dig-too-large",
            "classic(dig_multiplier=2/4/2^(2n))",
        ),
        ("four-deck(dig=kitty)", "no-kitty-to-dig", "four-deck(dig=kitty,kitty=4)"),
        ("meizhusong(break_minutes=170)", "clock-full", "meizhusong(break_minutes=169)"),
        (
            "classic(enforcement=referee)",
            "referee-without-fouls",
            "classic(enforcement=referee,fouls=meizhusong)",
        ),
        ("classic(own_attack_digs=false)", "no-meaning", "joker-bid(own_attack_digs=false)"),
        ("joker-bid(self_secure=false)", "no-meaning", "four-deck(self_secure=false)"),
        ("four-deck(partner_secure=false)", "no-meaning", "classic(partner_secure=false)"),
        ("classic(timeout=flag)", "no-meaning", "classic(timeout=flag,play_seconds=9)"),
        ("classic(time_up_tie=bank_wins)", "no-meaning", "meizhusong(time_up_tie=bank_wins)"),
        ("classic(throw=off,throw_penalty=thrown)", "no-meaning", "classic(throw_penalty=thrown)"),
    ],
)
def test_what_does_not_fit_is_refused_and_its_neighbour_is_not(refused, code, allowed):
    base, _, inside = refused.partition("(")
    ruleset = Ruleset.parse(base).changed(parse_data("{" + inside[:-1] + "}"))
    assert code in {problem.code for problem in ruleset.problems()}
    with pytest.raises(RulesetError) as caught:
        Ruleset.parse(refused)
    assert caught.value.code == "incoherent_ruleset"
    assert Ruleset.parse(allowed).problems() == []


def test_every_problem_has_been_provoked():
    provoked = {mark.args[1][at][1] for mark in
                test_what_does_not_fit_is_refused_and_its_neighbour_is_not.pytestmark
                for at in range(len(mark.args[1]))}  # fmt: skip
    assert provoked == set(texts("en")["problems"])


NONSENSE = {
    "classic(players=5)": "no two sides",
    "classic(decks=1)": "cannot be dealt evenly",
    "classic(kitty=9)": "a kitty of 4 / 8 / 12 would do",
    "classic(bombs_beat=any)": "four decks, and pairs, triples and quads as units",
    "classic(tractor_width=3)": "with 2 decks there are 2",
    "classic(protect=longer)": "three decks or more",
    "classic(friends=1)": "partners who are called",
    "classic(small_side_bonus=true)": "friends who are called",
    "classic(overruff=all,throw=off)": "without throws",
    "classic(ladder_wraps=true,match_end=reach_top)": "won by passing the top",
    "classic(fall_back=3,top_level=K)": "levels up to A",
    "classic(permanent_two=true,first_level=2)": "starts at 3 or higher",
    "four-deck(units=tuples)": "their own units",
    "four-deck(steal=true)": "no kitty to steal",
    "steal(kitty=0)": "no kitty to steal",
    "friends(partners=fixed)": "no two sides",
    "friends(friend_cards=no_points,friends=0)": "friends who are called",
    "friends(throw_tested=opponents)": "fixed partners",
    "friends(decks=1,players=8)": "no two cards are identical",
    "friends(enforcement=referee,fouls=meizhusong)": "would give the partner away",
}


@pytest.mark.parametrize(("text", "reason"), NONSENSE.items())
def test_what_makes_no_sense_is_refused_with_what_it_would_take(text, reason):
    with pytest.raises(RulesetError, match=re.escape(reason)):
        Ruleset.parse(text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_switch_that_can_be_without_effect_says_what_it_needs(language):
    classic, four = Ruleset.parse("classic"), Ruleset.parse("four-deck(talk=false)")
    said = texts(language)["needs"]
    for name in SWITCHES:
        if not (applies(classic, name) and applies(four, name)):
            assert said[name]
    assert set(said) <= set(SWITCHES)
