"""Version 2 of the observation: what a good memory keeps of the tricks."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from tests.test_observation import RULESETS, beginning, exchange, places
from tuolaji import Cards
from tuolaji.cards.planes import points, sub
from tuolaji.engine.course import act
from tuolaji.engine.observe import observe
from tuolaji.engine.random_deals import random_action
from tuolaji.engine.state import OVER, PLAY, State
from tuolaji.engine.trail import Trail
from tuolaji.env import Layout, vector
from tuolaji.env.layout import CARDS, MORE_CARDS, MORE_NUMBERS, NUMBERS, table
from tuolaji.kernel import SPEED
from tuolaji.rules.dice import Dice

DEALS = 6 if SPEED.compiled else 2


def rows(deal, trail, seat):
    layout = Layout(deal.switches.players, deal.switches.decks, 2)
    words = np.zeros((1, layout.word_count), np.uint64)
    scalars = np.full((1, layout.scalar_count), -99, np.int32)
    observe(deal, seat, words.data, scalars.data, 0, 0)
    trail.observe(deal, seat, words.data, scalars.data, 0, 0)
    return words[0], scalars[0]


def read(deal, trail, seat):
    """The fields that version 2 has besides, as cards and numbers."""
    layout = Layout(deal.switches.players, deal.switches.decks, 2)
    words, scalars = rows(deal, trail, seat)
    out = {}
    for name, *_ in MORE_CARDS:
        sets = words[layout.words[name].columns].reshape(-1, layout.decks).tolist()
        out[name] = [Cards(tuple(one + [0] * (4 - layout.decks))) for one in sets]
    for name, each_seat, _ in MORE_NUMBERS:
        numbers = scalars[layout.scalars[name].columns].tolist()
        out[name] = numbers if each_seat else numbers[0]
    return out


class Notes:
    """The tricks as somebody at the table writes them down: leader, lane, cards by seat."""

    def __init__(self, players):
        self.players = players
        self.tricks = []

    def write(self, seat, lane, cards, *, leads):
        if leads:
            self.tricks.append((seat, {}))
        leader, plays = self.tricks[-1]
        plays[seat] = (cards, lane, leader == seat)

    def summed(self, wanted):
        out = [Cards()] * self.players
        for _, plays in self.tricks:
            for seat, (cards, lane, leads) in plays.items():
                out[seat] += wanted(cards, lane, leads)
        return out

    def back(self, number):
        """The leader and the cards by seat of a finished trick, counted from the last."""
        whole = [one for one in self.tricks if len(one[1]) == self.players]
        if len(whole) < number:
            return None, [Cards()] * self.players
        leader, plays = whole[-number]
        return leader, [plays[seat][0] for seat in range(self.players)]


def check(deal, trail, notes):
    players, order = deal.switches.players, deal.order

    def outside(cards, lane, leads):
        return Cards() if leads else Cards.of(c for c in cards if order.lane(c.face) != lane)

    led = notes.summed(lambda cards, _, leads: cards if leads else Cards())
    off_suit = notes.summed(outside)
    for seat in range(players):
        seen = read(deal, trail, seat)
        assert seen["led"] == places(led, seat)
        assert seen["off_suit"] == places(off_suit, seat)
        for number, (cards, leads) in enumerate(
            [("last_trick", "last_leader"), ("trick_before", "leader_before")], 1
        ):
            leader, laid = notes.back(number)
            assert seen[cards] == places(laid, seat)
            assert seen[leads] == (-1 if leader is None else (leader - seat) % players)
        assert seen["tricks"] == sum(len(plays) == players for _, plays in notes.tricks)
        hidden = [deal.hand(other) for other in range(players) if other != seat]
        if seat != deal.holder or not (deal.switches.kitty_seen or deal.phase != PLAY):
            hidden.append(deal.kitty)
        if deal.phase == PLAY:
            assert seen["points_unseen"] == sum(map(points, hidden))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_tricks_are_as_somebody_wrote_them_down(ruleset):
    rng, dice = random.Random(ruleset), Dice(4)
    for _ in range(DEALS):
        _, deal = beginning(ruleset, rng)
        trail, notes = Trail(), Notes(deal.switches.players)
        while deal.phase != OVER:
            check(deal, trail, notes)
            seat, plays, leads = deal.turn, deal.phase == PLAY, not deal.in_trick
            held = deal.hand(seat)
            trail.before(deal)
            assert act(deal, random_action(deal, dice)) == 0
            trail.after(deal)
            if plays:
                cards = Cards(sub(held, deal.hand(seat)))
                notes.write(seat, deal.lead.lane, cards, leads=leads)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_who_has_shown_to_hold_no_pair_holds_none(ruleset):
    rng, dice = random.Random(ruleset), Dice(6)
    shown = 0
    for _ in range(4 * DEALS):
        _, deal = beginning(ruleset, rng)
        trail = Trail()
        while deal.phase != OVER:
            for seat in range(deal.switches.players):
                for lane in range(5):
                    if trail.unpaired(seat) >> lane & 1:
                        shown += 1
                        assert not deal.hand(seat)[1] & deal.order.faces(lane)
            trail.before(deal)
            act(deal, random_action(deal, dice))
            trail.after(deal)
    # Where bombs are known it is not said, and one deck has no pairs.
    assert shown or deal.switches.bombs or deal.switches.decks == 1


@pytest.mark.parametrize("ruleset", RULESETS)
def test_exchanging_unseen_cards_changes_no_byte(ruleset):
    rng, dice = random.Random(ruleset), Dice(7)
    compared = 0
    for _ in range(DEALS):
        _, deal = beginning(ruleset, rng)
        trail, other = Trail(), State(deal.switches)
        while deal.phase != OVER:
            for seat in range(deal.switches.players):
                other.copy_from(deal)
                if exchange(other, seat, rng):
                    compared += 1
                    for mine, theirs in zip(
                        rows(deal, trail, seat), rows(other, trail, seat), strict=True
                    ):
                        assert mine.tobytes() == theirs.tobytes()
            trail.before(deal)
            act(deal, random_action(deal, dice))
            trail.after(deal)
    assert compared > 100


@pytest.mark.parametrize("ruleset", RULESETS)
def test_version_1_stands_before_it_unchanged(ruleset):
    one, two = (vector(ruleset, 5, seed=3, version=version) for version in (1, 2))
    for _ in range(150 if SPEED.compiled else 20):
        assert np.array_equal(one.words, two.words[:, : one.layout.word_count])
        assert np.array_equal(one.scalars, two.scalars[:, : one.layout.scalar_count])
        actions = one.choose()
        one.step(actions)
        two.step(actions)


def test_the_documentation_has_the_layout():
    page = (Path(__file__).parent.parent / "docs" / "environments.md").read_text("utf-8")
    layout = Layout.of("classic", 2)
    for before, more, width in ((CARDS, MORE_CARDS, "D"), (NUMBERS, MORE_NUMBERS, "")):
        lines = table(before + more, width, layout)
        assert "\n".join(lines[:2] + lines[-len(more) :]) in page


def test_there_is_no_version_4():
    with pytest.raises(ValueError, match="version: 4 is none of 1, 2, 3"):
        vector("classic", 2, version=4)
