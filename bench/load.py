"""A server under load: many tables of people who play, and onlookers; then a restart.

python bench/load.py                                  500 tables, 2,000 players, 1,000 onlookers
python bench/load.py --tables 50 --onlookers 100 --rate 25 --seconds 60

It starts a server of its own on the loopback, with its data in a folder that is removed afterwards,
and plays on it from this process, so both share the machine. A move takes from when it is sent till
it is acknowledged. The restart is measured from SIGTERM till a move was acknowledged at the last
table. At the end stands what was asked for and what was reached; all of it also goes, as JSON, to
the file that --json names. It ends by itself, whatever happens, and leaves nothing behind.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import itertools
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec

from tuolaji.deal.turn import choices
from tuolaji.deal.view import View
from tuolaji.server.guests import COOKIE, Guests, keep_key

sys.path.insert(0, str(Path(__file__).parents[1]))  # what stands beside this file

from bench.page_socket import Gone, PageSocket, Refused, connect

PLAYERS = 4
_UNLIMITED = (
    "request_units", "message_units", "room_changes", "tables_of_guest", "tables_of_address",
)  # fmt: skip
# Seconds until a page comes back, and how they grow: as in web/src/lib/table.svelte.ts.
_TURN, _SEATED, _ONLOOKER = 0.2, 0.4, 0.8
_GROWS, _MOST = 1.3, 4.0
_HELD = "loop_held_seconds_total"
_BEAT = 0.01  # seconds
_TICKS = os.sysconf("SC_CLK_TCK")
# Seconds after which it is given up that all are there, the server stops, all play again.
_COME, _STOPS, _PLAYED = 300.0, 30.0, 60.0


_NULL = msgspec.Raw(b"null")


class Seen(msgspec.Struct):
    """What of a message matters here."""

    kind: str = msgspec.field(name="is")
    id: str | None = None
    code: str = ""
    after: float = 0.0
    seq: int = 0
    you: int | None = None
    turn: msgspec.Raw = _NULL
    view: msgspec.Raw = _NULL
    result: msgspec.Raw = _NULL


_reader = msgspec.json.Decoder(Seen)


@dataclass
class Measured:
    """What was measured: seconds of each move, and when each table was first played at.

    welcomes: seconds from a page's hello to the state that answers it, each page's last one.
    codes: of closed sockets.
    """

    moves: list[float] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    played: dict[str, float] = field(default_factory=dict)
    welcomes: dict[str, float] = field(default_factory=dict)
    codes: Counter[int | None] = field(default_factory=Counter)
    heard: int = 0
    bytes: int = 0
    largest: int = 0


@dataclass
class Load:
    """The clients, and how fast they play. hurry: the first move is made at once."""

    port: int
    pause: float
    measured: Measured
    hurry: bool = False
    ended: bool = False


class Client:
    """A page that comes back when it is sent away; seat: None for an onlooker."""

    def __init__(self, load: Load, table: str, cookie: str, seat: int | None, seed: int) -> None:
        self.load, self.table, self.cookie, self.seat = load, table, cookie, seat
        self.chance = random.Random(seed)
        self.numbers = itertools.count(1)
        self.name = f"{seed}."
        self.sent: dict[str, float] = {}
        self.last: int | None = None
        self.seen = -1  # the sequence number of the last result that was seen
        self.acts = False  # a move is thought of, or not answered yet
        self.sits = False
        self.turn: Seen | None = None  # the last state, if it is this seat's turn
        self.after = 0.0  # seconds that the server wants it to wait before it comes back
        self.greeted: float | None = None  # when it has said hello, until that is answered
        self.ready = asyncio.Event()

    async def run(self) -> None:
        """Be there until the load ends."""
        tries = 0
        while not self.load.ended:
            with contextlib.suppress(OSError, Gone, Refused, TimeoutError):
                cookie = f"{COOKIE}={self.cookie}"
                async with connect(self.load.port, f"/ws/{self.table}", cookie) as page:
                    tries = 0
                    try:
                        await self._talk(page)
                    finally:
                        self.load.measured.codes[page.close_code] += 1
            if not self.load.ended:
                self.acts = False
                wait, self.after = self.after, 0.0
                await asyncio.sleep(wait or min(self._patience() * _GROWS**tries, _MOST))
                tries += 1

    def _patience(self) -> float:
        seconds = _ONLOOKER if self.seat is None else _TURN if self.turn else _SEATED
        return seconds * (1 + 2 * self.chance.random())

    async def _talk(self, page: PageSocket) -> None:
        hello = {"do": "hello", "last": self.last, "lang": "en"}
        self.greeted = time.monotonic()
        page.send(json.dumps(hello))
        page.send('{"do":"hold","seconds":2}')
        async for text in page:
            measured = self.load.measured
            measured.heard += 1
            measured.bytes += len(text)
            measured.largest = max(measured.largest, len(text))
            message = _reader.decode(text)
            if message.kind == "state":
                self.last = message.seq
                if self.greeted is not None:
                    measured.welcomes[self.name] = time.monotonic() - self.greeted
                    self.greeted = None
                self._state(page, message)
            elif message.kind == "done":
                self._done(message.id or "")
            elif message.kind == "refused":
                measured.refused[message.code] += 1
                self.acts = False
            elif message.kind == "gone":
                self.after = message.after

    def _done(self, move: str) -> None:
        now = time.monotonic()
        if move in self.sent:
            self.load.measured.moves.append(now - self.sent.pop(move))
        self.load.measured.played.setdefault(self.table, now)
        self.acts = False

    def _state(self, page: PageSocket, state: Seen) -> None:
        if self.seat is None:
            self.ready.set()
            return
        if state.you is None:
            if not self.sits:
                self.sits = True
                page.send(json.dumps({"do": "sit", "seat": self.seat}))
            return
        if not self.ready.is_set():
            page.send(json.dumps({"do": "ready", "on": True}))
            self.ready.set()
        self.turn = state if bytes(state.turn) != b"null" else None
        if bytes(state.result) != b"null":
            if self.seen != state.seq:
                self.seen = state.seq
                page.send('{"do":"go"}')
            return
        if self.turn and not self.acts:
            self.acts = True
            asyncio.get_running_loop().create_task(self._act(page))

    async def _act(self, page: PageSocket) -> None:
        if not self.load.hurry or self.table in self.load.measured.played:
            await asyncio.sleep(self.chance.uniform(0.5, 1.5) * self.load.pause)
        state = self.turn
        if state is None:  # the draw was over before this seat had made up its mind
            self.acts = False
            return
        seen = View.from_json(msgspec.json.decode(state.view))
        may = choices(seen)
        shows = seen.phase in ("draw", "call", "change", "name", "count")
        passes = not may.count() or (shows and self.chance.random() < 0.7)
        cards = None if passes else str(may.draw(self.chance.randrange))
        move = f"{self.name}{next(self.numbers)}"
        self.sent[move] = time.monotonic()
        act = {"do": "act", "id": move, "seq": state.seq, "cards": cards}
        with contextlib.suppress(Gone):
            page.send(json.dumps(act))


# The server.


class Server:
    """`tuolaji serve` in a process of its own."""

    def __init__(self, data: Path, port: int = 0) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.metrics = free.getsockname()[1]
        command = [sys.executable, "-m", "tuolaji", "serve", "--no-open", "--lang", "en"]
        command += ["--metrics", str(self.metrics), "--port", str(port), "--data", str(data)]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=_own(data), start_new_session=True
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if "http://" not in line:
            raise SystemExit(f"the server did not start: {line!r}")
        self.port = int(line.rsplit(":", 1)[1])

    def processor(self) -> float:
        """The seconds its process has used, those that think and answer not counted."""
        text = Path(f"/proc/{self.process.pid}/stat").read_text()
        fields = text.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS

    def memory(self) -> float:
        """The megabytes of its process."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def counts(self) -> Counter[tuple[str, str]]:
        """All that it has counted so far, by name and label."""
        text = httpx.get(f"http://127.0.0.1:{self.metrics}/metrics").text
        found = re.findall(r'^tuolaji_(\w+?)(?:{\w+="(.+?)"})? (\S+)$', text, re.M)
        return Counter({(name, label): float(number) for name, label, number in found})

    def stop(self) -> None:
        """Ask it to stop, and wait for a while; then it is ended."""
        self.process.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(_STOPS)
        self.kill()

    def kill(self) -> None:
        """End it and all that it has started."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


def _own(data: Path) -> dict[str, str]:
    """The environment of a server whose code is kept compiled, as what is installed is."""
    own = {**os.environ, "PYTHONPYCACHEPREFIX": str(data / "compiled")}
    own.pop("PYTHONDONTWRITEBYTECODE", None)
    return own


def prepared(data: Path) -> Guests:
    """The limits of a server that knows one address only, and who signs its cookies.

    And its code is compiled, as what is installed is.
    """
    modules = "import tuolaji.cli, tuolaji.server.run"
    subprocess.run([sys.executable, "-c", modules], env=_own(data), check=True)
    rates = "".join(f"{name} = [1e9, 1e9]\n" for name in _UNLIMITED)
    (data / "limits.toml").write_text(f"sockets = 100000\n{rates}")
    return Guests(keep_key(data))


# What is measured.


def quantiles(moves: list[float]) -> dict[str, float]:
    """How long moves took, in milliseconds."""
    ordered = sorted(moves)
    points = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "p99.9": 0.999}
    out = {
        name: round(1000 * ordered[min(int(part * len(ordered)), len(ordered) - 1)], 1)
        for name, part in points.items()
    }
    return {**out, "most": round(1000 * ordered[-1], 1)}


def at_most(counts: Counter[tuple[str, str]], name: str) -> str:
    """The milliseconds in which 99 of 100 and all were done, as the server counts: in steps."""
    steps = {float(le): number for (what, le), number in counts.items()
             if what == f"{name}_seconds_bucket"}  # fmt: skip
    every = counts[f"{name}_seconds_count", ""]
    p99, most = (min(le for le, n in steps.items() if n >= part * every) for part in (0.99, 1))
    return f"{1000 * p99:,.0f}, {1000 * most:,.0f}"


async def lateness(late: list[float]) -> None:
    """Note again and again how late this process itself is."""
    while True:
        begun = time.monotonic()
        await asyncio.sleep(_BEAT)
        late.append(time.monotonic() - begun - _BEAT)


async def main(options: argparse.Namespace) -> dict[str, Any]:
    """Play, measure, start again, measure."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        guests = prepared(data)
        server = Server(data)
        load = Load(server.port, options.tables / options.rate, Measured())
        try:
            async with playing(load, guests, options) as clients:
                told = await measure(load, server, options)
                if options.restart:
                    cost = told["ms of a core for a move"]
                    there = options.tables, len(clients)
                    server, more = await restarted(load, server, data, *there, cost)
                    told |= more
        finally:
            server.kill()
    return told


