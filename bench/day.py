"""A day in fast motion: many deals on one server, and its memory and its files over time.

python bench/day.py --data DIR                 100,000 deals, about two hours on one core
python bench/day.py --data DIR --deals 500     a few minutes

Tables are made, played at and left all the time, as fast as this process can: bots that play at
random, through the real tables, log and database, without sockets. Every few seconds a line goes to
`day.jsonl` in the folder. Stop it whenever you like: the same command goes on where it was.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import random
import secrets
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from tuolaji.deal.actions import to_json
from tuolaji.deal.phase import BURY, PARTNER, PLAY
from tuolaji.deal.turn import action_of, choices
from tuolaji.deal.view import View
from tuolaji.ruleset import PRESETS, Ruleset
from tuolaji.server import garbage
from tuolaji.server.bus.letters import THINK, Think, Thought, pack, unpack
from tuolaji.server.bus.local import LocalBus
from tuolaji.server.limits import Limits
from tuolaji.server.listening import claim_folder
from tuolaji.server.roles.house import House
from tuolaji.server.roles.outbox import Outbox
from tuolaji.server.settings import GATEWAY, TABLES
from tuolaji.server.store.backup import DATABASE
from tuolaji.server.store.sqlite import SqliteStore
from tuolaji.server.table.hall import made

_EVERY = 5.0  # seconds from one line to the next
_UNLIMITED = (1e9, 1e9)
_MUST = (PLAY, BURY, PARTNER)


class Seen(msgspec.Struct):
    """What of a message matters here."""

    kind: str = msgspec.field(name="is")
    seq: int = 0
    result: dict[str, Any] | None = None


_reader = msgspec.json.Decoder(Seen)


async def think(body: bytes) -> bytes:
    """The answer of a bot that does anything it may."""
    asked = unpack(body)
    assert isinstance(asked, Think)
    view = View.from_json(msgspec.msgpack.decode(asked.view))
    may = choices(view)
    passes = view.phase not in _MUST and (not may.count() or random.random() < 0.7)
    cards = None if passes or not may.count() else may.draw(random.randrange)
    return pack(Thought(to_json(action_of(view, cards))))


class Day:
    """The deals that were played, and what the server is like meanwhile."""

    def __init__(self, folder: Path, deals: int) -> None:
        self.folder, self.wanted = folder, deals
        self.lines = folder / "day.jsonl"
        last = self.lines.read_text().splitlines()[-1:] if self.lines.exists() else []
        known = json.loads(last[0]) if last else {"deals": 0, "seconds": 0.0}
        self.deals, self._before = known["deals"], known["seconds"]
        self._begun = time.monotonic()
        self.stopped = asyncio.Event()

    @property
    def over(self) -> bool:
        """Whether it was enough, or somebody stopped it."""
        return self.deals >= self.wanted or self.stopped.is_set()

    def write(self, house: House) -> None:
        """One more line: deals, seconds, megabytes of memory and of the files, tables at work."""
        assert house.tables is not None
        sizes = {
            name: round(file.stat().st_size / 1e6, 2)
            for name in (DATABASE, f"{DATABASE}-wal")
            if (file := self.folder / name).exists()
        }
        line = {
            "deals": self.deals,
            "seconds": round(self._before + time.monotonic() - self._begun, 1),
            "MB": round(memory(), 1),
            **sizes,
            "tables": len(house.tables.hall.tables),
            "blocks": sys.getallocatedblocks(),
        }
        with self.lines.open("a") as out:
            out.write(json.dumps(line) + "\n")
        print(line, flush=True)


def memory() -> float:
    """The megabytes of this process."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE") / 1e6


async def guest(house: House, day: Day, rulesets: Callable[[], str], most: int) -> None:
    """Somebody who makes table after table, lets bots play, and leaves."""
    assert house.gateway is not None
    while not day.over:
        who = secrets.token_hex(8)
        ruleset = Ruleset.parse(rulesets())
        entry = made(ruleset, who, bots="random", speed="instant", solo=True)
        table = await house.gateway.make(entry, "Mei")
        outbox = Outbox(Limits(message_units=_UNLIMITED, waiting_bytes=1 << 30))
        link = await house.gateway.join(table, outbox, who)
        try:
            for said in ({"do": "hello", "lang": "en"}, {"do": "auto", "on": True}):
                link.say(json.dumps(said))
            await watch(day, outbox, link.say, most)
        finally:
            link.leave()


async def watch(day: Day, outbox: Outbox, say: Callable[[str], None], most: int) -> None:
    """Look on until so many deals are over, or the match is."""
    ended, deals = False, 0
    while not day.over and (text := await outbox.next()) is not None:
        message = _reader.decode(text)
        if message.kind != "state" or (message.result is not None) == ended:
            continue
        ended = message.result is not None
        if message.result is None:
            continue
        day.deals += 1
        deals += 1
        if deals >= most or message.result["over"]:
            return
        say('{"do":"go"}')


async def main(options: argparse.Namespace) -> None:
    """Play until it is enough."""
    day = Day(options.data, options.deals)
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, day.stopped.set)
    garbage.clear_rarely()
    limits = Limits(
        message_units=_UNLIMITED, room_changes=_UNLIMITED, idle_seconds=options.idle_seconds
    )
    bus = LocalBus()
    house = House(SqliteStore(options.data / DATABASE), bus, limits, "day", {GATEWAY, TABLES})
    await house.open()
    bus.answer(THINK, think)
    rulesets = itertools.cycle(options.rulesets).__next__
    guests = [
        asyncio.create_task(guest(house, day, rulesets, options.most))
        for _ in range(options.tables)
    ]
    while not day.over:
        day.write(house)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(day.stopped.wait(), _EVERY)
    day.write(house)
    for task in guests:
        task.cancel()
    done = await asyncio.gather(*guests, return_exceptions=True)
    await house.close()
    for one in done:
        if isinstance(one, Exception):
            raise one


def arguments() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(prog="python bench/day.py", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the folder, made if missing")
    parser.add_argument("--deals", type=int, default=100_000)
    parser.add_argument("--tables", type=int, default=50, help="played at at the same time")
    parser.add_argument("--most", type=int, default=10, help="deals until a table is left")
    parser.add_argument("--idle-seconds", type=float, default=10.0)
    parser.add_argument("--rulesets", nargs="+", default=list(PRESETS))
    return parser.parse_args()


if __name__ == "__main__":
    asked = arguments()
    asked.data.mkdir(parents=True, exist_ok=True)
    with claim_folder(asked.data, "bench/day.py"):
        asyncio.run(main(asked))
