"""Why the course of a deal turned: a mistake, or luck and how the cards lay.

A swing is a trick after which the attackers may expect many more or fewer points than before it.
Where nobody made a mistake in that trick, what happened in it is named instead: a throw that
failed, a ruff, points that were won, or a leader who sees other cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from ..bots import Reason
from ..deal.events import Played, ThrowFailed, TrickWon
from ..deal.turn import terms_of
from ..deal.view import view
from ..rules.order import TRUMPS
from ..verdicts.ruling import Fact
from ..verdicts.terms import Terms
from .analysis import Analysis
from .teach import seat_label

LEAST = 15  # points that make a swing
_MANY = 10  # points of a trick that are worth naming


@dataclass(frozen=True)
class Swing:
    """A trick after which much else was to be expected; why: a key of `coach.swing`, and facts."""

    trick: int
    before: float
    after: float
    why: Reason


@dataclass
class _Told:
    """What happened in a trick."""

    plays: list[Played]
    failed: ThrowFailed | None = None
    won: TrickWon | None = None


def swings(found: Analysis) -> list[Swing]:
    """The swings of a deal in order, each with its reason."""
    told, course = _tricks(found), found.course
    out = []
    for (_, before), (trick, after) in pairwise(course):
        if abs(after - before) >= LEAST and trick <= len(told):
            out.append(Swing(trick, before, after, _why(found, trick, told)))
    return out


def _tricks(found: Analysis) -> list[_Told]:
    """The tricks of the deal."""
    out = [_Told([])]
    for event in found.record.replay()[1]:
        if isinstance(event, Played):
            out[-1].plays.append(event)
        elif isinstance(event, ThrowFailed):
            out[-1].failed = event
        elif isinstance(event, TrickWon):
            out[-1].won = event
            out.append(_Told([]))
    return out[:-1]


def _why(found: Analysis, trick: int, told: list[_Told]) -> Reason:
    ruleset, now = found.record.ruleset, told[trick - 1]
    facts: dict[str, Fact] = {"trick": trick}
    faults = [one for one in found.faults if one.place.partition(".")[0] == str(trick)]
    if faults:
        worst = max(faults, key=lambda one: one.cost)
        played = getattr(worst.played.action, "cards", None)
        if played is not None:
            return Reason(
                "fault", {**facts, "seat": seat_label(worst.seat, ruleset), "cards": played}
            )
    if now.failed is not None:
        return Reason("throw_failed", {**facts, "seat": seat_label(now.failed.seat, ruleset)})
    assert now.won is not None
    facts |= {"seat": seat_label(now.won.seat, ruleset), "points": now.won.points}
    if ruffed := _ruff(terms_of(view(found.deal)), now):
        return Reason("ruffed", {**facts, "cards": ruffed.cards})
    if now.won.points >= _MANY:
        return Reason("points", facts)
    return Reason("seen", facts)


def _ruff(terms: Terms, now: _Told) -> Played | None:
    """The play that won a trick of a plain suit with trumps."""
    order, won = terms.order, now.won
    lead, *follows = now.plays
    if won is None or order.lane(lead.cards.planes[0].bit_length() - 1) == TRUMPS:
        return None
    mine = next((one for one in follows if one.seat == won.seat), None)
    if mine is None or order.lane(mine.cards.planes[0].bit_length() - 1) != TRUMPS:
        return None
    return mine
