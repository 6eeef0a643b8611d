"""What a follower owes.

Decides `follow.suit`, `follow.pair`, `follow.tuple`, `follow.tractor`, `follow.throw`
and `follow.bomb`. With H the cards of the led suit in the hand and P those in the
play, a play is legal iff P is as large as possible and supplies what H owes: for each led unit the
best list of units, none wider or longer than it, wider before longer. Since P is part of H, "as
good as H" is the same as "holds what H owes"; only where tuples are protected P can be better.
"""

from __future__ import annotations

from ..cards.bits import low_bit
from ..cards.planes import EMPTY, Planes, add, plane, restrict, same, size, sub
from .order import Order
from .supply import (
    NEVER,
    NOTHING,
    SOURCE,
    TRACTOR,
    Owed,
    first_loose,
    guard,
    guards_of,
    led_code,
    most_kept_of,
    pairs_in,
    supplies,
    tractor_cards,
    unit_cards,
    with_unit,
    without_unit,
)
from .switches import NO_SHAPE_OWED
from .units import (
    BITS,
    LENGTH,
    ONE,
    WIDTH,
    Lead,
    first_at,
    is_tractor,
    longest_tractor,
    packed,
    starts,
)


def owes(order: Order, lead: Lead, held: Planes) -> Owed:
    """What a hand with these cards of the led lane owes."""
    if lead.follow_shape == NO_SHAPE_OWED or not lead.is_shaped():
        return NOTHING
    if lead.bombs and lead.number > 2:
        if _room(order, lead.lane, held, lead.number, lead.ranks):
            return (lead.number, lead.ranks, 0, 0)
        if lead.ranks == 1:
            return _owes_bomb(order, lead.lane, held)
    owed = NOTHING
    at = 0
    width, length = led_unit(order, lead, 0)
    while width:
        if order.widest == 2 and length == 1:  # only pairs are left
            left = pairs_in(held) - owed[3] - tractor_cards(owed[2]) // 2
            return (0, 0, owed[2], owed[3] + min(lead.pairs, left) if left > 0 else owed[3])
        owed = _supply(order, lead, held, owed, width, length)
        at += 1
        width, length = led_unit(order, lead, at)
    return owed


def led_unit(order: Order, lead: Lead, at: int) -> tuple[int, int]:
    """Width and length of a led unit, counted from the widest, then longest; (0, 0) beyond them."""
    lengths = lead.lengths
    loose = lead.loose()
    for width in range(order.widest, 1, -1):
        while lengths and 2 + (lengths >> WIDTH & 3) == width:
            if not at:
                return (width, lengths & LENGTH)
            at -= 1
            lengths >>= BITS
        number = loose >> _place_of(width) & ONE
        if at < number:
            return (width, 1)
        at -= number
    return (0, 0)


def _place_of(width: int) -> int:
    """Where units of a width are counted among loose ones."""
    return 8 * (width - 2)


def _supply(order: Order, lead: Lead, held: Planes, owed: Owed, width: int, length: int) -> Owed:
    """What is owed, with the best list for one led unit besides."""
    left = width * length
    best = led_code(lead, width, length)
    while left > 1:
        best = _best_unit(order, lead, held, owed, best, length, left)
        if not best:
            break
        owed = with_unit(owed, best)
        left -= unit_cards(best)
    return owed


