"""Playing for the training: groups of deals side by side, and what happened in them.

While the device thinks for one group, threads step the other. A group's arrays go to the device in
one copy, and on a GPU all that is reckoned for a step is one recorded graph.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from ..bots.told import layout_of
from ..engine.state import BURY, PLAY
from ..env.layout import Layout
from ..env.side_by_side import Vector
from ..ruleset import Ruleset
from .features import switches_of
from .league import League, Tensors
from .memory import Block
from .nets import Nets, new_policy
from .parties import Parties
from .settings import Settings

_WARM_UP = 3
_SHORT_NUMBERS = ("avx512_bf16", "amx_bf16")
_FLAT = 5  # by which logarithms are divided where something is tried


@dataclass(frozen=True)
class Seen:
    """Rows as they came from the environment, on the device; any axes before that of the rows."""

    words: Tensor
    scalars: Tensor
    world: Tensor
    masks: Tensor
    seats: Tensor
    levels: Tensor
    points: Tensor
    over: Tensor
    hints: Tensor


# What is noted of a row: the log-likelihood of what was chosen, whether it was ours to choose, how
# likely another choice was (1 where one was tried), and whether a deal ended with the step before;
# then of every party the value, and the levels and points of the step before.
NOTES = ("likely", "ours", "doubt", "over")
PARTY_NOTES = ("values", "levels", "points")
LATE_NOTES = ("over", "levels", "points")


@dataclass(frozen=True)
class Chosen:
    """What was chosen in every row: the answer, its token, and the notes, one above the other."""

    answers: Tensor
    tokens: Tensor
    notes: Tensor


def sides(rows: int, share: float, *, first: int) -> npt.NDArray[np.int8]:
    """By row, which side another player has, in a share of the rows from the first on; else -1."""
    number = int(rows * share)
    out = np.full(rows, -1, np.int8)
    out[first : first + number] = np.arange(number) % 2
    return out


class Group:
    """Deals side by side, their memory here and on the device, and who plays them."""

    def __init__(
        self,
        settings: Settings,
        ruleset: Ruleset,
        nets: Nets,
        device: torch.device,
        *,
        seed: int,
    ) -> None:
        """Begin the deals of a ruleset."""
        rows = settings.rows
        layout = layout_of(ruleset)
        self.ruleset, self.switches = ruleset, switches_of(ruleset).to(device)
        self._parties = Parties(ruleset, device)
        self.nets, self.device, self.rows = nets, device, rows
        self.past = new_policy(nets.features, nets.shape).to(device)
        self.past_rows = int(rows * settings.past)
        self._explore = settings.explore
        house = sides(rows, settings.house, first=self.past_rows)
        self._block = Block(rows * _row_bytes(layout) + 4096, pinned=device.type == "cuda")
        self.env = Vector(
            ruleset,
            rows,
            threads=settings.threads,
            seed=seed,
            start="random",
            version=layout.version,
            world=True,
            hints=settings.hints > 0,
            house=house if settings.house else None,
            zeros=self._block.zeros,
        )
        self.bytes = torch.zeros_like(self._block.bytes, device=device)
        self.seen = self.views(self.bytes)
        theirs = torch.from_numpy(sides(rows, settings.past, first=0)).to(device)
        self._theirs = theirs[: self.past_rows]
        self._tokens = torch.zeros(rows, dtype=torch.int32, pin_memory=device.type == "cuda")
        self._graph: Any = None
        self._stepping = False
        self.load()

    def views(self, copies: Tensor) -> Seen:
        """The arrays in copies of the block."""
        env = self.env
        arrays = (env.words, env.scalars, env.world, env.masks, env.seats, env.levels, env.points)
        views = [self._block.view(one, copies) for one in (*arrays, env.ended, env.hints)]
        return Seen(*views)

    def load(self) -> None:
        """Wait for the step that was begun, and send what is seen now to the device."""
        if self._stepping:
            self.env.finish_step()
            self._stepping = False
        self.bytes.copy_(self._block.bytes, non_blocking=True)

    def think(self) -> Chosen:
        """Choose in every row."""
        if self.device.type != "cuda":
            return self._think()
        if self._graph is None:
            self._record()
        self._graph.replay()
        return self._chosen

    def step(self, chosen: Chosen) -> None:
        """Let the threads go on with what was chosen."""
        self._tokens.copy_(chosen.tokens, non_blocking=True)
        if self.device.type == "cuda":
            torch.cuda.current_stream().synchronize()
        self.env.start_step(self._tokens.numpy())
        self._stepping = True

    @torch.no_grad()
    def seat(self, weights: Tensors) -> None:
        """Give the past self of the group these weights."""
        for name, one in self.past.state_dict().items():
            one.copy_(weights[name])

    def _record(self) -> None:
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(_WARM_UP):
                self._think()
        torch.cuda.current_stream().wait_stream(stream)
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph):
            self._chosen = self._think()

    @torch.no_grad()
    def _think(self) -> Chosen:
        seen, features = self.seen, self.nets.features
        naming = features.naming(seen.scalars)
        kind = reckoned_in(self.device)
        rows = features.rows(seen.words, seen.scalars, naming, self.switches, kind)
        mask = features.mask(seen.masks, naming)
        likely = self.nets.logits(rows, mask)
        values = self.nets.value(rows, seen.world, naming)
        ours = torch.ones_like(values[:, 0])
        drawn = likely
        if self.past_rows:
            few = slice(0, self.past_rows)
            theirs = seen.seats[few] % 2 == self._theirs
            past = self.past(rows[few]).masked_fill(~mask[few], -1e9).log_softmax(1)
            mixed = torch.where(theirs[:, None], past, likely[few])
            drawn = torch.cat([mixed, likely[self.past_rows :]])
            ours = torch.cat([(~theirs).float(), ours[self.past_rows :]])
        doubt = 1 - likely.amax(1).exp()
        if self._explore:
            tried = self._tried(seen) & (ours > 0)
            drawn = torch.where(tried[:, None], drawn / _FLAT, drawn)
            doubt = torch.where(tried, 1, doubt)
        answers = (drawn - torch.empty_like(drawn).exponential_().log()).argmax(1)
        tokens = features.tokens(answers, naming).int()
        chosen = likely.gather(1, answers[:, None])[:, 0]
        own = torch.stack([chosen, ours, doubt, (seen.over > 0).float()])
        values = self._parties.in_order(values, seen.seats)
        rewards = [one[:, : values.shape[1]].float() for one in (seen.levels, seen.points)]
        parties = [one.T for one in (values, *rewards)]
        return Chosen(answers, tokens, torch.cat([own, *parties]))

    def _tried(self, seen: Seen) -> Tensor:
        """Whether something is tried, by row: where cards are buried or played."""
        phase = seen.scalars[:, self.env.layout.scalars["phase"].start]
        cards = (phase == BURY) | (phase == PLAY)
        return cards & (torch.rand(self.rows, device=self.device) < self._explore)


def reckoned_in(device: torch.device) -> torch.dtype:
    """The type of number nets reckon in: 16 bits where the device multiplies these faster."""
    quick = device.type == "cuda" or _has_short_numbers()
    return torch.bfloat16 if quick else torch.float32


@cache
def _has_short_numbers() -> bool:
    """Whether the processor has instructions for bfloat16; without them it would be slower."""
    ask = getattr(torch.cpu, "get_capabilities", dict)  # older releases do not say
    has: dict[str, Any] = ask()
    return any(has.get(name, False) for name in _SHORT_NUMBERS)


def _row_bytes(layout: Layout) -> int:
    """The memory of a row, with what may be lost between the arrays."""
    words = layout.word_count + layout.world_count + 4 + 2 * layout.players
    return 8 * words + 4 * layout.scalar_count + 16


class Played:
    """What happened in some steps of groups of deals: steps x groups x rows."""

    def __init__(self, pattern: Group, rulesets: list[Ruleset], steps: int) -> None:
        """Memory for it; pattern: a group like all of them, which play these rulesets."""
        self.steps = steps
        device, rows = pattern.device, pattern.rows
        shape = (steps, len(rulesets))
        parties = [Parties(one, device) for one in rulesets]
        self.parties = parties[0].columns
        self.bytes = torch.zeros((*shape, len(pattern.bytes)), dtype=torch.uint8, device=device)
        self.seen = pattern.views(self.bytes)
        self.answers = torch.zeros((*shape, rows), dtype=torch.int64, device=device)
        number = len(NOTES) + len(PARTY_NOTES) * self.parties
        self.notes = torch.zeros((steps + 1, shape[1], number, rows), device=device)
        self._switches = torch.stack([switches_of(one).to(device) for one in rulesets])
        self._turns = torch.stack([one.turns for one in parties])

    def noted(self, name: str) -> Tensor:
        """A note of every step, perhaps by party; what a step ended is noted with the next."""
        return self._noted(name)[1:] if name in LATE_NOTES else self._noted(name)[:-1]

    def _noted(self, name: str) -> Tensor:
        if name in NOTES:
            return self.notes[:, :, NOTES.index(name)]
        first = len(NOTES) + self.parties * PARTY_NOTES.index(name)
        return self.notes[:, :, first : first + self.parties]

    def advantages(self, *, levels: float, points: float, spread: float) -> Tensor:
        """How much better than expected what was chosen came out, for every party (GAE)."""
        rewards = levels * self.noted("levels") + points * self.noted("points")
        values, live = self._noted("values"), 1 - self.noted("over")[:, :, None]
        surprises = rewards + live * values[1:] - values[:-1]
        out = torch.zeros_like(surprises)
        after = torch.zeros_like(surprises[0])
        for step in reversed(range(self.steps)):
            after = surprises[step] + spread * live[step] * after
            out[step] = after
        return out

    def switches(self, pages: Tensor) -> Tensor:
        """The switches of rows by their pages, which are steps x groups."""
        return self._switches[pages % len(self._switches)]

    def turned(self, by_party: Tensor) -> Tensor:
        """What is for every party as steps x groups x rows x parties, the chooser's own first."""
        groups = torch.arange(len(self._turns), device=by_party.device)[None, :, None]
        return by_party.movedim(2, 3).gather(3, self._turns[groups, self.seen.seats.long()])


