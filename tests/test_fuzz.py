"""The long comparisons find what is wrong, here on a small scale."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.fuzz import mixtures, records, whole_deals
from tests.fuzz.pool import seeded, spread
from tests.table import changed
from tuolaji import PRESETS
from tuolaji.notation.record import DealRecord
from tuolaji.testing.invariants import CHECKS


def record_of(ruleset, seed):
    actions, states = records.played(ruleset, random.Random(seed))
    first = states[0]
    return DealRecord(first.ruleset, first.setup, first.deck, tuple(actions)), states


@pytest.mark.parametrize("ruleset", ["classic", "joker-bid", *whole_deals.MORE])
def test_a_record_is_cut_after_every_line_and_every_play(ruleset):
    record, states = record_of(ruleset, 1)
    texts = {text for text, _ in records.read_on(record, [])}
    begun = {len(replay.actions) for _, replay in records.read_on(record, [])}
    # After the last trick passes are implied.
    played = [n for n, deal in enumerate(states) if deal.phase in ("play", "over")]
    assert begun >= {0, *played}
    assert all(record.text().startswith(text) for text in texts)
    hits: Counter[str] = Counter()
    assert list(records.cut_anywhere(record, states, random.Random(1), hits)) == []
    assert hits["(cuts)"] == len(texts)


def test_a_cut_that_replays_to_another_state_is_found():
    record, states = record_of("classic", 2)
    for at in (0, len(states) // 2, len(states) - 1):
        other = [*states]
        other[at] = changed(states[at], adjusted=5)
        assert list(records.cut_anywhere(record, other, random.Random(1), Counter()))


def test_a_reader_that_raises_is_found(monkeypatch):
    def fails(text):
        raise KeyError(text[:5])

    monkeypatch.setattr(records, "read_again", fails)
    hits, wrong = records.recorded(("classic", 1, 1))
    assert hits["(mutations)"] == len(wrong) > 10
    assert wrong[0].startswith("classic: KeyError")


def test_what_breaks_in_a_deal_is_told_with_its_seed(monkeypatch):
    hits, broken = whole_deals.simulated(("classic", 7, 1))
    assert (hits["(deals)"], broken) == (1, [])
    monkeypatch.setitem(CHECKS, "cards", lambda *_: iter(["something"]))
    _, broken = whole_deals.simulated(("classic", 7, 1))
    assert broken[0] == "classic, seed 7: cards: something"
    monkeypatch.setitem(CHECKS, "cards", lambda *_: 1 // 0)
    _, broken = whole_deals.simulated(("classic", 7, 1))
    assert broken == ["classic, seed 7: ZeroDivisionError('integer division or modulo by zero')"]


def test_kinds_that_never_happened_are_told_and_fail(monkeypatch, capsys):
    monkeypatch.setattr(whole_deals, "spread", lambda work, jobs, _: (work(job) for job in jobs))
    monkeypatch.setattr(whole_deals, "variants", lambda: ["classic(kitty_seen=false)"])
    assert whole_deals.run("variants", 1, 0, 1) == 1
    out = capsys.readouterr().out
    assert "         1 settled\n" in out
    assert "         0 claimed   <-- never happened\n" in out
    assert "         0 clock: break   <-- never happened\n" in out
    assert "1 rulesets, 0 findings" in out


def test_an_interruption_keeps_what_was_found(monkeypatch, capsys):
    def interrupted(work, jobs, _):
        yield work(jobs[0])
        raise KeyboardInterrupt

    monkeypatch.setattr(whole_deals, "spread", interrupted)
    assert whole_deals.run("deals", 2, 0, 1) == 130
    out = capsys.readouterr().out
    assert out.startswith(f"interrupted after 1 of {len(PRESETS) + len(whole_deals.MORE)} pieces")
    assert "         2 settled\n" in out


def test_work_is_spread_and_comes_back_in_order(capsys):
    pieces = seeded(3, 10, 4)
    assert [number for _, number in pieces] == [4, 4, 2]
    assert list(spread(sum, pieces, 2)) == [sum(piece) for piece in pieces]
    assert capsys.readouterr().err.endswith("3 of 3\n")


def test_who_has_failed_at_the_ace_often_enough_falls_back():
    """No invariant is broken by it; failures are counted over the deals of a match."""
    text = "classic(fall_back=1,first_level=K,must_play=[A],take_over=1,top_level=A)"
    assert whole_deals.simulated((text, 1, 20))[1] == []


def test_any_coherent_mixture_of_switches_can_be_played():
    drawn = [mixtures.mixture(seed) for seed in range(40)]
    assert len(set(drawn)) == len(drawn)
    assert mixtures.check((5, 1))[1] == []


def test_what_breaks_in_a_mixture_is_told(monkeypatch):
    monkeypatch.setitem(CHECKS, "cards", lambda *_: iter(["something"]))
    _, wrong = mixtures.check((9, 1))
    assert "six-player(throw_tested=opponents), seed 9" in wrong[0]
