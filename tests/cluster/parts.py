"""PostgreSQL and NATS of this machine, each in a folder of its own: started and killed at will."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

CLUSTER = "TUOLAJI_CLUSTER"  # set: missing parts are an error
_STARTS = 100
_SERVERS = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), reverse=True)


def _program(name: str) -> str | None:
    """Where a program of PostgreSQL or NATS is."""
    beside = [str(server.with_name(name)) for server in _SERVERS if server.with_name(name).exists()]
    paths = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin"])
    return next(iter(beside), None) or shutil.which(name, path=paths)


def missing() -> str:
    """What a cluster needs and is not here, in words; nothing if all is."""
    lacks = []
    for module in ("alembic", "nats", "psycopg", "sqlalchemy"):
        try:
            __import__(module)
        except ImportError:
            lacks.append(f"the Python package {module}")
    lacks += [name for name in ("initdb", "postgres", "nats-server") if _program(name) is None]
    if os.geteuid() == 0 and _account() is None:
        lacks.append("the account postgres")
    return f"a cluster needs {', '.join(lacks)}" if lacks else ""


def _account() -> pwd.struct_passwd | None:
    with contextlib.suppress(KeyError):
        return pwd.getpwnam("postgres")
    return None


def free_port() -> int:
    """A port that nobody has now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Part:
    """A program that runs until it is killed."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def command(self) -> list[str]:
        raise NotImplementedError

    def start(self) -> None:
        """Start it; again, while what is left of one that was killed is in its way."""
        for _ in range(_STARTS):
            with (self.folder / "out").open("ab") as out:
                self.process = subprocess.Popen(
                    self.command(), stdout=out, stderr=out, start_new_session=True, cwd="/"
                )
            if self._answers():
                return
            time.sleep(0.1)
        raise RuntimeError((self.folder / "out").read_text()[-2000:])

    def _answers(self) -> bool:
        """Wait until it does; False if it has ended instead."""
        assert self.process is not None
        while self.process.poll() is None:
            with (
                contextlib.suppress(OSError),
                socket.create_connection(("127.0.0.1", self.port), 1),
            ):
                return True
            time.sleep(0.02)
        return False

    def kill(self) -> None:
        """At once, without a word to anybody."""
        assert self.process is not None
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def pause(self, *, on: bool) -> None:
        """Let it stand still, or go on."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGSTOP if on else signal.SIGCONT)


class Nats(Part):
    """A bus; most: the bytes of a message. more: lines of its configuration."""

    most, more = "8MB", ""

    def command(self) -> list[str]:
        conf = self.folder / "nats.conf"
        conf.write_text(f"listen: 127.0.0.1:{self.port}\nmax_payload: {self.most}\n{self.more}\n")
        return [str(_program("nats-server")), "-c", str(conf)]

    @property
    def url(self) -> str:
        return f"nats://127.0.0.1:{self.port}"


class Postgres(Part):
    """A database; PostgreSQL does not run as root, so root runs it as its own account.

    safe: whether what is committed is on the disk.
    """

    safe = True

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._as = self.as_account(folder)
        make = [
            self.program("initdb"),
            "-D",
            str(folder / "data"),
            "-U",
            "tuolaji",
            "-A",
            "trust",
            "-N",
        ]
        made = subprocess.run(
            [*self._as, *make, "-E", "UTF8", "--no-locale"],
            capture_output=True,
            cwd="/",
            check=False,
        )
        assert made.returncode == 0, made.stderr.decode()

    @staticmethod
    def program(name: str) -> str:
        """Where one of PostgreSQL's programs is."""
        return str(_program(name))

    @staticmethod
    def as_account(folder: Path) -> list[str]:
        """What its programs are started by, so that they may write to a folder."""
        account = _account() if os.geteuid() == 0 else None
        if account is None:
            return []
        os.chown(folder, account.pw_uid, account.pw_gid)
        return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]

    def command(self) -> list[str]:
        server = [self.program("postgres"), "-D", str(self.folder / "data")]
        options = {"port": self.port, "listen_addresses": "127.0.0.1", "max_connections": 200}
        options |= {"unix_socket_directories": "", "fsync": "on" if self.safe else "off"}
        return [*self._as, *server, *(f"--{name}={value}" for name, value in options.items())]

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://tuolaji@127.0.0.1:{self.port}/{database}"

    def start(self) -> None:
        (self.folder / "data" / "postmaster.pid").unlink(missing_ok=True)
        super().start()
        self.wait()

    def wait(self) -> None:
        """Until it takes questions."""
        import psycopg  # noqa: PLC0415

        while True:
            try:
                psycopg.connect(self.url(), connect_timeout=2).close()
            except psycopg.OperationalError:
                time.sleep(0.02)
            else:
                return

    def new(self, name: str) -> str:
        """The address of a new, empty database."""
        import psycopg  # noqa: PLC0415

        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')
        return self.url(name)


@contextlib.contextmanager
def folder(name: str) -> Iterator[Path]:
    """A folder for a part, until the block ends."""
    made = Path(tempfile.mkdtemp(prefix=f"tuolaji-{name}-"))
    made.chmod(0o755)
    try:
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)


@contextlib.contextmanager
def running(kind: type[Part]) -> Iterator[Any]:
    """A part that runs, until the block ends."""
    with folder(kind.__name__.lower()) as place:
        part = kind(place)
        part.start()
        try:
            yield part
        finally:
            part.kill()
