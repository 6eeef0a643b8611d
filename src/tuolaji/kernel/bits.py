"""What is something else where the kernel is compiled: bits of a mask, one instruction each.

And `with unlocked:`, in which compiled code lets other threads run (`bits.pxd`, `_join.py`).
"""

from __future__ import annotations

from contextlib import nullcontext

unlocked = nullcontext()


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
