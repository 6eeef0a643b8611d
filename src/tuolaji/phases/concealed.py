"""Bidding face down (暗叫).

Decides `bid.concealed`, `bid.reinforce` and `bid.open-three`. A bid is n level cards of one suit;
only n is public, and the largest wins. A show holds the cards newly laid.
"""

from __future__ import annotations

from dataclasses import replace

from ..cards import JOKER_LEVEL, Card, Cards
from ..kernel import planes as masks
from ..rulings import Ruling
from .declare import Contest, Show, level_suit, none_legal, possible_shows

BID, REINFORCED = "bid", "reinforced"
LARGEST = 4


def show(contest: Contest, seat: int, cards: Cards) -> Contest | Ruling:
    """The contest after a seat lays these cards face down, or why it may not."""
    if contest.level == JOKER_LEVEL:
        return _refuse(contest, cards, "declare.joker-level")
    jokers = Cards(masks.restrict(cards.planes, masks.JOKERS))
    levels = cards - jokers
    suit = level_suit(levels, contest.level)
    if suit and _laid(contest, seat, suit):
        return _reinforce(contest, seat, cards, suit)
    opening = contest.first_deal and contest.ruleset.opening_small_joker
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
    return _stands(contest, Show(seat, cards, BID), suit)


def final(contest: Contest) -> bool:
    """Whether no later bid or reinforcement could be legal."""
    opening = contest.first_deal and contest.ruleset.opening_small_joker
    candidates = list(possible_shows(contest, LARGEST))
    if opening:
        candidates += possible_shows(contest, LARGEST, extra="XL")
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
    card = Card.parse(suit + contest.level)
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
    return _stands(contest, Show(seat, cards, REINFORCED), suit)


def _stands(contest: Contest, shown: Show, suit: str) -> Contest:
    banker = shown.seat if contest.first_deal else contest.banker
    return replace(contest, shows=(*contest.shows, shown), trump=suit, banker=banker)


def _refuse(contest: Contest, cards: Cards, rule: str, case: str = "") -> Ruling:
    return Ruling(rule, case, {"cards": cards, "level": contest.level})
