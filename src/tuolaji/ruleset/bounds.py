"""Text of rules from outside is bounded before it is read: no parser meets what would hold it up.

A line with very many dots makes a key that takes quadratic time, very many brackets exhaust the
stack, and a very long number cannot be printed.
"""

from __future__ import annotations

import re

LONGEST = 8000  # characters
_LINES = 500
_DOTS = 20  # in a line that is no comment
_BRACKETS = 200
_WORD = re.compile(r"\w{101}")


def out_of_bounds(text: str) -> str | None:
    """Why a text is not even read as rules; None if it is."""
    if len(text) > LONGEST:
        return f"the rules have {len(text)} characters; {LONGEST} is the most"
    lines = [line for line in text.split("\n") if not line.lstrip().startswith("#")]
    if len(lines) > _LINES:
        return f"the rules have {len(lines)} lines; {_LINES} is the most"
    if any(line.count(".") > _DOTS for line in lines):
        return f"a line of the rules has more than {_DOTS} dots"
    if sum(line.count("[") + line.count("{") for line in lines) > _BRACKETS:
        return f"the rules have more than {_BRACKETS} brackets"
    if _WORD.search(text):
        return "a word of the rules is longer than 100 letters or digits"
    if not text.isascii() and any("\ud800" <= sign <= "\udfff" for sign in text):
        return "the rules contain half a character"
    return None
