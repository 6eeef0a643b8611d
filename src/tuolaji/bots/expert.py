"""`expert`: it imagines worlds it cannot tell apart, and plays its ideas out in all of them.

Candidates are what `club` weighs, its own choice first, and where few plays are legal all of them.
Some worlds nominate the best few, fresh worlds confirm: another play than `club`'s is made only
when, over the same worlds, it is better by more than luck explains. It declares and buries as
`club` does.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

from ..actions import Action, Play
from ..cards import Cards
from ..kernel.planes import Planes
from ..phases.state import PLAY
from ..rulings import Fact
from ..turn import choices
from ..view import View
from .belief import Belief
from .bot import Reason
from .club import Club
from .follow import Follow
from .lead import Lead
from .weighed import Weighed
from .worlds import Worlds, is_plain

THINK = 0.03
_FEW = 12  # legal follows up to which all are tried
_MOST, _FINALISTS = 10, 4
_NOMINATING = 0.4  # of the time
_LEAST = 12  # worlds below which nothing is believed
_SURE = 1.0  # standard errors by which another play must be better
_INTERVAL = 1.96


class Expert(Club):
    """A player that searches.

    think: the seconds it has for a choice. worlds: how many it imagines instead, so that the same
    seed makes it choose the same. threads: how many it uses.
    """

    def __init__(
        self,
        seat: int,
        seed: int,
        *,
        think: float = THINK,
        worlds: int | None = None,
        threads: int = 1,
    ) -> None:
        super().__init__(seat, seed)
        self.think, self.worlds, self.threads = think, worlds, threads

    def lead(self, view: View) -> Action:
        """The lead that came out best."""
        return Play(self.seat, self._search(view))

    def follow(self, view: View) -> Action:
        """The follow that came out best."""
        return Play(self.seat, self._search(view))

    def weigh(self, view: View, also: Sequence[Action] = ()) -> list[Weighed]:
        """What the ideas for a play promise, best first, and these actions besides."""
        if view["phase"] != PLAY or not is_plain(view):
            return []
        until = perf_counter() + self.think
        known = self._known(view)
        candidates = [cards for cards, _ in self._ideas(known)][:_MOST]
        for action in also:
            if isinstance(action, Play) and action.cards.planes not in candidates:
                candidates.append(action.cards.planes)
        worlds = self._worlds(known)
        worlds.ask(candidates)
        self._run(worlds, until, _NOMINATING)
        best = max(range(len(candidates)), key=worlds.gain)
        candidates.insert(0, candidates.pop(best))
        worlds.ask(candidates)
        self._run(worlds, until, 1.0)
        most = worlds.levels(0)
        weighed = [
            Weighed(
                Play(self.seat, Cards(cards)),
                min(worlds.levels(at), most),  # what is better by chance is as good
                worlds.points(at),
                _INTERVAL * worlds.error(at),
            )
            for at, cards in enumerate(candidates)
        ]
        return sorted(weighed, key=lambda one: -one.levels)

    def _known(self, view: View) -> Belief:
        return Belief(view, self.memory, self.reading)

    def _ideas(self, known: Belief) -> list[tuple[Planes, Reason]]:
        """What `club` thinks of, its own choice first; then the other legal follows, if few."""
        view = known.view
        if not view["trick"]:
            return Lead(known).ideas()
        ideas = Follow(known).ideas()
        legal = choices(view)
        if legal.count() <= _FEW:
            thought = {cards for cards, _ in ideas}
            ideas += [(one.planes, ideas[0][1]) for one in legal if one.planes not in thought]
        return ideas

    def _worlds(self, known: Belief) -> Worlds:
        return Worlds(known, [self.rng.getrandbits(64) for _ in range(self.threads)])

    def _run(self, worlds: Worlds, until: float, share: float) -> None:
        number = None if self.worlds is None else max(1, round(share * self.worlds))
        worlds.run(until - (1 - share) * self.think, number)

    def _search(self, view: View) -> Cards:
        """The cards that came out best, and `why`."""
        until = perf_counter() + self.think
        known = self._known(view)
        ideas = self._ideas(known)[:_MOST]
        first, self.why = ideas[0]
        if len(ideas) == 1 or not is_plain(view):
            return Cards(first)
        worlds = self._worlds(known)
        worlds.ask([cards for cards, _ in ideas])
        self._run(worlds, until, _NOMINATING)
        others = sorted(range(1, len(ideas)), key=lambda at: -worlds.gain(at))[:_FINALISTS]
        worlds.ask([first, *(ideas[at][0] for at in others)])
        self._run(worlds, until, 1.0)
        best = self._surest(worlds, len(others))
        if not best:
            return Cards(first)
        cards = Cards(ideas[others[best - 1]][0])
        facts: dict[str, Fact] = {"cards": cards, "other": Cards(first), "number": worlds.number}
        self.why = Reason("search", facts)
        return cards

    def _surest(self, worlds: Worlds, number: int) -> int:
        """The candidate that is surely enough better than the first, and by most; 0 if none is."""
        if worlds.number < _LEAST:
            return 0
        sure = [at for at in range(1, number + 1) if worlds.gain(at) > _SURE * worlds.error(at)]
        return max(sure, key=worlds.gain, default=0)
