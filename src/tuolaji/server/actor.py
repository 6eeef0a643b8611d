"""One table, run by one task: whatever changes it passes through here, one thing after the other.

A command, or what is due by itself, becomes entries; the entries go to the store; and only when
they have reached the disk is the move acknowledged and anybody told. What is due by itself (the
next card, a bot's move, a clock) is planned anew after every change, in `course`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable
from time import monotonic, time
from typing import Any

import msgspec

from . import entries as log
from . import wire
from .clients import RESTART, Client
from .commands import Guest, Refused
from .course import NEVER, Course, Due
from .log import TableState, begin
from .present import Moment, Presenter
from .says import Says
from .shuffle import seeded
from .store import Row, Store, Summary, Taken
from .thinking import Minds

_logger = logging.getLogger("tuolaji.server")

_MOST_STEPS = 200
CHAT_KEPT = 50


Moves = dict[tuple[int, str], int]


class Table:
    """A table at work."""

    def __init__(self, state: TableState, moves: Moves, store: Store, minds: Minds) -> None:
        """moves: what players did already, with the sequence numbers it had."""
        self.state, self.store, self.moves = state, store, moves
        self.clients: list[Client] = []
        self.chat: list[dict[str, Any]] = []
        self.course = Course(self, minds)
        self.says = Says(self)
        self._inbox: asyncio.Queue[Callable[[], Any]] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to work."""
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def stop(self) -> None:
        """Stop working, and send everybody away to come back."""
        for client in self.clients:
            client.close(RESTART, "restart")
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def post(self, work: Callable[[], Any]) -> None:
        """Let the table do something when it has done what came before."""
        self._inbox.put_nowait(work)

    async def _run(self) -> None:
        while True:
            try:
                await self._next()
            except asyncio.CancelledError:
                raise
            except Taken:
                await self._reload()
            except Exception:
                _logger.exception("table %s", self.state.table)
                await asyncio.sleep(0.2)

    async def _next(self) -> None:
        """Do what comes next: a command, or what is due."""
        due: Due | None = self.course.due() if self._inbox.empty() else None
        wait = None if due is None or due.at == NEVER else max(0.0, due.at - monotonic())
        try:
            async with asyncio.timeout(wait):
                work = await self._inbox.get()
        except TimeoutError:
            assert due is not None
            work = due.do
        result = work()
        if result is not None:
            await result

    # Changing the table.

    async def append(self, entries: list[Any]) -> None:
        """Write entries; returns when they are on the disk and the table has changed.

        When they end a deal, the secret of the next one is written with them.
        """
        state, rows = self.state, list[Row]()
        moves: Moves = {}
        waiting = list(entries)
        while waiting:
            entry = waiting.pop(0)
            state = state.apply(entry)
            move = getattr(entry, "move", None)
            rows.append(Row(state.rows, log.encode(entry), entry.seat if move else None, move))
            if move:
                moves[(entry.seat, move)] = state.seq
            if not waiting and wants_secret(state):
                waiting.append(log.Committed(new_secret(state).hex()))
        await self.store.append(self.state.table, rows, summary(state))
        before, self.state = self.state, state
        self.moves |= moves
        self.course.changed(before, entries)

    async def change(self, entries: list[Any]) -> None:
        """Write entries, and tell everybody."""
        if entries:
            await self.append(entries)
            self.tell_all()

    # Telling.

    def moment(self) -> Moment:
        """What all know now besides the log."""
        return self.course.moment()

    def say(self, said: dict[str, Any]) -> None:
        """Tell everybody what somebody said."""
        self.chat = [*self.chat, said][-CHAT_KEPT:]
        for client in self.clients:
            client.send("said", **said)

    def tell_all(self, but: Client | None = None) -> None:
        """Send everybody the state as he may see it."""
        moment = self.moment()
        written: dict[tuple[int | None, str, Any], str] = {}
        for client in self.clients:
            if client.greeted and client is not but:
                self._tell(client, moment, written)

    def _tell(self, client: Client, moment: Moment, written: dict[Any, str]) -> None:
        client.seat = self.state.seat_of(client.guest)
        since = self._since(client, moment)
        key = (client.seat, client.language, since)
        if key not in written:
            presenter = Presenter(self.state, moment, client.seat, client.language)
            written[key] = wire.write("state", **presenter.state_message(since))
        client.send_text(written[key])
        self._mark(client, moment.shown)

    def _since(self, client: Client, moment: Moment) -> int | None:
        """How many events of the deal the client knows of; None if it must take it as it is."""
        played = self.state.played
        if played is None or client.known is None:
            return None
        deal, known = client.known
        if deal != played.shuffle.secret:
            known = 0
        return known if moment.shown - known <= _MOST_STEPS and known <= moment.shown else None

    def _mark(self, client: Client, shown: int) -> None:
        played = self.state.played
        client.known = (played.shuffle.secret if played else b"", shown)

    def greet(self, client: Client, last: int | None) -> None:
        """Send a client that came, or came back, where the table stands."""
        client.greeted = True
        played = self.state.played
        client.known = None
        if last is not None and played is not None and last <= self.state.seq:
            known = sum(seq <= last for seq, _ in played.events)
            client.known = (played.shuffle.secret, min(known, self.moment().shown))
        moment = self.moment()
        since = self._since(client, moment)
        client.seat = self.state.seat_of(client.guest)
        presenter = Presenter(self.state, moment, client.seat, client.language)
        message = presenter.state_message(since)
        message["room"]["chat"] = list(self.chat)
        client.send("state", **message)
        self._mark(client, moment.shown)

    # Commands.

    def said(self, client: Client, message: wire.AnySay) -> None:
        """A client said something."""
        self.post(lambda: self._answer(client, message))

    def refused(self, client: Client, why: Refused) -> None:
        """A client said what nobody can obey."""
        self.post(lambda: self.says.refuse(client, None, why))

    async def _answer(self, client: Client, message: wire.AnySay) -> None:
        move = getattr(message, "id", None)
        try:
            await self.says.do(client, message)
        except Refused as refused:
            self.says.refuse(client, move, refused)
        except Taken:
            await self._reload()
            self.says.refuse(client, move, Refused("stale"))

    async def _reload(self) -> None:
        """Take the table from the store again: somebody else wrote to it."""
        state, moves = restore(self.state.table, self.store)
        self.state, self.moves = state, moves
        self.course.reset()
        self.tell_all()

    def guest(self, client: Client) -> Guest:
        """Who a client is at this table."""
        seat = self.state.seat_of(client.guest)
        hosts = seat is not None and seat == self.course.presence.host()
        first = not self.state.humans and client.guest == self.state.made.host
        return Guest(client.guest, client.name, seat, hosts or first)

    def join(self, client: Client) -> None:
        """A socket was opened."""
        self.clients.append(client)

    def leave(self, client: Client) -> None:
        """A socket was closed."""

        def work() -> None:
            if client in self.clients:
                self.clients.remove(client)
            self.course.presence.gone(client.guest)
            self.tell_all()

        self.post(work)


