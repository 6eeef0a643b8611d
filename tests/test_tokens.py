"""Tokens: every legal action has just one string, and nothing else has any."""

from __future__ import annotations

import pytest

from tests.table import C, kernel_lead, oracle_follows, oracle_leads, raw_deal, terms
from tuolaji.cards.planes import EMPTY, add, copies, plane, size
from tuolaji.engine.action_tokens import may_stop, open_tokens, push
from tuolaji.engine.course import act
from tuolaji.engine.state import BURY, DONE, DRAW, OVER, PARTNER, PLAY, State
from tuolaji.rules.numbers import strict_switches_of
from tuolaji.rules.tokens import STOP, follow_tokens, lead_tokens, may_lead, pick_tokens

FOLLOWS = [
    ("classic", "2", "S", "HK", "H334C5"),
    ("classic", "2", "S", "HKK", "H3344C5S7"),
    ("classic", "2", "S", "H99TT", "H3344667C5"),
    ("classic", "2", "S", "H99TT", "H3366778"),
    ("classic", "2", "S", "H99TTJJ", "H3344667788C5"),
    ("classic", "2", "S", "HAAKQQJJ", "H33445566788C5"),
    ("classic", "2", "S", "H99TT", "H3S4455C7"),
    ("classic", "2", "S", "S99TT", "SAAH22C22S33XLB"),
    ("classic", "4", "N", "H44XLL", "S44C44D44XBBHQ"),
    ("classic(decks=4)", "2", "S", "H99TT", "H33334444556"),
    ("six-player", "2", "S", "H5599", "H3344667"),
    ("four-deck", "3", "S", "HKKKK", "H55667778C5"),
    ("four-deck", "3", "S", "HKKKK", "H55557778C5"),
    ("four-deck", "3", "S", "H444555", "H66677788999"),
    ("four-deck", "3", "S", "H444555", "H6677889TT"),
    ("four-deck", "3", "S", "H44445555", "H666677778889"),
]


def strings(order, tokens, ends, chosen=EMPTY, place=0):
    """Every string of tokens as the cards it spells; the same cards twice would show."""
    if ends(chosen):
        yield chosen
    allowed = tokens(chosen, place)
    for number in range(1, 5):
        for face in range(54):
            if plane(allowed, number) >> face & 1:
                longer, after = add(chosen, copies(face, number)), order.place(face) + 1
                yield from strings(order, tokens, ends, longer, after)


@pytest.mark.parametrize(("ruleset", "level", "trump", "lead", "hand"), FOLLOWS)
def test_follows_are_those_the_oracle_finds_each_once(ruleset, level, trump, lead, hand):
    at = terms(ruleset, level, trump)
    led, held = kernel_lead(lead, at), C(hand).planes

    def tokens(chosen, place):
        if size(chosen) == led.size:
            return EMPTY
        return follow_tokens(at.order, led, held, chosen, place)

    found = list(strings(at.order, tokens, lambda chosen: size(chosen) == led.size))
    assert len(found) == len(set(found))
    assert set(found) == oracle_follows(at, lead, hand)


@pytest.mark.parametrize(
    ("ruleset", "level", "hand"),
    [
        ("classic", "2", "HAAKKQ5C77"),
        ("classic(throw=off)", "2", "HAAKKQQ5C77D3"),
        ("classic(throw=off)", "2", "H22C22S22XLL"),
        ("classic(throw=off,gapped_runs=true)", "2", "HAAQQ55C7799D3"),
        ("classic(decks=4,throw=off)", "2", "HAAAAKKKQ"),
        ("six-player", "2", "HAAQQ5C77"),
        ("four-deck", "3", "H7777888899C55XBBB"),
        ("four-deck", "3", "H777888C999D444455"),
    ],
)
def test_leads_are_those_the_oracle_finds_each_once(ruleset, level, hand):
    at = terms(ruleset, level)
    how, held = strict_switches_of(at.ruleset), C(hand).planes

    def tokens(chosen, place):
        return lead_tokens(at.order, held, chosen, place, how)

    ends = lambda chosen: may_lead(at.order, chosen, how)  # noqa: E731
    found = list(strings(at.order, tokens, ends))
    assert len(found) == len(set(found))
    assert set(found) == oracle_leads(at, hand)


def test_burying_is_any_choice_of_so_many_cards():
    order, hand = terms().order, C("SAAK2H77XB").planes

    def tokens(chosen, place):
        return EMPTY if size(chosen) == 3 else pick_tokens(order, hand, chosen, place, 3, 0)

    found = list(strings(order, tokens, lambda chosen: size(chosen) == 3))
    assert len(found) == len(set(found))
    # of AA K 2 77 B: a pair and another, 2 × 4, or three of the five faces
    assert len(found) == 2 * 4 + 10


def test_every_phase_is_spelled_to_its_end():
    """Tokens picked at random that may come next make a whole deal, at every table."""
    for ruleset in ("classic(partners=called)", "joker-bid", "four-deck"):
        deal = raw_deal(ruleset, levels=("3",) * (4 if "called" in ruleset else 2), banker=None)
        phases, turn = set(), 0
        while deal.phase != OVER:
            phases.add(deal.phase)
            allowed = open_tokens(deal)
            may = [
                4 * face + number - 1
                for number in range(1, 5)
                for face in range(54)
                if plane(allowed, number) >> face & 1
            ]
            may += [STOP] if may_stop(deal) else []
            assert may, "an unfinished string can always go on"
            turn += 1
            push(deal, may[turn * 7919 % len(may)])
        assert PLAY in phases
        assert (PARTNER in phases) == ("called" in ruleset)


def test_stop_ends_what_has_no_size_and_nothing_else():
    deal = raw_deal("classic", {0: "H2", 1: "C2"})
    assert deal.phase == DRAW
    assert may_stop(deal)  # a pass
    push(deal, 4 * C("H2").planes[0].bit_length() - 4)  # one copy of it
    assert may_stop(deal)
    assert push(deal, STOP)
    assert deal.shows.number == 1
    while deal.phase == DRAW:
        push(deal, STOP)
    assert deal.phase == BURY
    assert not may_stop(deal)


def test_a_half_spelled_action_travels_with_a_copy():
    deal = raw_deal("classic", {0: "H2"})
    push(deal, 4 * C("H2").planes[0].bit_length() - 4)
    other = State(deal.switches)
    other.copy_from(deal)
    assert other.chosen == deal.chosen == C("H2").planes
    push(other, STOP)
    assert (deal.shows.number, other.shows.number) == (0, 1)
    assert act(deal, EMPTY) == DONE  # what is given at once takes the place of the tokens
