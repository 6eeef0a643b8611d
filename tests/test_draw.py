"""Deals up to the first lead: drawing, declaring, calling, burying."""

from __future__ import annotations

import random

import pytest

from tests.players import drive, new_deal, stacked
from tests.table import C
from tuolaji import PRESETS, Card, Cards, Ruleset
from tuolaji.deal import Deal, Setup, full_deck
from tuolaji.deal.actions import Bury, Declare, Pass
from tuolaji.deal.events import (
    Buried,
    Declared,
    Drawn,
    Dug,
    Flipped,
    Passed,
    Redealt,
    TookKitty,
    TrumpFixed,
)
from tuolaji.verdicts.ruling import NotAllowed, NotNow


def test_cards_are_drawn_one_at_a_time_from_the_first_seat():
    deal, events = new_deal("classic", random.Random(1))
    deal, more = drive(deal, until="play")
    drawn = [event for event in events + more if isinstance(event, Drawn)]
    assert len(drawn) == 100
    first = deal.setup.first_seat
    assert [event.seat for event in drawn] == [(first + n) % 4 for n in range(100)]
    assert [event.card for event in drawn] == list(deal.deck[:100])


def test_the_seats_are_asked_in_order_beginning_with_the_one_who_drew():
    # Seat 2 draws ♥2 as the third card; nobody else has anything to show yet.
    plain = "S3 S4 S5 S6 S7 S8"
    deal, _ = stacked("classic", [plain, "C3 C4", "H2 H3", "D3 D4"], first_seat=0)
    assert (deal.phase, deal.turn, deal.drawn) == ("draw", 2, 3)
    assert C("H2") in deal.options[2]
    after, events = deal.apply(Declare(2, C("H2")))
    assert events[0] == Declared(2, C("H2"), "H")
    assert after.contest.banker == 2
    assert deal.contest.trump is None  # the value before is untouched


def test_a_first_deal_is_played_at_the_level_one_declared_with():
    levels = ("3", "2")  # of a match that is taken up in the middle, with nobody banker
    hands = ["S4 S5", "H3 H4", "C4 C5", "D4 D5"]
    deal, _ = stacked("classic", hands, first_seat=0, levels=levels)
    deal, _ = deal.apply(Declare(1, C("H3")))  # a level card of the seat that draws first
    deal, _ = drive(deal, until="play")
    assert (deal.banker, deal.terms.level, deal.terms.trump) == (1, "3", "H")


def test_a_show_starts_the_round_of_asking_again():
    deal, _ = stacked("classic", ["S3 S2", "H2 H2", "C3 C4", "D3 D4"], first_seat=0)
    while deal.drawn < 6:
        deal, _ = deal.apply(Pass(deal.turn))
    assert (deal.turn, deal.drawn) == (1, 6)  # the one who drew is asked first
    deal, _ = deal.apply(Pass(1))
    assert (deal.turn, deal.drawn) == (0, 6)
    deal, _ = deal.apply(Declare(0, C("S2")))
    assert (deal.turn, deal.drawn) == (1, 6)  # asked again, before the next card
    assert C("H22") in deal.options[1]


def test_a_single_is_not_its_own_twin():
    deal, _ = stacked("classic", ["S3", "C3", "H2 H3", "D3"], first_seat=0)
    deal, _ = deal.apply(Declare(2, C("H2")))
    while deal.phase == "draw":
        if deal.hands[2].count(Card.parse("H2")) == 1:
            assert C("H2") not in deal.options[2]
            if deal.turn == 2:
                with pytest.raises(NotNow, match="not-in-hand"):
                    deal.apply(Declare(2, C("H2")))
        deal, _ = deal.apply(Pass(deal.turn))
    assert deal.contest.trump == "H"


def test_nobody_declares_and_the_kitty_is_turned_up():
    deal, events = stacked("classic", ["", "", "", ""], kitty="S3 H4 XB D5", first_seat=3)
    deal, more = drive(deal, until="bury")
    flipped = [event for event in events + more if isinstance(event, Flipped)]
    assert flipped == [Flipped((Card.parse("XB"), Card.parse("D5")))]
    fixed = [event for event in events + more if isinstance(event, TrumpFixed)]
    assert fixed == [TrumpFixed("2", "D", 3)]  # the seat dealt first is banker
    assert deal.turn == 3
    assert len(deal.hands[3]) == 33


def test_four_decks_without_a_bid_are_dealt_again():
    deal, events = new_deal("four-deck", random.Random(2))
    deal, more = drive(deal)
    assert deal.phase == "over"
    assert deal.redeal == "nobody"
    assert deal.settled is None
    assert (events + more)[-1] == Redealt("nobody")


def test_at_the_joker_level_nobody_is_asked():
    deal, events = stacked("classic", ["", "", "", ""], levels=("X", "5"), banker=2, first_seat=2)
    assert deal.phase == "bury"
    assert TrumpFixed("X", "N", 2) in events
    assert deal.turn == 2


