"""Every reason why a show is refused, by the rule pages."""

from __future__ import annotations

import pytest

from tests.table import C, attempt, passed, raw_deal
from tuolaji.cards import Card
from tuolaji.engine.state import BAD_FRIEND, DONE, PARTNER
from tuolaji.rules import refusals
from tuolaji.rules.declare import CALLING, CHANGING, DRAWING, STEALING, show, show_refusal
from tuolaji.rules.order import TRUMPS

# ruleset, level, bank held, what was shown by whom, then who shows what, and the reason
WHILE_DRAWING = [
    ("classic", "X", True, [], (0, "H2"), "AT_JOKER_LEVEL"),
    ("classic", "2", True, [], (0, "H3"), "FIRST_CARDS"),
    ("six-player", "2", True, [], (0, "XBL"), "FIRST_JOKERS"),
    ("classic", "2", True, [(0, "H2")], (1, "S2"), "OVERTURN_SINGLE"),
    ("classic", "2", True, [(0, "H22")], (1, "S22"), "OVERTURN_FIXED"),
    ("classic(decks=4)", "2", True, [(0, "H2")], (1, "H22"), "OVERTURN_SAME"),
    ("classic", "2", True, [(0, "H22")], (0, "S22"), "SELF_OVERTURN_FIXED"),
    ("classic", "2", True, [(0, "H2")], (0, "S22"), "SELF_OVERTURN_OFF"),
    ("classic(decks=4)", "2", True, [(0, "H2")], (0, "H22"), "SELF_SECURE_MORE"),
    ("classic(self_secure=false)", "2", True, [(0, "H2")], (0, "H2"), "SELF_SECURE_OFF"),
    ("classic(partners=called)", "2", True, [(0, "H2")], (2, "H2"), "PARTNER_SECURE_CALLED"),
    ("classic", "2", True, [(0, "H2")], (1, "H2"), "PARTNER_SECURE_OPPONENT"),
    ("meizhusong", "2", True, [(0, "H2")], (2, "H2"), "PARTNER_SECURE_OFF"),
    ("classic(no_trump=off)", "2", True, [], (0, "XBB"), "NO_TRUMP_OFF"),
    ("classic", "2", True, [], (0, "XBL"), "NO_TRUMP_PAIR"),
    ("classic", "2", True, [(0, "XLL")], (1, "XBB"), "NO_TRUMP_STANDS"),
    ("classic(joker_shows=decks_less_one)", "2", True, [], (0, "XL"), "NO_TRUMP_NUMBER"),
    ("three-deck", "2", True, [(0, "H22")], (1, "S22"), "OVERTURN_FEWER"),
    ("classic(declare_over=count_or_suit)", "2", True, [(0, "H22")], (1, "C22"), "OVERTURN_FEWER"),
    ("classic(declare_over=count_or_suit)", "2", True, [(0, "H2")], (1, "S2"), "OVERTURN_FEWER"),
    ("six-player", "2", True, [(1, "H2"), (0, "S22")], (0, "XBB"), "NO_TRUMP_OWN"),
    ("six-player", "2", True, [(0, "H2")], (1, "XBB"), "NO_TRUMP_EARLY"),
    ("classic(no_trump_after=overturn)", "2", True, [(0, "H2")], (1, "XBB"), "NO_TRUMP_EARLY"),
    ("four-deck", "3", True, [], (0, "H4"), "BID_CARDS"),
    ("four-deck", "3", True, [(0, "H3")], (1, "S3"), "BID_LARGER"),
    ("four-deck", "3", True, [(0, "H3")], (0, "S33"), "BID_OWN"),
    ("four-deck", "3", True, [], (0, "H3XL"), "JOKER_NEEDLESS"),
    ("four-deck", "3", False, [], (0, "H3"), "JOKER_MISSING"),
    ("four-deck(self_secure=false)", "3", True, [(0, "H3")], (0, "H3"), "REINFORCE_OFF"),
    ("four-deck", "3", False, [(0, "H3XL")], (0, "H3XL"), "REINFORCE_JOKER"),
    ("four-deck", "3", True, [(0, "H3"), (1, "S333")], (0, "H3"), "REINFORCE_FEW"),
]
# what was called and changed, when, who shows what, and the reason
IN_TURN = [
    (["H2XB"], CALLING, (1, "D2XB"), "CALL_TURN"),
    ([], CALLING, (0, "H2"), "CALL_RED"),
    ([], CALLING, (0, "S2"), "CALL_BLACK"),
    (["H22XB"], CHANGING, (1, "S22XL"), "CALL_LOCK"),
    ([], CHANGING, (1, "S22XL"), "CHANGE_BEFORE_CALL"),
    (["H2XB"], CHANGING, (0, "S22XL"), "CHANGE_OWN"),
    (["H2XB"], CHANGING, (1, "S2XL"), "CHANGE_CARDS"),
    (["H2XB"], CHANGING, (1, "H22XB"), "CHANGE_SAME"),
    (["H2XB", "D22XB"], CHANGING, (2, "H22XB"), "CHANGE_USED"),
    (["H2XB", "XLL"], CHANGING, (2, "XBB"), "ATTACK_STANDS"),
    (["H2XB"], CHANGING, (1, "XBL"), "ATTACK_PAIR"),
    (["H2XB"], CHANGING, (1, "XBB"), "ATTACK_USED"),
]


