"""Bidding face down (暗叫).

Decides `bid.concealed`, `bid.reinforce` and `bid.open-three`. A bid is n level cards of one suit;
only n is public, and the largest wins. A show holds the cards newly laid.
"""

from __future__ import annotations

from ..cards import JOKER_LEVEL, Card, Cards
from ..kernel import planes as masks
from ..rulings import Ruling
from .declare import Contest, Show, level_suit, none_legal, possible_shows

BID, REINFORCED = "bid", "reinforced"
LARGEST = 4


def show(contest: Contest, seat: int, cards: Cards) -> Contest | Ruling:
    """The contest after a seat lays these cards face down, or why it may not."""
    contest = contest.at_level_of(seat)
    if contest.level == JOKER_LEVEL:
        return _refuse(contest, cards, "declare.joker-level")
    jokers = Cards(masks.restrict(cards.planes, masks.JOKERS))
    levels = cards - jokers
    suit = level_suit(levels, contest.level)
    if suit and _laid(contest, seat, suit):
        return _reinforce(contest, seat, cards, suit)
    opening = _needs_joker(contest)
    if jokers and not opening:
        return _refuse(contest, cards, "bid.open-three", "needless")
    if suit is None:
        return _refuse(contest, cards, "bid.concealed", "cards")
    if opening and str(jokers) != "XL":
        return _refuse(contest, cards, "bid.open-three", "missing")
    highest, holder = highest_bid(contest)
    if not highest < len(levels) <= LARGEST:
        return _refuse(contest, cards, "bid.concealed", "larger")
    if holder == seat and not contest.ruleset.self_overturn:
        return _refuse(contest, cards, "bid.concealed", "own")
    return contest.stands(Show(seat, cards, BID), suit)


def final(contest: Contest) -> bool:
    """Whether no later bid or reinforcement could be legal."""
    candidates = list(possible_shows(contest, contest.level, LARGEST))
    if _needs_joker(contest):
        candidates += possible_shows(contest, contest.level, LARGEST, extra="XL")
    return none_legal(contest, candidates, show)


def highest_bid(contest: Contest) -> tuple[int, int | None]:
    """The size of the highest bid and who holds it."""
    if not contest.shows:
        return 0, None
    seat = contest.shows[-1].seat
    assert contest.trump is not None
    return _laid(contest, seat, contest.trump), seat


def _laid(contest: Contest, seat: int, suit: str) -> int:
    """How many level cards of a suit a seat has laid."""
    card = Card.parse(suit + contest.level_of(seat))
    return sum(shown.cards.count(card) for shown in contest.shows if shown.seat == seat)


def _reinforce(contest: Contest, seat: int, cards: Cards, suit: str) -> Contest | Ruling:
    """More cards of the suit a seat has bid already."""
    if not contest.ruleset.self_secure:
        return _refuse(contest, cards, "bid.reinforce", "off")
    if cards.planes[0] & masks.JOKERS:
        return _refuse(contest, cards, "bid.reinforce", "joker")
    highest, holder = highest_bid(contest)
    total = _laid(contest, seat, suit) + len(cards)
    if not highest < total <= LARGEST:
        return _refuse(contest, cards, "bid.reinforce", "few")
    if holder == seat and suit != contest.trump and not contest.ruleset.self_overturn:
        return _refuse(contest, cards, "bid.concealed", "own")
    return contest.stands(Show(seat, cards, REINFORCED), suit)


def _needs_joker(contest: Contest) -> bool:
    """Whether this is the opening deal, in which a bid needs a small joker."""
    opening = contest.first_deal and not contest.rebid
    return opening and contest.ruleset.opening_small_joker


def _refuse(contest: Contest, cards: Cards, rule: str, case: str = "") -> Ruling:
    return Ruling(rule, case, {"cards": cards, "level": contest.level})
