"""What the fouls of the tables do to a whole deal: bids, the bank, conduct, the kitty."""

from __future__ import annotations

import random

import pytest

from tests.players import drive, new_deal, random_action, stacked
from tests.table import C, changed
from tuolaji import Cards, Ruleset
from tuolaji.deal import Deal, full_deck
from tuolaji.deal.actions import Adjust, Declare, NameTrump, Pass, Play, RuleFoul
from tuolaji.deal.events import (
    BidTurnedUp,
    Disqualified,
    Drawn,
    Fouled,
    Passed,
    Redealt,
    Settled,
    TrumpFixed,
    TrumpNamed,
)
from tuolaji.deal.match import BankOpened, BankPassed, Match, MatchWon
from tuolaji.deal.referee import remembered
from tuolaji.deal.view import view
from tuolaji.ruleset.fouls import Foul
from tuolaji.terminal.words import Words
from tuolaji.testing.invariants import broken
from tuolaji.texts.reader import LANGUAGES, texts
from tuolaji.verdicts.ruling import NotNow
from tuolaji.verdicts.score import Result

FOUR = "four-deck(enforcement=referee)"


# Bids.


def bidding(ruleset=FOUR, *, first=False, hands=("S4", "H4", "C5", "D5")):
    """Seat 0 draws ♠4 and bids it; seat 1 has ♥4 and cannot bid more."""
    level = "3" if first else "4"
    hands = [hand.replace("4", f"{level} XL" if first else level) for hand in hands]
    setup = {"levels": (level, level), "banker": None if first else 3, "first_seat": 0}
    deal, _ = stacked(ruleset, hands, **setup)
    while deal.turn != 0 or not deal.options[0]:
        deal, _ = deal.apply(Pass(deal.turn))
    bid = max(deal.options[0], key=lambda cards: C(f"S{level}") <= cards)
    return deal.apply(Declare(0, bid))[0]


FALSE = RuleFoul(Foul("foul.false-bid"), 0)
EXPOSED = RuleFoul(Foul("foul.bid-exposed"), 0)


def test_after_an_exposed_bid_the_other_side_is_asked_again():
    deal = bidding()
    assert deal.phase == "draw"
    while 1 in deal.asking:
        deal, _ = deal.apply(Pass(deal.turn))
    after, events = deal.apply(EXPOSED)
    assert events == [Fouled("foul.bid-exposed", None, 0, "lose_bid")]
    assert (after.contest.shows, after.barred) == ((), (0, 2))
    assert 1 in after.asking
    assert C("H4") in after.options[1]
    over, _ = drive(after)
    assert over.redeal == "nobody"


def test_a_false_bid_lets_the_other_side_name_trump():
    deal = bidding()
    left = 216 - deal.drawn
    deal, events = deal.apply(FALSE)
    assert events[0] == Fouled("foul.false-bid", None, 0, "name_trump")
    assert [type(event) for event in events[1:]] == [Drawn] * left  # nobody bids any more
    assert (deal.phase, deal.asking, deal.barred) == ("name", (1, 3), (0, 2))
    assert broken(deal) == []
    with pytest.raises(NotNow, match="not-your-turn"):
        deal.apply(NameTrump(3, "H"))
    with pytest.raises(NotNow, match="not-your-turn"):
        deal.apply(NameTrump(2, "H"))
    with pytest.raises(ValueError, match="no trump 'X'"):
        deal.apply(NameTrump(1, "X"))
    deal, events = deal.apply(Pass(1))
    assert events == [Passed(1)]
    after, events = deal.apply(NameTrump(3, "H"))
    assert events == [TrumpNamed(3, "H"), TrumpFixed("4", "H", 3)]
    assert (after.phase, after.turn, after.banker) == ("play", 3, 3)
    assert broken(after) == []
    # Nobody names it: only jokers, level cards and 2s are trumps.
    after, events = deal.apply(Pass(3))
    assert events == [Passed(3), TrumpFixed("4", "N", 3)]
    assert after.phase == "play"


