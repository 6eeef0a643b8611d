"""Whatever everybody was told of a deal can be read from a view of it, as far as it may be."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.players import drive, new_deal, positions, random_action, stacked
from tests.records import REFEREE, foul_play
from tests.table import C
from tests.test_view import RULESETS
from tuolaji import Cards
from tuolaji.deal.actions import Bury, Claim, Declare, Pass, Play
from tuolaji.deal.events import KINDS, ThrowFailed
from tuolaji.deal.view import seen, to_json, view
from tuolaji.testing.simulate import Player

TOLD = {"declared", "bid", "passed", "trump_named", "claimed", "fouled", "adjusted", "dug"}


class Onlooker:
    """Somebody who hears every event and writes down what a view should show."""

    def __init__(self, players):
        self.now = {
            "cards": [0] * players, "drawn": 0, "trick": [], "finished": 0, "told": [],
            "taken": [0] * players, "fines": [0] * players, "flipped": [], "named": None,
            "partner": None, "settled": None, "redeal": None, "disqualified": None,
        }  # fmt: skip
        self.open = [Counter() for _ in range(players)]
        self.won = None
        self.kinds = set()

    def hear(self, told):
        kind = told["event"]
        self.kinds.add(kind)
        if kind in TOLD:
            self.now["told"].append({"drawn": self.now["drawn"], **told})
        if hasattr(self, kind):
            getattr(self, kind)(told)

    def started(self, told):
        self.now |= {"deal": told["number"], "levels": told["levels"]}
        self.now["first_seat"] = told["first_seat"]

    def drawn(self, told):
        self.now["drawn"] += 1
        self.now["cards"][told["seat"]] += 1

    def took_kitty(self, told):
        self.now["cards"][told["seat"]] += told["number"]
        self.now["holder"] = told["seat"]

    def buried(self, told):
        self.now["cards"][told["seat"]] -= told["number"]

    def flipped(self, told):
        self.now["flipped"] = told["cards"]

    def trump_fixed(self, told):
        self.now |= {name: told[name] for name in ("level", "trump", "banker")}
        self.now["leader"] = told["banker"]

    def partner_named(self, told):
        one = {"card": told["card"], "copy": told.get("copy", 1), "seat": None}
        self.now["friends"] = [*self.now.get("friends", []), one]
        self.now["named"] = self.now["friends"][0]["card"]

    def partner_known(self, told):
        self.now["friends"][told.get("friend", 0)]["seat"] = told["seat"]
        self.now["partner"] = self.now["friends"][0]["seat"]

    def throw_failed(self, told):
        self.open[told["seat"]] |= Counter(C(told["thrown"]))
        self.now["fines"][told["seat"]] += told["penalty"]

    def played(self, told):
        self.open[told["seat"]] -= Counter(C(told["cards"]))
        self.now["cards"][told["seat"]] -= len(C(told["cards"]))
        self.now["trick"] = self.laid(told, told["cards"])

    def laid(self, told, cards):
        """The plays on the table with one put in its seat's place."""
        at = (told["seat"] - self.now["leader"]) % len(self.open)
        return [*self.now["trick"][:at], cards, *self.now["trick"][at + 1 :]]

    def taken_back(self, told):
        self.open[told["seat"]] += Counter(C(told["cards"]))
        self.now["cards"][told["seat"]] += len(C(told["cards"]))
        self.now["trick"] = self.laid(told, "-")

    def trick_won(self, told):
        self.now["taken"][told["seat"]] += told["points"]
        self.won = (self.now["leader"], self.now["trick"])
        self.now |= {"leader": told["seat"], "trick": []}
        self.now["finished"] += 1

    def trick_reopened(self, told):
        self.now["taken"][told["seat"]] -= told["points"]
        self.now["leader"], self.now["trick"] = self.won
        self.now["finished"] -= 1

    def fouled(self, told):
        """After a false bid all cards go back to who drew them, and the rest is as if not said."""
        if told["effect"] == "name_trump":
            first, players = self.now["first_seat"], len(self.open)
            drawers = [(first + at) % players for at in range(self.now["drawn"])]
            self.now["cards"] = [drawers.count(seat) for seat in range(players)]
            self.now |= {"flipped": [], "named": None, "partner": None}
            for name in ("level", "trump", "banker", "leader", "holder"):
                self.now.pop(name, None)

    def disqualified(self, told):
        self.now["disqualified"] = told["seat"]

    def redealt(self, told):
        self.now["redeal"] = told["reason"]

    def settled(self, told):
        self.now["settled"] = told

    def expected(self, shown):
        """The fields of the view, with what was heard of them."""
        exposed = [str(Cards.of(cards.elements())) for cards in self.open]
        heard = {**self.now, "exposed": exposed}
        if not shown["taken"]:
            heard |= {"taken": [], "fines": []}
        if shown["leader"] is None:
            heard["leader"] = None
        return heard


