"""Tokens, the actions of the environments, and what is wrong with one.

Token `4 * face + copies - 1` takes one to four copies of a face, 216 is STOP. A face is
`13 * suit + rank` for the suits S H C D and the ranks 2 to A, then 52 the small and 53 the big
joker. Passing is STOP alone.
"""

from __future__ import annotations

import operator
from typing import SupportsIndex

import numpy as np

from ..cards import Cards
from ..cards.planes import Planes, copies
from ..rules.tokens import STOP
from .layout import TOKENS, mask_bits

_LISTED = 12


class BadToken(ValueError):
    """A token that is none, or may not come next; row: where, if there are several deals."""

    def __init__(self, token: object, allowed: Planes, row: int | None = None) -> None:
        """Say what was wrong and what would have been right."""
        self.token, self.row = token, row
        self.allowed = allowed_tokens(allowed)
        where = "" if row is None else f"row {row}: "
        known = isinstance(token, int) and 0 <= token < TOKENS
        what = f"token {token}" + (f" ({token_text(token)})" if known else "")  # type: ignore[arg-type]
        wrong = "may not come next" if known else f"is none; tokens are 0 to {TOKENS - 1}"
        listed = ", ".join(f"{one} ({token_text(one)})" for one in self.allowed[:_LISTED])
        more = len(self.allowed) - _LISTED
        super().__init__(
            f"{where}{what} {wrong}; allowed: {listed}" + (f" and {more} more" if more > 0 else "")
        )


class Finished(RuntimeError):
    """A step after the end of a deal."""


def token_text(token: int) -> str:
    """A token as card text: `S33`, `XB`, or `STOP`."""
    if token == STOP:
        return "STOP"
    return str(Cards(copies(token >> 2, (token & 3) + 1)))


def allowed_tokens(mask: Planes) -> list[int]:
    """The tokens of a mask."""
    return [int(token) for token in np.flatnonzero(mask_bits(np.array([mask], np.uint64)))]


def check_token(token: SupportsIndex, allowed: Planes) -> int:
    """The token as a number, if it may come next."""
    if isinstance(token, bool | np.bool_) or not hasattr(token, "__index__"):
        raise TypeError(f"a token is a whole number, not {token!r}")
    number = operator.index(token)
    if not 0 <= number < TOKENS or not allowed[number & 3] >> (number >> 2) & 1:
        raise BadToken(number, allowed)
    return number
