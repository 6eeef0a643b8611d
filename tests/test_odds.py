"""Chances of unseen cards: against counting all the ways they can lie."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from tuolaji.bots.fast.odds import SURE, Odds, none_of
from tuolaji.bots.fast.resume import take_play, take_seat, take_up
from tuolaji.cards import RANKS, SUITS, Cards
from tuolaji.engine.state import State
from tuolaji.rules.numbers import strict_switches_of
from tuolaji.rules.order import TRUMPS, Order
from tuolaji.rules.switches import Switches
from tuolaji.ruleset import Ruleset


@pytest.mark.parametrize("hands", range(1, 6))
def test_chances_count_the_ways_to_deal(hands: int) -> None:
    for units, cards in ((0, 1), (1, 1), (4, 1), (1, 2), (2, 2), (1, 4)):
        for some in range(hands + 1):
            ways = list(product(product(range(hands), repeat=cards), repeat=units))
            free = sum(all(len(set(unit)) > 1 or unit[0] >= some for unit in way) for way in ways)
            chance = none_of(units, cards, some, hands)
            assert abs(Fraction(chance, SURE) - Fraction(free, len(ways))) <= Fraction(1, 1000)


def test_many_are_as_good_as_ever_more() -> None:
    assert none_of(500, 1, 1, 3) == none_of(31, 1, 1, 3) == 0


@pytest.mark.parametrize("trump", range(-1, 4))
@pytest.mark.parametrize("level", [-1, 1, 3, 12])
@pytest.mark.parametrize("switches", [(0, 0, 0), (1, 1, 1), (0, 1, 0), (1, 0, 1)])
def test_above_is_what_has_a_higher_step(
    level: int, trump: int, switches: tuple[int, int, int]
) -> None:
    order = Order()
    how = Switches()
    how.permanent_two, how.runs_skip_level, how.runs_in_trump = switches
    order.lay_out(level, trump, how)
    for lane in range(5):
        faces = [face for face in range(54) if order.faces(lane) >> face & 1]
        for step in range(-1, 25):
            higher = sum(1 << face for face in faces if order.step(face) > step)
            assert order.above(lane, step) == higher


def table(*hands: str, kitty: str = "-", voids: tuple[int, ...] = (0, 0, 0, 0)) -> State:
    """Level 2, hearts, seat 0 banks and leads."""
    deal = State(strict_switches_of(Ruleset.parse("classic")))
    take_up(deal, RANKS.index("2"), SUITS.index("H"), 0, 0, 0)
    for seat, text in enumerate(hands):
        take_seat(deal, seat, Cards().planes, voids[seat], 0, 0)
        deal.set_hand(seat, Cards.parse(text).planes)
    deal.set_kitty(Cards.parse(kitty).planes)
    return deal


def test_a_lead_stands_as_often_as_the_cards_lie_well() -> None:
    """Two higher spades, three hands, two of them the other side's: (1/3)² that they have none."""
    odds, deal = Odds(), table("SQ", "SK", "C4", "SA")
    odds.look(deal)
    foes = 0b1010
    assert odds.cannot_top(deal, foes, 0, 1, 1, deal.order.step(10)) == round(SURE / 9)
    # no trump is out, so that nobody ruffs
    assert odds.lead_stands(deal, foes, 0, 1, 1, deal.order.step(10)) == round(SURE / 9)


def test_who_is_void_has_none_and_may_ruff() -> None:
    voids = (0, 1, 0, 0)
    odds, deal = Odds(), table("SQ", "H5", "SK", "SA", voids=voids)
    odds.look(deal)
    # two spades between seats 2 and 3, one of which is a foe
    assert odds.cannot_top(deal, 0b1010, 0, 1, 1, deal.order.step(10)) == SURE // 4
    # the one trump lies with seat 1 as likely as with either of the others
    assert odds.cannot_ruff(deal, 0b0010, 0, 1, 1, -1) == round(SURE * 2 / 3)
    assert odds.cannot_top(deal, 0b0010, TRUMPS, 1, 1, -1) == round(SURE * 2 / 3)


def test_the_kitty_is_unseen_but_for_who_buried_it() -> None:
    odds, deal = Odds(), table("SQ", "S3", "S4", "S5", kitty="SK SA")
    odds.look(deal)
    assert odds.unseen_of(deal.order.faces(0)) == 3
    take_play(deal, deal.hand(0), 1)
    deal.set_hand(0, Cards().planes)
    odds.look(deal)
    assert odds.unseen_of(deal.order.faces(0)) == 4  # S4 S5, and the SK SA that lie buried
    take_up(deal, RANKS.index("2"), SUITS.index("H"), 1, 0, 0)  # seat 0 buried, seat 1 banks
    deal.set_kitty(Cards.parse("SK SA").planes)
    odds.look(deal)
    assert odds.unseen_of(deal.order.faces(0)) == 0
