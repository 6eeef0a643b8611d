"""`expert`: it imagines worlds it cannot tell apart, and plays `club`'s ideas out in all of them.

Candidates are what `club` weighs, its own choice first. Some worlds nominate the best few, fresh
worlds confirm: another play than `club`'s is made only when, over the same worlds, it is better
beyond doubt. Thinking time is a setting; a number of worlds instead makes the choice repeatable.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from time import perf_counter

from ..actions import Action, Bury, Play
from ..cards import Cards
from ..kernel.planes import Planes
from ..kernel.search import LEVEL, Search
from ..turn import choices
from ..view import View
from .bot import Reason
from .club import Club
from .counting import Known
from .follow import Follow
from .lead import Lead
from .worlds import question

THINK = 0.03
_POINT = 6  # what a point counts where a level counts 1000
_ALL = 12  # legal follows up to which all are tried
_MOST = 10
_FINALISTS = 3
_NOMINATING = 0.4  # of the time
_CHUNK = 4
_SURE = 1.0  # standard errors by which a play must be better
_LEAST = 12  # worlds below which nothing is overridden


class Expert(Club):
    """A player that searches."""

    def __init__(
        self, seat: int, seed: int, *, think: float = THINK, worlds: int | None = None
    ) -> None:
        super().__init__(seat, seed)
        self.think, self.worlds = think, worlds

    def lead(self, view: View) -> Action:
        """The lead that came out best."""
        known = Known(view, self.memory)
        ideas = Lead(known).ideas()
        return Play(self.seat, self._search(known, ideas))

    def follow(self, view: View) -> Action:
        """The follow that came out best."""
        known = Known(view, self.memory)
        follow = Follow(known)
        ideas = follow.ideas()
        legal = choices(view)
        if legal.count() <= _ALL:
            mine = {cards for cards, _ in ideas}
            ideas += [(c.planes, None) for c in legal if c.planes not in mine]
        return Play(self.seat, self._search(known, ideas))

    def _search(self, known: Known, ideas: list[tuple[Planes, Reason | None]]) -> Cards:
        start = perf_counter()
        self.why = ideas[0][1]
        if len(ideas) == 1:
            return Cards(ideas[0][0])
        ideas = ideas[:_MOST]
        search = question(known, self.rng.getrandbits(64), _POINT)
        for cards, _ in ideas:
            search.add_candidate(cards)
        self._run(search, start + _NOMINATING * self.think, _NOMINATING)
        sign = self._sign(search)
        if search.worlds < 4:
            return Cards(ideas[0][0])
        ranked = sorted(range(1, len(ideas)), key=lambda at: -sign * search.gain(at))
        finalists = [0, *ranked[:_FINALISTS]]
        final = search
        if len(finalists) < len(ideas):
            search.keep(0)
            for at in finalists:
                search.add_candidate(ideas[at][0])
        search.forget()
        self._run(search, start + self.think, 1 - _NOMINATING)
        best = self._best(search, sign)
        cards, why = ideas[finalists[best] if len(finalists) < len(ideas) else best]
        self.why = why or self.why
        return Cards(cards)

    def _sign(self, search: Search) -> int:
        return -1 if search.base.is_bank_side(self.seat) else 1

    def _run(self, search: Search, until: float, share: float) -> None:
        if self.worlds is not None:
            search.run(round(share * self.worlds))
            return
        while perf_counter() < until:
            if not search.run(_CHUNK):
                return

    def _best(self, search: Search, sign: int) -> int:
        """The candidate whose gain is sure and largest, else the first."""
        number = search.worlds
        if number < _LEAST:
            return 0
        best, most = 0, 0.0
        for at in range(1, search.number):
            mean = sign * search.gain(at) / number
            spread = search.gain_squared(at) / number - mean * mean
            if mean - _SURE * sqrt(max(spread, 0.0) / number) > 0 and mean > most:
                best, most = at, mean
        return best
