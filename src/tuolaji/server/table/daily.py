"""The deal of the day: the same cards, level and banker for everybody on this server.

The cards follow from a number that only the server can know beforehand. Only the first deal of such
a table is the one of the day, and nobody is helped in it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import time
from typing import Any

from ...cards import Card
from ...deal import Deal, Setup, full_deck
from ...deal.actions import to_json
from ...deal.match import Match
from ...lots import below, lots, shuffle
from ...ruleset import preset
from ..bus.base import Bus
from . import entries as log
from .state import replay
from .thinking import TableBots

RULESET, OTHERS = "classic", "club"
_EXPERT = "expert:200worlds"


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


async def by_expert(deal: DailyDeal, bus: Bus) -> Deal | None:
    """The deal as `expert` plays it in the first seat, with the bots that everybody has.

    Whoever thinks is asked what each does, by what its seat may know; None if nobody could say.
    """
    made = deal.made_for("", "instant")
    state, ours = replay(f"daily {deal.day}", [made, *first_entries(made)]), TableBots(bus, "daily")
    while state.running:
        assert state.played is not None
        seat = state.played.deal.turn
        assert seat is not None
        bot = OTHERS if seat else _EXPERT
        action = await ours.choose(state.played, seat, bot, people=False)
        if action is None:
            return None
        state = state.apply(log.Acted(seat, to_json(action), "bot"))
    return state.deal
