"""The three ways to fix trump, as the machines of the rule pages."""

from __future__ import annotations

import pytest

from tests.table import C, rule_of
from tuolaji import Card, Ruleset
from tuolaji.deal import contest as declare
from tuolaji.deal.contest import Contest
from tuolaji.rules.declarations import Declarations
from tuolaji.rules.declare import conclude
from tuolaji.rules.numbers import switches_of, trump_name


def declared(ruleset, shows, *, level="2", first_deal=True, banker=None):
    contest = Contest(
        ruleset=Ruleset.parse(ruleset), level=level, first_deal=first_deal, banker=banker
    )
    for seat, cards in shows:
        assert isinstance(contest, Contest), contest
        contest = declare.show(contest, seat, C(cards))
    return contest


@pytest.mark.parametrize(
    ("ruleset", "shows", "trump", "banker", "final"),
    [
        ("classic", [(1, "H2")], "H", 1, False),
        ("classic", [(1, "H22")], "H", 1, False),
        ("classic", [(1, "XLL")], "N", 1, True),
        ("classic", [(1, "H2"), (1, "H2")], "H", 1, False),
        ("classic", [(1, "H2"), (3, "H2")], "H", 1, False),  # securing never moves the bank
        ("classic", [(1, "H2"), (2, "S22")], "S", 2, False),
        ("classic", [(1, "H2"), (3, "S22")], "S", 3, False),
        ("classic", [(1, "H2"), (1, "XBB")], "N", 1, True),
        ("classic", [(1, "H2"), (2, "S22"), (0, "XLL")], "N", 0, True),
        ("classic(self_overturn=true)", [(1, "H2"), (1, "S22")], "S", 1, False),
        ("classic(no_trump=off)", [(1, "H2"), (1, "H2")], "H", 1, True),
        ("classic(no_trump=off)", [(1, "H2")], "H", 1, False),
        ("meizhusong", [(1, "H2"), (2, "S22"), (3, "XLL")], "N", 3, False),
        ("meizhusong", [(1, "H2"), (2, "S22"), (3, "XLL"), (0, "XBB")], "N", 0, True),
        ("meizhusong", [(0, "XLL")], "N", 0, False),
        ("meizhusong(self_overturn=true)", [(0, "H2"), (0, "XLL")], "N", 0, False),
        ("six-player", [(1, "H2"), (2, "S22"), (3, "XLB")], "N", 3, True),
        ("six-player(no_trump_after=any)", [(1, "H2"), (3, "XLL")], "N", 3, True),
        ("six-player(partner_secure=true)", [(1, "H2"), (5, "H2")], "H", 1, True),
    ],
)
def test_revealing_what_stands(ruleset, shows, trump, banker, final):
    contest = declared(ruleset, shows)
    assert (contest.trump, contest.banker, declare.final(contest)) == (trump, banker, final)
    later = declared(ruleset, shows, first_deal=False, banker=0)
    assert (later.trump, later.banker) == (trump, 0)


