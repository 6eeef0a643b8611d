"""What commands that play many deals share: a bar of progress, and a file of records."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TextIO

import typer
from rich.console import Console

if TYPE_CHECKING:
    from rich.progress import Progress

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
    from rich.progress import (  # noqa: PLC0415  (a tenth of the start otherwise)
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
        transient=True,
    )
