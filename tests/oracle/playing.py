"""Playing the cards of a deal: leads, throws, follows, tricks, the called partner, the count."""

from collections import Counter

from . import friends
from .cards import canonical, points, show, without
from .follow import Duty
from .rules import friends_called
from .score import dig, result
from .throw import penalty, played_of
from .trick import winner, won_by_jack
from .units import Refused, lead_units


def in_turn(seat, players):
    """All seats in turn, beginning with one."""
    return [(seat + k) % players for k in range(players)]


def play(deal, kind, action):
    """A seat leads or follows."""
    if kind != "play":
        raise Refused("wrong-phase")
    if deal.lead is None:
        lead(deal, action["seat"], deal.cards_of(action))
    else:
        follow(deal, action["seat"], deal.cards_of(action, len(deal.lead)))


def lead(deal, seat, cards):
    """A lead; of a throw or gapped run that fails only a part is played (`throw.failed`)."""
    units = lead_units(deal.table, cards)
    others = [hand for other, hand in enumerate(deal.hands) if other != seat and tests_throw(deal, seat, other)]
    played = played_of(deal.table, deal.table.suit(cards), units, others, set())
    deal.discards = []
    if played is not None:
        fine = penalty(deal.rules, cards, played)
        deal.fines[seat] += fine
        deal.tell("throw_failed", seat=seat, thrown=show(cards), played=show(played), penalty=fine)
        # all have seen the cards taken back; they may be the same as those seen before
        deal.exposed[seat] = canonical((Counter(deal.exposed[seat]) | Counter(cards)).elements())
        cards = canonical(played)
    deal.lead = cards
    lay_down(deal, seat, cards)


def tests_throw(deal, seat, other):
    """`throw_tested`: whether another seat's hand can break a throw of this seat; nobody knows a called partner."""
    partners = deal.rules["partners"] == "fixed" and seat % 2 == other % 2
    return deal.rules["throw_tested"] == "others" or not partners


def follow(deal, seat, cards):
    """A follow; a wrong one is refused, or with a referee stands until it is claimed.

    What is played in place of a wrong play must be legal.
    """
    broken = Duty(deal.table, deal.lead, deal.hands[seat]).broken_rule(cards)
    if broken:
        mends = () in deal.trick
        if mends or deal.rules["enforcement"] == "strict":
            raise Refused(broken)
        deal.wrong.append((seat, len(deal.finished), cards, broken))
    lay_down(deal, seat, cards)


def lay_down(deal, seat, cards):
    """The cards lie on the table; with the last of them the trick is over."""
    deal.hands[seat] = without(deal.hands[seat], cards)
    deal.exposed[seat] = without(deal.exposed[seat], cards)
    if () in deal.trick:
        deal.trick[deal.trick.index(())] = cards
    else:
        deal.trick.append(cards)
    deal.tell("played", seat=seat, cards=show(cards))
    friends.notice(deal, seat, cards)
    if len(deal.trick) == len(deal.seats) and () not in deal.trick:
        end_trick(deal)


def competing(deal, leader, plays):
    """The places of the plays that may win the trick, the leader's being 0."""
    return [at for at in range(len(plays)) if (leader + at) % len(deal.seats) not in deal.discards]


def end_trick(deal):
    """`score.tricks`: the winner takes the points, also of plays that could not win, and leads next."""
    plays, last = deal.trick, not deal.hands[0]
    places = competing(deal, deal.leader, plays)
    best = places[winner(deal.table, [plays[at] for at in places], last, set())]
    worth = points([card for cards in plays for card in cards])
    deal.finished.append((deal.leader, plays))
    deal.leader = (deal.leader + best) % len(deal.seats)
    deal.taken[deal.leader] += worth
    deal.lead, deal.trick = None, []
    deal.tell("trick_won", seat=deal.leader, points=worth)
    if last:
        deal.phase = "count"
        if deal.rules["enforcement"] == "strict":
            count_up(deal)
        else:
            deal.asking = in_turn(deal.leader, len(deal.seats))


def count(deal, kind, _):
    """With a referee every seat is asked, beginning with the last winner, whether it has anything to claim."""
    if kind != "pass":
        raise Refused("wrong-phase")
    deal.asking = deal.asking[1:]
    if not deal.asking:
        count_up(deal)


def side_of(deal, seat):
    """The side of a seat."""
    return "bankers" if seat in deal.bank_side() else "attackers"


def count_up(deal):
    """The last trick's bonus, and the result."""
    leader, plays = deal.finished[-1]
    rivals = [plays[at] for at in competing(deal, leader, plays)]
    side = side_of(deal, deal.leader)
    attacked_by = None if deal.attacker is None else side_of(deal, deal.attacker)
    bonus = dig(deal.table, plays, deal.kitty, side, {"attacked_by": attacked_by}, set())
    friends.tell_all(deal)
    added = bonus["points"]
    if deal.rules["dig"] == "last_trick" and side == "attackers":
        added -= points([card for cards in plays for card in cards])  # instead of the plain points
    if deal.rules["dig"] != "off":
        deal.tell("dug", kitty=show(deal.kitty), multiplier=bonus["multiplier"], points=added)
    deal.adjusted += added
    jack = side == "attackers" and won_by_jack(deal.table, rivals)
    outcome = result(deal.rules, deal.attackers_points(), deal.table.level, jack, set())
    settle(deal, small_side(deal, outcome))


def small_side(deal, outcome):
    """`score.small-side`: the banker's side with fewer people than foreseen is promoted one more."""
    few = len(deal.bank_side()) < 1 + friends_called(deal.rules)
    if deal.rules["small_side_bonus"] and outcome["side"] == "bankers" and few:
        return {**outcome, "levels": outcome["levels"] + 1}
    return outcome


def settle(deal, outcome):
    """The deal is over with this result."""
    friends.tell_all(deal)
    told = {"side": outcome["side"], "levels": outcome["levels"], "back_to": outcome.get("back_to")}
    deal.tell("settled", attackers=deal.attackers_points(), result=told)
    deal.phase, deal.settled, deal.asking = "over", deal.events[-1], []
