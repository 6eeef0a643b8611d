"""What always holds in a deal and between deals, checked on values.

`broken(deal)` looks at one moment, `broken_step` at one action and its events, `broken_match` at
what a finished deal made of the match. Each gives a list of what does not hold, `check: what`;
an empty list is a sound state. Nothing is raised: that is the caller's choice. A `Checker` looks
at one moment of a deal after the other, at a fraction of the cost.
"""

from .moment import CHECKS, Checker, broken
from .steps import broken_match, broken_step
from .timing import broken_time, broken_timeout

__all__ = [
    "CHECKS",
    "Checker",
    "broken",
    "broken_match",
    "broken_step",
    "broken_time",
    "broken_timeout",
]
