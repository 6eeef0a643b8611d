"""A lesson: what was played makes the policy and the critic a little better (PPO)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from pickle import UnpicklingError
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.nn import functional

from .collect import Played, reckoned_in
from .features import Naming, switches_of
from .nets import Nets
from .primer import Primer
from .settings import Settings

_POLICY_NORM, _CRITIC_NORM = 0.5, 1.0
_CRITIC_PART = 0.5
_WARM_UP = 20  # lessons until the rate is reached
_CERTAIN = 0.02  # how likely another choice is at most, where the policy is all but certain
_FIGURES = ("policy_loss", "critic_loss", "entropy", "clipped", "explained", "as_hinted")


@dataclass(frozen=True)
class Weights:
    """How strongly each part counts in this lesson."""

    rate: float
    entropy: float
    hints: float
    levels: float
    points: float


class Teacher:
    """Gives lessons to nets; on a GPU a step of the optimizer is one recorded graph."""

    def __init__(self, nets: Nets, settings: Settings, rollout: Played) -> None:
        """A new optimizer; rollout: what is always learnt from."""
        self.nets, self.settings, self._rollout = nets, settings, rollout
        self._device = device = rollout.answers.device
        self._imitated = 0
        self._on_gpu = device.type == "cuda"
        self._rate = torch.zeros((), device=device)
        self._optimizer = torch.optim.AdamW(
            nets.parameters(),
            lr=self._rate if self._on_gpu else 0.0,
            weight_decay=1e-4,
            eps=1e-5,
            fused=self._on_gpu,
            capturable=self._on_gpu,
        )
        self.lessons = 0
        batch = settings.batch
        self._at = torch.zeros(batch, dtype=torch.int64, device=device)
        self._advantages = torch.zeros(batch, device=device)
        self._counts = torch.ones(batch, device=device)
        self._goals = torch.zeros((batch, rollout.parties), device=device)
        self._entropy = torch.zeros((), device=device)
        self._hints = torch.zeros((), device=device)
        self._graphs: dict[bool, Any] = {}

    def state(self) -> bytes:
        """What the optimizer remembers."""
        out = BytesIO()
        torch.save(self._optimizer.state_dict(), out)
        return out.getvalue()

    def take_up(self, state: bytes) -> None:
        """Go on with what an optimizer remembered; ValueError if it is of other nets."""
        try:
            self._optimizer.load_state_dict(torch.load(BytesIO(state), weights_only=True))
        except (RuntimeError, LookupError, EOFError, ValueError, UnpicklingError) as error:
            raise ValueError(str(error)) from error
        self.lessons = _WARM_UP

    def lesson(self, weights: Weights) -> dict[str, float]:
        """Learn from what happened; the figures of the lesson."""
        rollout = self._rollout
        self._weigh(weights)
        advantages = rollout.advantages(
            levels=weights.levels, points=weights.points, spread=self.settings.spread
        )
        goals = rollout.turned(advantages + rollout.noted("values")).flatten(0, 2)
        advantages = rollout.turned(advantages)[..., 0].flatten()
        ours = rollout.noted("ours").flatten().nonzero()[:, 0]
        mean, deviation = advantages[ours].mean(), advantages[ours].std()
        advantages = (advantages - mean) / (deviation + 1e-6)
        ours, counts = self._thinned(ours)
        batch = self.settings.batch
        figures = []
        for _ in range(self.settings.epochs):
            order = torch.randperm(len(ours), device=ours.device)
            for at in range(0, len(order) - batch + 1, batch):
                rows = ours[order[at : at + batch]]
                self._at.copy_(rows)
                self._counts.copy_(counts[order[at : at + batch]])
                self._advantages.copy_(advantages[rows])
                self._goals.copy_(goals[rows])
                figures.append(self._stepped(hinted=weights.hints > 0))
        means = torch.stack(figures).mean(0).tolist()
        return dict(zip(_FIGURES, means, strict=True))

    def _thinned(self, rows: Tensor) -> tuple[Tensor, Tensor]:
        """These rows, but few of those that teach little; how much each counts, 1 on average."""
        thin = self.settings.thin
        doubtful = self._rollout.noted("doubt").flatten()[rows] > _CERTAIN
        certain = rows[~doubtful]
        drawn = torch.randperm(len(certain), device=rows.device)[: -(-len(certain) // thin)]
        certain = certain[drawn]
        rows = torch.cat([rows[doubtful], certain])
        counts = torch.ones(len(rows), device=rows.device)
        counts[len(rows) - len(certain) :] = thin
        return rows, counts / counts.mean()

    def imitate(self, primer: Primer, batches: int) -> float:
        """Learn to choose as in some examples, batch by batch; how unlikely that was at last."""
        features, unlike = self.nets.features, torch.zeros(())
        size = min(self.settings.batch, len(primer.tokens))
        switches = switches_of(primer.ruleset).to(self._device)
        for _ in range(batches):
            at = np.random.default_rng(self._imitated).choice(len(primer.tokens), size)
            self._imitated += 1
            words, scalars, masks, tokens = self._sent(primer.rows(at))
            naming = features.naming(scalars)
            kind = reckoned_in(self._device)
            rows = features.rows(words, scalars, naming, switches, kind)
            likely = self.nets.logits(rows, features.mask(masks, naming))
            unlike = -likely.gather(1, features.answers(tokens, naming)[:, None]).mean()
            self._optimizer.zero_grad(set_to_none=True)
            unlike.backward()
            torch.nn.utils.clip_grad_norm_(self.nets.policy.parameters(), _POLICY_NORM)
            self._optimizer.step()
        return float(unlike.detach())

    def _sent(self, arrays: Iterable[npt.NDArray[Any]]) -> Iterator[Tensor]:
        """Arrays as tensors on the device."""
        for one in arrays:
            whole = one.view(np.int64) if one.dtype == np.uint64 else one
            yield torch.tensor(whole, device=self._device)

    def _weigh(self, weights: Weights) -> None:
        self.lessons += 1
        rate = weights.rate * min(1.0, self.lessons / _WARM_UP)
        if self._on_gpu:
            self._rate.fill_(rate)
        else:
            for group in self._optimizer.param_groups:
                group["lr"] = rate
        self._entropy.fill_(weights.entropy)
        self._hints.fill_(weights.hints)

    def _stepped(self, *, hinted: bool) -> Tensor:
        """A step with the rows that are laid out; its figures."""
        if not self._on_gpu:
            return self._step(hinted=hinted)
        if hinted not in self._graphs:
            stream = torch.cuda.Stream()
            stream.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(stream):
                for _ in range(3):
                    self._step(hinted=hinted)
            torch.cuda.current_stream().wait_stream(stream)
            self._optimizer.zero_grad(set_to_none=True)
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                figures = self._step(hinted=hinted)
            self._graphs[hinted] = (graph, figures)
        graph, figures = self._graphs[hinted]
        graph.replay()
        return figures.clone()

    def _step(self, *, hinted: bool) -> Tensor:
        nets, seen, rollout = self.nets, self._rollout.seen, self._rollout
        pages, places = self._at // rollout.answers.shape[-1], self._at % rollout.answers.shape[-1]

        def picked(array: Tensor) -> Tensor:
            return array.flatten(0, 1)[pages, places]

        scalars = picked(seen.scalars)
        naming = nets.features.naming(scalars)
        kind = reckoned_in(scalars.device)
        switches = rollout.switches(pages)
        rows = nets.features.rows(picked(seen.words), scalars, naming, switches, kind)
        mask = nets.features.mask(picked(seen.masks), naming)
        likely = nets.logits(rows, mask)
        values = nets.value(rows, picked(seen.world), naming)
        now = likely.gather(1, picked(rollout.answers)[:, None])[:, 0]
        ratio = (now - picked(rollout.noted("likely"))).exp()
        clip, advantages, goals = self.settings.clip, self._advantages, self._goals
        bounded = ratio.clamp(1 - clip, 1 + clip)
        counts = self._counts
        policy_loss = -(counts * torch.min(ratio * advantages, bounded * advantages)).mean()
        missed = functional.smooth_l1_loss(values, goals, reduction="none").mean(1)
        critic_loss = (counts * missed).mean()
        entropy = -(counts * (likely.exp() * likely.masked_fill(~mask, 0)).sum(1)).mean()
        loss = policy_loss + _CRITIC_PART * critic_loss - self._entropy * entropy
        agreed = torch.zeros_like(entropy)
        if hinted:
            unlike, agreed = self._unlike_hints(picked(seen.hints).long(), likely, naming)
            loss = loss + self._hints * unlike
        self._optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(nets.policy.parameters(), _POLICY_NORM)
        torch.nn.utils.clip_grad_norm_(nets.critic.parameters(), _CRITIC_NORM)
        self._optimizer.step()
        with torch.no_grad():
            clipped = ((ratio - 1).abs() > clip).float().mean()
            explained = 1 - (goals - values)[:, 0].var() / goals[:, 0].var()
            figures = [policy_loss, critic_loss, entropy, clipped, explained, agreed]
            return torch.stack([one.detach() for one in figures])

    def _unlike_hints(self, hints: Tensor, likely: Tensor, naming: Naming) -> tuple[Tensor, Tensor]:
        """How unlikely the hints are taken to be, and how often they are the first choice."""
        told = hints >= 0
        wanted = self.nets.features.answers(hints.clamp(min=0), naming)
        unlike = -(likely.gather(1, wanted[:, None])[:, 0] * told).mean()
        agreed = ((likely.argmax(1) == wanted) & told).sum() / told.sum().clamp(min=1)
        return unlike, agreed
