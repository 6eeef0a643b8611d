"""Playing cards in a `RawDeal`: leads that stand or fail, follows, tricks, the result."""

from __future__ import annotations

from .bits import bit
from .follow import LENGTH, follows
from .order import NO_SUIT
from .planes import Planes, add, count, either, overlap, points, size, sub
from .rawdeal import BAD_LEAD, DONE, NOT_FOLLOWING, OVER, PLAY, WRONG_NUMBER, RawDeal
from .score import both_sides, kitty_counts, result
from .shows import NOBODY, STYLE_CALL
from .switches import DIG_KITTY, DIG_LAST_TRICK, is_jack
from .throw import broken, forced, throw_fine
from .trick import JACKS, beats, lead_rank, rank
from .units import next_unit, unit_length


def play_cards(deal: RawDeal, cards: Planes) -> int:
    """Lead or follow with cards of the hand: DONE, or why not."""
    seat = deal.turn
    if deal.in_trick:
        if size(cards) != deal.lead.size:
            return WRONG_NUMBER
        if not follows(deal.order, deal.lead, deal._hands[seat], cards):
            return NOT_FOLLOWING
        if cards[0] & ~deal.order.faces(deal.lead.lane):
            deal._voids[seat] |= bit(deal.lead.lane)
        mine = rank(deal.order, deal.lead, cards, deal.at_jacks)
        if beats(deal.lead, mine, deal.best):
            deal.best = mine
            deal.winner = seat
    else:
        if not cards[0]:
            return WRONG_NUMBER
        refusal = read_led(deal, cards)
        if refusal:
            return BAD_LEAD + refusal
        cards = _stands_or_fails(deal, cards)
        last = size(deal._hands[seat]) == size(cards)
        deal.at_jacks = last and deal.switches.jack_rules and is_jack(deal.level)
        deal.best = lead_rank(deal.order, deal.lead, cards, deal.at_jacks)
        deal.winner = seat
    lay_cards(deal, cards)
    return DONE


def read_led(deal: RawDeal, cards: Planes) -> int:
    """Take in what is led; 0, or why it cannot be led."""
    return deal.lead.read(
        deal.order, cards, deal.switches.throws, deal.switches.gapped_runs, deal.switches.bombs
    )


def _stands_or_fails(deal: RawDeal, cards: Planes) -> Planes:
    """What is really played of a lead: part of it, if another hand breaks it."""
    if deal.lead.units == 1 and not deal.lead.gapped:
        return cards
    beaten = 0
    for at in range(1, deal.switches.players):
        hand = deal._hands[(deal.turn + at) % deal.switches.players]
        beaten |= broken(deal.order, deal.lead, cards, hand, deal.switches.throws)
    if not beaten:
        return cards
    deal._exposed[deal.turn] = either(deal._exposed[deal.turn], cards)
    played = forced(deal.order, deal.lead, cards, beaten, deal.switches.smallest_card)
    deal._fines[deal.turn] += throw_fine(deal.switches.fine, size(cards), size(played))
    read_led(deal, played)
    return played


def lay_cards(deal: RawDeal, cards: Planes) -> None:
    """The cards on the table, and the trick finished if they were the last."""
    seat = deal.turn
    deal._hands[seat] = sub(deal._hands[seat], cards)
    deal._played[seat] = add(deal._played[seat], cards)
    if deal._exposed[seat][0]:
        deal._exposed[seat] = sub(deal._exposed[seat], overlap(deal._exposed[seat], cards))
    deal._trick[deal.in_trick] = cards
    deal.in_trick += 1
    if deal.named >= 0 and cards[0] >> deal.named & 1:
        _tell_partner(deal, seat)
    if deal.in_trick == deal.switches.players:
        _finish_trick(deal)
    else:
        deal.turn = (seat + 1) % deal.switches.players
        deal.start(PLAY)


def _tell_partner(deal: RawDeal, seat: int) -> None:
    """The partner becomes known when he plays a copy, or when every copy has been seen."""
    seen = 0
    for other in range(deal.switches.players):
        seen += count(deal._played[other], deal.named)
    if (seat == deal.partner and seat != deal.banker) or seen == deal.switches.decks:
        deal.partner_known = 1


def _finish_trick(deal: RawDeal) -> None:
    total = 0
    for at in range(deal.switches.players):
        total += points(deal._trick[at])
    deal._taken[deal.winner] += total
    leader = deal.leader
    deal.leader = deal.winner
    if deal._hands[0][0]:
        deal.lead_next()
    else:
        _settle_deal(deal, leader, total)


def _settle_deal(deal: RawDeal, leader: int, trick_points: int) -> None:
    """The bonus of the last trick, and the result."""
    attackers_won = not deal.is_bank_side(deal.winner)
    deal.adjusted = _last_bonus(deal, leader, trick_points, attackers_won)
    total = deal.attackers_points()
    deal.won = result(
        total,
        deal.switches.take_over,
        deal.switches.step,
        deal.switches.cap,
        deal.switches.below_zero,
    )
    by_jack = deal.at_jacks and deal.best >= JACKS
    deal.fell = by_jack and attackers_won and deal.won >= 0
    deal.partner_known = 1
    deal.start(OVER)


def _last_bonus(deal: RawDeal, leader: int, trick_points: int, attackers_won: bool) -> int:
    pairs = deal.lead.lengths & LENGTH if deal.lead.lengths else (1 if deal.lead.pairs else 0)
    if deal.switches.dig_own and not deal.switches.bombs and deal.winner != leader:
        own = deal._trick[(deal.winner - leader) % deal.switches.players]
        pairs = unit_length(next_unit(deal.order, deal.order.lane_of(own), own))
    factor = deal.switches.factor(pairs, deal.lead.size)
    if deal.switches.dig == DIG_LAST_TRICK:
        bonus = both_sides(trick_points, factor, deal.lead.size, attackers_won)
        return bonus - trick_points if attackers_won else bonus
    if deal.switches.dig != DIG_KITTY or not attackers_won or not _kitty_is_dug(deal):
        return 0
    return factor * points(deal.kitty)


def _kitty_is_dug(deal: RawDeal) -> bool:
    """Whether the kitty counts at all."""
    hard = deal.switches.style == STYLE_CALL and deal.order.trump == NO_SUIT
    by_bankers = deal.attacker != NOBODY and deal.is_bank_side(deal.attacker)
    return kitty_counts(hard, by_bankers, deal.switches.own_attack_digs)
