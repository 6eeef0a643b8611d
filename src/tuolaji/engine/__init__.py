"""The only state machine of a deal and a match, in numbers, compiled or as Python.

`state` is a deal at one moment; `course` and `play` move it by what a seat does, `enforce` by what
a referee rules, `match` counts it. `journal` is what happened, `observe` what a seat may know. On
it run `tuolaji.deal`, search, self-play and the environments.
"""

from ..kernel import put_in_place

put_in_place(__name__)
