"""Observations as arrays: what stands where (`engine/layout.py`), and their float form."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..engine.layout import (
    CARDS,
    FACES,
    MORE_CARDS,
    MORE_NUMBERS,
    NUMBERS,
    OBSERVATION_VERSION,
    OBSERVATION_VERSIONS,
    TABLE_NUMBERS,
    TOKENS,
    WIDE,
    WORLD,
    Field,
    Layout,
    table,
)

__all__ = [
    "CARDS",
    "FACES",
    "MORE_CARDS",
    "MORE_NUMBERS",
    "NUMBERS",
    "OBSERVATION_VERSION",
    "OBSERVATION_VERSIONS",
    "TABLE_NUMBERS",
    "TOKENS",
    "WIDE",
    "WORLD",
    "Field",
    "Layout",
    "Scalars",
    "Words",
    "mask_bits",
    "table",
    "word_bits",
]

Words = npt.NDArray[np.uint64]
Scalars = npt.NDArray[np.int32]


def word_bits(words: Words) -> npt.NDArray[np.float32]:
    """Rows of words as rows of 0.0 and 1.0, 54 for every word."""
    return _bits(words, FACES).reshape(len(words), -1).astype(np.float32)


def mask_bits(masks: Words) -> npt.NDArray[np.int8]:
    """Rows of token masks, four words each, as rows of 217 zeros and ones."""
    # Bit f of word k is token 4 f + k, so the faces, STOP as the last, are the outer axis.
    by_face = _bits(masks, FACES + 1).transpose(0, 2, 1)
    return by_face.reshape(len(masks), -1)[:, :TOKENS].astype(np.int8)


def _bits(words: Words, number: int) -> npt.NDArray[np.uint8]:
    """The lowest bits of every word, as a third axis."""
    octets = np.ascontiguousarray(words, dtype="<u8").view(np.uint8)
    bits = np.unpackbits(octets.reshape(*words.shape, 8), axis=2, bitorder="little")
    return bits[:, :, :number]
