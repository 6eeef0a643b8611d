"""`tuolaji train`: teach a player by letting it play against itself."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..files import without_number
from ..workers import NoRay
from .options import read_ruleset
from .output import INTERRUPTED, refuse

if TYPE_CHECKING:
    from ..learn.settings import Settings


def train(  # noqa: PLR0913  (the options of a command)
    *,
    ruleset: Annotated[
        str,
        typer.Option(
            help="A preset, a difference from one, or a .toml file; or several, with commas."
        ),
    ] = "classic",
    minutes: Annotated[float, typer.Option(min=0, help="How long to train.")] = 10.0,
    out: Annotated[
        Path, typer.Option(metavar="FILE", help="The net (.tlnet); if it is there, go on with it.")
    ],
    start: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on from this net instead.")
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(metavar="BOT", help="Measure against this bot meanwhile; several times."),
    ] = None,
    jobs: Annotated[int, typer.Option(min=0, help="Processes that measure.")] = 1,
    ray: Annotated[
        int, typer.Option(min=0, metavar="N", help="Let so many actors of a Ray cluster play.")
    ] = 0,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Another setting of the training."),
    ] = None,
) -> None:
    """Teach a player by self-play, and save it; the log beside it ends in .jsonl."""
    if importlib.util.find_spec("torch") is None:
        refuse('torch is missing: pip install "tuolaji[learn]"')
    from ..learn.options import settings_of  # noqa: PLC0415  (torch takes a second to load)
    from ..learn.settings import split_rulesets  # noqa: PLC0415
    from ..learn.train import Training  # noqa: PLC0415

    fixed = {
        "ruleset": ",".join(str(read_ruleset(one)) for one in split_rulesets(ruleset)),
        "minutes": minutes,
        "opponents": tuple(against or ()),
        "jobs": jobs,
        "collectors": ray,
    }
    try:
        chosen: Settings = settings_of(settings or [], **fixed)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--set") from None
    before = start if start is not None else out if out.exists() else None
    try:
        training = Training(chosen, out, start=before, say=typer.echo)
        if before is not None:
            typer.echo(f"Going on from {before}.")
        training.run()
    except KeyboardInterrupt:
        typer.echo(f"Stopped and saved. The same command goes on from {out}.", err=True)
        raise typer.Exit(INTERRUPTED) from None
    except (ValueError, OSError, MemoryError, NoRay) as error:
        refuse(without_number(error) if isinstance(error, OSError) else str(error))
    typer.echo(f"Saved in {out}; the log is {training.log}.")
