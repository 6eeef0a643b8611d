"""Standings: 2/1/0, `event.points`, every tie-break, and the reason in words."""

from __future__ import annotations

import pytest

from tests.event_desk import REFEREE, Desk, plan, schools
from tuolaji.event import entries as log
from tuolaji.event.standings import standings
from tuolaji.event.words import points, reasons
from tuolaji.texts.reader import LANGUAGES


def league(number, results, **fields):
    """A round robin in which the lower number's results are given: {(1, 2): ("53", 0)}."""
    desk = Desk(plan(number, **fields))
    desk.draw()
    for match, pairing in desk.event.pairings.items():
        if not pairing.away:
            continue
        home, away = int(pairing.home[1:]), int(pairing.away[1:])
        levels, winner = results[min(home, away), max(home, away)]
        if home > away:
            levels, winner = levels[::-1], None if winner is None else 1 - winner
        desk.total(match, levels, winner)
    return desk


@pytest.mark.parametrize(("bye", "totals"), [(None, [5, 5, 2]), (0, [3, 3, 0])])
def test_two_one_nothing_and_a_bye_as_a_win_unless_the_plan_says_otherwise(bye, totals):
    results = {(1, 2): ("53", 0), (1, 3): ("44", None), (2, 3): ("25", 1)}
    desk = league(3, results, bye_points=bye)
    assert {who: points for _, who, points in desk.table()} == dict(
        zip(("e1", "e3", "e2"), totals, strict=True)
    )


def test_a_schools_total_is_that_of_its_pairs_and_net_levels_break_the_tie():
    desk = Desk(schools(pairs=2))
    desk.draw()
    # Everybody wins at home 5:3 but for the first match, 9:2: all schools have as many home wins.
    for at, match in enumerate(desk.open()):
        desk.total(match, "92" if not at else "53", 0)
    first = desk.event.pairings["1-1"]
    best, worst = (desk.event.entrants[who].club for who in (first.home, first.away))
    rows = {row.who: row for row in desk.rows()}
    assert {row.points for row in rows.values()} == {4}
    # A school gains 3 levels in each win and concedes 1, and the other way round; the first match
    # was 7 : 0 instead of 3 : 1.
    assert {club: row.gained - row.conceded for club, row in rows.items()} == {
        **dict.fromkeys("ABC", 0), best: 5, worst: -5,
    }  # fmt: skip
    assert [row.who for row in desk.rows()][::2] == [best, worst]
    assert [row.split for row in desk.rows()] == ["", "net-levels", "net-levels"]
    told = reasons(desk.event, standings(desk.event), "en")
    middle = desk.rows()[1].who
    assert told == [
        f"{best} and {middle} have 4 points each; levels gained minus levels conceded decides: "
        f"5 against 0, so {best} is ahead.",
        f"{middle} and {worst} have 4 points each; levels gained minus levels conceded decides: "
        f"0 against -5, so {middle} is ahead.",
    ]


def test_the_winner_beyond_the_top_has_gained_one_level_more_than_the_top():
    desk = Desk(plan(2, ruleset="meizhusong(match_minutes=0)"))
    desk.draw()
    for number in range(1, 6):
        desk.deal("1-1", number, 0, banker=0)
    assert desk.outcome("1-1").gained == (13, 0)  # 2 3 4 5 6 7 8 9 10 J Q K A and beyond


@pytest.mark.parametrize(
    ("ties", "order", "splits"),
    [
        # e1 beat e2 3:0, e2 beat e3 8:0, e3 beat e1 1:0
        (["net-levels"], ["e2", "e1", "e3"], ["", "net-levels", "net-levels"]),
        (["levels"], ["e2", "e1", "e3"], ["", "levels", "levels"]),
        (["wins", "levels"], ["e2", "e1", "e3"], ["", "levels", "levels"]),
        (["head-to-head"], None, ["", "", ""]),
    ],
)
def test_a_circle_is_broken_by_what_the_plan_says(ties, order, splits):
    results = {(1, 2): ("52", 0), (2, 3): ("T2", 0), (1, 3): ("23", 1)}
    desk = league(3, results, tie_breaks=ties)
    rows = desk.rows()
    assert [row.split for row in rows] == splits
    if order is None:
        assert {row.place for row in rows} == {1}
    else:
        assert [row.who for row in rows] == order
        assert [row.place for row in rows] == [1, 2, 3]


def test_head_to_head_counts_only_the_matches_among_the_tied():
    # e1 and e2 have 4 points each, and e2 beat e1.
    results = {
        (1, 2): ("24", 1), (1, 3): ("92", 0), (1, 4): ("92", 0),
        (2, 3): ("24", 1), (2, 4): ("32", 0), (3, 4): ("23", 1),
    }  # fmt: skip
    rows = league(4, results, tie_breaks=["head-to-head", "net-levels"]).rows()
    assert [(row.who, row.points, row.split) for row in rows] == [
        ("e2", 4, ""), ("e1", 4, "head-to-head"), ("e4", 2, ""), ("e3", 2, "head-to-head"),
    ]  # fmt: skip


def test_buchholz_and_sonneborn_berger():
    results = {
        (1, 2): ("42", 0), (1, 3): ("42", 0), (1, 4): ("24", 1),
        (2, 3): ("33", None), (2, 4): ("42", 0), (3, 4): ("42", 0),
    }  # fmt: skip
    desk = league(4, results, tie_breaks=["sonneborn-berger"])
    # points: e1 4, e2 3, e3 3, e4 2
    rows = {row.who: row for row in desk.rows()}
    assert {who: row.points for who, row in rows.items()} == {"e1": 4, "e2": 3, "e3": 3, "e4": 2}
    assert rows["e2"].ties == {"sonneborn-berger": 2 + 1.5}
    assert rows["e3"].ties == {"sonneborn-berger": 2 + 1.5}
    desk = league(4, results, tie_breaks=["buchholz"])
    rows = {row.who: row for row in desk.rows()}
    assert rows["e2"].ties == {"buchholz": 4 + 3 + 2}
    assert rows["e2"].place == rows["e3"].place == 2


