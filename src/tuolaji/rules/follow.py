"""What a follower owes.

Decides `follow.suit`, `follow.pair`, `follow.tractor`, `follow.throw` and `follow.bomb`. With H the
cards of the led suit in the hand and P those in the play, a play is legal iff P is as large as
possible and supplies what H owes: the best list of tractors and pairs, longest first, that H has
for the led units. Since P is part of H, "as good as H" is the same as "holds what H owes".

Owed is (number, ranks, lengths, pairs): one unit of just that kind if number is not 0; else
tractors of these lengths (packed as in `Lead`) and so many pairs besides.
"""

from __future__ import annotations

from ..cards.bits import low_bit, popcount
from ..cards.planes import EMPTY, Planes, add, overlap, plane, restrict, size, sub, times
from .order import Order
from .units import BITS, Lead, first_at, longest, starts

Owed = tuple[int, int, int, int]
LENGTH = (1 << BITS) - 1
NEVER = -1


def owes(order: Order, lead: Lead, held: Planes) -> Owed:
    """What a hand with these cards of the led lane owes."""
    if lead.bombs and lead.number > 2:
        if _room(order, lead.lane, held, lead.number, lead.ranks):
            return (lead.number, lead.ranks, 0, 0)
        if lead.ranks == 1:
            return _owes_bomb(order, lead.lane, held)
    lengths, pairs = _best_lists(order, lead, held)
    left = _pairs(held) - pairs - _sum(lengths)
    return (0, 0, lengths, pairs + min(lead.pairs, left) if left > 0 else pairs)


def _owes_bomb(order: Order, lane: int, held: Planes) -> Owed:
    """Instead of a bomb: a two-pair tractor, a triple, or pairs."""
    if _room(order, lane, held, 2, 2):
        return (2, 2, 0, 0)
    if held[2]:
        return (3, 1, 0, 0)
    return (0, 0, 0, min(2, _pairs(held)))


def _room(order: Order, lane: int, held: Planes, number: int, ranks: int) -> bool:
    """Whether there is a unit of that kind."""
    return starts(order.steps(lane, plane(held, number)), ranks) != 0


def _pairs(cards: Planes) -> int:
    return popcount(cards[1]) + popcount(cards[3])


def _sum(lengths: int) -> int:
    total = 0
    while lengths:
        total += lengths & LENGTH
        lengths >>= BITS
    return total


def _best_lists(order: Order, lead: Lead, held: Planes) -> tuple[int, int]:
    """The tractors, and pairs in their stead, for the led tractors: longest unit first.

    For each unit the longest that can be given, as long as that leaves what was given before.
    """
    lengths = 0
    pairs = 0
    place = 0
    wanted = lead.lengths
    while wanted:
        left = wanted & LENGTH
        wanted >>= BITS
        most = left
        while left:
            length = _longest_more(order, lead, held, lengths, pairs, place, min(left, most))
            if length > 1:
                lengths |= length << place
                place += BITS
            elif length == 1:
                pairs += 1
            else:
                return (lengths, pairs)
            left -= length
            most = length
    return (lengths, pairs)


def _longest_more(
    order: Order, lead: Lead, held: Planes, lengths: int, pairs: int, place: int, most: int
) -> int:
    """The longest tractor, `most` at most, that can be given besides; 1 a pair, 0 nothing."""
    if not lead.bombs:
        most = min(most, longest(order.steps(lead.lane, held[1])))
        if not lengths and not pairs:
            return most
    for length in range(most, 1, -1):
        if supplies(order, lead, held, (0, 0, lengths | length << place, pairs)):
            return length
    if most < 1:
        return 0
    return 1 if supplies(order, lead, held, (0, 0, lengths, pairs + 1)) else 0


def owed_size(owed: Owed) -> int:
    """How many cards are owed."""
    return owed[0] * owed[1] + 2 * (_sum(owed[2]) + owed[3])


def supplies(order: Order, lead: Lead, cards: Planes, owed: Owed) -> bool:
    """Whether the cards of the led lane hold what is owed."""
    return most_kept(order, lead, cards, EMPTY, owed) != NEVER


def most_kept(order: Order, lead: Lead, cards: Planes, kept: Planes, owed: Owed) -> int:
    """How many of the kept cards can be part of what is owed; NEVER if the cards lack it."""
    if owed[0]:
        return _place_unit(order, lead.lane, lead.bombs, cards, kept, owed, 0)
    return _place(order, lead.lane, lead.bombs, cards, kept, owed, 0)


def holds(order: Order, lane: int, cards: Planes, lengths: int, pairs: int) -> bool:
    """Whether cards of a lane hold tractors of these lengths and so many pairs besides."""
    return _place(order, lane, 0, cards, EMPTY, (0, 0, lengths, pairs), 0) != NEVER


