"""Text from outside is bounded before it is read as TOML: no parser meets what would hold it up.

A line with very many dots makes a key that takes quadratic time, very many brackets exhaust the
stack, and a very long number cannot be printed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

LONGEST = 8000  # characters


@dataclass(frozen=True)
class Bounds:
    """What a text may have at most. what: it is called. dots: in a line that is no comment."""

    what: str
    longest: int
    lines: int
    dots: int
    brackets: int


RULES = Bounds("the rules", LONGEST, 500, 20, 200)
_WORD = re.compile(r"\w{101}")


def out_of_bounds(text: str, most: Bounds = RULES) -> str | None:
    """Why a text is not even read; None if it is."""
    what = most.what
    if len(text) > most.longest:
        return f"{len(text)} characters are too many for {what}; {most.longest} is the most"
    lines = [line for line in text.split("\n") if not line.lstrip().startswith("#")]
    if len(lines) > most.lines:
        return f"{len(lines)} lines are too many for {what}; {most.lines} is the most"
    if any(line.count(".") > most.dots for line in lines):
        return f"a line of {what} has more than {most.dots} dots"
    if sum(line.count("[") + line.count("{") for line in lines) > most.brackets:
        return f"{what} may have {most.brackets} brackets at most"
    if _WORD.search(text):
        return f"a word of {what} is longer than 100 letters or digits"
    if not text.isascii() and any("\ud800" <= sign <= "\udfff" for sign in text):
        return f"there is half a character in {what}"
    return None
