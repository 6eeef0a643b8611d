"""A referee: wrong plays and claims, the count after the last trick."""

from __future__ import annotations

import random

import pytest

from tests.players import drive, new_deal, random_action, stacked
from tests.table import C
from tuolaji import Cards, Ruleset, check_follow
from tuolaji.deal.actions import Adjust, Bury, Claim, Pass, Play, RuleFoul, Void
from tuolaji.deal.clock import out_of_time
from tuolaji.deal.events import (
    Claimed,
    Dug,
    Fouled,
    Played,
    Redealt,
    Settled,
    TakenBack,
    TrickReopened,
    TrickWon,
)
from tuolaji.deal.view import view
from tuolaji.ruleset.fouls import Foul
from tuolaji.testing.invariants import broken
from tuolaji.verdicts.ruling import NotAllowed, NotNow
from tuolaji.verdicts.score import Result

CUP = "classic(enforcement=referee,fouls=meizhusong)"
FOUR = "four-deck(enforcement=referee)"
SIX = "six-player(enforcement=referee)"


def referee_deal(ruleset, rng):
    """A deal with a referee in which the next seat has just played what it may not."""
    while True:
        deal, _ = new_deal(ruleset, rng, first=False)
        while deal.phase not in ("play", "over"):
            deal, _ = deal.apply(random_action(deal, rng))
        for _ in range(40):
            if deal.phase != "play":
                break
            if deal.lead is not None:
                hand = list(deal.hands[deal.turn])
                size = len(deal.lead.cards)
                for at in range(len(hand) - size + 1):
                    cards = Cards.of(hand[at : at + size])
                    if check_follow(deal.terms, deal.lead, deal.hands[deal.turn], cards):
                        return deal, deal.turn, cards
            deal, _ = deal.apply(Play(deal.turn, deal.plays().draw(rng.randrange)))


@pytest.mark.parametrize(
    "ruleset",
    [
        "classic(enforcement=referee,fouls=meizhusong)",
        "six-player(enforcement=referee)",
        "four-deck(enforcement=referee)",
    ],
)
def test_with_a_referee_a_wrong_play_stands_until_it_is_claimed(ruleset):
    deal, seat, cards = referee_deal(ruleset, random.Random(ruleset))
    players = deal.ruleset.players
    before = deal.attackers_points
    wrong, events = deal.apply(Play(seat, cards))
    assert Played(seat, cards) in events
    opponent, partner = (seat + 1) % players, (seat + 2) % players
    with pytest.raises(NotNow, match="own-side"):
        wrong.apply(Claim(partner, seat))
    same, events = wrong.apply(Claim(seat, opponent))
    assert events == [Claimed(seat, opponent, None)]  # a claim without ground
    assert same.hands == wrong.hands
    if wrong.trick:  # at once: the play is taken back and costs 10 a card
        after, events = wrong.apply(Claim(opponent, seat))
        assert TakenBack(seat, cards) in events
        assert after.hands[seat] == deal.hands[seat]
        assert after.turn == seat
        banker_side = seat in deal.bank_side
        change = 10 * len(cards) * (1 if banker_side else -1)
        assert after.attackers_points == before + change
        _, events = after.apply(Claim(opponent, seat))
        assert events == [Claimed(opponent, seat, None)]
        with pytest.raises(NotAllowed):
            after.apply(Play(seat, cards))


@pytest.mark.parametrize(
    ("ruleset", "levels"),
    [("six-player(enforcement=referee)", None), ("four-deck(enforcement=referee)", 3)],
)
def test_a_wrong_play_claimed_tricks_later_ends_the_deal(ruleset, levels):
    deal, seat, cards = referee_deal(ruleset, random.Random(1))
    deal, _ = deal.apply(Play(seat, cards))
    start = len(deal.finished)
    while deal.phase == "play" and len(deal.finished) < start + 2:
        deal, _ = deal.apply(Play(deal.turn, next(iter(deal.plays()))))
    opponent = (seat + 1) % deal.ruleset.players
    after, events = deal.apply(Claim(opponent, seat))
    assert after.phase == "over"
    side = "attackers" if seat in deal.bank_side else "bankers"
    assert after.settled.result.side == side
    if levels is not None:
        assert after.settled.result == Result(side, levels)
    assert any(isinstance(event, Fouled) for event in events)


def test_the_referee_can_rule_adjust_and_void():
    deal, _ = new_deal("six-player", random.Random(5), first=False)
    deal, _ = drive(deal, until="play")
    after, events = deal.apply(Adjust(15))
    assert after.attackers_points == 15
    after, events = after.apply(RuleFoul(Foul("foul.misplay", "bankers", 0, 2, "at_once")))
    assert after.attackers_points == 35
    assert events == [Fouled("foul.misplay", "bankers", 20, None)]
    ended, events = after.apply(RuleFoul(Foul("foul.side", "attackers", 0)))
    assert ended.settled.result == Result("bankers", 2)
    void, events = after.apply(Void("exposed"))
    assert (void.phase, void.redeal, events) == ("over", "exposed", [Redealt("exposed")])
    with pytest.raises(NotNow, match="no-such-foul"):
        after.apply(RuleFoul(Foul("foul.revoke", "attackers", 0)))
    with pytest.raises(NotNow, match="no-referee"):
        after.apply(Claim(0, 1))