def wants_secret(state: TableState) -> bool:
    """Whether the next deal has no secret yet."""
    return not state.secret and not state.running and state.match.over is None


def new_secret(state: TableState) -> bytes:
    """The secret of the next deal."""
    if state.made.seed is None:
        return secrets.token_bytes(64)
    return seeded(state.made.seed, len(state.records) + 1)


def summary(state: TableState) -> Summary:
    """What a list of tables shows of this one."""
    body = {
        "ruleset": str(state.ruleset),
        "levels": state.match.levels,
        "deals": state.match.deals,
        "over": state.match.over is not None,
        "seats": [seat.name or seat.bot for seat in state.seats],
        "solo": state.made.solo,
        "lesson": state.made.lesson,
    }
    guests = tuple(seat.guest for seat in state.seats if seat.guest)
    running = state.match.over is None and state.played is not None
    return Summary(time(), running, msgspec.json.encode(body), guests)


def restore(table: str, store: Store) -> tuple[TableState, Moves]:
    """A table from its log, and its moves; KeyError if there is none."""
    bodies = store.read(table)
    if not bodies:
        raise KeyError(table)
    first, *others = map(log.decode, bodies)
    assert isinstance(first, log.Made)

    state, moves = begin(table, first), {}
    for entry in others:
        state = state.apply(entry)
        if isinstance(entry, log.Acted | log.Undone) and entry.move:
            moves[(entry.seat, entry.move)] = state.seq
    return state, moves
