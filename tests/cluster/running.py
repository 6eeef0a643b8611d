"""A whole cluster on this machine: PostgreSQL, NATS, and so many processes of each role."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.cluster.parts import Nats, Postgres, folder, free_port, running
from tests.cluster.proxy import Wire

ROLES = ("gateway", "tables", "thinking")


class Process:
    """One process of the server; started again it has the same port."""

    def __init__(self, cluster: Cluster, role: str, number: int) -> None:
        self.cluster, self.role, self.port = cluster, role, free_port()
        self.log = cluster.folder / f"{role}{number}.log"
        self._popen: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Begin, and come back at once; `wait` says when it is ready."""
        serve = [sys.executable, "-m", "tuolaji", "serve", "--no-open", "--lang", "en"]
        where = ["--port", str(self.port), "--role", self.role]
        wire = self.cluster.wires.get(self)
        database = self.cluster.database if wire is None else self.cluster.through(wire)
        parts = ["--database", database, "--bus", self.cluster.bus]
        parts += ["--data", str(self.cluster.folder)]
        with self.log.open("a") as log:
            self._popen = subprocess.Popen(
                [*serve, *where, *parts], stdout=subprocess.PIPE, stderr=log, text=True
            )

    def wait(self) -> None:
        """Until it is ready."""
        assert self._popen is not None
        assert self._popen.stdout is not None
        line = self._popen.stdout.readline()
        assert "http://" in line, self.log.read_text()[-2000:]

    def signal(self, number: int) -> None:
        assert self._popen is not None
        self._popen.send_signal(number)

    def kill(self) -> None:
        """At once, without a word to anybody."""
        self.signal(signal.SIGKILL)
        self.end()

    def stop(self) -> None:
        """In order."""
        self.signal(signal.SIGTERM)
        self.end()

    def end(self) -> None:
        assert self._popen is not None
        assert self._popen.stdout is not None
        self._popen.wait()
        self._popen.stdout.close()

    @property
    def pid(self) -> int:
        assert self._popen is not None
        return self._popen.pid


class Cluster:
    """All of it."""

    def __init__(self, place: Path, postgres: Postgres, nats: Nats) -> None:
        self.folder, self.postgres, self.nats = place, postgres, nats
        self.database, self.bus = postgres.new("tuolaji"), nats.url
        self.processes: list[Process] = []
        self.wires: dict[Process, Wire] = {}

    def start(self, *, wired: bool = False, **numbers: int) -> None:
        """So many of each role: start(gateway=2, tables=2, thinking=2).

        wired: owners have a wire to the database that can be cut.
        """
        for role, number in numbers.items():
            self.processes += [Process(self, role, at) for at in range(number)]
        if wired:
            self.wires = {process: Wire(self.postgres.port) for process in self.of("tables")}
        for process in self.processes:
            process.start()
        for process in self.processes:
            process.wait()

    def of(self, role: str) -> list[Process]:
        return [process for process in self.processes if process.role == role]

    def through(self, wire: Wire) -> str:
        """The database's address at the near end of a wire."""
        return self.database.replace(f":{self.postgres.port}/", f":{wire.port}/")

    def tail(self, lines: int = 25) -> str:
        """The ends of the processes' logs."""
        texts = {file.name: file.read_text() for file in sorted(self.folder.glob("*.log"))}
        ends = ((name, text.splitlines()[-lines:]) for name, text in texts.items())
        return "\n".join(f"{name}: {line}" for name, end in ends for line in end)

    def logged(self, words: str) -> int:
        """In how many lines of the processes' logs the words stand."""
        texts = (file.read_text() for file in self.folder.glob("*.log"))
        return sum(words in line for text in texts for line in text.splitlines())


def _toml(value: Any) -> str:
    return str(list(value)) if isinstance(value, tuple) else str(value)


def processor(pid: int) -> float:
    """The processor's seconds that a process and its children have used."""
    used, parents = dict[int, float](), dict[int, int]()
    for file in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = file.read_text().rpartition(")")[2].split()
            at = int(file.parent.name)
            parents[at] = int(fields[1])
            used[at] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    family = {pid}
    while more := {child for child, parent in parents.items() if parent in family} - family:
        family |= more
    return sum(used.get(one, 0.0) for one in family)


@contextlib.contextmanager
def cluster(number: int = 2, *, wired: bool = False, **limits: Any) -> Iterator[Cluster]:
    """A cluster with so many processes of each role, until the block ends.

    limits: other than usual; tables may be made without limit, since all come from one address.
    """
    unlimited = {"tables_of_guest": (1e9, 1e9), "tables_of_address": (1e9, 1e9)}
    with folder("cluster") as place, running(Postgres) as postgres, running(Nats) as nats:
        made = Cluster(place, postgres, nats)
        lines = (f"{name} = {_toml(value)}\n" for name, value in (unlimited | limits).items())
        (place / "limits.toml").write_text("".join(lines))
        try:
            made.start(wired=wired, **dict.fromkeys(ROLES, number))
            yield made
        finally:
            for process in made.processes:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
            for wire in made.wires.values():
                wire.close()
