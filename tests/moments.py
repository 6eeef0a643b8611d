"""Moments of play between bots that heard the whole deal, for tests of what bots stand on."""

from __future__ import annotations

import random

import pytest

from tuolaji.bots import make
from tuolaji.bots.belief import Belief
from tuolaji.bots.worlds import question
from tuolaji.deal import Deal
from tuolaji.kernel import SPEED
from tuolaji.kernel.midway import find_partner
from tuolaji.kernel.rawdeal import RawDeal
from tuolaji.ruleset import Ruleset
from tuolaji.testing import random_deal
from tuolaji.view import seen, view

compiled = pytest.mark.skipif(not SPEED.compiled, reason="takes minutes as Python")


def moments(ruleset: str, seed: int, deals: int):
    """Every moment of play of some deals between `club`s: the deal, its view, the bot."""
    rng, rules = random.Random(seed), Ruleset.parse(ruleset)
    for number in range(deals):
        begun = random_deal(rules, rng)
        deal, events = Deal.begin(rules, begun.setup, begun.deck)
        players = [make("club", seat, number) for seat in range(rules.players)]
        while True:
            for event in events:
                for bot in players:
                    bot.hear(seen(event, bot.seat))
            if deal.turn is None:
                break
            shown, bot = view(deal, deal.turn), players[deal.turn]
            if deal.phase == "play":
                yield deal, shown, bot
            deal, events = deal.apply(bot.choose(shown))


def known(shown, bot) -> Belief:
    return Belief(shown, bot.memory, bot.reading)


def true_world(deal: Deal, shown, bot) -> RawDeal:
    """The kernel's deal taken up from a view, with the hands as they really are."""
    raw = question(known(shown, bot), 1).base
    for seat, hand in enumerate(deal.hands):
        raw.set_hand(seat, hand.planes)
    raw.set_kitty(deal.kitty.planes)
    find_partner(raw)
    return raw
