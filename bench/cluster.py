"""A cluster under load: what a move costs each role, and the database and the bus.

python -m bench.cluster                      one process of each role
python -m bench.cluster --hurry --each 1 2   one, then two: how much more do they carry here?
python -m bench.cluster --bots club          one player and three bots at a table

It starts PostgreSQL, NATS and the server on this machine, and plays from this process. With --hurry
everybody plays as soon as they may: then the machine is the limit, and it says how many tables that
is if each makes half a move a second. What is printed also goes, as JSON, to the file that --json
names.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import os
import time
from pathlib import Path
from typing import Any

import httpx
from bench.load import _UNLIMITED, Client, Load, Measured, quantiles

from tests.cluster.running import Cluster, cluster, processor
from tuolaji.server.guests import COOKIE, Guests

ROLES = ("gateway", "tables", "thinking")
_PACE = 0.5  # moves a second at a table of people


def key_of(made: Cluster) -> bytes:
    """What the cluster signs cookies with."""
    import psycopg  # noqa: PLC0415

    with psycopg.connect(made.database) as connection:
        row = connection.execute("SELECT value FROM facts WHERE owner = 'server'").fetchone()
    assert row is not None
    return bytes.fromhex(row[0])


async def clients_of(made: Cluster, load: Load, options: argparse.Namespace) -> list[Client]:
    """Tables with their players, spread over the gateways."""
    guests, ports = Guests(key_of(made)), [process.port for process in made.of("gateway")]
    clients = list[Client]()
    people = 1 if options.bots else 4
    seats = {"bots": options.bots, "seats": "me"} if options.bots else {"seats": "friends"}
    for at in range(options.tables):
        port = ports[at % len(ports)]
        cookies = [guests.new()[1] for _ in range(people)]
        body = {"ruleset": "classic", "speed": "instant", **seats}
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
            headers = {"Cookie": f"{COOKIE}={cookies[0]}"}
            answer = await http.post("/api/tables", json=body, headers=headers)
        for seat, cookie in enumerate(cookies):
            own = Load(ports[(at + seat) % len(ports)], load.pause, load.measured, load.hurry)
            clients.append(Client(own, answer.json()["table"], cookie, seat, len(clients)))
    return clients


def used(made: Cluster) -> dict[str, float]:
    """The processor's seconds of each role and part."""
    out = {role: sum(processor(one.pid) for one in made.of(role)) for role in ROLES}
    for name, part in (("postgresql", made.postgres), ("nats", made.nats)):
        assert part.process is not None
        out[name] = processor(part.process.pid)
    return out


async def measure(made: Cluster, each: int, options: argparse.Namespace) -> dict[str, Any]:
    """What so many seconds cost; each: how many processes every role has."""
    pause = 0.0 if options.hurry else options.tables / options.rate
    load = Load(0, pause, Measured(), options.hurry)
    clients = await clients_of(made, load, options)
    tasks = [asyncio.create_task(client.run()) for client in clients]
    await asyncio.gather(*(client.ready.wait() for client in clients))
    gc.freeze()
    await asyncio.sleep(options.warm)
    before, begun, own = used(made), time.monotonic(), time.process_time()
    load.measured.moves.clear()
    await asyncio.sleep(options.seconds)
    seconds, moves, after = time.monotonic() - begun, list(load.measured.moves), used(made)
    own, all_used = time.process_time() - own, sum(after.values()) - sum(before.values())
    for client in clients:
        client.load.ended = True
    for task in tasks:
        task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.gather(*tasks, return_exceptions=True)
    costs = {
        f"ms of a core for a move: {name}": round(
            1000 * (after[name] - before[name]) / len(moves), 2
        )
        for name in after
    }
    return {
        "tables": options.tables,
        "of each role": each,
        "moves a second": round(len(moves) / seconds, 1),
        "tables at half a move a second": round(len(moves) / seconds / _PACE),
        **quantiles(moves),
        **costs,
        "percent of all cores, players included": round(
            100 * (all_used + own) / seconds / (os.cpu_count() or 1)
        ),
        "ms of a core for a move: clients": round(1000 * own / len(moves), 2),
    }


def main() -> None:
    """Start, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m bench.cluster", description=__doc__)
    parser.add_argument(
        "--each", type=int, nargs="+", default=[1], help="processes of each role, run after run"
    )
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--rate", type=float, default=25.0, help="moves a second, about")
    parser.add_argument("--hurry", action="store_true")
    parser.add_argument("--bots", help="one player a table, and such bots")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--warm", type=float, default=10.0)
    parser.add_argument("--json", type=Path, help="also write it there")
    options = parser.parse_args()
    if min(*options.each, options.tables, 1) < 1:
        parser.error("there is at least one process of each role, and one table")
    limits = dict.fromkeys(_UNLIMITED, (1000000000.0, 1000000000.0))
    found = []
    for each in options.each:
        with cluster(each, sockets=100_000, **limits) as made:
            found.append(asyncio.run(measure(made, each, options)))
        for what, number in found[-1].items():
            print(f"{what}: {number:,}", flush=True)
        print()
    first = found[0]
    for other in found[1:]:
        times = other["moves a second"] / first["moves a second"]
        print(f"{other['of each role']} of each role carry {times:.2f} times the tables")
    if options.json:
        options.json.write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