@pytest.mark.parametrize(
    ("ruleset", "shows", "rule", "case"),
    [
        ("classic", [(1, "H3")], "declare.first", "cards"),
        ("classic", [(1, "H2S2")], "declare.first", "cards"),
        ("classic", [(1, "H2XB")], "declare.first", "cards"),
        ("classic", [(1, "H2"), (2, "S2")], "declare.overturn", "single"),
        ("classic", [(1, "H2"), (1, "S2")], "declare.overturn", "single"),
        ("classic", [(1, "H22"), (2, "S22")], "declare.overturn", "fixed"),
        ("classic", [(1, "H2"), (1, "H2"), (2, "S22")], "declare.overturn", "fixed"),
        ("classic", [(1, "H22"), (1, "S22")], "declare.self-overturn", "fixed"),
        ("classic", [(1, "H2"), (1, "S22")], "declare.self-overturn", "off"),
        ("classic", [(1, "H2"), (2, "H2")], "declare.partner-secure", "opponent"),
        ("classic(partner_secure=false)", [(1, "H2"), (3, "H2")], "declare.partner-secure", "off"),
        ("classic(self_secure=false)", [(1, "H2"), (1, "H2")], "declare.self-secure", "off"),
        ("classic(decks=4)", [(1, "H2"), (1, "H22")], "declare.self-secure", "more"),
        ("classic(decks=4)", [(1, "H2"), (2, "H22")], "declare.overturn", "same"),
        ("classic(partners=called)", [(1, "H2"), (3, "H2")], "declare.partner-secure", "called"),
        ("classic", [(1, "H22"), (2, "S2")], "declare.overturn", "fixed"),
        ("classic", [(1, "XBB"), (2, "S2")], "declare.overturn", "fixed"),
        ("classic", [(1, "XB")], "declare.no-trump", "pair"),
        ("classic", [(1, "XBL")], "declare.no-trump", "pair"),
        ("classic", [(1, "XBB"), (2, "XLL")], "declare.no-trump", "stands"),
        ("classic", [(1, "XBB"), (2, "H22")], "declare.overturn", "fixed"),
        ("classic(no_trump=off)", [(1, "XBB")], "declare.no-trump", "off"),
        ("meizhusong", [(1, "H2"), (3, "H2")], "declare.partner-secure", "off"),
        ("meizhusong", [(1, "H2"), (1, "S22")], "declare.self-overturn", "off"),
        ("meizhusong", [(1, "H2"), (1, "XLL")], "declare.self-overturn", "off"),
        ("meizhusong", [(1, "XLL"), (1, "XBB")], "declare.self-overturn", "off"),
        ("meizhusong", [(1, "XBB"), (2, "XLL")], "declare.no-trump", "stands"),
        ("six-player", [(1, "XLB")], "declare.first", "jokers"),
        ("six-player", [(1, "H2"), (3, "XLL")], "declare.no-trump", "early"),
        ("six-player", [(1, "H2"), (2, "S22"), (2, "XLB")], "declare.no-trump", "own"),
        (
            "six-player",
            [(1, "H2"), (2, "S22"), (3, "XLB"), (4, "XLB")],
            "declare.no-trump",
            "stands",
        ),
    ],
)
def test_revealing_what_is_refused(ruleset, shows, rule, case):
    ruling = declared(ruleset, shows)
    assert rule_of(ruling) == rule
    assert ruling.case == case
    assert ruling.facts["cards"] == C(shows[-1][1])


def test_at_the_joker_level_nobody_declares():
    assert rule_of(declared("classic", [(0, "XBB")], level="X")) == "declare.joker-level"
    ruling = declared("four-deck(top_level=X)", [(0, "XL")], level="X")
    assert rule_of(ruling) == "declare.joker-level"


def called(shows, *, ruleset="joker-bid", levels=("3", "6")):
    contest = Contest(ruleset=Ruleset.parse(ruleset), level="", levels=levels)
    for seat, cards, phase in shows:
        assert isinstance(contest, Contest), contest
        contest = declare.show(contest, seat, C(cards), phase)
    return contest


CALL = (1, "XBD6", "call")


@pytest.mark.parametrize(
    ("shows", "trump", "level", "kind", "hard"),
    [
        ([CALL], "D", "6", "called", False),
        ([(0, "XLS3", "call")], "S", "3", "called", False),
        ([(2, "XLC33", "call")], "C", "3", "locked", False),
        ([CALL, (0, "XLS66", "change")], "S", "6", "changed", False),
        ([CALL, (0, "XLS66", "change"), (2, "XLC66", "change")], "C", "6", "changed", False),
        ([CALL, (0, "XLL", "change")], "N", "6", "attacked", True),
        ([(1, "XBD66", "call"), (0, "XLL", "change")], "N", "6", "attacked", True),
        ([CALL, (3, "XBH66", "change")], "H", "6", "changed", False),
    ],
)
def test_calling_changing_and_attacking(shows, trump, level, kind, hard):
    contest = called(shows)
    caller = shows[0][0]
    assert (contest.trump, contest.level, contest.banker) == (trump, level, caller)
    assert (contest.shows[-1].kind, contest.hard) == (kind, hard)
    assert declare.final(contest) is hard


