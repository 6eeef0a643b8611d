"""The oracle alone: against the known answers, and against sentences of the rule pages."""

import json
import random
from pathlib import Path

import pytest

from . import answer, owed_is_right
from .cards import FACES, handfuls, parse, show, without
from .follow import Duty, value
from .order import table
from .questions import generate
from .rules import NAMES, PRESETS, ruleset

KNOWN = Path(__file__).parent.parent / "cases" / "known.jsonl"
CASES = [json.loads(line) for line in KNOWN.read_text(encoding="utf-8").splitlines() if line.strip()]
IN_CLASSIC = {"ruleset": "classic", "level": "2", "trump": "S"}
IN_FOUR_DECK = {"ruleset": "four-deck", "level": "4", "trump": "S"}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_known(case):
    told, _ = answer(case["q"])
    assert {field: told.get(field, "nothing") for field in case["a"]} == case["a"]


def test_card_text_round_trips_and_reads_other_spellings():
    assert show(parse("XBL D3 ♠10 ♥AA 大王")) == "STHAAD3XBBL"
    assert all(show(parse(face)) == face for face in FACES)
    assert parse("-") == ()


def test_handfuls_are_different_sub_multisets():
    assert sorted(handfuls(parse("S3345"), 2)) == [("S3", "S3"), ("S4", "S3"), ("S5", "S3"), ("S5", "S4")]


def test_every_preset_has_every_switch():
    assert {len(PRESETS[name]) for name in NAMES} == {len(PRESETS["classic"])}


def follow(base, lead, hand, play):
    return answer({**base, "ask": "follow", "lead": lead, "hand": hand, "play": play})[0]


def test_a_throw_owes_unit_by_unit():
    assert follow(IN_CLASSIC, "HAAKK99", "H33445566", "H334455")["legal"] is True
    assert follow(IN_CLASSIC, "HAAKK99", "H33446688T", "H3344T8")["rule"] == "follow.throw"
    assert follow(IN_CLASSIC, "HAAKK99", "H33446688T", "H334488")["legal"] is True


@pytest.mark.parametrize(
    ("lead", "hand", "good", "bad"),
    [
        ("H55", "H77776543", "H77", "H76"),  # a pair out of a bomb is owed like any other
        ("H66778899", "H333355667", "H33335566", "H33335567"),
        ("H888999", "H555666AAKKQQ", "H555666", "HAAKKQQ"),
        ("H888999", "H333355AK7", "H333355", "H33335A"),
        ("H6666", "H777AAQQ", "H777A", "HAAQQ"),
        ("H6666", "HAAKK777", "HAAKK", "H777A"),
    ],
)
def test_four_deck_following(lead, hand, good, bad):
    assert follow(IN_FOUR_DECK, lead, hand, good) == {"legal": True}
    assert follow(IN_FOUR_DECK, lead, hand, bad)["legal"] is False


def test_owed_has_no_needless_card():
    question = {**IN_CLASSIC, "ask": "follow", "lead": "HTTJJ", "hand": "H5566KK3D3", "play": "H55KK"}
    assert owed_is_right(question, "H5566")
    assert not owed_is_right(question, "H55663")
    assert not owed_is_right(question, "HKK55")
    assert not owed_is_right(question, "H7788")


def test_something_is_owed_whenever_a_follow_is_refused():
    rng = random.Random(11)
    for _ in range(400):
        question = generate(rng, "follow")
        told, _ = answer(question)
        if told.get("legal") is not False or told["rule"] == "follow.suit":
            continue
        rules = ruleset(question["ruleset"])
        duty = Duty(table(rules, question), parse(question["lead"]), parse(question["hand"]))
        owed = duty.held
        for card in duty.held:  # leave out whatever is not needed
            fewer = without(owed, (card,))
            if value(duty.table, duty.suit, duty.units, fewer) == duty.owed:
                owed = fewer
        assert owed_is_right(question, show(owed)), question


def test_the_worked_example_of_joker_bid():
    deal = {"ask": "declare", "ruleset": "joker-bid", "levels": ["3", "6"], "first_deal": False, "banker": 1}
    call = {"seat": 1, "cards": "XBD6", "phase": "call"}
    change = {"seat": 0, "cards": "XLS66", "phase": "change"}
    told, _ = answer({**deal, "history": [], **call})
    assert told == {"legal": True, "trump": "D", "banker": 1, "level": "6", "final": False}
    told, _ = answer({**deal, "history": [call], **change})
    assert (told["trump"], told["banker"], told["level"]) == ("S", 1, "6")
    told, used = answer({**deal, "history": [call, change], "seat": 1, "cards": "XBB", "phase": "change"})
    assert told["rule"] == "change.attack"
    assert used == {"change.attack"}


def test_the_known_kitty_of_meizhusong():
    lead = "HAAKKQQJJTT99887766554433"
    question = {"ruleset": "meizhusong", "level": "2", "trump": "N", "ask": "dig", "plays": [lead]}
    told, _ = answer({**question, "kitty": "SKKTTCKKTT", "winner_side": "attackers"})
    assert told == {"multiplier": 2**24, "points": 2**24 * 80}


def test_nonsense_is_an_error():
    for change in ({"cards": "SAAA"}, {"cards": "S1"}, {"level": "X"}, {"ruleset": "classic(x=1)"}, {"ask": "why"}):
        told, _ = answer({**IN_CLASSIC, "ask": "shape", "cards": "SAA", **change})
        assert "error" in told


def test_generated_questions_are_answered():
    rng = random.Random(5)
    for _ in range(300):
        question = generate(rng)
        told, used = answer(json.loads(json.dumps(question)))
        assert isinstance(told, dict)
        assert all("." in rule for rule in used)