class Rollout(Played):
    """What happens in groups of deals that are played here."""

    def __init__(self, groups: list[Group], steps: int) -> None:
        """Memory for what will happen in the groups."""
        super().__init__(groups[0], [group.ruleset for group in groups], steps)
        self.groups = groups

    def fill(self) -> None:
        """Play so many steps in all groups; of the last there are only notes."""
        for step in range(self.steps + 1):
            for at, group in enumerate(self.groups):
                if step:
                    group.load()
                chosen = group.think()
                self.notes[step, at] = chosen.notes
                if step < self.steps:
                    self.bytes[step, at] = group.bytes
                    self.answers[step, at] = chosen.answers
                    group.step(chosen)

    def seat(self, league: League) -> None:
        """Let each group meet a past self."""
        for group in self.groups:
            group.seat(league.chosen())

    def stop_hints(self) -> None:
        """Ask the quick player no more."""
        for group in self.groups:
            group.env.stop_hints()

    def close(self) -> None:
        """Nobody was hired."""


def new_rollout(settings: Settings, nets: Nets, device: torch.device, seed: int) -> Rollout:
    """The groups of a training, played here."""
    groups = [
        Group(settings, ruleset, nets, device, seed=seed + at)
        for at, ruleset in enumerate(settings.groups)
    ]
    return Rollout(groups, settings.steps)
