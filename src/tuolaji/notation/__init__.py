"""Positions, records and the save files of the 1997 game, as text and bytes."""

from .position import Hidden, Position, PositionTextError

__all__ = ["Hidden", "Position", "PositionTextError"]
