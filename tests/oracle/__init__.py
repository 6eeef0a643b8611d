"""A slow, literal second opinion on the rule pages; shares no text with the engine.

`answer(question)` answers as `tuolaji judge` must (without `why` and `owed`) and says which rules it exercised;
`owed_is_right(question, owed)` checks the `owed` field of a refused follow.
"""

from .ask import answer, owed_is_right

__all__ = ["answer", "owed_is_right"]
