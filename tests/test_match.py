"""Matches: levels, bank, ends and the clock."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.players import random_action
from tests.table import changed
from tuolaji import Ruleset
from tuolaji.deal import Deal, full_deck
from tuolaji.deal.events import Settled
from tuolaji.deal.match import BankPassed, Match, MatchWon, Promoted
from tuolaji.notation.record.deals import DealRecord, check
from tuolaji.verdicts.score import Result


def finished(match, result, *, banker=0, friends=(), attackers=0):
    """A deal that ended with a result, without playing it."""
    deck = full_deck(match.ruleset)
    random.Random(1).shuffle(deck)
    deal, _ = Deal.begin(match.ruleset, match.setup(), deck)
    side = frozenset({banker, *friends})
    settled = Settled(attackers, result)
    return changed(deal, phase="over", banker=banker, bank_side=side, settled=settled)


def match_of(ruleset, levels, banker=0):
    rules = Ruleset.parse(ruleset)
    return Match(rules, levels, banker=banker)


@pytest.mark.parametrize(
    ("ruleset", "levels", "banker", "result", "after", "bank"),
    [
        ("classic", ("2", "2"), 0, Result("bankers", 3), ("5", "2"), 2),
        ("classic", ("2", "5"), 1, Result("bankers", 1), ("2", "6"), 3),
        ("classic", ("2", "5"), 1, Result("attackers", 0), ("2", "5"), 2),
        ("classic", ("2", "5"), 1, Result("attackers", 2), ("4", "5"), 2),
        ("classic", ("X", "5"), 2, Result("bankers", 1), ("2", "5"), 0),
        ("six-player", ("9", "5"), 4, Result("bankers", 3), ("J", "5"), 0),
        ("six-player", ("5", "J"), 5, Result("attackers", 1, "2"), ("6", "2"), 0),
        ("four-deck", ("5", "9"), 3, Result("bankers", 4), ("5", "K"), 1),
        ("joker-bid", ("5", "9"), 2, Result("attackers", 3), ("5", "Q"), 3),
    ],
)
def test_a_deal_moves_levels_and_bank(ruleset, levels, banker, result, after, bank):
    match = match_of(ruleset, levels, banker)
    new, events = match.after(finished(match, result, banker=banker))
    assert (new.levels, new.banker, new.over) == (after, bank, None)
    assert new.deals == match.deals + 1
    assert BankPassed(bank) in events


@pytest.mark.parametrize(
    ("ruleset", "levels", "result", "won"),
    [
        ("meizhusong", ("A", "5"), Result("bankers", 1), (0,)),
        ("meizhusong", ("K", "5"), Result("bankers", 3), (0,)),
        ("meizhusong", ("5", "A"), Result("attackers", 1), (1,)),
        ("joker-bid", ("K", "5"), Result("bankers", 1), (0,)),
        ("six-player", ("K", "5"), Result("bankers", 1), (0,)),
        ("classic(match_end=pass_top)", ("X", "5"), Result("bankers", 1), (0,)),
    ],
)
def test_the_match_is_won(ruleset, levels, result, won):
    match = match_of(ruleset, levels)
    new, events = match.after(finished(match, result))
    assert new.over == won
    assert MatchWon(won, "levels") in events
    assert not new.may_start_deal(0)
    with pytest.raises(ValueError, match="finished deal"):
        new.after(finished(match, result))


def test_with_called_partners_levels_are_each_seats_own():
    match = match_of("classic(partners=called)", ("2", "3", "4", "5"))
    new, events = match.after(finished(match, Result("bankers", 2), friends=[3]))
    assert new.levels == ("4", "3", "4", "7")
    assert new.banker == 3
    assert Promoted(0, "2", "4") in events
    new, _ = match.after(finished(match, Result("attackers", 1), friends=[]))
    assert (new.levels, new.banker) == (("2", "4", "5", "6"), 1)
    ending = match_of(
        "classic(partners=called,match_end=pass_top,no_trump=off)", ("A", "3", "X", "5")
    )
    new, _ = ending.after(finished(ending, Result("bankers", 2), friends=[2]))
    assert new.over == (0, 2)


def test_a_void_deal_leaves_the_match_as_it_was():
    match = match_of("four-deck", ("3", "3"), banker=None)
    deal = changed(finished(match, Result("bankers", 1)), settled=None, redeal="nobody")
    assert match.after(deal) == (match, [])
    assert match.setup().banker is None  # an opening deal stays one
    with pytest.raises(ValueError, match="next deal"):
        match_of("four-deck", ("5", "3"), banker=1).after(deal)


def test_the_first_deal_has_no_banker_and_later_ones_draw_from_him():
    match = Match.begin(Ruleset.parse("classic"), 3)
    assert (match.setup().banker, match.setup().first_seat) == (None, 3)
    match = match_of("classic", ("2", "3"), banker=2)
    assert (match.setup().banker, match.setup().first_seat) == (2, 2)
    match = match_of("joker-bid", ("2", "3"), banker=2)
    assert (match.setup().banker, match.setup().first_seat) == (None, 2)


def test_the_clock_of_the_cup():
    match = match_of("meizhusong", ("5", "5"))
    assert match.may_start_deal(170 * 60 - 1)
    assert not match.may_start_deal(170 * 60)
    late = 175 * 60
    assert match.end_by_time(late)[0].over == ()
    assert match_of("meizhusong", ("5", "6")).end_by_time(late)[0].over == (1,)
    assert match_of("six-player", ("5", "5"), banker=1).end_by_time(late)[0].over == (1,)
    assert match_of("classic", ("5", "5")).may_start_deal(10**9)
    with pytest.raises(ValueError, match="over already"):
        match.end_by_time(late)[0].end_by_time(late)
    with pytest.raises(ValueError, match="time for another deal"):
        match.end_by_time(169 * 60)


def test_a_disqualified_side_loses():
    match, events = match_of("four-deck", ("5", "9")).disqualify(1)
    assert match.over == (0,)
    assert events == [MatchWon((0,), "disqualified")]


def test_whole_matches_end():
    rng = random.Random(3)
    for ruleset in ("six-player", "joker-bid"):
        match = Match.begin(Ruleset.parse(ruleset), rng.randrange(4))
        for _ in range(60):
            deck = full_deck(match.ruleset)
            rng.shuffle(deck)
            deal, _ = Deal.begin(match.ruleset, match.setup(), deck)
            while deal.turn is not None:
                deal, _ = deal.apply(random_action(deal, rng))
            match, _ = match.after(deal)
            if match.over is not None:
                break
        assert match.over is not None


@pytest.mark.parametrize(
    ("ruleset", "levels", "bank_side", "after"),
    [
        ("classic(fall_back=2,top_level=A)", ("A", "5"), (), ("2", "5")),
        # The friend has lost at A as often as the banker: level.fall-back means their side.
        (
            "friends(fall_back=2,top_level=A)",
            ("A", "5", "A", "3", "4"),
            (0, 2),
            ("2", "5", "2", "3", "4"),
        ),
    ],
)
def test_failures_at_the_top_are_counted_over_a_record(ruleset, levels, bank_side, after):
    """A record holds what was counted before its deal, so that the match goes on from it."""
    lost = Result("attackers", 0)
    match, events = match_of(ruleset, levels).count(lost, banker=0, bank_side=bank_side)
    assert match.levels == levels
    assert not any(isinstance(event, Promoted) for event in events)
    record = DealRecord(match.ruleset, match.setup(), tuple(full_deck(match.ruleset)))
    for text in (record.text(), record.jsonl()):
        again = Match.before(match.ruleset, DealRecord.parse(text)[0].setup)
        assert again == replace(match, first_seat=again.first_seat)
        assert again.count(lost, banker=0, bank_side=bank_side)[0].levels == after


def test_rounds_are_counted_where_the_ladder_begins_again():
    match = match_of("classic(ladder_wraps=true,match_end=pass_top,top_level=A)", ("A", "K"))
    won = Result("bankers", 2)  # two levels: the first of them is 2, which must be played
    match, events = match.count(won, banker=0)
    assert (match.levels, match.rounds, match.over) == (("2", "K"), (1, 0), None)
    assert Promoted(0, "A", "2", rounds=1) in events
    record = DealRecord(match.ruleset, match.setup(), tuple(full_deck(match.ruleset)))
    assert '[Rounds "1 0"]' in record.text()
    assert DealRecord.parse(record.text()) == [record]
    match, events = match.count(Result("attackers", 3), banker=0)
    assert (match.levels, match.rounds) == (("2", "2"), (1, 1))
    assert Promoted(1, "K", "2", rounds=1) in events


@pytest.mark.parametrize(
    ("tag", "value"),
    [
        *(("Failures", value) for value in ("1", "1 0 0", "1 x", "-1 0", "1 ²")),
        ("Failures", "2 0"),  # the second loss at A falls back
        ("Failures", "9999999999 0"),
        ("Rounds", "1 0"),  # nobody begins again here
        *(("Deal", value) for value in ("0", "00", "9999999999", "x")),
    ],
)
def test_what_a_record_counts_can_be_of_its_match(tag, value):
    match = match_of("classic(fall_back=2,top_level=A)", ("2", "2"))
    text = DealRecord(match.ruleset, match.setup(), tuple(full_deck(match.ruleset))).text()
    lines = [line for line in text.splitlines() if not line.startswith(f"[{tag} ")]
    lines.insert(2, f'[{tag} "{value}"]')
    wrong = check("\n".join(lines))
    assert [(one.code, one.facts["name"]) for one in wrong] == [("tag-value", tag)]


def test_a_record_that_counts_nothing_is_one_without_counts():
    match = match_of("classic(fall_back=2,top_level=A)", ("2", "2"))
    record = DealRecord(match.ruleset, match.setup(), tuple(full_deck(match.ruleset)))
    text = record.text().replace("[Banker", '[Failures "0 0"]\n[Banker')
    assert DealRecord.parse(text) == [record]
