"""Cards, sets of cards and their text; `planes` holds sets of cards as masks."""

from ..kernel import put_in_place
from .card import (
    JOKER_LEVEL,
    LEVELS,
    NO_TRUMP,
    RANKS,
    SUITS,
    Card,
    Cards,
    CardTextError,
    TooManyCopies,
    Trump,
    is_trump,
    pretty,
)

__all__ = [
    "JOKER_LEVEL",
    "LEVELS",
    "NO_TRUMP",
    "RANKS",
    "SUITS",
    "Card",
    "CardTextError",
    "Cards",
    "TooManyCopies",
    "Trump",
    "is_trump",
    "pretty",
]

put_in_place(__name__)
