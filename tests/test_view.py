"""Views: the only place where cards are hidden."""

from __future__ import annotations

import json
import random

import pytest

from tests.players import new_deal, positions, random_action
from tuolaji import PRESETS, Cards, NotNow, Ruling
from tuolaji.deal import Deal
from tuolaji.deal.actions import Pass
from tuolaji.deal.events import KINDS, Bid, Buried, Drawn, TookKitty
from tuolaji.deal.view import HIDDEN, PublicView, View, Views, seen, to_json, view
from tuolaji.testing import exchanged

RULESETS = [
    *PRESETS,
    "classic(partners=called)",
    "classic(tricks_seen=none,kitty_seen=false)",
    "meizhusong(enforcement=referee)",
]


def compare_exchanges(ruleset, seed, deals):
    """How many exchanges left every view byte-identical; fails at the first that did not."""
    rng = random.Random(seed)
    done = 0
    for number in range(deals):
        for deal, _ in positions(ruleset, rng, first=number % 2 == 0):
            for seat in (*range(deal.ruleset.players), None):
                other = exchanged(deal, seat, rng)
                if other is not None:
                    before, after = view(deal, seat), view(other, seat)
                    assert before == after, (ruleset, seat, str(deal))
                    done += 1
    return done


@pytest.mark.parametrize("ruleset", RULESETS)
def test_exchanging_unseen_cards_changes_nothing_in_a_view(ruleset):
    assert compare_exchanges(ruleset, ruleset, 2) > 300


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_view_never_holds_a_card_of_another_hand(ruleset):
    """Whatever the seat's view holds besides public cards is its own."""
    rng = random.Random(ruleset)
    for deal, _ in positions(ruleset, rng):
        for seat in range(deal.ruleset.players):
            shown = view(deal, seat)
            assert shown.hand == deal.hands[seat]
            assert shown.cards == tuple(len(hand) for hand in deal.hands)
            if seat != deal.holder and deal.phase != "over":
                assert shown.kitty is None
            if seat not in deal.may_act:
                assert shown.options == ()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_view_is_the_same_alone_as_with_those_of_all_others(ruleset):
    for deal, _ in positions(ruleset, random.Random(ruleset)):
        together = Views(deal)
        for seat in (*range(deal.ruleset.players), None):
            assert together.to_json(together.of(seat)) == to_json(view(deal, seat))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_view_can_be_read_from_its_json(ruleset):
    rng = random.Random(f"json {ruleset}")
    for deal, _ in positions(ruleset, rng):
        for seat in range(deal.ruleset.players):
            mine = view(deal, seat)
            data = json.loads(json.dumps(to_json(mine)))
            assert View.from_json(data) == mine
            assert data["hand"] == str(deal.hands[seat])
        public = view(deal)
        data = json.loads(json.dumps(to_json(public)))
        assert PublicView.from_json(data) == public
        assert "hand" not in data
        assert ("settled" in str(data["settled"])) == (deal.settled is not None)


@pytest.mark.parametrize(
    "change",
    [
        {"hand": "S1"}, {"phase": "pause"}, {"trump": "T"}, {"seat": None}, {"cards": 3},
        {"shows": "all"}, {"shows": [3]}, {"settled": {"event": "played"}}, {"more": 1},
    ],
)  # fmt: skip
def test_what_is_no_view_is_refused(change):
    deal, _ = new_deal("classic", random.Random(1))
    data = to_json(view(deal, 0))
    assert View.from_json(data)
    with pytest.raises(ValueError, match=r"\w"):
        View.from_json({**data, **change})
    with pytest.raises(ValueError, match="no view"):
        View.from_json([data])


def test_the_kitty_is_seen_by_who_buried_it_where_that_is_allowed():
    rng = random.Random(4)
    for ruleset, allowed in (("classic", True), ("meizhusong", False)):
        for deal, _ in positions(ruleset, rng):
            if deal.phase == "play":
                shown = view(deal, deal.holder).kitty
                assert shown == (deal.kitty if allowed else None)
                assert view(deal).kitty is None
            if deal.phase == "over":
                assert view(deal).kitty == deal.kitty


@pytest.mark.parametrize(
    ("ruleset", "others", "own"),
    [
        ("classic", True, True),
        ("meizhusong", False, True),
        ("four-deck", None, None),
        ("classic(tricks_seen=all)", True, True),
    ],
)
def test_finished_tricks_are_shown_as_the_ruleset_has_it(ruleset, others, own):
    rng = random.Random(8)
    checked = 0
    for deal, _ in positions(ruleset, rng):
        if len(deal.finished) > 1 and deal.phase == "play":
            checked += 1
            tricks = view(deal, 1).tricks
            if others is None:
                assert tricks == ()
                continue
            assert len(tricks) == (len(deal.finished) if "all" in ruleset else 1)
            leader, plays = deal.finished[-1]
            for at, cards in enumerate(tricks[-1].plays):
                visible = own if (leader + at) % 4 == 1 else others
                assert cards == (plays[at] if visible else None)
    assert checked > 10


