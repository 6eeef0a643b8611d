"""Small nets with random weights, in files as training writes them."""

from __future__ import annotations

import json
import random
import struct
from math import prod

from tuolaji.bots.taught import KIND
from tuolaji.bots.told import FACES, SWITCH_NAMES, input_number, layout_of, rounded, traits_of
from tuolaji.ruleset import Ruleset

WIDTH, BLOCKS, CRITIC_WIDTH, CRITIC_BLOCKS = 24, 2, 16, 1


def shapes(ruleset="classic", switches=SWITCH_NAMES):
    """The arrays of a net by name; switches: those that it is told."""
    layout = layout_of(Ruleset.parse(ruleset))
    told, world = input_number(layout, switches), rounded(FACES * layout.world_count)
    sizes = {"policy": (WIDTH, BLOCKS, 256), "critic": (CRITIC_WIDTH, CRITIC_BLOCKS, 64)}
    out = {}
    for net, (width, blocks, answers) in sizes.items():
        out[f"{net}.first.weight"] = (width, told)
        out[f"{net}.first.bias"] = (width,)
        if net == "critic":
            out[f"{net}.more.weight"] = (width, world)
        for block in range(blocks):
            out[f"{net}.blocks.{block}.inner.weight"] = (width, width)
            out[f"{net}.blocks.{block}.inner.bias"] = (width,)
            out[f"{net}.blocks.{block}.outer.weight"] = (width, width)
        out[f"{net}.last.weight"] = (answers, width)
        out[f"{net}.last.bias"] = (answers,)
    return out


def write_net(file, ruleset="classic", said=None):
    """A net with random weights; said: what its header says otherwise."""
    rng = random.Random(1)
    arrays = shapes(ruleset, (said or {}).get("switches", SWITCH_NAMES))
    layout = layout_of(Ruleset.parse(ruleset))
    header = {
        "ruleset": ruleset,
        "observation": layout.version,
        "shape": {
            "width": WIDTH,
            "blocks": BLOCKS,
            "critic_width": CRITIC_WIDTH,
            "critic_blocks": CRITIC_BLOCKS,
        },
        "counters": {},
        "traits": traits_of(layout),
        "switches": SWITCH_NAMES,
        "type": "float16",
        "arrays": [[name, list(shape)] for name, shape in arrays.items()],
        **(said or {}),
    }
    numbers = [rng.gauss(0, 0.2) for shape in arrays.values() for _ in range(prod(shape))]
    kind = "f" if header["type"] == "float32" else "e"
    body = struct.pack(f"<{len(numbers)}{kind}", *numbers)
    file.write_bytes(KIND + json.dumps(header).encode() + b"\n" + body)
    return file
