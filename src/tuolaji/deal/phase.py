"""The phases of a deal, by name, and the type that holds them."""

from __future__ import annotations

from typing import Final, Literal

Phase = Literal["draw", "name", "call", "bury", "change", "partner", "play", "count", "over"]

DRAW: Final = "draw"
NAME: Final = "name"
CALL: Final = "call"
BURY: Final = "bury"
CHANGE: Final = "change"
PARTNER: Final = "partner"
PLAY: Final = "play"
COUNT: Final = "count"
OVER: Final = "over"

# In the order of the engine's numbers.
PHASES: Final[tuple[Phase, ...]] = (
    DRAW, CALL, BURY, CHANGE, PARTNER, PLAY, OVER, COUNT, NAME,
)  # fmt: skip
