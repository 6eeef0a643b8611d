"""What the commands of `tuolaji event` share: the file, who writes, when, and what is said."""

from __future__ import annotations

import time
from datetime import datetime
from pathlib import Path
from typing import Annotated, get_args

import typer

from ..event import commands
from ..event import entries as log
from ..event.entries import AnyEntry, By, Line
from ..event.log import Log, key_file
from ..event.refused import Refused
from ..event.state import Event, replay
from ..event.words import words
from .options import Language

LogFile = Annotated[Path, typer.Argument(help="The log of the event.")]
Match = Annotated[str, typer.Argument(help="A match such as 2-3: round 2, table 3.")]
Who = Annotated[
    str,
    typer.Option(
        "--by", metavar="WHO", help="organiser, referee:NAME, or player:ID of an entrant."
    ),
]
When = Annotated[
    str, typer.Option("--at", metavar="TIME", help="When it happened, as 2026-11-21T09:00.")
]
Why = Annotated[str, typer.Option("--why", help="The reason, for the log.")]


class Open:
    """An event in its file, opened to be read or written to."""

    def __init__(self, path: Path, language: Language) -> None:
        self.language = str(language)
        self.words = words(self.language)
        try:
            self.log = Log(path)
        except OSError as error:
            raise typer.BadParameter(f"{path}: {error.strerror}") from None
        except Refused as error:
            raise self.bad(error) from None
        if self.log.dropped:
            said = self.words["half_line"].format(file=path, bytes=self.log.dropped)
            typer.echo(said, err=True)
        self.event: Event = replay(self.log.lines)

    def bad(self, error: Refused) -> typer.BadParameter:
        """A refusal as the command line says it."""
        return typer.BadParameter(error.text(self.language))

    def do(self, entry: AnyEntry, *, by: str, at: str = "", why: str = "") -> Line | None:
        """Check an entry and write it down; what it was is printed."""
        try:
            line = commands.do(self.event, entry, at=moment(at), by=read_by(by), why=why)
            if line is None:
                typer.echo(self.words["nothing_new"])
                return None
            self.write(line)
        except Refused as error:
            raise self.bad(error) from None
        what = self.words["what"][log.plain(line.entry)["what"]]
        typer.echo(self.words["written"].format(number=line.number, what=what))
        return line

    def write(self, line: Line) -> None:
        """Append a line."""
        self.log.append([line])
        self.event = replay(self.log.lines)

    @property
    def key(self) -> bytes:
        """The key of the event, beside its log."""
        path = key_file(self.log.path)
        try:
            return path.read_bytes()
        except OSError as error:
            raise typer.BadParameter(f"{path}: {error.strerror}") from None


def moment(text: str) -> float:
    """A time as seconds; now if none is given."""
    if not text:
        return time.time()
    try:
        return datetime.fromisoformat(text).timestamp()
    except ValueError:
        raise typer.BadParameter(f"{text!r} is no time such as 2026-11-21T09:00") from None


def read_by(text: str) -> By:
    """Who does something."""
    role, _, who = text.partition(":")
    if role not in get_args(log.Role):
        raise typer.BadParameter(f"--by is organiser, referee:NAME or player:ID, not {text!r}")
    return By(role, who)  # type: ignore[arg-type]
