"""Claims, and the referee's word: fouls by the ruleset's table, points adjusted, a deal made void.

With `enforcement=referee` an illegal follow stands until somebody claims it. Found at once, that is
before the next lead, the wrong play goes back to the hand and is replaced; legal plays after it
stay. Found later it stays, and the table says what it costs. Every effect of a foul table
(`fouls.py`) is done here: points; an end with levels; a new deal, with or without bidding for the
bank (`foul.bank-order`); a lost bid (`foul.bid-exposed`); trump named by the others
(`foul.false-bid`); a warning or disqualification (`foul.conduct`). What an effect does to the cards
is the engine's (`enforce`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from ..cards import JOKER_LEVEL
from ..engine import enforce
from ..ruleset import Ruleset
from ..ruleset.fouls import Foul, FoulQuestionError, Penalty
from ..verdicts.ruling import NotNow
from ..verdicts.score import ATTACKERS, BANKERS
from .actions import Action, Adjust, Claim, RuleFoul, Void
from .events import Adjusted, Claimed, Disqualified, Event, Fouled, Redealt
from .history import History, Wrong
from .phase import COUNT, DRAW, OVER, PLAY

if TYPE_CHECKING:
    from .value import Deal

# The table's entries that an illegal follow falls under, the fitting one first.
_AT_ONCE = ("foul.misplay", "foul.retract", "foul.revoke")
_LATER = ("foul.revoke", "foul.misplay", "foul.card-count", "foul.retract")

_MOST_POINTS, _MOST_TIMES = 100_000, 1000


def rule(deal: Deal, action: Claim | RuleFoul | Adjust | Void) -> tuple[Deal, list[Event]]:
    """The deal after a claim, or after the referee has spoken."""
    if isinstance(action, Claim):
        _check_seat(deal, action.seat)
        _check_seat(deal, action.against)
        after, events = _claim(deal, action)
    elif isinstance(action, RuleFoul):
        if action.seat is not None:
            _check_seat(deal, action.seat)
        after, events = _foul(deal, action.foul, action.seat)
    elif isinstance(action, Adjust):
        if deal.phase not in (PLAY, COUNT):
            raise NotNow("wrong-phase")
        if abs(action.points) > _MOST_POINTS:
            raise ValueError(f"{action.points} points are more than a deal can be adjusted by")
        after, events = _adjusted(deal, action.points), [Adjusted(action.points)]
    else:
        after, events = _broken_off(deal, action.reason)
    told = [event for event in events if isinstance(event, Claimed | Fouled | Adjusted)]
    return replace(after, history=after.history.telling(told, deal.drawn)), events


def remembered(ruleset: Ruleset, ruling: RuleFoul, before: Iterable[Action]) -> RuleFoul:
    """The ruling with how often the offender's side has done it, by the match's actions before it.

    So a second `foul.conduct` is more than a warning. The ruling itself says how often: a record
    needs no other deal to be read.
    """
    if ruling.seat is None:
        return ruling
    sides = 2 if ruleset.partners == "fixed" else ruleset.players
    foul = ruling.foul
    already = sum(
        isinstance(action, RuleFoul)
        and action.foul.rule == foul.rule
        and action.seat is not None
        and action.seat % sides == ruling.seat % sides
        for action in before
    )
    times = ruleset.fouls.times(foul.rule, foul.times, already)
    return replace(ruling, foul=replace(foul, times=times))


def _check_seat(deal: Deal, seat: int) -> None:
    if not 0 <= seat < deal.ruleset.players:
        raise ValueError(f"there is no seat {seat}, only 0 to {deal.ruleset.players - 1}")


# Claims.


def _claim(deal: Deal, action: Claim) -> tuple[Deal, list[Event]]:
    """A wrong play is punished, a claim without ground is noted."""
    if deal.phase not in (PLAY, COUNT) or deal.ruleset.enforcement != "referee":
        raise NotNow("no-referee")
    if action.against == action.seat or deal.ruleset.same_side(action.seat, action.against):
        raise NotNow("own-side", seat=action.against)
    found = [wrong for wrong in deal.wrong if wrong.seat == action.against]
    if not found:
        return deal, [Claimed(action.seat, action.against, None)]
    wrong = found[-1]
    at_once = wrong.trick + 1 == len(deal.finished) + bool(deal.trick)
    foul = _claimed_foul(deal, wrong, at_once=at_once)
    discard = penalty_of(deal, foul).discard
    left = tuple(other for other in deal.wrong if other != wrong)
    deal = replace(deal, history=deal.history._replace(wrong=left))
    deal, events = _foul(deal, foul, wrong.seat)
    if at_once and deal.phase != OVER:
        deal, more = deal.after(enforce.take_back, wrong.seat, wrong.cards.planes, discard)
        events = [*events, *more]
    return deal, [Claimed(action.seat, action.against, wrong.rule), *events]


def _claimed_foul(deal: Deal, wrong: Wrong, *, at_once: bool) -> Foul:
    table = deal.ruleset.fouls.table
    fitting = [entry for entry in (_AT_ONCE if at_once else _LATER) if entry in table]
    if not fitting:
        raise NotNow("no-such-foul", why="foul.misplay")
    return Foul(
        fitting[0],
        BANKERS if wrong.seat in deal.bank_side else ATTACKERS,
        cards=len(wrong.cards),
        found="at_once" if at_once else "later",
    )


# Fouls.


def penalty_of(deal: Deal, committed: Foul) -> Penalty:
    """What the ruleset's table says of the foul as the deal stands."""
    if committed.times > _MOST_TIMES or (committed.cards or 0) > 54 * deal.ruleset.decks:
        raise ValueError(f"{committed} cannot have happened so often, or with so many cards")
    points = deal.attackers_points if deal.banker is not None else None
    found = committed.found
    if found is None and not deal.trick and not deal.finished:
        found = "at_once"  # whatever happened, nothing has been led since
    try:
        return deal.ruleset.fouls.penalty(replace(committed, attackers=points, found=found))
    except FoulQuestionError as error:
        raise NotNow("no-such-foul", why=str(error)) from None


