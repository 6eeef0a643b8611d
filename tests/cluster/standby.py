"""A second PostgreSQL that follows the first one, falls behind, and takes its place."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

import psycopg

from tests.cluster.parts import Part, Postgres

_BEHIND = (
    "SELECT pg_last_wal_receive_lsn() >= %s::pg_lsn AND pg_last_wal_replay_lsn() >= %s::pg_lsn"
)


class Standby(Postgres):
    """What it has not received when it falls behind is lost when it is promoted."""

    def __init__(self, folder: Path, first: Postgres) -> None:
        Part.__init__(self, folder)
        self._first, self.safe, self.promoted = first, first.safe, 0.0
        self._as = first.as_account(folder)
        copy = [first.program("pg_basebackup"), "-h", "127.0.0.1", "-p", str(first.port)]
        copy += ["-U", "tuolaji", "-D", str(folder / "data"), "-R", "-c", "fast"]
        done = subprocess.run([*self._as, *copy], capture_output=True, cwd="/", check=False)
        assert done.returncode == 0, done.stderr.decode()

    def fall_behind(self) -> None:
        """Receive what is committed by now, and nothing that is committed later."""
        with psycopg.connect(self._first.url(), autocommit=True) as first:
            (at,) = first.execute("SELECT pg_current_wal_flush_lsn()").fetchone() or ("",)
        with psycopg.connect(self.url(), autocommit=True) as own:
            while not (own.execute(_BEHIND, (at, at)).fetchone() or (False,))[0]:
                time.sleep(0.02)
        self.kill()

    def take_over(self) -> None:
        """The first one is gone: be what is found at its address."""
        self._first.kill()
        self.port = self._first.port
        self.start()
        with psycopg.connect(self.url(), autocommit=True) as own:
            own.execute("SELECT pg_promote()")
        self.promoted = time.monotonic()