@pytest.mark.parametrize(
    ("shows", "rule", "case"),
    [
        ([(0, "XBD6", "call")], "call.red", ""),  # the caller's own side is at 3
        ([(1, "XBS6", "call")], "call.red", ""),
        ([(1, "XLD6", "call")], "call.black", ""),
        ([(1, "D6", "call")], "call.red", ""),
        ([(1, "S6", "call")], "call.black", ""),
        ([(1, "XB", "call")], "call.red", ""),
        ([(1, "XBBD6", "call")], "call.red", ""),
        ([CALL, (2, "XLS3", "call")], "call.turn", ""),
        ([(0, "XLS66", "change")], "change.turn", "none"),
        ([CALL, (1, "XLS66", "change")], "change.turn", "own"),
        ([CALL, (0, "XLS66", "change"), (0, "XBB", "change")], "change.turn", "own"),
        ([(1, "XBD66", "call"), (0, "XLS66", "change")], "call.lock", ""),
        ([CALL, (0, "XLS6", "change")], "change.cards", "cards"),
        ([CALL, (0, "XLS33", "change")], "change.cards", "cards"),
        ([CALL, (0, "XLH66", "change")], "change.cards", "cards"),
        ([(1, "XLS6", "call"), (0, "XLC66", "change"), (2, "XLS66", "change")],
         "change.cards", "used"),
        ([CALL, (0, "XBH66", "change"), (2, "XBD66", "change")], "change.cards", "used"),
        ([CALL, (0, "XLBS66", "change")], "change.cards", "cards"),
        ([CALL, (0, "XBB", "change")], "change.attack", "used"),
        ([CALL, (0, "XLB", "change")], "change.attack", "pair"),
        ([CALL, (0, "XL", "change")], "change.attack", "pair"),
        ([CALL, (0, "XLL", "change"), (2, "XBH66", "change")], "change.attack", "stands"),
    ],
)  # fmt: skip
def test_what_may_not_be_called(shows, rule, case):
    ruling = called(shows)
    assert (rule_of(ruling), ruling.case) == (rule, case)


def test_a_change_must_name_another_suit():
    ruling = called([(1, "XBD6", "call"), (0, "XBD66", "change")])
    assert (rule_of(ruling), ruling.case) == ("change.cards", "same")


def test_the_worked_example_of_the_page():
    contest = called([CALL, (0, "XLS66", "change")])
    assert contest.trump == "S"
    attack = declare.show(contest, 1, C("XBB"), "change")  # one of them was used for the call
    assert (rule_of(attack), attack.case) == ("change.attack", "used")


def test_calling_is_over_when_the_jokers_are_used_up():
    shows = [(1, "XBD6", "call"), (0, "XLS66", "change"), (1, "XLC66", "change")]
    assert not declare.final(called(shows))
    assert declare.final(called([*shows, (0, "XBH66", "change")]))


@pytest.mark.parametrize(
    ("shows", "trump", "winner"),
    [
        ([(1, "S33XL")], "S", 1),
        ([(1, "S3XL"), (2, "H33XL")], "H", 2),
        ([(1, "S3XL"), (1, "S3")], "S", 1),
        ([(1, "S3XL"), (2, "H33XL"), (1, "S33")], "S", 1),
        ([(1, "S3XL"), (2, "H33XL"), (2, "H33")], "H", 2),
        ([(1, "S3XL"), (2, "H33XL"), (1, "C333XL")], "C", 1),
    ],
)
def test_the_largest_concealed_bid_wins(shows, trump, winner):
    contest = declared("four-deck", shows, level="3")
    assert (contest.trump, contest.banker) == (trump, winner)
    assert declare.highest_bid(contest)[1] == winner


