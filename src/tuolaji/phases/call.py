"""Calling, changing and attacking trump with jokers (定主 / 改主 / 攻主).

Whose turn it is to speak stands in `calling.py`.
"""

from __future__ import annotations

from .declare import final, show

__all__ = ["CALL", "CHANGE", "LOCKED", "final", "show"]

CALL, CHANGE = "call", "change"
LOCKED = "locked"
