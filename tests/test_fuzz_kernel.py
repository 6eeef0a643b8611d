"""The fuzz of the kernel can fail, says where, and makes it small."""

from __future__ import annotations

import pytest

from tests.fuzz import kernel, moments, planted
from tests.fuzz.lockstep import Mismatch
from tests.fuzz.moments import Follow, Throw, Won
from tests.table import C, terms


def test_a_slice_agrees():
    found = kernel.check(("six-player", 1, 200))
    assert found.wrong == ""
    assert found.seen["(decisions)"] >= 200


def test_a_disagreement_is_found_and_made_small(monkeypatch):
    """An oracle that knows no pair of kings."""
    real = moments.Duty.broken_rule

    def broken_rule(duty, play):
        return "follow.suit" if play.count("HK") == 2 else real(duty, play)

    monkeypatch.setattr(moments.Duty, "broken_rule", broken_rule)
    found = kernel.check(("classic", 3, 50_000))
    assert "oracle   refused" in found.wrong
    assert "play HKK\n" in found.wrong
    assert "-/HKK/-/-" in found.wrong
    assert "--ruleset 'classic' --piece 3" in found.wrong


def test_a_deal_that_differs_is_told_with_its_position(monkeypatch):
    monkeypatch.setattr(kernel.Lockstep, "_told", lambda self: iter([("hands", 1, self.deal)]))
    with pytest.raises(Mismatch, match=r"(?s)the deal begins: hands.*deal.apply"):
        kernel.Lockstep(*_a_match()).shuffle(1)


def _a_match():
    ruleset = terms().ruleset
    return ruleset, kernel.any_match(ruleset, kernel.random.Random(1))


@pytest.mark.parametrize(
    ("moment", "answer"),
    [
        (Follow(terms(), C("HKK"), C("H3345"), C("H34")), "refused"),
        (Throw(terms(), C("HKKQ"), (C("HA"), C("-"), C("-"))), "HQ"),
        (Throw(terms("four-deck", "3"), C("HKKQ"), (C("-"), C("-"), C("-"))), "refused"),
        (Won(terms(), (C("HK"), C("HA"), C("S3"), C("CA")), False), "2"),
    ],
)
def test_all_are_asked(moment, answer):
    assert set(moment.answers().values()) == {answer}
    assert {"engine", "oracle", "python"} <= set(moment.answers())
    assert list(moment.smaller())


@pytest.mark.parametrize("bug", [*planted.BUGS, *planted.COURSE])
def test_the_bugs_can_still_be_planted(bug):
    text = (planted.ROOT / "src" / "tuolaji" / bug.file).read_text("utf-8")
    assert text.count(bug.right) == 1


def test_the_bugs_of_the_course_are_looked_for_as_make_test_does():
    assert f"tests.fuzz {' '.join(planted.MAKE_TEST)}\n" in (planted.ROOT / "Makefile").read_text()


def test_a_bug_whose_place_is_gone_is_an_error(tmp_path):
    folder = tmp_path / "src" / "tuolaji" / "rules"
    folder.mkdir(parents=True)
    (folder / "throw.py").write_text("nothing\n")
    with pytest.raises(planted.PlantError, match="0 times"):
        planted.plant(planted.BUGS[1], tmp_path)
