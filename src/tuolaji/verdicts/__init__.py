"""Playing cards: leads, throws, following, tricks, as values with rulings, over `rules`."""

from .choices import Plays, leads, plays
from .follow import check_follow
from .lead import Shape, Unit, read_lead
from .throw import Throw, throw
from .trick import Trick, trick

__all__ = [
    "Plays",
    "Shape",
    "Throw",
    "Trick",
    "Unit",
    "check_follow",
    "leads",
    "plays",
    "read_lead",
    "throw",
    "trick",
]
