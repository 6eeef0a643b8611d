"""`python -m tests.cluster`: a whole cluster on this machine, and the tests of the server on it.

Two gateways, two owners of tables and two thinkers, over PostgreSQL and NATS in folders of their
own. --stay: nothing is tested; it goes on until Ctrl-C.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import subprocess
import sys

from tests.cluster import kill
from tests.cluster.parts import CLUSTER, missing
from tests.cluster.running import Cluster, cluster


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.cluster", description=__doc__)
    parser.add_argument("--stay", action="store_true")
    parser.add_argument("--kills", type=int, default=7)
    options, more = parser.parse_known_args()
    if why := missing():
        print(why)
        return 1
    with cluster() as made:
        for process in made.of("gateway"):
            print(f"http://127.0.0.1:{process.port}", flush=True)
        if options.stay:
            with contextlib.suppress(KeyboardInterrupt):
                signal.pause()
            return 0
        status = _tested(made, more)
        print(made.tail(5))
    try:
        print(kill.run(options.kills, 7, kill.KINDS))
    except kill.Losses as error:
        print(f"lost, doubled or stuck: {error}")
        status = 1
    return status


def _tested(made: Cluster, more: list[str]) -> int:
    """The status of the tests: of the server, asked at any gateway; and of the parts."""
    ports = " ".join(str(process.port) for process in made.of("gateway"))
    pytest = [sys.executable, "-m", "pytest", "-q", *more]
    server = os.environ | {"TUOLAJI_GATEWAYS": ports}
    asked = subprocess.run([*pytest, "tests/server"], env=server, check=False).returncode
    parts = os.environ | {CLUSTER: "1"}
    return asked or subprocess.run([*pytest, "tests/cluster"], env=parts, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
