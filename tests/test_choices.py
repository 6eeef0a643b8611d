"""Legal plays: counted, listed and drawn agree with checking every choice of cards."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, islice

import pytest

from tests.table import C, led, terms
from tuolaji import Card, Cards, Shape, check_follow, leads, plays, read_lead

CASES = [
    ("classic", "2", "S"),
    ("classic", "4", "N"),
    ("classic(throw=off)", "9", "H"),
    ("classic(decks=4)", "2", "S"),
    ("six-player", "J", "D"),
    ("six-player(throw=off)", "5", "D"),
    ("four-deck", "4", "S"),
    ("four-deck(runs_in_trump=all)", "4", "S"),
]


def random_hand(rng, at, size, near):
    """Cards that lie close together, so that there is something to choose."""
    faces = [f for f in range(54) if at.order.lane(f) == near] or list(range(54))
    some = rng.sample(faces, min(len(faces), 5)) + [rng.randrange(54) for _ in range(2)]
    pool = [face for face in sorted(set(some)) for _ in range(at.ruleset.decks)]
    rng.shuffle(pool)
    return Cards.of(Card(face) for face in pool[:size])


def choices_of(hand, size):
    return {Cards.of(chosen) for chosen in combinations(hand, size)}


@pytest.mark.parametrize(("ruleset", "level", "trump"), CASES)
def test_checked_is_generated(ruleset, level, trump):
    rng = random.Random(f"{ruleset}{level}")
    at = terms(ruleset, level, trump)
    done = 0
    while done < 25:
        lane = rng.randrange(5)
        hand = random_hand(rng, at, 8, lane)
        lead = read_lead(at, random_hand(rng, at, rng.choice([1, 2, 3, 4, 4, 6]), lane))
        if not isinstance(lead, Shape) or len(lead.cards) > len(hand):
            continue
        done += 1
        legal = {
            play
            for play in choices_of(hand, len(lead.cards))
            if check_follow(at, lead, hand, play) is None
        }
        every = plays(at, lead, hand)
        assert sorted(map(str, every)) == sorted(map(str, legal))
        assert every.count() == len(legal)
        assert every.draw(rng.randrange) in legal


@pytest.mark.parametrize(("ruleset", "level", "trump"), CASES)
def test_every_lead_one_may_attempt(ruleset, level, trump):
    rng = random.Random(f"{level}{ruleset}")
    at = terms(ruleset, level, trump)
    for _ in range(12):
        hand = random_hand(rng, at, 7, rng.randrange(5))
        legal = {
            play
            for size in range(1, len(hand) + 1)
            for play in choices_of(hand, size)
            if isinstance(read_lead(at, play), Shape)
        }
        every = leads(at, hand)
        assert sorted(map(str, every)) == sorted(map(str, legal))
        assert every.count() == len(legal)
        assert every.draw(rng.randrange) in legal


@pytest.mark.parametrize(
    ("lead", "hand"), [("HTTJJ", "H3355789AAC2"), ("HTT", "C33445D678"), ("-", "S33H445XBB")]
)
def test_draws_are_even(lead, hand):
    at = terms("classic", "2", "S")
    rng = random.Random(3)
    every = plays(at, led(lead, at), C(hand)) if lead != "-" else leads(at, C(hand))
    number = every.count()
    drawn = Counter(every.draw(rng.randrange) for _ in range(300 * number))
    assert len(drawn) == number
    assert max(abs(times - 300) for times in drawn.values()) < 100  # over five deviations


def test_no_card_no_lead():
    assert leads(terms(), C("-")).count() == 0


def test_counting_and_the_first_plays_do_not_list_the_rest():
    at = terms("classic", "2", "S")
    hand = Cards.of(Card(face) for face in range(13, 46))
    assert leads(at, hand).count() == sum(
        2 ** len([f for f in range(13, 46) if at.order.lane(f) == lane]) - 1 for lane in range(5)
    )
    assert len(list(islice(leads(at, hand), 5))) == 5
    discards = plays(at, led("S3344556677", at), C("HAAKKQQJJTT99CAAKKQQJJTTDAAK"))
    expected = coefficient([2] * 12 + [1], 10)  # 12 faces twice and one once: choose 10
    assert discards.count() == expected


def coefficient(counts, size):
    """How many multisets of that size the counts allow, by multiplying polynomials."""
    ways = [1] + [0] * size
    for count in counts:
        ways = [sum(ways[n - k] for k in range(min(count, n) + 1)) for n in range(size + 1)]
    return ways[size]
