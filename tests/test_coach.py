"""The coach: what a play is for, what is wrong with one, its mark and its tip, by hand."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.players import stacked
from tests.records import KINDS_OF_DEAL, record, swapped
from tests.table import C
from tests.weigher import Miser
from tuolaji import study
from tuolaji.bots import sentence
from tuolaji.bots.weighed import Weighed
from tuolaji.deal import full_deck
from tuolaji.deal.actions import Bury, Declare, Pass, Play
from tuolaji.notation.record import DealRecord
from tuolaji.ruleset import Ruleset
from tuolaji.study.coach import judged, mark_of, warned
from tuolaji.study.decision import Decision
from tuolaji.study.swings import swings
from tuolaji.study.teach import flaw_of, plan_of, position
from tuolaji.study.words import leads_to, swing_line
from tuolaji.texts.reader import LANGUAGES, texts

# South is the banker, ♠ are trumps at level 2. South has one club, East none; West has the rest:
# the other level cards, all jokers, ♠AA, ♥AAK3, ♣AKKTT54 and ♦5.
SOUTH = "S235566778899TTJJQQKKCAH3D445"
EAST = "S34H4466778899TTD3TTJJQQKKAA"
NORTH = "S4C334566778899JJQQH55JJQQKD3"
KITTY = "D66778899"


class Course:
    """The deal from its first lead; `play` makes plays of whoever's turn it is."""

    def __init__(self):
        rest = full_deck(Ruleset.parse("classic"))
        for text in (SOUTH, EAST, NORTH, KITTY):
            for card in C(text):
                rest.remove(card)
        hands = [" ".join(map(str, cards)) for cards in (C(SOUTH), C(EAST), C(NORTH), rest)]
        self.deal, _ = stacked("classic", hands, " ".join(map(str, C(KITTY))), banker=0)
        self.actions = []
        while self.deal.phase == "draw":
            shows = self.deal.turn == 0 and C("S2") in self.deal.options[0]
            self.do(Declare(0, C("S2")) if shows else Pass(self.deal.turn))
        self.do(Bury(0, C(KITTY)))

    def do(self, action):
        self.deal, _ = self.deal.apply(action)
        self.actions.append(action)

    def play(self, *plays):
        for cards in plays:
            self.do(Play(self.deal.turn, C(cards)))
        return self

    def asked(self, at=None):
        deal, done = self.deal, tuple(self.actions)
        return study.question(DealRecord(deal.ruleset, deal.setup, deal.deck, done), at)

    def at(self):
        asked = self.asked()
        return position(asked.view, asked.heard)


def plan(course, cards):
    found = plan_of(course.at(), C(cards))
    return found.key, dict(found.facts)


def flaw(course, cards, better):
    found = flaw_of(course.at(), C(cards), C(better))
    return found.key, dict(found.facts)


# What a play is for.


def test_a_lead_says_whether_anything_higher_is_left_and_who_is_void():
    course = Course()
    assert plan(course, "CA") == ("teach_cash", {"cards": C("CA"), "suit": "C"})
    assert plan(course, "H3")[0] == "exit"
    assert plan(course, "S3")[0] == "teach_draw"
    course.play("CA", "D3", "C3", "C4", "H3", "H4", "H5", "HA")  # East has no clubs
    assert plan(course, "CA") == ("teach_cash", {"cards": C("CA"), "suit": "C"})
    assert plan(course, "CT")[0] == "partner"  # West's partner ruffs
    assert plan(course, "HA") == ("teach_cash", {"cards": C("HA"), "suit": "H"})


def test_an_ace_is_not_safe_from_whoever_is_void_behind_it():
    course = Course().play("CA", "D3", "C3", "C4", "H3", "H4", "HK", "H3")
    assert plan(course, "CQ")[0] == "exit"
    assert flaw(course, "CQ", "HQ") == (
        "flaw_ruffed",
        {"cards": C("CQ"), "other": C("HQ"), "seat": "E", "suit": "C"},
    )


def test_points_belong_on_the_partners_trick():
    course = Course().play("CA", "D3")  # North follows; West could only beat it by a ruff
    facts = {"cards": C("C5"), "seat": "S", "points": 5}
    assert plan(course, "C5") == ("teach_give", facts)
    assert plan(course, "C3")[0] == "teach_keep"
    assert plan(course, "CQ")[0] == "teach_unblock"
    assert flaw(course, "C3", "C5")[0] == "flaw_no_points"


