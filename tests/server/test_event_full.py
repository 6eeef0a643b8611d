"""A log that is full: no result is lost, no table is made in vain, and officials can still rule."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from tests.event_desk import ORGANISER, REFEREE, TABLE, plan
from tuolaji.event import commands, formats
from tuolaji.event import entries as log
from tuolaji.event.entries import DealReport
from tuolaji.event.links import secret_of_cards
from tuolaji.event.refused import Refused
from tuolaji.server.events.follower import Follower
from tuolaji.server.events.keeper import Events
from tuolaji.server.events.tables import Place, orders, take_over
from tuolaji.server.limits import Limits
from tuolaji.server.table.event_orders import Finished, Report

MOST = 20  # two of them are for officials


@pytest.fixture
def events(tmp_path):
    found = Events(tmp_path / "events", Limits(event_lines=MOST))
    yield found
    found.close()


@pytest.fixture
def kept(events):
    """A match at a table of the server whose clock runs."""
    kept = events.make(plan(2, tables={}))
    for entry in (commands.seal(secret_of_cards(kept.key)), None, log.Started(("1-1",))):
        kept.do(entry or formats.draw(kept.event), at=1.0, by=ORGANISER)
    return kept


def fill(kept):
    while not kept.full(TABLE):
        kept.do(log.Warned("e1"), at=1.0, by=REFEREE, why="talks")


def test_a_table_waits_with_what_the_log_has_no_room_for(kept):
    kept.do(log.TableOpened("1-1", "t"), at=1.0, by=TABLE)
    one, two = (Finished(deal, DealReport(80, 0, replay=deal - 1)) for deal in (1, 2))
    place = Place("1-1", 0, "t")

    def finished(*results):
        report = Report(results, (), timed=False, resting=False)
        take_over(kept, place, report, 2.0)
        return orders(kept, place, report, 2.0).finished

    assert finished(one) == 1
    fill(kept)
    assert finished(one, two) == 1  # it deals only when all it has finished is known
    with pytest.raises(Refused, match="as many lines"):
        kept.do(log.DealEntered("1-1", 2, DealReport(80)), at=2.0, by=TABLE)
    # The referee still can rule, as long as there is any room.
    for _ in range(MOST - len(kept.event.lines)):
        kept.do(log.Warned("e2"), at=2.0, by=REFEREE, why="talks")
    with pytest.raises(Refused, match="as many lines"):
        kept.do(log.Warned("e2"), at=2.0, by=REFEREE, why="talks")


def test_no_table_is_made_that_the_log_has_no_room_for(events, kept):
    fill(kept)
    made = []

    async def make(first, _):
        made.append(first)
        return "t"

    gateway = SimpleNamespace(bus=SimpleNamespace(listen=lambda *_: None), make=make)
    asyncio.run(Follower(events, gateway)._follow(kept.name, {""}))
    assert made == []
    assert kept.event.tables == {}
