"""A deal and a match as frozen values over the engine.

`Deal` and `Setup` are here; matches, views, clocks, actions and events in the modules so named.
"""

from .acting import engine_action
from .beginning import begun
from .contest import Contest, Show
from .history import Wrong
from .setup import Setup, from_here, full_deck, with_item
from .value import Deal

__all__ = [
    "Contest",
    "Deal",
    "Setup",
    "Show",
    "Wrong",
    "begun",
    "engine_action",
    "from_here",
    "full_deck",
    "with_item",
]