@pytest.mark.parametrize("ruleset", [*RULESETS, REFEREE, "four-deck(enforcement=referee)"])
def test_a_view_shows_what_an_onlooker_has_heard(ruleset):
    rng = random.Random(f"heard {ruleset}")
    player, refereed = Player(rng), "referee" in ruleset
    for number in range(12 if refereed else 4):
        deal, events = new_deal(ruleset, rng, first=number % 2 == 0)
        onlooker = Onlooker(deal.ruleset.players)
        while True:
            for event in events:
                onlooker.hear(seen(event))
            shown = to_json(view(deal))
            heard = onlooker.expected(shown)
            assert {name: shown[name] for name in heard} == heard
            exposed = zip(deal.exposed, deal.hands, strict=True)
            assert all(cards <= hand for cards, hand in exposed)
            if deal.turn is None:
                break
            action = foul_play(deal, rng) if refereed else random_action(deal, rng)
            action = player.action(deal) if deal.refuses(action) else action
            deal, events = deal.apply(action)
        assert onlooker.kinds <= set(KINDS)


def test_the_cards_of_a_failed_throw_are_known_until_they_are_played():
    deal, _ = stacked("classic", ["HK HQ HQ", "HA", "HA", "H7"], banker=0)
    deal, _ = drive(deal, until="bury")
    spare = Cards.of([card for card in deal.hands[0] if card.suit != "H"][: deal.ruleset.kitty])
    deal, _ = deal.apply(Bury(0, spare))
    deal, events = deal.apply(Play(0, C("HKQQ")))
    assert events[0] == ThrowFailed(0, C("HKQQ"), C("HK"), 0)
    for seat in (0, 1, 2, 3, None):
        assert view(deal, seat).exposed == (C("HQQ"), C("-"), C("-"), C("-"))
    known = set()
    while deal.turn is not None:
        single = Cards.of(list(deal.hands[deal.turn])[:1])
        deal, _ = deal.apply(Play(deal.turn, next(iter(deal.plays())) if deal.lead else single))
        known.add(view(deal, 1).exposed[0])
        assert view(deal, 1).exposed[0] == C("HQQ") & deal.hands[0]
    assert {C("HQQ"), C("-")} <= known


def test_a_throw_seen_twice_is_known_once():
    """The cards shown again may be the same ones: more copies are not known."""
    rng = random.Random(2)
    again = 0
    for _ in range(6):
        seen_before = [Cards()] * 4
        for deal, events in positions("classic", rng, first=False):
            for event in events:
                if isinstance(event, ThrowFailed):
                    again += bool(seen_before[event.seat] & event.thrown)
                    expected = (seen_before[event.seat] | event.thrown) - event.played
                    assert deal.exposed[event.seat] == expected
            seen_before = deal.exposed
    assert again


def test_who_passed_and_who_showed_is_told_in_order():
    deal, _ = stacked(
        "joker-bid", ["XL S6 S6 S3", "XB D6 D3", "C3 C4", "C5 C7"],
        levels=("3", "6"), first_seat=0,
    )  # fmt: skip
    deal, _ = deal.apply(Pass(0))
    deal, _ = deal.apply(Declare(1, C("XBD6")))
    for seat in (0, 3, None):
        assert view(deal, seat).told == (
            {"drawn": 100, "event": "passed", "seat": 0},
            {"drawn": 100, "event": "declared", "seat": 1, "cards": "D6XB", "trump": "D"},
        )


def test_during_the_draw_nobody_hears_a_pass():
    rng = random.Random(6)
    for deal, _ in positions("classic", rng):
        if deal.phase == "draw":
            assert all(told["event"] == "declared" for told in view(deal, deal.turn).told)


def test_a_bid_is_told_face_down_to_all_others():
    rng = random.Random(3)
    bids = 0
    for deal, _ in positions("four-deck", rng, first=False):
        for seat in (0, 1, 2, 3, None):
            for told in view(deal, seat).told:
                if told["event"] == "bid":
                    bids += 1
                    assert (told["cards"] is None) == (told["seat"] != seat)
    assert bids


def test_claims_are_told_to_all():
    rng = random.Random(1)
    deal, _ = new_deal(REFEREE, rng, first=False)
    deal, _ = drive(deal, until="play")
    deal, _ = deal.apply(Claim(0, 1))
    assert view(deal).told[-1] == {
        "drawn": deal.drawn, "event": "claimed", "seat": 0, "against": 1, "rule": None,
    }  # fmt: skip
