"""A bot that is a program of its own, spoken to by the line protocol.

It is started once and plays deal after deal. An answer that is not there in time is `late`, one
that is no action is `garbage`; after three such answers in a deal the program is stopped. One that
was stopped or has ended is `dead` for the rest of the deal, and started anew for the next.
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, Queue
from time import monotonic
from typing import Any

from ..deal.actions import Action
from ..deal.actions import from_json as action_from
from ..deal.actions import to_json as action_to
from ..deal.phase import PHASES
from ..deal.view import Told, View
from ..ruleset import Ruleset
from . import protocol
from .player import DEAD, GARBAGE, LATE, Fault, Refusal
from .protocol import Standing, line

START_SECONDS = 30.0
STRIKES = 3
LONGEST_LINE = 1 << 16
_MOST_LINES = 1000
_STOP_SECONDS = 1.0


class Process:
    """A running program: lines to it and from it, neither of which ever waits for it."""

    def __init__(self, command: list[str]) -> None:
        """OSError if it cannot be started."""
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )
        self._stopped = False
        self._to: Queue[str | None] = Queue()
        self._from: Queue[str | None] = Queue(_MOST_LINES)
        for work in (self._write, self._read):
            threading.Thread(target=work, daemon=True).start()

    def send(self, text: str) -> None:
        """Send a line, as soon as the program reads it."""
        self._to.put(text)

    def receive(self, until: float) -> str | None:
        """The next line it wrote; None if it has ended, Empty if there is none in time."""
        seconds = until - monotonic()
        if seconds <= 0:
            raise Empty
        text = self._from.get(timeout=seconds)
        if text is None:
            self._from.put(None)
        return text

    def stop(self, seconds: float = 0.0) -> None:
        """End it, at once or after so many seconds if it does not end by itself."""
        self._to.put(None)
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)  # with what it may have started
        self._process.wait()
        self._stopped = True
        with suppress(Empty):  # so that the reader is not kept waiting
            while True:
                self._from.get_nowait()

    def _write(self) -> None:
        assert self._process.stdin is not None
        with suppress(OSError), self._process.stdin as pipe:
            while (text := self._to.get()) is not None:
                pipe.write(text.encode() + b"\n")
                if self._to.empty():
                    pipe.flush()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as pipe:
            while not self._stopped and (text := pipe.readline(LONGEST_LINE)):
                self._from.put(text.decode("utf-8", "replace"))
        self._from.put(None)


class ExternalPlayer:
    """A seat that is played by a program; budget: the seconds it has for a decision."""

    def __init__(self, command: str, budget: float) -> None:
        """ValueError, OSError or Fault if the program does not come to speak the protocol."""
        self._command, self._budget = shlex.split(command), budget
        if not self._command:
            raise ValueError("no command is named")
        self._process: Process | None = None
        self._asked = self._strikes = 0
        self._moments: frozenset[str] = frozenset(PHASES)
        self._standing = Standing()
        self._start()

    def begin(self, ruleset: Ruleset, seat: int, seed: int) -> None:
        """Tell of a new deal; a dead program is started again."""
        self._strikes = 0
        self._standing = Standing()
        if self._process is None:
            with suppress(OSError, Fault):
                self._start()
        self._send(protocol.DEAL, {"ruleset": str(ruleset), "seat": seat, "seed": seed})

    def hear(self, event: Told) -> None:
        """Pass on what happened."""
        self._send(protocol.EVENT, self._standing.told(event))

    def choose(self, view: View, default: Callable[[], Action]) -> Action:
        """What the program answers; the default where it does not want to be asked."""
        if view.phase not in self._moments:
            return default()
        self._asked += 1
        question = {
            "id": self._asked,
            "budget_ms": round(1000 * self._budget),
            "default": action_to(default()),
            **protocol.question(view),
        }
        self._send(protocol.CHOOSE, question)
        try:
            return self._answer(view, monotonic() + self._budget)
        except Fault as fault:
            self._strikes += 1
            if fault.kind == DEAD or self._strikes == STRIKES:
                self._stop()
            raise

    def refused(self, refusal: Refusal, done: Action) -> None:
        """Tell the program why, and what was done for it."""
        told = {"id": self._asked, **vars(refusal), "done": action_to(done)}
        self._send(protocol.REFUSED, told)

    def close(self) -> None:
        """Say good-bye, and end the program."""
        if self._process is not None:
            self._send(protocol.BYE)
            self._stop(_STOP_SECONDS)

    def _start(self) -> None:
        self._process = Process(self._command)
        self._send(protocol.HELLO, protocol.hello(protocol.PROGRAM))
        try:
            word, data = self._next(monotonic() + START_SECONDS)
            if word != protocol.HELLO or not isinstance(data, dict):
                raise Fault(GARBAGE, "it did not answer with hello")
            self._moments = _moments(data.get("moments", PHASES))
        except Fault:
            self._stop()
            raise

    def _stop(self, seconds: float = 0.0) -> None:
        if self._process is not None:
            self._process.stop(seconds)
        self._process = None

    def _send(self, word: str, data: Any = None) -> None:
        if self._process is not None:
            self._process.send(line(word, data))

    def _answer(self, view: View, until: float) -> Action:
        """The action of the present question; answers to former ones came too late."""
        while True:
            word, data = self._next(until)
            if word not in (protocol.ACTION, protocol.LIST) or not isinstance(data, dict):
                raise Fault(GARBAGE, f"{word[:40]!r} is no answer")
            asked = data.pop("id", None)
            if not isinstance(asked, int) or asked > self._asked:
                raise Fault(GARBAGE, f"id: {str(asked)[:40]} is no question")
            if asked != self._asked:
                continue
            if word == protocol.LIST:
                self._list(view, data.get("from", 0))
                continue
            try:
                return action_from(data)
            except ValueError as error:
                raise Fault(GARBAGE, str(error)) from None

    def _list(self, view: View, first: object) -> None:
        """Send a page of the actions."""
        if not isinstance(first, int):
            raise Fault(GARBAGE, f"from: {str(first)[:40]} is no number")
        page = {"id": self._asked, "from": first, "actions": protocol.page(view, first)}
        self._send(protocol.ACTIONS, page)

    def _next(self, until: float) -> tuple[str, Any]:
        """The next line that is more than information; Fault if none comes, or not in time."""
        while True:
            if self._process is None:
                raise Fault(DEAD)
            try:
                text = self._process.receive(until)
            except Empty:
                raise Fault(LATE) from None
            if text is None:
                raise Fault(DEAD)
            try:
                word, data = protocol.read(text)
            except ValueError:
                if text.startswith(protocol.INFO):
                    continue
                raise Fault(GARBAGE, f"{text[:40]!r} is no word with JSON behind it") from None
            if word not in (protocol.INFO, ""):
                return word, data


def _moments(named: object) -> frozenset[str]:
    """The moments in which a program wants to be asked; Fault says which there are."""
    if isinstance(named, list | tuple) and all(one in PHASES for one in named):
        return frozenset(named)
    raise Fault(GARBAGE, f"moments: {str(named)[:80]} are not some of {', '.join(PHASES)}")
