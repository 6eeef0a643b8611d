"""What was committed is moved from SQLite's WAL into its file, beside the writer.

SQLite does that itself within a commit, and then every move that waits for the commit waits for the
disk as well, some tenths of a second. Here a thread does nearly all of it. Only when nothing at all
is left can the WAL begin anew, so the writer moves the little that was committed meanwhile.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable

from ..logs import logger

EVERY = 5.0  # seconds
_ROUNDS = 3  # what is left after each is what was committed in that time


class Checkpoints:
    """The thread that moves it."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connect = connect
        self._news, self._closing = threading.Event(), threading.Event()
        self._nearly = False
        self._thread = threading.Thread(target=self._run, name="checkpoints", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop."""
        self._closing.set()
        self._thread.join()

    def begin(self, connection: sqlite3.Connection) -> None:
        """The writer is about to write."""
        if self._nearly:
            self._nearly = False
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def committed(self) -> None:
        """The writer has written something."""
        self._news.set()

    def _run(self) -> None:
        while not self._closing.wait(EVERY):
            if not self._news.is_set():
                continue
            self._news.clear()
            try:
                self._move()
            except Exception as error:  # noqa: BLE001  (a full disk, say: it is tried again)
                logger.warning("the WAL cannot be moved into the file", error=repr(error))
                self._news.set()

    def _move(self) -> None:
        connection = self._connect()
        try:
            for _ in range(_ROUNDS):
                connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
            self._nearly = True
        finally:
            connection.close()
