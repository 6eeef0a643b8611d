"""A policy that plays: from packed observations to tokens."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from ..bots.taught import POLICY
from ..bots.told import layout_of
from ..env.layout import Scalars, Words
from ..ruleset import Ruleset
from .checkpoint import Checkpoint, read
from .collect import reckoned_in
from .features import Features, switches_of
from .nets import Shape, Trunk, new_policy


class Policy:
    """Chooses what it holds most likely to be best."""

    def __init__(self, features: Features, net: Trunk, device: torch.device) -> None:
        """The features and the net lie on the device."""
        self._features, self._net, self._device = features, net, device

    @classmethod
    def of(cls, checkpoint: Checkpoint, device: str = "cpu") -> Policy:
        """The policy of a checkpoint."""
        features = Features(layout_of(Ruleset.parse(checkpoint.rulesets[0])))
        net = new_policy(features, Shape(**checkpoint.shape))
        net.load_state_dict(tensors(checkpoint, POLICY))
        return cls(features.to(device), net.to(device), torch.device(device))

    @classmethod
    def read(cls, file: Path, device: str = "cpu") -> Policy:
        """The policy in a file."""
        return cls.of(read(file), device)

    @torch.no_grad()
    def choose(
        self, ruleset: Ruleset, words: Words, scalars: Scalars, masks: Words
    ) -> npt.NDArray[np.int32]:
        """A token for every row of deals of a ruleset."""
        seen, numbers, allowed = (
            torch.tensor(one.view(np.int64) if one.dtype == np.uint64 else one, device=self._device)
            for one in (words, scalars, masks)
        )
        naming = self._features.naming(numbers)
        switches = switches_of(ruleset).to(self._device)
        kind = reckoned_in(self._device)
        rows = self._features.rows(seen, numbers, naming, switches, kind)
        mask = self._features.mask(allowed, naming)
        best = self._net(rows).masked_fill(~mask, -1e9).argmax(1)
        tokens: npt.NDArray[np.int32] = self._features.tokens(best, naming).int().cpu().numpy()
        return tokens


def tensors(checkpoint: Checkpoint, prefix: str) -> dict[str, Tensor]:
    """The weights of one of the nets."""
    return {
        name.removeprefix(prefix): torch.from_numpy(one)
        for name, one in checkpoint.arrays.items()
        if name.startswith(prefix)
    }