@contextlib.asynccontextmanager
async def playing(
    load: Load, guests: Guests, options: argparse.Namespace
) -> AsyncIterator[list[Client]]:
    """All tables with their players and onlookers."""
    clients = list[Client]()
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{load.port}", timeout=60) as http:
        for at in range(options.tables):
            cookies = [guests.new()[1] for _ in range(PLAYERS)]
            body = {"ruleset": options.ruleset, "seats": "friends", "speed": "instant"}
            headers = {"Cookie": f"{COOKIE}={cookies[0]}"}
            made = (await http.post("/api/tables", json=body, headers=headers)).json()["table"]
            for seat, cookie in enumerate(cookies):
                clients.append(Client(load, made, cookie, seat, len(clients)))
            watch = options.onlookers * (at + 1) // options.tables
            watch -= options.onlookers * at // options.tables
            for _ in range(watch):
                clients.append(Client(load, made, guests.new()[1], None, len(clients)))
    tasks = []
    for client in clients:
        tasks.append(asyncio.create_task(client.run()))
        if len(tasks) % 20 == 0:
            await asyncio.sleep(0.05)
    try:
        async with asyncio.timeout(_COME):
            await asyncio.gather(*(client.ready.wait() for client in clients))
    except TimeoutError:
        there = sum(client.ready.is_set() for client in clients)
        raise SystemExit(f"only {there} of {len(clients)} are there after {_COME:.0f} s") from None
    print(f"{options.tables} tables, {len(clients)} sockets are there", flush=True)
    gc.freeze()
    try:
        yield clients
    finally:
        load.ended = True
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def measure(load: Load, server: Server, options: argparse.Namespace) -> dict[str, Any]:
    """The moves of so many seconds."""
    await asyncio.sleep(options.warm)
    measured, used, begun = load.measured, server.processor(), time.monotonic()
    own, counts = time.process_time(), server.counts()
    for fresh in (measured.moves, measured.played, measured.refused):
        fresh.clear()
    measured.heard = measured.bytes = 0
    late: list[float] = []
    watches = asyncio.create_task(lateness(late))
    await asyncio.sleep(options.seconds)
    watches.cancel()
    seconds, moves = time.monotonic() - begun, list(measured.moves)
    used = server.processor() - used
    counts = server.counts() - counts
    held = Counter({by: n for (name, by), n in counts.items() if name == _HELD})
    return {
        "tables": options.tables,
        "seconds": round(seconds),
        "moves a second": round(len(moves) / seconds, 1),
        **quantiles(moves),
        "of it in the table, p99 and most, at most": at_most(counts, "move"),
        "of it for the disk, p99 and most, at most": at_most(counts, "append"),
        "ms by which the server's loop is late, p99 and most, at most": at_most(
            counts, "loop_late"
        ),
        "ms by which the clients' own loop is late, p99": quantiles(late)["p99"],
        "ms by which it is late at most": quantiles(late)["most"],
        "percent of a core": round(100 * used / seconds),
        "ms of a core for a move": round(1000 * used / len(moves), 2),
        "messages a move": round(measured.heard / len(moves), 1),
        "bytes a message": round(measured.bytes / measured.heard),
        "bytes of the largest": measured.largest,
        "refused": dict(measured.refused),
        "MB": round(server.memory()),
        "seconds for which the loop was held": round(held.total(), 2),
        "most of it by": {by: round(seconds, 2) for by, seconds in held.most_common(5)},
        "percent of a core for the clients": round(100 * (time.process_time() - own) / seconds),
    }


