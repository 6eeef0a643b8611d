"""`master`: a player that was taught, and searches with what it has learnt.

Its first choice is what its policy holds likeliest. What the policy thinks of besides is tried in
imagined worlds, played out as `expert` does it. Another play than the first is made when the worlds
find it better in levels by more than a margin and a part of their standard error. It declares,
buries and calls friends as the policy does.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib.resources import as_file, files
from time import perf_counter

from ..cards import Cards
from ..cards.planes import Planes, size
from ..deal.actions import Action
from ..deal.phase import BURY, PARTNER, PLAY
from ..deal.turn import action_of
from ..deal.view import View
from ..engine.state import State
from ..kernel import SPEED
from ..ruleset import ENGINE, SWITCHES, Ruleset
from . import declare, taught
from .bot import Reason
from .bury import Bury
from .counting import Known
from .expert import Expert
from .fast.learnt import Learnt
from .policy import is_taught
from .recall import recall
from .spare import distinct, kept_back, spared
from .taught import Taught
from .thoughts import UNIT, Thought, chances, thoughts
from .worlds import Worlds

_APART = ("enforcement",)  # switches that change no decision
_LOST = "classic(partners=called)"  # taught, and still lost to `expert` (docs/learning.md)
_HOME = "classic"
# Other values of its switches at which the nets hold, one at a time (docs/bots.md).
_NEAR: dict[str, tuple[object, ...]] = {
    "kitty": (4, 12),
    "kitty_seen": (False,),
    "throw": ("off",),
    "throw_tested": ("opponents",),
    "no_trump": ("off",),
    "self_secure": (False,),
    "self_overturn": (True,),
    "partner_secure": (False,),
    "declare_window": (False,),
    "first_banker": ("first",),
    "runs_skip_level": (False,),
    "gapped_runs": (True,),
    "overruff": ("highest",),
    "dig": ("off",),
    "jack_rules": (True,),
    "take_over": (60,),
    "step": (30,),
    "promotion_cap": (3,),
    "below_zero": (True,),
    "defend_top": (True,),
}
_MOST = 10  # candidates
_BEHIND = 10 * UNIT  # how much less likely than the first they may be
_ROUNDS = ((_MOST, 0.4), (4, 0.3), (2, 0.3))  # besides the first, for a part of the time
_LEAST = 8  # worlds below which nothing is believed
# By so many levels, and standard errors of the gain, another play must be better than the first.
_MARGIN, _SURE = 0.02, 0.5


@cache
def nets_of(ruleset: Ruleset) -> Taught | None:
    """The nets that play a ruleset; None if there are none."""
    table = f"{ruleset.players}x{ruleset.decks}" if ruleset.partners == "fixed" else "called"
    name = f"master-{table}.tlnet"
    with as_file(files(__package__) / "nets" / name) as file:
        nets = taught.read(file) if file.is_file() else None
    if nets is None:
        return None
    won = [one for one in nets.rulesets if one != Ruleset.parse(_LOST)]
    return nets if any(_played_alike(one, ruleset) for one in won) else None


def _played_alike(one: Ruleset, other: Ruleset) -> bool:
    """Whether what was taught for one ruleset is right for another: far from home nets lose."""
    names = [name for name, kind in SWITCHES.items() if kind.read == ENGINE and name not in _APART]
    changed = [name for name in names if getattr(one, name) != getattr(other, name)]
    if len(changed) == 1 and one.base == _HOME:
        (name,) = changed
        return getattr(other, name) in _NEAR.get(name, ())
    return not changed


def _reason(view: View, cards: Cards) -> Reason:
    """What speaks for the policy's choice: before the first lead, what `club` would say of it."""
    if view.phase == PLAY:
        return Reason("taught", {"cards": cards})
    if view.phase == PARTNER:
        return Reason("call", {"cards": Cards.of([next(iter(cards))])})
    return Bury(view).reason(cards) if view.phase == BURY else declare.reason(view, cards)


class Master(Expert):
    """A player that was taught, and searches; where nobody taught it, it plays as `expert`."""

    _learnt: Learnt | None = None

    def choose(self, view: View) -> Action:
        """What came out best."""
        nets = nets_of(view.ruleset)
        begun = perf_counter()  # the first choice of a process does not pay for reading the nets
        if nets is None:
            action = super().choose(view)
            self.why = Reason("as_expert") if self.why is None else self.why.after("as_expert")
            return action
        self.tried = []
        if not is_taught(view):
            return super().choose(view)
        if self._learnt is None:
            self._learnt = nets.new_policy(view.ruleset)
        deal, trail = recall(view, self.memory)
        if view.phase == PLAY and (self.think or self.worlds):
            found = thoughts(self._learnt, deal, trail, _MOST, _BEHIND)
            found = distinct(found, lambda one: self._given(view, deal, one))
            if len(found) > 1:
                worlds = Worlds(self.believed(view), self._seeds(), weighing=False)
                return action_of(view, self._best(worlds, found, begun))
            cards = Cards(found[0].cards)
        else:
            cards = Cards(self._given(view, deal, self._learnt.choose(deal.clone(), trail)))
        self.why = _reason(view, cards) if cards else None
        return action_of(view, cards or None)

    def _given(self, view: View, deal: State, cards: Planes) -> Planes:
        """What is played for some cards: nothing is shown or given away without need."""
        if view.phase != PLAY:
            return cards
        if deal.in_trick:
            return spared(deal, cards)
        return cards if size(cards) == 1 else kept_back(Known(view, self.memory), cards)

    def _best(self, worlds: Worlds, found: list[Thought], begun: float) -> Cards:
        """The cards that came out best, and `why`."""
        worlds.ask([one.cards for one in found])
        going = list(range(1, len(found)))
        until = begun
        for number, part in _ROUNDS:
            going = sorted(going, key=worlds.ahead, reverse=True)[:number]
            worlds.narrow(going)
            until += part * self.think
            self._run(worlds, until, part)
            if self.worlds is None and SPEED.compiled:  # however busy the machine is
                worlds.run(until, max(0, _LEAST - worlds.number))
        likely = chances(found)
        self.tried = [
            replace(one, likely=likely[one.cards.planes])
            for one in self._tried(worlds, [one.cards for one in found])
        ]
        best = other = max(going, key=worlds.ahead)
        sure = _MARGIN + _SURE * worlds.error_in_levels(best)
        if worlds.number < _LEAST or worlds.ahead(best) <= sure:
            best = 0
        else:
            other = 0
        self.why = Reason(
            "weighed",
            {
                "cards": Cards(found[best].cards),
                "levels": f"{worlds.levels(best):+.2f}",
                "other": Cards(found[other].cards),
                "less": f"{worlds.levels(other):+.2f}",
                "number": worlds.number,
            },
        )
        return Cards(found[best].cards)
