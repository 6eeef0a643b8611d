"""The referee's protocol: known answers, errors, and what no input may do."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

import tuolaji
from tests.fuzz import bad_lines
from tuolaji.cli.stream import answer_lines
from tuolaji.judge import judge_line
from tuolaji.texts.reader import LANGUAGES

CASES = [
    json.loads(line)
    for file in sorted((Path(__file__).parent / "cases").glob("*.jsonl"))
    for line in file.read_text("utf-8").splitlines()
]


def test_the_known_answers_are_all_there():
    assert len(CASES) > 850
    assert len({case["id"] for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_known_answers(case):
    answer = tuolaji.judge(case["q"])
    for key, value in case["a"].items():
        assert key in answer, answer
        if key != "error":
            assert answer[key] == value


def test_the_id_is_echoed_whatever_it_is():
    question = {"ask": "promote", "ruleset": "classic", "from": "3", "by": 1}
    for marker in (7, "x", None, [1], {"a": 1}):
        assert tuolaji.judge({**question, "id": marker}) == {"id": marker, "level": "4"}
    assert tuolaji.judge({"id": 5})["id"] == 5
    assert "id" not in tuolaji.judge(question)


def test_a_refusal_says_why_in_every_language():
    answer = tuolaji.judge({
        "ask": "follow", "ruleset": "classic", "level": "2", "trump": "S",
        "lead": "HTT", "hand": "H993D4", "play": "H93",
    })  # fmt: skip
    assert answer["owed"] == "H99"
    assert set(answer["why"]) == set(LANGUAGES)


def test_lists_are_whole_up_to_a_thousand():
    question = {"ask": "plays", "ruleset": "classic", "level": "2", "trump": "S", "lead": "-"}
    answer = tuolaji.judge({**question, "hand": "H33C4", "list": True})
    assert sorted(answer["plays"]) == ["C4", "H3", "H33"]
    assert answer["count"] == 3
    assert "truncated" not in answer
    answer = tuolaji.judge({**question, "hand": "HAAKKQQJJTT99", "list": True})
    assert answer["count"] == 3**6 - 1
    assert "truncated" not in answer
    answer = tuolaji.judge({**question, "hand": "HAAKKQQJJTT9988", "list": True})
    assert (answer["count"], len(answer["plays"])) == (3**7 - 1, 1000)
    assert answer["truncated"] is True
    assert "plays" not in tuolaji.judge({**question, "hand": "H33C4"})


def test_what_does_not_matter_may_be_left_out():
    dig = {"ask": "dig", "ruleset": "four-deck", "level": "4", "trump": "S",
           "plays": ["HKK", "HTT"], "winner_side": "bankers"}  # fmt: skip
    assert tuolaji.judge(dig) == {"multiplier": 2, "points": -80}
    assert tuolaji.judge({**dig, "ruleset": "classic"})["error"]["code"] == "missing_field"
    result = {"ask": "result", "ruleset": "six-player", "attackers": 85, "last_jack_dig": True}
    assert tuolaji.judge(result) == {"side": "attackers", "levels": 0, "back_to": "2"}
    conduct = {"ask": "foul", "ruleset": "four-deck", "rule": "foul.conduct", "by": "bankers"}
    assert tuolaji.judge(conduct) == {"effect": "warn"}
    order = {"ask": "foul", "ruleset": "four-deck", "rule": "foul.bank-order"}
    assert tuolaji.judge(order) == {"effect": "rebid"}
    nobody = {"ask": "foul", "ruleset": "six-player", "rule": "foul.side", "attackers": 50}
    assert tuolaji.judge(nobody)["error"]["code"] == "missing_field"
    revoke = {**conduct, "rule": "foul.revoke"}
    assert tuolaji.judge(revoke)["error"]["code"] == "missing_field"


FOLLOW = {
    "ask": "follow", "ruleset": "classic", "level": "2", "trump": "S",
    "lead": "HTT", "hand": "H993D4", "play": "H99",
}  # fmt: skip
DECLARE = {
    "ask": "declare", "ruleset": "classic", "level": "2", "history": [],
    "seat": 1, "cards": "H2", "first_deal": True,
}  # fmt: skip
FOUL = {"ask": "foul", "ruleset": "six-player", "rule": "foul.misplay", "by": "bankers",
        "attackers": 40, "cards": 2, "found": "at_once"}  # fmt: skip


@pytest.mark.parametrize(
    ("question", "code", "said"),
    [
        (7, "bad_question", "JSON object"),
        ({}, "missing_field", "'ask'"),
        ({"ask": "dance"}, "bad_field", "shape, compare, follow"),
        ({"ask": ["shape"]}, "bad_field", "must be one of"),
        ({**FOLLOW, "ruleset": 5}, "bad_field", "must be a text"),
        ({**FOLLOW, "ruleset": "clasic"}, "unknown_ruleset", "did you mean classic"),
        ({**FOLLOW, "ruleset": "classic(x=1)"}, "unknown_switch", "no option 'x'"),
        ({**FOLLOW, "ruleset": "classic(kitty=7)"}, "incoherent_ruleset", "dealt evenly"),
        ({**FOLLOW, "level": "B"}, "bad_level", "2 3 4"),
        ({**FOLLOW, "level": 2}, "bad_level", "2 3 4"),
        ({**FOLLOW, "level": "X"}, "impossible_terms", "no trump suit"),
        ({**FOLLOW, "trump": "Q"}, "impossible_terms", "S H D C"),
        ({**FOLLOW, "trump": ""}, "impossible_terms", "S H D C"),
        ({**FOLLOW, "lead": "HZ"}, "bad_cards", "column 2"),
        ({**FOLLOW, "lead": "-"}, "no_cards", "at least one"),
        ({**FOLLOW, "lead": "HTC9"}, "no_lead", "lead.shapes"),
        ({**FOLLOW, "lead": ["HT"]}, "bad_cards", "card text"),
        ({**FOLLOW, "hand": "H993D4SAAA"}, "impossible_cards", "SA"),
        ({**FOLLOW, "hand": "H99TD4"}, "impossible_cards", "HT"),
        ({**FOLLOW, "hand": "H993D4SAAAAA"}, "impossible_cards", "fifth copy"),
        ({**FOLLOW, "play": "H98"}, "not_in_hand", "H98"),
        ({**FOLLOW, "play": "H993"}, "wrong_number", "2 cards were led"),
        ({**FOLLOW, "hand": "H9", "play": "H9"}, "wrong_number", "2 cards were led"),
        ({**FOLLOW, "hand": "S" * 5000}, "bad_cards", "card text"),
        ({**FOLLOW, "ruleset": "classic" + " " * 5000}, "bad_field", "longer than"),
        ({**DECLARE, "seat": 4}, "bad_field", "0 to 3"),
        ({**DECLARE, "seat": True}, "bad_field", "whole number"),
        ({**DECLARE, "first_deal": False}, "missing_field", "'banker'"),
        ({**DECLARE, "first_deal": "yes"}, "bad_field", "true or false"),
        ({**DECLARE, "history": [{"seat": 0, "cards": "S3"}]}, "bad_history", "declare.first"),
        ({**DECLARE, "history": [5]}, "bad_field", "seat and cards"),
        ({**DECLARE, "history": "none"}, "bad_field", "list"),
        ({**DECLARE, "cards": "H222"}, "impossible_cards", "H2"),
        ({**DECLARE, "ruleset": "joker-bid"}, "missing_field", "'levels'"),
        ({**DECLARE, "ruleset": "joker-bid", "levels": ["2", "X"]}, "bad_level", "2 3 4"),
        ({**DECLARE, "ruleset": "joker-bid", "levels": ["2"]}, "bad_field", "1 items"),
        ({**FOUL, "rule": "foul.revoke"}, "bad_field", "foul.misplay"),
        ({**FOUL, "found": None}, "missing_field", "found"),
        ({**FOUL, "found": "never"}, "bad_field", "at_once"),
        ({**FOUL, "rule": "foul.kitty-count", "by": "attackers"}, "bad_field", "bankers"),
        ({**FOUL, "cards": -1}, "bad_field", "0 or more"),
        ({key: FOUL[key] for key in FOUL if key != "cards"}, "missing_field", "how many"),
        ({**FOUL, "times": 0}, "bad_field", "1 or more"),
        ({**FOUL, "attackers": 10**400}, "bad_field", "smaller"),
        ({"ask": "promote", "ruleset": "classic", "from": "2", "by": -1}, "bad_field", "0 or more"),
        ({"ask": "promote", "ruleset": "classic", "from": "2", "by": 1.5}, "bad_field", "whole"),
        ({"ask": "promote", "ruleset": "six-player", "from": "A", "by": 1}, "bad_level", "K"),
    ],
)  # fmt: skip
def test_nonsense_is_answered_with_a_code_and_a_clear_word(question, code, said):
    error = tuolaji.judge(question)["error"]
    assert error["code"] == code
    assert said in error["message"]
    assert len(error["message"]) < 5000


@pytest.mark.parametrize(
    "line",
    [
        "",
        "   ",
        "nonsense",
        "{",
        "[1, 2",
        "[" * 5000,
        "\x00",
        '{"ask": "shape"',
        "9" * 70000,
        "NaN",
    ],
)
def test_a_line_that_is_no_question_gets_an_error(line):
    answer = json.loads(judge_line(line))
    assert answer["error"]["code"] in ("not_json", "too_long", "bad_question")


def test_one_answer_a_line_in_order_whatever_comes():
    lines = [
        b'{"ask": "promote", "ruleset": "classic", "from": "3", "by": 1, "id": 1}',
        b"\xff\xfe garbage",
        b"",
        b"x" * 1_000_000,
        b'{"id": "\\ud800", "ask": "compare"}',
        b'{"id": NaN, "ask": "promote", "ruleset": "classic", "from": "4", "by": 1}',
        b'{"ask": "promote", "ruleset": "classic", "from": "4", "by": 1, "id": 2}',
    ]
    for end in (b"\n", b"\r\n"):
        target = io.BytesIO()
        answer_lines(io.BytesIO(end.join(lines)), target)
        answers = [json.loads(line) for line in target.getvalue().splitlines()]
        assert [answer.get("level") for answer in answers] == ["4", *[None] * 5, "5"]
        assert [answer.get("id") for answer in answers] == [1, None, None, None, "\ud800", None, 2]
        assert all("error" in answer for answer in answers[1:-1])


def test_mutated_lines_are_survived():
    errors, _, broken = bad_lines.check((17, 1500))
    assert broken == []
    assert errors > 300
