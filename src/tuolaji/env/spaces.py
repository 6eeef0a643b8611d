"""The spaces of observations, for Gymnasium and PettingZoo."""

from __future__ import annotations

import gymnasium
import numpy as np

from .layout import FACES, TOKENS, Layout

_LOWEST, _HIGHEST = -2, 2**31 - 1


def observation_space(layout: Layout) -> gymnasium.spaces.Dict:
    """The space of observations."""
    bits = FACES * layout.word_count
    low = np.full(layout.flat_count, _LOWEST, np.int32)
    high = np.full(layout.flat_count, _HIGHEST, np.int32)
    low[:bits], high[:bits] = 0, 1
    return gymnasium.spaces.Dict(
        {
            "observation": gymnasium.spaces.Box(low, high, dtype=np.int32),
            "action_mask": gymnasium.spaces.Box(0, 1, (TOKENS,), np.int8),
        }
    )


def state_space(layout: Layout) -> gymnasium.spaces.Box:
    """The space of the full information."""
    return gymnasium.spaces.Box(0, 1, (FACES * layout.world_count,), np.int8)