# what was shown by whom, then who takes the kitty with what, and the reason
STEALS = [
    ([(0, "H2")], (0, "S22"), "STEAL_OWN"),
    ([(0, "H2")], (2, "H2"), "STEAL_TWIN"),
]
# friend_cards, the card that is named, a letter p for a plain suit, and the reason
FRIENDS = [
    ("plain", "XB", "FRIEND_TRUMP"),
    ("no_points", "pK", "FRIEND_POINTS"),
    ("not_highest", "pA", "FRIEND_HIGHEST"),
]


@pytest.mark.parametrize(("ruleset", "level", "held", "before", "tried", "why"), WHILE_DRAWING)
def test_while_drawing(ruleset, level, held, before, tried, why):
    levels = (level,) * (4 if "called" in ruleset else 2)
    shows = raw_deal(ruleset, levels=levels, banker=0 if held else None).shows
    for seat, cards in before:
        assert show(shows, seat, C(cards).planes, DRAWING) == refusals.ALLOWED
    seat, cards = tried
    assert show_refusal(shows, seat, C(cards).planes, DRAWING) == getattr(refusals, why)


@pytest.mark.parametrize(("before", "when", "tried", "why"), IN_TURN)
def test_in_turn(before, when, tried, why):
    shows = raw_deal("joker-bid", banker=None).shows
    for seat, cards in enumerate(before):
        phase = CHANGING if seat else CALLING
        assert show(shows, seat, C(cards).planes, phase) == refusals.ALLOWED
    seat, cards = tried
    assert show_refusal(shows, seat, C(cards).planes, when) == getattr(refusals, why)


@pytest.mark.parametrize(("before", "tried", "why"), STEALS)
def test_stealing(before, tried, why):
    shows = raw_deal("steal").shows
    for seat, cards in before:
        assert show(shows, seat, C(cards).planes, DRAWING) == refusals.ALLOWED
    seat, cards = tried
    assert show_refusal(shows, seat, C(cards).planes, STEALING) == getattr(refusals, why)


def calling(friend_cards):
    """A deal in which friends are called, and one of its plain suits."""
    ruleset = f"friends(players=8,friend_cards={friend_cards})"
    deal = passed(raw_deal(ruleset, levels=("2",) * 8), PARTNER)
    return deal, next(s for s in "SHCD" if deal.order.lane(Card.parse(f"{s}A").face) != TRUMPS)


@pytest.mark.parametrize(("friend_cards", "named", "why"), FRIENDS)
def test_naming_a_friend(friend_cards, named, why):
    deal, plain = calling(friend_cards)
    assert attempt(deal, named.replace("p", plain)) == BAD_FRIEND + getattr(refusals, why)
    assert attempt(deal, f"{plain}Q") == DONE


def test_no_friend_is_named_twice():
    deal, plain = calling("plain")
    assert attempt(deal, f"{plain}A") == DONE
    assert attempt(deal, f"{plain}A") == BAD_FRIEND + refusals.FRIEND_TWICE
    assert attempt(deal, f"{plain}AA") == DONE  # another copy


def test_no_reason_is_left_out():
    told = {case[-1] for case in (*WHILE_DRAWING, *IN_TURN, *STEALS, *FRIENDS)}
    told.add("FRIEND_TWICE")
    assert told == {name for name in vars(refusals) if name.isupper()} - {"ALLOWED"}
