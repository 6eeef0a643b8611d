"""Positions and, later, records as text."""

from .position import Hidden, Position, PositionTextError

__all__ = ["Hidden", "Position", "PositionTextError"]
