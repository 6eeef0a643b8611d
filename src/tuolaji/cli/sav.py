"""`tuolaji sav`: show, read and write GAME.SAV, the save file of the 1997 computer game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from ..cards import JOKER_LEVEL
from ..notation.sav import SIZE, SaveFile, SaveFileError
from ..texts.reader import texts
from .options import Lang, read_ruleset
from .output import cannot_write, write_file

app = typer.Typer(help="Show, read and write GAME.SAV, the save file of the 1997 computer game.")

Source = Annotated[Path, typer.Argument(help="The save file, six bytes.")]


@app.command()
def show(file: Source, *, lang: Lang) -> None:
    """Print what a save file holds, the unknown bytes too."""
    language = str(lang)
    save = _read(file, language)
    words = texts(language)["sav"]
    north_south, east_west = (_level(level, language) for level in save.levels)
    typer.echo(words["north-south"].format(level=north_south))
    typer.echo(words["east-west"].format(level=east_west))
    typer.echo(words["bank"].format(seat=words["seats"][str(save.banker)]))
    typer.echo(words["unknown"].format(bytes=save.rest.hex(" ").upper()))


@app.command("import")
def import_(
    file: Source,
    *,
    ruleset: Annotated[str, typer.Option(help="The rules of the match.")] = "classic",
    lang: Lang,
) -> None:
    """Print the match a save file holds, as JSON."""
    language = str(lang)
    rules = read_ruleset(ruleset, language)
    save = _read(file, language)
    try:
        match = save.to_match(rules)
    except SaveFileError as error:
        raise _refused(file, error, language) from None
    facts = {
        "ruleset": str(match.ruleset),
        "levels": list(match.levels),
        "banker": match.banker,
        "first_seat": match.first_seat,
        "deals": match.deals,
        "rest": save.rest.hex(),
    }
    typer.echo(json.dumps(facts))


def _exists(file: Path) -> bool:
    try:
        return file.exists()
    except OSError as error:
        cannot_write(file, error)


@app.command()
def export(
    file: Annotated[Path, typer.Argument(help="The save file to write.")],
    levels: Annotated[
        str, typer.Option(help="The levels of North-South and East-West, such as 5,T.")
    ],
    banker: Annotated[int, typer.Option(min=0, max=3, help="0 South, 1 East, 2 North, 3 West.")],
    *,
    old: Annotated[
        Path | None,
        typer.Option("--from", help="Keep the unknown bytes of this save instead of FILE's own."),
    ] = None,
    lang: Lang,
) -> None:
    """Write a save file; the unknown bytes of the one it replaces are kept."""
    language = str(lang)
    kept = old if old is not None else (file if _exists(file) else None)
    rest = _read(kept, language).rest if kept is not None else bytes(SIZE - 3)
    parts = [part.strip().upper().replace("10", "T") for part in levels.split(",")]
    try:
        save = SaveFile((parts[0], ",".join(parts[1:])), banker, rest)
    except SaveFileError as error:
        raise typer.BadParameter(error.text(language)) from None
    write_file(file, bytes(save), language)


def _read(file: Path, language: str) -> SaveFile:
    """The save in a file; of a file that is much too long only its beginning is read."""
    try:
        with file.open("rb") as source:
            data = source.read(SIZE + 1)
        return SaveFile.parse(data)
    except SaveFileError as error:
        raise _refused(file, error, language) from None
    except OSError as error:
        raise typer.BadParameter(f"{file}: {error.strerror}") from None


def _refused(file: Path, error: SaveFileError, language: str) -> typer.BadParameter:
    return typer.BadParameter(f"{file}: {error.text(language)}")


def _level(level: str, language: str) -> str:
    if level == JOKER_LEVEL:
        return str(texts(language)["sav"]["joker"])
    return level.replace("T", "10")
