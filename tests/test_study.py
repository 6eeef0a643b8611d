"""Hints and analyses: from what the seat knew alone, every fault with its cost."""

from __future__ import annotations

import random

import pytest

from tests.players import stacked
from tests.records import KINDS_OF_DEAL, REFEREE, cut, record, swapped
from tests.table import C
from tests.weigher import SURE, Miser
from tuolaji import Ruleset, study
from tuolaji.bots import sentence
from tuolaji.deal.actions import Bury, Declare, Pass, Play
from tuolaji.notation.record import DealRecord
from tuolaji.study.decision import is_forced, worth_weighing
from tuolaji.study.words import done, fault_lines, hint_lines, where
from tuolaji.texts.reader import LANGUAGES


def phases(whole):
    """One question of each phase, and some of the play."""
    rng, chosen = random.Random(1), {}
    for asked, _ in study.questions(whole):
        key = asked.view.phase, rng.randrange(12) if asked.view.phase == "play" else 0
        chosen.setdefault(key, asked)
    return list(chosen.values())


# Hints.


@pytest.mark.parametrize("kind", [*KINDS_OF_DEAL, "four-deck(enforcement=referee)"])
def test_a_hint_is_legal_and_says_why_in_every_phase(kind):
    seen = set()
    for seed in (0, 1):
        whole = record(kind, seed)
        for asked in phases(whole):
            found = study.hint(whole, asked.at, bot="club")
            deal, _ = cut(whole, asked.at).replay()
            assert deal.refuses(found.action) is None
            assert found.question == asked
            seen.add(asked.view.phase)
            for language in LANGUAGES:
                lines = hint_lines(found, 1, "club", language)
                assert len(lines) == 3
                assert all(line and "{" not in line for line in lines)
    assert {"play", *(["bury"] if Ruleset.parse(kind).kitty else [])} <= seen
    assert seen & {"draw", "call"}


@pytest.mark.parametrize("kind", KINDS_OF_DEAL)
def test_hidden_cards_of_a_record_change_no_hint(kind):
    rng, tried = random.Random(kind), 0
    for seed in (0, 1):
        whole = record(kind, seed)
        for asked in phases(whole):
            other = swapped(whole, asked.at, rng)
            if other is None:
                continue
            again = study.question(other)
            if (again.heard, again.view) != (asked.heard, asked.view):
                continue  # an exchanged card was shown, or changed who was asked
            tried += 1
            mine, theirs = (study.hint(one, asked.at, bot="club") for one in (whole, other))
            assert (mine.action, mine.why) == (theirs.action, theirs.why)
            assert mine.held == theirs.held
    assert tried >= 3


def test_a_hint_says_who_probably_holds_the_highest_cards_that_are_out():
    whole, certain = record("classic", 1), 0
    for asked, _ in study.questions(whole):
        if asked.view.phase != "play":
            continue
        found = study.hint(whole, asked.at, bot="club")
        own, played = asked.view.hand, asked.view.trick
        for one in found.held:
            assert one.card not in own or own.count(one.card) + one.copies <= 2
            assert asked.seat not in one.chances
            if one.copies == 1:
                assert sum(one.chances.values()) == pytest.approx(1.0, abs=0.02)
            certain += 1.0 in one.chances.values()
        assert found.held or not any(asked.view.cards[seat] for seat in range(4) if not played)
    assert certain > 0  # cards that were shown in a declaration


def test_a_bot_that_searches_says_what_it_weighed():
    whole, weighed = record("classic", 1), 0
    for asked, _ in study.questions(whole):
        if asked.view.phase != "play":
            continue
        found = study.hint(whole, asked.at, bot="expert:20worlds")
        levels = [one.levels for one in found.tried]
        assert levels == sorted(levels, reverse=True)
        assert all(one.worlds > 0 for one in found.tried)
        if found.tried:
            weighed += 1
            assert found.action.cards in [one.cards for one in found.tried]
    assert weighed > 5


def test_hidden_cards_do_not_reach_the_question():
    whole = record("classic", 1)
    for asked, _ in study.questions(whole):
        told = [one["card"] for one in asked.heard if one["event"] == "drawn"]
        assert sum(card is not None for card in told) <= 25
        others = [
            one
            for one in asked.heard
            if one["event"] in ("took_kitty", "buried") and one["seat"] != asked.seat
        ]
        assert all(one["cards"] is None for one in others)


