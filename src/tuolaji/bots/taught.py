"""Taught nets as players use them: their files, and the policy's weights in whole numbers.

A file begins with a line that says what it is, then a line of JSON, then the numbers. What training
saves has them in half or single precision (`learn/checkpoint.py`) and is packed here when it is
read, as finely as bytes allow; what lies in the package is packed already, in steps that are a
little coarser, since such weights are compressed to less than half. Nothing but Python is needed.
"""

from __future__ import annotations

import json
import lzma
import sys
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from math import prod
from pathlib import Path
from struct import unpack_from
from typing import Any

from ..engine.layout import TOKENS, Layout
from ..ruleset import Ruleset
from .fast.inputs import UNIT, Inputs
from .fast.learnt import Learnt
from .fast.trunk import CELL_BITS, EVEN_BITS, FACTOR_BITS, INNER_BITS, MOST_WIDTH, Trunk
from .told import (
    OtherTraits,
    input_number,
    layout_of,
    plan,
    told_switches,
    traits_of,
)

KIND = b"tuolaji net 1\n"
PACKED = "int8"
POLICY, CRITIC = "policy.", "critic."  # what of a file is which; critics are for training alone
LONGEST = 1 << 20  # of the JSON
_FLOATS = {"float16": "e", "float32": "f"}
_MOST_WEIGHT = 127
_MOST_MEMORY = 1 << 27  # for unpacking
# The least step of packed weights, as part of a cell's mean weight; docs/learning.md has what
# coarser ones cost.
_STEP = 0.3
# Inputs that never came weigh what chance gave them before the training: a third of all where a
# table has four decks. Up to this multiple of that they are left out of packed nets.
_UNMOVED = 1.15


class BadNet(ValueError):
    """A file that is no net, or not one that fits."""


@dataclass(frozen=True)
class Packed:
    """A net in whole numbers; see `Trunk`."""

    inputs: int
    cells: int
    blocks: int
    answers: int
    weights: array[int]
    numbers: array[int]

    def trunk(self) -> Trunk:
        """The net, ready to think."""
        weights, numbers = memoryview(self.weights), memoryview(self.numbers)
        return Trunk(weights, numbers, self.inputs, self.cells, self.blocks)


@dataclass(frozen=True)
class Taught:
    """A policy; rulesets: what it was taught. switches: those that it is told."""

    rulesets: tuple[Ruleset, ...]
    switches: tuple[str, ...]
    policy: Packed

    @property
    def layout(self) -> Layout:
        """The layout of what it is told."""
        return layout_of(self.rulesets[0])

    def new_policy(self, ruleset: Ruleset) -> Learnt:
        """A player of a ruleset by the policy."""
        return Learnt(self.inputs(ruleset), self.policy.trunk())

    def inputs(self, ruleset: Ruleset) -> Inputs:
        """Rows for what it is told at the tables of a ruleset."""
        layout = self.layout
        told = memoryview(plan(layout, ruleset, self.switches))
        return Inputs(told, _row("Q", layout.word_count), _row("i", layout.scalar_count))


def _row(kind: str, number: int) -> memoryview[int]:
    """A row of so many zeros."""
    row = memoryview(array(kind, [0]) * number)
    return row.cast("B").cast(kind, (1, number))  # type: ignore[call-overload, no-any-return]


@lru_cache(maxsize=4)
def read(file: Path) -> Taught:
    """The net in a file; BadNet says what is wrong with it."""
    return _read(file, 0.0)


def _read(file: Path, step: float) -> Taught:
    with file.open("rb") as source:
        if source.readline(len(KIND)) != KIND:
            raise BadNet(f"{file} is no net of this program")
        line = source.readline(LONGEST)
        data = source.read()
    try:
        header = json.loads(line)
        rulesets = rulesets_of(header)
        version = layout_of(rulesets[0]).version
        if header["observation"] != version:
            raise BadNet(
                f"{file} was taught with version {header['observation']} of the observation; "
                f"players know version {version}"
            )
        taught = _taught(header, rulesets, data, step)
    except BadNet:
        raise
    except OtherTraits as error:
        raise BadNet(f"{file}: {error}") from error
    except (ValueError, LookupError, TypeError, AttributeError, lzma.LZMAError) as error:
        raise BadNet(f"{file} is damaged: {error}") from error
    return taught


