"""`python -m tests.cluster.outage`: the database gone for 30 s, the bus gone for 30 s, a wire cut.

Players play on as they can. What is told: how many moves were acknowledged meanwhile, how long
after the end of the outage each table was played at again, and whether the log is what the players
were told.

--losses 5: instead, the database dies so often, and each time a replica of it is promoted that
lacks its last seconds; every other time an owner of tables sleeps meanwhile, and wakes up later.
Then every acknowledged move is in the log but those of these seconds.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator

from tests.cluster.kill import PLAYERS, check_log
from tests.cluster.parts import folder
from tests.cluster.running import Cluster, cluster
from tests.cluster.standby import Standby
from tests.cluster.wanderer import Wanderer, wait_until

LONG = 30.0
CUT = 10.0  # more than three leases
_STUCK = 120.0


def outage(
    wanderers: list[Wanderer], begin: Callable[[], None], end: Callable[[], None], seconds: float
) -> str:
    """What happened in an outage, in words."""
    comebacks = sum(wanderer.comebacks for wanderer in wanderers)
    begin()
    began = time.monotonic()
    time.sleep(seconds)
    meanwhile = [sum(at > began + 0.2 for at in wanderer.times) for wanderer in wanderers]
    end()
    over = time.monotonic()
    if not wait_until(lambda: all(wanderer.times[-1] > over for wanderer in wanderers), _STUCK):
        stuck = [one.sittings[-1] for one in wanderers if one.times[-1] <= over]
        return f"these stand still: {', '.join(f'{one.table} at {one.seq}' for one in stuck)}"
    returns = sorted(min(at for at in one.times if at > over) - over for one in wanderers)
    comebacks = sum(wanderer.comebacks for wanderer in wanderers) - comebacks
    waits = ", ".join(f"{one:.1f}" for one in returns)
    return (
        f"{sum(meanwhile)} moves acknowledged at {sum(map(bool, meanwhile))} tables meanwhile; "
        f"played at again {waits} s after its end; {comebacks} times a socket was closed"
    )


@contextlib.contextmanager
def players(made: Cluster) -> Iterator[list[Wanderer]]:
    """Some who play, until the block ends."""
    wanderers = [Wanderer([one.port for one in made.of("gateway")], at) for at in range(PLAYERS)]
    for wanderer in wanderers:
        wanderer.thread.start()
    try:
        wait_until(lambda: all(len(wanderer.times) > 5 for wanderer in wanderers), _STUCK)
        yield wanderers
    finally:
        for wanderer in wanderers:
            wanderer.enough.set()
        for wanderer in wanderers:
            wanderer.thread.join()


def run(made: Cluster) -> None:
    """One outage after the other."""
    wires = list(made.wires.values())
    with players(made) as wanderers:
        for name, begin, end, seconds in (
            ("database gone", made.postgres.kill, made.postgres.start, LONG),
            ("bus gone", made.nats.kill, made.nats.start, LONG),
            ("an owner cut off from the database", wires[0].cut, wires[0].mend, CUT),
            ("all owners cut off", *(_all(wires, what) for what in ("cut", "mend")), CUT),
        ):
            print(
                f"{name} for {seconds:.0f} s: {outage(wanderers, begin, end, seconds)}", flush=True
            )
            time.sleep(3)
    print(dict(check_log(made.database, wanderers)))
    print(f"refused appends of old epochs: {made.logged('an old epoch is refused')}")


@contextlib.contextmanager
def _asleep(made: Cluster, chance: random.Random) -> Iterator[None]:
    """An owner of tables hears nothing of what happens in the block."""
    victim = chance.choice(made.of("tables"))
    victim.signal(signal.SIGSTOP)
    try:
        yield
    finally:
        victim.signal(signal.SIGCONT)


def lose(made: Cluster, chance: random.Random, *, asleep: bool) -> str:
    """The database dies, and is replaced by one that lacks some seconds; what came of it."""
    with folder("standby") as place:
        first = made.postgres
        made.postgres = standby = Standby(place, first)
        standby.start()
        try:
            with players(made) as wanderers:
                behind = time.monotonic()
                for wanderer in wanderers:
                    wanderer.forgiven = behind
                standby.fall_behind()
                time.sleep(chance.uniform(0.1, 4.0))
                lasted = time.monotonic() - behind
                with _asleep(made, chance) if asleep else contextlib.nullcontext():
                    seconds = chance.uniform(0.0, 3.0)
                    told = outage(wanderers, first.kill, standby.take_over, seconds)
                over, back = time.monotonic(), standby.promoted
                for wanderer in wanderers:
                    wanderer.forgiven = float("inf")
                wait_until(lambda: all(w.times[-1] > over + 5 for w in wanderers), _STUCK)
            counted = check_log(made.database, wanderers, (behind, back))
        finally:
            standby.kill()
            made.postgres = first
    return f"{lasted:.1f} s are lost: {told}\n    {dict(counted)}"


def _all(wires: list[object], what: str) -> Callable[[], None]:
    def work() -> None:
        for wire in wires:
            getattr(wire, what)()

    return work


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.cluster.outage", description=__doc__)
    parser.add_argument("--losses", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if not options.losses:
        with cluster(wired=True) as made:
            run(made)
    chance = random.Random(options.seed)
    for number in range(options.losses):
        with cluster() as made:
            told, errors = lose(made, chance, asleep=number % 2 == 1), made.logged("Traceback")
            print(f"{told}\n    errors logged: {errors}", flush=True)
            if errors or "stand still" in told:
                print(made.tail(400), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