def test_seats_that_are_not_there_are_refused():
    deal, _ = new_deal("six-player(enforcement=referee)", random.Random(3), first=False)
    deal, _ = drive(deal, until="play")
    for action in (
        Claim(9, 0),
        Claim(0, 9),
        Claim(-1, 0),
        RuleFoul(Foul("foul.side", "bankers"), 9),
    ):
        with pytest.raises(ValueError, match="no seat"):
            deal.apply(action)


def test_points_can_be_forfeited_before_play():
    deal, _ = new_deal("meizhusong", random.Random(3), first=False)
    deal, _ = drive(deal, until="bury")
    after, events = deal.apply(RuleFoul(Foul("foul.card-count", "bankers")))
    assert events == [Fouled("foul.card-count", "bankers", 80, None)]
    after, _ = drive(after, until="play")
    assert after.attackers_points == 80


# A trick known card by card: ♠K is led; seats 1, 2, 3 hold ♠3 ♥7, ♠6 ♥8, ♠7 ♥9 ♠A.


def led_king(ruleset):
    """Level 4, seat 1 has declared ♦, and seat 0, the banker, has led ♠K."""
    hands = ["SK", "S3 H7 D4", "S6 H8", "S7 H9 SA", "S8", "S9"][: Ruleset.parse(ruleset).players]
    deal, _ = stacked(ruleset, hands, levels=("4", "4"), banker=0)
    deal, _ = drive(deal, until="bury" if deal.ruleset.kitty else "play", shows={1: "D4"})
    if deal.phase == "bury":
        spare = [card for card in deal.hands[0] if card not in C("SK")]
        deal, _ = deal.apply(Bury(0, Cards.of(spare[: deal.ruleset.kitty])))
    assert (deal.terms.trump, deal.turn) == ("D", 0)
    return deal.apply(Play(0, C("SK")))[0]


def played(deal, *plays):
    """The deal after the plays, each by the seat whose turn it is, and the events of the last."""
    events = []
    for cards in plays:
        deal, events = deal.apply(Play(deal.turn, C(cards)))
    return deal, events


@pytest.mark.parametrize(
    ("ruleset", "rule", "winner"),
    [(CUP, "foul.retract", 3), (FOUR, "foul.misplay", 0)],
)
def test_the_last_play_of_a_trick_is_found_at_once_until_the_next_lead(ruleset, rule, winner):
    # ♥9 instead of ♠A: 10 points for one card, off the attackers. With four decks ♠A is a discard.
    deal, events = played(led_king(ruleset), "S3", "S6", "H9")
    assert events[-1] == TrickWon(0, 10)
    assert (deal.turn, deal.trick) == (0, ())
    held = deal.hands[3]
    deal, events = deal.apply(Claim(0, 3))
    assert events == [
        Claimed(0, 3, "follow.suit"),
        Fouled(rule, "attackers", -10, None),
        TrickReopened(0, 10),
        TakenBack(3, C("H9")),
    ]
    assert broken(deal) == []
    assert (deal.turn, deal.hands[3], deal.taken) == (3, held + C("H9"), (0, 0, 0, 0))
    assert [str(cards) for cards in deal.trick] == ["SK", "S3", "S6", "-"]
    with pytest.raises(NotAllowed):
        deal.apply(Play(3, C("H9")))
    deal, events = played(deal, "SA")
    assert events[-1] == TrickWon(winner, 10)
    assert deal.turn == winner
    assert deal.attackers_points == (0 if winner == 3 else -10)


def test_from_the_next_lead_on_it_is_found_later():
    for ruleset, rule, result in (
        (FOUR, "foul.revoke", Result("bankers", 3)),
        (CUP, "foul.card-count", None),  # a hidden card not noticed in time: 80 points
    ):
        deal, _ = played(led_king(ruleset), "S3", "S6", "H9")
        deal, _ = deal.apply(Play(0, Cards.of(list(deal.hands[0])[:1])))
        after, events = deal.apply(Claim(0, 3))
        cost = 0 if result else -80
        assert events[:2] == [Claimed(0, 3, "follow.suit"), Fouled(rule, "attackers", cost, None)]
        assert (after.settled and after.settled.result) == result
        assert after.attackers_points == cost
        assert after.trick == deal.trick


def test_a_wrong_play_later_with_six_players_ends_the_deal_by_the_side():
    deal = led_king(SIX)
    deal, _ = played(deal, "S3", "S6", "H9", "S8", "S9")
    deal, _ = deal.apply(Play(deal.turn, Cards.of(list(deal.hands[deal.turn])[:1])))
    after, _ = deal.apply(Claim(0, 3))
    assert after.settled.result == Result("bankers", 2)  # the attackers have fewer than 40


