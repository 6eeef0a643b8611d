"""Declaring openly while the cards are drawn (亮主)."""

from __future__ import annotations

from .declare import final, show

__all__ = ["final", "show"]