def test_in_an_opening_deal_the_namer_is_banker_and_nobody_means_a_new_deal():
    deal, _ = bidding(first=True).apply(FALSE)
    deal, _ = deal.apply(Pass(1))
    after, events = deal.apply(NameTrump(3, "N"))
    assert events == [TrumpNamed(3, "N"), TrumpFixed("3", "N", 3)]
    assert (after.banker, after.turn) == (3, 3)
    over, events = deal.apply(Pass(3))
    assert events == [Passed(3), Redealt("nobody")]
    assert (over.phase, over.redeal, over.rebid) == ("over", "nobody", False)


def test_a_false_bid_shows_when_it_is_turned_up():
    deal, events = drive(bidding(), until="play")
    assert any(isinstance(event, BidTurnedUp) for event in events)
    named, _ = deal.apply(FALSE)
    assert (named.phase, named.asking, named.terms) == ("name", (1, 3), None)
    assert named.hands == deal.hands
    led, _ = deal.apply(Play(deal.turn, Cards.of(list(deal.hands[deal.turn])[:1])))
    for foul in (FALSE, EXPOSED):
        with pytest.raises(NotNow, match="wrong-phase"):
            led.apply(foul)


def test_the_kitty_lies_as_it_was_dealt_when_a_false_bid_is_found():
    ruleset = "four-deck(enforcement=referee,kitty=8)"
    deal, _ = drive(bidding(ruleset), until="bury")
    for burying in (deal, drive(deal, until="play")[0]):
        named, _ = burying.apply(FALSE)
        assert broken(named) == []
        assert named.kitty == Cards.of(deal.deck[-8:])
        after, _ = named.apply(NameTrump(1, "C"))
        assert (after.phase, after.turn, len(after.hands[3])) == ("bury", 3, 60)


def test_who_bid_falsely_has_to_be_said():
    deal = bidding()
    with pytest.raises(NotNow, match="no-such-foul"):
        deal.apply(RuleFoul(Foul("foul.false-bid")))


# The bank bid for anew.


