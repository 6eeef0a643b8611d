"""A `State` played at random: what benchmarks and searches run."""

from __future__ import annotations

from ..cards.bits import low_bit, unlocked
from ..cards.planes import EMPTY, FACES, Planes, copies
from ..rules.dice import Dice
from ..rules.friends import most_copies
from ..rules.random_plays import random_follow, random_lead
from ..rules.refusals import ALLOWED
from .course import act, begin
from .friends import naming_refusal
from .match import count_deal, new_match
from .state import BURY, COUNT, DONE, NAME, OVER, PARTNER, PLAY, State


def shuffle(deal: State, dice: Dice) -> None:
    """Shuffle and begin the next deal of the match."""
    total = 0
    for _ in range(deal.switches.decks):
        for face in range(FACES):
            deal._deck[total] = face
            total += 1
    for at in range(total - 1, 0, -1):
        other = dice.below(at + 1)
        face = deal._deck[at]
        deal._deck[at] = deal._deck[other]
        deal._deck[other] = face
    begin(deal)


def random_action(deal: State, dice: Dice) -> Planes:
    """A random action for the seat whose turn it is."""
    hand = deal._hands[deal.turn]
    if deal.phase == PLAY:
        if deal.in_trick:
            return random_follow(deal.order, deal.lead, hand, dice)
        return random_lead(deal.order, hand, deal.switches.throw, deal.switches.bombs, dice)
    if deal.phase == BURY:
        return dice.cards(hand, deal.switches.kitty)
    if deal.phase == PARTNER:
        return _random_name(deal, dice)
    if deal.phase in (COUNT, NAME):
        return EMPTY
    options = deal._options[deal.turn]
    if not options or dice.below(2):
        return EMPTY
    return deal.option(low_bit(dice.one_of(options)))


def _random_name(deal: State, dice: Dice) -> Planes:
    """A card by which a friend may be called, and which copy of it."""
    face, copy = dice.below(54), 1
    while naming_refusal(deal, face, copy) != ALLOWED:
        face = dice.below(54)
        copy = 1 + dice.below(most_copies(deal.switches))
    return copies(face, copy)


def play_out(deal: State, dice: Dice) -> int:
    """Play the deal to its end by luck, every action checked; how many plays that were."""
    plays = 0
    while deal.phase != OVER:
        plays += deal.phase == PLAY
        if act(deal, random_action(deal, dice)) != DONE:
            return -1
    return plays


def play_deals(deal: State, dice: Dice, deals: int) -> int:
    """Play so many deals of one match after the other by luck, from the shuffle to the promotion.

    How many plays that were, or -1 if one was refused. Other threads can run meanwhile.
    """
    with unlocked:
        return _play_deals(deal, dice, deals)


def _play_deals(deal: State, dice: Dice, deals: int) -> int:
    plays = 0
    for _ in range(deals):
        if deal.winners:
            new_match(deal, dice.below(deal.switches.players))
        shuffle(deal, dice)
        more = play_out(deal, dice)
        if more < 0:
            return -1
        plays += more
        count_deal(deal)
    return plays
