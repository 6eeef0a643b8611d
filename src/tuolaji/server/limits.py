"""Every limit and timeout of the server, in one place; docs/server.md has the same table.

An operator changes them in `limits.toml` in the data folder: `sockets = 200`.
"""

from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass, fields, replace
from pathlib import Path

FILE = "limits.toml"
Rate = tuple[float, float]  # so many a second on average, so many at once


class BadLimits(ValueError):
    """A file of limits that cannot be used; says why."""


@dataclass(frozen=True)
class Limits:
    """How much of everything."""

    # Requests.
    request_units: Rate = (100.0, 1000.0)  # of an address; `costs` says what each request costs
    file_bytes: int = 1024 * 1024  # an uploaded record
    body_bytes: int = 64 * 1024  # of every other request
    path_characters: int = 500
    query_characters: int = 16_000
    request_seconds: float = 10.0  # until a request has come whole
    answer_seconds: float = 60.0  # in which nothing of an answer is taken
    unfinished_requests: int = 500  # of all, and as many answers; then the oldest is dropped
    # Sockets.
    sockets: int = 50  # of an address
    message_bytes: int = 16 * 1024
    message_units: Rate = (20.0, 40.0)  # of a socket; `costs` says what each message costs
    frames: Rate = (10.0, 60.0)  # of a socket: pings, pongs and pieces of messages
    faults: int = 100  # refused messages until a socket is closed
    hello_seconds: float = 20.0
    send_seconds: float = 5.0  # for one message
    waiting_bytes: int = 256 * 1024  # for a slow reader
    chat: Rate = (0.5, 5.0)  # of a guest at a table
    onlookers_chat: Rate = (2.0, 20.0)  # of all who look on at a table
    chat_characters: int = 200
    name_characters: int = 24
    # Tables.
    tables_of_guest: Rate = (60 / 3600, 60.0)  # every lesson and puzzle is one, too
    tables_of_address: Rate = (240 / 3600, 240.0)
    facts_of_address: Rate = (300 / 3600, 300.0)  # names, house rules, accounts, friends
    room_changes: Rate = (1.0, 60.0)  # of a table: seats, names, speeds
    messages_waiting: int = 500  # for a table that stands still
    take_backs: int = 100  # in a deal
    chat_lines: int = 50  # that whoever comes is told
    chat_bytes: int = 2000
    idle_seconds: float = 600.0  # a table without anybody is kept in memory
    # Events.
    events: int = 1000  # that are kept
    events_of_address: Rate = (10 / 3600, 10.0)
    event_lines: int = 5000  # of a log
    # Work beside the tables: how many may wait, and how long one may take.
    thinking_processes: int = max(1, os.cpu_count() or 1)
    thinking_seconds: float = 0.5  # how long bots are to wait for their turn, at most
    questions_waiting: int = 50
    questions_seconds: float = 5.0
    files_waiting: int = 8
    files_seconds: float = 30.0
    analyses_waiting: int = 8
    analyses_seconds: float = 120.0
    passwords_waiting: int = 8
    passwords_seconds: float = 30.0
    letter_bytes: int = 32 * 1024 * 1024  # of a question or an answer between processes
    # Accounts: passwords, recovery codes and passkeys that are tried.
    guesses_of_account: Rate = (10 / 3600, 10.0)
    guesses_of_address: Rate = (60 / 3600, 30.0)
    stop_seconds: float = 3.0

    @classmethod
    def of(cls, folder: Path) -> Limits:
        """The limits of a data folder: the usual ones, but for what its file says."""
        file = folder / FILE
        try:
            return cls().changed(tomllib.loads(file.read_text("utf-8")))
        except FileNotFoundError:
            return cls()
        except (tomllib.TOMLDecodeError, UnicodeDecodeError, BadLimits) as error:
            raise BadLimits(f"{file}: {error}") from None

    def changed(self, values: dict[str, object]) -> Limits:
        """The same but for some; BadLimits if one is unknown or no such number."""
        known = {field.name: getattr(self, field.name) for field in fields(self)}
        for name, value in values.items():
            if name not in known:
                raise BadLimits(f"there is no limit {name}; known are {', '.join(known)}")
            known[name] = _like(known[name], name, value)
        return replace(self, **known)


def _like(old: object, name: str, value: object) -> object:
    """A new value, if it is of the same kind as the old one."""
    if isinstance(old, tuple):
        if isinstance(value, list) and len(value) == 2 and all(map(_is_number, value)):
            return (float(value[0]), float(value[1]))
        raise BadLimits(f"{name} takes [a second, at once]")
    if not _is_number(value) or (isinstance(old, int) and not isinstance(value, int)):
        whole = "whole " if isinstance(old, int) else ""
        raise BadLimits(f"{name} takes a {whole}number from 0 up")
    return value


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 1e12
