"""What commands that play many deals share: a bar of progress, and a file of records."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Literal, TextIO

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

INTERRUPTED = 130


def opened(stack: ExitStack, file: Path | None, mode: Literal["w", "a"] = "w") -> TextIO | None:
    """The file to write records into, closed with the stack."""
    if file is None:
        return None
    try:
        return stack.enter_context(file.open(mode, encoding="utf-8", newline="\n"))
    except OSError as error:
        raise typer.BadParameter(f"{file} cannot be written: {error}") from None


def append(out: TextIO, records: list[str]) -> None:
    """Write further records; in the text form an empty line stands between two of them."""
    for record in records:
        between = "\n" if out.tell() and not record.startswith("{") else ""
        out.write(between + record)
    out.flush()


def progress_bar() -> Progress:
    """A bar on standard error; nothing where that is no terminal."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
        transient=True,
    )