def test_a_ruff_names_the_points_and_who_else_is_void():
    course = Course().play("CA", "D3", "C3", "C4", "H3", "H4", "H5", "HA", "CT")
    facts = {"cards": C("S3"), "points": 10, "seat": "E", "suit": "C"}
    assert plan(course, "S3") == ("teach_ruff_void", facts)
    said = sentence(plan_of(course.at(), C("S3")))
    assert said == "Ruff with ♠3: 10 points are in it, and East has no ♣ either."
    assert plan(course, "S5")[1]["points"] == 15
    assert plan(course, "D5")[0] == "teach_least"
    assert plan(course, "D4")[0] == "teach_save"
    assert flaw(course, "D4", "S3") == (
        "flaw_missed",
        {"cards": C("D4"), "other": C("S3"), "points": 10},
    )
    assert flaw(course, "D5", "D4") == (
        "flaw_points",
        {"cards": C("D5"), "other": C("D4"), "points": 5, "seat": "W"},
    )
    assert flaw(course, "SK", "S3")[0] == "flaw_high"
    assert flaw(course, "SK", "D4")[0] == "flaw_dear"
    course.play("S3")  # East may go over it; only North comes after, who has clubs
    assert plan(course, "S4") == ("teach_ruff", {"cards": C("S4"), "points": 10, "suit": "C"})


def test_the_last_to_play_wins_for_certain():
    course = Course().play("CA", "D3", "C3", "C4", "H3", "H4", "H5")
    assert plan(course, "HA")[0] == "teach_win"  # the five is in it
    assert plan(course, "H3")[0] == "teach_save"
    course = Course().play("H3", "H4", "HJ")
    assert plan(course, "HA")[0] == "teach_win_lead"
    assert plan(course, "H3")[0] == "teach_save_all"


# Throws.


def test_before_a_throw_the_coach_names_what_can_break_it():
    course = Course()
    asked = course.asked()
    note = warned(asked, C("SKKTT"))
    # Above the tens: ♠AA, the level cards and the jokers, all unseen; the strongest are named.
    assert (note.mark, note.tip) == ("risk", 12)
    assert note.why.facts["higher"] == C("XBBL")
    assert warned(asked, C("SKK")) is None  # a pair is no throw
    assert warned(asked, C("SKKQQ")) is None  # nor is a tractor
    course.play("CA", "D3", "C3", "C4", "H3", "H4", "H5", "HA")
    assert warned(course.asked(), C("CAKK")) is None  # the other ace is played
    assert plan(course, "CAKK")[0] == "throw"
    assert warned(course.asked(), C("CKT")) is not None


def test_how_likely_a_throw_stands():
    at = Course().at()
    # South buried the kitty itself, so every unseen card is in a hand: ♠T falls for certain.
    assert at.stands_by(C("SKT")) == 0.0
    # ♠KK falls to six pairs, each of which is in one hand once in three times.
    pairs = len(at.higher(C("SKK"))) // 2
    assert pairs == 6  # ♠A, ♥2, ♣2, ♦2 and both jokers: South has one ♠2 itself
    # The tens fall to the same ones: South has all between them.
    assert at.stands_by(C("SKKTT")) == pytest.approx((2 / 3) ** 12)


# Marks.


def weighed(cost, sure):
    best = Weighed(Play(0, C("SA")), 1.0, 80, 0.0)
    played = Weighed(Play(0, C("SK")), 1.0 - cost, 80, sure)
    return Decision(0, 0, "1.1", played, best, forced=False, banks=True)


@pytest.mark.parametrize(
    ("cost", "sure", "mark"),
    [
        (0.0, 0.0, "good"),
        (0.02, 0.01, "good"),  # too little to speak of
        (0.05, 0.01, "doubtful"),
        (0.1, 0.2, "good"),  # within the doubt
        (0.2, 0.3, "doubtful"),  # would be a mistake, but it is not sure
        (0.2, 0.1, "mistake"),
        (0.7, 0.1, "mistake"),
    ],
)
def test_a_mark_is_by_the_cost_and_the_doubt(cost, sure, mark):
    assert mark_of(weighed(cost, sure)) == mark


def test_a_note_has_the_better_play_and_its_tip():
    # The miser takes every point laid for a twentieth of a level lost.
    asked = Course().play("CA", "D3").asked()
    note = judged(asked, Play(2, C("C5")), bot=Miser)
    assert (note.mark, note.better.points, note.decision.cost) == ("mistake", 0, 0.25)
    good = judged(asked, Play(2, C("C3")), bot=Miser)
    assert (good.mark, good.better, good.why.key) == ("good", None, "teach_keep")
    throw = judged(Course().asked(), Play(0, C("SJ9")), bot=Miser)  # no points, and it falls
    assert (throw.mark, throw.why.key, throw.tip) == ("doubtful", "flaw_throw", 12)