def test_a_lot_leaves_nobody_equal_and_follows_from_the_seed():
    results = dict.fromkeys([(1, 2), (1, 3), (2, 3)], ("33", None))
    first = league(3, results, tie_breaks=["lot"]).table()
    assert [place for place, *_ in first] == [1, 2, 3]
    assert league(3, results, tie_breaks=["lot"]).table() == first


def test_a_race_is_about_the_level_that_is_carried_from_round_to_round():
    desk = Desk(plan(4, format="race", rounds=2, ruleset="meizhusong(match_minutes=60)"))
    desk.draw()
    one, two = desk.event.of_round(1)
    desk.start(one.id, two.id)
    desk.deal(one.id, 1, 0, banker=0, minutes=10)  # home 2 -> 5
    desk.deal(two.id, 1, 60, banker=1, minutes=1)  # away 2 -> 3
    desk.now += 50 * 60
    for match in (one.id, two.id):
        desk.do(log.TimeCalled(match), REFEREE)
    second = desk.event.of_round(2)
    levels = {}
    for p in second:
        levels |= dict(zip((p.home, p.away), desk.outcome(p.id).levels, strict=True))
    assert levels == {one.home: "5", one.away: "2", two.home: "2", two.away: "3"}
    desk.start(*(p.id for p in second))
    mine = next(p for p in second if two.away in (p.home, p.away))
    seat = 0 if mine.home == two.away else 1
    desk.deal(mine.id, 1, 35, banker=seat, minutes=5)  # 3 -> 5
    assert desk.outcome(mine.id).levels[seat] == "5"
    desk.now += 60 * 60
    for match in desk.open():
        desk.do(log.TimeCalled(match), REFEREE)
    assert {row.who: row.points for row in desk.rows()} == {
        one.home: 3, one.away: 0, two.home: 0, two.away: 3,
    }  # fmt: skip


def test_who_has_passed_the_top_in_a_race_stays_ahead():
    desk = Desk(plan(4, format="race", rounds=2, ruleset="meizhusong(match_minutes=0)"))
    desk.draw()
    one, _ = desk.event.of_round(1)
    for number in range(1, 6):
        desk.deal(one.id, number, 0, banker=0)
    assert desk.rows()[0].points == 13
    mine = next(p for p in desk.event.of_round(2) if one.home in (p.home, p.away))
    desk.deal(mine.id, 1, 80, banker=desk.event.side_of(mine.id, one.home))
    assert (desk.rows()[0].who, desk.rows()[0].points) == (one.home, 13)
    assert points(desk.event, desk.rows()[0], "en") == "A+"


def test_the_places_of_a_knock_out_are_those_of_its_last_matches():
    desk = Desk(plan(4, format="knock-out", seeded=True, third_place=True))
    desk.draw()
    desk.total("1-1", "53", 0)  # e1 beats e4, e2 beats e3
    desk.total("1-2", "53", 0)
    assert [place for place, *_ in desk.table()] == [1, 1, 3, 3]
    desk.draw()
    desk.total("2-1", "A2", 0)  # e1 wins the final by so much that e2 falls behind in levels
    desk.total("2-2", "A2", 0)  # e4 beats e3
    assert desk.table() == [(1, "e1", 4), (2, "e2", 2), (3, "e4", 2), (4, "e3", 0)]
    assert reasons(desk.event, standings(desk.event), "en") == [
        "e2 got further than e4 in the knock-out, which counts before points (2 against 2)."
    ]


def test_who_wins_the_knock_out_after_the_groups_is_first_whoever_has_more_points():
    fields = {"groups": 2, "qualify": 2, "seeded": True, "third_place": True, "bye_points": 0}
    desk = Desk(plan(7, format="groups", **fields))
    desk.draw()  # A: e1 e4 e5, B: e2 e3 e6 e7; the lower number wins
    for match in desk.open():
        pairing = desk.event.pairings[match]
        home = pairing.home < pairing.away
        desk.total(match, "53" if home else "35", 0 if home else 1)
    assert desk.table()[:3] == [(1, "e2", 6), (2, "e1", 4), (3, "e3", 4)]
    assert [(p.home, p.away) for p in desk.draw()] == [("e1", "e3"), ("e2", "e4")]
    desk.total("4-1", "53", 0)
    desk.total("4-2", "35", 1)
    assert [(p.home, p.away) for p in desk.draw()] == [("e1", "e4"), ("e3", "e2")]
    desk.total("5-1", "35", 1)
    desk.total("5-2", "35", 1)
    places = [(1, "e4", 6), (2, "e1", 6), (3, "e2", 8), (4, "e3", 4), (5, "e6", 2)]
    assert desk.table()[:5] == places
    assert reasons(desk.event, standings(desk.event), "en")[:2] == [
        "e4 got further than e1 in the knock-out, which counts before points (6 against 6).",
        "e1 got further than e2 in the knock-out, which counts before points (6 against 8).",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_sharing_a_place_is_said_in_every_language(language):
    desk = league(2, {(1, 2): ("33", None)})
    told = reasons(desk.event, standings(desk.event), language)
    assert len(told) == 1
    assert "e1" in told[0]
    assert "e2" in told[0]
