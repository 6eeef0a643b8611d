"""`tuolaji serve` and `tuolaji play`: the table in the browser, started and opened."""

from __future__ import annotations

import sqlite3
import sys
from pathlib import Path
from typing import Annotated

import typer

from ..catalogue import texts
from .options import Lang, system_language
from .play_keep import folder

_DEFAULT_PORT = 8097
_REFUSED = 2


def serve(
    *,
    host: Annotated[str, typer.Option(help="Listen at this address.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Listen at this port.")] = (
        _DEFAULT_PORT
    ),
    lan: Annotated[bool, typer.Option("--lan", help="Let others in your network come.")] = False,
    data: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Keep tables and the key in this folder.")
    ] = None,
    origin: Annotated[
        list[str] | None,
        typer.Option(metavar="URL", help="A page of this origin may use the server, too."),
    ] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Open no browser.")] = False,
    lang: Lang,
) -> None:
    """Serve the table in the browser until Ctrl-C."""
    where = "0.0.0.0" if lan else host
    origins = tuple(origin or ())
    status = run_server(
        host=where, port=port, data=data, origins=origins, opens=not no_open, language=str(lang)
    )
    raise typer.Exit(status)


def run_server(  # noqa: PLR0913  (what the options say)
    *,
    host: str = "127.0.0.1",
    port: int = _DEFAULT_PORT,
    data: Path | None = None,
    origins: tuple[str, ...] = (),
    opens: bool = True,
    other_port: bool = False,
    path: str = "",
    language: str | None = None,
) -> int:
    """Serve until the process is told to stop; the exit status."""
    from ..server import run  # noqa: PLC0415  (only this command waits for the web's libraries)
    from ..server.settings import Settings  # noqa: PLC0415

    words = texts(language or str(system_language()))["server"]
    settings = Settings(data or folder() / "server", host, port, origins)
    try:
        bound = run.listen(settings, other=other_port)
        settings = Settings(settings.data, host, bound.getsockname()[1], origins)
        url = run.address(settings, settings.port)

        def told() -> None:
            typer.echo(words["serving"].format(url=url + path))
            for address in settings.addresses(settings.port):
                typer.echo(words["others"].format(url=address))
            typer.echo(words["how_to_stop"])
            sys.stdout.flush()
            if opens:
                run.open_browser(url + path)

        run.serve(settings, bound, told=told)
    except KeyboardInterrupt:
        pass
    except (OSError, sqlite3.Error) as error:
        typer.echo(str(error), err=True)
        return _REFUSED
    typer.echo(words["stopped"])
    return 0
