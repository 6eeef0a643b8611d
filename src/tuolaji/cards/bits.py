"""What is something else where the kernel is compiled: bits of a mask, one instruction each.

And `with unlocked:`, in which compiled code lets other threads run (`bits.pxd`, `build.py`), locks
that such code can wait for, and memory that is fetched ahead.
"""

from __future__ import annotations

from _thread import LockType as Lock
from _thread import allocate_lock as new_lock
from contextlib import nullcontext

__all__ = [
    "Lock",
    "bit",
    "fetch",
    "forget",
    "low_bit",
    "new_lock",
    "popcount",
    "release",
    "take",
    "top_bit",
    "unlocked",
]

unlocked = nullcontext()


def take(lock: Lock) -> None:
    """Wait until a lock is free, and take it."""
    lock.acquire()


def release(lock: Lock) -> None:
    """Set a lock free."""
    lock.release()


def forget(lock: Lock) -> None:
    """A lock that is no longer needed."""


def fetch(one: object, size: int) -> None:
    """Begin to bring so many bytes of an object into the cache."""


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
