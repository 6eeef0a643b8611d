"""Bits of a mask, one instruction each where the kernel is compiled (`bits.pxd`)."""

from __future__ import annotations


def bit(at: int) -> int:
    """The mask with this bit alone."""
    return 1 << at


def popcount(mask: int) -> int:
    """How many bits are set."""
    return mask.bit_count()


def top_bit(mask: int) -> int:
    """Where the highest bit stands; the mask is not empty."""
    return mask.bit_length() - 1


def low_bit(mask: int) -> int:
    """Where the lowest bit stands; the mask is not empty."""
    return (mask & -mask).bit_length() - 1
