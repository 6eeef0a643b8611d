"""A finished deal played on from a moment, and the story of a match."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.players import random_action, stacked
from tests.records import cut, record
from tuolaji import Ruleset
from tuolaji.cards import Cards
from tuolaji.deal import Deal, full_deck
from tuolaji.deal.actions import Adjust, Bury, Declare, Pass, Play
from tuolaji.deal.match import Match
from tuolaji.notation.record import DealRecord
from tuolaji.server.http.replays import BadFile, begun
from tuolaji.server.http.stories import story, turning_point
from tuolaji.server.table import entries as log
from tuolaji.server.table.state import begin

# Playing on.


def table_of(made, entries):
    """The table as the hall makes it."""
    state = begin("t", made).apply(log.Committed("00" * 64)).apply(log.Sat(made.seat, "me", "Me"))
    for seat in range(state.ruleset.players):
        if seat != made.seat:
            state = state.apply(log.BotSeated(seat, "club"))
    for entry in entries:
        state = state.apply(entry)
    return state


@pytest.mark.parametrize("kind", ["classic", "six-player", "four-deck", "joker-bid"])
def test_a_table_begins_at_the_moment_it_is_played_on_from(kind):
    whole = record(kind, 1)
    for at in (0, len(whole.actions) // 2, len(whole.actions) - 1):
        state = table_of(*begun(whole, at, 1, "en"))
        deal, _ = cut(whole, at).replay()
        assert (state.deal.hands, state.deal.turn, state.deal.phase) == (
            deal.hands,
            deal.turn,
            deal.phase,
        )
        assert state.seats[1].guest == "me"
        assert state.match.levels == whole.setup.levels


def test_where_nobody_is_to_act_nothing_can_be_played_on():
    whole = record("classic", 1)
    for at in (len(whole.actions), len(whole.actions) + 5, -1):
        with pytest.raises(BadFile):
            begun(whole, at, 0, "zh-Hans")
    with pytest.raises(BadFile):
        begun(whole, 3, 4, "en")  # four seats


def test_playing_on_over_http(guest):
    table = guest.make(seed=5)
    with guest.join(table) as player:
        player.play_deal()
    frames = guest.http.get(f"/api/replay/{table}/0").json()["frames"]
    moment = next(
        one for one in frames if one["view"]["finished"] == 3 and not one["view"]["trick"]
    )
    path = f"/api/replay/{table}/0/play"
    how = {"at": moment["at"], "seat": 2, "speed": "instant"}
    made = guest.http.post(path, params=how).json()["table"]
    with guest.join(made) as player:
        state = player.wait_for(lambda state: state["turn"] is not None)
        assert (state["you"], state["room"]["speed"]) == (2, "instant")
        assert sorted(state["view"]["hand"]) != []
        assert state["view"]["finished"] >= 3
        before = guest.http.get("/api/statistics").json()
        player.play_deal()
    assert guest.http.get("/api/statistics").json() == before  # it was not played from the start
    data = guest.http.get(f"/api/tables/{table}/record").content
    where = {"at": moment["at"], "seat": 0, "deal": 0}
    answer = guest.http.post("/api/replay/play", params=where, content=data)
    assert answer.status_code == 200
    for wrong, status in (
        ({"at": 10**5}, 409),
        ({"at": -1}, 422),
        ({"at": 0, "seat": 5}, 409),
        ({"at": 0, "bots": "nobody"}, 400),
        ({"at": 0, "speed": "nothing"}, 400),
        ({}, 422),
    ):
        assert guest.http.post(path, params=wrong).status_code == status, wrong
    assert guest.http.post(f"/api/replay/{table}/7/play", params={"at": 0}).status_code == 404
    told = guest.http.get(f"/api/tables/{table}/story").json()
    assert [one["deal"] for one in told["deals"]] == [1]
    assert len(told["levels"]) == 2
    assert len(guest.http.get("/api/tips").json()) == 14


# The story.


def match_of(seed, deals):
    """The records of the first deals of a match at random, and its levels before and after each."""
    rng, rules = random.Random(seed), Ruleset.parse("classic")
    match, records, levels = Match.begin(rules, 0), [], [["2", "2"]]
    for _ in range(deals):
        deck = full_deck(rules)
        rng.shuffle(deck)
        deal, _ = Deal.begin(rules, match.setup(), deck)
        actions = []
        while deal.turn is not None:
            actions.append(random_action(deal, rng))
            deal, _ = deal.apply(actions[-1])
        records.append(DealRecord(rules, deal.setup, deal.deck, tuple(actions)))
        match, _ = match.after(deal)
        levels.append(list(match.levels))
    return records, levels


def test_the_story_is_of_the_last_match():
    before, _ = match_of(1, 2)
    records, levels = match_of(2, 4)
    found = story([*before, *records])
    assert [deal["deal"] for deal in found["deals"]] == [1, 2, 3, 4]
    assert found["levels"] == levels
    assert story([]) == {"levels": [], "deals": [], "throw": None, "dig": None, "turn": None}


def test_deals_that_do_not_count_are_left_out_of_the_story():
    records, levels = match_of(2, 3)
    broken = replace(records[2], actions=records[2].actions[:40])
    drawn = replace(records[2], actions=())
    found = story([*records[:2], broken, records[2], drawn])
    assert [deal["deal"] for deal in found["deals"]] == [1, 2, 3]
    assert found["levels"] == levels


def test_a_deal_is_played_on_after_a_referee_has_adjusted_it():
    (record,), _ = match_of(4, 1)
    at = len(record.actions) - 1
    ruled = replace(record, actions=(*record.actions[:at], Adjust(10), *record.actions[at:]))
    _, (_, *done) = begun(ruled, at + 1, 0, "en")
    assert [entry.by for entry in done] == ["bot"] * at + ["referee"]


@pytest.mark.parametrize(
    ("levels", "turn"),
    [
        ([["2", "2"], ["3", "2"], ["3", "2"]], (1, 0)),
        ([["2", "2"], ["3", "2"], ["3", "5"], ["3", "6"]], (2, 1)),
        ([["2", "2"], ["4", "2"], ["4", "4"], ["5", "4"]], (3, 0)),
        ([["2", "2"], ["4", "2"], ["4", "4"]], None),
    ],
)
def test_the_match_turns_where_the_winners_are_ahead_for_good(levels, turn):
    records, _ = match_of(3, len(levels) - 1)
    found = turning_point(records, levels)
    assert (found and (found["deal"], found["side"])) == turn


def test_a_throw_that_stands_is_found():
    # South throws ♥AA+K: both aces are South's, so nothing beats any part of it.
    deal, _ = stacked("classic", ["S2 HA HA HK", "H3", "H4", "H5"], banker=0)
    begun_at = deal
    actions = []

    def do(action):
        nonlocal deal
        deal, _ = deal.apply(action)
        actions.append(action)

    while deal.phase == "draw":
        shows = deal.turn == 0 and Cards.parse("S2") in deal.options[0]
        do(Declare(0, Cards.parse("S2")) if shows else Pass(deal.turn))
    kept = Cards.parse("HAAK")
    do(Bury(0, Cards.of(list(deal.hands[0] - kept)[:8])))
    do(Play(0, kept))
    while deal.turn is not None:
        do(Play(deal.turn, next(iter(deal.plays()))))
    whole = DealRecord(begun_at.ruleset, begun_at.setup, begun_at.deck, tuple(actions))
    found = story([whole])
    assert found["throw"]["size"] >= 3
    settled = whole.replay()[0].settled
    assert found["deals"] == [{"deal": 1, "banker": 0, "points": settled.attackers}]
