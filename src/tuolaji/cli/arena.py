"""`tuolaji arena`: bots against each other on mirrored deals."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Annotated, Any, TextIO

import typer
from rich.console import Console
from rich.table import Column, Table

from ..arena.board import OPEN
from ..arena.game import YARDSTICK
from ..arena.html import page
from ..arena.player import FAULTS, Fault, OwnPlayer
from ..arena.report import report
from ..arena.results import OtherRun, Outcome, to_line
from ..arena.results import opened as results_of
from ..arena.run import Plan, Run, fixed_by, seated
from ..files import without_number
from ..ruleset import Ruleset
from ..workers import NoRay, OnRay, Workers, hired
from .options import read_ruleset
from .output import INTERRUPTED, append, cannot_write, opened, progress_bar, write_file


def arena(  # noqa: PLR0913  (one for each option)
    bots: Annotated[
        list[str], typer.Argument(help="Two or more bots, exec:COMMAND, or botzone:COMMAND.")
    ],
    *,
    ruleset: Annotated[
        str, typer.Option(help="A preset, a difference from one, or a .toml file.")
    ] = "classic",
    deals: Annotated[int, typer.Option(min=1, help="Deals a pair, each played twice.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed deals the same cards.")] = 0,
    jobs: Annotated[int, typer.Option(min=1, max=256, help="Processes at work.")] = 1,
    ray: Annotated[bool, typer.Option("--ray", help="Play on a Ray cluster.")] = False,
    play_only: Annotated[
        bool, typer.Option("--play-only", help="Trump and kitty are greedy's for all.")
    ] = False,
    prepare: Annotated[
        str, typer.Option(metavar="BOT", help="With --play-only: this bot's instead.")
    ] = YARDSTICK,
    level: Annotated[
        str, typer.Option(metavar="LEVEL", help="Everybody is at this level in every deal.")
    ] = "",
    bank: Annotated[
        str, typer.Option(metavar="SEAT", help="This seat has the bank; open: nobody.")
    ] = "",
    until_decided: Annotated[
        bool, typer.Option("--until-decided", help="Stop a pair when it is decided.")
    ] = False,
    within: Annotated[float, typer.Option(min=0, help="So many levels apart is equal.")] = 0.05,
    budget: Annotated[
        int, typer.Option(min=1, help="Milliseconds that exec:COMMAND has for a decision.")
    ] = 1000,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep the results, and go on with them."),
    ] = None,
    records: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the record of every game.")
    ] = None,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a page with plots.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Play bots against each other: every deal twice, the second time with the sides swapped."""
    rules = _strict(read_ruleset(ruleset))
    plan = Plan(
        bots=tuple(bots),
        ruleset=rules.lasting,
        deals=deals,
        seed=seed,
        play_only=play_only,
        prepare=prepare,
        level=_of("--level", level, rules.ladder),
        bank=_of("--bank", bank, (OPEN, *map(str, range(rules.players)))),
        budget=budget / 1000,
        within=within if until_decided else None,
        records=records.suffix if records else None,
    )
    _check_bots(plan)
    workers = _cluster() if ray else None
    interrupted = False
    with ExitStack() as stack:
        results, done = _results(stack, plan, out)
        run = Run(plan, done)
        kept = opened(stack, records, "a" if done else "w")
        try:
            _play(stack, run, workers or hired(jobs), results, kept)
        except KeyboardInterrupt:
            interrupted = True
    facts = {"interrupted": interrupted, **report(run)}
    if html is not None:
        write_file(html, page(run, facts))
    if as_json:
        typer.echo(json.dumps(facts, ensure_ascii=False, indent=2))
    else:
        _tell(facts)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _strict(ruleset: Ruleset) -> Ruleset:
    if ruleset.enforcement != "strict":
        raise typer.BadParameter("the arena has no referee: enforcement must be strict")
    return ruleset


def _of(option: str, value: str, allowed: Sequence[str]) -> str:
    """What an option says, or nothing if it was left out."""
    if value and value not in allowed:
        raise typer.BadParameter(f"{value} is none of {', '.join(allowed)}", param_hint=option)
    return value


def _check_bots(plan: Plan) -> None:
    """Refuse bots that are too few, named twice, or cannot be started."""
    try:
        OwnPlayer(plan.prepare).begin(Ruleset.of_lasting(plan.ruleset), 0, 0)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--prepare") from None
    if plan.prepare != YARDSTICK and not plan.play_only:
        raise typer.BadParameter("it needs --play-only", param_hint="--prepare")
    if len(plan.bots) < 2 or len(set(plan.bots)) < len(plan.bots):
        raise typer.BadParameter("two or more different bots are needed", param_hint="BOTS")
    for name in plan.bots:
        try:
            player = seated(name, plan.budget)
            player.begin(Ruleset.of_lasting(plan.ruleset), 0, 0)
            player.close()
        except Fault as fault:
            why = f"{name} does not speak the protocol: {fault}"
            raise typer.BadParameter(why, param_hint="BOTS") from None
        except ValueError as error:
            raise typer.BadParameter(f"{name}: {error}", param_hint="BOTS") from None
        except OSError as error:
            why = f"{name}: {without_number(error)}"
            raise typer.BadParameter(why, param_hint="BOTS") from None


