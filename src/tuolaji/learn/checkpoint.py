"""Checkpoints: nets, counters and what they were taught, in one file that is whole or not there.

A file begins with a line that says what it is, then a line of JSON, then the numbers of every
tensor in the order in which the JSON names them. Reading one needs no torch and runs nothing.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ..bots.taught import CRITIC, KIND, LONGEST, PACKED, POLICY, rulesets_of
from ..bots.told import (
    SWITCH_NAMES,
    OtherTraits,
    first_switch,
    input_number,
    layout_of,
    told_switches,
    traits_of,
)
from ..env.layout import OBSERVATION_VERSIONS, Layout
from ..files import write_whole
from ..ruleset import Ruleset

SUFFIX = ".tlnet"
_TYPES = ("float16", "float32")

Arrays = dict[str, npt.NDArray[Any]]


class BadCheckpoint(ValueError):
    """A file that is no checkpoint, or not one that fits."""


@dataclass(frozen=True)
class Checkpoint:
    """Nets that were taught.

    rulesets: their canonical texts. observation: the version. shape: of the nets. counters:
    decisions, deals and seconds of training so far. arrays: the weights, `policy.` and perhaps
    `critic.`.
    """

    rulesets: tuple[str, ...]
    observation: int
    shape: dict[str, Any]
    counters: dict[str, float] = field(default_factory=dict)
    arrays: Arrays = field(default_factory=dict)

    def write(self, file: Path, *, half: bool = True) -> None:
        """Save it, under another name first so that no half-written file takes its place."""
        kind = "float16" if half else "float32"
        arrays = {name: np.ascontiguousarray(one, kind) for name, one in self.arrays.items()}
        header = {
            "rulesets": self.rulesets,
            "observation": self.observation,
            "shape": self.shape,
            "counters": self.counters,
            "traits": traits_of(layout_of(Ruleset.parse(self.rulesets[0]))),
            "switches": SWITCH_NAMES,
            "type": kind,
            "arrays": [[name, list(one.shape)] for name, one in arrays.items()],
        }
        said = [KIND, json.dumps(header).encode(), b"\n"]
        write_whole(file, [*said, *(one.tobytes() for one in arrays.values())])

    @property
    def names(self) -> str:
        """The rulesets as people write them."""
        return ", ".join(self.rulesets)

    def check(self, rulesets: Sequence[Ruleset], observation: int) -> None:
        """Refuse nets for another form of table, and those that were taught something else too."""
        names = ", ".join(map(str, rulesets))
        own = [Ruleset.parse(one) for one in self.rulesets]
        if layout_of(own[0]) != layout_of(rulesets[0]):
            raise BadCheckpoint(f"it was taught {self.names}, not {names}")
        if any(one not in rulesets for one in own):
            raise BadCheckpoint(
                f"it was taught {self.names}, not {names}: name these too, or it will forget them"
            )
        if self.observation != observation:
            raise BadCheckpoint(
                f"it was taught with version {self.observation} of the observation, "
                f"not {observation}"
            )


def read(file: Path) -> Checkpoint:
    """The checkpoint in a file; BadCheckpoint says what is wrong with it."""
    with file.open("rb") as source:
        if source.readline(len(KIND)) != KIND:
            raise BadCheckpoint(f"{file} is no net of this program")
        try:
            header = json.loads(source.readline(LONGEST))
            if header["type"] == PACKED:
                raise BadCheckpoint(f"{file} is packed for playing, and cannot be taught further")
            rulesets = rulesets_of(header)
            layout = layout_of(rulesets[0])
            switches = told_switches(header, layout)
            arrays = _arrays(header, source.read())
            if switches != SWITCH_NAMES and header["observation"] == layout.version:
                _tell_switches(arrays, switches, layout)
            checkpoint = Checkpoint(
                rulesets=tuple(map(str, rulesets)),
                observation=header["observation"],
                shape=header["shape"],
                counters=header["counters"],
                arrays=arrays,
            )
        except BadCheckpoint:
            raise
        except OtherTraits as error:
            raise BadCheckpoint(f"{file}: {error}") from error
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise BadCheckpoint(f"{file} is damaged: {error}") from error
    if checkpoint.observation not in OBSERVATION_VERSIONS:
        raise BadCheckpoint(f"{file}: there is no observation {checkpoint.observation!r}")
    return checkpoint


def _tell_switches(arrays: Arrays, switches: tuple[str, ...], layout: Layout) -> None:
    """Give nets inputs for all switches; what they were not told changes nothing yet."""
    first = first_switch(layout)
    places = [first + SWITCH_NAMES.index(name) for name in switches]
    for net in (POLICY, CRITIC):
        name = f"{net}first.weight"
        if name in arrays:
            before = arrays[name]
            after = np.zeros((len(before), input_number(layout)), before.dtype)
            after[:, :first] = before[:, :first]
            after[:, places] = before[:, first : first + len(places)]
            arrays[name] = after


def _arrays(header: dict[str, Any], data: bytes) -> Arrays:
    kind = header["type"]
    if kind not in _TYPES:
        raise ValueError(f"numbers of type {kind!r}")
    sizes = [int(np.prod(shape)) for _, shape in header["arrays"]]
    if sum(sizes) * np.dtype(kind).itemsize != len(data):
        raise ValueError(f"{sum(sizes)} numbers were to come, in {len(data)} bytes")
    numbers = np.frombuffer(data, kind).astype(np.float32)
    if not np.isfinite(numbers).all():
        raise ValueError("weights that are no numbers")
    pieces = np.split(numbers, np.cumsum(sizes)[:-1])
    named = zip(header["arrays"], pieces, strict=True)
    return {name: piece.reshape(shape) for (name, shape), piece in named}
