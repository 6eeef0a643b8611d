"""What a restart costs the server: milliseconds of a core for a table and for a page that is told.

python bench/restart.py                     60 tables of four players and two onlookers
python bench/restart.py --profile FILE      also where it goes, for pstats

The whole server runs in this process, from the bytes of the upgrade to those of the states; only
the network is left out: what it writes goes to the pages here. They play at random for a while,
then the server stops, another one is started over the same folder, and all pages come back at once.
Time is that of the processor, the pages' own not counted, so the figures are worth something on a
busy machine too; those of a table and of a page are also given as so many moves of the same run.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import cProfile
import itertools
import json
import random
import secrets
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from uvicorn import Config
from uvicorn.lifespan.on import LifespanOn
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from tuolaji.deal.turn import choices
from tuolaji.deal.view import View
from tuolaji.ruleset import Ruleset
from tuolaji.server import garbage
from tuolaji.server.app import make_app
from tuolaji.server.connections import config
from tuolaji.server.guests import COOKIE
from tuolaji.server.limits import Limits
from tuolaji.server.roles.house import House
from tuolaji.server.settings import Settings
from tuolaji.server.table.hall import made

PLAYERS = 4
_FREE = (1e9, 1e9)
_LIMITS = Limits(
    sockets=1_000_000, request_units=_FREE, message_units=_FREE, room_changes=_FREE, frames=_FREE
)
_NULL = msgspec.Raw(b"null")
_SETTLES = 2.5  # seconds after which everybody has heard who is there
_LONG = 126  # the length that says that the true one follows in two bytes


class Seen(msgspec.Struct):
    """What of a message matters here."""

    kind: str = msgspec.field(name="is")
    seq: int = 0
    you: int | None = None
    turn: msgspec.Raw = _NULL
    view: msgspec.Raw = _NULL
    result: msgspec.Raw = _NULL


_reader = msgspec.json.Decoder(Seen)


@dataclass
class Measured:
    """own: seconds of the processor that the pages used. told: pages that have heard a state.

    moves: of each table. most: then its pages only look.
    """

    most: int
    own: float = 0.0
    told: int = 0
    moves: Counter[str] = field(default_factory=Counter)


class Page(asyncio.Transport):
    """A page that plays at random, or looks on, and the way to it."""

    def __init__(self, measured: Measured, table: str, cookie: str, seat: int | None) -> None:
        super().__init__({"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 2)})
        self.measured, self.table, self.cookie, self.seat = measured, table, cookie, seat
        self._chance = random.Random(f"{table} {seat}")
        self._moves = itertools.count()
        self._last: int | None = None
        self._closed = self._sits = False
        self._state, self._went = Seen("state"), 0

    def come(self, protocol: asyncio.Protocol) -> None:
        """Open the socket, and say hello."""
        self._protocol, self._upgraded, self._closed, self._told = protocol, False, False, False
        self._waits: str | None = None
        protocol.connection_made(self)
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        lines = [
            f"GET /ws/{self.table} HTTP/1.1", "Host: 127.0.0.1", "Upgrade: websocket",
            "Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13",
            "Origin: http://127.0.0.1", f"Cookie: {COOKIE}={self.cookie}", "", "",
        ]  # fmt: skip
        protocol.data_received("\r\n".join(lines).encode())

    def _say(self, **message: Any) -> None:
        frame = Frame(Opcode.TEXT, json.dumps(message).encode()).serialize(mask=True)
        asyncio.get_running_loop().call_soon(self._hand_over, frame)

    def _hand_over(self, frame: bytes) -> None:
        if not self._closed:
            self._protocol.data_received(frame)

    def write(self, data: bytes) -> None:
        """Hear what the server says, a whole frame at a time."""
        begun = time.thread_time()
        if not self._upgraded:
            self._upgraded = True
            self._say(do="hello", last=self._last, lang="en")
        elif data[0] & 15 == Opcode.TEXT:
            self._hear(data[4 if data[1] == _LONG else 2 :])
        elif data[0] & 15 == Opcode.CLOSE:
            frame = Frame(Opcode.CLOSE, b"").serialize(mask=True)
            asyncio.get_running_loop().call_soon(self._hand_over, frame)
        self.measured.own += time.thread_time() - begun

    def _hear(self, text: bytes) -> None:
        message = _reader.decode(text)
        if message.kind == "done":
            self.measured.moves[self.table] += 1
            self._waits = None
        elif message.kind == "refused":
            self._waits = None
            self._answer(self._state)
        elif message.kind == "state":
            self._last, self._state = message.seq, message
            self.measured.told += not self._told
            self._told = True
            if self.seat is not None:
                self._play(message, self.seat)

    def _play(self, state: Seen, seat: int) -> None:
        if not self._sits:
            self._sits = True
            if state.you is None:
                self._say(do="sit", seat=seat)
            self._say(do="ready", on=True)
        self._answer(state)

    def _answer(self, state: Seen) -> None:
        """Do what is asked, unless an answer is waited for."""
        enough = self.measured.moves[self.table] >= self.measured.most
        if state.you is None or enough:
            return
        if bytes(state.result) != b"null":
            if self._went != state.seq:
                self._went = state.seq
                self._say(do="go")
        elif bytes(state.turn) != b"null" and self._waits is None:
            self._act(state)

    def _act(self, state: Seen) -> None:
        view = View.from_json(msgspec.json.decode(state.view))
        may = choices(view)
        passes = not may.count() or (view.phase == "draw" and self._chance.random() < 0.5)
        cards = None if passes else str(may.draw(self._chance.randrange))
        self._waits = f"{next(self._moves)}"
        self._say(do="act", id=self._waits, seq=state.seq, cards=cards)

    # What a transport has to be able to do.

    def is_closing(self) -> bool:
        """Whether the socket is closed, or about to be."""
        return self._closed

    def close(self) -> None:
        """Close the socket."""
        if not self._closed:
            self._closed = True
            asyncio.get_running_loop().call_soon(self._protocol.connection_lost, None)

    abort = close

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """Speak with another part of the server."""
        assert isinstance(protocol, asyncio.Protocol)
        self._protocol = protocol

    def get_protocol(self) -> asyncio.BaseProtocol:
        """With whom it speaks."""
        return self._protocol

    def pause_reading(self) -> None:
        """What is said here is short."""

    resume_reading = pause_reading

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """All that is written is taken at once."""


@dataclass(frozen=True)
class Running:
    """A server without a network."""

    config: Config
    house: House
    cookie: Callable[[], tuple[str, str]]

    def protocol(self, state: ServerState) -> asyncio.Protocol:
        """What the server has for a new connection."""
        kind: Any = self.config.http_protocol_class
        protocol: asyncio.Protocol = kind(self.config, state, {})
        return protocol


@asynccontextmanager
async def server(folder: Path) -> AsyncIterator[Running]:
    """A server over a folder, until its pages are sent away."""
    app = make_app(Settings(folder, limits=_LIMITS))
    settings = config(app, _LIMITS)
    settings.load()
    lifespan = LifespanOn(settings)
    await lifespan.startup()
    garbage.clear_rarely()
    house: House = app.app.state.house
    yield Running(settings, house, app.app.state.service.guests.new)
    await house.halt()
    await asyncio.sleep(0.5)  # the pages hear it
    await lifespan.shutdown()


async def until(reached: Callable[[], bool]) -> None:
    """Wait for something."""
    while not reached():
        await asyncio.sleep(0.005)


class Stretch:
    """The milliseconds that the server has used since it was made, beside what its pages did."""

    def __init__(self, measured: Measured) -> None:
        self._measured = measured
        self._begun = time.process_time() - measured.own

    def used(self) -> float:
        """The milliseconds of a core so far."""
        return 1000 * (time.process_time() - self._measured.own - self._begun)


async def table(running: Running, measured: Measured, options: argparse.Namespace) -> list[Page]:
    """The pages of a new table, players first."""
    guests = [running.cookie() for _ in range(PLAYERS + options.onlookers)]
    ruleset = Ruleset.parse(options.ruleset)
    entry = made(ruleset, guests[0][0], bots="club", speed="instant", solo=False)
    assert running.house.gateway is not None
    name = await running.house.gateway.make(entry, "Mei")
    seats = [*range(PLAYERS), *[None] * options.onlookers]
    return [
        Page(measured, name, cookie, seat) for seat, (_, cookie) in zip(seats, guests, strict=True)
    ]


def come(running: Running, pages: list[Page]) -> None:
    """Let all pages come at once."""
    state = ServerState()
    for page in pages:
        page.come(running.protocol(state))


async def main(options: argparse.Namespace) -> dict[str, float]:
    """Play, stop, come back; what was measured."""
    measured, pages = Measured(options.moves), list[Page]()
    with tempfile.TemporaryDirectory() as name:
        async with server(Path(name)) as running:
            for _ in range(options.tables):
                pages += await table(running, measured, options)
            come(running, pages)
            half = options.moves * options.tables // 2
            await until(lambda: measured.moves.total() >= half)
            stretch, before = Stretch(measured), measured.moves.total()
            await until(lambda: min(measured.moves.values()) >= options.moves)
            move = stretch.used() / (measured.moves.total() - before)
        measured.told = 0
        async with server(Path(name)) as running:
            profile = cProfile.Profile(time.thread_time) if options.profile else None
            with profile or nullcontext():
                stretch = Stretch(measured)
                come(running, pages)
                await until(lambda: measured.told == len(pages))
                await asyncio.sleep(_SETTLES)
                back = stretch.used()
            if profile is not None:
                profile.dump_stats(options.profile)
    return {
        "ms of a core for a move": round(move, 3),
        "ms of a core for a table that comes back": round(back / options.tables, 2),
        "ms of a core for a page that comes back": round(back / len(pages), 3),
        "a table that comes back, in moves": round(back / options.tables / move, 2),
    }


def arguments() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(prog="python bench/restart.py", description=__doc__)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--onlookers", type=int, default=2, help="at each table")
    parser.add_argument("--moves", type=int, default=60, help="at each table before the restart")
    parser.add_argument("--ruleset", default="classic")
    parser.add_argument("--profile", type=Path, help="where the profile of the restart goes")
    return parser.parse_args()


if __name__ == "__main__":
    for what, number in asyncio.run(main(arguments())).items():
        print(f"{what}: {number:,}")
