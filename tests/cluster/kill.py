"""`python -m tests.cluster.kill --times 200`: processes of a cluster are killed in running deals.

The victim is drawn each time: a gateway, an owner of tables, a thinker, the bus, the database; or
an owner is put to sleep for longer than its lease, or cut off from the database; or any process is
told to stop in order, as in a rolling restart. It is started again at once. Meanwhile clients play,
repeat and reorder. In the end every acknowledged move is in the log once, no refused one is, no
table was written to by an older epoch after a newer one, every log replays, and nobody has had to
wait for long.
"""

from __future__ import annotations

import argparse
import random
import signal
import statistics
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any

import psycopg

from tests.cluster.proxy import Wire
from tests.cluster.running import Cluster, Process, cluster
from tests.cluster.wanderer import Wanderer, wait_until
from tuolaji.server.settings import ROLES
from tuolaji.server.store.postgres import LEASE
from tuolaji.server.table import entries as log
from tuolaji.server.table import snapshot
from tuolaji.server.table.state import replay

PLAYERS = 4
KINDS = ("gateway", "tables", "thinking", "bus", "database", "sleep", "cut", "restart")
Forgiven = tuple[float, float]
_STUCK = 60.0  # seconds after which a table is taken to stand still for ever


class Losses(AssertionError):
    """Something was lost, done twice, or stands still."""


def check_log(
    database: str, wanderers: list[Wanderer], forgiven: Forgiven = (0.0, 0.0)
) -> Counter[str]:
    """What is in the log; Losses if it is not what the clients were told.

    forgiven: what was acknowledged between these two times may be lost, and tables made in them.
    """
    counted: Counter[str] = Counter()
    with psycopg.connect(database) as connection:
        for sitting in (one for wanderer in wanderers for one in wanderer.sittings):
            rows = connection.execute(
                'SELECT "row", move, epoch, body FROM entries WHERE tbl = %s ORDER BY "row"',
                (sitting.table,),
            ).fetchall()
            if [row for row, *_ in rows] != list(range(1, len(rows) + 1)):
                raise Losses(f"{sitting.table}: the log has a gap")
            epochs = [epoch for _, _, epoch, _ in rows]
            if epochs != sorted(epochs):
                raise Losses(f"{sitting.table}: an older epoch wrote after a newer one")
            found = Counter(move for _, move, _, _ in rows if move)
            twice = [move for move, number in found.items() if number > 1]
            lost = set(sitting.acknowledged) - set(found) | sitting.lost
            gone = {move for move in lost if forgiven[0] < sitting.at[move] < forgiven[1]}
            lost = [f"{move} {sitting.at[move] - forgiven[0]:+.2f} s" for move in lost - gone]
            lies = {move: code for move, code in sitting.refused.items() if move in found}
            if twice or lost or lies:
                raise Losses(f"{sitting.table}: twice {twice}, lost {lost}, refused {lies}")
            if not rows and not forgiven[0] < sitting.made < forgiven[1]:
                raise Losses(f"{sitting.table}: there is no such table")
            if rows:
                _check_snapshot(connection, sitting.table, [bytes(body) for *_, body in rows])
            counted["moves"] += len(found)
            counted["acknowledged"] += len(sitting.acknowledged)
            counted["forgiven"] += len(gone)
            counted["told that they are lost"] += len(sitting.lost)
            counted["tables that went back"] += bool(sitting.backs)
            counted["tables that are gone"] += sitting.gone
            counted["tables"] += 1
            counted["takeovers"] += max(0, len(set(epochs)) - 1)
    wrong = [one for wanderer in wanderers for one in wanderer.wrong]
    if wrong:
        raise Losses("; ".join(wrong))
    return counted


def _check_snapshot(connection: Any, table: str, bodies: list[bytes]) -> None:
    """The log replays, and a table that is made of its snapshot is the same."""
    state = replay(table, map(log.decode, bodies))
    asked = "SELECT value FROM facts WHERE owner = %s AND name = %s"
    for (text,) in connection.execute(asked, (snapshot.owner(table), snapshot.NAME)):
        known = snapshot.read(table, text)
        assert known is not None
        if snapshot.replayed(table, bodies[known[0].rows :], known)[0] != state:
            raise Losses(f"{table}: its snapshot is of another log")


