"""The page about the strength of the bots says what the kept results say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from bench import strength

from tuolaji.arena import Plan, Run, report

ROOT = Path(__file__).parent.parent


def test_the_page_is_what_the_results_say():
    text = strength.PAGE.read_text("utf-8")
    assert text == strength.page(text, strength.results())


def test_kept_results_are_small_and_without_illegal_plays():
    files = list(strength.RESULTS.glob("*.json"))
    assert files
    assert all(file.stat().st_size < 20_000 for file in files)
    for facts in strength.results():
        assert all(bot["illegal"] == 0 for bot in facts["bots"].values())


def test_a_result_of_the_arena_becomes_rows(tmp_path):
    run = Run(Plan(("random", "novice", "greedy"), "four-deck", deals=1, seed=7))
    for _ in run.go():
        pass
    facts = json.loads(json.dumps(report(run)))
    (tmp_path / "one.json").write_text(json.dumps(facts), "utf-8")
    made = strength.tables(strength.results(tmp_path))
    assert made.count("`random` over") == 2
    assert "| `greedy` | `four-deck` | 1000 |" in made
    assert "tuolaji arena random novice greedy --ruleset four-deck --deals 1 --seed 7" in made
    assert "In `classic`" not in made


@pytest.mark.parametrize("text", ["{}", '{"interrupted": true, "ruleset": "classic"}', "no JSON"])
def test_what_is_no_whole_result_is_refused(tmp_path, text):
    (tmp_path / "broken.json").write_text(text, "utf-8")
    with pytest.raises(ValueError):  # noqa: PT011
        strength.results(tmp_path)