def _cluster() -> Workers:
    try:
        return OnRay()
    except (NoRay, ConnectionError) as error:
        raise typer.BadParameter(str(error), param_hint="--ray") from None


def _results(
    stack: ExitStack, plan: Plan, file: Path | None
) -> tuple[TextIO | None, list[Outcome]]:
    """The file of results, and what stands in it."""
    if file is None:
        return None, []
    same = ("bots", "ruleset", "seed", "play_only", "budget", *fixed_by(plan))
    try:
        out, done = results_of(file, {name: getattr(plan, name) for name in same})
    except OtherRun as error:
        raise typer.BadParameter(str(error), param_hint="--out") from None
    except OSError as error:
        cannot_write(file, error)
    return stack.enter_context(out), done


def _play(
    stack: ExitStack, run: Run, workers: Workers, results: TextIO | None, kept: TextIO | None
) -> None:
    progress = stack.enter_context(progress_bar())
    total = run.plan.deals * len(run.plan.pairs)
    task = progress.add_task(run.plan.ruleset, total=total)
    for outcome, texts in stack.enter_context(closing(run.go(workers=workers))):
        if kept is not None:
            append(kept, texts)
        if results is not None:
            results.write(to_line(outcome))
            results.flush()
        so_far = run.levels(outcome.bots)
        progress.update(
            task,
            completed=sum(len(outcomes) for outcomes in run.outcomes.values()),
            description=f"{' – '.join(outcome.bots)} {so_far:+.2f}",
        )


# The tables.


def _tell(facts: dict[str, Any]) -> None:
    console = Console()
    for pair in facts["pairs"]:
        console.print(_pair_table(pair))
    console.print(_bots_table(facts["bots"]))
    for name, bot in facts["bots"].items():
        for rule, times in bot["rules"].items():
            console.print(f"{name}: {rule} × {times}")
    if ranked := facts.get("ratings"):
        table = Table("", "rating")
        for name in sorted(ranked, key=ranked.__getitem__, reverse=True):
            table.add_row(name, f"{ranked[name]:.0f}")
        console.print(table)
    if facts["interrupted"]:
        console.print("interrupted")


def _pair_table(pair: dict[str, Any]) -> Table:
    first, second = pair["bots"]
    low, high = pair["interval"]
    table = Table("", "", title=f"{first} – {second}", show_header=False)
    table.add_row("deals, each twice", f"{pair['deals']:,}")
    table.add_row("levels per deal", f"{pair['levels']:+.3f}  [{low:+.3f}, {high:+.3f}]")
    table.add_row("smallest effect to be seen", _number(pair["smallest_effect"], ".3f"))
    table.add_row("points per deal", f"{pair['points']:+.1f}")
    table.add_row("won", _number(pair["won"], ".1%"))
    for role in ("as_banker", "as_attacker"):
        part = pair[role]
        text = f"{_number(part['levels'], '+.3f')} levels, {_number(part['won'], '.1%')} won"
        table.add_row(role.replace("_", " "), f"{text}, {part['games']:,} games")
    table.add_row("digs", f"{pair['digs'][0]:,} – {pair['digs'][1]:,}")
    if pair["void"]:
        table.add_row("without result", f"{pair['void']:,}")
    if "decided" in pair:
        table.add_row(
            "decided",
            {"first": first, "second": second}.get(pair["decided"], pair["decided"] or "not yet"),
        )
    return table


def _bots_table(bots: dict[str, dict[str, Any]]) -> Table:
    """Times and faults; where it is narrow the names are folded, and nothing is cut."""
    table = Table(Column("", overflow="fold"), title="milliseconds a decision, and faults")
    for head in (*next(iter(bots.values()))["milliseconds"], *FAULTS):
        table.add_column(head, no_wrap=True)
    for name, bot in bots.items():
        times = [_short(value) for value in bot["milliseconds"].values()]
        table.add_row(name, *times, *(str(bot[kind]) for kind in FAULTS))
    return table


def _short(value: float | None) -> str:
    """A time in few digits."""
    digits = 2 if value is None or value < 10 else 1 if value < 100 else 0
    return _number(value, f".{digits}f")


def _number(value: float | None, form: str) -> str:
    return "–" if value is None else format(value, form)