def test_moments_are_named_by_actions_by_tricks_and_by_phases():
    whole = record("classic", 1)
    bury = next(at for at, action in enumerate(whole.actions) if isinstance(action, Bury))
    assert study.question(whole, bury).place == "bury"
    assert study.question(whole, "bury").at == study.question(whole, str(bury)).at == bury
    assert study.question(whole, "play").place == "1.1"
    third = study.question(whole, "2.3")
    assert third.at == bury + 1 + 4 + 2
    assert third.view.finished == 1
    assert len(third.view.trick) == 2
    assert study.question(cut(whole, third.at)) == third


@pytest.mark.parametrize(
    ("at", "key"),
    [(None, "over"), (10_000, "no_action"), (-1, "no_action"), ("99.1", "no_place"),
     ("partner", "no_place"), ("-3", "no_moment"), ("lunch", "no_moment"), ("over", "over")],
)  # fmt: skip
def test_a_moment_that_is_not_there_is_refused(at, key):
    whole = record("classic", 1)
    with pytest.raises(study.NoQuestion) as refused:
        study.hint(whole, at, bot="club")
    assert refused.value.key == key
    assert all(refused.value.text(language) for language in LANGUAGES)
    with pytest.raises(study.NoQuestion, match="is over after"):
        study.question(whole, len(whole.actions))


def test_a_pass_and_a_forced_play_have_their_reasons():
    deal, _ = stacked("classic", ["S2 H3", "H4", "C5", "D6"], banker=0)
    begun = DealRecord(deal.ruleset, deal.setup, deal.deck)
    asked = study.question(begun)
    assert asked.seat == 0
    greedy = study.hint(begun, bot="greedy")
    assert greedy.action == Pass(0)
    assert greedy.why.key == "pass"
    assert "♠" in sentence(greedy.why)
    whole = record("classic", 1)
    forced = [q for q, _ in study.questions(whole) if q.view.phase == "play" and is_forced(q.view)]
    assert study.hint(whole, forced[0].at, bot="club").why.key == "only"
    free = next(
        q for q, _ in study.questions(whole) if q.view.phase == "play" and not is_forced(q.view)
    )
    silent = study.hint(whole, free.at, bot="greedy")  # it gives no reasons; the position does
    assert silent.why.key not in ("only", "silent")
    assert study.hint(whole, "bury", bot="greedy").why.key == "silent"


@pytest.mark.parametrize(
    ("ruleset", "bot"),
    [
        ("classic", "master"),
        ("classic(partners=called)", "expert"),
        ("six-player", "expert"),
        ("friends", "expert"),
        ("friends(players=6)", "club"),
    ],
)
def test_the_one_is_asked_who_was_measured_to_be_the_stronger(ruleset, bot):
    assert study.adviser(Ruleset.parse(ruleset)) == bot


@pytest.mark.parametrize(("seed", "key"), [(1, "bury"), (2, "void")])
def test_the_master_says_of_a_kitty_which_suit_is_gone_with_it(seed, key):
    found = study.hint(record("classic", seed), "bury", bot="master:0ms")
    view, cards = found.question.view, found.action.cards
    plain = [card for card in view.hand if card.suit not in (view.trump, "X")]
    plain = [card for card in plain if card.rank != view.level]
    gone = [
        suit
        for suit in "SHCD"
        if (held := [card for card in plain if card.suit == suit])
        and all(list(cards).count(card) == held.count(card) for card in held)
    ]
    assert found.why.facts["cards"] == cards
    assert found.why.key == key
    assert found.why.facts["suit"] in gone if key == "void" else not gone


# Analyses.


def test_costs_are_what_the_weigher_says():
    # Points are all the miser counts: a play of p points is p / 20 levels below none.
    whole = record("classic", 1)
    found = study.analyse(whole, bot=Miser)
    assert len(found.decisions) > 40
    for one in found.decisions:
        played, best = one.played.action.cards.points, one.best.action.cards.points
        assert one.cost == pytest.approx((played - best) / 20)
        assert one.cost_in_points == pytest.approx((best - played) * (1 if one.banks else -1))
        assert (one.size is None) is (one.forced or (played - best) / 20 <= SURE)
        sizes = {5: "mistake", 10: "blunder", 15: "blunder", 20: "blunder"}
        if one.size:
            assert one.size == sizes.get(played - best, "blunder")
            assert one.why is not None
    total = sum(seat["decisions"] for seat in found.seats)
    assert total == sum(not one.forced for one in found.decisions)
    faults = [seat["inaccuracy"] + seat["mistake"] + seat["blunder"] for seat in found.seats]
    assert sum(faults) == len(found.faults) > 0


