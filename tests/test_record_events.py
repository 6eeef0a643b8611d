"""Records as JSON lines: the same deals as the text, and whatever is wrong is told."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.records import CALLED, KINDS_OF_DEAL, REFEREE, cut, mutated, record
from tuolaji.cli.replay import printed
from tuolaji.deal.actions import Play, RuleFoul, Void
from tuolaji.deal.actions import from_json as action_from
from tuolaji.deal.events import to_json
from tuolaji.notation.record import DealRecord, check, read, told, write
from tuolaji.ruleset.fouls import Foul
from tuolaji.texts.reader import LANGUAGES

TAGS = (("Event", 'a "cup" \\ 杯\n\u2028'), ("Date", "1997.07.01"))


def codes(lines):
    return [(found.line, found.code) for found in check("\n".join(lines) + "\n")]


def first(lines, text):
    """Where the first line with this text stands, counted from 0."""
    return next(at for at, line in enumerate(lines) if text in line)


# The same deals.


@pytest.mark.parametrize("kind", KINDS_OF_DEAL)
def test_the_two_forms_are_one_to_one(kind):
    for seed in range(4):
        whole = record(kind, seed, tags=TAGS)
        lines = whole.jsonl()
        assert check(lines) == []
        assert DealRecord.parse(lines) == [whole]
        assert DealRecord.parse(lines.encode())[0].text() == whole.text()
        assert DealRecord.parse(whole.text())[0].jsonl() == lines


@pytest.mark.parametrize("kind", KINDS_OF_DEAL)
def test_a_line_is_a_head_an_action_or_an_event(kind):
    whole = record(kind, 1, tags=TAGS)
    head, *rows = [json.loads(line) for line in whole.jsonl().split("\n")[:-1]]
    assert list(head["tags"])[:5] == ["Ruleset", "Deal", "Levels", "Banker", "First"]
    assert (head["tags"]["Date"], head["draw"]) == ("1997.07.01", list(map(str, whole.deck)))
    assert [row for row in rows if "event" in row] == [to_json(e) for e in whole.replay()[1]]
    actions = [action_from(row) for row in rows if "action" in row]
    assert actions == list(whole.actions)


def test_several_deals_stand_in_one_file():
    deals = [record(kind) for kind in KINDS_OF_DEAL]
    lines = write(deals, jsonl=True)
    assert DealRecord.parse(lines) == deals
    assert write(DealRecord.parse(lines)) == write(deals)
    found = read(lines)
    assert found[1].line == deals[0].jsonl().count("\n") + 1


@pytest.mark.parametrize("kind", ["classic", "joker-bid", CALLED, REFEREE])
def test_a_deal_cut_after_any_action_is_the_same_in_both_forms(kind):
    whole = record(kind, 1)
    for number in range(0, len(whole.actions) + 1, 7):
        part = cut(whole, number)
        assert DealRecord.parse(part.jsonl()) == [part]
        assert write(DealRecord.parse(part.jsonl())) == part.text()


def test_what_the_referee_does_is_kept():
    whole = record("four-deck", 1)
    lost = Foul("foul.bid-exposed", "attackers", 35, found="later", times=2)
    for number, foul in ((1, lost), (20, Foul("foul.conduct", cards=2))):
        actions = (*whole.actions[:number], RuleFoul(foul, 3), Void('rain, "again"; (once)'))
        ruled = DealRecord(whole.ruleset, whole.setup, whole.deck, actions)
        assert DealRecord.parse(ruled.jsonl()) == [ruled]
        assert DealRecord.parse(ruled.text())[0].jsonl() == ruled.jsonl()


# What is wrong.


@pytest.fixture(scope="module")
def lines():
    return record("classic", 1).jsonl().splitlines()


def test_an_event_that_is_not_so_is_told_with_its_line(lines):
    at = first(lines, "trick_won")
    other = lines[at].replace('"points":', '"points":1')
    assert codes([*lines[:at], other, *lines[at + 1 :]]) == [(at + 1, "event")]
    assert codes([*lines[:at], *lines[at + 1 :]]) == [(at + 1, "event-missing")]
    assert codes([*lines[:at], lines[at], *lines[at:]]) == [(at + 2, "event-extra")]
    assert codes([*lines, lines[-1]]) == [(len(lines) + 1, "event-extra")]


def test_several_events_left_out_are_told_once(lines):
    drawn = ["drawn" in line for line in lines]
    at = next(at for at in range(len(lines)) if all(drawn[at : at + 5]))
    (found,) = check("\n".join([*lines[:at], *lines[at + 3 :]]))
    assert (found.line, found.code, found.facts["number"]) == (at + 1, "event-missing", 3)


def test_a_file_cut_among_events_is_cut_short(lines):
    at = first(lines, "trick_won")
    assert codes(lines[:at]) == [(at, "events-end")]
    assert codes(lines[:-1]) == [(len(lines) - 1, "events-end")]
    assert codes(lines[: at - 1]) == [(at - 1, "events-end")]
    assert codes([*lines[: at - 1], lines[at - 1][:20]])[0] == (at, "bad-json")


def test_a_refused_action_is_told_and_the_rest_is_not_replayed(lines):
    at = first(lines, '{"action":"play"')
    other = lines[at].replace('"cards":"', '"cards":"XBBLL')
    assert (at + 1, "refused-play") in codes([*lines[:at], other, *lines[at + 1 :]])
    (found,) = read("\n".join([*lines[:at], other, *lines[at + 1 :]]))
    assert not any(isinstance(action, Play) for action in found.record.actions)
    gone = codes([*lines[:at], *lines[at + 1 :]])
    assert gone[0] == (at + 1, "event-extra")
    assert gone[-1][1] == "refused-play"


def test_an_edited_card_of_a_play_is_told_with_its_line(lines):
    rng = random.Random(4)
    plays = [at for at, line in enumerate(lines) if line.startswith('{"action":"play"')]
    for at in rng.sample(plays, 10):
        data = json.loads(lines[at])
        data["cards"] = "S3" if data["cards"] != "S3" else "H3"
        found = codes([*lines[:at], json.dumps(data), *lines[at + 1 :]])
        assert found[0][0] in (at + 1, at + 2), found


def test_an_edited_draw_is_told_with_its_line(lines):
    assert (1, "copies") in codes([lines[0].replace('"draw":["', '"draw":["SA","'), *lines[1:]])
    at = first(lines, '"drawn"')
    other = '{"event":"drawn","seat":3,"card":"XB"}'
    assert codes([*lines[:at], other, *lines[at + 1 :]]) == [(at + 1, "event")]


@pytest.mark.parametrize(
    "broken",
    ["[]", "{", "{}", "[" * 10_000, '{"event": []}', '{"event": "passed"}', "x" * 30_000,
     '{"action":"play","seat":1,"cards":"ZZ"}', '{"action":"play","seat":true,"cards":"SA"}',
     '{"action":"pass","seat":0,"seat":1}', '{"action":"adjust","points":' + "9" * 5000 + "}",
     '{"action":"adjust","points":1e999}', '{"action":"void","reason":"\\ud800"}', "\udcff"],
)  # fmt: skip
def test_a_line_that_cannot_be_read_is_told(lines, broken):
    at = first(lines, "trick_won")
    assert codes([*lines[:at], broken, *lines[at:]])[0][0] == at + 1


@pytest.mark.parametrize(
    ("head", "code"),
    [
        ('{"tags":{}}', "bad-head"),
        ('{"tags":[],"draw":[]}', "bad-head"),
        ('{"tags":{"Deal":1},"draw":[]}', "bad-head"),
        ('{"tags":{"De al":"1"},"draw":[]}', "bad-tag"),
        ('{"tags":{"Name":"\\ud800"},"draw":[]}', "bad-tag"),
        ('{"tags":{"Deal":"1","Deal":"2"},"draw":[]}', "bad-json"),
        ('{"tags":{"Deal":"1"},"draw":["S1"]}', "bad-cards"),
        ('{"tags":{"Deal":"1"},"draw":["SAA"]}', "one-card"),
        ('{"tags":{"Deal":"1"', "bad-json"),
    ],
)
def test_a_head_that_cannot_be_read_is_told_and_hides_no_other_deal(lines, head, code):
    assert (1, code) in codes([head, *lines[1:]])
    wrong, right = read("\n".join([head, *lines[1:], *lines]))
    assert wrong.record is None
    assert right.differences == ()
    assert right.line == len(lines) + 1


@pytest.mark.parametrize(
    "action",
    [
        '{"action":"adjust","points":1000000000000000000000}',
        '{"action":"void","reason":"\\ud800"}',
        '{"action":"claim","seat":0,"against":9}',
        '{"action":"claim","seat":-1,"against":1}',
        '{"action":"rule_foul","foul":{"rule":"Foul!","by":"attackers","attackers":0,"cards":1,'
        '"found":"later","variant":null,"times":1},"seat":0}',
        '{"action":"rule_foul","foul":{"rule":"foul.misplay","by":"attackers"},"seat":0}',
    ],
)
def test_the_referee_says_nothing_that_the_text_could_not_hold(action):
    whole = record(REFEREE, 1)
    begun = cut(whole, len(whole.actions) - 3)
    assert begun.replay()[0].phase == "play"
    rows = begun.jsonl().splitlines()
    (found,) = read("\n".join([*rows, action]))
    assert [difference.line for difference in found.differences] == [len(rows) + 1]
    assert found.record == begun


# Whatever comes in.


@pytest.mark.parametrize("kind", KINDS_OF_DEAL)
def test_mutated_lines_never_crash_the_reader(kind):
    rng = random.Random(f"mutations of {kind}")
    text = record(kind, 1).jsonl()
    for _ in range(12):
        for found in read(mutated(text, rng)):
            for language in LANGUAGES:
                assert all(told(difference, language) for difference in found.differences)
            if found.record is not None:
                assert DealRecord.parse(found.record.text()) == [found.record]
                assert DealRecord.parse(found.record.jsonl()) == [found.record]
                assert list(printed(found.record, "en"))


@given(st.binary(max_size=300))
def test_any_bytes_in_braces_are_told_apart(data):
    for found in read(b"{" + data):
        assert found.record is None
        assert found.differences
        assert all(told(difference) for difference in found.differences)