@pytest.mark.parametrize(
    ("ruleset", "shows", "first_deal", "rule", "case"),
    [
        ("four-deck", [(1, "S33")], True, "bid.open-three", "missing"),
        ("four-deck", [(1, "S33XLL")], True, "bid.open-three", "missing"),
        ("four-deck", [(1, "S33XB")], True, "bid.open-three", "missing"),
        ("four-deck", [(1, "S33XL")], False, "bid.open-three", "needless"),
        ("four-deck", [(1, "S4XL")], True, "bid.concealed", "cards"),
        ("four-deck", [(1, "S3H3XL")], True, "bid.concealed", "cards"),
        ("four-deck", [(1, "S4")], False, "bid.concealed", "cards"),
        ("four-deck", [(1, "S33"), (2, "H33")], False, "bid.concealed", "larger"),
        ("four-deck", [(1, "S33"), (2, "H3")], False, "bid.concealed", "larger"),
        ("four-deck", [(1, "S33"), (1, "H333")], False, "bid.concealed", "own"),
        ("four-deck", [(1, "S3"), (2, "H33"), (1, "S3")], False, "bid.reinforce", "few"),
        ("four-deck", [(1, "S3XL"), (1, "S3XL")], True, "bid.reinforce", "joker"),
        ("four-deck(self_secure=false)", [(1, "S3"), (1, "S3")], False, "bid.reinforce", "off"),
        ("four-deck", [(1, "S3"), (2, "H33"), (1, "C333"), (1, "S333")], False,
         "bid.concealed", "own"),
    ],
)  # fmt: skip
def test_concealed_bids_that_are_refused(ruleset, shows, first_deal, rule, case):
    ruling = declared(ruleset, shows, level="3", first_deal=first_deal, banker=0)
    assert (rule_of(ruling), ruling.case) == (rule, case)
    assert "standing" not in ruling.facts  # the suit of a bid is nobody's business


def test_four_cards_end_the_bidding():
    assert declare.final(
        declared("four-deck", [(1, "S3333")], first_deal=False, banker=0, level="3")
    )
    assert not declare.final(declared("four-deck", [(1, "S333XL")], level="3"))


def test_one_may_overtake_oneself_where_it_is_allowed():
    ruleset = "four-deck(self_overturn=true)"
    contest = declared(ruleset, [(1, "S33"), (1, "H333")], first_deal=False, banker=0, level="3")
    assert contest.trump == "H"
    assert contest.banker == 0


@pytest.mark.parametrize(
    ("ruleset", "kitty", "trump", "turned"),
    [
        ("classic", "S2 H3 D4 C5 C6 C7 C8 C9", "D", 1),
        ("classic", "S2 H3 XB C5 C6 C7 C8 C9", "C", 2),
        ("classic", "XB XB XL XL H6 C7 C8 C9", "H", 3),
        ("meizhusong", "S2 H3 XB C5 C6 C7 C8 C9", "N", 1),
        ("meizhusong", "S2 XB C4 C5 C6 C7 C8 C9", "C", 1),
        ("six-player", "S2 H3 XL C5 C6 C7", "N", 1),
        ("classic(kitty=4)", "S2 H3 XL XB", "N", 2),
    ],
)
def test_nobody_declared_the_third_kitty_card_decides(ruleset, kitty, trump, turned):
    cards = [Card.parse(text) for text in kitty.split()]
    shows = Declarations(switches_of(Ruleset.parse(ruleset)))
    shows.begin(0, 0)
    assert conclude(shows, 0, bytes(card.face for card in cards), 0, len(cards))
    assert (trump_name(shows.trump), shows.turned) == (trump, turned)
