"""`master`: the policy's first choice, what worlds find better, and its reasons."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from tests.moments import compiled, moments
from tests.taught_nets import write_net
from tuolaji import bots
from tuolaji.bots import master, sentence, taught
from tuolaji.bots.bot import Reason
from tuolaji.bots.master import Master, nets_of
from tuolaji.bots.recall import recall
from tuolaji.bots.thoughts import UNIT, thoughts
from tuolaji.cards import Cards
from tuolaji.deal.turn import choices
from tuolaji.ruleset import Ruleset
from tuolaji.testing import check_bot
from tuolaji.texts.reader import LANGUAGES

CLASSIC = Ruleset.parse("classic")


def asked(ruleset, seed, every):
    """Moments of play, each with a `master` that has heard what the seat has."""
    for _, shown, club in islice(moments(ruleset, seed, 1), 0, None, every):
        yield shown, club.memory


@compiled
@pytest.mark.parametrize(
    "ruleset", ["classic", "classic(enforcement=referee,fouls=meizhusong)", "joker-bid"]
)
def test_it_keeps_to_the_rules_and_to_its_view(ruleset):
    report = check_bot(lambda seat, seed: Master(seat, seed, worlds=8), ruleset, 1, 5)
    assert report.exchanged > 25


@compiled
@pytest.mark.parametrize("ruleset", ["friends", "classic(partners=called)"])
def test_with_a_net_for_called_partners_it_searches_and_calls_them(ruleset, tmp_path, monkeypatch):
    nets, reasons = taught.read(write_net(tmp_path / "one.tlnet", ruleset)), set()

    class Told(Master):
        def choose(self, view):
            action = super().choose(view)
            reasons.add((view.phase, self.why and self.why.key))
            return action

    monkeypatch.setattr(master, "nets_of", lambda _: nets)
    report = check_bot(lambda seat, seed: Told(seat, seed, worlds=8), ruleset, 1, 5)
    assert report.exchanged > 25
    assert {("partner", "call"), ("play", "weighed")} <= reasons


@compiled
def test_without_time_it_does_what_the_policy_holds_likeliest():
    learnt = nets_of(CLASSIC).new_policy(CLASSIC)
    for shown, memory in asked("classic", 3, 9):
        bot = bots.make("master:0ms", shown.seat, 1)
        bot.memory = memory
        assert bot.choose(shown).cards.planes == learnt.choose(*recall(shown, memory))
        assert bot.why == Reason("taught", {"cards": bot.choose(shown).cards})


@compiled
def test_thoughts_are_legal_and_the_first_is_the_policys_choice():
    learnt = nets_of(CLASSIC).new_policy(CLASSIC)
    several = 0
    for shown, memory in asked("classic", 4, 7):
        deal, trail = recall(shown, memory)
        found = thoughts(learnt, deal, trail, 5, 6 * UNIT)
        legal = {one.planes for one in choices(shown)}
        assert {one.cards for one in found} <= legal
        assert len({one.cards for one in found}) == len(found) <= 5
        assert found[0].behind == 0
        assert found[0].cards == learnt.choose(deal.clone(), trail)
        assert all(one.behind <= 6 * UNIT for one in found)
        several += len(found) > 1
    assert several


@compiled
def test_the_same_worlds_are_the_same_choice_and_its_reason_says_what_was_weighed():
    weighed = 0
    for shown, memory in asked("classic", 6, 3):
        said = []
        for _ in range(2):
            bot = bots.make("master:20worlds", shown.seat, 7)
            bot.memory = memory
            said.append((bot.choose(shown), bot.why))
        assert said[0] == said[1]
        if bot.why.key == "weighed":
            weighed += 1
            assert bot.why.facts["cards"] == said[0][0].cards != bot.why.facts["other"]
            for language in LANGUAGES:
                assert re.search(r"20.*[+-]\d\.\d\d.*[+-]\d\.\d\d", sentence(bot.why, language))
    assert weighed


@compiled
def test_however_little_time_there_is_some_worlds_are_looked_at():
    numbers = []
    for shown, memory in asked("classic", 6, 3):
        bot = bots.make("master", shown.seat, 7, think=1e-9)
        bot.memory = memory
        bot.choose(shown)
        if bot.why.key == "weighed":
            numbers.append(bot.why.facts["number"])
    assert numbers
    assert min(numbers) >= 8


@pytest.mark.parametrize(
    ("ruleset", "taught"),
    [
        ("classic", True),
        ("classic(enforcement=referee,fouls=meizhusong,top_level=A)", True),
        ("joker-bid", True),
        ("six-player", True),
        ("four-deck", True),
        ("friends", True),
        ("friends(players=8)", True),
        ("classic(throw=off)", True),
        ("classic(kitty=12)", True),
        ("classic(kitty=16)", False),
        ("classic(permanent_two=true)", False),
        ("classic(throw=off,kitty_seen=false)", False),
        ("classic(throw=cards)", False),
        ("joker-bid(throw=off)", False),
        ("six-player(throw=off)", False),
        ("three-deck", False),
        ("classic(partners=called)", False),
    ],
)
def test_it_plays_by_its_nets_where_they_were_measured_to_hold(ruleset, taught):
    assert (nets_of(Ruleset.parse(ruleset)) is not None) == taught


@compiled
@pytest.mark.parametrize(
    "ruleset",
    ["classic(partners=called)", "six-player(throw=off)", "classic(throw_penalty=thrown)"],
)
def test_where_nobody_taught_it_it_plays_as_expert_and_says_so(ruleset):
    for shown, memory in asked(ruleset, 5, 25):
        players = [bots.make(f"{name}:4worlds", shown.seat, 1) for name in ("master", "expert")]
        for player in players:
            player.memory = memory
        assert players[0].choose(shown) == players[1].choose(shown)
        why = players[0].why
        assert why == players[1].why.after("as_expert")
        assert sentence(why) == (
            "Nobody has taught the master this form of the game, so it plays as the expert does. "
            + sentence(players[1].why)
        )
        assert sentence(why, "zh-Hans").startswith("这种打法大师还没有学过，按高手的打法来打。")


def test_reasons_have_words_for_every_action():
    for language in LANGUAGES:
        assert "♥8" in sentence(Reason("taught", {"cards": Cards.parse("H8")}), language)