def test_a_bid_is_a_number_to_everybody_else():
    rng = random.Random(3)
    bids = 0
    for first in (True, False):
        for deal, events in positions("four-deck", rng, first=first):
            for event in events:
                if isinstance(event, Bid):
                    bids += 1
                    assert seen(event, event.seat)["cards"] == str(event.cards)
                    for other in ((event.seat + 1) % 4, None):
                        told = seen(event, other)
                        assert told["cards"] is None
                        assert 1 <= told["total"] <= 4
            if deal.phase == "draw" and deal.contest.shows:
                other = (deal.contest.shows[-1].seat + 1) % 4
                for show in view(deal, other).shows:
                    assert show.seat == other or show.cards is None
                assert view(deal, other).trump is None
    assert bids


def test_what_is_turned_up_is_seen_by_all():
    rng = random.Random(11)
    flipped = turned = 0
    for number in range(40):
        silent = [new_deal("classic", rng)[0]]
        while silent[-1].phase == "draw":
            silent.append(silent[-1].apply(Pass(silent[-1].turn))[0])
        cards = view(silent[-1]).flipped
        kitty = silent[-1].deck[-8:]
        assert cards == kitty[2 : 2 + len(cards)]
        assert cards[-1].suit == silent[-1].terms.trump
        flipped += 1
        if number % 8 == 0:
            for deal, _ in positions("four-deck", rng):
                if deal.phase == "play":
                    winner = deal.contest.shows[-1].seat
                    shown = view(deal).shows[-1]
                    assert (shown.seat, shown.cards) == (
                        winner,
                        deal.contest.shows[-1].cards,
                    )
                    turned += 1
    assert flipped
    assert turned


def replayed(deal, actions):
    """The views after each action, as long as the actions are possible."""
    yield deal
    for action in actions:
        if isinstance(deal.refuses(action), Ruling | NotNow):
            return
        deal, _ = deal.apply(action)
        yield deal


@pytest.mark.parametrize("ruleset", RULESETS)
def test_another_deck_with_the_same_cards_for_a_seat_looks_the_same(ruleset):
    """Two cards that others draw, neither a level card nor a joker, are exchanged in the deck."""
    rng = random.Random(ruleset)
    compared = 0
    for number in range(3):
        first, _ = new_deal(ruleset, rng, first=number % 2 == 0)
        actions, deal = [], first
        while deal.turn is not None:
            actions.append(random_action(deal, rng))
            deal, _ = deal.apply(actions[-1])
        players = first.ruleset.players
        drawn = len(first.deck) - first.ruleset.kitty
        for seat in range(players):
            others = [
                at
                for at, card in enumerate(first.deck)
                if card.suit != "X"
                and card.rank not in first.setup.levels
                and (at >= drawn or (first.setup.first_seat + at) % players != seat)
            ]
            a, b = rng.sample(others, 2)
            deck = list(first.deck)
            deck[a], deck[b] = deck[b], deck[a]
            other, _ = Deal.begin(first.ruleset, first.setup, deck)
            pairs = zip(replayed(first, actions), replayed(other, actions), strict=False)
            for mine, theirs in pairs:
                if seat in (mine.holder, theirs.holder) or view(mine).flipped:
                    break  # the kitty was seen
                if mine.trick != theirs.trick or mine.finished != theirs.finished:
                    break  # another hand made another throw fail
                assert view(mine, seat) == view(theirs, seat)
                compared += 1
    assert compared > 100


def test_drawn_and_buried_cards_are_told_to_their_seat_only():
    rng = random.Random(5)
    for _, events in positions("classic", rng):
        for event in events:
            if isinstance(event, Drawn):
                assert seen(event, event.seat)["card"] == str(event.card)
                assert seen(event, (event.seat + 1) % 4)["card"] is None
                assert seen(event)["card"] is None
            if isinstance(event, TookKitty | Buried):
                assert seen(event, event.seat)["cards"] == str(event.cards)
                assert seen(event)["cards"] is None


def test_while_cards_are_drawn_only_the_asked_seat_knows_its_turn():
    rng = random.Random(6)
    asked = 0
    for deal, _ in positions("classic", rng):
        if deal.phase == "draw":
            asked += 1
            for seat in (0, 1, 2, 3, None):
                assert view(deal, seat).turn == (seat if seat == deal.turn else None)
    assert asked > 5


def test_the_called_partner_stays_secret_until_he_is_known():
    rng = random.Random(7)
    secret = known = 0
    for _ in range(6):
        for deal, _ in positions("classic(partners=called)", rng):
            if not deal.friends:
                continue
            for seat in (0, 1, 2, 3, None):
                shown = view(deal, seat)
                (friend,), (seen,) = deal.friends, shown.friends
                assert (seen.card, seen.copy) == (friend.card, friend.copy)
                assert seen.seat == (friend.seat if friend.known else None)
                if friend.known:
                    known += 1
                    assert isinstance(shown.points, int)
                else:
                    secret += 1
                    assert shown.points == deal.taken
    assert secret > 100
    assert known > 100


def test_there_are_no_views_of_seats_that_are_not_there():
    deal, _ = new_deal("classic", random.Random(1))
    for seat in (-1, 4):
        with pytest.raises(ValueError, match="no seat"):
            view(deal, seat)


def test_who_may_see_what_is_decided_for_every_event():
    """An event that the table does not name is told to nobody."""

    class Peeked:
        seat, cards = 1, Cards.parse("SA")

    for kind in KINDS.values():
        assert kind in HIDDEN
    with pytest.raises(TypeError, match="Peeked"):
        seen(Peeked(), 0)
