"""`python -m tests.server.kill --times 50`: the server is killed (SIGKILL) in the middle of deals.

After each kill it is started again, and then: every move that was acknowledged is in the log, no
move is there twice, the log of every table replays, a move that is sent again is acknowledged
again and changes nothing, and every table goes on.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from websockets.exceptions import WebSocketException

from tests.server.serving import PATIENCE, Player, Served, State
from tuolaji import PRESETS
from tuolaji.server.table import entries as log
from tuolaji.server.table.state import replay

TABLES = 3


class Losses(AssertionError):
    """Something was lost, or done twice."""


class Seat:
    """One guest at one table, who plays on whatever happens to the server."""

    def __init__(self, served: Served, ruleset: str, seed: int) -> None:
        self.guest = served.guest().__enter__()
        self.table = self.guest.make(ruleset, bots="greedy", speed="instant", seed=seed)
        self.chance = random.Random(f"{ruleset} {seed}")
        self.acknowledged: dict[str, int] = {}
        self.sent: list[State] = []
        self.number = 0

    def play(self, until: threading.Event) -> None:
        """Play till the connection ends, or it is enough."""
        gone = contextlib.suppress(WebSocketException, OSError, TimeoutError)
        with gone, self.guest.join(self.table) as player:
            player.chance = self.chance
            while not until.is_set():
                self.step(player)

    def step(self, player: Player) -> None:
        """Do what is to be done, or hear what happens."""
        if player.state["result"] is not None:
            player.say("go")
        elif player.my_turn():
            self.number += 1
            move = {"id": f"m{self.number}", "seq": player.state["seq"], "cards": player.choose()}
            drawing = player.state["view"]["phase"] == "draw"
            player.say("act", **move)
            answer = player.settle(move["id"])
            if move["cards"] is not None or not drawing:  # nothing is written for such a pass
                self.sent.append(move)
                self.note(answer)
            return
        player.hear(timeout=PATIENCE)

    def note(self, answer: State) -> None:
        if answer["is"] == "done" and answer["id"] is not None:
            self.acknowledged[answer["id"]] = answer["seq"]

    def repeat(self) -> None:
        """Send the last moves again: those that were done are done, and nothing changes."""
        with self.guest.join(self.table) as player:
            seat = player.state["you"]
            for move in self.sent[-3:]:
                known = self.acknowledged.get(move["id"])
                if known is None:
                    continue
                before = player.state["view"]
                player.say("act", **move)
                answer = player.settle(move["id"])
                if answer["is"] != "done" or answer["seq"] != known:
                    raise Losses(f"{self.table}: {move} was done at {known}, now {answer}")
                if before["hand"] != player.state["view"]["hand"] and before["phase"] == "play":
                    raise Losses(f"{self.table}: seat {seat} lost cards to a repeated move")


@contextlib.contextmanager
def running(data: Path, port: int) -> Iterator[tuple[subprocess.Popen[str], Served]]:
    """A server in a process of its own, when it is ready; killed at the end."""
    command = [sys.executable, "-m", "tuolaji", "serve", "--no-open", "--lang", "en"]
    process = subprocess.Popen(
        [*command, "--port", str(port), "--data", str(data)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        if "http://" not in line:
            raise Losses(f"the server did not start: {line!r}")
        yield process, Served(int(line.rsplit(":", 1)[1]))
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def check_log(data: Path, seats: list[Seat]) -> int:
    """How many moves are in the log; Losses if one is missing or there twice."""
    with contextlib.closing(sqlite3.connect(data / "tables.db")) as base:
        total = 0
        for seat in seats:
            rows = base.execute(
                "SELECT row, move, body FROM entries WHERE tbl = ? ORDER BY row", (seat.table,)
            ).fetchall()
            if [row for row, _, _ in rows] != list(range(1, len(rows) + 1)):
                raise Losses(f"{seat.table}: the log has a gap")
            found = Counter(move for _, move, _ in rows if move)
            twice = [move for move, number in found.items() if number > 1]
            lost = sorted(set(seat.acknowledged) - set(found))
            if twice or lost:
                raise Losses(f"{seat.table}: twice {twice}, lost {lost}")
            replay(seat.table, (log.decode(body) for _, _, body in rows))
            total += len(found)
    return total


def run(times: int, seed: int) -> dict[str, int]:
    """Kill the server so many times; what was counted."""
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        seats: list[Seat] = []
        with running(data, 0) as (process, served):
            port = served.port
            for at in range(TABLES):
                seats.append(Seat(served, PRESETS[at % len(PRESETS)], seed + at))
            play_and_kill(process, seats, chance)
        for _ in range(times - 1):
            check_log(data, seats)
            with running(data, port) as (process, _):
                for seat in seats:
                    seat.repeat()
                play_and_kill(process, seats, chance)
        moves = check_log(data, seats)
        with running(data, port):
            for seat in seats:
                with seat.guest.join(seat.table) as player:
                    player.numbers = iter(range(10**6, 10**7))
                    player.play_deal()
                seat.guest.http.close()
        acknowledged = sum(len(seat.acknowledged) for seat in seats)
    return {"kills": times, "tables": TABLES, "moves": moves, "acknowledged": acknowledged}


def play_and_kill(process: subprocess.Popen[str], seats: list[Seat], chance: random.Random) -> None:
    """Let all play, and kill the server at a random moment."""
    enough = threading.Event()
    threads = [threading.Thread(target=seat.play, args=(enough,)) for seat in seats]
    for thread in threads:
        thread.start()
    threading.Event().wait(chance.uniform(0.3, 1.5))
    process.send_signal(signal.SIGKILL)
    process.wait()
    enough.set()
    for thread in threads:
        thread.join()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.server.kill", description=__doc__)
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    try:
        counted = run(options.times, options.seed)
    except Losses as error:
        print(f"lost or doubled: {error}")
        return 1
    print(", ".join(f"{name}: {number:,}" for name, number in counted.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
