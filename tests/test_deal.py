"""Whole deals as values: play, referee, partners, settling; what comes before is in test_draw."""

from __future__ import annotations

import random

import pytest

from tests.players import drive, new_deal, positions, random_action
from tuolaji import Card, Cards, Ruleset, check_follow
from tuolaji.actions import (
    Adjust,
    Claim,
    NamePartner,
    Pass,
    Play,
    RuleFoul,
    Void,
)
from tuolaji.deal import Deal, full_deck
from tuolaji.events import (
    Claimed,
    Dug,
    Event,
    Fouled,
    PartnerKnown,
    Played,
    Redealt,
    Settled,
    TakenBack,
    ThrowFailed,
    TrickWon,
    from_json,
    to_json,
)
from tuolaji.fouls import Foul
from tuolaji.phases.state import Setup
from tuolaji.rulings import NotAllowed, NotNow
from tuolaji.score import Result


def test_a_failed_throw_is_an_event_and_costs_its_side():
    found = 0
    rng = random.Random(3)
    for _ in range(4):
        for deal, events in positions("meizhusong", rng, first=False):
            for event in events:
                if isinstance(event, ThrowFailed):
                    found += 1
                    assert event.penalty == 10 * len(event.thrown)
                    assert event.played <= event.thrown
                    assert deal.fines[event.seat] >= event.penalty
    assert found > 10


def test_acting_out_of_turn_twice_and_after_the_end():
    rng = random.Random(4)
    deal, _ = new_deal("classic", rng, first=False)
    deal, _ = drive(deal, until="play")
    wrong = (deal.turn + 1) % 4
    with pytest.raises(NotNow, match="not-your-turn"):
        deal.apply(Play(wrong, Cards.of([next(iter(deal.hands[wrong]))])))
    with pytest.raises(NotNow, match="wrong-phase"):
        deal.apply(Pass(deal.turn))
    play = random_action(deal, rng)
    after, _ = deal.apply(play)
    with pytest.raises(NotNow, match="not-your-turn"):
        after.apply(play)
    over, _ = drive(deal)
    with pytest.raises(NotNow, match="over"):
        over.apply(play)
    assert deal.refuses(play) is None
    assert isinstance(after.refuses(play), NotNow)


def test_an_illegal_follow_is_refused_with_its_ruling_and_loses_nothing():
    rng = random.Random(12)
    refused = 0
    for deal, _ in positions("classic", rng, first=False):
        if deal.phase == "play" and deal.lead is not None:
            hand = list(deal.hands[deal.turn])
            size = len(deal.lead.cards)
            for at in range(len(hand) - size + 1):
                play = Play(deal.turn, Cards.of(hand[at : at + size]))
                ruling = deal.refuses(play)
                if deal.plays().count() < 200:
                    assert (ruling is None) == (play.cards in set(deal.plays()))
                refused += ruling is not None
    assert refused > 100


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


def test_points_can_be_forfeited_before_play():
    deal, _ = new_deal("meizhusong", random.Random(3), first=False)
    deal, _ = drive(deal, until="bury")
    after, events = deal.apply(RuleFoul(Foul("foul.card-count", "bankers")))
    assert events == [Fouled("foul.card-count", "bankers", 80, None)]
    after, _ = drive(after, until="play")
    assert after.attackers_points == 80


def test_the_wrong_banker_voids_the_deal():
    deal, _ = new_deal("four-deck", random.Random(3), first=False)
    after, events = deal.apply(RuleFoul(Foul("foul.bank-order", "bankers")))
    assert (after.phase, after.redeal) == ("over", "foul.bank-order")
    assert events[-1] == Redealt("foul.bank-order")


def test_the_partner_is_the_next_holder_and_known_when_he_plays_the_card():
    rng = random.Random(2)
    alone = with_partner = 0
    for _ in range(12):
        deal, _ = new_deal("classic(partners=called)", rng, first=False)
        deal, _ = drive(deal, until="partner")
        card = Card(rng.randrange(52))
        banker = deal.turn
        holders = [(banker + k) % 4 for k in (1, 2, 3) if card in deal.hands[(banker + k) % 4]]
        deal, events = deal.apply(NamePartner(banker, card))
        assert deal.partner == (holders[0] if holders else banker)
        alone += not holders
        with_partner += bool(holders)
        assert not deal.partner_known
        while deal.phase == "play":
            seen = sum(p.count(card) for _, plays in deal.finished for p in plays)
            seen += sum(p.count(card) for p in deal.trick)
            seat, action = deal.turn, random_action(deal, rng)
            deal, events = deal.apply(action)
            played = next(event for event in events if isinstance(event, Played))
            known = [event for event in events if isinstance(event, PartnerKnown)]
            if known and deal.phase == "play":
                assert card in played.cards
                assert seat == deal.partner or seen + played.cards.count(card) == 2
        assert deal.partner_known
    assert alone
    assert with_partner


@pytest.mark.parametrize("ruleset", ["classic", "joker-bid", "six-player", "four-deck"])
def test_points_and_results_add_up(ruleset):
    rng = random.Random(ruleset)
    settled = 0
    for number in range(6):
        events: list[Event] = []
        for deal, more in positions(ruleset, rng, first=number % 2 == 0):
            events += more
            last = deal
        if last.settled is None:
            continue
        settled += 1
        tricks = [event for event in events if isinstance(event, TrickWon)]
        total = sum(event.points for event in tricks) + last.kitty.points
        assert total == 100 * last.ruleset.decks
        attackers = sum(event.points for event in tricks if event.seat not in last.bank_side)
        for event in events:
            if isinstance(event, ThrowFailed):
                attackers += event.penalty if event.seat in last.bank_side else -event.penalty
            if isinstance(event, Dug):
                attackers += event.points
        assert last.settled.attackers == attackers
        assert isinstance(events[-1], Settled)
    assert settled >= 4


def test_events_are_json_one_to_one():
    rng = random.Random(1)
    kinds = set()
    for ruleset in ("classic(partners=called)", "joker-bid", "four-deck", "six-player"):
        for _, events in positions(ruleset, rng):
            for event in events:
                kinds.add(type(event))
                assert from_json(to_json(event)) == event
    assert len(kinds) >= 15
    for bad in (None, 5, {}, {"event": "dance"}, {"event": "played", "seat": "x", "cards": "SA"},
                {"event": "played", "seat": 1}, {"event": "played", "seat": 1, "cards": "ZZ"},
                {"event": "settled", "attackers": 5, "result": 7}):  # fmt: skip
        with pytest.raises(ValueError, match=r"\w"):
            from_json(bad)


def test_a_deck_must_be_whole():
    rules = Ruleset.parse("classic")
    with pytest.raises(ValueError, match="108"):
        Deal.begin(rules, Setup(levels=("2", "2")), full_deck(rules)[1:])
