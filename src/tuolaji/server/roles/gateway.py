"""The gateway: sockets here, tables anywhere.

A client is joined to the owner of its table. When that owner is lost, its clients are sent away to
come back, and whoever comes waits here until the table has an owner again.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, count, repeat
from time import monotonic, time
from typing import TypeVar

from msgspec import UNSET

from ..bus import letters
from ..bus.base import Bus, TooLarge, Unanswered
from ..store.base import CannotRead
from ..table.clients import RESTART
from ..table.commands import CommandRefused
from ..table.entries import Entry, Made, encode
from .outbox import Outbox
from .peers import Peers, Ties

T = TypeVar("T")
PATIENCE = 5.0  # seconds that a question about a table may take
LONG_PATIENCE = 60.0  # seconds that a socket waits for its table
_ANSWER = 1.0
_PAUSE = 0.3
_MOMENT = 0.05  # seconds
# Who is sent away comes back at a time of their own. Seconds from one to the next while tables are
# brought back, and afterwards; until the last one at most.
_TABLE, _PAGE, _LAST = 0.006, 0.004, 14.0
# Seconds to send one away; for which the server is taken to be down at most.
_GOES, _DOWN = 0.0002, 5.0


class Unavailable(Exception):
    """The table cannot be reached now."""


class CannotGive(Exception):
    """What was asked for cannot be had; says why."""


@dataclass(frozen=True)
class Visitor:
    """Who has a socket open, from where, and to which table."""

    guest: str
    address: str
    table: str
    since: float


class Link:
    """A client of this gateway at a table."""

    def __init__(self, gateway: Gateway, owner: str, life: int, number: int) -> None:
        self._gateway, self.owner, self.life, self.number = gateway, owner, life, number

    def say(self, text: str) -> None:
        """Pass on what the client says."""
        self._send(letters.Say(self._gateway.name, self.number, text))

    def fault(self, move: str | None, refused: CommandRefused) -> None:
        """The client said something that is refused whatever it means."""
        why = None if refused.why is None else str(refused.why)
        self._send(letters.Fault(self._gateway.name, self.number, move, refused.code, why))

    def leave(self) -> None:
        """The client is gone."""
        self._gateway.forget(self)
        self._send(letters.Leave(self._gateway.name, self.number))

    def _send(self, letter: letters.Letter) -> None:
        self._gateway.bus.publish(letters.said_subject(self.owner), letters.pack(letter))


class Gateway:
    """The clients of one process, and the way to their tables."""

    def __init__(self, bus: Bus, peers: Peers) -> None:
        self.bus, self.name, self._peers = bus, peers.name, peers
        self._numbers = count(1)
        self._outboxes: dict[int, Outbox] = {}
        self.visitors: dict[int, Visitor] = {}
        self.before_dismissal: Callable[[], Awaitable[None]] = _nothing
        self._dismissals: set[asyncio.Task[None]] = set()
        self._ties = Ties()
        self._stopping = False
        self.starts = 0.0  # seconds that this process took until it was ready
        self._times: Iterator[float] | None = None  # when those who are sent away come back

    def open(self) -> None:
        """Begin to listen."""
        self.bus.listen(letters.gateway_subject(self.name), self._hear)
        self.bus.listen(letters.DISMISS, self._dismiss)

    def stop(self) -> None:
        """Look for owners no longer: whoever wants a table now is to come back later.

        Where no other process takes them, those who are sent away come back when the server should
        be there again, as soon as this one was, and one after the other.
        """
        self._stopping = True
        if not self.bus.lossy:
            pages = len(self.visitors)
            tables = len({visitor.table for visitor in self.visitors.values()})
            closer = min(1.0, _LAST / (_TABLE * tables + _PAGE * (pages - tables) or 1.0))
            steps = chain(repeat(closer * _TABLE, tables), repeat(closer * _PAGE))
            down = min(self.starts + _GOES * pages, _DOWN)
            self._times = accumulate(steps, initial=down)

    async def emptied(self) -> None:
        """Wait till all who are sent away were told so, but for nobody who does not read."""
        before, left = 0, -1
        while left and left != before:
            await asyncio.sleep(_MOMENT)
            boxes = self._outboxes.values()
            before, left = left, sum(box.closing is not None and not box.emptied for box in boxes)

    def _dismiss(self, body: bytes) -> None:
        """Send some away to come back: they may not be who they were."""
        letter = letters.unpack(body)
        assert isinstance(letter, letters.Dismiss)
        task = asyncio.ensure_future(self._dismissed(letter))
        self._dismissals.add(task)
        task.add_done_callback(self._dismissals.discard)

    async def _dismissed(self, letter: letters.Dismiss) -> None:
        with contextlib.suppress(CannotRead):
            await self.before_dismissal()
        self.send_away(lambda one: one.guest in letter.guests or one.address in letter.addresses)

    def send_away(self, meant: Callable[[Visitor], bool]) -> None:
        """Send some away to come back, if they still may."""
        for number, one in list(self.visitors.items()):
            if meant(one):
                self._outboxes[number].close(RESTART, "restart")

    def dismiss(self, letter: letters.Dismiss) -> None:
        """Have all gateways send some away to come back."""
        self.bus.publish(letters.DISMISS, letters.pack(letter))

    def let_go(self, table: str) -> None:
        """Have a table read again when it is next wanted."""
        self.bus.publish(letters.LET_GO, letters.pack(letters.LetGo(table)))

    def _hear(self, body: bytes) -> None:
        letter = letters.unpack(body)
        assert isinstance(letter, letters.Tell | letters.SendAway)
        for number in letter.numbers:
            outbox = self._outboxes.get(number)
            if outbox is None:
                continue
            if isinstance(letter, letters.Tell):
                outbox.send(letter.text)
            else:
                after = UNSET if self._times is None else round(next(self._times), 3)
                outbox.close(letter.code, letter.reason, after)

    def forget(self, link: Link) -> None:
        """A client is gone."""
        self._outboxes.pop(link.number, None)
        self.visitors.pop(link.number, None)
        self._ties.untie(link.owner, link.life, link.number)

    def lives(self, name: str, life: int | None) -> None:
        """An owner has this life: clients that rest on another one are sent away to come back."""
        for number in self._ties.broken(name, life):
            self._outboxes[number].close(RESTART, "restart")

    def gap(self) -> None:
        """All clients that have joined a table are sent away to come back."""
        for number in self._ties.every():
            self._outboxes[number].close(RESTART, "restart")

    # Questions.

    async def make(self, made: Made, name: str, done: Sequence[Entry] = ()) -> str:
        """A new table's id; Unavailable if nobody can make one. done: what happened there."""
        letter = letters.Make(encode(made), name, [encode(entry) for entry in done])

        async def make() -> str | None:
            answer = await self._ask(letters.TABLES, letter)
            return answer.table if isinstance(answer, letters.Found) else None

        return await self._again_and_again(make, PATIENCE)

    async def join(self, table: str, outbox: Outbox, guest: str, address: str = "") -> Link:
        """A client's link to its table; KeyError if there is none, Unavailable after a while."""
        number = next(self._numbers)
        self._outboxes[number] = outbox
        self.visitors[number] = Visitor(guest, address, table, time())
        try:
            life = None
            while life != self._peers.life:  # else the owner knows it for another life
                life = self._peers.life
                join = letters.Join(table, self.name, life, number, guest)
                owner, joined = await self._ask_owner(table, join, LONG_PATIENCE)
        except BaseException:
            del self._outboxes[number], self.visitors[number]
            raise
        assert isinstance(joined, letters.Joined)
        self._peers.meet(owner)
        self._ties.tie(owner, joined.life, number)
        return Link(self, owner, joined.life, number)

    async def ask(self, question: letters.Question) -> letters.Given:
        """What the table's owner says; KeyError, Unavailable, CannotGive or TooLarge if nothing."""
        _, answer = await self._ask_owner(question.table, question, PATIENCE)
        if isinstance(answer, letters.Refused):
            raise CannotGive(answer.text)
        if isinstance(answer, letters.NoTable):  # none for who asks
            raise KeyError(question.table)
        assert isinstance(answer, letters.Given)
        return answer

    async def _ask_owner(
        self, table: str, letter: letters.Letter, patience: float
    ) -> tuple[str, letters.AnyLetter]:
        """The owner of the table, and its answer; asked again until there is one."""

        async def ask() -> tuple[str, letters.AnyLetter] | None:
            found = await self._ask(letters.TABLES, letters.Find(table))
            if isinstance(found, letters.NoTable):
                raise KeyError(table)
            if isinstance(found, letters.Found) and not self._peers.silent(found.owner):
                answer = await self._ask(letters.owner_subject(found.owner), letter)
                if not isinstance(answer, letters.NotHere):
                    return found.owner, answer
            return None

        return await self._again_and_again(ask, patience)

    async def _again_and_again(self, ask: Callable[[], Awaitable[T | None]], seconds: float) -> T:
        """The first answer, asked for with pauses that differ; Unavailable after so many seconds.

        When it stops nobody is asked any more. What the bus cannot carry is given up at once.
        """
        until = monotonic() + seconds
        while monotonic() < until and not self._stopping:
            try:
                answer = await ask()
            except TooLarge:
                raise
            except Unanswered:
                answer = None
            if answer is not None:
                return answer
            await asyncio.sleep(_PAUSE * random.uniform(0.5, 1.5))
        raise Unavailable

    async def _ask(self, subject: str, letter: letters.Letter) -> letters.AnyLetter:
        seconds = _ANSWER if self.bus.lossy else PATIENCE
        return letters.unpack(await self.bus.ask(subject, letters.pack(letter), seconds))


async def _nothing() -> None:
    """Nothing has to be known before somebody is sent away."""
