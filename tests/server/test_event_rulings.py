"""A ruling on a deal at the server's table comes to the same as on paper."""

from __future__ import annotations

from types import SimpleNamespace

import msgspec
import pytest

from tests.event_desk import REFEREE, TABLE, Desk, plan
from tuolaji.deal.actions import RuleFoul, to_json
from tuolaji.event import commands
from tuolaji.event import entries as log
from tuolaji.event.entries import DealReport, FoulOf
from tuolaji.event.links import secret_of_cards
from tuolaji.event.refused import Refused
from tuolaji.ruleset.fouls import Foul
from tuolaji.server.events.tables import Place, orders, take_over
from tuolaji.server.table import entries as table_log
from tuolaji.server.table.event_orders import Finished, MatchOf, Report, report
from tuolaji.server.table.state import begin

KEY = b"k" * 32
BANK_ORDER = "foul.bank-order"  # four decks: the deal is void, and the bank open in the next


def begun(**fields):
    desk = Desk(plan(2, ruleset="four-deck", **fields))
    if fields:
        desk.do(commands.seal(secret_of_cards(KEY)))
    desk.draw()
    desk.start("1-1")
    return desk


def test_the_bank_is_open_after_a_foul_in_its_order():
    paper = begun()
    paper.deal("1-1", 1, 60, banker=0)
    bank = paper.outcome("1-1").course.match.banker
    paper.deal("1-1", 2, 60)
    paper.do(log.FoulRuled("1-1", 2, FoulOf(BANK_ORDER, 0)), REFEREE, "seen")
    assert (bank, paper.outcome("1-1").course.match.banker) == (2, None)

    desk, place = begun(tables={}), Place("1-1", 0, "t")
    desk.do(log.TableOpened("1-1", "t"), TABLE)

    def do(entry, *, at, by, why=""):  # noqa: ARG001
        line = desk.do(entry, by, why)
        kept.event = desk.event
        return line

    kept = SimpleNamespace(event=desk.event, key=KEY, do=do, full=lambda _: False)
    first = Finished(1, DealReport(60, 0, replay=0))

    def told(*results):
        said = Report(results, (), timed=False, resting=False)
        take_over(kept, place, said, 2.0)
        return orders(kept, place, said, 2.0)

    before = told(first)
    assert (before.deal, before.banker) == (2, 2)
    # The table as it is ordered, when its deal is ruled on.
    state = begin("t", table_log.Made("four-deck", "", 0, 0.0, match=MatchOf("e", "1-1")))
    state = state.apply(table_log.Followed(before)).apply(table_log.Committed("00" * 64))
    state = state.apply(table_log.Dealt(0.0, number=2))
    foul = to_json(RuleFoul(Foul(BANK_ORDER), 0))
    state = state.apply(table_log.Acted(0, foul, "referee"))
    (second,) = report(state).results
    ruled = msgspec.structs.replace(second, report=DealReport(0, None, replay=1))  # its second
    after = told(first, ruled)
    assert (after.deal, after.banker) == (2, None)
    # Whoever bids has it then, and the deals go on.
    last = told(first, ruled, Finished(2, DealReport(60, 1, replay=2)))
    assert (last.deal, last.banker) == (3, 3)


@pytest.mark.parametrize("foul", [FoulOf("foul.nonsense", 0), FoulOf("foul.misplay", 0)])
def test_a_foul_that_could_not_be_counted_is_refused_while_the_deal_is_played(foul):
    """One that the ruleset does not know, and one of which it is not said how many cards."""
    desk = begun(tables={})
    desk.do(log.TableOpened("1-1", "t"), TABLE)
    with pytest.raises(Refused, match="foul"):
        desk.do(log.FoulRuled("1-1", 1, foul), REFEREE, "seen")
    assert desk.deal("1-1", 1, 60, by=TABLE, banker=0, replay=0)
