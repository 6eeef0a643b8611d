"""Actions as strings of tokens: so many copies of one face, face after face, trumps first.

A token is `4 * face + copies - 1`, or STOP; the faces of an action stand in the order of
`Order.place`, so every action has just one string. The tokens that may come next are a mask in
the form of planes: bit f of plane k stands for k + 1 copies of face f. A token is allowed iff
some legal action goes on with it. STOP ends what could be of any size, a lead or a declaration;
what has its size ends by itself.
"""

from __future__ import annotations

from ..cards.bits import low_bit, popcount
from ..cards.planes import EMPTY, Planes, add, copies, count, plane, restrict, size, sub, times
from .follow import follows, owes
from .order import Order
from .supply import most_kept_of, owed_size
from .switches import Switches
from .units import Lead, is_tractor, unit_bottom

STOP = 216


def pick_tokens(
    order: Order, cards: Planes, chosen: Planes, place: int, wanted: int, forced: int
) -> Planes:
    """The tokens of any so many cards, besides all those of the forced faces.

    place: where in the row of faces the string has come to; chosen: what it holds so far.
    """
    allowed = EMPTY
    free = restrict(cards, ~forced)
    left = wanted - size(restrict(chosen, ~forced))
    room = size(_from_place(order, free, place))
    for at in range(place, 54):
        face = order.face(at)
        have = count(cards, face)
        if not have:
            continue
        if forced >> face & 1:
            return allow(allowed, face, have) if room >= left else allowed
        room -= have
        for number in range(max(left - room, 1), min(have, left) + 1):
            allowed = allow(allowed, face, number)
    return allowed


def allow(allowed: Planes, face: int, number: int) -> Planes:
    """The mask with one more token."""
    one = copies(face, number)
    below = copies(face, number - 1)
    return (
        allowed[0] | one[0] ^ below[0],
        allowed[1] | one[1] ^ below[1],
        allowed[2] | one[2] ^ below[2],
        allowed[3] | one[3] ^ below[3],
    )


def _from_place(order: Order, cards: Planes, place: int) -> Planes:
    """The cards whose faces stand at that place or later."""
    faces = cards[0]
    for at in range(place):
        face = order.face(at)
        if faces >> face & 1:
            faces ^= copies(face, 1)[0]
    return restrict(cards, faces)


def follow_tokens(order: Order, lead: Lead, hand: Planes, chosen: Planes, place: int) -> Planes:
    """The tokens with which a follow may go on."""
    faces = order.faces(lead.lane)
    held = restrict(hand, faces)
    number = size(held)
    if number <= lead.size:
        return pick_tokens(order, hand, chosen, place, lead.size - number, faces)
    owed = owes(order, lead, held)
    spare = lead.size - owed_size(owed)
    allowed = pick_tokens(order, held, chosen, place, lead.size, 0)
    if spare == lead.size:
        return allowed
    out = EMPTY
    rest = _from_place(order, held, place)
    for at in range(place, 54):
        face = order.face(at)
        have = count(rest, face)
        if not have:
            continue
        rest = sub(rest, copies(face, have))
        for more in range(1, have + 1):
            if plane(allowed, more) >> face & 1:
                kept = add(chosen, copies(face, more))
                most = most_kept_of(order, lead, held, add(kept, rest), kept, owed)
                fits = most >= 0 and size(kept) - most <= spare
                if lead.protect and not fits:
                    fits = _can_follow(order, lead, held, kept, rest, rest[1])
                if fits:
                    out = allow(out, face, more)
    return out


def _can_follow(
    order: Order, lead: Lead, held: Planes, kept: Planes, rest: Planes, faces: int
) -> bool:
    """Whether the kept cards become a legal follow with some of the rest, every tuple tried.

    Where wide tuples are protected a play can be worth more than is owed. faces: those of which
    two or more copies may still come; single cards are worth nothing, whichever they are.
    """
    left = lead.size - size(kept)
    if left < 0 or left > size(rest):
        return False
    if not faces:
        singles = restrict(rest, ~kept[0])
        filled = add(kept, _some(singles, left))
        if size(filled) < lead.size:
            filled = add(kept, _some(rest, left))
        return follows(order, lead, held, filled)
    one = faces & -faces
    faces &= faces - 1
    have = count(rest, low_bit(one))
    others = restrict(rest, ~one)
    if _can_follow(order, lead, held, kept, add(others, times(one, 1)), faces):
        return True
    for number in range(2, have + 1):
        if _can_follow(order, lead, held, add(kept, times(one, number)), others, faces):
            return True
    return False


def _some(cards: Planes, number: int) -> Planes:
    """So many of the cards, or as many as there are."""
    taken = EMPTY
    faces = cards[0]
    while faces and number > 0:
        one = faces & -faces
        faces &= faces - 1
        more = min(count(cards, low_bit(one)), number)
        taken = add(taken, times(one, more))
        number -= more
    return taken


def lead_tokens(
    order: Order, hand: Planes, chosen: Planes, place: int, switches: Switches
) -> Planes:
    """The tokens with which a lead may go on."""
    out = EMPTY
    faces = order.faces(order.lane_of(chosen)) if chosen[0] else hand[0]
    for at in range(place, 54):
        face = order.face(at)
        have = count(hand, face) if faces >> face & 1 else 0
        for number in range(1, have + 1):
            if switches.throw or _fits(order, hand, chosen, face, number, switches):
                out = allow(out, face, number)
    return out


def _fits(
    order: Order,
    hand: Planes,
    chosen: Planes,
    face: int,
    number: int,
    switches: Switches,
) -> bool:
    """Whether these copies can go on a lead where there are no throws."""
    if order.widest > 2:
        return _fits_tuples(order, hand, chosen, face, number)
    lane = order.lane(face)
    if chosen[0]:
        if not chosen[1] or number == 1:
            return False
        if switches.gapped_runs:
            return number != 3
        bottom = unit_bottom(order, lane, chosen)
        return (
            plane(chosen, number) == chosen[0]
            and order.step(face) == bottom - 1
            and (number == 4 or not plane(chosen, number + 1))
        )
    if switches.gapped_runs:
        return number != 3
    if number == 3:
        below = order.faces_at(lane, order.step(face) - 1) if order.step(face) else 0
        return switches.bombs != 0 and (hand[2] & below) != 0
    return number < 3 or switches.bombs != 0


def _fits_tuples(order: Order, hand: Planes, chosen: Planes, face: int, number: int) -> bool:
    """The same with tuples: the run goes on downwards, and can become long enough for a tractor."""
    if not chosen[0]:
        return True
    lane = order.lane(face)
    step = order.step(face)
    if plane(chosen, number) != chosen[0] or (number < 4 and plane(chosen, number + 1)):
        return False
    if number < 2 or step != unit_bottom(order, lane, chosen) - 1:
        return False
    length = popcount(chosen[0]) + 1
    while step > 0 and plane(hand, number) & order.faces_at(lane, step - 1):
        step -= 1
        length += 1
    return is_tractor(order, number, length)


def may_lead(order: Order, chosen: Planes, switches: Switches) -> bool:
    """Whether what lead tokens have built so far is a lead by itself."""
    if not chosen[0]:
        return False
    if switches.throw or switches.gapped_runs:
        return True
    if order.widest > 2:
        length = popcount(chosen[0])
        return length == 1 or is_tractor(order, size(chosen) // length, length)
    lone_triple = chosen[2] and not chosen[3] and not chosen[0] & (chosen[0] - 1)
    return not lone_triple
