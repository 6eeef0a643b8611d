"""The nets: a policy on what a seat sees, a critic that sees all cards."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from ..bots.told import rounded
from ..env.layout import Layout
from .features import TOKENS, Features, Naming


@dataclass(frozen=True)
class Shape:
    """How large the nets are: the width of their layers, and how many blocks of two."""

    width: int = 704
    blocks: int = 3
    critic_width: int = 448
    critic_blocks: int = 2

    def plain(self) -> dict[str, Any]:
        """The shape as JSON has it."""
        return asdict(self)

    def grown(self, blocks: int, critic_blocks: int) -> Shape:
        """The shape with at least so many blocks."""
        return replace(
            self,
            blocks=max(self.blocks, blocks),
            critic_blocks=max(self.critic_blocks, critic_blocks),
        )

    def plays_as(self, other: Shape) -> bool:
        """Whether policies of both have the same weights, whatever their critics."""
        return (self.width, self.blocks) == (other.width, other.blocks)


class Block(nn.Module):
    """Two layers whose result is added to what came in; at first it adds nothing."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.inner = nn.Linear(width, width)
        self.outer = nn.Linear(width, width, bias=False)
        nn.init.zeros_(self.outer.weight)

    def forward(self, rows: Tensor) -> Tensor:
        """The rows, changed a little."""
        inner = functional.relu(_linear(self.inner, _evened(rows)))
        return rows + functional.linear(inner, self.outer.weight.to(rows.dtype))


class Trunk(nn.Module):
    """Layers with shortcuts; it reckons in the type of the rows, whatever that of its weights.

    more: the size of a second input, for what not every net is told.
    """

    def __init__(
        self, inputs: int, outputs: int, width: int, blocks: int, *, more: int = 0
    ) -> None:
        super().__init__()
        self._outputs = outputs
        self.first = nn.Linear(inputs, width)
        self.more = nn.Linear(more, width, bias=False) if more else None
        self.blocks = nn.ModuleList(Block(width) for _ in range(blocks))
        self.last = nn.Linear(width, rounded(outputs))
        nn.init.normal_(self.last.weight, std=0.01)
        nn.init.zeros_(self.last.bias)

    def forward(self, rows: Tensor, more: Tensor | None = None) -> Tensor:
        """What comes out, in single precision."""
        inner = _linear(self.first, rows)
        if self.more is not None and more is not None:
            inner = inner + functional.linear(more, self.more.weight.to(more.dtype))
        inner = functional.relu(inner)
        for block in self.blocks:
            inner = block(inner)
        out = _linear(self.last, functional.relu(_evened(inner)))
        return out[:, : self._outputs].float()

    def take_up(self, weights: dict[str, Tensor], blocks: int) -> None:
        """Have the weights of a trunk with so many blocks; those behind them stay."""
        self.load_state_dict({**self.blocks_from(blocks), **weights})

    def blocks_from(self, number: int) -> dict[str, Tensor]:
        """The weights of the blocks from one on, by their names in the state of all."""
        later = {f"blocks.{at}.": one for at, one in enumerate(self.blocks) if at >= number}
        return {at + name: w for at, one in later.items() for name, w in one.state_dict().items()}


def _linear(layer: nn.Linear, rows: Tensor) -> Tensor:
    return functional.linear(rows, layer.weight.to(rows.dtype), layer.bias.to(rows.dtype))


def _evened(rows: Tensor) -> Tensor:
    """Rows with mean 0 and deviation 1."""
    return functional.layer_norm(rows, rows.shape[1:])


def new_policy(features: Features, shape: Shape) -> Trunk:
    """A policy with random weights."""
    return Trunk(features.size, TOKENS, shape.width, shape.blocks)


class Nets(nn.Module):
    """Policy and critic over the same features.

    A critic has a value of the own side, or, where partners are called, of every seat from the own
    one on.
    """

    def __init__(self, layout: Layout, shape: Shape) -> None:
        """New nets with random weights."""
        super().__init__()
        self.shape = shape
        self.features = Features(layout)
        self.policy = new_policy(self.features, shape)
        self.critic = Trunk(
            self.features.size,
            layout.players if layout.wide else 1,
            shape.critic_width,
            shape.critic_blocks,
            more=self.features.world_size,
        )

    def logits(self, rows: Tensor, mask: Tensor) -> Tensor:
        """The logarithms of how likely each answer is."""
        return functional.log_softmax(self.policy(rows).masked_fill(~mask, -1e9), 1)

    def value(self, rows: Tensor, world: Tensor, naming: Naming) -> Tensor:
        """What the deal is worth to every party, that of the seat to move first."""
        values: Tensor = self.critic(rows, self.features.world(world, naming, rows.dtype))
        return torch.cat([values, -values], 1) if values.shape[1] == 1 else values
