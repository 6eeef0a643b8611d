"""Random legal plays, fast: every legal one can come, though not all equally often.

`random_follow` takes a random supply of what is owed and fills it up; `random_lead` is the mix
that benchmarks and simulations share: one lead in ten a throw of the two to five highest cards of
a suit, five the longest unit of a suit, four a single or a pair.
"""

from __future__ import annotations

from ..cards.bits import bit, low_bit, top_bit
from ..cards.planes import EMPTY, Planes, add, copies, count, plane, restrict, size, sub, times
from .dice import Dice
from .follow import concrete, follows, lowest_unit, owes
from .order import Order
from .supply import TRACTOR, Owed, first_loose, supplies, unit_cards, without_unit
from .units import LENGTH, ONE, WIDTH, Lead, longest, next_unit, starts


def random_follow(order: Order, lead: Lead, hand: Planes, dice: Dice) -> Planes:
    """A random legal follow."""
    held = restrict(hand, order.faces(lead.lane))
    number = size(held)
    if number <= lead.size:
        return add(held, dice.cards(sub(hand, held), lead.size - number))
    if not lead.is_shaped():
        return dice.cards(held, lead.size)
    if lead.protect:
        return _random_protected(order, lead, held, dice)
    owed = owes(order, lead, held)
    supply = _random_supply(order, lead, held, owed, dice)
    return add(supply, dice.cards(sub(held, supply), lead.size - size(supply)))


def _random_protected(order: Order, lead: Lead, held: Planes, dice: Dice) -> Planes:
    """Any cards of the led suit that follow, else what is owed and any others."""
    for _ in range(4):
        cards = dice.cards(held, lead.size)
        if follows(order, lead, held, cards):
            return cards
    supply = concrete(order, lead, held)
    return add(supply, dice.cards(sub(held, supply), lead.size - size(supply)))


def _random_supply(order: Order, lead: Lead, cards: Planes, owed: Owed, dice: Dice) -> Planes:
    """A random choice of what is owed; where luck spoils the rest, the lowest that will do."""
    if owed[0]:
        return _random_unit(order, lead.lane, cards, owed[0], owed[1], dice)
    left = cards
    while owed[2] or owed[3]:
        if not owed[2] and owed[3] <= ONE:  # pairs alone: any will do
            for _ in range(owed[3]):
                left = sub(left, times(dice.one_of(left[1]), 2))
            break
        one = owed[2] & TRACTOR if owed[2] else first_loose(owed[3])
        owed = without_unit(owed, one)
        number = 2 + (one >> WIDTH & 3)
        if order.widest == 2 and one & LENGTH > 1:
            number = _random_number(order, lead, left, one & LENGTH, dice)
        ranks = unit_cards(one) // number if number else 0
        if not ranks or not _begins(order, lead.lane, left, number, ranks):
            return concrete(order, lead, cards)
        left = sub(left, _random_unit(order, lead.lane, left, number, ranks, dice))
        if (owed[2] or owed[3]) and not supplies(order, lead, left, owed):
            return concrete(order, lead, cards)
    return sub(cards, left)


def _random_number(order: Order, lead: Lead, cards: Planes, length: int, dice: Dice) -> int:
    """How many identical cards the unit for a length is made of; 0 if there is none."""
    numbers = 0
    for number in range(2, 5 if lead.bombs else 3):
        ranks = 2 * length // number
        if number * ranks == 2 * length and _begins(order, lead.lane, cards, number, ranks):
            numbers |= bit(number)
    return low_bit(dice.one_of(numbers)) if numbers else 0


def _begins(order: Order, lane: int, cards: Planes, number: int, ranks: int) -> int:
    """The steps on which units of a kind begin."""
    return starts(order.steps(lane, plane(cards, number)), ranks)


def _random_unit(
    order: Order, lane: int, cards: Planes, number: int, ranks: int, dice: Dice
) -> Planes:
    """A random unit of a kind that is there."""
    bottom = low_bit(dice.one_of(_begins(order, lane, cards, number, ranks)))
    faces = plane(cards, number)
    taken = 0
    for step in range(bottom, bottom + ranks):
        taken |= dice.one_of(faces & order.faces_at(lane, step))
    return times(taken, number)


def random_lead(order: Order, hand: Planes, throws: int, bombs: int, dice: Dice) -> Planes:
    """A random legal lead; where there are no throws, the longest unit of a suit instead."""
    roll = dice.below(10)
    if roll < 6:
        lane = _random_lane(order, hand, dice)
        cards = restrict(hand, order.faces(lane))
        if roll == 0 and throws:
            return _highest(order, cards, 2 + dice.below(4))
        return _largest(order, lane, cards) if bombs else next_unit(order, lane, cards)
    one = dice.cards(hand, 1)
    if roll <= 7 or not hand[1] & one[0]:
        return one
    held = count(hand, low_bit(one[0])) if order.widest > 2 else 2
    return times(one[0], 2 + dice.below(held - 1) if held > 2 else 2)


def _random_lane(order: Order, hand: Planes, dice: Dice) -> int:
    """One of the lanes of which there are cards."""
    lanes = 0
    for lane in range(5):
        if hand[0] & order.faces(lane):
            lanes |= bit(lane)
    return low_bit(dice.one_of(lanes))


def _highest(order: Order, cards: Planes, wanted: int) -> Planes:
    """The highest cards, as many as wanted or as there are."""
    taken = EMPTY
    for at in range(54):
        face = order.face(at)
        if cards[0] >> face & 1:
            number = min(count(cards, face), wanted)
            taken = add(taken, copies(face, number))
            wanted -= number
            if not wanted:
                break
    return taken


def _largest(order: Order, lane: int, cards: Planes) -> Planes:
    """The unit of most cards, where triples and quads are units too; the highest of equals."""
    best_number, best_ranks = 1, 1
    for number in range(2, 5):
        ranks = longest(order.steps(lane, plane(cards, number)))
        if ranks * number > best_number * best_ranks and (number != 3 or ranks > 1):
            best_number, best_ranks = number, ranks
    bottom = top_bit(_begins(order, lane, cards, best_number, best_ranks))
    return lowest_unit(order, lane, cards, best_number, bottom, best_ranks)
