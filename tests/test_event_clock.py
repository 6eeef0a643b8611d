"""Clocks of matches: the window, the break, warnings, pauses, extra time, time up."""

from __future__ import annotations

import pytest

from tests.event_desk import REFEREE, Desk, plan
from tuolaji import Ruleset
from tuolaji.event import entries as log
from tuolaji.event.clock import Watch, bells, reading, timetable
from tuolaji.event.refused import Refused
from tuolaji.event.words import decision

CUP = Ruleset.parse("meizhusong")  # 180 minutes, no new deal in the last 10, a break of 10
MINUTE = 60


def at(minutes, watch=None, rules=CUP):
    return reading(rules, watch or Watch(begun=0.0), minutes * MINUTE, (10, 1))


def test_the_phases_of_a_match():
    assert reading(CUP, Watch(), 0.0).phase == "waiting"
    assert reading(CUP, Watch(begun=100.0), 50.0).phase == "waiting"
    assert (at(0).phase, at(0).left, at(0).may_deal) == ("running", 180 * 60, True)
    assert (at(169.9).phase, at(169.9).may_deal, at(169.9).warned) == ("running", True, ())
    assert (at(170).phase, at(170).may_deal, at(170).warned) == ("closing", False, (10,))
    assert (at(179).phase, at(179).warned) == ("closing", (1, 10))
    assert (at(180).phase, at(180).left) == ("up", 0)
    assert at(240).phase == "up"


def test_a_match_without_a_limit_has_nothing_to_show_but_the_time_played():
    shown = at(500, rules=Ruleset.parse("joker-bid"))
    assert (shown.phase, shown.left, shown.may_deal, shown.up_at) == ("running", None, True, None)
    assert shown.played == 500 * MINUTE


def test_a_pause_stops_the_clock_and_the_break_does_not():
    paused = Watch(begun=0.0).stop(60 * MINUTE, rest=False)
    assert at(100, paused).phase == "paused"
    assert at(100, paused).played == 60 * MINUTE
    gone_on = paused.go_on(100 * MINUTE)
    assert at(130, gone_on).played == 90 * MINUTE
    resting = Watch(begun=0.0).stop(95 * MINUTE, rest=True)
    assert (at(100, resting).phase, at(100, resting).may_deal) == ("resting", False)
    assert at(120, resting.go_on(105 * MINUTE)).played == 120 * MINUTE


def test_a_pause_before_the_start_stops_nothing_after_it():
    """Stopped at 0, started at 100, gone on at 200 minutes: 100 minutes are played at 300."""
    watch = Watch().stop(0.0, rest=False).start(100 * MINUTE).go_on(200 * MINUTE)
    assert at(300, watch).played == 100 * MINUTE
    assert [bell.at for bell in bells(CUP, watch, ())][-1] == (200 + 180) * MINUTE
    over = Watch().stop(0.0, rest=False).go_on(50 * MINUTE).start(100 * MINUTE)
    assert at(150, over).played == 50 * MINUTE


@pytest.mark.parametrize("entry", [log.Stopped(("1-1",)), log.TimeGiven(("1-1",), 60)])
def test_a_match_whose_clock_stands_before_its_start_has_not_begun(entry):
    desk = Desk(plan(2))
    desk.draw()
    desk.do(entry, REFEREE, "late")
    assert desk.outcome("1-1").status == "waiting"
    with pytest.raises(Refused, match="not started"):
        desk.do(log.TimeCalled("1-1"), REFEREE)
    desk.start("1-1")
    assert desk.outcome("1-1").status == "playing"


def test_the_break_is_due_once_from_half_time_on():
    assert not at(89).break_due
    assert at(90).break_due
    had = Watch(begun=0.0).stop(90 * MINUTE, rest=True).go_on(100 * MINUTE)
    assert not at(120, had).break_due


def test_extra_time_moves_the_end_and_the_window():
    longer = Watch(begun=0.0, extra=5 * MINUTE)
    assert at(174, longer).phase == "running"
    assert at(175, longer).phase == "closing"
    assert at(184, longer).phase == "closing"
    assert at(185, longer).phase == "up"
    assert at(100, longer).played == 100 * MINUTE


def test_when_the_bells_ring():
    watch = Watch(begun=0.0).stop(10 * MINUTE, rest=False).go_on(15 * MINUTE)
    assert [(bell.at / MINUTE, bell.what, bell.minutes) for bell in bells(CUP, watch, (10, 1))] == [
        (175, "warning", 10), (175, "no-new-deal", 0), (184, "warning", 1), (185, "up", 0),
    ]  # fmt: skip
    assert bells(CUP, watch.stop(20 * MINUTE, rest=False), (10,)) == []
    assert bells(Ruleset.parse("joker-bid"), watch, (10,)) == []


