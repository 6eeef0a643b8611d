"""Playing cards: leads that stand or fail, follows, tricks, the result.

Decides `lead.first`, `score.tricks`, when a friend joins or becomes known, and that with a referee
an illegal follow stands until it is claimed.
"""

from __future__ import annotations

from ..cards.bits import bit, low_bit, popcount
from ..cards.planes import EMPTY, Planes, add, count, either, overlap, points, same, size, sub
from ..rules.declarations import NOBODY
from ..rules.follow import follows
from ..rules.score import dug_length, is_hard, kitty_counts, last_bonus, result, small_side
from ..rules.switches import BY_NTH_PLAY, DIG_LAST_TRICK, DIG_OFF
from ..rules.throw import broken, forced, tests_throw, throw_fine
from ..rules.trick import (
    beats,
    beats_every_unit,
    lead_rank,
    overruffs,
    rank,
    ranks_jacks,
    won_by_jack,
)
from .journal import DUG, PARTNER_KNOWN, PLAYED, PLAYED_WRONG, SETTLED, THROW_FAILED, TRICK_WON
from .state import BAD_LEAD, COUNT, DONE, NOT_FOLLOWING, OVER, PLAY, WRONG_NUMBER, State


def play_cards(deal: State, cards: Planes) -> int:
    """Lead or follow with cards of the hand: DONE, or why not."""
    seat = deal.turn
    if deal.in_trick:
        if size(cards) != deal.lead.size:
            return WRONG_NUMBER
        if not follows(deal.order, deal.lead, deal._hands[seat], cards):
            if not deal.switches.enforcement or deal.missing:
                return NOT_FOLLOWING
            deal.note(PLAYED_WRONG, seat, cards, 0, 0)
        else:
            mark_void(deal, cards)
        take_if_better(deal, seat, cards)
    else:
        if not cards[0]:
            return WRONG_NUMBER
        refusal = read_led(deal, cards)
        if refusal:
            return BAD_LEAD + refusal
        deal.discards = 0
        cards = _stands_or_fails(deal, cards)
        open_trick(deal, cards, same(deal._hands[seat], cards))
    lay_cards(deal, cards)
    return DONE


def mark_void(deal: State, cards: Planes) -> None:
    """Who follows with cards of another lane has shown to have no more of the led one."""
    if cards[0] & ~deal.order.faces(deal.lead.lane):
        deal._voids[deal.turn] |= bit(deal.lead.lane)


def open_trick(deal: State, cards: Planes, last: bool) -> None:
    """The trick is the leader's for now; last: they lead their whole hand."""
    deal.at_jacks = ranks_jacks(deal.switches, deal.level, last)
    deal.best = lead_rank(deal.order, deal.lead, cards, deal.at_jacks)
    deal.winner = deal.turn


def take_if_better(deal: State, seat: int, cards: Planes) -> None:
    """The trick goes to a seat whose play beats the best so far."""
    better = rank(deal.order, deal.lead, cards, deal.at_jacks)
    if not beats(deal.lead, better, deal.best):
        return
    if overruffs(deal.lead, deal.best, better, deal.at_jacks):
        standing = deal._trick[(deal.winner - deal.leader) % deal.switches.players]
        if not beats_every_unit(deal.order, deal.lead, standing, cards):
            return
    deal.best = better
    deal.winner = seat


def read_led(deal: State, cards: Planes) -> int:
    """Take in what is led; 0, or why it cannot be led."""
    return deal.lead.read(deal.order, cards, deal.switches)


def _stands_or_fails(deal: State, cards: Planes) -> Planes:
    """What is really played of a lead: part of it, if another hand breaks it."""
    if deal.lead.units == 1 and not deal.lead.gapped:
        return cards
    beaten = 0
    for at in range(1, deal.switches.players):
        seat = deal.seat_after(deal.turn, at)
        if tests_throw(deal.switches, deal.turn, seat):
            beaten |= broken(deal.order, deal.lead, cards, deal._hands[seat], deal.switches.throw)
    if not beaten:
        return cards
    deal._exposed[deal.turn] = either(deal._exposed[deal.turn], cards)
    played = forced(deal.order, deal.lead, cards, beaten, deal.switches.throw_plays)
    fine = throw_fine(deal.switches.throw_penalty, size(cards), size(played))
    deal._fines[deal.turn] += fine
    deal.note(THROW_FAILED, deal.turn, cards, fine, 0)
    read_led(deal, played)
    return played


def lay_cards(deal: State, cards: Planes) -> None:
    """The cards on the table, and the trick finished if they were the last."""
    seat = deal.turn
    deal._hands[seat] = sub(deal._hands[seat], cards)
    deal._played[seat] = add(deal._played[seat], cards)
    if deal._exposed[seat][0]:
        deal._exposed[seat] = sub(deal._exposed[seat], overlap(deal._exposed[seat], cards))
    if deal.journal is not None:
        deal.note(PLAYED, seat, cards, 0, 0)
    if deal.missing:
        place = (seat - deal.leader) % deal.switches.players
        deal._trick[place] = cards
        deal.missing &= ~bit(place)
        rank_trick(deal)
    else:
        deal._trick[deal.in_trick] = cards
        deal.in_trick += 1
    if cards[0] & deal.sought:
        _notice_friends(deal, seat, cards)
    if deal.missing:
        next_turn(deal)
    elif deal.in_trick == deal.switches.players:
        _finish_trick(deal)
    else:
        deal.turn = deal.seat_after(deal.leader, deal.in_trick)
        deal.start(PLAY)