def rulesets_of(header: dict[str, Any]) -> tuple[Ruleset, ...]:
    """The rulesets that nets were taught, by the header of their file: one or several."""
    named = header.get("rulesets") or [header["ruleset"]]
    return tuple(Ruleset.parse(one) for one in named)


def _taught(
    header: dict[str, Any], rulesets: tuple[Ruleset, ...], data: bytes, step: float
) -> Taught:
    layout, shape = layout_of(rulesets[0]), header["shape"]
    switches = told_switches(header, layout)
    size = (input_number(layout, switches), shape["width"], shape["blocks"])
    source = _Whole(header, data) if header["type"] == PACKED else _Floats(header, data, step)
    policy = source.policy(*size)
    _check(policy)
    return Taught(rulesets, switches, policy)


def _check(net: Packed) -> None:
    cells, blocks, answers = net.cells, net.blocks, net.answers
    if not 0 < cells <= MOST_WIDTH or blocks < 0:
        raise ValueError(f"{cells} cells in a layer; up to {MOST_WIDTH} can be played with")
    weights = (net.inputs + 2 * blocks * cells + answers) * cells
    numbers = (2 + 3 * blocks) * cells + 2 * answers
    if (len(net.weights), len(net.numbers)) != (weights, numbers):
        raise ValueError("its weights do not fit its shape")


# Packed files: weights as bytes, factors and what cells begin with in 32 bits, low byte first, all
# of it compressed.


class _Whole:
    """The weights in a packed file."""

    def __init__(self, header: dict[str, Any], data: bytes) -> None:
        sizes = {
            name: number if name.endswith("weights") else 4 * number
            for name, (number,) in header["arrays"]
        }
        number = sum(sizes.values())
        data = lzma.LZMADecompressor(lzma.FORMAT_XZ, _MOST_MEMORY).decompress(data, number + 1)
        if number != len(data):
            raise ValueError(f"{number} bytes were to come, and {len(data)} did")
        self._pieces: dict[str, bytes] = {}
        for name, size in sizes.items():
            self._pieces[name], data = data[:size], data[size:]

    def policy(self, inputs: int, cells: int, blocks: int) -> Packed:
        """The net, by its size."""
        weights, numbers = self._pieces[POLICY + "weights"], self._pieces[POLICY + "numbers"]
        return Packed(inputs, cells, blocks, TOKENS, array("b", weights), _integers(numbers))


def _integers(data: bytes) -> array[int]:
    out = array("i", data)
    if sys.byteorder == "big":
        out.byteswap()
    return out


def pack(file: Path) -> bytes:
    """The file of the same policy in whole numbers, compressed."""
    taught = _read(file, _STEP)
    policy = taught.policy
    with file.open("rb") as source:
        source.readline()
        header = json.loads(source.readline())
    pieces = {POLICY + "weights": policy.weights, POLICY + "numbers": policy.numbers}
    header["type"], header["traits"] = PACKED, traits_of(taught.layout)
    header["arrays"] = [[name, [len(piece)]] for name, piece in pieces.items()]
    body = b"".join(
        _integers(one.tobytes()).tobytes() if one.typecode == "i" else one.tobytes()
        for one in pieces.values()
    )
    return (
        KIND
        + json.dumps(header).encode()
        + b"\n"
        + lzma.compress(body, preset=9 | lzma.PRESET_EXTREME)
    )


# Nets as training saves them.