def test_the_timetable_of_a_day():
    times = timetable(plan(clock={"begins": "2026-11-21T09:00", "between_minutes": 30}), 2)
    assert [(one.begins.isoformat(), one.ends.isoformat()) for one in times] == [
        ("2026-11-21T09:00:00", "2026-11-21T12:00:00"),
        ("2026-11-21T12:30:00", "2026-11-21T15:30:00"),
    ]
    assert timetable(plan(), 2) == []


# Time decides


def begun(ruleset="meizhusong"):
    desk = Desk(plan(2, ruleset=ruleset))
    desk.draw()
    desk.start()
    return desk


def test_a_deal_that_ends_in_the_window_ends_the_match():
    desk = begun()
    desk.deal("1-1", 1, 60, banker=0, minutes=165)
    assert desk.outcome("1-1").status == "playing"
    desk.deal("1-1", 2, 60, minutes=10)  # ends at 175:00, so it counts, and none follows
    found = desk.outcome("1-1")
    assert (found.reason, found.winner, found.levels) == ("time", 0, ("4", "2"))


def test_a_deal_unfinished_at_the_end_does_not_count():
    desk = begun()
    desk.deal("1-1", 1, 60, banker=0, minutes=169)
    desk.deal("1-1", 2, 200, minutes=11)  # 180:00
    found = desk.outcome("1-1")
    assert (found.reason, found.levels, found.course.unused) == ("time", ("3", "2"), 1)


def test_a_deal_written_down_late_counts_by_when_it_ended():
    desk = begun()
    desk.deal("1-1", 1, 60, banker=0, minutes=190, ended=160 * 60.0)
    assert desk.outcome("1-1").status == "playing"
    with pytest.raises(Refused, match="in the future"):
        desk.deal("1-1", 2, 60, ended=200 * 60.0)


def test_equal_levels_are_a_draw_or_the_banks():
    desk = begun()
    desk.deal("1-1", 1, 80, banker=0, minutes=175)
    found = desk.outcome("1-1")
    assert (found.reason, found.winner, found.scores) == ("time", None, (1, 1))
    desk = begun("six-player")  # 120 minutes; equal: the side that holds the bank
    desk.deal("1-1", 1, 80, banker=0, minutes=119)
    desk.now += 60
    desk.do(log.TimeCalled("1-1"), REFEREE)
    assert (desk.outcome("1-1").reason, desk.outcome("1-1").winner) == ("time", 1)
    assert "equal levels, the bank decides" in decision(desk.event, desk.outcome("1-1"), "en")


def test_time_is_called_only_when_it_is_up():
    desk = begun()
    desk.now = 169 * 60.0
    with pytest.raises(Refused, match="still has time"):
        desk.do(log.TimeCalled("1-1"), REFEREE)
    desk.now = 170 * 60.0
    desk.do(log.TimeCalled("1-1"), REFEREE)
    assert desk.outcome("1-1").reason == "time"
    assert desk.do(log.TimeCalled("1-1"), REFEREE) is None


def test_a_pause_and_extra_time_by_the_referee_change_what_counts():
    desk = begun()
    desk.now = 100 * 60.0
    desk.do(log.Stopped(("1-1",)), REFEREE, "fire alarm")
    desk.now = 130 * 60.0
    desk.do(log.WentOn(("1-1",)), REFEREE)
    desk.deal("1-1", 1, 60, banker=0, minutes=60)  # 190:00 by the wall, 160:00 played
    assert desk.outcome("1-1").status == "playing"
    given = desk.do(log.TimeGiven(("1-1",), 600), REFEREE, "a long ruling")
    desk.deal("1-1", 2, 60, minutes=15)  # 175:00 played: with 10 more minutes another may begin
    assert desk.outcome("1-1").status == "playing"
    desk.do(log.Reversed(given.number), why="all tables had it")
    assert desk.outcome("1-1").reason == "time"


def test_a_real_table_needs_its_clock_started():
    desk = Desk(plan(2))
    desk.draw()
    home = desk.event.pairings["1-1"].home
    with pytest.raises(Refused, match="was not started"):
        desk.deal("1-1", 1, 60, by=log.By("player", home), banker=0)
