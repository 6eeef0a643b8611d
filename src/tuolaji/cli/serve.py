"""`tuolaji serve` and `tuolaji play`: the table in the browser, started and opened."""

from __future__ import annotations

import signal
import sqlite3
import sys
import webbrowser
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from ..terminal.keep import folder
from ..texts.reader import texts
from .options import Lang, system_language

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


def run_server(
    *,
    host: str = "127.0.0.1",
    port: int = _DEFAULT_PORT,
    data: Path | None = None,
    origins: tuple[str, ...] = (),
    opens: bool = True,
    other_port: bool = False,
    language: str | None = None,
) -> int:
    """Serve until the process is told to stop; the exit status."""
    from ..server import run  # noqa: PLC0415  (only this command waits for the web's libraries)
    from ..server.limits import BadLimits, Limits  # noqa: PLC0415
    from ..server.settings import Settings  # noqa: PLC0415

    signal.signal(signal.SIGTERM, _stop)  # once everybody was sent away it comes here again
    words = texts(language or str(system_language()))["server"]
    where = data or folder() / "server"
    try:
        settings = Settings(where, host, port, origins, Limits.of(where))
        bound = run.listen(settings, other=other_port)
        settings = replace(settings, port=bound.getsockname()[1])
        url = run.address(settings, settings.port)

        def told() -> None:
            typer.echo(words["serving"].format(url=url))
            for address in settings.addresses(settings.port):
                typer.echo(words["others"].format(url=address))
            typer.echo(words["how_to_stop"])
            sys.stdout.flush()
            if opens:
                run.open_browser(url)

        with bound, run.claim_folder(settings.data, url):
            run.serve(settings, bound, told=told)
    except KeyboardInterrupt:
        pass
    except run.InUse as error:
        return _running_already(error.address if other_port else "", str(error), opens=opens)
    except (OSError, sqlite3.Error, BadLimits) as error:
        typer.echo(str(error), err=True)
        return _REFUSED
    typer.echo(words["stopped"])
    return 0


def _running_already(address: str, why: str, *, opens: bool) -> int:
    """Open the server that runs already, where any will do; else say so."""
    typer.echo(why, err=True)
    if not address:
        return _REFUSED
    if opens:
        webbrowser.open(address)
    return 0


def _stop(*_: object) -> None:
    raise KeyboardInterrupt
