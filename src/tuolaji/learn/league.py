"""Past selves: snapshots of the policy to play against, so that nothing learnt is forgotten."""

from __future__ import annotations

from random import Random

import torch
from torch import Tensor

from .nets import Trunk

_MOST = 24

Tensors = dict[str, Tensor]  # of a net, by name


class League:
    """The past selves; the more there are, the further apart they come to lie."""

    def __init__(self, seed: int, rival: Tensors | None = None) -> None:
        """Nobody yet; rival: a frozen policy that sits in the place of all past selves."""
        self._rng = Random(seed)
        self._rival = rival
        self._past: list[Tensors] = []

    def __len__(self) -> int:
        """How many there are."""
        return len(self._past)

    def add(self, policy: Trunk) -> None:
        """Remember the policy as it is; when there are too many, every other one is left out."""
        if self._rival is not None:
            self._past = [self._rival]
            return
        kept = {name: one.detach().to(torch.float16) for name, one in policy.state_dict().items()}
        self._past.append(kept)
        if len(self._past) > _MOST:
            self._past = self._past[::2]

    def chosen(self) -> Tensors:
        """A past self, half of the time one of the last four."""
        if not self._past:
            raise IndexError("nobody is in the league yet")
        recent = self._past[-4:] if self._rng.random() < 0.5 else self._past
        return self._rng.choice(recent)
