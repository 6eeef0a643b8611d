"""A bot whose weighing can be worked out by hand, for tests."""

from __future__ import annotations

from itertools import islice

from tuolaji.bots.club import Club
from tuolaji.bots.weighed import Weighed
from tuolaji.deal.actions import cards_of
from tuolaji.deal.turn import action_of, choices

SURE = 0.1


class Miser(Club):
    """Takes every point it lays for a twentieth of a level lost, and 80 for the attackers' sum."""

    def choose(self, view):
        return self.weigh(view)[0].action if view.phase == "play" else super().choose(view)

    def weigh(self, view, also=()):
        if view.phase != "play":
            return []
        actions = [action_of(view, cards) for cards in islice(choices(view), 50)]
        actions += [action for action in also if action not in actions]
        laid = {action: cards_of(action).points for action in actions}
        found = [Weighed(a, 1 - points / 20, 80 - points, SURE) for a, points in laid.items()]
        return sorted(found, key=lambda one: -one.levels)
