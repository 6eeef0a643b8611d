"""Hidden cards stay in the process; the long run is `python -m tests.fuzz wire`."""

from __future__ import annotations

import pytest

from tests.server import hidden
from tests.test_view import RULESETS
from tuolaji.server.present import Presenter


@pytest.mark.parametrize("ruleset", RULESETS)
def test_exchanging_unseen_cards_changes_no_byte_of_what_is_sent(ruleset):
    assert hidden.compare(ruleset, 1, 1) > 60


def test_a_leak_would_be_found(monkeypatch):
    """A state that held how many rows the log has would tell who passed."""
    honest = Presenter.state_message

    def leaking(self, since=None):
        return {**honest(self, since), "rows": self.state.rows}

    monkeypatch.setattr(Presenter, "state_message", leaking)
    with pytest.raises(AssertionError):
        hidden.compare("classic", 1, 1)


def test_a_leaking_event_would_be_found(monkeypatch):
    from tuolaji.events import to_json  # noqa: PLC0415

    monkeypatch.setattr("tuolaji.server.present.seen", lambda event, _=None: to_json(event))
    with pytest.raises(AssertionError):
        hidden.compare("classic", 1, 1)
