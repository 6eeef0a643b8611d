"""Whether cards hold what is owed: one search, since pairs are the tuples of width 2.

It places the tractors, widest then longest first, and counts what is left. Owed is (number, ranks,
lengths, loose): one unit of just that kind if number is not 0; else tractors (packed as in `Lead`)
and, counted in `loose`, quads, triples and pairs besides.
"""

from __future__ import annotations

from ..cards.bits import bit, low_bit, popcount
from ..cards.planes import ALL_FACES, EMPTY, Planes, overlap, plane, restrict, size, sub, times
from .order import Order
from .units import BITS, LENGTH, MOST_BITS, ONE, QUADS, TRIPLES, WIDTH, Lead, packed, starts

Owed = tuple[int, int, int, int]
Guards = tuple[int, int]
NOTHING: Owed = (0, 0, 0, 0)
UNGUARDED: Guards = (ALL_FACES, ALL_FACES)
SOURCE = 7  # where in a packed unit its source stands (`led_code`)
TRACTOR = (1 << BITS) - 1
FROM_THREE, FROM_TWO = 24, 40  # where loose units of sources 1 and 2 are counted
NEVER = -1


def led_code(lead: Lead, width: int, length: int) -> int:
    """A led unit, packed, with its source: the tuples that it may be answered from.

    0: all of them; where wider ones are protected 1: three wide at most, 2: two wide at most.
    """
    return packed(width, length) | (4 - width if lead.protect else 0) << SOURCE


def with_unit(owed: Owed, unit: int) -> Owed:
    """What is owed and one more unit."""
    number, ranks, lengths, loose = owed
    place = 0
    while lengths >> place and place < MOST_BITS:
        place += BITS
    length = unit & LENGTH
    if length == 1 or place == MOST_BITS:
        return (number, ranks, lengths, loose + (length << _loose_place(unit)))
    return (number, ranks, lengths | unit << place, loose)


def without_unit(owed: Owed, unit: int) -> Owed:
    """What is owed without the first tractor, or without one loose unit of a kind."""
    number, ranks, lengths, loose = owed
    if lengths:
        return (number, ranks, lengths >> BITS, loose)
    return (number, ranks, 0, loose - bit(_loose_place(unit)))


def _loose_place(unit: int) -> int:
    """Where a unit that is no tractor is counted: by its source and width."""
    source = unit >> SOURCE
    return 24 * source - 8 * (source >> 1) + 8 * (unit >> WIDTH & 3)


def unit_cards(unit: int) -> int:
    """How many cards a packed unit has."""
    return (2 + (unit >> WIDTH & 3)) * (unit & LENGTH)


def tractor_cards(lengths: int) -> int:
    """How many cards packed tractors have."""
    total = 0
    while lengths:
        total += unit_cards(lengths & TRACTOR)
        lengths >>= BITS
    return total


def guards_of(lead: Lead, cards: Planes) -> Guards:
    """The faces of the cards, as they lie, that answer units of source 1 and 2."""
    return (~cards[3] & ALL_FACES, ~cards[2] & ALL_FACES) if lead.protect else UNGUARDED


def guard(guards: Guards, source: int) -> int:
    """The faces that answer units of a source."""
    if not source:
        return ALL_FACES
    return guards[0] if source == 1 else guards[1]


def owed_size(owed: Owed) -> int:
    """How many cards are owed."""
    total = owed[0] * owed[1] + tractor_cards(owed[2])
    loose = owed[3]
    while loose:
        unit = first_loose(loose)
        total += unit_cards(unit) * (loose >> _loose_place(unit) & ONE)
        loose &= ~(ONE << _loose_place(unit))
    return total


def first_loose(loose: int) -> int:
    """The first kind of loose unit that is counted, packed; 0 if there is none.

    Those that few tuples can answer come first, then the widest.
    """
    for source in range(2, -1, -1):
        for width in range(4 - source, 1, -1):
            unit = packed(width, 1) | source << SOURCE
            if loose >> _loose_place(unit) & ONE:
                return unit
    return 0


def supplies(order: Order, lead: Lead, cards: Planes, owed: Owed) -> bool:
    """Whether the cards of the led lane hold what is owed."""
    return most_kept(order, lead, cards, EMPTY, owed) != NEVER


def most_kept(order: Order, lead: Lead, cards: Planes, kept: Planes, owed: Owed) -> int:
    """How many of the kept cards can be part of what is owed; NEVER if the cards lack it."""
    return most_kept_of(order, lead, cards, cards, kept, owed)


def most_kept_of(
    order: Order, lead: Lead, whole: Planes, cards: Planes, kept: Planes, owed: Owed
) -> int:
    """The same; whole: the cards as they lie, by which wide tuples are protected."""
    guards = guards_of(lead, whole)
    if owed[0]:
        return _place_unit(order, lead.lane, lead.bombs, cards, kept, owed, guards, 0, 0)
    return _place(order, lead.lane, lead.bombs, cards, kept, owed, guards, 0)


def holds(order: Order, lane: int, cards: Planes, lengths: int, loose: int) -> bool:
    """Whether cards of a lane hold these tractors and loose units."""
    return _place(order, lane, 0, cards, EMPTY, (0, 0, lengths, loose), UNGUARDED, 0) != NEVER


def holds_at(order: Order, lane: int, cards: Planes, owed: Owed, step: int) -> bool:
    """Whether cards of a lane hold the one unit from a step up, and the rest besides."""
    return _take(order, lane, 0, cards, EMPTY, owed, UNGUARDED, 0, step, 0) != NEVER