def _place(
    order: Order, lane: int, bombs: int, cards: Planes, kept: Planes, owed: Owed, floor: int
) -> int:
    """The same for the lengths and pairs that are owed.

    floor: the step below which the first of them need not be looked for.
    """
    _, _, lengths, pairs = owed
    if not lengths:
        return _pairs_kept(cards, kept, pairs)
    length = lengths & LENGTH
    rest = lengths >> BITS
    best = _place_unit(order, lane, bombs, cards, kept, (2, length, rest, pairs), floor)
    if bombs:
        for number in range(3, 5):
            ranks = 2 * length // number
            if ranks * number == 2 * length:
                special = (number, ranks, rest, pairs)
                best = max(best, _place_unit(order, lane, bombs, cards, kept, special, 0))
    return best


def _place_unit(
    order: Order, lane: int, bombs: int, cards: Planes, kept: Planes, owed: Owed, floor: int
) -> int:
    """The same with a unit of the owed kind first, tried at every step it can begin on."""
    number, ranks, rest, _ = owed
    begins = starts(order.steps(lane, plane(cards, number)), ranks) >> floor << floor
    # Equal tractors are looked for from low to high, so that no order of them is tried twice.
    equal = not bombs and (rest & LENGTH) == ranks
    best = NEVER
    while begins:
        step = low_bit(begins)
        begins &= begins - 1
        floor = step if equal else 0
        most = _take(order, lane, bombs, cards, kept, owed, step, floor)
        if most > best:
            best = most
            if not kept[0] or best == size(kept):
                break
    return best


def _take(  # noqa: PLR0913, PLR0917  (all that the search has to know)
    order: Order,
    lane: int,
    bombs: int,
    cards: Planes,
    kept: Planes,
    owed: Owed,
    step: int,
    floor: int,
) -> int:
    """The same with the unit's copies taken on this step, in every way, and on those above it."""
    number, ranks, rest, pairs = owed
    if not ranks:
        return _place(order, lane, bombs, cards, kept, owed, floor)
    faces = plane(cards, number) & order.faces_at(lane, step)
    owed = (number, ranks - 1, rest, pairs)
    best = NEVER
    while faces:
        taken = times(faces & -faces, number)
        faces &= faces - 1
        used = overlap(kept, taken)
        left = sub(cards, taken)
        most = _take(order, lane, bombs, left, sub(kept, used), owed, step + 1, floor)
        if most != NEVER:
            best = max(best, most + size(used))
            if not kept[0]:
                break
    return best


def _pairs_kept(cards: Planes, kept: Planes, pairs: int) -> int:
    """The same for pairs alone: pairs of kept cards first, then those with one of them."""
    if pairs > _pairs(cards):
        return NEVER
    if not kept[0]:
        return 0
    whole = _pairs(kept)
    half = popcount(kept[0] & ~kept[1] & cards[1]) + popcount(kept[2] & ~kept[3] & cards[3])
    if pairs <= whole:
        return 2 * pairs
    return 2 * whole + min(pairs - whole, half)


def follows(order: Order, lead: Lead, hand: Planes, play: Planes) -> bool:
    """Whether a play out of the hand, of as many cards as were led, follows the lead."""
    faces = order.faces(lead.lane)
    held = restrict(hand, faces)
    number = size(held)
    given = restrict(play, faces)
    if number <= lead.size:
        return size(given) == number
    if size(given) < lead.size:
        return False
    if not lead.lengths and not lead.pairs:
        return True
    return supplies(order, lead, given, owes(order, lead, held))


def concrete(order: Order, lead: Lead, cards: Planes) -> Planes:
    """One choice of what is owed, the lowest cards that will do."""
    owed = owes(order, lead, cards)
    if owed[0]:
        begins = starts(order.steps(lead.lane, plane(cards, owed[0])), owed[1])
        return lowest_unit(order, lead.lane, cards, owed[0], low_bit(begins), owed[1])
    taken = EMPTY
    lengths = owed[2]
    while lengths:
        unit = _lowest_fitting(order, lead, cards, lengths, owed[3])
        taken = add(taken, unit)
        cards = sub(cards, unit)
        lengths >>= BITS
    for _ in range(owed[3]):
        low = low_bit(order.steps(lead.lane, cards[1]))
        unit = first_at(order, lead.lane, low, cards, 2)
        taken = add(taken, unit)
        cards = sub(cards, unit)
    return taken


def _lowest_fitting(order: Order, lead: Lead, cards: Planes, lengths: int, pairs: int) -> Planes:
    """The lowest unit of the first length that leaves enough for the others."""
    length = lengths & LENGTH
    rest = lengths >> BITS
    for number in range(2, 5 if lead.bombs else 3):
        ranks = 2 * length // number
        if ranks * number != 2 * length:
            continue
        begins = starts(order.steps(lead.lane, plane(cards, number)), ranks)
        while begins:
            unit = lowest_unit(order, lead.lane, cards, number, low_bit(begins), ranks)
            begins &= begins - 1
            left = sub(cards, unit)
            if supplies(order, lead, left, (0, 0, rest, pairs)):
                return unit
    return EMPTY


def lowest_unit(
    order: Order, lane: int, cards: Planes, number: int, bottom: int, ranks: int
) -> Planes:
    """The unit of that kind from this step up, of the first faces in S H C D order."""
    unit = EMPTY
    for step in range(bottom, bottom + ranks):
        unit = add(unit, first_at(order, lane, step, cards, number))
    return unit