def test_the_wrong_banker_opens_the_bank():
    match = Match(Ruleset.parse(FOUR), ("5", "9"), banker=1, deals=4)
    deck = full_deck(match.ruleset)
    random.Random(3).shuffle(deck)
    deal, _ = Deal.begin(match.ruleset, match.setup(), deck)
    deal, events = deal.apply(RuleFoul(Foul("foul.bank-order")))
    assert events == [Fouled("foul.bank-order", None, 0, "rebid"), Redealt("foul.bank-order")]
    match, events = match.after(deal)
    assert events == [BankOpened()]
    assert (match.banker, match.levels, match.deals) == (None, ("5", "9"), 4)
    setup = match.setup()
    assert (setup.banker, setup.number) == (None, 5)
    # Each side bids with its own level, without a joker; the winner is banker at their level.
    hands = ["S5 C3", "H9 H9", "C6", "D6"]
    deal, _ = stacked(FOUR, hands, levels=setup.levels, banker=None, number=5)
    assert (deal.turn, deal.options[0], view(deal, 0).level) == (0, (C("S5"),), "")
    deal, _ = deal.apply(Declare(0, C("S5")))
    assert (deal.contest.banker, deal.contest.level) == (0, "5")
    while deal.turn != 1:
        deal, _ = deal.apply(Pass(deal.turn))
    deal, _ = deal.apply(Declare(1, C("H99")))
    deal, _ = drive(deal, until="play")
    assert (deal.banker, deal.terms.level, deal.terms.trump) == (1, "9", "H")
    assert broken(deal) == []
    settled = changed(deal, phase="over", settled=Settled(0, Result("bankers", 3)),
                      setup=setup)  # fmt: skip
    match, events = match.after(settled)
    assert (match.levels, BankPassed(3) in events) == (("5", "Q"), True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_open_bank_is_told(language):
    words = Words(Ruleset.parse(FOUR), 0, language)
    ((_, told),) = words.match_events([BankOpened()], ("2", "2"))
    assert told == texts(language)["terminal"]["bank_open"]


def test_where_trump_is_called_the_first_call_stays_where_it_was():
    rules = Ruleset.parse("joker-bid(fouls=four-deck)")
    match = Match(rules, ("5", "9"), banker=1, deals=4)
    deal, _ = Deal.begin(rules, match.setup(), full_deck(rules))
    deal, _ = deal.apply(RuleFoul(Foul("foul.bank-order")))
    assert match.after(deal) == (match, [])


def test_a_bank_nobody_bids_for_stays_open():
    rules = Ruleset.parse("four-deck")
    match = Match(rules, ("5", "9"), banker=None, deals=4)
    deck = full_deck(rules)
    random.Random(5).shuffle(deck)
    deal, _ = drive(Deal.begin(rules, match.setup(), deck)[0])
    assert deal.redeal == "nobody"
    assert match.after(deal) == (match, [])


def test_a_bank_bid_for_openly_goes_with_the_level_of_its_declarer():
    rules = "classic(fouls=four-deck)"
    deal, _ = stacked(rules, ["S5 C3", "H9 H9", "C6", "D6"], levels=("5", "9"), number=3)
    deal, _ = deal.apply(Declare(0, C("S5")))
    while deal.turn != 1:
        deal, _ = deal.apply(Pass(deal.turn))
    deal, _ = deal.apply(Declare(1, C("H99")))
    deal, _ = drive(deal, until="bury")
    assert (deal.banker, deal.terms.level, deal.terms.trump) == (1, "9", "H")


# Conduct, the kitty.


def test_the_second_time_the_referee_disqualifies():
    match = Match(Ruleset.parse("four-deck"), ("5", "9"), banker=1)
    deck = full_deck(match.ruleset)
    random.Random(3).shuffle(deck)
    deal, _ = Deal.begin(match.ruleset, match.setup(), deck)
    deal, events = deal.apply(RuleFoul(Foul("foul.conduct"), 3))
    assert events == [Fouled("foul.conduct", None, 0, "warn")]
    assert deal.phase == "draw"
    deal, events = deal.apply(RuleFoul(Foul("foul.conduct", times=2), 3))
    assert events == [Fouled("foul.conduct", None, 0, "disqualify"), Disqualified(3)]
    assert (deal.phase, deal.disqualified, view(deal).disqualified) == ("over", 3, 3)
    assert broken(deal) == []
    match, events = match.after(deal)
    assert (match.over, events) == ((0,), [MatchWon((0,), "disqualified")])


def test_the_warning_is_remembered_through_the_match():
    rules = Ruleset.parse("four-deck")
    first, other = RuleFoul(Foul("foul.conduct"), 3), RuleFoul(Foul("foul.conduct"), 0)
    assert remembered(rules, first, [Pass(1), other]) == first
    again = remembered(rules, RuleFoul(Foul("foul.conduct"), 1), [first, Pass(1), other])
    assert again == RuleFoul(Foul("foul.conduct", times=2), 1)  # of the same side
    assert rules.fouls.penalty(again.foul).effect == "disqualify"
    misplay = RuleFoul(Foul("foul.misplay", "bankers", cards=1), 1)
    assert remembered(rules, misplay, [misplay, misplay]) == misplay  # each costs the same
    nobody = RuleFoul(Foul("foul.conduct"))
    assert remembered(rules, nobody, [first]) == nobody


def test_in_six_player_whoever_disobeys_is_out_at_once():
    deal, _ = new_deal("six-player", random.Random(5), first=False)
    deal, events = deal.apply(RuleFoul(Foul("foul.conduct"), 3))
    assert events == [Fouled("foul.conduct", None, 0, "disqualify"), Disqualified(3)]


def test_a_wrong_kitty_can_be_mended_until_the_first_lead():
    foul = RuleFoul(Foul("foul.kitty-count", "bankers"))
    deal, _ = new_deal("six-player", random.Random(5), first=False)
    deal, _ = drive(deal, until="play")
    same, events = deal.apply(foul)
    assert events == [Fouled("foul.kitty-count", "bankers", 0, None)]
    assert (same.phase, same.attackers_points) == ("play", 0)
    led, _ = deal.apply(Play(deal.turn, Cards.of(list(deal.hands[deal.turn])[:1])))
    after, _ = led.apply(foul)
    assert after.settled.result == Result("attackers", 0)


def test_with_called_partners_a_foul_before_the_partner_leaves_the_banker_alone():
    rules = Ruleset.parse("classic(partners=called,fouls=six-player)")
    match = Match(rules, ("2", "3", "4", "5"), banker=0)
    deck = full_deck(rules)
    random.Random(3).shuffle(deck)
    deal, _ = drive(Deal.begin(rules, match.setup(), deck)[0], until="bury")
    deal, _ = deal.apply(RuleFoul(Foul("foul.side", "attackers")))
    match, _ = match.after(deal)
    assert (match.levels, match.banker) == (("4", "3", "4", "5"), 0)


def test_a_side_that_exposed_its_bid_may_bid_no_more():
    rng = random.Random(8)
    lost = Foul("foul.bid-exposed", "bankers")
    while True:
        deal, _ = new_deal("four-deck", rng, first=False)
        while deal.phase == "draw" and not deal.contest.shows:
            deal, _ = deal.apply(random_action(deal, rng))
        if deal.phase == "draw":
            break
    seat = deal.contest.shows[0].seat
    after, events = deal.apply(RuleFoul(lost, seat))
    assert events[0] == Fouled("foul.bid-exposed", "bankers", 0, "lose_bid")
    assert after.barred == tuple(sorted((seat, (seat + 2) % 4)))
    assert after.contest.shows == ()
    while after.phase == "draw":
        assert after.turn not in after.barred
        after, _ = after.apply(random_action(after, rng))


def test_a_lost_bid_lets_the_deal_go_on():
    rng = random.Random(21)
    done = 0
    for _ in range(12):
        deal, _ = new_deal("four-deck", rng, first=False)
        while deal.phase == "draw":
            before = deal
            deal, _ = deal.apply(random_action(deal, rng))
        for seat in (0, 1):
            after, _ = before.apply(RuleFoul(Foul("foul.bid-exposed", "bankers"), seat))
            again = after
            if after.phase == "draw":
                again, _ = after.apply(RuleFoul(Foul("foul.bid-exposed", "bankers"), 1 - seat))
                assert set(again.barred) == {0, 1, 2, 3}
            while after.phase == "draw":
                after, _ = after.apply(random_action(after, rng))
            assert after.phase in ("play", "over")
            assert again.phase in ("play", "over")
            done += 1
    assert done


def test_where_both_sides_have_lost_the_right_to_bid_there_is_no_trump_suit():
    """`foul.false-bid`: nobody names anything; with an open bank the cards are dealt again."""
    for banker, number in ((2, 4), (None, 1)):
        deal, _ = stacked(FOUR, ["S5", "H9", "C6", "D6"], banker=banker, number=number)
        deal, _ = deal.apply(RuleFoul(Foul("foul.bid-exposed"), 0))
        deal, events = deal.apply(RuleFoul(Foul("foul.false-bid"), 1))
        if banker is None:
            assert (deal.phase, deal.redeal) == ("over", "nobody")
        else:
            assert (deal.banker, deal.terms.trump) == (banker, "N")
            assert isinstance(events[-1], TrumpFixed)


def test_no_referee_adds_more_points_than_a_deal_can_hold():
    cup = "meizhusong(enforcement=referee)"
    deal, _ = drive(stacked(cup, [""] * 4, banker=2, number=4)[0], until="play")
    with pytest.raises(ValueError, match="more than"):
        deal.apply(Adjust(10**30))
