"""The course of a deal as a picture: SVG drawn here, PNG made of it, and signs for a terminal."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from html import escape
from typing import Any

from ..plots import STYLE, WIDE, Axes
from ..texts.reader import texts
from .analysis import Analysis, thresholds

_HIGH, _HEAD, _MARGIN = 260, 24, 10
_ZOOM = 2
_COLOURS = {"inaccuracy": "#d9a400", "mistake": "#e06c00", "blunder": "#c62828"}
_STYLE = """
svg { background: #fff; color: #222; font-family: sans-serif } .edge { stroke: #ccc }
.turn { stroke: #555; stroke-dasharray: 6 3 } .step { stroke: #bbb; stroke-dasharray: 2 3 }
"""
_ROWS, _COLUMN, _LABEL = 16, 3, 5


class NoRenderer(Exception):
    """The library that makes PNG is not installed."""


def svg(analyses: Mapping[int, Analysis], language: str = "en") -> str:
    """The courses of some deals, by their numbers, one below the other, as an SVG picture."""
    drawn = {number: one for number, one in analyses.items() if one.course}
    panels = [
        f'<g transform="translate(0 {at * (_HIGH + _HEAD)})">{_panel(one, number, language)}</g>'
        for at, (number, one) in enumerate(drawn.items())
    ]
    wide, high = WIDE + _MARGIN, max(1, len(panels)) * (_HIGH + _HEAD)
    box = f'viewBox="-{_MARGIN} 0 {wide} {high}" width="{wide}" height="{high}"'
    ground = f'<rect x="-{_MARGIN}" width="{wide}" height="{high}" fill="#fff"/>'
    style = f"<style>{STYLE}{_STYLE}</style>"
    inside = f"{style}{ground}{''.join(panels)}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{inside}</svg>\n'


def renderer() -> Any:
    """What makes PNG of SVG; NoRenderer if it is not installed."""
    try:
        return importlib.import_module("resvg_py")
    except ModuleNotFoundError:
        raise NoRenderer from None


def png(picture: str) -> bytes:
    """An SVG picture as PNG; NoRenderer without resvg."""
    return bytes(renderer().svg_to_bytes(svg_string=picture, zoom=_ZOOM))


def span(one: Analysis) -> tuple[float, float]:
    """The points a picture of the course covers: from none, or less, to the take-over at least."""
    points = [at for _, at in one.course]
    ruleset = one.record.ruleset
    return min(0, *points), max(ruleset.take_over + ruleset.step / 2, *points)


def _panel(one: Analysis, number: int, language: str) -> str:
    words, course, ruleset = texts(language)["study"], one.course, one.record.ruleset
    low, high = span(one)
    axes = Axes((0, max(course[-1][0], 1)), (low, high), high=_HIGH)
    lines = [axes.level(low, f"{low:.0f}", "edge")]
    lines += [
        axes.level(value, str(value), "turn" if turns else "step")
        for value, turns in thresholds(ruleset, low, high).items()
    ]
    points = " ".join(axes.at(tricks, value) for tricks, value in course)
    lines.append(f'<polyline class="line" points="{points}"/>')
    lines += [axes.below(tricks, str(tricks)) for tricks, _ in course if tricks % 5 == 0]
    title = f"{number}. {words['course']}"
    head = f'<text x="0" y="15" style="font-size:13px">{escape(title)}</text>'
    inner = axes.svg(*lines, *_marks(one, axes)).replace(
        "<svg ", f'<svg y="{_HEAD}" width="{WIDE}" height="{_HIGH}" ', 1
    )
    return head + inner


def _marks(one: Analysis, axes: Axes) -> list[str]:
    """A dot for every fault in the play, on the line where its trick ends."""
    course, out = dict(one.course), []
    for fault in one.faults:
        trick = fault.place.partition(".")[0]
        if fault.size and trick.isdigit() and int(trick) in course:
            x, y = axes.x(int(trick)), axes.y(course[int(trick)])
            out.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{_COLOURS[fault.size]}"/>')
    return out


def signs(one: Analysis, width: int = 80) -> list[str]:
    """The course as lines of signs: a column a trick, thresholds as lines with their points."""
    course = dict(one.course)
    if not course:
        return []
    low, high = span(one)
    last = max(course)
    column = max(1, min(_COLUMN, (width - _LABEL - 2) // (last + 1)))

    def row(value: float) -> int:
        return round((_ROWS - 1) * (high - value) / (high - low))

    wide = (last + 1) * column
    labels: dict[int, str] = {}
    grid = [[" "] * wide for _ in range(_ROWS)]
    for value, turns in {int(low): False, **thresholds(one.record.ruleset, low, high)}.items():
        if row(value) not in labels:
            labels[row(value)] = str(value)
            grid[row(value)] = ["━" if turns else "┄"] * wide
    for tricks, points in course.items():
        grid[row(points)][tricks * column] = "●"
    lines = [f"{labels.get(at, ''):>{_LABEL}} {''.join(cells)}" for at, cells in enumerate(grid)]
    numbers = "".join(f"{tricks:<{5 * column}}" for tricks in range(0, last + 1, 5))
    return [line.rstrip() for line in (*lines, f"{'':>{_LABEL}} {numbers}")]
