"""`python -m tests.cluster.outage`: the database gone for 30 s, the bus gone for 30 s, a wire cut.

Players play on as they can. What is told: how many moves were acknowledged meanwhile, how long
after the end of the outage each table was played at again, and whether the log is what the players
were told.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from tests.cluster.kill import PLAYERS, check_log
from tests.cluster.running import Cluster, cluster
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
        return "a table stands still"
    returns = sorted(min(at for at in one.times if at > over) - over for one in wanderers)
    comebacks = sum(wanderer.comebacks for wanderer in wanderers) - comebacks
    waits = ", ".join(f"{one:.1f}" for one in returns)
    return (
        f"{sum(meanwhile)} moves acknowledged at {sum(map(bool, meanwhile))} tables meanwhile; "
        f"played at again {waits} s after its end; {comebacks} times a socket was closed"
    )


def run(made: Cluster) -> None:
    """One outage after the other."""
    wanderers = [Wanderer([one.port for one in made.of("gateway")], at) for at in range(PLAYERS)]
    for wanderer in wanderers:
        wanderer.thread.start()
    wires = list(made.wires.values())
    wait_until(lambda: all(len(wanderer.times) > 5 for wanderer in wanderers), _STUCK)
    try:
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
    finally:
        for wanderer in wanderers:
            wanderer.enough.set()
        for wanderer in wanderers:
            wanderer.thread.join()
    print(dict(check_log(made.database, wanderers)))
    print(f"refused appends of old epochs: {made.logged('an old epoch is refused')}")


def _all(wires: list[object], what: str) -> Callable[[], None]:
    def work() -> None:
        for wire in wires:
            getattr(wire, what)()

    return work


def main() -> int:
    with cluster(wired=True) as made:
        run(made)
    return 0


if __name__ == "__main__":
    sys.exit(main())
