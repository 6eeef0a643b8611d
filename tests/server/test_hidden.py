"""Hidden cards stay in the process; the long run is `python -m tests.fuzz wire`."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.server import hidden
from tests.test_view import RULESETS
from tuolaji.deal.actions import Pass, to_json
from tuolaji.server.table import entries as log
from tuolaji.server.table.presenter import LiveStatus, Presenter
from tuolaji.server.table.shown import so_far
from tuolaji.server.table.shuffle import seeded
from tuolaji.server.table.state import begin


@pytest.mark.parametrize("ruleset", RULESETS)
def test_exchanging_unseen_cards_changes_no_byte_of_what_is_sent(ruleset):
    assert hidden.compare(ruleset, 1, 1) > 60


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

    def leaking(self, since=None):
        return replace(honest(self, since), unseen=str(self.state.rows))

    monkeypatch.setattr(Presenter, "state_message", leaking)
    with pytest.raises(AssertionError):
        hidden.compare("classic", 1, 1)


def test_a_leaking_event_would_be_found(monkeypatch):
    from tuolaji.deal.events import to_json  # noqa: PLC0415

    monkeypatch.setattr("tuolaji.server.table.presenter.seen", lambda event, _=None: to_json(event))
    with pytest.raises(AssertionError):
        hidden.compare("classic", 1, 1)
