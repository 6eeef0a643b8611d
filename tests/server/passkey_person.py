"""Somebody with a browser, which has passkeys."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterator
from typing import Any

from tests.server.authenticator import Authenticator
from tests.server.serving import Guest, Served

PASSWORD = "plum blossom"
_numbers = itertools.count(1)


class Person:
    """Asks the account's routes as the page at localhost does."""

    def __init__(self, served: Served, guest: Guest) -> None:
        self.guest, self.http = guest, guest.http
        self.login = f"mei{next(_numbers)}"
        origin = f"http://localhost:{served.port}"
        self.http.headers.update({"host": f"localhost:{served.port}", "origin": origin})
        self.device = Authenticator(origin)

    def ask(self, path: str, body: dict[str, Any], status: int = 200) -> Any:
        answer = self.http.post(f"/api/account{path}", json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    def code(self, path: str, body: dict[str, Any], status: int) -> str:
        return str(self.ask(path, body, status)["detail"]["code"])

    def account(self) -> Any:
        return self.http.get("/api/account").json()

    def wish(self) -> Any:
        return self.ask("/passkeys/wish", {})

    def answer(self, device: Authenticator | None = None, at: int = -1) -> dict[str, str]:
        return (device or self.device).answer(self.wish(), at)

    def made(self, **proof: Any) -> dict[str, str]:
        """A new passkey as the browser tells of it."""
        order = self.ask("/passkeys/order", proof or {"login": self.login})
        return self.device.make(order)

    def make(self) -> str:
        """Make an account with a passkey; its recovery code."""
        body = {"login": self.login, "name": "Phone", "passkey": self.made()}
        answer = self.ask("/passkeys/make", body)
        assert answer["login"] == self.login
        return str(answer["code"])

    def make_with_password(self) -> None:
        self.ask("", {"login": self.login, "password": PASSWORD})

    def add(self, name: str = "Laptop", **proof: Any) -> Any:
        """Make one more passkey; all there are."""
        made = self.made(**proof)
        return self.ask("/passkeys/add", {"name": name, "passkey": made})["passkeys"]


@contextlib.contextmanager
def person(served: Served) -> Iterator[Person]:
    with served.guest() as guest:
        yield Person(served, guest)
