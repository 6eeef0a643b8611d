"""Moments of play between bots that heard the whole deal, for tests of what bots stand on."""

from __future__ import annotations

import random

import pytest

from tuolaji.bots import make
from tuolaji.bots.belief import Belief
from tuolaji.bots.host import Host
from tuolaji.bots.worlds import question
from tuolaji.deal import Deal
from tuolaji.deal.view import view
from tuolaji.engine.course import find_friends
from tuolaji.engine.state import State
from tuolaji.kernel import SPEED
from tuolaji.ruleset import Ruleset
from tuolaji.testing import random_deal

compiled = pytest.mark.skipif(not SPEED.compiled, reason="takes minutes as Python")


def moments(ruleset: str, seed: int, deals: int):
    """Every moment of play of some deals between `club`s: the deal, its view, the bot."""
    rng, rules = random.Random(seed), Ruleset.parse(ruleset)
    for number in range(deals):
        begun = random_deal(rules, rng)
        players = [make("club", seat, number) for seat in range(rules.players)]
        host = Host(enumerate(players), Deal.begin(rules, begun.setup, begun.deck))
        while (turn := host.deal.turn) is not None:
            shown, bot = view(host.deal, turn), players[turn]
            if host.deal.phase == "play":
                yield host.deal, shown, bot
            host.apply(bot.choose(shown))


def known(shown, bot) -> Belief:
    return Belief(shown, bot.memory, bot.reading)


def true_world(deal: Deal, shown, bot) -> State:
    """The kernel's deal taken up from a view, with the hands as they really are."""
    raw = question(known(shown, bot), 1).base
    for seat, hand in enumerate(deal.hands):
        raw.set_hand(seat, hand.planes)
    raw.set_kitty(deal.kitty.planes)
    find_friends(raw)
    return raw
