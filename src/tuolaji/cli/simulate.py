"""`tuolaji simulate`: whole matches by random legal play, every state checked.

The deals are played in blocks; each block has its own seed, made of the given one and its number,
so that the number of jobs changes nothing in what is played.
"""

from __future__ import annotations

import json
import random
from collections.abc import Generator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from ..ruleset import Ruleset
from ..testing.simulate import Finished, Tally, play_matches
from ..workers import Processes, in_order
from .options import read_ruleset
from .output import INTERRUPTED, append, opened, progress_bar
from .replay import JSON_LINES

BLOCK = 40
_BROKEN = 1


@dataclass(frozen=True)
class Block:
    """A number of deals that are played one after the other from a seed of their own.

    record: how the name ends of the file that their records go to, if they are wanted.
    """

    ruleset: str
    seed: str
    deals: int
    record: str | None = None

    def play(self) -> Generator[tuple[Tally, str]]:
        """What each deal adds, and its record."""
        ruleset = Ruleset.parse(self.ruleset)
        rng = random.Random(self.seed)
        for finished in play_matches(ruleset, rng, self.deals, check=True):
            tally = Tally()
            tally.count(finished, where=f"seed {self.seed}, ")
            yield tally, "" if self.record is None else _record(finished, self)


def blocks(ruleset: Ruleset, deals: int, seed: int, record: str | None = None) -> list[Block]:
    """The blocks that make up so many deals."""
    return [
        Block(str(ruleset), f"{seed}/{at // BLOCK}", min(BLOCK, deals - at), record)
        for at in range(0, deals, BLOCK)
    ]


def _record(finished: Finished, block: Block) -> str:
    from ..notation.record import DealRecord  # noqa: PLC0415  (only where records are wanted)

    deal = finished.deal
    tags = (("Event", "simulate"), ("Seed", block.seed))
    record = DealRecord(deal.ruleset, deal.setup, deal.deck, finished.actions, tags)
    return record.jsonl() if block.record == JSON_LINES else record.text()


def _whole(block: Block) -> tuple[Tally, list[str]]:
    """A block played to its end."""
    total, records = Tally(), []
    for tally, record in block.play():
        total.add(tally)
        records.append(record)
    return total, records


def played(work: list[Block], jobs: int) -> Generator[tuple[Tally, list[str]]]:
    """What the blocks bring, in their order: deal by deal, or with several jobs block by block."""
    if jobs == 1:
        for block in work:
            with closing(block.play()) as deals:
                for tally, record in deals:
                    yield tally, [record]
        return
    with closing(Processes(jobs)) as workers:
        yield from in_order(workers, _whole, work)


def simulate(
    ruleset: Annotated[
        str, typer.Option(help="A preset, a difference from one, or a .toml file.")
    ] = "classic",
    deals: Annotated[int, typer.Option(min=1, help="How many deals to play to their end.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed plays the same deals.")] = 0,
    *,
    jobs: Annotated[int, typer.Option(min=1, max=256, help="Processes at work.")] = 1,
    record: Annotated[
        Path | None, typer.Option(help="Write the record of every deal into this file.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Play whole matches by random legal play, check every state, and sum up what happened."""
    rules = read_ruleset(ruleset)
    work = blocks(rules, deals, seed, record.suffix if record else None)
    tally = Tally()
    interrupted = False
    with ExitStack() as stack:
        out = opened(stack, record)
        progress = stack.enter_context(progress_bar())
        task = progress.add_task(str(rules), total=deals)
        results = stack.enter_context(closing(played(work, jobs)))
        try:
            for more, records in results:
                if out is not None:
                    append(out, records)
                tally.add(more)
                progress.update(task, completed=tally.numbers["deals"])
        except KeyboardInterrupt:
            interrupted = True
    facts = {"ruleset": str(rules), "seed": seed, "interrupted": interrupted, **tally.summary()}
    _tell({**facts, "first_broken": tally.broken[:10]}, as_json=as_json)
    if interrupted or tally.broken:
        raise typer.Exit(INTERRUPTED if interrupted else _BROKEN)


def _tell(facts: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps(facts, indent=2))
        return
    table = Table("", "", show_header=False)
    for name, value in facts.items():
        if isinstance(value, dict):
            table.add_section()
            for kind, number in value.items():
                table.add_row(f"{name}: {kind}", f"{number:,}")
        elif not isinstance(value, list):
            text = f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else value
            table.add_row(name.replace("_", " "), str(text))
    Console().print(table)
    for line in facts["first_broken"]:
        typer.echo(line, err=True)