def _place(  # noqa: PLR0913, PLR0917  (all that the search has to know)
    order: Order,
    lane: int,
    bombs: int,
    cards: Planes,
    kept: Planes,
    owed: Owed,
    guards: Guards,
    floor: int,
) -> int:
    """The same for the tractors and loose units that are owed.

    floor: the step below which the first of them need not be looked for.
    """
    _, _, lengths, loose = owed
    if not lengths:
        if loose <= ONE:
            return _pairs_kept(cards, kept, loose)
        return _loose_kept(cards, kept, loose, guards)
    unit = lengths & TRACTOR
    length = unit & LENGTH
    rest = lengths >> BITS
    first = (2 + (unit >> WIDTH & 3), length, rest, loose)
    best = _place_unit(order, lane, bombs, cards, kept, first, guards, unit >> SOURCE, floor)
    if bombs:
        for number in range(3, 5):
            ranks = 2 * length // number
            if ranks * number == 2 * length:
                first = (number, ranks, rest, loose)
                most = _place_unit(order, lane, bombs, cards, kept, first, guards, 0, 0)
                best = max(best, most)
    return best


def _place_unit(  # noqa: PLR0913, PLR0917
    order: Order,
    lane: int,
    bombs: int,
    cards: Planes,
    kept: Planes,
    owed: Owed,
    guards: Guards,
    source: int,
    floor: int,
) -> int:
    """The same with a unit of the owed kind first, tried at every step it can begin on."""
    number, ranks, rest, _ = owed
    faces = plane(cards, number) & guard(guards, source)
    begins = starts(order.steps(lane, faces), ranks) >> floor << floor
    # Equal tractors are looked for from low to high, so that no order of them is tried twice.
    equal = not bombs and (rest & TRACTOR) == (packed(number, ranks) | source << SOURCE)
    best = NEVER
    while begins:
        step = low_bit(begins)
        begins &= begins - 1
        floor = step if equal else 0
        most = _take(order, lane, bombs, cards, kept, owed, guards, source, step, floor)
        if most > best:
            best = most
            if not kept[0] or best == size(kept):
                break
    return best


def _take(  # noqa: PLR0913, PLR0917
    order: Order,
    lane: int,
    bombs: int,
    cards: Planes,
    kept: Planes,
    owed: Owed,
    guards: Guards,
    source: int,
    step: int,
    floor: int,
) -> int:
    """The same with the unit's copies taken on this step, in every way, and on those above it."""
    number, ranks, rest, loose = owed
    if not ranks:
        return _place(order, lane, bombs, cards, kept, owed, guards, floor)
    faces = plane(cards, number) & order.faces_at(lane, step) & guard(guards, source)
    owed = (number, ranks - 1, rest, loose)
    best = NEVER
    while faces:
        taken = times(faces & -faces, number)
        faces &= faces - 1
        used = overlap(kept, taken)
        left = sub(cards, taken)
        rest_kept = sub(kept, used)
        most = _take(order, lane, bombs, left, rest_kept, owed, guards, source, step + 1, floor)
        if most != NEVER:
            best = max(best, most + size(used))
            if not kept[0]:
                break
    return best


def pairs_in(cards: Planes) -> int:
    """How many pairs the cards make, two of four alike."""
    return popcount(cards[1]) + popcount(cards[3])


def _pairs_kept(cards: Planes, kept: Planes, pairs: int) -> int:
    """The same for pairs alone: pairs of kept cards first, then those with one of them."""
    if pairs > pairs_in(cards):
        return NEVER
    if not kept[0]:
        return 0
    whole = pairs_in(kept)
    half = popcount(kept[0] & ~kept[1] & cards[1]) + popcount(kept[2] & ~kept[3] & cards[3])
    if pairs <= whole:
        return 2 * pairs
    return 2 * whole + min(pairs - whole, half)


def _loose_kept(cards: Planes, kept: Planes, loose: int, guards: Guards) -> int:
    """The same for loose units: the first kept face is given in every way, or not at all."""
    if not _holds_loose(cards, loose, guards):
        return NEVER
    faces = kept[0] & cards[1]
    if not faces:
        return 0
    one = faces & -faces
    best = _loose_kept(cards, restrict(kept, ~one), loose, guards)
    left = loose
    while left:
        unit = first_loose(left)
        left &= ~(ONE << _loose_place(unit))
        number = 2 + (unit >> WIDTH & 3)
        if plane(cards, number) & one & guard(guards, unit >> SOURCE):
            taken = times(one, number)
            used = overlap(kept, taken)
            rest = loose - bit(_loose_place(unit))
            most = _loose_kept(sub(cards, taken), sub(kept, used), rest, guards)
            if most != NEVER:
                best = max(best, most + size(used))
    return best


def _holds_loose(cards: Planes, loose: int, guards: Guards) -> bool:
    """Whether there are so many quads, triples and pairs: each from where it is missed least."""
    quads = popcount(cards[3])
    triples = popcount(cards[2]) - quads
    pairs = popcount(cards[1]) - quads - triples
    if loose >> FROM_THREE:
        two = popcount(cards[1] & guards[1])
        three = guards[0] & ~guards[1]
        wanted = loose >> FROM_TWO & ONE
        spare = popcount(cards[2] & three) - (loose >> FROM_THREE + TRIPLES & ONE)
        if wanted > two or spare < 0:
            return False
        free = two - wanted + popcount(cards[1] & ~cards[2] & three)
        more = loose >> FROM_THREE & ONE
        broken = max(0, more - free)
        if broken > spare:
            return False
        pairs -= wanted + more - broken
        triples -= (loose >> FROM_THREE + TRIPLES & ONE) + broken
    quads -= loose >> QUADS & ONE
    triples -= loose >> TRIPLES & ONE
    if triples < 0:
        quads += triples
        triples = 0
    return quads >= 0 and pairs + triples + 2 * quads >= (loose & ONE)
