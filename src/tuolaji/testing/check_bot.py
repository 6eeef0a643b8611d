"""Checks that any bot must pass, for those who write one.

`check_bot(make, ruleset, deals, seed)` plays whole deals with the bot in every seat. Its
actions must be legal, and must stay the same when cards that it cannot know are exchanged and when
it is made again with the same seed. Its time is measured.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from statistics import fmean
from time import perf_counter

from ..bots import Bot
from ..bots.host import Host
from ..cards import Cards
from ..deal import Deal, Setup, full_deck, with_item
from ..deal.actions import Action
from ..deal.phase import OVER
from ..deal.view import view
from ..ruleset import Ruleset

Make = Callable[[int, int], Bot]


class BotFault(Exception):
    """A bot did what no bot may do."""


@dataclass(frozen=True)
class Report:
    """How many choices were checked, how many with exchanged cards, and how long they took."""

    choices: int
    exchanged: int
    mean_ms: float
    worst_ms: float


def check_bot(make: Make, ruleset: str, deals: int, seed: int) -> Report:
    """Check the bots that `make(seat, seed)` returns; BotFault at the first fault."""
    rng, rules = Random(seed), Ruleset.parse(ruleset)
    times: list[float] = []
    exchanges = 0
    for number in range(deals):
        deal_seed = rng.randrange(2**32)
        bots, twins = ([make(seat, deal_seed) for seat in range(rules.players)] for _ in range(2))
        for deal, action, seconds in _played(random_deal(rules, rng), bots, twins):
            seat = deal.turn
            assert seat is not None
            times.append(seconds)
            other = exchanged(deal, seat, rng)
            exchanges += other is not None
            again = twins[seat].choose(view(other or deal, seat))
            if again != action:
                moved = "cards it cannot know" if other else "nothing but its making"
                where = f"deal {number} of {ruleset}, seat {seat}, {deal.phase}"
                raise BotFault(f"{where}: {action}, but {again} after a change of {moved}")
    if not times:
        return Report(0, 0, 0.0, 0.0)
    return Report(len(times), exchanges, 1000 * fmean(times), 1000 * max(times))


def random_deal(ruleset: Ruleset, rng: Random) -> Deal:
    """A shuffled deal, the first of a match or a later one, without its first events."""
    deck = full_deck(ruleset)
    rng.shuffle(deck)
    sides = 2 if ruleset.partners == "fixed" else ruleset.players
    seat = rng.randrange(ruleset.players)
    levels = tuple(rng.choice(ruleset.ladder[:-1]) for _ in range(sides))
    first = ruleset.declare_style == "call" or rng.random() < 0.3
    setup = Setup(levels=levels, banker=None if first else seat, first_seat=seat)
    return Deal.begin(ruleset, setup, deck)[0]


def _played(deal: Deal, bots: list[Bot], twins: list[Bot]) -> Iterator[tuple[Deal, Action, float]]:
    """Every moment of a deal with what its bot chose and how long that took."""
    begun = Deal.begin(deal.ruleset, deal.setup, deal.deck)
    host = Host([*enumerate(bots), *enumerate(twins)], begun)
    while (turn := host.deal.turn) is not None:
        deal = host.deal
        shown = view(deal, turn)
        start = perf_counter()
        action = bots[turn].choose(shown)
        seconds = perf_counter() - start
        refused = deal.refuses(action)
        if refused is not None:
            raise BotFault(f"{action} in {deal.phase} is refused: {refused}")
        yield deal, action, seconds
        host.apply(action)


def exchanged(deal: Deal, seat: int | None, rng: Random) -> Deal | None:
    """The deal with two cards exchanged that the seat cannot know about; None if there are none."""
    places = [at for at in range(deal.ruleset.players) if at != seat and deal.hands[at]]
    if deal.kitty and (seat is None or seat != deal.holder) and deal.phase != OVER:
        places.append(-1)
    if len(places) < 2:
        return None
    a, b = rng.sample(places, 2)
    held = [deal.kitty if at < 0 else deal.hands[at] for at in (a, b)]
    fixed = _known_to(deal, seat)
    free = [[card for card in cards if card not in fixed] for cards in held]
    if deal.ruleset.declare_style == "concealed":
        # The laid cards of a bid must stay with the bidder, though nobody else sees them.
        laid = {card.face for show in deal.contest.shows for card in show.cards}
        free = [[card for card in cards if card.face not in laid] for cards in free]
    if not free[0] or not free[1]:
        return None
    x, y = Cards.of([rng.choice(free[0])]), Cards.of([rng.choice(free[1])])
    hands, buried = deal.hands, deal.kitty
    for at, cards in ((a, held[0] - x + y), (b, held[1] - y + x)):
        if at < 0:
            buried = cards
        else:
            hands = with_item(hands, at, cards)
    return deal.with_cards(hands, buried)


def _known_to(deal: Deal, seat: int | None) -> Cards:
    """Cards of others that the seat has seen, which must stay where they are."""
    shown = Cards()
    if deal.ruleset.declare_style != "concealed":
        for show in deal.contest.shows:
            if show.seat != seat:
                shown += show.cards
    for exposed in deal.exposed:
        shown |= exposed
    return shown