class Harm:
    """What can be done to a cluster."""

    def __init__(self, made: Cluster, wires: dict[Process, Wire], chance: random.Random) -> None:
        self._made, self._wires, self._chance = made, wires, chance

    def do(self, kind: str) -> Callable[[], None]:
        """Do harm; what it returns brings the victim back."""
        made = self._made
        if kind == "bus":
            made.nats.kill()
            return made.nats.start
        if kind == "database":
            made.postgres.kill()
            return made.postgres.start
        if kind == "restart":
            victim = self._chance.choice([one for role in ROLES for one in made.of(role)])
            victim.stop()
            return lambda: (victim.start(), victim.wait())[0]
        role = kind if kind in ("gateway", "thinking") else "tables"
        victim = self._chance.choice(made.of(role))
        if kind == "sleep":
            victim.signal(signal.SIGSTOP)
            return lambda: self._later(lambda: victim.signal(signal.SIGCONT))
        if kind == "cut":
            self._wires[victim].cut()
            return lambda: self._later(self._wires[victim].mend)
        victim.kill()
        return lambda: (victim.start(), victim.wait())[0]

    def _later(self, back: Callable[[], None]) -> None:
        """Longer than a lease."""
        time.sleep(LEASE + self._chance.uniform(0.5, 2.0))
        back()


def run(times: int, seed: int, kinds: tuple[str, ...], *, told: bool = False) -> str:
    """Do so much harm; what was counted, in words."""
    chance = random.Random(seed)
    silences: defaultdict[str, list[float]] = defaultdict(list)
    with cluster(wired=True) as made:
        ports = [process.port for process in made.of("gateway")]
        wanderers = [Wanderer(ports, seed * 100 + at) for at in range(PLAYERS)]
        harm = Harm(made, made.wires, chance)
        for wanderer in wanderers:
            wanderer.thread.start()
        try:
            for number in range(times):
                kind = chance.choice(kinds)
                time.sleep(chance.uniform(0.3, 1.0))
                waited = _one(harm, kind, wanderers)
                silences[kind].append(waited)
                if told:
                    print(f"{number + 1:4} {kind:9} {waited:5.2f} s", flush=True)
        except Losses:
            print(made.tail())
            raise
        finally:
            for wanderer in wanderers:
                wanderer.enough.set()
            for wanderer in wanderers:
                wanderer.thread.join()
        counted = check_log(made.database, wanderers)
        counted["kills"] = times
        counted["comebacks"] = sum(wanderer.comebacks for wanderer in wanderers)
        counted["refused appends of old epochs"] = made.logged("an old epoch is refused")
        counted["errors logged"] = made.logged("Traceback")
        if counted["errors logged"]:
            print(made.tail(400))
    lines = [", ".join(f"{name}: {number:,}" for name, number in counted.items())]
    for kind, every in silences.items():
        middle, worst = statistics.median(every), max(every)
        late = sum(one > 5 for one in every)
        lines.append(
            f"{kind:9} {len(every):3} times, silence {middle:.2f} s in the middle, "
            f"{worst:.2f} s at worst, {late} over 5 s"
        )
    return "\n".join(lines)


def _one(harm: Harm, kind: str, wanderers: list[Wanderer]) -> float:
    """Do harm once and wait until all play again; the longest silence of a player."""
    began = time.monotonic()
    mend = threading.Thread(target=harm.do(kind))
    mend.start()
    back = began + 0.5  # moves on their way at that moment do not count

    def all_play() -> bool:
        return all(wanderer.times[-1] > back for wanderer in wanderers)

    going = wait_until(all_play, _STUCK)
    mend.join()
    back = time.monotonic()
    if not going or not wait_until(all_play, _STUCK):
        stuck = [w.sittings[-1].table for w in wanderers if w.times[-1] <= back]
        raise Losses(f"after {kind}: these stand still: {stuck}")
    return max(wanderer.silence(began) for wanderer in wanderers)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.cluster.kill", description=__doc__)
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", default=",".join(KINDS))
    options = parser.parse_args()
    kinds = tuple(options.kinds.split(","))
    if unknown := set(kinds) - set(KINDS):  # else nothing would be killed, and that is survived
        parser.error(f"there is no {', '.join(sorted(unknown))}; known are {', '.join(KINDS)}")
    try:
        print(run(options.times, options.seed, kinds, told=True))
    except Losses as error:
        print(f"lost, doubled or stuck: {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
