"""Counting and finding the ones of a mask; `bits.pxd` names the machine's own instructions."""

from __future__ import annotations


def popcount(mask: int) -> int:
    """How many ones there are."""
    return mask.bit_count()


def top_bit(mask: int) -> int:
    """The place of the highest one of a mask that has any."""
    return mask.bit_length() - 1


def low_bit(mask: int) -> int:
    """The place of the lowest one of a mask that has any."""
    return (mask & -mask).bit_length() - 1
