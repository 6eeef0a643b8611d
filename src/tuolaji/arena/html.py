"""The report as one HTML page with plots, which loads nothing from anywhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape
from math import ceil, floor, sqrt
from typing import Any

from ..plots import STYLE, Axes
from .player import FAULTS
from .results import Pair
from .run import Run
from .stats import spread

_MOST_POINTS = 300
_SURE = 1.96
_STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; max-width: 46em; margin: 2em auto; padding: 0 1em;
       color: CanvasText; background: Canvas; color-scheme: light dark }
table { border-collapse: collapse; margin: 1em 0 } td, th { padding: .2em .8em; text-align: right }
td:first-child, th:first-child { text-align: left } tr { border-bottom: 1px solid #8885 }
svg { width: 100%; height: auto }
"""

Row = Sequence[object]


def page(run: Run, facts: dict[str, Any]) -> str:
    """The page of a run; facts: its report."""
    title = f"{', '.join(run.plan.bots)}: {run.plan.ruleset}"
    parts = [
        f"<h1>{escape(title)}</h1>",
        _table(("seed", "deals a pair", "play only"), [_about(run)]),
        *(_pair(run, pair) for pair in facts["pairs"]),
        "<h2>Bots</h2>",
        _bots(facts),
    ]
    if ranked := facts.get("ratings"):
        rows = sorted(ranked.items(), key=lambda item: -item[1])
        parts += ["<h2>Ratings</h2>", _table(("", "rating"), [(n, f"{r:.0f}") for n, r in rows])]
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{_STYLE}{STYLE}</style>'
    return f'<!doctype html><html lang="en">{head}<body>{"".join(parts)}</body></html>\n'


def _about(run: Run) -> Row:
    most = max(len(outcomes) for outcomes in run.outcomes.values())
    return run.plan.seed, most, "yes" if run.plan.play_only else "no"


def _table(head: Row, rows: Iterable[Row]) -> str:
    def cells(row: Row, tag: str) -> str:
        inside = "".join(f"<{tag}>{escape(str(cell))}</{tag}>" for cell in row)
        return f"<tr>{inside}</tr>"

    return f"<table>{cells(head, 'th')}{''.join(cells(row, 'td') for row in rows)}</table>"


def _bots(facts: dict[str, Any]) -> str:
    shares = list(next(iter(facts["bots"].values()))["milliseconds"])
    rows = []
    for name, bot in facts["bots"].items():
        times = [_text(bot["milliseconds"][share], ".2f") for share in shares]
        rows.append((name, *times, *(bot[kind] for kind in FAULTS)))
    return _table(("", *(f"{share} ms" for share in shares), *FAULTS), rows)


def _text(value: float | None, form: str) -> str:
    return "–" if value is None else format(value, form)


def _pair(run: Run, pair: dict[str, Any]) -> str:
    first, second = pair["bots"]
    low, high = pair["interval"]
    rows = [
        ("levels per deal", f"{pair['levels']:+.3f}  [{low:+.3f}, {high:+.3f}]"),
        ("smallest effect to be seen", _text(pair["smallest_effect"], ".3f")),
        ("points per deal", f"{pair['points']:+.1f}"),
        ("won", _text(pair["won"], ".1%")),
        ("won as banker", _text(pair["as_banker"]["won"], ".1%")),
        ("won as attacker", _text(pair["as_attacker"]["won"], ".1%")),
        ("digs", f"{pair['digs'][0]} – {pair['digs'][1]}"),
    ]
    levels = _levels(run, (first, second))
    return (
        f"<h2>{escape(first)} – {escape(second)}</h2>{_table(('', ''), rows)}"
        f"<h3>The mean while the deals were played</h3>{_course(levels)}"
        f"<h3>Deals by the levels they brought</h3>{_histogram(levels)}"
    )


def _levels(run: Run, pair: Pair) -> list[float]:
    return [outcome.levels for outcome in run.outcomes[pair]]


# Plots.


def _course(levels: Sequence[float]) -> str:
    """The mean after so many deals, with 1.96 standard errors on both sides."""
    every = ceil(len(levels) / _MOST_POINTS)
    wanted = [n for n in range(2, len(levels) + 1) if n % every == 0 or n == len(levels)]
    if not wanted:
        return ""
    points = []
    for number in wanted:
        so_far = levels[:number]
        points.append((number, sum(so_far) / number, _SURE * spread(so_far) / sqrt(number)))
    settled = points[len(points) // 10 :]  # the first few would dwarf the rest
    top = max(0.1, *(mean + error for _, mean, error in settled))
    bottom = min(-0.1, *(mean - error for _, mean, error in settled))
    axes = Axes((settled[0][0], len(levels)), (bottom, top))
    upper = [axes.at(number, mean + error) for number, mean, error in settled]
    lower = [axes.at(number, mean - error) for number, mean, error in reversed(settled)]
    middle = [axes.at(number, mean) for number, mean, _ in settled]
    return axes.svg(
        axes.level(0, "0"),
        axes.level(top, f"{top:+.2f}"),
        axes.level(bottom, f"{bottom:+.2f}"),
        f'<polygon class="band" points="{" ".join(upper + lower)}"/>',
        f'<polyline class="line" points="{" ".join(middle)}"/>',
        axes.below(settled[0][0], str(settled[0][0])),
        axes.below(len(levels), str(len(levels))),
    )


def _histogram(levels: Sequence[float]) -> str:
    """How many deals brought how many levels, to the next half."""
    counts = Counter(round(2 * level) / 2 for level in levels)
    low, high = min(-2, floor(min(counts))), max(2, ceil(max(counts)))
    axes = Axes((low - 0.5, high + 0.5), (0, max(counts.values())))
    half = (axes.x(0.5) - axes.x(0)) * 0.4
    bars = [
        f'<rect class="bar" x="{axes.x(at) - half:.1f}" width="{2 * half:.1f}" '
        f'y="{axes.y(number):.1f}" height="{axes.y(0) - axes.y(number):.1f}"/>'
        for at, number in sorted(counts.items())
    ]
    most = max(counts.values())
    names = [axes.below(at, f"{at:+d}" if at else "0") for at in range(low, high + 1)]
    return axes.svg(axes.level(0, "0"), axes.level(most, str(most)), *bars, *names)
