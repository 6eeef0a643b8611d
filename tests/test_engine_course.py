"""The kernel's whole deals up to the first lead: every phase, every refusal."""

from __future__ import annotations

import pytest

from tests.table import C, asked, attempt, passed, raw_deal
from tuolaji import Cards
from tuolaji.cards import RANKS, SUITS
from tuolaji.engine.match import count_deal
from tuolaji.engine.state import (
    BAD_SHOW,
    BURY,
    CALL,
    CHANGE,
    DONE,
    DRAW,
    NOT_IN_HAND,
    OVER,
    PARTNER,
    PLAY,
    WRONG_NUMBER,
)
from tuolaji.rules import refusals
from tuolaji.rules.order import NO_SUIT

# Declaring


def test_revealing_a_single_its_overturn_and_no_trump():
    deal = raw_deal("classic", {0: "H2", 1: "S22", 2: "XLL"}, banker=None)
    assert (deal.phase, deal.turn) == (DRAW, 0)
    assert attempt(deal, "H2") == DONE
    assert (deal.shows.trump, deal.shows.banker) == (SUITS.index("H"), 0)
    assert attempt(asked(deal, 1), "S2") == BAD_SHOW + refusals.OVERTURN_SINGLE
    assert attempt(asked(deal, 1), "S22") == DONE
    assert (deal.shows.trump, deal.shows.banker) == (SUITS.index("S"), 1)
    assert attempt(asked(deal, 2), "XLL") == DONE
    assert passed(deal, BURY).turn == 2  # in a first deal the last declarer has the bank
    assert deal.order.trump == NO_SUIT


def test_a_show_stays_in_the_hand_but_is_not_shown_twice():
    deal = raw_deal("classic", {0: "H2XLL", 1: "C22"})
    assert attempt(asked(deal, 0), "H2") == DONE
    assert C("H2") <= Cards(deal.hand(0))
    assert attempt(asked(deal, 1), "C22") == DONE
    assert attempt(asked(deal, 0), "H2") == NOT_IN_HAND


def test_calling_and_changing():
    deal = raw_deal("joker-bid", {0: "H2XB", 1: "S22XL", 2: "XBL", 3: "D2"}, banker=None)
    assert (deal.phase, deal.turn) == (CALL, 0)
    assert attempt(deal, "H2") == BAD_SHOW + refusals.CALL_RED
    assert attempt(deal, "H2XB") == DONE
    assert (deal.phase, deal.turn) == (BURY, 0)  # who calls takes the kitty
    passed(deal, CHANGE)
    assert deal.turn == 1
    assert attempt(deal, "S2XL") == BAD_SHOW + refusals.CHANGE_CARDS
    assert attempt(deal, "S22XL") == DONE
    assert (deal.phase, deal.turn) == (BURY, 1)
    assert deal.shows.banker == 0  # a change moves no bank
    passed(deal, CHANGE)
    assert deal.turn == 2
    assert attempt(deal, "XBL") == BAD_SHOW + refusals.ATTACK_PAIR
    passed(deal, PLAY)
    assert (deal.banker, deal.turn, deal.order.trump) == (0, 0, SUITS.index("S"))


def test_locking_and_attacking():
    deal = raw_deal("joker-bid", {0: "H22XB", 1: "S22XL", 2: "D22"}, banker=None)
    assert attempt(deal, "H22XB") == DONE
    passed(deal, CHANGE)
    assert attempt(deal, "S22XL") == BAD_SHOW + refusals.CALL_LOCK
    deal = raw_deal("joker-bid", {0: "H22XB", 1: "XLL"}, banker=None)
    assert attempt(deal, "H22XB") == DONE
    passed(deal, CHANGE)
    assert attempt(deal, "XLL") == DONE
    assert (deal.phase, deal.attacker, deal.order.trump) == (PLAY, 1, NO_SUIT)
    assert deal.banker == 0


def test_nobody_calls_the_first_caller_has_the_bank_without_trump():
    deal = passed(raw_deal("joker-bid", banker=None), PLAY)
    assert (deal.banker, deal.order.trump) == (0, NO_SUIT)


def test_a_concealed_bid_is_raised_and_reinforced():
    deal = raw_deal("four-deck", {0: "H33", 1: "S333", 2: "D3"}, levels=("3", "3"))
    assert attempt(asked(deal, 0), "H3XL") in (NOT_IN_HAND, BAD_SHOW + refusals.JOKER_NEEDLESS)
    assert attempt(asked(deal, 0), "H3") == DONE
    assert attempt(asked(deal, 2), "D3") == BAD_SHOW + refusals.BID_LARGER
    assert attempt(asked(deal, 1), "S33") == DONE
    assert attempt(asked(deal, 1), "S3") == DONE
    assert deal.shows.highest_bid() == 3
    passed(deal, PLAY)
    assert deal.order.trump == SUITS.index("S")
    assert deal.turn == 0  # the bank was held


def test_nobody_declares_the_third_kitty_card_is_turned_up():
    deal = raw_deal("classic", kitty="H3S4XBD9C5C6C7C8")
    passed(deal, PLAY)
    assert (deal.order.trump, deal.shows.turned) == (SUITS.index("D"), 2)
    deal = raw_deal("meizhusong", kitty="H3S4XBD9C5C6C7C8")
    passed(deal, PLAY)
    assert (deal.order.trump, deal.shows.turned) == (NO_SUIT, 1)


def test_nobody_bids_the_deal_is_void_and_the_match_as_it_was():
    deal = raw_deal("four-deck", levels=("5", "9"), banker=2)
    passed(deal, OVER)
    assert deal.redeal
    count_deal(deal)
    ranks = [RANKS[deal.switches.rank_at(deal.rung(side))] for side in (0, 1)]
    assert (ranks, deal.bank, deal.deals) == (["5", "9"], 2, 0)


def test_at_the_joker_level_nobody_is_asked():
    deal = raw_deal("classic", levels=("X", "2"))
    assert deal.phase == BURY
    assert deal.order.trump == NO_SUIT


# Burying, the partner


def test_the_banker_takes_the_kitty_and_buries_as_many():
    deal = passed(raw_deal("classic", {1: "HAA"}, kitty="S3S4S5S6S7S8S9ST"), BURY)
    assert C("S3456789T") <= Cards(deal.hand(0))
    assert len(Cards(deal.hand(0))) == 33
    assert attempt(deal, "S345678") == WRONG_NUMBER
    assert attempt(deal, "S345678HAA") == NOT_IN_HAND
    assert attempt(deal, "S3456789T") == DONE
    assert deal.kitty == C("S3456789T").planes
    assert (deal.phase, deal.turn) == (PLAY, 0)


@pytest.mark.parametrize(
    ("card", "partner"),
    [("HA", 2), ("HK", 1), ("HQ", 0)],  # the next who holds it; nobody else does: alone
)
def test_the_called_partner_is_the_next_who_holds_the_card(card, partner):
    hands = {0: "HQQ", 1: "HK", 2: "HA", 3: "HAHK"}
    deal = raw_deal("classic(partners=called)", hands, levels=("2",) * 4, kitty="S3S4S5S6S7S8S9ST")
    passed(deal, BURY)
    assert attempt(deal, "S3456789T") == DONE
    assert (deal.phase, deal.turn) == (PARTNER, 0)
    assert attempt(deal, "HAK") == WRONG_NUMBER
    assert attempt(deal, card) == DONE
    assert (deal.friend(0), deal.friend_known(0)) == (partner, False)
    assert [deal.is_bank_side(seat) for seat in range(4)] == [s in (0, partner) for s in range(4)]
