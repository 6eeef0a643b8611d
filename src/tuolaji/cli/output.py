"""What commands that write share: refusals, whole files, files of records, a bar of progress."""

from __future__ import annotations

import codecs
import sys
from contextlib import ExitStack
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NoReturn, TextIO

import typer
from rich.console import Console

from ..files import write_whole
from ..terminal.screen import LETTERS
from ..texts.reader import texts
from .options import system_language

if TYPE_CHECKING:
    from rich.progress import Progress

REFUSED = 2
INTERRUPTED = 130
_SPELLED = "spelled"


def spell_out() -> None:
    """Print ♠ as S, and `?` for what else is not in the encoding of the output."""
    codecs.register_error(_SPELLED, _spelled)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=_SPELLED)


def _spelled(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lost = error.object[error.start : error.end].translate(LETTERS)
    return "".join(sign if sign.isascii() else "?" for sign in lost), error.end


def refuse(text: str) -> NoReturn:
    """Say what is wrong, and end."""
    typer.echo(text, err=True)
    raise typer.Exit(REFUSED)


def cannot_write(file: object, error: OSError, language: str | None = None) -> NoReturn:
    """Say that a file cannot be written and why, and end."""
    words = texts(language or str(system_language()))["record"]
    refuse(words["no_write"].format(file=file, why=error.strerror or error))


def write_file(file: Path, data: str | bytes, language: str | None = None) -> None:
    """Write a file as a whole; say so and end where that cannot be done."""
    try:
        write_whole(file, [data.encode() if isinstance(data, str) else data])
    except OSError as error:
        cannot_write(file, error, language)


def opened(stack: ExitStack, file: Path | None, mode: Literal["w", "a"] = "w") -> TextIO | None:
    """The file to write records into, closed with the stack."""
    if file is None:
        return None
    try:
        return stack.enter_context(file.open(mode, encoding="utf-8", newline="\n"))
    except OSError as error:
        cannot_write(file, error)


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
