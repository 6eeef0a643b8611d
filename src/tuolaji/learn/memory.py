"""The arrays of an environment in one block of memory, so that one copy takes all to the device."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

_ALIGNED = 64
_TYPES = {
    "uint64": torch.int64,
    "int64": torch.int64,
    "int32": torch.int32,
    "int8": torch.int8,
    "uint8": torch.uint8,
}


class Block:
    """Memory that is handed out piece by piece: `zeros` is numpy's, `view` the same elsewhere."""

    def __init__(self, size: int, *, pinned: bool) -> None:
        """So many bytes; pinned: the device can fetch them while the program goes on."""
        size = -(-size // _ALIGNED) * _ALIGNED
        try:
            self.bytes = torch.zeros(size, dtype=torch.uint8, pin_memory=pinned)
        except RuntimeError:
            told = f"{size / 2**30:,.0f} GiB at once; fewer `rows` or `steps` need less"
            raise MemoryError(f"there is no memory for {told}") from None
        self._used = 0
        self._places: dict[int, tuple[int, int]] = {}

    def zeros(self, shape: tuple[int, ...], kind: Any) -> npt.NDArray[Any]:
        """An array of zeros in the block."""
        start, size = self._used, int(np.prod(shape)) * np.dtype(kind).itemsize
        if start + size > len(self.bytes):
            raise MemoryError(f"a block of {len(self.bytes)} bytes is full")
        self._used += -(-size // _ALIGNED) * _ALIGNED
        array = self.bytes[start : start + size].numpy().view(kind).reshape(shape)
        self._places[id(array)] = (start, start + size)
        return array

    def view(self, array: npt.NDArray[Any], copy: Tensor) -> Tensor:
        """The same piece of copies of the block, which are the last axis of `copy`."""
        start, end = self._places[id(array)]
        piece = copy[..., start:end].view(_TYPES[array.dtype.name])
        return piece.unflatten(-1, array.shape)
