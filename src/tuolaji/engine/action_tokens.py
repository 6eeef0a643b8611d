"""An action in a `State` spelled token by token (`tokens`)."""

from __future__ import annotations

from ..cards.bits import bit, low_bit, popcount
from ..cards.planes import EMPTY, Planes, add, contains, copies, count, same, size, sub
from ..rules.declare import OPTIONS
from ..rules.friends import most_copies
from ..rules.refusals import ALLOWED
from ..rules.tokens import STOP, allow, follow_tokens, lead_tokens, may_lead, pick_tokens
from .course import act
from .friends import naming_refusal
from .state import BURY, COUNT, NAME, OVER, PARTNER, PLAY, State


def open_tokens(deal: State) -> Planes:
    """The tokens that may come next, STOP aside, as a mask of copies by face."""
    if deal.phase in (OVER, COUNT, NAME):
        return EMPTY
    hand = deal._hands[deal.turn]
    if deal.phase == PLAY:
        if deal.in_trick:
            return follow_tokens(deal.order, deal.lead, hand, deal.chosen, deal.place)
        return lead_tokens(deal.order, hand, deal.chosen, deal.place, deal.switches)
    if deal.phase == BURY:
        return pick_tokens(deal.order, hand, deal.chosen, deal.place, deal.switches.kitty, 0)
    if deal.phase == PARTNER:
        return _friend_tokens(deal)
    return _show_tokens(deal)


def _friend_tokens(deal: State) -> Planes:
    """A token for each card, and each copy of it, that may still be named."""
    out = EMPTY
    for face in range(54):
        for copy in range(1, most_copies(deal.switches) + 1):
            if naming_refusal(deal, face, copy) == ALLOWED:
                out = allow(out, face, copy)
    return out


def _show_tokens(deal: State) -> Planes:
    """The tokens with which one of the options goes on."""
    out = EMPTY
    options = deal._options[deal.turn]
    for number in range(OPTIONS):
        if options >> number & 1:
            cards = deal.option(number)
            if not contains(cards, deal.chosen):
                continue
            rest = sub(cards, deal.chosen)
            if rest[0]:
                face = first_face(deal, rest)
                if not deal.chosen[0] >> face & 1 and deal.order.place(face) >= deal.place:
                    out = allow(out, face, count(rest, face))
    return out


def first_face(deal: State, cards: Planes) -> int:
    """The first of the cards' faces in the row of all faces."""
    at = 0
    while not cards[0] >> deal.order.face(at) & 1:
        at += 1
    return deal.order.face(at)


def may_stop(deal: State) -> bool:
    """Whether STOP may come next."""
    if deal.phase == PLAY:
        return not deal.in_trick and may_lead(deal.order, deal.chosen, deal.switches)
    if deal.phase in (BURY, PARTNER, OVER):
        return False
    if not deal.chosen[0]:
        return True
    options = deal._options[deal.turn]
    for number in range(OPTIONS):
        if options >> number & 1 and same(deal.option(number), deal.chosen):
            return True
    return False


def next_tokens(deal: State) -> Planes:
    """The tokens that may come next, STOP as bit 54 of the first word."""
    tokens = open_tokens(deal)
    if may_stop(deal):
        return (tokens[0] | bit(STOP >> 2), tokens[1], tokens[2], tokens[3])
    return tokens


def token_at(tokens: Planes, at: int) -> int:
    """The token at a place of a mask, its words counted one after the other."""
    mask, word = tokens[0], 0
    if at >= popcount(mask):
        at -= popcount(mask)
        mask, word = tokens[1], 1
        if at >= popcount(mask):
            at -= popcount(mask)
            mask, word = tokens[2], 2
            if at >= popcount(mask):
                at -= popcount(mask)
                mask, word = tokens[3], 3
    for _ in range(at):
        mask &= mask - 1
    return 4 * low_bit(mask) + word


def push(deal: State, token: int) -> bool:
    """Go on with a token that may come next; whether that finished the action."""
    whole = extend(deal, token)
    if whole:
        act(deal, deal.chosen)
    return whole


def extend(deal: State, token: int) -> bool:
    """Add a token to the cards that are chosen; whether they are a whole action now."""
    if token == STOP:
        return True
    face = token >> 2
    deal.chosen = add(deal.chosen, copies(face, (token & 3) + 1))
    deal.place = deal.order.place(face) + 1
    return _is_whole(deal)


def _is_whole(deal: State) -> bool:
    """Whether the chosen cards are as many as the action has."""
    if deal.phase == PARTNER:
        return True
    if deal.phase == BURY:
        return size(deal.chosen) == deal.switches.kitty
    following = deal.phase == PLAY and deal.in_trick > 0
    return following and size(deal.chosen) == deal.lead.size
