"""What hands can do when all cards lie open: who could win a trick, what may be given away."""

from __future__ import annotations

from .bits import low_bit, top_bit
from .follow import concrete, lowest_unit
from .order import TRUMPS, Order
from .planes import (
    EMPTY,
    FIVES,
    TENS_AND_KINGS,
    Planes,
    add,
    copies,
    plane,
    restrict,
    size,
    sub,
)
from .rawdeal import RawDeal
from .trick import LOSES, RUFF, STRONGER, rank
from .units import Lead, starts


def best_rank(deal: RawDeal, seat: int) -> int:
    """The highest rank a seat could reach in this trick."""
    cards = _competing(deal, seat)
    if not cards[0]:
        return LOSES
    if deal.lead.bombs:
        return _best_with_bombs(deal.order, deal.lead, cards)
    return rank(deal.order, deal.lead, cards, deal.at_jacks)


def _competing(deal: RawDeal, seat: int) -> Planes:
    """The cards of a seat that can win this trick: of the led lane, or trumps where it has none."""
    wanted = deal.lead.size
    if deal.at_jacks:
        return deal._hands[seat]
    held = restrict(deal._hands[seat], deal.order.faces(deal.lead.lane))
    if held[0] or deal.lead.lane == TRUMPS:
        return held if size(held) >= wanted and deal.lead.units == 1 else EMPTY
    held = restrict(deal._hands[seat], deal.order.faces(TRUMPS))
    return held if size(held) >= wanted else EMPTY


def _best_with_bombs(order: Order, lead: Lead, cards: Planes) -> int:
    lane = order.lane_of(cards)
    ruff = 0 if lane == lead.lane else RUFF
    for number in range(4, 0, -1):
        ranks = lead.size // number
        if number < lead.number or number * ranks != lead.size or (number == 3 and ranks == 1):
            continue
        begins = starts(order.steps(lane, plane(cards, number)), ranks)
        if begins:
            stronger = STRONGER * (number - 2) if number > 2 else 0
            return top_bit(begins) + ranks - 1 + ruff + stronger
    return LOSES


def winner_from(deal: RawDeal, floor: int) -> Planes:
    """The lowest unit of the seat whose rank is at least the floor, or none."""
    cards = _competing(deal, deal.turn)
    if not cards[0]:
        return EMPTY
    if deal.at_jacks:
        return cards if rank(deal.order, deal.lead, cards, 1) >= floor else EMPTY
    lane = deal.lead.lane
    if not cards[0] & deal.order.faces(lane):
        lane = TRUMPS
        floor -= RUFF
    if deal.lead.units > 1:
        return _ruff_of_throw(deal, cards, floor)
    number = deal.lead.number
    ranks = deal.lead.ranks
    if not deal.lead.bombs:
        number = 1 if deal.lead.singles else 2
        ranks = deal.lead.size // number
    if floor >= STRONGER:
        return EMPTY
    begins = starts(deal.order.steps(lane, plane(cards, number)), ranks)
    lowest = max(floor - ranks + 1, 0)
    begins = begins >> lowest << lowest
    if not begins:
        return EMPTY
    return lowest_unit(deal.order, lane, cards, number, low_bit(begins), ranks)


def _ruff_of_throw(deal: RawDeal, cards: Planes, floor: int) -> Planes:
    """Trumps for a throw of single cards, as low as will do."""
    if deal.lead.lengths or deal.lead.pairs:
        return EMPTY
    steps = deal.order.steps(TRUMPS, cards[0])
    if floor > 0:
        steps = steps >> floor << floor
    if not steps:
        return EMPTY
    highest = lowest_unit(deal.order, TRUMPS, cards, 1, low_bit(steps), 1)
    return add(highest, _cheap(deal.order, sub(cards, highest), deal.lead.size - 1, False))


def give_away(deal: RawDeal, friendly: bool) -> Planes:
    """A follow that does not try to win: with points for a friend, else with none."""
    hand = deal._hands[deal.turn]
    held = restrict(hand, deal.order.faces(deal.lead.lane))
    wanted = deal.lead.size
    number = size(held)
    if number <= wanted:
        return add(held, _cheap(deal.order, sub(hand, held), wanted - number, friendly))
    if not deal.lead.lengths and not deal.lead.pairs:
        return _cheap(deal.order, held, wanted, friendly)
    if wanted == 2 and held[1]:
        return _one_pair(deal.order, deal.lead.lane, held, friendly)
    supply = concrete(deal.order, deal.lead, held)
    rest = sub(held, supply)
    return add(supply, _cheap(deal.order, rest, wanted - size(supply), friendly))


def _one_pair(order: Order, lane: int, cards: Planes, friendly: bool) -> Planes:
    pairs = order.steps(lane, _liked(cards[1], friendly))
    return lowest_unit(order, lane, (cards[0], cards[1], 0, 0), 2, low_bit(pairs), 1)


def _liked(faces: int, friendly: bool) -> int:
    """The faces to give of these: with most points, or with fewest."""
    tens, fives = faces & TENS_AND_KINGS, faces & FIVES
    if friendly:
        return tens or fives or faces
    return faces & ~(tens | fives) or fives or faces


def _cheap(order: Order, cards: Planes, wanted: int, friendly: bool) -> Planes:
    """So many of the cards: plain before trumps, by points, then the lowest."""
    out = EMPTY
    for _ in range(wanted):
        one = cheapest(order, cards, friendly)
        out = add(out, one)
        cards = sub(cards, one)
    return out


def cheapest(order: Order, cards: Planes, friendly: bool) -> Planes:
    """The one of the cards that is given away first."""
    trumps = cards[0] & order.faces(TRUMPS)
    plain = cards[0] ^ trumps
    faces = _liked(plain or trumps, friendly)
    best = 0
    lowest = 64
    for lane in range(5):
        here = faces & order.faces(lane)
        if here:
            step = low_bit(order.steps(lane, here))
            if step < lowest:
                lowest = step
                best = here & order.faces_at(lane, step)
    return copies(low_bit(best), 1)


def best_answer(deal: RawDeal, seat: int, lane: int, number: int, ranks: int) -> int:
    """The highest top a seat could give a unit of that kind, ruffs above all; -1 if none."""
    held = restrict(deal._hands[seat], deal.order.faces(lane))
    if held[0]:
        if size(held) < number * ranks:
            return -1
        begins = starts(deal.order.steps(lane, plane(held, number)), ranks)
        return top_bit(begins) + ranks - 1 if begins else -1
    if lane == TRUMPS:
        return -1
    held = restrict(deal._hands[seat], deal.order.faces(TRUMPS))
    begins = starts(deal.order.steps(TRUMPS, plane(held, number)), ranks)
    return RUFF + top_bit(begins) + ranks - 1 if begins else -1
