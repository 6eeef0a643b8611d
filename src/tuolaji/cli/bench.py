"""`tuolaji bench`: how fast it is, as ratios to a baseline measured in the same run."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from ..bench.engine import Bench, measure_engine
from ..bench.judge import measure_judge
from ..bench.rules import measure_rules
from ..ruleset import PRESETS, Ruleset
from .options import read_ruleset

app = typer.Typer(help="Measure the speed, against a baseline in the same run.")
OneRuleset = Annotated[str | None, typer.Option(help="Only this ruleset instead of the presets.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.callback()
def _bench() -> None:
    pass


@app.command()
def judge(
    count: Annotated[int, typer.Option(min=100, help="Questions of each kind.")] = 5000,
    *,
    as_json: AsJson = False,
) -> None:
    """Questions per second through one pipe; the baseline echoes the same JSON lines."""
    rows = measure_judge(count)
    if as_json:
        typer.echo(json.dumps({"questions": count, "kinds": rows}, indent=2))
        return
    table = Table("question", "answers/s", "echo/s", "ratio")
    for name, row in rows.items():
        speeds = (row["per_second"], row["echo_per_second"])
        table.add_row(name, *(f"{speed:,.0f}" for speed in speeds), f"{row['ratio']:.3f}")
    Console().print(table)


@app.command()
def rules(
    ruleset: OneRuleset = None,
    deals: Annotated[int, typer.Option(min=1, help="Deals of each ruleset.")] = 30,
    *,
    as_json: AsJson = False,
) -> None:
    """Plays per second through whole deals and in the bare kernel, against a plain loop."""
    rows = {str(rules): measure_rules(rules, deals) for rules in _chosen(ruleset)}
    if as_json:
        typer.echo(json.dumps({"deals": deals, "rulesets": rows}, indent=2))
        return
    names = ("plays", "deal_per_second", "kernel_per_second", "baseline_per_second")
    table = Table("ruleset", "plays", "plays/s in deals", "plays/s in the kernel", "baseline/s",
                  "deals/baseline", "kernel/baseline")  # fmt: skip
    for name, row in rows.items():
        ratios = (row["deal_ratio"], row["kernel_ratio"])
        table.add_row(
            name, *(f"{row[key]:,.0f}" for key in names), *(f"{ratio:.4f}" for ratio in ratios)
        )
    Console().print(table)


@app.command()
def engine(
    ruleset: OneRuleset = None,
    threads: Annotated[int, typer.Option(min=1, help="Threads, besides one alone.")] = 2,
    deals: Annotated[
        int, typer.Option(min=1, help="Deals by deal.apply; the kernel plays many more.")
    ] = 30,
    *,
    as_json: AsJson = False,
) -> None:
    """Plays per second of whole deals: deal.apply, the kernel at both speeds, other games."""
    bench = measure_engine(_chosen(ruleset), deals=deals, threads=threads)
    if as_json:
        told = {"deals": deals, "baseline_per_second": bench.steps, "skipped": bench.skipped}
        typer.echo(json.dumps({**told, "rows": [asdict(row) for row in bench.rows()]}, indent=2))
    else:
        _print(bench)


def _chosen(ruleset: str | None) -> list[Ruleset]:
    """The ruleset that is named, or the presets."""
    return [read_ruleset(name) for name in ([ruleset] if ruleset else PRESETS)]


def _print(bench: Bench) -> None:
    table = Table("ruleset", "subject", "plays/s", "per CPU s", "per deal", "ratio")
    for row in bench.rows():
        name = row.subject if row.threads == 1 else f"{row.subject} × {row.threads}"
        numbers = (row.plays_per_second, row.plays_per_cpu_second, row.plays_per_deal)
        table.add_row(row.ruleset, name, *(f"{n:,.0f}" for n in numbers), f"{row.ratio:.3f}")
    Console().print(table)
    typer.echo(f"ratio: to the baseline of {bench.steps:,.0f} steps/s")
    for name, why in bench.skipped.items():
        typer.echo(f"{name}: skipped, {why}")
