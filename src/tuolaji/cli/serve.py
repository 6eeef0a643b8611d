"""`tuolaji serve` and `tuolaji play`: the table in the browser, started and opened."""

from __future__ import annotations

import gc
import signal
import sqlite3
import sys
import webbrowser
from contextlib import nullcontext
from dataclasses import replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from ..files import without_number
from ..server import listening
from ..server.limits import BadLimits, Limits
from ..server.settings import (
    EVERYWHERE,
    GATEWAY,
    LOOPBACK,
    PORT,
    ROLES,
    TABLES,
    THINKING,
    Settings,
    is_bus,
    is_origin,
)
from ..terminal.keep import folder
from ..texts.reader import texts
from .options import AddedBots, Lang, add_bots, need_database, system_language
from .output import REFUSED


class Role(StrEnum):
    """What a process does."""

    all = "all"
    gateway = GATEWAY
    tables = TABLES
    thinking = THINKING


class LogForm(StrEnum):
    """How the log is written."""

    text = "text"
    json = "json"


def serve(  # noqa: PLR0913  (its options)
    *,
    host: Annotated[str, typer.Option(help="Listen at this address.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Listen at this port.")] = (PORT),
    lan: Annotated[bool, typer.Option("--lan", help="Let others on your network join.")] = False,
    data: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Keep tables and the key in this folder.")
    ] = None,
    origin: Annotated[
        list[str] | None,
        typer.Option(metavar="URL", help="Let pages of this origin use the server, too."),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="URL", help="With several processes: store the tables in postgresql://…"
        ),
    ] = None,
    bus: Annotated[
        str | None,
        typer.Option(metavar="URL", help="With several processes: connect them through nats://…"),
    ] = None,
    role: Annotated[
        Role, typer.Option(help="With several processes: what this one does.")
    ] = Role.all,
    bot: AddedBots = None,
    metrics: Annotated[
        str | None,
        typer.Option(metavar="[HOST:]PORT", help="Serve metrics for Prometheus there."),
    ] = None,
    log: Annotated[LogForm, typer.Option(help="Write the log for people, or as JSON.")] = (
        LogForm.text
    ),
    no_open: Annotated[bool, typer.Option("--no-open", help="Open no browser.")] = False,
    lang: Lang,
) -> None:
    """Serve the table in the browser until Ctrl-C."""
    add_bots(bot)
    where = EVERYWHERE if lan else host
    if (database is None) != (bus is None) or (role != Role.all and database is None):
        raise typer.BadParameter(texts(str(lang))["server"]["cluster_needs"])
    need_database(database, lang)
    if bus is not None and not is_bus(bus):
        raise typer.BadParameter(texts(str(lang))["server"]["bad_bus"].format(url=bus))
    if wrong := [repr(one) for one in origin or () if not is_origin(one)]:
        raise typer.BadParameter(texts(str(lang))["server"]["bad_origin"].format(url=wrong[0]))
    settings = Settings(
        data or folder() / "server",
        where,
        port,
        tuple(origin or ()),
        database=database,
        bus=bus,
        roles=frozenset(ROLES if role == Role.all else [role.value]),
        log=log.value,
        metrics=metrics,
    )
    raise typer.Exit(run_server(settings, opens=not no_open, language=str(lang)))


def run_server(
    settings: Settings | None = None,
    *,
    lan: bool = False,
    opens: bool = True,
    other_port: bool = False,
    language: str | None = None,
    page: str = "",
) -> int:
    """Serve until the process is told to stop; the exit status.

    lan: to the whole network, where no settings are given. page: the one to open.
    """
    gc.disable()  # there is nothing to clear away while it loads, and little later
    signal.signal(signal.SIGTERM, _stop)  # once everybody was sent away it comes here again
    words = texts(language or str(system_language()))["server"]
    settings = settings or Settings(folder() / "server", EVERYWHERE if lan else LOOPBACK)
    try:
        settings = replace(settings, limits=Limits.of(settings.data))
        bound = listening.listen(settings, other=other_port)
        settings = replace(settings, port=bound.getsockname()[1])
        url = listening.address(settings, settings.port)
        from ..server import guests, run  # noqa: PLC0415  (only who serves waits for their libraries)

        alone = settings.database is None
        with bound, listening.claim_folder(settings.data, url) if alone else nullcontext():
            if alone:
                guests.keep_key(settings.data)  # or it is said at once that it is none
            ready = partial(_told, settings, page, words, opens=opens)
            run.serve(settings, bound, told=ready)
    except KeyboardInterrupt:
        pass
    except listening.InUse as error:
        return _running_already(error.address if other_port else "", str(error), opens=opens)
    except OSError as error:
        typer.echo(without_number(error), err=True)
        return REFUSED
    except (sqlite3.Error, BadLimits) as error:
        typer.echo(str(error), err=True)
        return REFUSED
    typer.echo(words["stopped"])
    return 0


def _told(settings: Settings, page: str, words: dict[str, str], *, opens: bool) -> None:
    """Say where the server is to be found, and open the page."""
    url = listening.address(settings, settings.port) + page
    typer.echo(words["serving"].format(url=url))
    for address in settings.addresses(settings.port):
        typer.echo(words["others"].format(url=address + page))
    typer.echo(words["how_to_stop"])
    sys.stdout.flush()
    if opens and GATEWAY in settings.roles:
        from ..server.run import open_browser  # noqa: PLC0415  (loaded by now)

        open_browser(url)


def _running_already(address: str, why: str, *, opens: bool) -> int:
    """Open the server that runs already, where any will do; else say so."""
    typer.echo(why, err=True)
    if not address:
        return REFUSED
    if opens:
        webbrowser.open(address)
    return 0


def _stop(*_: object) -> None:
    raise KeyboardInterrupt