def test_legal_plays_after_a_wrong_one_stay():
    deal, _ = played(led_king(CUP), "H7", "S6")
    third, fourth = deal.hands[2], deal.hands[3]
    deal, events = deal.apply(Claim(2, 1))
    assert TakenBack(1, C("H7")) in events
    assert not any(isinstance(event, TakenBack) and event.seat != 1 for event in events)
    assert (deal.hands[2], deal.hands[3]) == (third, fourth)
    assert view(deal, 3).trick == (C("SK"), C("-"), C("S6"))
    assert (deal.turn, view(deal).turn) == (1, 1)
    assert C("S3") in set(deal.plays())
    deal, _ = played(deal, "S3")
    assert deal.turn == 3
    deal, events = played(deal, "SA")
    assert events[-1] == TrickWon(3, 10)


def test_two_wrong_plays_of_a_trick_are_put_right_one_after_the_other():
    deal, _ = played(led_king(CUP), "H7", "H8", "SA")
    assert deal.turn == 3
    deal, _ = deal.apply(Claim(1, 2))
    deal, _ = deal.apply(Claim(0, 1))
    assert (deal.turn, deal.attackers_points) == (1, 0)  # +10 of seat 2, -10 of seat 1
    assert broken(deal) == []
    deal, _ = played(deal, "S3")
    deal, events = played(deal, "S6")
    assert events[-1] == TrickWon(3, 10)


# After the last card.


def last_trick_done(ruleset, seed=1, *, wrong=None):
    """A deal of random play in which the last trick has just been played.

    wrong: the seat that is to play wrongly once, as soon as it can.
    """
    rng = random.Random(seed)
    deal, _ = new_deal(ruleset, rng, first=False)
    while deal.phase not in ("count", "over"):
        action = random_action(deal, rng)
        if wrong is not None and deal.phase == "play" and deal.turn == wrong and deal.lead:
            hand = list(deal.hands[wrong])
            size = len(deal.lead.cards)
            bad = [Cards.of(hand[at : at + size]) for at in range(len(hand) - size + 1)]
            bad = [c for c in bad if check_follow(deal.terms, deal.lead, deal.hands[wrong], c)]
            if bad:
                action, wrong = Play(deal.turn, bad[0]), None
        deal, events = deal.apply(action)
    return deal, events


def test_a_strict_deal_is_counted_with_the_last_card():
    deal, events = last_trick_done("classic")
    assert deal.phase == "over"
    assert [type(event) for event in events] == [Played, TrickWon, Dug, Settled]


def test_with_a_referee_the_count_waits_till_nobody_claims():
    strict, told = last_trick_done("classic", 3)
    deal, events = last_trick_done(CUP, 3)
    assert (deal.phase, deal.settled, any(deal.options)) == ("count", None, False)
    assert isinstance(events[-1], TrickWon)
    assert deal.turn == deal.leader == events[-1].seat
    assert view(deal, deal.holder).phase == "count"
    for k in range(4):
        assert deal.phase == "count"
        assert broken(deal) == []
        assert deal.turn == (events[-1].seat + k) % 4
        assert out_of_time(deal) == Pass(deal.turn)
        with pytest.raises(NotNow, match="wrong-phase"):
            deal.apply(Play(deal.turn, C("SA")))
        deal, more = deal.apply(Pass(deal.turn))
    assert more == told[-2:]  # the same as without a referee: dug and settled
    assert deal.settled == strict.settled


def test_the_kitty_is_not_seen_before_the_count_where_it_is_not_in_play():
    deal, _ = last_trick_done("meizhusong(enforcement=referee)", 3)
    assert deal.phase == "count"
    assert view(deal, deal.holder).kitty is None


def test_a_wrong_play_can_be_claimed_after_the_last_card():
    for ruleset, seed in ((FOUR, 2), (CUP, 1)):
        deal, _ = last_trick_done(ruleset, seed, wrong=1)
        assert deal.phase == "count"
        assert deal.wrong
        points = deal.attackers_points
        deal, events = deal.apply(Pass(deal.turn))
        after, events = deal.apply(Claim(2, 1))
        assert isinstance(events[0], Claimed)
        assert events[0].rule
        side = "attackers" if 1 in deal.bank_side else "bankers"
        if ruleset == FOUR:
            assert after.settled.result == Result(side, 3)
            assert not any(isinstance(event, Dug) for event in events)
        else:
            cost = 80 if side == "attackers" else -80
            assert (after.phase, after.attackers_points) == ("count", points + cost)
            assert after.asking == deal.asking
        assert broken(after) == []


def test_the_referee_can_still_speak_before_the_count():
    deal, _ = last_trick_done("six-player(enforcement=referee)", 4)
    points = deal.attackers_points
    assert deal.apply(Adjust(-15))[0].attackers_points == points - 15
    fined, _ = deal.apply(RuleFoul(Foul("foul.misplay", "bankers", cards=2, found="at_once")))
    assert (fined.phase, fined.attackers_points) == ("count", points + 20)
    ended, _ = deal.apply(RuleFoul(Foul("foul.side", "bankers")))
    assert ended.settled.result == Result("attackers", 1 if points >= 80 else 0)
    void, _ = deal.apply(Void("a card lay on the floor"))
    assert (void.phase, void.settled, void.redeal) == ("over", None, "a card lay on the floor")
    with pytest.raises(NotNow, match="over"):
        void.apply(Adjust(5))
