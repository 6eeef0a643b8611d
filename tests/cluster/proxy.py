"""A wire between two programs that can be cut: nothing passes then, and nobody is told."""

from __future__ import annotations

import contextlib
import socket
import threading


class Wire:
    """Passes on what comes to its port, unless it is cut."""

    def __init__(self, to: int) -> None:
        self._to, self._whole, self._ends = to, threading.Event(), list[socket.socket]()
        self._whole.set()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        self._whole.clear()

    def mend(self) -> None:
        self._whole.set()

    def close(self) -> None:
        self.mend()
        for end in (self._listening, *self._ends):
            with contextlib.suppress(OSError):  # whoever waits for something from it is woken
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                self._ends.append(near)
                threading.Thread(target=self._connect, args=(near,), daemon=True).start()

    def _connect(self, near: socket.socket) -> None:
        self._whole.wait()
        try:
            far = socket.create_connection(("127.0.0.1", self._to))
        except OSError:
            near.close()
            return
        self._ends.append(far)
        for a, b in ((near, far), (far, near)):
            a.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=self._pass, args=(a, b), daemon=True).start()

    def _pass(self, a: socket.socket, b: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := a.recv(65536):
                self._whole.wait()
                b.sendall(data)
        for end in (a, b):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
