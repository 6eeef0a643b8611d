"""Whole deals in lockstep with the oracle, a few of every kind; `make test` plays more."""

from __future__ import annotations

import pytest

from tests.fuzz import course
from tuolaji import PRESETS
from tuolaji.ruleset import SWITCHES

CALLED = "classic(partners=called)"


@pytest.mark.parametrize("text", [*PRESETS, CALLED, *course.REFEREES])
def test_the_engine_and_the_oracle_play_the_same_deals(text):
    assert course.check((text, 12, 1)).wrong == ""


@pytest.mark.parametrize("switch", [name for name in SWITCHES if name not in course.ASIDE])
def test_every_switch_that_matters_is_changed_in_some_ruleset(switch):
    assert any(f"({switch}=" in text for text in course.rulesets())


def test_a_difference_is_told_with_the_actions_before_it(monkeypatch):
    """The oracle, made to think that nobody may look at any finished trick."""
    monkeypatch.setattr("tests.oracle.knowing.known_tricks", lambda *_: [])
    wrong = course.check(("classic(tricks_seen=all)", 12, 1)).wrong
    assert "knows tricks" in wrong
    assert "'action': 'play'" in wrong
    assert "again: python -m tests.fuzz course --ruleset 'classic(tricks_seen=all)'" in wrong
