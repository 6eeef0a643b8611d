"""Whether what somebody wants can be done in an event, for every kind of entry.

A check gives the entry as it is written, or None if there is nothing new in it; Refused says why
it cannot be done. That the role may do it is decided before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from . import entries as log
from .clock import reading
from .counting import Told, penalty_of, settle
from .duplicate import commit
from .entries import AnyEntry, By, DealReport
from .formats import draw
from .outcomes import OVER, outcomes
from .plan import DUPLICATE, MOST_ENTRANTS, SWISS, TEAMS, need_entrant
from .refused import Refused
from .state import Event, in_log
from .tables import next_deal, rooms

LATE_FORMATS = (SWISS,)
MOST_GIVEN = 86400  # points or seconds: a day


@dataclass(frozen=True)
class Wish:
    """The event in which somebody wants something, who, and when; brought: as in `do`."""

    event: Event
    by: By
    at: float
    brought: bool


def _need_match(event: Event, match: str) -> None:
    if match not in event.pairings:
        raise Refused("no-match", match=match)
    if not event.pairings[match].away:
        raise Refused("bye", match=match)


def _need_entrant(event: Event, id_: str) -> None:
    if id_ not in event.entrants:
        raise Refused("no-entrant", id=id_)


def _check_deal(wish: Wish, entry: log.DealEntered) -> AnyEntry | None:
    _need_match(wish.event, entry.match)
    plan, report = wish.event.plan, entry.report
    found = outcomes(wish.event)[entry.match]
    mine = wish.event.slots.get((entry.match, entry.room, entry.deal))
    decides = wish.by.role != log.PLAYER
    if wish.by.role != log.TABLE:  # only a table says which of its deals it was
        told = mine.says if mine else None
        kept = told if isinstance(told, DealReport) else DealReport(0)
        report = msgspec.structs.replace(report, replay=kept.replay, again=kept.again)
    if plan.tables is not None and not decides:
        raise Refused("played-here", match=entry.match)
    if plan.format in DUPLICATE:
        if entry.deal not in found.pairing.boards or (entry.room and plan.format != TEAMS):
            raise Refused("no-board", board=entry.deal, match=entry.match)
        if report.banker is None:
            if plan.rules.declare_style == "call":
                raise Refused("banker-needed", deal=entry.deal)
            report = _with_banker(report, (entry.deal - 1) % plan.rules.players)
    else:
        entry = msgspec.structs.replace(entry, report=report)
        report = _in_order(wish.event, entry, found.course, decides=decides)
    side = None if decides else wish.event.side_of(entry.match, wish.by.who)
    if mine is not None and side is not None and mine.sides.get(side) == report:
        return None  # entered twice
    if found.over and not decides and plan.format not in DUPLICATE:
        raise Refused("match-over", match=entry.match)
    if report.ended is not None and not 0 <= report.ended <= wish.at:  # nor is it no number
        raise Refused("ended-later")
    level = plan.rules.first_level
    settle(plan.rules, level, report.banker or 0, Told(report))
    settled = mine is not None and mine.settled(confirm=plan.confirm)
    if mine is not None and settled and not decides and mine.says != report:
        raise Refused("confirmed", match=entry.match, deal=entry.deal)
    return msgspec.structs.replace(entry, report=report)


def _in_order(event: Event, entry: log.DealEntered, course: Any, *, decides: bool) -> DealReport:
    """The report of a deal of a match, with the banker it had."""
    if course is None:
        raise Refused("entered-whole", match=entry.match)
    played = len(course.deals) + course.unused
    if not 1 <= entry.deal <= played + 1:
        raise Refused("deal-order", deal=entry.deal, expected=played + 1)
    if event.plan.rules.match_minutes and not event.started(entry.match) and not decides:
        raise Refused("not-started", match=entry.match)
    report = entry.report
    if report.banker is not None:
        return report
    if entry.deal <= played:  # said before: the same banker
        said = event.slots[(entry.match, 0, entry.deal)].says
        assert isinstance(said, DealReport)
        return _with_banker(report, said.banker)
    if course.match.over is not None:
        raise Refused("match-over", match=entry.match)
    if course.match.banker is None or event.plan.rules.declare_style == "call":
        raise Refused("banker-needed", deal=entry.deal)
    return _with_banker(report, course.match.banker)


def _with_banker(report: DealReport, banker: int | None) -> DealReport:
    return msgspec.structs.replace(report, banker=banker)


def _check_total(wish: Wish, entry: log.TotalEntered) -> AnyEntry | None:
    _need_match(wish.event, entry.match)
    ladder = wish.event.plan.rules.ladder
    if wish.event.plan.format in DUPLICATE or not set(entry.total.levels) <= set(ladder):
        raise Refused("levels", known=" ".join(ladder))
    mine = wish.event.slots.get((entry.match, 0, 0))
    if wish.event.plan.tables is not None and wish.by.role == log.PLAYER:
        raise Refused("played-here", match=entry.match)
    if mine is not None and wish.by.role == log.PLAYER:
        side = wish.event.side_of(entry.match, wish.by.who)
        if mine.sides.get(-1 if side is None else side) == entry.total:
            return None
        if mine.settled(confirm=wish.event.plan.confirm) and mine.says != entry.total:
            raise Refused("confirmed", match=entry.match, deal=0)
    return entry


def _check_confirmed(wish: Wish, entry: log.Confirmed) -> AnyEntry | None:
    _need_match(wish.event, entry.match)
    slot = wish.event.slots.get((entry.match, entry.room, entry.deal))
    if slot is None or slot.says is None:
        raise Refused("nothing-entered", match=entry.match, deal=entry.deal)
    side = wish.event.side_of(entry.match, wish.by.who) if wish.by.role == log.PLAYER else None
    if slot.decided is not None or (side is not None and slot.sides.get(side) == slot.says):
        return None
    if slot.disputed and wish.by.role == log.PLAYER:
        raise Refused("disputed", match=entry.match, deal=entry.deal)
    return entry


def _check_ruling(wish: Wish, entry: Any) -> AnyEntry | None:
    if hasattr(entry, "match"):
        _need_match(wish.event, entry.match)
    if hasattr(entry, "deal"):
        slot = wish.event.slots.get((entry.match, entry.room, entry.deal))
        said = slot is not None and isinstance(slot.says, DealReport)
        if not said and not _being_played(wish.event, entry):
            raise Refused("nothing-entered", match=entry.match, deal=entry.deal)
    if isinstance(entry, log.FoulRuled):  # else the deal that is being played could not be counted
        penalty_of(wish.event.plan.rules, entry.foul, 0, 0)
    for number in (getattr(entry, "points", 0), getattr(entry, "seconds", 0)):
        if abs(number) > MOST_GIVEN:
            raise Refused("too-much", most=MOST_GIVEN)
    if hasattr(entry, "entrant"):
        _need_entrant(wish.event, entry.entrant)
    for match in getattr(entry, "matches", ()):
        _need_match(wish.event, match)
    known = (*wish.event.entrants, *wish.event.clubs())
    if isinstance(entry, log.Penalised) and entry.who not in known:
        raise Refused("no-entrant", id=entry.who)
    checked: AnyEntry = entry
    return checked


def _being_played(event: Event, entry: Any) -> bool:
    """Whether the deal of a ruling is the one that is played at a table of the server."""
    if (entry.match, entry.room) not in event.tables:
        return False
    return bool(entry.deal == next_deal(event, outcomes(event)[entry.match], entry.room))


def _check_opened_table(wish: Wish, entry: log.TableOpened) -> AnyEntry | None:
    _need_match(wish.event, entry.match)
    if wish.event.plan.tables is None or entry.room not in rooms(wish.event):
        raise Refused("no-tables")
    known = (entry.match, entry.room) in wish.event.tables  # opened by another gateway meanwhile
    return None if known else entry


def _check_time(wish: Wish, entry: log.TimeCalled) -> AnyEntry | None:
    _need_match(wish.event, entry.match)
    if not wish.event.started(entry.match):
        raise Refused("not-started", match=entry.match)
    if outcomes(wish.event)[entry.match].status == OVER:
        return None
    if reading(wish.event.plan.rules, wish.event.watches[entry.match], wish.at).may_deal:
        raise Refused("time-left", match=entry.match)
    return entry


def _check_entered(wish: Wish, entry: log.Entered) -> AnyEntry | None:
    if entry.entrant.id in wish.event.entrants:
        raise Refused("twice", id=entry.entrant.id)
    there = [one for id_, one in wish.event.entrants.items()
             if id_ not in wish.event.gone | wish.event.out]  # fmt: skip
    if not wish.brought and entry.entrant.title in (one.title for one in there):
        raise Refused("same-name", name=entry.entrant.title)
    if wish.event.rounds and wish.event.plan.format not in LATE_FORMATS:
        raise Refused("too-late", format=wish.event.plan.format)
    if len(wish.event.entrants) >= MOST_ENTRANTS:
        raise Refused("many", most=MOST_ENTRANTS)
    need_entrant(wish.event.plan, entry.entrant)
    return entry


def _check_present(wish: Wish, entry: Any) -> AnyEntry | None:
    _need_entrant(wish.event, entry.entrant)
    done = wish.event.present if isinstance(entry, log.CheckedIn) else wish.event.gone
    if entry.entrant in done:
        return None
    checked: AnyEntry = entry
    return checked


def _check_players(wish: Wish, entry: log.Substituted) -> AnyEntry | None:
    _need_entrant(wish.event, entry.entrant)
    if len(entry.players) != wish.event.plan.size:
        name = wish.event.entrants[entry.entrant].title
        raise Refused("size", name=name, wanted=wish.event.plan.size)
    return entry


def _check_drawn(wish: Wish, entry: log.Drawn) -> AnyEntry | None:
    if entry != draw(wish.event):
        raise Refused("not-the-draw")
    if wish.event.plan.sealed and not wish.event.commit:
        raise Refused("not-sealed")
    if wish.event.secret:
        raise Refused("boards-open")
    return entry


def _check_appeal(wish: Wish, entry: Any) -> AnyEntry | None:
    line = in_log(wish.event, entry.line)
    reversible = (
        *log.RULINGS, log.DealEntered, log.TotalEntered, log.Reversed, log.Withdrew, log.TimeCalled,
    )  # fmt: skip
    if line is None or not isinstance(line.entry, reversible):
        raise Refused("no-ruling", line=entry.line)
    if entry.line in wish.event.reversed:
        raise Refused("reversed-already", line=entry.line)
    if isinstance(entry, log.Appealed):
        stands = wish.event.appeals.get(entry.line)
        if stands == "open":
            return None
        if stands == "upheld" and wish.by.role == log.PLAYER:
            raise Refused("upheld-already", line=entry.line)
    if isinstance(entry, log.Upheld) and wish.event.appeals.get(entry.line) != "open":
        raise Refused("no-appeal", line=entry.line)
    checked: AnyEntry = entry
    return checked


def _check_call(wish: Wish, entry: log.RefereeCalled) -> AnyEntry | None:
    _need_match(wish.event, entry.match)
    if wish.by.role != log.TABLE:  # whoever calls says why, and nothing else
        entry = log.RefereeCalled(entry.match, entry.room)
    waiting = (in_log(wish.event, number) for number in wish.event.calls)
    same = (line for line in waiting if line and (line.by, line.entry) == (wish.by, entry))
    return None if any(same) else entry


def _check_answered(wish: Wish, entry: log.CallAnswered) -> AnyEntry | None:
    line = in_log(wish.event, entry.line)
    if line is None or not isinstance(line.entry, log.RefereeCalled):
        raise Refused("no-call", line=entry.line)
    return entry if entry.line in wish.event.calls else None


def _check_names(wish: Wish, entry: log.NamesChosen) -> AnyEntry | None:
    return entry if entry.names != wish.event.names else None


def _check_link(wish: Wish, entry: log.LinkGiven) -> AnyEntry | None:
    given = [line.entry for line in wish.event.lines if isinstance(line.entry, log.LinkGiven)]
    if any(link.id == entry.id for link in given):  # also one that was withdrawn
        raise Refused("link-twice", id=entry.id)
    if entry.role == log.PLAYER:
        _need_entrant(wish.event, entry.who)
    if entry.player and (entry.role != log.PLAYER or not 1 <= entry.player <= wish.event.plan.size):
        raise Refused("no-player", id=entry.who, most=wish.event.plan.size)
    return entry


def _check_unlink(wish: Wish, entry: log.LinkWithdrawn) -> AnyEntry | None:
    if entry.id not in wish.event.links:
        raise Refused("no-link", id=entry.id)
    return entry


def _check_seed(wish: Wish, entry: log.SeedPublished) -> AnyEntry | None:
    if wish.event.rounds:
        raise Refused("seed-late")
    return entry if entry.seed != wish.event.seed else None


def _check_opened(wish: Wish, entry: log.BoardsOpened) -> AnyEntry | None:
    if not wish.event.commit:
        raise Refused("not-sealed")
    if commit(entry.secret) != wish.event.commit:
        raise Refused("wrong-secret")
    if not all(one.over for one in outcomes(wish.event).values()):
        raise Refused("boards-in-play")
    if not wish.event.rounds or _more_to_come(wish.event):
        raise Refused("boards-to-come")
    return entry


def _more_to_come(event: Event) -> bool:
    """Whether a round can still be drawn, now or after a ruling."""
    try:
        draw(event)
    except Refused as refused:
        return refused.code not in ("all-drawn", "few", "no-pairing")
    return True


Check = Callable[[Wish, Any], AnyEntry | None]
CHECKS: dict[type, Check] = {
    log.DealEntered: _check_deal,
    log.TotalEntered: _check_total,
    log.Confirmed: _check_confirmed,
    log.TimeCalled: _check_time,
    log.Entered: _check_entered,
    log.CheckedIn: _check_present,
    log.Withdrew: _check_present,
    log.Substituted: _check_players,
    log.Drawn: _check_drawn,
    log.Started: _check_ruling,
    log.TableOpened: _check_opened_table,
    log.Stopped: _check_ruling,
    log.WentOn: _check_ruling,
    log.Appealed: _check_appeal,
    log.Upheld: _check_appeal,
    log.Reversed: _check_appeal,
    log.LinkGiven: _check_link,
    log.LinkWithdrawn: _check_unlink,
    log.SeedPublished: _check_seed,
    log.BoardsOpened: _check_opened,
    log.RefereeCalled: _check_call,
    log.CallAnswered: _check_answered,
    log.NamesChosen: _check_names,
    **dict.fromkeys(log.RULINGS, _check_ruling),
}
