"""A whole cluster on this machine: PostgreSQL, NATS, and so many processes of each role."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

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

    def cpu(self) -> float:
        """The processor's seconds it has used."""
        assert self._popen is not None
        fields = Path(f"/proc/{self._popen.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


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


@contextlib.contextmanager
def cluster(number: int = 2, *, wired: bool = False) -> Iterator[Cluster]:
    """A cluster with so many processes of each role, until the block ends."""
    with folder("cluster") as place, running(Postgres) as postgres, running(Nats) as nats:
        made = Cluster(place, postgres, nats)
        try:
            made.start(wired=wired, **dict.fromkeys(ROLES, number))
            yield made
        finally:
            for process in made.processes:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
            for wire in made.wires.values():
                wire.close()
