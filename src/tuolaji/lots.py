"""Lots that everybody can check: numbers that follow from a key, the same in every language.

The key makes a stream of HMAC-SHA256 blocks, read as numbers of 32 bits; one out of range is drawn
again, so that each is as likely. `shuffle` is that of Fisher and Yates.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from typing import TypeVar

T = TypeVar("T")
_WORD = 4


def numbers(key: bytes) -> Iterator[int]:
    """Numbers of 32 bits, as many as are wanted."""
    block = 0
    while True:
        digest = hmac.digest(key, block.to_bytes(8, "big"), "sha256")
        for at in range(0, len(digest), _WORD):
            yield int.from_bytes(digest[at : at + _WORD], "big")
        block += 1


def below(chance: Iterator[int], limit: int) -> int:
    """A number from 0 to limit - 1, each as likely."""
    fair = 2 ** (8 * _WORD) // limit * limit
    return next(number for number in chance if number < fair) % limit


def shuffle(chance: Iterator[int], items: list[T]) -> None:
    """Shuffle a list in place."""
    for last in range(len(items) - 1, 0, -1):
        other = below(chance, last + 1)
        items[last], items[other] = items[other], items[last]


def lots(*words: object) -> Iterator[int]:
    """The numbers that follow from a seed and the words for what they are drawn."""
    text = "\x1f".join(map(str, words))
    return numbers(hashlib.sha256(text.encode("utf-8")).digest())
