"""The gateway: sockets here, tables anywhere.

A client is joined to the owner of its table. When that owner is lost, its clients are sent away to
come back, and whoever comes waits here until the table has an owner again.
"""

from __future__ import annotations

import asyncio
import itertools
import random

from ..bus.base import Bus, Unanswered
from ..bus.letters import (
    TABLES,
    AnyLetter,
    AskFinished,
    AskRoom,
    AskSave,
    Fault,
    Find,
    Found,
    Given,
    Join,
    Leave,
    Letter,
    Make,
    NoTable,
    NotHere,
    Refused,
    Say,
    SendAway,
    Tell,
    gateway_subject,
    owner_subject,
    pack,
    said_subject,
    unpack,
)
from ..http.outbox import Outbox
from ..table.clients import RESTART
from ..table.commands import CommandRefused
from ..table.entries import Made

PATIENCE = 5.0  # seconds that a question about a table may take
LONG_PATIENCE = 60.0  # seconds that a socket waits for its table
_ANSWER = 2.0
_PAUSE = 0.3


class Unavailable(Exception):
    """The table cannot be reached now."""


class CannotGive(Exception):
    """What was asked for cannot be had; says why."""


class Link:
    """A client of this gateway at a table."""

    def __init__(self, gateway: Gateway, owner: str, number: int) -> None:
        self._gateway, self.owner, self._number = gateway, owner, number

    def say(self, text: str) -> None:
        """Pass on what the client says."""
        self._send(Say(self._gateway.name, self._number, text))

    def fault(self, move: str | None, refused: CommandRefused) -> None:
        """The client said something that is refused whatever it means."""
        why = None if refused.why is None else str(refused.why)
        self._send(Fault(self._gateway.name, self._number, move, refused.code, why))

    def leave(self) -> None:
        """The client is gone."""
        self._gateway.forget(self._number)
        self._send(Leave(self._gateway.name, self._number))

    def _send(self, letter: Letter) -> None:
        self._gateway.bus.publish(said_subject(self.owner), pack(letter))


class Gateway:
    """The clients of one process, and the way to their tables."""

    def __init__(self, bus: Bus, name: str) -> None:
        self.bus, self.name = bus, name
        self._numbers = itertools.count(1)
        self._outboxes: dict[int, Outbox] = {}
        self._owners: dict[int, str] = {}

    def open(self) -> None:
        """Begin to listen."""
        self.bus.listen(gateway_subject(self.name), self._hear)

    def _hear(self, body: bytes) -> None:
        letter = unpack(body)
        assert isinstance(letter, Tell | SendAway)
        for number in letter.numbers:
            outbox = self._outboxes.get(number)
            if outbox is None:
                continue
            if isinstance(letter, Tell):
                outbox.send(letter.text)
            else:
                outbox.close(letter.code, letter.reason)

    def forget(self, number: int) -> None:
        """A client is gone."""
        self._outboxes.pop(number, None)
        self._owners.pop(number, None)

    def lost(self, owner: str | None = None) -> None:
        """An owner is lost, or all are: its clients are sent away to come back."""
        for number, outbox in list(self._outboxes.items()):
            if owner in (None, self._owners.get(number)):
                outbox.close(RESTART, "restart")

    # Questions.

    async def make(self, made: Made, name: str) -> str:
        """A new table's id; Unavailable if nobody can make one."""
        try:
            answer = await self._ask(TABLES, Make(made, name), PATIENCE)
        except Unanswered:
            raise Unavailable from None
        if not isinstance(answer, Found):
            raise Unavailable
        return answer.table

    async def join(self, table: str, outbox: Outbox, guest: str, name: str | None) -> Link:
        """A client's link to its table; KeyError if there is none, Unavailable after a while."""
        number = next(self._numbers)
        self._outboxes[number] = outbox
        try:
            join = Join(table, self.name, number, guest, name)
            owner, _ = await self._ask_owner(table, join, LONG_PATIENCE)
        except BaseException:
            self.forget(number)
            raise
        self._owners[number] = owner
        return Link(self, owner, number)

    async def ask(self, question: AskRoom | AskFinished | AskSave) -> Given:
        """What the table's owner says; KeyError, Unavailable or CannotGive if it does not."""
        _, answer = await self._ask_owner(question.table, question, PATIENCE)
        if isinstance(answer, Refused):
            raise CannotGive(answer.text)
        assert isinstance(answer, Given)
        return answer

    async def _ask_owner(
        self, table: str, letter: Letter, patience: float
    ) -> tuple[str, AnyLetter]:
        """The owner of the table, and its answer; asked again until there is one."""
        try:
            async with asyncio.timeout(patience):
                while True:
                    try:
                        found = await self._ask(TABLES, Find(table))
                        if isinstance(found, NoTable):
                            raise KeyError(table)
                        if isinstance(found, Found):
                            answer = await self._ask(owner_subject(found.owner), letter)
                            if not isinstance(answer, NotHere):
                                return found.owner, answer
                    except Unanswered:
                        pass
                    await asyncio.sleep(_PAUSE * random.uniform(0.5, 1.5))
        except TimeoutError:
            raise Unavailable from None

    async def _ask(self, subject: str, letter: Letter, seconds: float = _ANSWER) -> AnyLetter:
        return unpack(await self.bus.ask(subject, pack(letter), seconds))