def next_turn(deal: State) -> None:
    """The turn of the first seat from the leader on whose play is missing."""
    place = low_bit(deal.missing) if deal.missing else deal.in_trick
    deal.turn = (deal.leader + place) % deal.switches.players
    deal.start(PLAY)


def rank_trick(deal: State) -> None:
    """Who has the trick, all its plays compared anew; discards cannot win."""
    deal.best = lead_rank(deal.order, deal.lead, deal._trick[0], deal.at_jacks)
    deal.winner = deal.leader
    for place in range(1, deal.in_trick):
        seat = (deal.leader + place) % deal.switches.players
        if deal.missing & bit(place) or deal.discards & bit(seat):
            continue
        take_if_better(deal, seat, deal._trick[place])


def _notice_friends(deal: State, seat: int, cards: Planes) -> None:
    """A play with a card that was named: who has joined by it, or is known now."""
    for at in range(deal.called):
        face = deal.friend_face(at)
        if cards[0] >> face & 1 and not deal.friend_known(at):
            if deal.switches.friend_by == BY_NTH_PLAY:
                _join_by_play(deal, at, seat)
            else:
                _notice_holder(deal, at, seat)


def _notice_holder(deal: State, at: int, seat: int) -> None:
    """The holder becomes known by playing a copy, or when every copy has been seen.

    A copy played by the banker tells nothing, not even that they play alone.
    """
    holder = deal.friend(at)
    if (seat == holder and seat != deal.banker) or _all_seen(deal, deal.friend_face(at)):
        _tell_friend(deal, at, holder)


def _join_by_play(deal: State, at: int, seat: int) -> None:
    """Who plays the named copy joins; where it can never be played, nobody does.

    The banker's own copies are counted only where they may be their own friend.
    """
    seen = 0
    for other in range(deal.switches.players):
        if other != deal.banker or deal.switches.self_friend:
            seen += count(deal._played[other], deal.friend_face(at))
    if seen >= deal.friend_copy(at):
        _tell_friend(deal, at, seat)
    elif _all_seen(deal, deal.friend_face(at)):
        _tell_friend(deal, at, deal.banker)


def _all_seen(deal: State, face: int) -> bool:
    seen = 0
    for seat in range(deal.switches.players):
        seen += count(deal._played[seat], face)
    return seen == deal.switches.decks


def _tell_friend(deal: State, at: int, seat: int) -> None:
    deal.set_friend(at, seat, 1)
    deal.note(PARTNER_KNOWN, seat, EMPTY, at, 0)


def _tell_friends(deal: State) -> None:
    """At the end of a deal all is known; of a copy that was never played, that nobody joined."""
    for at in range(deal.called):
        if not deal.friend_known(at):
            seat = deal.friend(at)
            _tell_friend(deal, at, deal.banker if seat == NOBODY else seat)


def trick_points(deal: State) -> int:
    """The points that lie in the trick, of plays that cannot win it too."""
    total = 0
    for at in range(deal.switches.players):
        total += points(deal._trick[at])
    return total


def _finish_trick(deal: State) -> None:
    total = trick_points(deal)
    deal._taken[deal.winner] += total
    deal.last_leader = deal.leader
    deal.leader = deal.winner
    deal.in_trick = 0
    if deal.journal is not None:
        deal.note(TRICK_WON, deal.winner, EMPTY, total, 0)
    if deal._hands[0][0]:
        deal.lead_next()
    elif deal.switches.enforcement:
        # Claims are still possible: every seat is asked before the deal is counted.
        deal.start(COUNT)
        deal.turn = deal.leader
        deal.to_ask = deal.switches.players
    else:
        settle_deal(deal)


def settle_deal(deal: State) -> None:
    """The bonus of the last trick, and the result."""
    attackers_won = not deal.is_bank_side(deal.winner)
    _tell_friends(deal)
    deal.adjusted += _dig(deal, attackers_won)
    deal.won = result(
        deal.attackers_points(),
        deal.switches.take_over,
        deal.switches.step,
        deal.switches.promotion_cap,
        deal.switches.below_zero,
    )
    deal.taken_over = deal.won >= 0
    if not deal.taken_over and small_side(deal.switches, popcount(deal.bank_side())):
        deal.won -= 1
    by_jack = won_by_jack(deal.best, deal.at_jacks)
    deal.fell = by_jack and attackers_won and deal.taken_over
    end_deal(deal)


def end_deal(deal: State) -> None:
    """The deal is over, with the levels in `won`."""
    _tell_friends(deal)
    deal.note(SETTLED, deal.banker, EMPTY, deal.attackers_points(), deal.won)
    deal.start(OVER)


def _dig(deal: State, attackers_won: bool) -> int:
    """What the last trick adds to the attackers' points besides its own."""
    total = trick_points(deal)
    own = deal._trick[(deal.winner - deal.last_leader) % deal.switches.players]
    length = dug_length(deal.switches, deal.order, deal.lead, own, deal.winner != deal.last_leader)
    factor, bonus = last_bonus(
        deal.switches,
        length,
        deal.lead.size,
        total,
        points(deal.kitty),
        attackers_won,
        _kitty_is_dug(deal),
    )
    if deal.switches.dig == DIG_LAST_TRICK and attackers_won:
        bonus -= total  # the trick's own points are counted already
    if deal.switches.dig != DIG_OFF:
        deal.note(DUG, deal.winner, deal.kitty, bonus, factor)
    return bonus


def _kitty_is_dug(deal: State) -> bool:
    """Whether the kitty counts at all."""
    by_bankers = deal.attacker != NOBODY and deal.is_bank_side(deal.attacker)
    return kitty_counts(deal.switches, is_hard(deal.switches, deal.order.trump), by_bankers)