def test_without_a_window_declaring_ends_with_the_last_card():
    for window, expected in (("true", "draw"), ("false", "bury")):
        rules = Ruleset.parse(f"classic(declare_window={window})")
        deck = full_deck(rules)
        levels = [card for card in deck if card.rank == "2" or card.suit == "X"]
        others = [card for card in deck if card not in levels]
        # One level card comes last of all to draw, the rest of them lie in the kitty or are
        # drawn by nobody before it: eleven do not fit a kitty of eight, so jokers split up.
        last = levels.pop(levels.index(Card.parse("S2")))
        kitty = [levels.pop(levels.index(Card.parse(c))) for c in
                 ("S2", "H2", "H2", "C2", "C2", "D2", "D2", "XB")]  # fmt: skip
        drawn = [*levels, *others]
        deck = [*drawn, last, *kitty]
        deal, _ = Deal.begin(rules, Setup(levels=("2", "2"), banker=0), deck)
        while deal.phase == "draw" and deal.drawn < 100:
            deal, _ = deal.apply(Pass(deal.turn))
        assert deal.phase == expected


def test_the_banker_takes_the_kitty_and_buries_as_many():
    deal, _ = new_deal("meizhusong", random.Random(5), first=False)
    deal, events = drive(deal, until="bury")
    took = next(event for event in events if isinstance(event, TookKitty))
    assert took.seat == deal.banker
    hand = deal.hands[deal.banker]
    with pytest.raises(NotNow, match="wrong-number"):
        deal.apply(Bury(deal.banker, Cards.of(list(hand)[:7])))
    with pytest.raises(NotNow, match="not-in-hand"):
        deal.apply(Bury(deal.banker, deal.hands[(deal.banker + 1) % 4]))
    chosen = Cards.of(list(hand)[3:11])
    after, events = deal.apply(Bury(deal.banker, chosen))
    assert events == [Buried(deal.banker, chosen)]
    assert (after.phase, after.turn, after.kitty) == ("play", deal.banker, chosen)
    assert after.hands[deal.banker] == hand - chosen


def test_calling_goes_round_once_and_changing_until_all_pass():
    deal, _ = stacked(
        "joker-bid", ["XL S6 S6 S3", "XB D6 D3", "C3 C4", "C5 C7"],
        levels=("3", "6"), first_seat=0,
    )  # fmt: skip
    assert (deal.phase, deal.turn) == ("call", 0)
    deal, events = deal.apply(Pass(0))
    assert events == [Passed(0)]
    deal, events = deal.apply(Declare(1, C("XBD6")))
    assert events[0] == Declared(1, C("XBD6"), "D")
    assert (deal.phase, deal.turn) == ("bury", 1)
    keep = C("XBD6")
    spare = [card for card in deal.hands[1] if card not in keep and card.rank != "6"]
    deal, _ = deal.apply(Bury(1, Cards.of(spare[:8])))
    assert (deal.phase, deal.turn) == ("change", 2)
    deal, _ = deal.apply(Pass(2))
    deal, _ = deal.apply(Pass(3))
    deal, events = deal.apply(Declare(0, C("XLS66")))
    assert (deal.phase, deal.turn, deal.holder) == ("bury", 0, 0)
    deal, _ = drive(deal, until="change")
    assert deal.turn == 1
    deal, _ = drive(deal, until="play")
    assert (deal.terms.trump, deal.terms.level, deal.banker, deal.turn) == ("S", "6", 1, 1)


def test_a_shown_card_cannot_be_shown_again():
    deal, _ = stacked(
        "joker-bid", ["XL S6 S6 S3", "XB XB D6 D3", "C3", "C5"], levels=("3", "6"), first_seat=1
    )
    deal, _ = deal.apply(Declare(1, C("XBD6")))
    spare = [card for card in deal.hands[1] if card.suit != "X" and card.rank != "6"]
    deal, _ = deal.apply(Bury(1, Cards.of(spare[:8])))
    deal, _ = deal.apply(Pass(2))
    deal, _ = deal.apply(Pass(3))
    deal, _ = deal.apply(Declare(0, C("XLS66")))
    spare = [card for card in deal.hands[0] if card.suit != "X" and card.rank != "6"]
    deal, _ = deal.apply(Bury(0, Cards.of(spare[:8])))
    assert deal.turn == 1
    assert C("XBB") not in deal.options[1]
    with pytest.raises(NotAllowed) as refused:
        deal.apply(Declare(1, C("XBB")))
    assert (refused.value.ruling.rule, refused.value.ruling.case) == ("change.attack", "used")


def test_nobody_calls_and_trump_is_hard():
    deal, events = new_deal("joker-bid", random.Random(9))
    deal, more = drive(deal, until="play")
    fixed = next(event for event in events + more if isinstance(event, TrumpFixed))
    assert fixed == TrumpFixed("2", "N", deal.setup.first_seat)
    assert deal.turn == deal.setup.first_seat
    assert not any(isinstance(event, TookKitty) for event in events + more)
    deal, more = drive(deal)
    dug = next(event for event in more if isinstance(event, Dug))
    assert (dug.multiplier, dug.points) == (0, 0)


@pytest.mark.parametrize("ruleset", PRESETS)
@pytest.mark.parametrize("number", [40, 1000])
def test_all_passes_at_once_are_the_passes_one_by_one(ruleset, number):
    """Up to some card, and to the end of the draw, whatever follows from the last pass."""
    for seed in range(3):
        deal, _ = new_deal(ruleset, random.Random(seed))
        at_once, passes = deal.passed_to(number)
        for action, happened in passes:
            assert deal.phase == "draw"
            deal, events = deal.apply(action)
            assert events == happened
        assert deal == at_once
        assert deal.told == at_once.told
        assert deal.phase != "draw" or deal.drawn >= number