async def restarted(
    load: Load, server: Server, data: Path, tables: int, pages: int, cost: float
) -> tuple[Server, dict[str, Any]]:
    """How long it takes to stop, to be up, till all tables are played at and all pages are back.

    cost: milliseconds of a core for a move, which do not count for bringing tables back.
    """
    load.hurry, late, measured = True, list[float](), load.measured
    watches = asyncio.create_task(lateness(late))
    begun, own = time.monotonic(), time.process_time()
    measured.codes.clear()
    measured.welcomes.clear()
    await asyncio.to_thread(server.stop)
    stopped = time.monotonic()
    measured.played.clear()
    new = await asyncio.to_thread(Server, data, load.port)
    up, used, moves = time.monotonic(), new.processor(), len(measured.moves)
    await until(lambda: len(measured.played) == tables)
    await until(lambda: len(measured.welcomes) == pages)
    back = time.monotonic()
    watches.cancel()
    own = time.process_time() - own
    again = sorted(measured.played.values())
    used = 1000 * (new.processor() - used) - cost * (len(measured.moves) - moves)
    return new, {
        "closed with": {str(code): times for code, times in measured.codes.items()},
        "seconds to stop": round(stopped - begun, 1),
        "seconds to be up": round(up - stopped, 1),
        "tables played at again": len(again),
        "seconds till half of them were": round(again[len(again) // 2] - begun, 1),
        "seconds till the last table is played at": round(again[-1] - begun, 1),
        "pages that are back": len(measured.welcomes),
        "seconds till the last page is": round(back - begun, 1),
        "ms of a core for a table brought back": round(used / tables, 1),
        "ms from hello to state, p99": quantiles(list(measured.welcomes.values()))["p99"],
        "ms by which the clients' own loop was late meanwhile, p99": quantiles(late)["p99"],
        "ms of a core for a page of the clients": round(1000 * own / len(measured.welcomes), 2),
    }


async def until(reached: Callable[[], bool]) -> None:
    """Wait for something, but not without end."""
    end = time.monotonic() + _PLAYED
    while not reached() and time.monotonic() < end:
        await asyncio.sleep(0.02)


def compared(
    found: dict[str, Any], options: argparse.Namespace
) -> list[tuple[str, str, str, bool]]:
    """What was asked for, what was reached, and whether that is enough."""
    most = {
        "p99": (100, "ms"),
        "p99.9": (250, "ms"),
        "percent of a core": (60, "%"),
        "MB": (500, "MB"),
        "bytes of the largest": (8192, "bytes"),
        "seconds till the last table is played at": (5, "s"),
        "ms from hello to state, p99": (500, "ms"),
    }
    rows = [
        (what, f"<= {limit} {unit}", f"{found[what]:,} {unit}", found[what] <= limit)
        for what, (limit, unit) in most.items()
        if what in found
    ]
    rate, tables = found["moves a second"], found.get("tables played at again")
    pages = options.tables * PLAYERS + options.onlookers
    rows.insert(
        0, ("moves a second", f"{options.rate:g}", f"{rate:g}", rate >= 0.98 * options.rate)
    )
    if tables is not None:
        rows.append(("tables again", f"{options.tables}", f"{tables}", tables == options.tables))
        back = found["pages that are back"]
        rows.append(("pages again", f"{pages}", f"{back}", back == pages))
    return rows


def arguments() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(prog="python bench/load.py", description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--onlookers", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=250.0, help="moves a second, about")
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--warm", type=float, default=10.0, help="seconds before it is measured")
    parser.add_argument("--ruleset", default="classic")
    parser.add_argument("--no-restart", dest="restart", action="store_false")
    parser.add_argument("--json", type=Path, help="also write it there")
    options = parser.parse_args()
    if options.tables < 1 or options.seconds <= 0 or options.rate <= 0:
        parser.error("there is at least one table, played at for some time")
    return options


if __name__ == "__main__":
    import resource

    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    asked = arguments()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that it cleans up
    found = asyncio.run(main(asked))
    for what, number in found.items():
        print(f"{what}: {number:,}" if isinstance(number, int | float) else f"{what}: {number}")
    print(f"\n{'':42}{'asked':>12}{'reached':>16}")
    rows = compared(found, asked)
    for what, wanted, reached, enough in rows:
        print(f"{what:42}{wanted:>12}{reached:>16}{'' if enough else '   missed'}")
    if asked.json:
        names = ("what", "asked", "reached", "enough")
        table = [dict(zip(names, row, strict=True)) for row in rows]
        asked.json.write_text(json.dumps({**found, "table": table}, indent=1))
