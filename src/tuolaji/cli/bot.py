"""`tuolaji bot`: one of our bots as a program that speaks the line protocol."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from ..arena.protocol import speak
from ..bots import NAMES


def bot(
    name: Annotated[str, typer.Argument(help=f"One of our bots: {', '.join(NAMES)}.")],
) -> None:
    """Play by the line protocol: what happens on standard input, actions on standard output."""
    try:
        for answer in speak(name, sys.stdin):
            sys.stdout.write(answer + "\n")
            sys.stdout.flush()
    except KeyboardInterrupt:
        return
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    except (KeyError, TypeError) as error:
        why = f"a line has not what it must have: {type(error).__name__}: {error}"
        raise typer.BadParameter(why) from None
