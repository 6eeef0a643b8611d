"""The phases of a deal, by name, and the type that holds them."""

from __future__ import annotations

from typing import Final, Literal

Phase = Literal[
    "draw", "name", "call", "bury", "change", "steal", "partner", "play", "count", "over"
]  # fmt: skip

DRAW: Final = "draw"
NAME: Final = "name"
CALL: Final = "call"
BURY: Final = "bury"
CHANGE: Final = "change"
STEAL: Final = "steal"
PARTNER: Final = "partner"
PLAY: Final = "play"
COUNT: Final = "count"
OVER: Final = "over"

SHOWING: Final = (DRAW, CALL, CHANGE, STEAL)  # in which cards can be shown to fix trump

# In the order of the engine's numbers.
PHASES: Final[tuple[Phase, ...]] = (
    DRAW, CALL, BURY, CHANGE, PARTNER, PLAY, OVER, COUNT, NAME, STEAL,
)  # fmt: skip
