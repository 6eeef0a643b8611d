"""Collecting and learning apart: deals that actors on a Ray cluster play for the training.

Each collector has groups of deals of its own and plays them by the nets it is sent. While the
learner learns from what came in, they play on with the nets of the lesson before; PPO weighs how
likely what was chosen was to the nets that chose it, so one lesson of delay does no harm.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from ..bots.told import layout_of
from ..workers import OnRay
from .collect import Group, Played, new_rollout
from .league import League, Tensors
from .nets import Nets
from .settings import Settings

_RESTARTS = 5  # of a collector whose process or machine was lost

Arrays = dict[str, npt.NDArray[Any]]
Happened = tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64], npt.NDArray[np.float32]]


class Collector:
    """Groups of deals in a process of its own."""

    def __init__(self, settings: Settings, seed: int) -> None:
        """Begin the deals; they are thought about on the processor."""
        torch.set_num_threads(settings.threads)
        torch.manual_seed(seed)
        self._nets = Nets(layout_of(settings.rulesets[0]), settings.shape)
        self._rollout = new_rollout(settings, self._nets, torch.device("cpu"), seed)

    def fill(self, weights: Arrays, *past: Arrays, hinted: bool) -> Happened:
        """Play some steps by these nets, each group against its past self; what happened."""
        rollout = self._rollout
        self._nets.load_state_dict(_tensors(weights))
        for group, one in zip(rollout.groups, past, strict=True):
            group.seat(_tensors(one))
        if not hinted:
            rollout.stop_hints()
        rollout.fill()
        return rollout.bytes.numpy(), rollout.answers.numpy(), rollout.notes.numpy()


class FarRollout(Played):
    """What happens in the groups of collectors."""

    def __init__(self, settings: Settings, nets: Nets, device: torch.device, seed: int) -> None:
        """Hire the collectors; NoRay if there is no Ray."""
        self._ray = OnRay()
        self._nets, self._settings = nets, settings
        groups, number = settings.groups, settings.collectors
        pattern = Group(replace(settings, threads=1), groups[0], nets, device, seed=seed)
        super().__init__(pattern, number * groups, settings.steps)
        self._actors = [
            self._ray.actor(
                Collector,
                settings,
                seed + at * len(groups),
                num_cpus=settings.threads,
                max_restarts=_RESTARTS,
                max_task_retries=_RESTARTS,
            )
            for at in range(number)
        ]
        self._hinted = settings.hints > 0
        self._past: list[Any] = []
        self._coming: list[Any] = []

    def fill(self) -> None:
        """Take in what was played meanwhile, and let the collectors go on with the nets of now."""
        coming = self._coming or self._asked()
        each = len(self._settings.groups)
        for at, promise in enumerate(coming):
            own = slice(at * each, (at + 1) * each)
            pieces = self._ray.result(promise)
            for whole, piece in zip((self.bytes, self.answers, self.notes), pieces, strict=True):
                whole[:, own].copy_(torch.tensor(piece))
        self._coming = self._asked()

    def seat(self, league: League) -> None:
        """Let each group of each collector meet a past self."""
        each = len(self._settings.groups)
        self._past = [
            [self._ray.put(_arrays(league.chosen())) for _ in range(each)] for _ in self._actors
        ]

    def stop_hints(self) -> None:
        """Ask the quick player no more."""
        self._hinted = False

    def close(self) -> None:
        """Let the collectors go."""
        self._ray.close()

    def _asked(self) -> list[Any]:
        """Promises of what happens next, by the nets as they are now."""
        weights = self._ray.put(_arrays(self._nets.state_dict()))
        return [
            actor.fill.remote(weights, *past, hinted=self._hinted)
            for actor, past in zip(self._actors, self._past, strict=True)
        ]


def _arrays(tensors: Tensors) -> Arrays:
    return {name: one.detach().cpu().numpy() for name, one in tensors.items()}


def _tensors(arrays: Arrays) -> Tensors:
    return {name: torch.tensor(one) for name, one in arrays.items()}
