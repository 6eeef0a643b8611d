"""Random legal play, for tests that need whole deals."""

from __future__ import annotations

import random

from tests.table import C
from tuolaji import Card, Cards, Ruleset
from tuolaji.deal import Deal, Setup, full_deck
from tuolaji.deal.actions import Action, Bury, Declare, NamePartner, NameTrump, Pass, Play
from tuolaji.deal.events import Event
from tuolaji.deal.match import Match
from tuolaji.deal.phase import OVER, SHOWING
from tuolaji.deal.turn import action_of, choices
from tuolaji.deal.view import view
from tuolaji.rules.choices import Choices
from tuolaji.testing.simulate import Player


def random_action(deal: Deal, rng: random.Random) -> Action:
    """A legal action for the seat whose turn it is."""
    seat = deal.turn
    assert seat is not None
    if deal.phase in SHOWING:
        options = deal.options[seat]
        return Declare(seat, rng.choice(options)) if options and rng.random() < 0.4 else Pass(seat)
    if deal.phase == "bury":
        chosen = Choices(deal.hands[seat].planes, deal.ruleset.kitty).draw(rng.randrange)
        return Bury(seat, Cards(chosen))
    if deal.phase == "partner":
        return action_of(view(deal, seat), choices(view(deal, seat)).draw(rng.randrange))
    if deal.phase == "count":
        return Pass(seat)
    if deal.phase == "name":
        return NameTrump(seat, rng.choice("SHCDN"))
    return Play(seat, deal.plays().draw(rng.randrange))


def careless(deal: Deal, rng: random.Random) -> Action:
    """A legal action, or a follow with any cards."""
    if deal.lead is None or rng.random() < 0.5:
        return random_action(deal, rng)
    return Play(deal.turn, Cards.of(rng.sample(list(deal.hands[deal.turn]), len(deal.lead.cards))))


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


def stacked(ruleset, hands, kitty="", **setup):
    """A deal in which each seat draws the cards of its text first, in order, the rest after."""
    rules = Ruleset.parse(ruleset)
    rest = full_deck(rules)
    random.Random(1).shuffle(rest)
    wanted = [[Card.parse(text) for text in hand.split()] for hand in hands]
    bottom = [Card.parse(text) for text in kitty.split()]
    for card in [card for hand in wanted for card in hand] + bottom:
        rest.remove(card)
    bottom += [rest.pop() for _ in range(rules.kitty - len(bottom))]
    # What is left fills up, without level cards first so that nobody is asked too early.
    first = setup.get("first_seat", 0)
    sizes = [rules.hand_size] * rules.players
    piles = [
        hand + [rest.pop() for _ in range(sizes[s] - len(hand))] for s, hand in enumerate(wanted)
    ]
    deck = [piles[(first + k) % rules.players][n] for n in range(rules.hand_size)
            for k in range(rules.players)]  # fmt: skip
    levels = setup.pop("levels", (rules.first_level,) * 2)
    return Deal.begin(rules, Setup(levels=levels, **setup), deck + bottom)


def drive(deal, *, until=None, shows=()):
    """Pass, bury the lowest cards and play on until a phase is reached; shows: cards by seat."""
    events: list[Event] = []
    shows = dict(shows)
    while deal.turn is not None and deal.phase != until:
        seat = deal.turn
        if deal.phase in ("draw", "call", "change", "name", "count"):
            cards = shows.get(seat)
            if cards and C(cards) in deal.options[seat]:
                action = Declare(seat, C(shows.pop(seat)))
            else:
                action = Pass(seat)
        elif deal.phase == "bury":
            action = Bury(seat, Cards.of(list(deal.hands[seat])[: deal.ruleset.kitty]))
        elif deal.phase == "partner":
            action = NamePartner(seat, Card.parse("SA"))
        else:
            action = Play(seat, next(iter(deal.plays())))
        deal, more = deal.apply(action)
        events += more
    return deal, events


def path_to(phase: str, match: Match, seed: int, *, plays: int = 0) -> list[Deal]:
    """The states of a match's next deal till it comes to a phase, and so many plays further."""
    rng = random.Random(seed)
    while True:
        deck = full_deck(match.ruleset)
        rng.shuffle(deck)
        player = Player(rng)
        path = [Deal.begin(match.ruleset, match.setup(), deck)[0]]
        while path[-1].phase not in (phase, OVER):
            path.append(path[-1].apply(player.action(path[-1]))[0])
        for _ in range(plays):
            path.append(path[-1].apply(player.action(path[-1]))[0])
        if path[-1].phase == phase:
            return path
