"""What a referee rules, done to a deal: plays taken back, bids lost, a deal ended.

Which foul costs what stands in the ruleset's table and is read by `tuolaji.deal`; here is what its
effects do: `foul.misplay` and `foul.revoke` found at once (the play goes back to the hand and is
replaced), `foul.bid-exposed` (the side may not declare any more), `foul.false-bid` (the other side
names trump).
"""

from __future__ import annotations

from ..cards.bits import bit
from ..cards.planes import EMPTY, Planes, add, sub
from ..rules.declare import DRAWING, show
from .course import ask_all, draw_cards, open_shows, rewind_draw
from .journal import TAKEN_BACK, TRICK_REOPENED
from .play import end_deal, next_turn, rank_trick, trick_points
from .state import OVER, State


def take_back(deal: State, seat: int, cards: Planes, discard: int) -> None:
    """A wrong play of this trick, or of the one just won, goes back and its seat plays again.

    discard: what it plays then cannot win. The last trick of a deal is never concerned: who has to
    play all their cards cannot play wrongly.
    """
    if not deal.in_trick:
        _reopen_trick(deal)
    place = (seat - deal.leader) % deal.switches.players
    deal._hands[seat] = add(deal._hands[seat], cards)
    deal._played[seat] = sub(deal._played[seat], cards)
    deal._exposed[seat] = add(deal._exposed[seat], cards)
    deal._trick[place] = EMPTY
    deal.missing |= bit(place)
    if discard:
        deal.discards |= bit(seat)
    deal.note(TAKEN_BACK, seat, cards, 0, 0)
    rank_trick(deal)
    next_turn(deal)


def _reopen_trick(deal: State) -> None:
    """The trick just won lies open again, and its points are nobody's."""
    total = trick_points(deal)
    deal._taken[deal.leader] -= total
    deal.note(TRICK_REOPENED, deal.leader, EMPTY, total, 0)
    deal.leader = deal.last_leader
    deal.in_trick = deal.switches.players


def adjust_points(deal: State, by: int) -> None:
    """Points are added to, or taken from, the attackers' total."""
    deal.adjusted += by


def break_off(deal: State) -> None:
    """The deal is over without a result."""
    deal.redeal = 1
    deal.start(OVER)


def end_by_ruling(deal: State, taken_over: int, levels: int) -> None:
    """The deal is over with so many levels for the side that has the bank then."""
    deal.taken_over = taken_over
    deal.won = levels if taken_over else -levels
    deal.fell = 0
    end_deal(deal)


def bar_side(deal: State, seat: int) -> None:
    """A seat's side may not declare any more: what it showed is void, the others are asked."""
    _bar(deal, seat)
    number = deal.shows.number
    open_shows(deal)
    for at in range(number):  # what is laid again never overtakes what is read
        other = deal.shows.seat(at)
        cards = deal.shows.cards(at)
        if deal.may_declare(other):
            show(deal.shows, other, cards, DRAWING)
    ask_all(deal)


def bid_was_false(deal: State, seat: int) -> None:
    """Nobody declares any more: the rest is drawn, and then the other side names trump.

    The kitty lies as it was dealt.
    """
    _bar(deal, seat)
    deal.false_bidder = seat
    rewind_draw(deal, deal.drawn)
    open_shows(deal)
    draw_cards(deal)


def _bar(deal: State, seat: int) -> None:
    for other in range(deal.switches.players):
        if deal.switches.same_side(seat, other):
            deal.barred |= bit(other)
