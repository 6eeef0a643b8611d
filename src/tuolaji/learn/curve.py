"""The curve of a training as a picture: how strong the player was, by how much it had played."""

from __future__ import annotations

import json
from pathlib import Path

from ..plots import STYLE, WIDE, Axes

_HIGH = 260
_STYLE = "svg { background: #fff; color: #222; font-family: sans-serif }"


def curve(log: Path, against: str, ruleset: str = "") -> str:
    """An SVG picture of the strength over a bot that a log tells of, with its interval.

    ruleset: where several were taught, one of them; else the first.
    """
    lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    found = [line for line in lines if line.get("against") == against]
    ruleset = ruleset or (found[0].get("ruleset", "") if found else "")
    found = [line for line in found if line.get("ruleset", "") == ruleset]
    if not found:
        raise ValueError(f"{log} tells of no strength over {against} {ruleset}".rstrip())
    points = [(line["decisions"] / 1e6, line["levels"], line["within"]) for line in found]
    lowest = min(0.0, *(level - within for _, level, within in points))
    highest = max(0.0, *(level + within for _, level, within in points))
    axes = Axes((0.0, max(at for at, _, _ in points)), (lowest, highest), high=_HIGH)
    upper = [axes.at(at, level + within) for at, level, within in points]
    lower = [axes.at(at, level - within) for at, level, within in reversed(points)]
    line = " ".join(axes.at(at, level) for at, level, _ in points)
    marks = sorted({0.0, round(lowest, 1), round(highest, 1)})
    return axes.svg(
        f"<style>{STYLE}{_STYLE}</style>",
        f'<polygon class="band" points="{" ".join(upper + lower)}"/>',
        f'<polyline class="line" points="{line}"/>',
        *(axes.level(mark, f"{mark:+.1f}") for mark in marks),
        *(axes.below(at, f"{at:.2g}") for at, _, _ in points[:: max(1, len(points) // 8)]),
        f'<text x="{WIDE // 2}" y="14" text-anchor="middle">levels a deal over {against}, '
        "by millions of decisions</text>",
    )
