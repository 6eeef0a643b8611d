"""Hidden cards stay in the process; the long run is `python bench/hidden.py --positions 100000`."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from tests.server import everybody, hidden, timing_sample
from tests.server.timing_sample import Told
from tests.test_view import RULESETS
from tuolaji.deal.actions import Pass, to_json
from tuolaji.deal.view import view
from tuolaji.server.table import entries as log
from tuolaji.server.table.event_orders import Call, report
from tuolaji.server.table.presenter import Presenter
from tuolaji.server.table.shown import so_far
from tuolaji.server.table.shuffle import seeded
from tuolaji.server.table.state import begin
from tuolaji.server.table.status import LiveStatus


@pytest.mark.parametrize("ruleset", RULESETS)
def test_exchanging_unseen_cards_changes_no_byte_of_what_is_sent(ruleset):
    positions, answers = everybody.compare(ruleset, 1, every=5)
    assert answers > 30 * positions > 30 * 9


def test_the_end_of_a_deal_that_nobody_wants_is_not_told_before_its_last_card():
    """Without a window the rules may know before the last cards are told that the deal is void."""
    ruleset, found = "four-deck(declare_window=false)", 0
    for seed in range(5):
        made = log.Made(ruleset, "maker", 0, 0.0)
        before = begin("t", made).apply(log.Committed(seeded(seed, 1).hex())).apply(log.Dealt(0.0))
        while before.running:
            seat, shown = before.deal.turn, len(before.played.events)
            state = before.apply(log.Acted(seat, to_json(Pass(seat)), "draw"))
            if not state.running:
                state = state.apply(log.Committed("00" * 64))
                one = hidden.sent(before, shown, LiveStatus(), None, 0)
                assert hidden.sent(state, shown, LiveStatus(), None, 0) == one
                told = so_far(state, shown)
                assert (told.finished, told.secret, told.running) == (0, b"", True)
                found += 1
            before = state
    assert found


def test_a_leak_would_be_found(monkeypatch):
    """A state that held how many rows the log has would tell who passed."""
    honest = Presenter.state_message

    def leaking(self, since=None, **more):
        return replace(honest(self, since, **more), unseen=str(self.state.rows))

    monkeypatch.setattr(Presenter, "state_message", leaking)
    with pytest.raises(AssertionError):
        everybody.compare("classic", 1)


def test_a_leaking_event_would_be_found(monkeypatch):
    from tuolaji.deal.events import to_json  # noqa: PLC0415

    monkeypatch.setattr("tuolaji.server.table.presenter.seen", lambda event, _=None: to_json(event))
    with pytest.raises(AssertionError):
        everybody.compare("classic", 1)


def test_a_friend_who_is_told_too_early_would_be_found(monkeypatch):
    """Exchanging cards exchanges who the friend is."""
    monkeypatch.setattr("tuolaji.deal.view._friend_seen", lambda friend: friend.seat)
    with pytest.raises(AssertionError):
        everybody.compare("classic(partners=called)", 1)


def test_a_table_that_tells_its_event_too_much_would_be_found(monkeypatch):
    """A hand in what somebody calls the referee for."""

    def leaking(state):
        return replace(report(state), calls=(Call(0, text=str(state.deal.hands[0])),))

    monkeypatch.setattr("tests.server.event_roles.report", leaking)
    with pytest.raises(AssertionError):
        everybody.compare("meizhusong", 1)


def test_hints_that_know_all_cards_would_be_found(monkeypatch):
    monkeypatch.setattr(
        "tuolaji.server.table.thinking.view", lambda deal, seat: view(deal, (seat + 1) % 4)
    )
    with pytest.raises(AssertionError):
        everybody.compare("classic", 1)


@pytest.mark.parametrize(("longer", "found"), [(0.0, False), (0.002, True)])
def test_cards_that_come_later_when_somebody_is_asked_are_found(longer, found):
    """Two milliseconds more, where a card is up to ten late."""
    rng = random.Random(1)
    sample = []
    for number in range(100):
        for _ in range(20):
            asked = rng.random() < number / 100
            sample.append(Told(number, asked, rng.uniform(0, 0.01) + longer * asked))
    assert (timing_sample.chance(sample, rng) < timing_sample.SIGNIFICANT) == found
