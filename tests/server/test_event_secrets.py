"""What nobody hears of a board at the server's tables before they have played it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tests.event_desk import REFEREE, TABLE, Desk, plan, player
from tuolaji.event import commands
from tuolaji.event import entries as log
from tuolaji.event.entries import By, DealReport
from tuolaji.event.links import secret_of_cards
from tuolaji.server.events.effects import effect
from tuolaji.server.events.tables import Place, orders
from tuolaji.server.events.views import view
from tuolaji.server.table.event_orders import Finished, Report

KEY = b"k" * 32
NOTHING = Report((), (), timed=False, resting=False)


def begun(**fields):
    """A sealed event whose first round is played at the server's tables."""
    desk = Desk(plan(tables={}, ruleset="meizhusong", **fields))
    desk.do(commands.seal(secret_of_cards(KEY)))
    desk.draw()
    desk.start(*(one.id for one in desk.event.of_round(1)))
    for one in desk.event.of_round(1):
        for room in (0, 1) if fields["format"] == "teams" else (0,):
            desk.do(log.TableOpened(one.id, f"t{one.id}.{room}", room), TABLE)
    return desk


def kept(desk):
    return SimpleNamespace(event=desk.event, key=KEY, full=lambda _: False)


@pytest.fixture
def one_room_ahead():
    """A match of teams: room 1 has played board 1, and points of it were adjusted."""
    desk = begun(number=2, format="teams", boards=2)
    desk.do(log.DealEntered("1-1", 1, DealReport(120, 0, replay=0), 1), TABLE)
    desk.do(log.Adjusted("1-1", 1, -40, 1), REFEREE, "led out of turn")
    return desk


def ordered(desk, room):
    return orders(kept(desk), Place("1-1", room, "t"), NOTHING, 1.0)


def rulings(desk, by, who=0):
    return [line["text"] for line in view(kept(desk), by, "en", who)["rulings"]]


def said(desk, who):
    found = view(kept(desk), player("e1"), "en", who)["tables"]["1-1"]["said"]
    return [(one["room"], one["deal"], one["counts"]["report"]["attackers"]) for one in found]


def test_a_ruling_on_a_board_is_told_where_it_was_played(one_room_ahead):
    desk, public = one_room_ahead, By(log.PUBLIC)
    assert rulings(desk, public) == []
    assert ordered(desk, 0).said == {}
    assert "-40" in ordered(desk, 1).said["en"]
    # Of a team, players 1 and 2 sit in room 0, 3 and 4 in room 1; a shared link may be anybody's.
    assert [len(rulings(desk, player("e1"), who)) for who in range(5)] == [0, 0, 0, 1, 1]
    assert len(rulings(desk, REFEREE)) == 1
    desk.do(log.DealEntered("1-1", 1, DealReport(80, 0, replay=0), 0), TABLE)
    assert len(rulings(desk, public)) == 1
    assert "-40" in ordered(desk, 0).said["en"]


def test_a_result_is_told_to_who_cannot_play_the_board_any_more(one_room_ahead):
    desk = one_room_ahead
    assert [said(desk, who) for who in (0, 1, 3)] == [[], [], [(1, 1, 120)]]
    desk.do(log.DealEntered("1-1", 1, DealReport(80, 0, replay=0), 0), TABLE)
    assert said(desk, 0) == said(desk, 1) == [(0, 1, 80), (1, 1, 120)]


def test_on_paper_who_enters_results_sees_what_was_entered():
    desk = Desk(plan(2, format="teams", boards=2))
    desk.do(commands.seal("secret"))
    desk.draw()
    desk.do(log.DealEntered("1-1", 1, DealReport(120), 1), player("e2"))
    assert said(desk, 0) == said(desk, 3) == [(1, 1, 120)]
    assert said(desk, 1) == []


def test_a_void_board_is_told_of_at_its_own_table(one_room_ahead):
    desk = one_room_ahead
    desk.do(log.Voided("1-1", 1, 1), REFEREE, "cards fell")
    assert ordered(desk, 0).said == {}
    assert "Deal 1" in ordered(desk, 1).said["en"]


def test_no_result_is_found_out_by_trying():
    """Two tables of pairs: what the other one made does not show in what an entry would change."""
    desk = Desk(plan(4, format="pairs", boards=1, ruleset="classic", confirm=False))
    desk.do(commands.seal("secret"))
    desk.draw()
    mine, other = desk.event.of_round(1)
    desk.deal(other.id, 1, 140, by=player(other.home))

    def tried(points, by):
        entry = log.DealEntered(mine.id, 1, DealReport(points))
        found = effect(desk.event, entry, at=1.0, by=by, why="?", language="en")
        return found["new"], found["changes"]

    assert [tried(points, player(mine.home)) for points in (0, 80, 140)] == [(True, [])] * 3
    assert tried(0, REFEREE)[1]


@pytest.mark.parametrize("ruling", ["voided", "reversed"])
def test_a_board_that_was_finished_is_dealt_again_with_other_cards(ruling):
    """All have seen the first ones."""
    desk = begun(number=2, format="pairs", boards=2)
    first = ordered(desk, 0)
    line = desk.do(log.DealEntered("1-1", 1, DealReport(80, 0, replay=0)), TABLE)
    if ruling == "voided":
        desk.do(log.Voided("1-1", 1), REFEREE, "cards fell")
    else:
        desk.do(log.Reversed(line.number), why="appealed")
    report = Report((Finished(1, DealReport(80, 0, replay=0)),), (), timed=False, resting=False)
    again = orders(kept(desk), Place("1-1", 0, "t"), report, 1.0)
    assert (first.deal, again.deal) == (1, 1)
    assert first.deck != again.deck
