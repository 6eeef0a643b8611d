"""What every match of an event stands at: computed from the reports, never stored."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import msgspec

from ..deal.match import Match
from ..lots import below, lots
from .counting import Course, Told, call_time, count, settle
from .duplicate import (
    Dealt,
    Score,
    cross_imps,
    difference,
    even_score,
    imps,
    matchpoints,
    victory_points,
)
from .entries import DealReport, FoulOf, Pairing, Side, Total
from .plan import DUPLICATE, PAIRS, RACE, TEAMS, Plan
from .state import Event, Key, Slot, by_round

WAITING, PLAYING, UNCONFIRMED, DISPUTED, OVER = (
    "waiting", "playing", "unconfirmed", "disputed", "over",
)  # fmt: skip
BYE, FORFEIT, ENTERED, RULED, BOARDS = "bye", "forfeit", "entered", "ruled", "boards"


@dataclass(frozen=True)
class Outcome:
    """A match as it stands.

    winner: a side once it is over, None for a draw. reason: why it is over. levels, gained: of
    home and away. scores: what both have for the standings. open, disputed: the deals that wait for
    the other side, or for the referee. boards: of duplicate, the scores of both rooms by board;
    dealt: with which cards.
    """

    pairing: Pairing
    status: str = WAITING
    winner: Side | None = None
    reason: str = ""
    levels: tuple[str, str] = ("", "")
    gained: tuple[int, int] = (0, 0)
    scores: tuple[float, float] = (0, 0)
    margin: float = 0
    course: Course | None = None
    open: tuple[Key, ...] = ()
    disputed: tuple[Key, ...] = ()
    boards: dict[int, dict[int, int]] = field(default_factory=dict)
    dealt: dict[int, dict[int, Dealt]] = field(default_factory=dict)

    def score(self, board: int, room: int) -> Score:
        """What a board came to in a room, to be compared."""
        return self.boards[board][room], self.dealt[board][room]

    @property
    def over(self) -> bool:
        """Whether it counts."""
        return self.status == OVER


def outcomes(event: Event) -> dict[str, Outcome]:
    """Every match of the event."""
    found: dict[str, Outcome] = {}
    carried: dict[str, str] = {}  # the levels that go on from round to round in a race
    for pairings in by_round(event.pairings).values():
        this = {pairing.id: _outcome(event, pairing, carried) for pairing in pairings}
        if event.plan.format == PAIRS:
            this = _compared(event.plan, this)
        if event.plan.format == RACE:
            for one in this.values():
                sides = (one.pairing.home, one.pairing.away)
                carried.update({who: to for who, to in zip(sides, one.levels, strict=True) if to})
        found.update(this)
    return found


def first_match(event: Event, pairing: Pairing, carried: dict[str, str]) -> Match:
    """The match at its beginning; the seat that draws first is a lot of the seed."""
    rules = event.plan.rules
    seat = below(lots(event.seed, "first", pairing.id), rules.players)
    begun = Match.begin(rules, seat)
    if event.plan.format != RACE:
        return begun
    levels = [carried.get(who, rules.first_level) for who in (pairing.home, pairing.away)]
    return replace(begun, levels=tuple(levels))


def _outcome(event: Event, pairing: Pairing, carried: dict[str, str]) -> Outcome:
    plan = event.plan
    if not pairing.away:
        level = carried.get(pairing.home, plan.rules.first_level)
        return Outcome(
            pairing, OVER, 0, BYE, levels=(level, ""), scores=(_bye_score(event, pairing), 0)
        )
    if plan.format in DUPLICATE:
        found = _boards(event, pairing)
    else:
        found = _deals(event, pairing, first_match(event, pairing, carried))
    return _decided(event, found)


def _bye_score(event: Event, pairing: Pairing) -> float:
    plan = event.plan
    if plan.format == TEAMS:
        return 12.0  # what a team without an opponent usually gets
    if plan.format == PAIRS:  # the average of the boards
        tables = sum(bool(other.away) for other in event.of_round(pairing.round))
        return len(pairing.boards) * (tables - 1) if plan.scoring == "matchpoints" else 0
    return plan.bye


def _decided(event: Event, found: Outcome) -> Outcome:
    """The outcome with what the referee said of the match, and what goes with leaving it."""
    pairing, plan = found.pairing, event.plan
    lost = set(event.forfeits.get(pairing.id, ()))
    if not found.over:
        out = event.gone | event.out
        lost |= {side for side, who in enumerate((pairing.home, pairing.away)) if who in out}  # type: ignore[misc]
    if pairing.id in event.named:
        winner = event.named[pairing.id]
        return replace(found, status=OVER, winner=winner, reason=RULED, open=(), disputed=(),
                       scores=_scores(plan, winner))  # fmt: skip
    if lost:
        winner = None if len(lost) == 2 else 1 - next(iter(lost))  # type: ignore[assignment]
        scores = _scores(plan, winner) if len(lost) == 1 else (plan.points[2], plan.points[2])
        return replace(found, status=OVER, winner=winner, reason=FORFEIT, open=(), disputed=(),
                       scores=scores)  # fmt: skip
    return found


def _scores(plan: Plan, winner: Side | None) -> tuple[float, float]:
    if plan.format in DUPLICATE:
        return {0: (20.0, 0.0), 1: (0.0, 20.0)}.get(-1 if winner is None else winner, (10.0, 10.0))
    won, drawn, lost = plan.points
    return (drawn, drawn) if winner is None else ((won, lost), (lost, won))[winner]


# Matches deal by deal.


def _deals(event: Event, pairing: Pairing, begun: Match) -> Outcome:
    id_, plan = pairing.id, event.plan
    whole = event.slots.get((id_, 0, 0))
    if whole is not None and isinstance(whole.says, Total):
        return _total(event, pairing, begun, whole)
    told = told_deals(event, id_)
    course = count(begun, told)
    if (id_, 0, len(told) + 1) in event.rebids:
        course = replace(course, match=replace(course.match, banker=None))
    if id_ in event.called:
        course = call_time(course, event.watches[id_].seconds(event.called[id_]))
    keys = [(id_, 0, deal) for deal in range(1, len(told) - course.unused + 1)]
    unsettled, disputed = _unsettled(event, keys)
    over = course.match.over
    status = PLAYING if told or event.started(id_) else WAITING
    winner: Side | None = None
    if over is not None:
        status = DISPUTED if disputed else UNCONFIRMED if unsettled else OVER
        winner = over[0] if len(over) == 1 else None  # type: ignore[assignment]
    elif disputed:
        status = DISPUTED
    levels = course.match.levels
    return Outcome(
        pairing, status, winner, course.reason, (levels[0], levels[1]), course.gained,
        _scores(plan, winner) if status == OVER else (0, 0), course=course,
        open=unsettled, disputed=disputed,
    )  # fmt: skip


def told_deals(event: Event, match: str) -> tuple[Told, ...]:
    """The deals of a match that were reported, from the first without a gap."""
    found, watch = list[Told](), event.watches.get(match)
    timed = bool(event.plan.rules.match_minutes) and watch is not None
    while (slot := event.slots.get((match, 0, len(found) + 1))) is not None:
        report = slot.says
        if not isinstance(report, DealReport):
            break
        at = slot.at if report.ended is None else report.ended
        seconds = watch.seconds(at) if timed and watch is not None else None
        rebid = (match, 0, len(found) + 1) in event.rebids
        found.append(Told(report, slot.fouls, slot.adjusted, seconds, rebid))
    return tuple(found)


def _total(event: Event, pairing: Pairing, begun: Match, slot: Slot) -> Outcome:
    total = slot.says
    assert isinstance(total, Total)
    ladder = event.plan.rules.ladder
    rungs = [ladder.index(level) for level in total.levels]
    starts = [ladder.index(level) for level in begun.levels]
    unsettled, disputed = _unsettled(event, [(pairing.id, 0, 0)])
    status = DISPUTED if disputed else UNCONFIRMED if unsettled else OVER
    return Outcome(
        pairing, status, total.winner, ENTERED, total.levels,
        (rungs[0] - starts[0], rungs[1] - starts[1]),
        _scores(event.plan, total.winner) if status == OVER else (0, 0),
        open=unsettled, disputed=disputed,
    )  # fmt: skip


def _unsettled(event: Event, keys: list[Key]) -> tuple[tuple[Key, ...], tuple[Key, ...]]:
    """Of these deals those that wait for the other side, and those in dispute."""
    slots = {key: event.slots[key] for key in keys}
    confirm = event.plan.confirm
    disputed = tuple(key for key, slot in slots.items() if slot.disputed)
    waiting = (key for key, slot in slots.items() if not slot.settled(confirm=confirm))
    return tuple(key for key in waiting if key not in disputed), disputed


# Matches over boards.


def _boards(event: Event, pairing: Pairing) -> Outcome:
    rules = event.plan.rules
    rooms = (0, 1) if event.plan.format == TEAMS else (0,)
    keys = [(pairing.id, room, board) for board in pairing.boards for room in rooms]
    there = [key for key in keys if key in event.slots and event.slots[key].says is not None]
    scores: dict[int, dict[int, int]] = {}
    dealt: dict[int, dict[int, Dealt]] = {}
    for key in there:
        slot = event.slots[key]
        report = slot.says
        assert isinstance(report, DealReport)
        assert report.banker is not None
        _, room, board = key
        fouls = _at_seats((*report.fouls, *slot.fouls), room)
        told = Told(msgspec.structs.replace(report, fouls=()), fouls, slot.adjusted)
        _, ended = settle(rules, rules.first_level, report.banker, told)
        scores.setdefault(board, {})[room] = even_score(rules, report.banker, ended.points)
        dealt.setdefault(board, {})[room] = slot.elsewhere, report.again
    unsettled, disputed = _unsettled(event, there)
    status = PLAYING if there or event.started(pairing.id) else WAITING
    if disputed:
        status = DISPUTED
    elif len(there) == len(keys):
        status = UNCONFIRMED if unsettled else OVER
    found = Outcome(pairing, status, open=unsettled, disputed=disputed, boards=scores, dealt=dealt)
    return _team_score(found) if event.plan.format == TEAMS and status == OVER else found


def _at_seats(fouls: tuple[FoulOf, ...], room: int) -> tuple[FoulOf, ...]:
    """The fouls with the sides as they sit: in the second room home has the odd seats."""
    return tuple(
        msgspec.structs.replace(foul, side=1 - foul.side) if room else foul for foul in fouls
    )


def swing(found: Outcome, board: int) -> int:
    """What home won on a board: it has the even seats in room 0, the odd ones in room 1."""
    return difference(found.score(board, 0), found.score(board, 1))


def _team_score(found: Outcome) -> Outcome:
    margin = sum(imps(swing(found, board)) for board in found.boards)
    winner: Side | None = None if not margin else 0 if margin > 0 else 1
    scores = victory_points(margin, len(found.boards))
    return replace(found, winner=winner, reason=BOARDS, scores=scores, margin=margin)


def _compared(plan: Plan, this: dict[str, Outcome]) -> dict[str, Outcome]:
    """The matches of a round of pairs, each board compared over all tables that played it."""
    points: dict[str, float] = dict.fromkeys(this, 0)
    most: dict[str, float] = dict.fromkeys(this, 0)
    for board in {board for one in this.values() for board in one.boards}:
        tables = [id_ for id_, one in this.items() if one.over and board in one.boards]
        scores = [this[id_].score(board, 0) for id_ in tables]
        won = matchpoints(scores) if plan.scoring == "matchpoints" else cross_imps(scores)
        for id_, mine in zip(tables, won, strict=True):
            points[id_] += mine
            most[id_] += 2 * (len(tables) - 1) if plan.scoring == "matchpoints" else 0
    return {
        id_: one if not one.over or not one.boards else _pair_score(one, points[id_], most[id_])
        for id_, one in this.items()
    }


def _pair_score(found: Outcome, home: float, most: float) -> Outcome:
    scores = (round(home, 2), round(most - home, 2))
    winner: Side | None = None if scores[0] == scores[1] else 0 if scores[0] > scores[1] else 1
    return replace(found, winner=winner, reason=BOARDS, scores=scores)