def _best_unit(
    order: Order, lead: Lead, held: Planes, owed: Owed, before: int, most: int, room: int
) -> int:
    """The widest, then longest unit that can be given besides, or 0.

    before: the unit given before it, which it cannot exceed. most, room: its most steps and cards.
    """
    source = before >> SOURCE
    guards = guards_of(lead, held)
    cap = before & LENGTH
    for number in range(2 + (before >> WIDTH & 3), 1, -1):
        length = min(cap, room // number)
        if not lead.bombs:
            faces = plane(held, number) & guard(guards, source)
            length = min(length, longest_tractor(order, order.steps(lead.lane, faces), number))
        while length:
            if length == 1 or is_tractor(order, number, length):
                unit = packed(number, length) | source << SOURCE
                first = not owed[2] and not owed[3] and not lead.bombs
                if first or supplies(order, lead, held, with_unit(owed, unit)):
                    return unit
            length -= 1
        cap = most
    return 0


def _owes_bomb(order: Order, lane: int, held: Planes) -> Owed:
    """Instead of a bomb: a two-pair tractor, a triple, or pairs."""
    if _room(order, lane, held, 2, 2):
        return (2, 2, 0, 0)
    if held[2]:
        return (3, 1, 0, 0)
    return (0, 0, 0, min(2, pairs_in(held)))


def _room(order: Order, lane: int, held: Planes, number: int, ranks: int) -> bool:
    """Whether there is a unit of that kind."""
    return starts(order.steps(lane, plane(held, number)), ranks) != 0


def follows(order: Order, lead: Lead, hand: Planes, play: Planes) -> bool:
    """Whether a play out of the hand, of as many cards as were led, follows the lead."""
    faces = order.faces(lead.lane)
    held = restrict(hand, faces)
    if play[0] & ~faces:  # then there are no others of the led suit
        return same(held, restrict(play, faces))
    if not lead.is_shaped() or size(held) == lead.size:
        return True
    if lead.protect:
        return _is_not_lower(order, lead, held, play)
    return supplies(order, lead, play, owes(order, lead, held))


def _is_not_lower(order: Order, lead: Lead, held: Planes, given: Planes) -> bool:
    """Whether a play is worth what the hand is, unit by unit, or more."""
    if lead.follow_shape == NO_SHAPE_OWED:
        return True
    owed = NOTHING
    supplied = NOTHING
    at = 0
    width, length = led_unit(order, lead, 0)
    while width:
        left = width * length
        best = led_code(lead, width, length)
        while left > 1 and best:
            mine = _best_unit(order, lead, given, supplied, best, length, left)
            best = _best_unit(order, lead, held, owed, best, length, left)
            if mine != best:
                return mine > best
            if best:
                owed = with_unit(owed, best)
                supplied = with_unit(supplied, best)
                left -= unit_cards(best)
        at += 1
        width, length = led_unit(order, lead, at)
    return True


def pairs_asked(lead: Lead) -> int:
    """How many pairs a lead asks for at least; where bombs are known that is not said.

    A wider unit may be answered by a triple, which is one pair.
    """
    if lead.bombs or lead.follow_shape == NO_SHAPE_OWED or lead.protect:
        return 0
    pairs = lead.pairs + lead.triples + lead.quads
    lengths = lead.lengths
    while lengths:
        pairs += 1 if lengths >> WIDTH & 3 else lengths & LENGTH
        lengths >>= BITS
    return pairs


def concrete(order: Order, lead: Lead, cards: Planes) -> Planes:
    """One choice of what is owed, the lowest cards that will do."""
    owed = owes(order, lead, cards)
    if owed[0]:
        begins = starts(order.steps(lead.lane, plane(cards, owed[0])), owed[1])
        return lowest_unit(order, lead.lane, cards, owed[0], low_bit(begins), owed[1])
    taken = EMPTY
    left = cards
    while owed[2] or owed[3]:
        unit = owed[2] & TRACTOR if owed[2] else first_loose(owed[3])
        owed = without_unit(owed, unit)
        given = _lowest_fitting(order, lead, cards, left, unit, owed)
        taken = add(taken, given)
        left = sub(left, given)
    return taken


def _lowest_fitting(
    order: Order, lead: Lead, whole: Planes, cards: Planes, unit: int, rest: Owed
) -> Planes:
    """The lowest unit of a kind that leaves enough for the rest."""
    length = unit & LENGTH
    width = 2 + (unit >> WIDTH & 3)
    faces = guard(guards_of(lead, whole), unit >> SOURCE)
    for number in range(width, 5 if lead.bombs and length > 1 else width + 1):
        ranks = width * length // number
        if ranks * number != width * length:
            continue
        begins = starts(order.steps(lead.lane, plane(cards, number) & faces), ranks)
        while begins:
            given = unit_of(
                order, lead.lane, restrict(cards, faces), number, low_bit(begins), ranks
            )
            begins &= begins - 1
            left = sub(cards, given)
            if most_kept_of(order, lead, whole, left, EMPTY, rest) != NEVER:
                return given
    return EMPTY


def unit_of(order: Order, lane: int, cards: Planes, number: int, bottom: int, ranks: int) -> Planes:
    """The unit of that kind from this step up; of tuples the narrowest that will do."""
    unit = EMPTY
    for step in range(bottom, bottom + ranks):
        one = first_at(order, lane, step, cards, number)
        if order.widest > 2:
            for wider in range(number + 1, 5):
                narrow = restrict(cards, ~plane(cards, wider))
                if plane(narrow, number) & order.faces_at(lane, step):
                    one = first_at(order, lane, step, narrow, number)
                    break
        unit = add(unit, one)
    return unit


def lowest_unit(
    order: Order, lane: int, cards: Planes, number: int, bottom: int, ranks: int
) -> Planes:
    """The unit of that kind from this step up, of the first faces in S H C D order."""
    unit = EMPTY
    for step in range(bottom, bottom + ranks):
        unit = add(unit, first_at(order, lane, step, cards, number))
    return unit
