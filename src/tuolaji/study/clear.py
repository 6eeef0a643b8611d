"""Whether a position has one clearly best play: every play that could be meant, weighed alike.

All plays are tried in the same imagined worlds, from what the seat knew, and those that look best
in three times as many others. The best ones are clear if nothing lies between them and the rest:
what is not as good as the best (`AS_GOOD`) is worse by `GAP` at least, and by more than the worlds
can be wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..bots.belief import Belief
from ..bots.club import Club
from ..bots.fast.search import MOST_CANDIDATES
from ..bots.ideas import ideas
from ..bots.position import is_plain
from ..bots.table import PLAIN, in_lane, lane_units
from ..bots.worlds import Worlds
from ..cards import Cards
from ..cards import planes as masks
from ..cards.planes import EMPTY, Planes
from ..deal.phase import PLAY
from ..deal.turn import choices
from .questions import Question

GAP = 0.2  # levels
AS_GOOD = 0.06
STILL = 0.1  # levels that a known answer must be ahead when it is looked at again
MOST_ANSWERS = 3
_DOUBTS = 3.0  # standard errors
_LOOKED_AT_AGAIN = 6  # plays that most worlds are imagined for


@dataclass(frozen=True)
class Promise:
    """What a play promises the seat's side, in levels, and the attackers' points it leads to.

    error: the standard error of the difference in levels from the best play.
    """

    cards: Cards
    levels: float
    points: float
    error: float


@dataclass(frozen=True)
class Promises:
    """All plays of a position, the best first."""

    plays: tuple[Promise, ...]

    @property
    def answers(self) -> tuple[Cards, ...]:
        """The plays that are as good as the best."""
        return tuple(one.cards for one in self.plays if self._behind(one) <= AS_GOOD)

    @property
    def next_best(self) -> Promise | None:
        """The best play that is no answer."""
        return next((one for one in self.plays if self._behind(one) > AS_GOOD), None)

    @property
    def gap(self) -> float:
        """By how much the answers are better than the next play; 0 if there is no other."""
        other = self.next_best
        return self._behind(other) if other else 0.0

    @property
    def stands_out(self) -> bool:
        """Whether few plays, of as many cards each, look clearly better than the rest."""
        answers = self.answers
        alike = len({len(cards) for cards in answers}) == 1
        return self.gap >= GAP and alike and len(answers) <= MOST_ANSWERS

    @property
    def is_clear(self) -> bool:
        """Whether they do beyond what the worlds can be wrong."""
        other = self.next_best
        return other is not None and self.stands_out and self.gap >= _DOUBTS * other.error

    def ahead(self, answers: Sequence[Cards]) -> float:
        """By how many levels the worst of these plays is better than the best of the others."""
        inside = [one.levels for one in self.plays if one.cards in answers]
        outside = [one.levels for one in self.plays if one.cards not in answers]
        return min(inside) - max(outside) if inside and outside else 0.0

    def keeps(self, answers: Sequence[Cards]) -> bool:
        """Whether these plays are still clearly better than all others."""
        return self.ahead(answers) >= STILL

    def _behind(self, one: Promise) -> float:
        return self.plays[0].levels - one.levels


def promises(asked: Question, *, worlds: int, seed: int) -> Promises | None:
    """Every play that could be meant, in so many worlds; None where they are too many to weigh."""
    shown = asked.view
    if shown.phase != PLAY or not is_plain(shown):
        return None
    known = known_to(asked, seed)
    found = list(_plays(known))
    if not 1 < len(found) <= MOST_CANDIDATES:
        return None
    imagined = Worlds(known, [seed])
    first = _tried(imagined, found, worlds // 4)
    if not imagined.number:
        return None
    liked = sorted(first, key=lambda one: -one.levels)
    best, rest = liked[:_LOOKED_AT_AGAIN], liked[_LOOKED_AT_AGAIN:]
    again = _tried(imagined, [one.cards.planes for one in best], worlds - worlds // 4)
    return Promises(tuple(sorted([*again, *rest], key=lambda one: -one.levels)))


def _tried(imagined: Worlds, plays: list[Planes], worlds: int) -> list[Promise]:
    """What plays promise in so many further worlds; errors are of the difference from the first."""
    imagined.ask(plays)
    imagined.run(0.0, worlds)
    return [
        Promise(Cards(play), imagined.levels(at), imagined.points(at), imagined.error_in_levels(at))
        for at, play in enumerate(plays)
    ]


def known_to(asked: Question, seed: int = 0) -> Belief:
    """What the seat knows, and thinks likely."""
    player = Club(asked.seat, seed)
    for event in asked.heard:
        player.hear(event)
    return player.believed(asked.view)


def _plays(known: Belief) -> Iterator[Planes]:
    """What could be meant: every legal follow, or every unit and every throw worth a thought."""
    shown = known.view
    legal = choices(shown)
    if shown.trick:
        if legal.count() <= MOST_CANDIDATES:
            yield from (play.planes for play in legal)
        return
    found = dict.fromkeys(idea.cards for idea in ideas(known))
    for lane in range(5):
        held = in_lane(known.terms, known.hand, lane)
        found |= dict.fromkeys(lane_units(known.terms, lane, held))
        if lane in PLAIN:
            found |= dict.fromkeys(_throws(known, lane, held))
    yield from found


def _throws(known: Belief, lane: int, held: Planes) -> Iterator[Planes]:
    """All cards of a suit that nobody can beat, thrown together."""
    safe = EMPTY
    for unit in sorted(lane_units(known.terms, lane, held), key=masks.size, reverse=True):
        fits = masks.size(masks.overlap(masks.sub(held, safe), unit)) == masks.size(unit)
        if fits and not known.can_beat(lane, unit):
            safe = masks.add(safe, unit)
    if masks.size(safe) > 1:
        yield safe