class _Floats:
    """The weights in a file, packed layer by layer: a cell's largest weight becomes 127.

    step: the least that a weight counts, as part of its cell's mean.
    """

    def __init__(self, header: dict[str, Any], data: bytes, step: float) -> None:
        self._step = step
        if header["type"] not in _FLOATS:
            raise ValueError(f"numbers of type {header['type']!r}")
        self._format, self._data = _FLOATS[header["type"]], data
        self._size = 2 if self._format == "e" else 4
        self._places: dict[str, tuple[int, list[int]]] = {}
        at = 0
        for name, shape in header["arrays"]:
            self._places[name] = (at, shape)
            at += prod(shape)
        if at * self._size != len(data):
            raise ValueError(f"{at} numbers were to come, in {len(data)} bytes")

    def policy(self, inputs: int, cells: int, blocks: int) -> Packed:
        """The net, by its size."""
        weights, numbers = array("b"), array("i")
        first, factors = self._first(inputs, cells)
        weights.extend(first)
        numbers.extend(_factors(factors, CELL_BITS - UNIT.bit_length() + 1))
        numbers.extend(self._begins("first.bias", cells, CELL_BITS))
        for block in range(blocks):
            name = f"blocks.{block}."
            numbers.extend(self._layer(name + "inner", cells, weights, INNER_BITS - EVEN_BITS))
            numbers.extend(self._begins(name + "inner.bias", cells, INNER_BITS))
            numbers.extend(self._layer(name + "outer", cells, weights, CELL_BITS - INNER_BITS))
        numbers.extend(self._layer("last", TOKENS, weights, CELL_BITS - EVEN_BITS))
        numbers.extend(self._begins("last.bias", TOKENS, CELL_BITS))
        return Packed(inputs, cells, blocks, TOKENS, weights, numbers)

    def _first(self, inputs: int, cells: int) -> tuple[array[int], list[float]]:
        """The first layer, a row for each input."""
        out, factors = array("b", bytes(inputs * cells)), []
        for cell, weights in enumerate(self._inputs()):
            row, factor = _whole(weights, self._step)
            if len(row) != inputs:
                raise ValueError(f"{len(row)} inputs, and nets are told {inputs} today")
            out[cell::cells] = row
            factors.append(factor)
        if len(factors) != cells:
            raise ValueError("its weights do not fit its shape")
        return out, factors

    def _inputs(self) -> list[list[float]]:
        """The weights of inputs, cell by cell; in steps, without those that were never moved."""
        rows = [list(row) for row in self._rows("first.weight")]
        if self._step:
            most = _UNMOVED**2 * len(rows) / (3 * len(rows[0]))  # torch's even chance, squared
            squares = (sum(weight * weight for weight in each) for each in zip(*rows, strict=True))
            for place in [place for place, square in enumerate(squares) if square < most]:
                for row in rows:
                    row[place] = 0.0
        return rows

    def _layer(self, name: str, number: int, weights: array[int], bits: int) -> list[int]:
        """Add the rows of a layer to the weights; their factors."""
        factors = []
        for row in islice(self._rows(name + ".weight"), number):
            whole, factor = _whole(row, self._step)
            weights.extend(whole)
            factors.append(factor)
        return _factors(factors, bits)

    def _rows(self, name: str) -> Iterator[tuple[float, ...]]:
        start, (rows, columns) = self._places[POLICY + name]
        for row in range(rows):
            at = self._size * (start + row * columns)
            yield unpack_from(f"<{columns}{self._format}", self._data, at)

    def _begins(self, name: str, number: int, bits: int) -> list[int]:
        start, (size,) = self._places[POLICY + name]
        if size < number:
            raise ValueError("its weights do not fit its shape")
        values = unpack_from(f"<{number}{self._format}", self._data, self._size * start)
        return [round(value * 2**bits) for value in values]


def _whole(row: Sequence[float], step: float) -> tuple[array[int], float]:
    """The weights of a cell as whole numbers, and what one of them counts."""
    most = max(map(abs, row))
    if not most:
        return array("b", bytes(len(row))), 0.0
    factor = max(most / _MOST_WEIGHT, step * sum(map(abs, row)) / len(row))
    return array("b", [round(weight / factor) for weight in row]), factor


def _factors(factors: list[float], bits: int) -> list[int]:
    return [round(factor * 2.0 ** (FACTOR_BITS + bits)) for factor in factors]