def test_of_burying_the_coach_sees_points_and_voids():
    asked = Course().asked("bury")
    risky = judged(asked, Bury(0, C("STTKKD678")))
    assert (risky.mark, risky.why.key, risky.tip) == ("doubtful", "coach_buried", 4)
    assert risky.why.facts["points"] == 40
    void = judged(asked, Bury(0, C("CAH3D667788")))
    assert (void.mark, void.why.key, void.tip) == ("good", "coach_void", 3)
    assert judged(asked, Bury(0, C("D66778899"))) is None  # ♦445 are kept


def test_what_is_forced_or_no_play_gets_no_mark():
    course = Course()
    assert judged(course.asked("draw"), Pass(3)) is None
    course.play("H3", "H4", "H5", "H3", "D3")  # East leads ♦3: North has no other diamond
    assert judged(course.asked(), Play(2, C("D3")), bot=Miser) is None


# What it may know.


@pytest.mark.parametrize("kind", KINDS_OF_DEAL)
def test_hidden_cards_change_nothing_that_the_coach_says(kind):
    rng, tried = random.Random(kind), 0
    whole = record(kind, 1)
    for asked, action in study.questions(whole):
        if asked.view.phase != "play" or tried == 3:
            continue
        other = swapped(whole, asked.at, rng)
        if other is None or not isinstance(action, Play):
            continue
        again = study.question(other)
        if (again.heard, again.view) != (asked.heard, asked.view):
            continue
        tried += 1
        one, two = (judged(each, action, bot="expert:6worlds") for each in (asked, again))
        assert one == two
        assert warned(asked, action.cards) == warned(again, action.cards)
    assert tried == 3


# Words.


def test_every_sentence_of_the_coach_has_its_facts_in_every_language():
    seen = set()
    for seed in (0, 1, 2):
        for asked, action in study.questions(record("classic", seed)):
            at = position(asked.view, asked.heard)
            if at is None or not isinstance(action, Play):
                continue
            for said in (plan_of(at, action.cards), flaw_of(at, action.cards, action.cards)):
                if said is not None:
                    seen.add(said.key)
                    assert all("{" not in sentence(said, language) for language in LANGUAGES)
    assert len(seen) > 12


def test_there_are_fourteen_tips_in_every_language():
    for language in LANGUAGES:
        tips = texts(language)["coach"]["tips"]
        assert list(tips) == [str(number) for number in range(1, 15)]
        assert all(tip["title"] and tip["text"] for tip in tips.values())


# Swings.


def expecting(*points):
    """An analysis whose course is given: before each trick so many points are expected."""
    whole = record("classic", 1)
    found = study.analyse(whole, bot=Miser)
    leads = [one for one in found.decisions if one.place.endswith(".1")]
    told = [replace(one, played=replace(one.played, points=p), best=replace(one.best, points=p))
            for one, p in zip(leads, points, strict=False)]  # fmt: skip
    return study.Analysis(whole, tuple(told))


def test_a_swing_is_a_mistake_of_its_trick_or_is_explained():
    begun = expecting(60, 60, 75, 70)
    leads = [int(one.place.split(".")[0]) for one in begun.decisions]
    assert leads == [1, 2, 3, 4]
    found = [one for one in swings(begun) if one.trick <= 3]
    quiet = {(one.trick, one.before, one.after) for one in found}
    assert quiet == {(2, 60, 75)}  # five points are none
    assert found[0].why.key in ("throw_failed", "ruffed", "points", "seen", "fault")
    worse = replace(begun.decisions[1].best, levels=9.0)
    faulty = replace(begun.decisions[1], best=worse)
    told = study.Analysis(begun.record, (begun.decisions[0], faulty, *begun.decisions[2:]))
    assert next(one for one in swings(told) if one.trick == 2).why.key == "fault"
    for language in LANGUAGES:
        assert all("{" not in swing_line(one, language) for one in swings(told))


@pytest.mark.parametrize(
    ("points", "said"),
    [
        (0, "about 0 points for the attackers: the bank holds and goes up 3"),
        (41, "about 40 points for the attackers: the bank holds and goes up 1"),
        (78, "about 80 points for the attackers: they take the bank"),
        (122, "about 120 points for the attackers: they take the bank and go up 1"),
    ],
)
def test_what_points_lead_to(points, said):
    assert leads_to(points, Ruleset.parse("classic"), "en") == said
