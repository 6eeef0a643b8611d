"""Random legal play, for tests that need whole deals."""

from __future__ import annotations

import random

from tuolaji import Card, Cards, Ruleset
from tuolaji.actions import Action, Bury, Declare, NamePartner, NameTrump, Pass, Play
from tuolaji.deal import Deal, full_deck
from tuolaji.events import Event
from tuolaji.kernel.plays import Choices
from tuolaji.phases.state import Setup


def random_action(deal: Deal, rng: random.Random) -> Action:
    """A legal action for the seat whose turn it is."""
    seat = deal.turn
    assert seat is not None
    if deal.phase in ("draw", "call", "change"):
        options = deal.options[seat]
        return Declare(seat, rng.choice(options)) if options and rng.random() < 0.4 else Pass(seat)
    if deal.phase == "bury":
        chosen = Choices(deal.hands[seat].planes, deal.ruleset.kitty).draw(rng.randrange)
        return Bury(seat, Cards(chosen))
    if deal.phase == "partner":
        return NamePartner(seat, Card(rng.randrange(54)))
    if deal.phase == "count":
        return Pass(seat)
    if deal.phase == "name":
        return NameTrump(seat, rng.choice("SHCDN"))
    return Play(seat, deal.plays().draw(rng.randrange))


def new_deal(ruleset: str, rng: random.Random, *, first: bool = True) -> tuple[Deal, list[Event]]:
    """A shuffled deal, the first of a match or a later one."""
    rules = Ruleset.parse(ruleset)
    deck = full_deck(rules)
    rng.shuffle(deck)
    sides = 2 if rules.partners == "fixed" else rules.players
    seat = rng.randrange(rules.players)
    levels = [rules.first_level if first else rng.choice(rules.ladder[:-1]) for _ in range(sides)]
    banker = None if first or rules.declare_style == "call" else seat
    return Deal.begin(rules, Setup(levels=tuple(levels), banker=banker, first_seat=seat), deck)


def positions(ruleset: str, rng: random.Random, *, first: bool = True):
    """Every moment of a random deal, with the events that led to it."""
    deal, events = new_deal(ruleset, rng, first=first)
    yield deal, events
    while deal.turn is not None:
        deal, events = deal.apply(random_action(deal, rng))
        yield deal, events