def test_every_fault_says_why_the_other_play_is_better():
    faults = study.analyse(record("classic", 1), bot=Miser).faults
    assert len({one.why.key for one in faults}) > 3
    assert any(one.flaw for one in faults)
    for one in faults:
        assert one.why.facts["cards"] == one.best.action.cards
        if one.flaw:
            assert one.flaw.facts["cards"] == one.played.action.cards


def test_small_costs_are_inaccuracies_and_doubtful_ones_no_faults():
    whole = record("classic", 1)
    fault = study.analyse(whole, bot=Miser).faults[0]

    def sized(cost, sure):
        played = study.decision.Weighed(fault.played.action, 1 - cost, 80, sure)
        best = study.decision.Weighed(fault.best.action, 1.0, 80, 0.0)
        return study.Decision(0, 0, "1.1", played, best, forced=False, banks=True).size

    assert [sized(cost, 0.01) for cost in (0.1, 0.15, 0.49, 0.5)] == [
        "inaccuracy", "mistake", "mistake", "blunder",
    ]  # fmt: skip
    assert sized(0.4, 0.41) is None
    assert sized(0.0, 0.0) is None


def test_the_course_has_a_value_for_every_trick_and_ends_with_the_result():
    whole = record("classic", 1)
    found = study.analyse(whole, bot=Miser)
    deal, _ = whole.replay()
    assert [tricks for tricks, _ in found.course] == list(range(len(deal.finished) + 1))
    assert found.course[-1][1] == deal.settled.attackers
    assert all(points <= 80 for _, points in found.course[:-1])


def test_forced_plays_passes_and_wrong_plays_are_left_out():
    for kind in ("classic", REFEREE):
        whole = record(kind, 1)
        for task in study.tasks(whole, bot=Miser):
            shown = task.question.view
            leads = shown.phase == "play" and not shown.trick
            assert leads or not is_forced(shown)
        for asked, action in study.questions(whole):
            if action is not None and worth_weighing(asked, action):
                assert isinstance(action, Play | Bury | Pass | Declare)
                assert action.seat == asked.seat
    assert study.analyse(record(REFEREE, 1), bot=Miser).decisions


def test_jobs_change_nothing():
    whole = record("classic", 1)
    assert study.analyse(whole, bot=Miser, jobs=2) == study.analyse(whole, bot=Miser)


def test_an_unfinished_deal_is_analysed_as_far_as_it_goes():
    whole = record("classic", 1)
    assert study.analyse(cut(whole, 0), bot=Miser).course == []
    some = study.analyse(cut(whole, len(whole.actions) // 2), bot=Miser)
    assert 0 < len(some.decisions) < len(study.analyse(whole, bot=Miser).decisions)


def test_a_bot_that_does_not_weigh_is_refused():
    with pytest.raises(study.CannotWeigh):
        study.analyse(record("classic", 1), bot="club")


def test_thresholds_are_where_the_result_changes():
    # classic: 80 takes over, 40 a step; five points more than none end the shutout.
    classic = Ruleset.parse("classic")
    assert study.thresholds(classic, 0, 200) == {5: False, 40: False, 80: True, 120: False,
                                                 160: False, 200: False}  # fmt: skip
    assert study.thresholds(classic, 80, 119) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_faults_are_told_in_words(language):
    classic = Ruleset.parse("classic")
    fault = study.analyse(record("classic", 1), bot=Miser).faults[0]
    lines = fault_lines(fault, classic, language)
    assert len(lines) == 4  # the fault, what is wrong with it, what the better play is for
    assert f"--at {fault.at}" in lines[-1]
    assert f"{fault.cost:.2f} ± 0.10" in lines[0]
    assert done(fault.best.action, classic, language) in lines[0]
    assert where("bury", language) != "bury"
    shown, buried = Declare(0, C("S22")), Bury(0, C("S22"))
    assert done(shown, classic, language) != done(buried, classic, language)
