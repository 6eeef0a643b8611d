"""The deal of the day: the same cards, level and banker for everybody on this server.

The cards follow from a number that only the server can know beforehand. Only the first deal of such
a table is the one of the day, and nobody is helped in it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import time
from typing import Any

from ...bots import make
from ...bots.expert import Expert
from ...bots.host import Host, choice
from ...cards import Card
from ...deal import Deal, Setup, full_deck
from ...deal.match import Match
from ...lots import below, lots, shuffle
from ...ruleset import preset
from . import entries as log

RULESET, OTHERS = "classic", "club"
_WORLDS = 200  # that `expert` imagines for each of its plays


@dataclass(frozen=True)
class DailyDeal:
    """What is dealt on a day; seed: what it follows from."""

    day: str
    seed: int

    @property
    def setup(self) -> Setup:
        """The level, the same for both sides, and who banks."""
        ruleset, chance = preset(RULESET), lots("daily setup", self.seed)
        banker = below(chance, ruleset.players)
        level = ruleset.ladder[below(chance, len(ruleset.ladder))]
        setup = Match.begin(ruleset, banker).setup()
        return replace(setup, levels=(level,) * len(setup.levels), banker=banker, number=2)

    @property
    def deck(self) -> list[Card]:
        """The cards in the order of the draw."""
        deck = full_deck(preset(RULESET))
        shuffle(lots("daily deck", self.seed), deck)
        return deck

    def made_for(self, host: str, speed: str) -> log.Made:
        """The first entry of somebody's table for it."""
        setup = self.setup
        return log.Made(
            preset(RULESET).lasting,
            host,
            setup.first_seat,
            time(),
            bots=OTHERS,
            speed=speed,
            solo=True,
            seed=self.seed,
            levels=setup.levels,
            banker=setup.banker,
            deals=setup.number - 1,
            daily=self.day,
        )


def first_entries(made: log.Made) -> list[Any]:
    """The cards of the deal of the day, if that is what the table is for."""
    if not made.daily or made.seed is None:
        return []
    deck = DailyDeal(made.daily, made.seed).deck
    return [log.Dealt(time(), deck=" ".join(map(str, deck)))]


def by_expert(deal: DailyDeal) -> Deal:
    """The deal as `expert` plays it in the first seat, with the bots that everybody has."""
    ruleset = preset(RULESET)
    seats = range(1, ruleset.players)
    bots = [Expert(0, 0, worlds=_WORLDS), *(make(OTHERS, seat, 0) for seat in seats)]
    host = Host(enumerate(bots), Deal.begin(ruleset, deal.setup, deal.deck))
    while (turn := host.deal.turn) is not None:
        host.apply(choice(bots[turn], host.deal))
    return host.deal
