"""Boards, IMPs, victory points and matchpoints; a match between teams worked by hand."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.event_desk import REFEREE, TABLE, Desk, plan
from tuolaji import Cards, Ruleset
from tuolaji.event import commands
from tuolaji.event import entries as log
from tuolaji.event.boards import played_boards
from tuolaji.event.duplicate import (
    board,
    commit,
    cross_imps,
    even_score,
    imps,
    matchpoints,
    victory_points,
)
from tuolaji.event.export import to_json
from tuolaji.event.outcomes import outcomes, swing
from tuolaji.event.plan import Entrant
from tuolaji.event.refused import Refused

RULES = Ruleset.parse("meizhusong")
# As in docs/cup.md: banker's seat, attackers' points in room 1 and 2, the swing and its IMPs.
BY_HAND = [
    (0, 60, 85, 25, 3),
    (1, 100, 100, 0, 0),
    (2, 120, 75, -45, -5),
    (3, 40, 45, -5, -1),
    (0, 0, 200, 200, 13),
    (1, 80, 0, 80, 8),
    (2, 35, 40, 5, 1),
    (3, 5, 160, -155, -12),
]


def test_the_scale_of_imps_is_the_international_one_for_four_times_the_points():
    # 20–40: 1, 50–80: 2, 90–120: 3, 130–160: 4 … 4000 and more: 24
    expected = {0: 0, 5: 1, 10: 1, 15: 2, 20: 2, 25: 3, 30: 3, 35: 4, 40: 4, 45: 5, 80: 8,
                120: 10, 155: 12, 200: 13, 225: 14, 1000: 24, 10**9: 24}  # fmt: skip
    assert {points: imps(points) for points in expected} == expected
    assert imps(-40) == -4


def test_victory_points_are_those_of_the_published_scale():
    # 16 boards, of the table of the continuous scale
    assert [victory_points(margin, 16)[0] for margin in (0, 1, 2, 60, 90)] == [
        10.0, 10.31, 10.61, 20.0, 20.0,
    ]  # fmt: skip
    for margin in range(-70, 71):
        assert sum(victory_points(margin, 8)) == pytest.approx(20)
    assert victory_points(-5, 8) == tuple(reversed(victory_points(5, 8)))


def test_a_score_is_seen_from_the_even_seats():
    assert even_score(RULES, banker=1, attackers=100) == 20  # the even seats attack
    assert even_score(RULES, banker=2, attackers=100) == -20


@pytest.mark.parametrize("name", ["meizhusong", "six-player", "four-deck", "joker-bid"])
def test_a_board_is_the_same_at_every_table(name):
    rules = Ruleset.parse(name)
    first, again = board(rules, "secret", 3), board(rules, "secret", 3)
    assert first == again
    assert first.fingerprint == again.fingerprint
    assert Counter(card.face for card in first.deck) == Counter(list(range(54)) * rules.decks)
    assert first.setup.first_seat == 2
    others = [board(rules, "secret", 4), board(rules, "other", 3), board(rules, "secret", 3, 1)]
    assert len({one.fingerprint for one in (first, *others)}) == 4


def teams():
    desk = Desk(plan(2, format="teams", boards=8))
    desk.do(commands.seal("secret"))
    desk.draw()
    return desk


def test_a_match_of_eight_boards_as_worked_by_hand():
    desk = teams()
    for number, (banker, first, second, *_) in enumerate(BY_HAND, 1):
        desk.deal("1-1", number, first)
        desk.deal("1-1", number, second, room=1)
        report = desk.event.slots[("1-1", 0, number)].says
        assert report.banker == banker
    found = desk.outcome("1-1")
    assert found.over
    told = [swing(found, number) for number in range(1, 9)]
    assert told == [row[3] for row in BY_HAND]
    assert [imps(points) for points in told] == [row[4] for row in BY_HAND]
    assert found.margin == 25 - 18
    assert found.winner == 0
    assert found.scores == (12.77, 7.23)
    home = desk.event.pairings["1-1"].home
    assert (desk.rows()[0].who, desk.rows()[0].points) == (home, 12.77)


def test_both_rooms_must_be_in_before_a_board_counts():
    desk = teams()
    assert desk.outcome("1-1").status == "waiting"
    desk.start("1-1")
    assert desk.outcome("1-1").status == "playing"
    for number in range(1, 9):
        desk.deal("1-1", number, 80)
    assert desk.outcome("1-1").status == "playing"
    with pytest.raises(Refused, match="board 9"):
        desk.deal("1-1", 9, 80)


def test_of_a_board_nobody_hears_before_every_table_has_played_it():
    """Two matches of teams: board 1 is finished in three of the four rooms, then in all."""
    desk = Desk(plan(4, format="teams", boards=2, confirm=False))
    desk.do(commands.seal("secret"))
    desk.draw()
    matches = [p.id for p in desk.event.of_round(1)]
    places = [(match, room) for match in matches for room in (0, 1)]
    for match, room in places[:3]:
        desk.do(log.DealEntered(match, 1, log.DealReport(60, 0), room))
    assert played_boards(desk.event, "secret") == []
    shown = to_json(desk.event)
    assert [one["results"] for one in shown["matches"] if one["round"] == 1] == [{}, {}]
    assert "dealentered" not in {line["entry"]["what"] for line in shown["log"]}
    match, room = places[3]
    desk.do(log.DealEntered(match, 1, log.DealReport(100, 0), room))
    (one,) = played_boards(desk.event, "secret")
    # By hand: 60 points are 20 short of 80 for the even seats, who bank; 100 are 20 too many.
    # The second match: +20 in room 1, -20 in room 2 are 40 apart, 4 x 40 = 160: 4 IMPs.
    assert [(r.match, r.room, r.points, r.even, r.won) for r in one.results] == [
        (matches[0], 0, 60, 20, 0), (matches[0], 1, 60, 20, 0),
        (matches[1], 0, 60, 20, 4), (matches[1], 1, 100, -20, -4),
    ]  # fmt: skip
    dealt = board(desk.event.plan.rules, "secret", 1)
    assert Cards.of(dealt.deck) == sum(one.hands, one.kitty)
    assert len(to_json(desk.event)["matches"][0]["results"]) == 1


def test_a_foul_in_the_second_room_is_of_the_side_that_sits_there():
    """Home has the odd seats in room 2: its foul as attackers costs it 10 points a card."""
    desk = Desk(plan(2, format="teams", boards=1, confirm=False))
    desk.do(commands.seal("secret"))
    desk.draw()
    foul = (log.FoulOf("foul.retract", 0, cards=2),)
    for room, points in ((0, 80), (1, 80)):
        report = log.DealReport(points, 0, fouls=foul if room else ())
        desk.do(log.DealEntered("1-1", 1, report, room))  # seat 0 banks: even seats
    found = outcomes(desk.event)["1-1"]
    # Room 2: the away side banks, home attacks with 80 - 20 = 60: +20 for the even seats.
    assert found.boards == {1: {0: 0, 1: 20}}
    assert found.margin == -2  # 4 x 20 = 80 are 2 IMPs, for away


def test_boards_are_sealed_before_and_published_after():
    desk = Desk(plan(2, format="teams", boards=1))
    with pytest.raises(Refused, match="sealed"):
        desk.draw()
    desk.do(log.BoardsSealed(commit("secret")))
    desk.draw()
    with pytest.raises(Refused, match="still being played"):
        desk.do(log.BoardsOpened("secret"))
    desk.deal("1-1", 1, 80)
    desk.deal("1-1", 1, 90, room=1)
    with pytest.raises(Refused, match="not the secret"):
        desk.do(log.BoardsOpened("another"))
    desk.do(log.BoardsOpened("secret"))
    assert desk.event.secret == "secret"


def test_no_round_is_played_with_cards_whose_secret_is_out():
    """Of a Swiss event of two rounds, nothing is published before both are played."""
    desk = Desk(plan(4, format="swiss", rounds=2, tables={}))
    desk.do(commands.seal("secret"))
    with pytest.raises(Refused, match="still to be drawn"):
        desk.do(log.BoardsOpened("secret"))
    for _ in range(2):
        with pytest.raises(Refused, match="still to be drawn"):
            desk.do(log.BoardsOpened("secret"))
        for one in desk.draw():
            desk.do(log.WinnerNamed(one.id, 0), REFEREE, "tested")
    desk.do(log.BoardsOpened("secret"))
    with pytest.raises(Refused, match="all rounds are drawn"):
        desk.draw()


def test_who_comes_back_after_the_secret_is_out_is_drawn_no_more():
    """All but one withdrew, the secret is published, and a withdrawal is reversed."""
    desk = Desk(plan(2, format="swiss", rounds=2, tables={}))
    desk.do(commands.seal("secret"))
    (one,) = desk.draw()
    left = desk.do(log.Withdrew(one.away))
    desk.do(log.BoardsOpened("secret"))
    back = log.Reversed(left.number)
    with pytest.raises(Refused, match=f"published.*{one.id}"):  # the match would be open again
        desk.do(back, why="they came back")
    desk.do(log.WinnerNamed(one.id, 0), REFEREE, "tested")
    desk.do(back, why="they came back")
    desk.do(log.Entered(Entrant("e3")))
    with pytest.raises(Refused, match="published"):
        desk.draw()


def test_nothing_is_played_again_with_cards_whose_secret_is_out():
    """A result can still be corrected and decided, but no deal of a match is made void."""
    desk = Desk(plan(2, format="teams", boards=1))
    desk.do(commands.seal("secret"))
    desk.draw()
    desk.deal("1-1", 1, 80)
    desk.deal("1-1", 1, 100, room=1)
    desk.do(log.BoardsOpened("secret"))
    said = next(line for line in desk.event.lines if isinstance(line.entry, log.DealEntered))
    for entry in (log.Voided("1-1", 1), log.Reversed(said.number)):
        with pytest.raises(Refused, match=r"published.*1-1"):
            desk.do(entry, REFEREE, "cards fell")
    desk.do(log.Adjusted("1-1", 1, -20, 1), REFEREE, "led out of turn")
    assert desk.outcome("1-1").margin == 0  # 80 in both rooms


def test_a_board_that_one_room_played_before_the_event_was_brought_brings_nothing():
    """The cards follow from another secret there: 80 and 200 points were made with two boards."""
    desk = Desk(plan(2, format="teams", boards=2))
    desk.do(commands.seal("secret"))
    desk.draw()
    for room in (0, 1):
        desk.deal("1-1", 1, 80 + 20 * room, room=room)
    desk.deal("1-1", 2, 80)
    for entry in commands.brought(desk.event, secret="another"):
        desk.do(entry)
    desk.deal("1-1", 2, 200, room=1)
    assert desk.outcome("1-1").margin == 2  # board 1 alone: 4 x 20 = 80
    assert played_boards(desk.event, "another") == []


def test_matchpoints():
    assert matchpoints([(10, 0), (20, 0), (20, 0), (-5, 0)]) == [2, 5, 5, 0]
    assert cross_imps([(5, 0), (0, 0), (0, 0)]) == [1.0, -0.5, -0.5]


def test_a_board_that_was_dealt_again_is_compared_with_nobody():
    """The second table had other cards: 1 of 2 matchpoints with each of the others, no IMPs."""
    assert matchpoints([(10, 0), (200, 1), (0, 0)]) == [3, 2, 1]
    assert cross_imps([(10, 0), (200, 1), (5, 0)]) == [0.5, 0, -0.5]


def test_a_board_that_was_dealt_again_in_one_room_brings_a_team_nothing():
    desk = Desk(plan(2, format="teams", boards=1, tables={}))
    desk.do(commands.seal("secret"))
    desk.draw()
    desk.start("1-1")
    desk.do(log.DealEntered("1-1", 1, log.DealReport(80, 0, replay=0), 0), TABLE)
    desk.do(log.DealEntered("1-1", 1, log.DealReport(200, 0, replay=1, again=1), 1), TABLE)
    assert desk.outcome("1-1").margin == 0
    (one,) = played_boards(desk.event, "secret")
    assert [(r.points, r.won, r.again) for r in one.results] == [(80, 0, 0), (200, 0, 1)]
    assert one.dealt == board(desk.event.plan.rules, "secret", 1)
    # A referee who corrects the points says nothing about the cards.
    desk.deal("1-1", 1, 100, room=1, banker=0)
    assert desk.outcome("1-1").margin == 0
    # Both rooms had other cards, the same ones: they are compared, and shown.
    desk.do(log.DealEntered("1-1", 1, log.DealReport(80, 0, replay=2, again=1), 0), TABLE)
    assert desk.outcome("1-1").margin == 2  # 4 x 20 = 80 points
    (one,) = played_boards(desk.event, "secret")
    assert one.dealt == board(desk.event.plan.rules, "secret", 1, 1)


def pairs(number, **fields):
    desk = Desk(plan(number, format="pairs", scoring="matchpoints", boards=2, rounds=1, **fields))
    desk.do(commands.seal("secret"))
    desk.draw()
    return desk


def test_pairs_are_compared_with_all_who_sat_the_same_way():
    desk = pairs(6)
    # Board 1: seat 0 banks, so the away pairs attack: 60, 80, 80. Board 2: the home pairs: 90.
    for match, points in (("1-1", 60), ("1-2", 80), ("1-3", 80)):
        desk.deal(match, 1, points)
        desk.deal(match, 2, 90)
    assert desk.outcome("1-1").scores == (4 + 2, 0 + 2)
    assert desk.outcome("1-2").scores == (1 + 2, 3 + 2)
    assert sum(row.points for row in desk.rows()) == 3 * 2 * 4


def test_a_pair_without_opponents_has_the_average():
    desk = pairs(5)
    bye = next(p for p in desk.event.pairings.values() if not p.away)
    for match in ("1-1", "1-2"):
        for number in (1, 2):
            desk.deal(match, number, 80)
    assert {row.who: row.points for row in desk.rows()}[bye.home] == 2
    assert {row.points for row in desk.rows()} == {2}
