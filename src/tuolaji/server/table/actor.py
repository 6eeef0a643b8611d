"""One table, run by one task: everything that changes it passes through here, one at a time.

A command, or what is due by itself, becomes entries; the entries go to the store; and only when
they have reached the disk is the move acknowledged and anybody told. What is due by itself (the
next card, a bot's move, a clock) is planned anew after every change, in `course`.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from time import monotonic, time
from typing import Any

import msgspec

from ...deal.phase import DRAW
from .. import metrics
from ..beside import Beside
from ..buckets import Bucket
from ..limits import Limits
from ..logs import logger
from ..people import played, results
from ..protocol import incoming
from ..protocol.outgoing import DoneMessage
from ..store.base import CannotRead, Epoch, Fact, Fenced, LogRow, Store, Summary, Taken
from . import entries as log
from . import event_commands, event_orders, snapshot
from .audience import Audience
from .chat import Chat
from .clients import RESTART, Client
from .commands import CommandRefused, Guest
from .handler import MessageHandler
from .listing import Listing
from .presence import Arrivals
from .schedule import NEVER, Schedule
from .shuffle import seeded
from .snapshot import KEPT_MOVES, Moves
from .state import TableState
from .status import LiveStatus
from .thinking import TableBots
from .timing import Due

_DRIFT = 1.0  # seconds that the clocks of a table and of its event may differ by


class TableActor:
    """A table that is being played at, or waits for its guests."""

    def __init__(  # noqa: PLR0913  (all that a table is given)
        self,
        state: TableState,
        moves: Moves,
        store: Store,
        table_bots: TableBots,
        *,
        epoch: Epoch = 1,
        lost: Callable[[TableActor], None] = lambda _: None,
        news: Callable[[event_orders.MatchOf], None] = lambda _: None,
        clock: Callable[[], float] = monotonic,
        limits: Limits | None = None,
        arrivals: Arrivals | None = None,
    ) -> None:
        """moves: what players did already, with the sequence numbers it had.

        epoch: of the lease under which it writes. lost: called when somebody else has the table.
        news: called when there is something for the event of the table. arrivals: shared by the
        tables of a process.
        """
        self.state, self.store, self.moves, self.clock = state, store, moves, clock
        self._epoch, self._lost, self._news = epoch, lost, news
        self._sits: tuple[str, ...] = ()  # the guests of whom the store knows that they sit here
        self.limits = limits or Limits()
        self.room_changes = Bucket(*self.limits.room_changes, clock)
        self.clients: list[Client] = []
        self.chat = Chat(self)
        self.schedule = Schedule(self, table_bots)
        self.handler = MessageHandler(self)
        self._inbox: asyncio.Queue[Callable[[], Any]] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._ended = False
        self.beside = Beside(table=state.table)
        self._likes: dict[str, str] = {}
        self.listing = Listing(self)
        self._summary = summary(self.told())
        self.audience = Audience(self, arrivals or Arrivals())
        self.touch()

    def touch(self) -> None:
        """Somebody is interested in the table."""
        self._touched = self.clock()

    def idle(self) -> float:
        """For how many seconds nobody has been."""
        works = self.state.goes_on and self.state.match.over is None
        return 0.0 if self.clients or works else self.clock() - self._touched

    def start(self) -> None:
        """Begin to work."""
        self._task = asyncio.get_running_loop().create_task(self._run())
        if self.state.ended is not None:
            self._note_result()  # in case it was not kept before the table was let go

    def finish(self) -> asyncio.Task[None] | None:
        """Do what has come, and nothing that comes later; what ends when that is done."""
        self.post(self._end)
        return self._task

    def _end(self) -> None:
        self._ended = True

    async def stop(self) -> None:
        """Stop working, and send everybody away to come back."""
        self._send_away()
        self.listing.remove()
        self.schedule.close()
        self.audience.forget_arrivals()
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def _send_away(self) -> None:
        for client in self.clients:
            client.close(RESTART, "restart")

    def by_urgency(self) -> tuple[list[Client], list[Client], list[Client]]:
        """Those who bring the table back, if possible whom it waits for; other players; onlookers.

        As long as one player of each table comes first, no table waits for all the others' pages.
        While cards are drawn, and between two deals, it may wait for any of them.
        """
        state, turn = self.told(), None
        for_any = state.ended is not None
        if state.running and state.deal is not None:
            for_any = state.deal.phase == DRAW
            turn = None if for_any else state.deal.turn
        seats = [(state.seat_of(client.guest), client) for client in self.clients]
        players = [client for seat, client in seats if seat is not None]
        asked = [client for seat, client in seats if seat is not None and seat == turn]
        first = players if for_any else (asked or players)[:1]
        others = [client for client in players if client not in first]
        return first, others, [client for seat, client in seats if seat is None]

    def post(self, work: Callable[[], Any]) -> None:
        """Let the table do something when it has done what came before."""
        self._inbox.put_nowait(work)

    async def _run(self) -> None:
        while not self._ended:
            try:
                await self._next()
            except asyncio.CancelledError:
                raise
            except (Fenced, CannotRead) as why:
                logger.warning("a table is lost", table=self.state.table, why=str(why))
                self._send_away()
                self.audience.forget_arrivals()
                self._lost(self)
                return
            except Exception:
                logger.exception("a table failed", table=self.state.table)
                await asyncio.sleep(0.2)

    async def _next(self) -> None:
        """Do what comes next: a command, or what is due."""
        work = await (self._waited() if self._inbox.empty() else self._inbox.get())
        try:
            result = work()
            if result is not None:
                await result
        except Taken:
            await self._reload()

    async def _waited(self) -> Callable[[], Any]:
        """The next command, or what is due before it comes."""
        due: Due | None = self.schedule.due()
        if due is None or due.at == NEVER:
            return await self._inbox.get()
        try:
            async with asyncio.timeout(max(0.0, due.at - self.clock())):
                return await self._inbox.get()
        except TimeoutError:
            return due.do

    # Changing the table.

    async def append(self, entries: list[Any]) -> None:
        """Write entries; returns when they are on the disk and the table has changed.

        It takes its turn at the store even if there are none.
        When they end a deal, the secret of the next one is written with them. What the list of
        tables says of this one, and since when, changes only with what all may know of.
        """
        state, rows = self.state, list[LogRow]()
        moves: Moves = {}
        waiting, public = list(entries), False
        kept: Fact | None = None
        while waiting:
            entry = waiting.pop(0)
            if isinstance(entry, log.Dealt):
                self.moves = dict(list(self.moves.items())[-KEPT_MOVES:])
                text = snapshot.take(state, self.moves)
                kept = Fact(snapshot.owner(state.table), snapshot.NAME, text)
            state = state.apply(entry)
            move = getattr(entry, "move", None)
            rows.append(LogRow(state.rows, log.encode(entry), entry.seat if move else None, move))
            if move:
                moves[(entry.seat, move)] = state.seq
            if entry is entries[-1]:
                public = state.seq != self.state.seq
            if not waiting and wants_secret(state):
                waiting.append(log.Committed(new_secret(state).hex()))
            elif not waiting and public:
                waiting += self.schedule.match_clock.to_write(state)
        if public:
            self._summary = summary(state)
        told = self._summary
        if told.guests == self._sits:
            told = replace(told, guests=())
        with metrics.APPENDS.time():
            await self.store.append(self.state.table, self._epoch, rows, told, kept)
        before, self.state, self._sits = self.state, state, self._summary.guests
        self.moves |= moves
        self.schedule.changed(before, entries)
        if state.finished > before.finished:
            self._note_result()
        if state.made.match is not None and event_orders.report(state) != event_orders.report(
            before
        ):
            self._news(state.made.match)
        self.listing.update()

    def _note_result(self) -> None:
        """Keep what came of the last deal; nobody waits for it."""
        self.beside.start(self._kept(played.keep(self.store, self.state, self._epoch)))
        if (result := results.of_deal(self.state)) is not None:
            self.beside.start(self._kept(results.write_down(self.store, result, self._epoch)))

    async def _kept(self, work: Coroutine[Any, Any, None]) -> None:
        """Do it, unless the log that it follows from may be lost: the next owner does it then."""
        try:
            await work
        except Fenced as fenced:
            logger.warning("a result is not kept", table=self.state.table, why=str(fenced))

    async def obey(self, said: event_orders.Orders) -> None:
        """Do what the event orders, unless that is so already."""
        clock = self.schedule.match_clock
        clock.count()
        known = self.state.orders
        same = known is not None and msgspec.structs.replace(known, played=said.played) == said
        if not same or abs(said.played - clock.seconds) > _DRIFT:
            await self.change(event_commands.obey(self.state, said))

    async def take_place(self, guest: str, seat: int, *, own: bool) -> None:
        """Seat a guest who comes by a link of the event."""
        self.schedule.ready()
        await self.change(event_commands.take_place(self.state, guest, seat, own=own))

    async def ask(self, work: Callable[[], Awaitable[None]]) -> None:
        """Have something done in the table's turn; what it raises is raised here.

        Fenced if the table is let go first.
        """
        assert self._task is not None
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        done.add_done_callback(asyncio.Future.exception)  # whoever asked may have gone

        async def answer() -> None:
            try:
                await work()
            except CommandRefused as refused:
                done.set_exception(refused)
            except Exception as error:
                done.set_exception(error)
                raise
            else:
                done.set_result(None)

        self.post(answer)
        await asyncio.wait({done, self._task}, return_when=asyncio.FIRST_COMPLETED)
        if not done.done():
            raise Fenced("the table was let go")
        done.result()

    async def change(self, entries: list[Any]) -> None:
        """Write entries, and tell everybody."""
        if entries:
            await self.append(entries)
            self.audience.tell_all()

    def note(self, client: Client, seat: int, move: str) -> None:
        """Acknowledge a pass for which nothing is written, to its seat alone."""
        self.moves[(seat, move)] = self.state.seq
        client.send(DoneMessage(move, self.state.seq))
        self.audience.tell_all(only=client.guest)

    def told(self) -> TableState:
        """The table as far as it is told: all that a command or an answer may depend on."""
        return self.schedule.drawing.told()

    def status(self) -> LiveStatus:
        """What all know now besides the log."""
        return self.schedule.status()

    # Commands.

    def said(self, client: Client, message: incoming.AnyClientMessage) -> None:
        """A client said something; while the table stands still, not everything is kept."""
        if self._inbox.qsize() >= self.limits.messages_waiting:
            move = getattr(message, "id", None)
            self.handler.refuse(client, move, CommandRefused("too-fast"))
            return
        heard = monotonic()
        self.post(lambda: self._answer(client, message, heard))

    def refused(self, client: Client, move: str | None, why: CommandRefused) -> None:
        """A client said something that cannot be understood, or too much."""
        self.post(lambda: self.handler.refuse(client, move, why))

    async def _answer(
        self, client: Client, message: incoming.AnyClientMessage, heard: float
    ) -> None:
        move = getattr(message, "id", None)
        try:
            await self.handler.do(client, message)
        except CommandRefused as refused:
            self.handler.refuse(client, move, refused)
        except CannotRead:  # about the guest: the table stands as it did
            self.handler.refuse(client, move, CommandRefused("unavailable"))
        except Taken:
            await self._reload()
            self.handler.refuse(client, move, CommandRefused("stale"))
        if move is not None:
            metrics.MOVES.observe(monotonic() - heard)

    async def _reload(self) -> None:
        """Take the table from the store again, if somebody else wrote to it.

        Else it is a move of long ago that was refused; who sends it must not begin clocks anew.
        """
        if not await self.store.read(self.state.table, self.state.rows):
            return
        state, moves = await snapshot.restore(self.state.table, self.store)
        self.state, self.moves = state, moves
        self.schedule.reread()
        self.audience.tell_all()

    def guest(self, client: Client) -> Guest:
        """Who a client is at this table."""
        seat = self.state.seat_of(client.guest)
        hosts = seat is not None and seat == self.schedule.presence.host()
        first = not self.state.humans and client.guest == self.state.made.host
        stand_in = self.stand_in(client.guest)
        account = client.login is not None
        hosts = (hosts or first) and self.state.made.match is None
        return Guest(client.guest, client.name, seat, hosts, account, stand_in)

    def stand_in(self, guest: str) -> str:
        """The bot that plays for a guest who is away or has left; if rated, about as strong."""
        return self._likes.get(guest, self.state.made.bots)

    def join(self, client: Client) -> None:
        """A socket was opened."""
        self.clients.append(client)
        if client.like:
            self._likes[client.guest] = client.like
        self.touch()

    def leave(self, client: Client) -> None:
        """A socket was closed."""

        def work() -> None:
            if client in self.clients:
                self.clients.remove(client)
                self.touch()
            self.schedule.presence.gone(client.guest)
            self.audience.tell_soon()

        self.post(work)


def wants_secret(state: TableState) -> bool:
    """Whether the next deal has no secret yet."""
    return not state.secret and not state.running and state.match.over is None


def new_secret(state: TableState) -> bytes:
    """The secret of the next deal."""
    if state.made.match is not None:
        key, number = bytes.fromhex(state.made.match.secret), state.finished + 1
        return hmac.digest(key, str(number).encode(), "sha512")
    if state.made.seed is None:
        return secrets.token_bytes(64)
    return seeded(state.made.seed, state.finished + 1)


def summary(state: TableState) -> Summary:
    """What a list of tables shows of this one, and when it last changed: now."""
    body = {
        "ruleset": str(state.ruleset),
        "levels": state.match.levels,
        "deals": max(0, state.match.deals - state.made.deals),  # after a rematch they begin at 0
        "over": state.match.over is not None,
        "seats": [state.name_of(at) or seat.bot for at, seat in enumerate(state.seats)],
        "solo": state.made.solo,
        "public": state.made.public,
        "lesson": state.made.lesson,
        "daily": bool(state.made.daily),
        "winners": state.match.over,
    }
    guests = tuple(seat.guest for seat in state.seats if seat.guest)
    running = state.match.over is None and state.played is not None
    return Summary(time(), running, msgspec.json.encode(body), guests)
