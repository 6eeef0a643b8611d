"""The story of a match for its end: levels from deal to deal, and the moments that stood out.

The best throw is the one of most cards that stood, the biggest dig the one that brought most. The
turning point is the deal from which on the winners were ahead for good.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...deal import Deal
from ...deal.events import Dug, Event, Played, ThrowFailed, TrickWon
from ...deal.match import Match
from ...notation.record import DealRecord
from ...verdicts import Shape, read_lead


def story(records: Sequence[DealRecord]) -> dict[str, Any]:
    """The deals of the last match among these that count, in order."""
    last = _last_match(records)
    deals, throws, digs = [], list[dict[str, Any]](), list[dict[str, Any]]()
    levels = [list(last[0].setup.levels)] if last else []
    for record in last:
        deal, events = record.replay()
        number = record.setup.number
        assert deal.settled is not None
        levels.append([*_after(record, deal)])
        deals.append({"deal": number, "banker": deal.banker, "points": deal.settled.attackers})
        throws += [{"deal": number, **one} for one in _throws(deal, events)]
        digs += [{"deal": number, **one} for one in _digs(events)]
    return {
        "levels": levels,
        "deals": deals,
        "throw": max(throws, key=lambda one: one["size"], default=None),
        "dig": max(digs, key=lambda one: one["points"], default=None),
        "turn": turning_point(last, levels),
    }


def _last_match(records: Sequence[DealRecord]) -> list[DealRecord]:
    """The deals since their numbers last began again, without those that do not count."""
    out: list[DealRecord] = []
    for record in records:
        if record.replay()[0].settled is None:  # void, or broken off: its number comes again
            continue
        if out and record.setup.number <= out[-1].setup.number:
            out = []
        out.append(record)
    return out


def _after(record: DealRecord, deal: Deal) -> tuple[str, ...]:
    """The levels after a deal."""
    return Match.before(record.ruleset, record.setup).after(deal)[0].levels


def _throws(deal: Deal, events: Sequence[Event]) -> list[dict[str, Any]]:
    """The throws of a deal that stood."""
    assert deal.terms is not None
    out, leads, failed = [], True, False
    for event in events:
        if isinstance(event, ThrowFailed):
            failed = True
        elif isinstance(event, Played):
            shape = read_lead(deal.terms, event.cards) if leads and not failed else None
            if isinstance(shape, Shape) and len(shape.units) > 1:
                cards = str(event.cards)
                out.append({"seat": event.seat, "cards": cards, "size": len(event.cards)})
            leads = failed = False
        elif isinstance(event, TrickWon):
            leads = True
    return out


def _digs(events: Sequence[Event]) -> list[dict[str, Any]]:
    """What the last trick of a deal brought the attackers."""
    won = [event for event in events if isinstance(event, TrickWon)]
    dug = [event for event in events if isinstance(event, Dug) and event.points > 0]
    return [{"seat": won[-1].seat, "points": one.points, "factor": one.multiplier} for one in dug]


def turning_point(records: Sequence[DealRecord], levels: list[list[str]]) -> dict[str, Any] | None:
    """The deal from which on who won was ahead for good; None where no two sides climb."""
    if not records or len(levels[0]) != 2:
        return None
    ladder = records[0].ruleset.ladder
    lead = [ladder.index(one) - ladder.index(other) for one, other in levels]
    winner = 0 if lead[-1] > 0 else 1 if lead[-1] < 0 else None
    if winner is None:
        return None
    ahead = [(gap > 0) == (winner == 0) and gap != 0 for gap in lead]
    first = len(ahead)
    while first and ahead[first - 1]:
        first -= 1
    return {"deal": records[max(0, first - 1)].setup.number, "side": winner}
