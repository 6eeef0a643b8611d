"""The page's types are those of the server, and what is sent is of the types it is said to be."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

from tests.server.hidden import sent, states, statuses
from tests.test_view import RULESETS
from tuolaji.deal.view import PublicView, View
from tuolaji.server.protocol.outgoing import ServerMessage
from tuolaji.server.protocol.typescript import typescript

WIRE = Path(__file__).parents[2] / "web" / "src" / "lib" / "wire.ts"


def test_the_types_of_the_page_are_not_stale():
    assert WIRE.read_text("utf-8") == typescript(), "run python scripts/wire.py"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_sent_has_the_types_it_is_said_to_have(ruleset):
    rng = random.Random(1)
    decoder = msgspec.json.Decoder(ServerMessage)
    for state in states(ruleset, 1):
        shown, status = next(statuses(state, rng))
        for seat in (0, None):
            message = decoder.decode(sent(state, shown, status, seat, 0))
            kind = PublicView if seat is None else View
            names = kind.__dataclass_fields__
            told = [name for name in names if name != "friends" or name in message.view]
            assert list(message.view) == told  # friends are left out where none are called