def _foul(deal: Deal, committed: Foul, seat: int | None) -> tuple[Deal, list[Event]]:
    """A foul costs what the table says; seat: who committed it."""
    penalty = penalty_of(deal, committed)
    change = 0
    if penalty.effect is not None:
        after, events = _effect(deal, penalty.effect, committed.rule, seat)
    elif penalty.side is not None:
        taken_over = penalty.side == ATTACKERS
        after, events = deal.after(enforce.end_by_ruling, taken_over, penalty.levels)
    else:
        assert penalty.attackers is not None
        change = penalty.attackers - deal.attackers_points
        after, events = _adjusted(deal, change), []
    return after, [Fouled(committed.rule, committed.by, change, penalty.effect), *events]


def _effect(deal: Deal, effect: str, rule: str, seat: int | None) -> tuple[Deal, list[Event]]:
    """What an effect of the table other than points and levels does."""
    if effect in ("redeal", "rebid"):
        # Where trump is called the bank is open in every deal.
        rebid = effect == "rebid" and deal.ruleset.declare_style != "call"
        after, events = _broken_off(deal, rule)
        return replace(after, history=after.history._replace(rebid=rebid)), events
    if effect == "warn":
        return deal, []
    if seat is None:
        raise NotNow("no-such-foul", why=f"{rule} depends on who committed it: say the seat")
    if effect == "disqualify":
        return _ended(deal, deal.history._replace(disqualified=seat)), [Disqualified(seat)]
    if effect == "name_trump":
        return _false_bid(deal, seat)
    if deal.phase != DRAW:
        raise NotNow("wrong-phase")
    return deal.after(enforce.bar_side, seat)


def _false_bid(deal: Deal, seat: int) -> tuple[Deal, list[Event]]:
    """The other side names trump; it may be found as long as nothing is led."""
    silent = deal.ruleset.declare_style == "call" or deal.contest.level == JOKER_LEVEL
    if silent or deal.trick or deal.finished:
        raise NotNow("wrong-phase")
    return deal.after(enforce.bid_was_false, seat)


# Points and ends.


def _adjusted(deal: Deal, points: int) -> Deal:
    return deal.after(enforce.adjust_points, points)[0]


def _broken_off(deal: Deal, reason: str) -> tuple[Deal, list[Event]]:
    return _ended(deal, deal.history._replace(redeal=reason)), [Redealt(reason)]


def _ended(deal: Deal, history: History) -> Deal:
    return replace(deal.after(enforce.break_off)[0], history=history)
