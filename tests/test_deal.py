"""Whole deals as values: play, referee, partners, settling; what comes before is in test_draw."""

from __future__ import annotations

import random

import pytest

from tests.players import drive, new_deal, positions, random_action
from tuolaji import Card, Cards, Ruleset
from tuolaji.deal import Deal, Setup, full_deck
from tuolaji.deal.actions import NamePartner, Pass, Play
from tuolaji.deal.events import (
    Dug,
    Event,
    PartnerKnown,
    Played,
    Settled,
    ThrowFailed,
    TrickWon,
    from_json,
    to_json,
)
from tuolaji.verdicts.ruling import NotNow


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
        assert deal.friends[0].seat == (holders[0] if holders else banker)
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
                assert seat == deal.friends[0].seat or seen + played.cards.count(card) == 2
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


def test_a_deal_that_cannot_begin_is_refused():
    rules = Ruleset.parse("classic")
    deck = full_deck(rules)
    for setup in (
        Setup(levels=("2", "2"), banker=4),
        Setup(levels=("2", "2"), first_seat=-1),
        Setup(levels=("2", "2"), number=0),
        Setup(levels=("2",) * 4),
        Setup(levels=("2", "Z")),
    ):
        with pytest.raises(ValueError, match=r"seats|levels"):
            Deal.begin(rules, setup, deck)


def test_a_deal_is_cut_only_where_it_has_been():
    deal, _ = Deal.begin(Ruleset.parse("classic"), Setup(levels=("2", "2")), full_deck_shuffled())
    cut = deal.drawn_to(3)
    assert [len(hand) for hand in cut.hands] == [1, 1, 1, 0]
    assert (cut.phase, cut.turn, cut.may_act, len(cut.kitty)) == ("draw", None, (), 0)
    for number in (-1, deal.drawn + 1, 10**9):
        with pytest.raises(ValueError, match="cannot be cut"):
            deal.drawn_to(number)


def full_deck_shuffled():
    deck = full_deck(Ruleset.parse("classic"))
    random.Random(5).shuffle(deck)
    return deck
