"""Plots drawn by hand: axes in which values are placed, as parts of an SVG picture."""

from __future__ import annotations

WIDE, HIGH, _LEFT, _EDGE = 640, 180, 40, 20
STYLE = """
text { font-size: 11px; fill: currentColor }
.axis { stroke: #888 } .bar { fill: #4a7ab5 } .line { stroke: #4a7ab5; fill: none; stroke-width: 2 }
.band { fill: #4a7ab533 }
"""


class Axes:
    """A frame in which values are placed."""

    def __init__(
        self, across: tuple[float, float], up: tuple[float, float], *, high: int = HIGH
    ) -> None:
        """across, up: the lowest and the highest value each way. high: of the picture."""
        self._across, self._up, self.high = across, up, high

    def x(self, value: float) -> float:
        """Where a value lies across."""
        low, high = self._across
        return _LEFT + (WIDE - _LEFT - _EDGE) * (value - low) / ((high - low) or 1)

    def y(self, value: float) -> float:
        """Where a value lies upwards."""
        low, high = self._up
        return self.high - _EDGE - (self.high - 2 * _EDGE) * (value - low) / ((high - low) or 1)

    def at(self, x: float, y: float) -> str:
        """A point of a line."""
        return f"{self.x(x):.1f},{self.y(y):.1f}"

    def level(self, y: float, text: str, kind: str = "axis") -> str:
        """A line across, with its value."""
        ends = f'x1="{_LEFT}" x2="{WIDE - _EDGE}" y1="{self.y(y):.1f}" y2="{self.y(y):.1f}"'
        return f'<line class="{kind}" {ends}/><text x="0" y="{self.y(y) + 4:.1f}">{text}</text>'

    def below(self, x: float, text: str) -> str:
        """A value under the frame."""
        return f'<text text-anchor="middle" x="{self.x(x):.1f}" y="{self.high - 4}">{text}</text>'

    def svg(self, *parts: str) -> str:
        """The picture of these parts."""
        box = f'viewBox="0 0 {WIDE} {self.high}"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" {box} role="img">{"".join(parts)}</svg>'
