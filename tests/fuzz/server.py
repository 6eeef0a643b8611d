"""Anything on every route and socket of a server: no error, and how long its loop was held.

Requests are made from the OpenAPI schema by schemathesis, and by hand for what it does not know;
messages from the types of the protocol, and broken ones.
"""

from __future__ import annotations

import gc
import json
import logging
import random
import string
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from time import thread_time
from typing import Any

import httpx
import hypothesis
import msgspec
import schemathesis
from hypothesis import HealthCheck, Phase
from websockets.exceptions import ConnectionClosed

from tests.server.serving import Guest, Served, serving
from tuolaji.server.protocol import incoming

_BEAT = 0.005
_UNITS = (
    "request_units", "message_units", "frames", "chat", "room_changes", "tables_of_guest",
    "tables_of_address", "facts_of_address",
)  # fmt: skip
UNLIMITED: dict[str, Any] = dict.fromkeys(_UNITS, (1e9, 1e9)) | {"faults": 10**9}
_ODD = [
    "", " ", "\0", "\x7f", "x" * 300, "中" * 200, "\u202e", "\ufeff", "\U0001f0a1" * 60, "-",
    "classic(", "SAAKK", "XBB", "zh-Hant", "en", "instant", "club", "expert", "%s%n", "../..",
]  # fmt: skip
_NUMBERS = [0, 1, -1, 5, 6, 99, 215, 2**31, 2**53, 2**64, 10**40, 0.5, -0.0, 1e308, None, True]


class Lag:
    """How long the loop of a server was held at a time, and by what, as far as that is known.

    That is the processor time it used from one beat to the next: how busy the machine is besides,
    and this very client, does not count.
    """

    def __init__(self, served: Served) -> None:
        self.worst: Counter[str] = Counter()
        self.doing = "nothing"
        loop = served.service.loop

        def beat(before: float) -> None:
            now = thread_time()
            self.worst[self.doing] = max(self.worst[self.doing], round(1000 * (now - before)))
            loop.call_later(_BEAT, beat, thread_time())

        loop.call_soon_threadsafe(lambda: beat(thread_time()))

    def told(self) -> str:
        return ", ".join(f"{what} {late} ms" for what, late in self.worst.most_common(5))


class Errors(logging.Handler):
    """Whatever the server logs as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(self.format(record))


def run(count: int, seed: int) -> int:
    """Fuzz a server with so many requests a route, and messages; 1 if something is wrong."""
    gc.disable()  # what is thrown away here is mostly ours, not the server's
    errors = Errors()
    for name in ("uvicorn.error", "tuolaji.server", "asyncio"):
        logging.getLogger(name).addHandler(errors)
    with tempfile.TemporaryDirectory() as folder:
        unlimited = serving(Path(folder), **UNLIMITED)
        with unlimited as served, served.guest() as guest:
            lag = Lag(served)
            wrong = requests(served, guest, count, seed, lag)
            wrong += messages(guest, 20 * count, seed, lag)
    print(f"{count} requests a route, {20 * count} messages; the loop was held: {lag.told()}")
    for one in (wrong + errors.found)[:10]:
        print(one)
    return int(bool(wrong or errors.found))


# Requests.


def requests(served: Served, guest: Guest, count: int, seed: int, lag: Lag) -> list[str]:
    """What went wrong with so many requests a route."""
    wrong: list[str] = []
    schema = schemathesis.openapi.from_url(f"{served.url}/api/openapi.json")
    settings = hypothesis.settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )

    def ask(case: Any) -> None:
        answer = case.call(base_url=served.url, timeout=60)
        if answer.status_code >= 500:
            wrong.append(f"{lag.doing}: {answer.status_code}: {case.as_curl_command()[:500]}")

    for operation in schema.get_all_operations():
        route = operation.ok()
        lag.doing = f"{route.method.upper()} {route.path}"
        given = hypothesis.given(case=route.as_strategy())(ask)
        hypothesis.seed(seed)(settings(given))()
    table, rng = guest.make(seed=seed), random.Random(seed)
    for _ in range(5 * count):
        wrong += _odd_request(guest.http, table, rng, lag)
    return wrong


def _odd_request(http: httpx.Client, table: str, rng: random.Random, lag: Lag) -> list[str]:
    """A request as no client of ours makes it."""
    paths = ["", "api/", f"api/tables/{table}", f"api/replay/{table}/0", "api/rules", "ws/", "t/"]
    path = rng.choice(paths) + "/".join(_odd_path(rng) for _ in range(rng.randrange(3)))
    bodies: list[bytes] = [b"", b"{", b"[" * 9000, b"\xff" * 50, _odd_text(rng).encode()]
    method = rng.choice(["GET", "GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"])
    kinds = ["application/json", "text/plain", "x", "multipart/form-data"]
    headers = {"content-type": rng.choice(kinds)}
    query = rng.choice(["", "?lang=%00", "?" + _odd_path(rng), "?deal=" + "9" * 30])
    lag.doing = f"{method} /{path}"[:60]
    try:
        answer = http.request(
            method, f"/{path}{query}", content=rng.choice(bodies), headers=headers
        )
    except httpx.InvalidURL:
        return []
    except httpx.HTTPError as error:
        return [f"{method} {path[:200]!r}: {error!r}"]
    return [f"{method} {path[:200]!r}: {answer.status_code}"] if answer.status_code >= 500 else []


def _odd_path(rng: random.Random) -> str:
    return "".join(f"%{rng.randrange(256):02x}" for _ in range(rng.choice([1, 5, 60, 300])))


def _odd_text(rng: random.Random) -> str:
    return rng.choice([*_ODD, "".join(rng.choices(string.printable, k=rng.randrange(40)))])


# Messages.


def messages(guest: Guest, count: int, seed: int, lag: Lag) -> list[str]:
    """What went wrong with so many messages on sockets."""
    rng, wrong = random.Random(seed), list[str]()
    rulesets = [
        "classic",
        "four-deck",
        "six-player",
        "joker-bid",
        "meizhusong(enforcement=referee)",
    ]
    for at in range(0, count, 100):
        table = guest.make(rulesets[at // 100 % len(rulesets)], seed=at, bots="greedy")
        with guest.join(table) as player:
            sent = []
            try:
                for _ in range(100):
                    text = _message(rng, player.state)
                    sent.append(text)
                    lag.doing = text[:40]
                    player.socket.send(text)
                    _hear_some(player)
                lag.doing = "ping"
                player.say("ping", t=-7)
                while player.answer("pong")["t"] != -7:
                    pass
            except (ConnectionClosed, TimeoutError) as error:
                wrong.append(f"{error!r} after {sent[-3:]}")
    return wrong


def _hear_some(player: Any) -> None:
    try:
        while True:
            player.hear(timeout=0.001)
    except TimeoutError:
        return


_KINDS = incoming.ClientMessage.__subclasses__()


def _message(rng: random.Random, state: dict[str, Any]) -> str:
    """A message, mostly of a kind there is, with values that fit or do not."""
    kind = rng.choice(_KINDS)
    fields: dict[str, Any] = {"do": kind.__struct_config__.tag}
    for field in msgspec.structs.fields(kind):
        if rng.random() < 0.95:
            fields[field.name] = _value(field.name, rng, state)
    text = json.dumps(fields, ensure_ascii=rng.random() < 0.5)
    if rng.random() < 0.1:
        at = rng.randrange(len(text))
        text = (
            text[:at]
            + rng.choice(["", '"', "{" * 50, "[" * 2000, "\\ud800", "9" * 400])
            + text[at + 1 :]
        )
    return text[:15_000]


def _value(name: str, rng: random.Random, state: dict[str, Any]) -> Any:
    """A value for a field: one that fits as a rule."""
    hand = (state.get("view") or {}).get("hand", "-")
    fits: dict[str, Callable[[], Any]] = {
        "id": lambda: f"m{rng.randrange(10**6)}",
        "seq": lambda: state.get("seq", 0),
        "cards": lambda: rng.choice([None, hand, hand[: rng.randrange(8)], "SA", "XBB", "-"]),
        "on": lambda: rng.random() < 0.5,
        "seat": lambda: rng.randrange(6),
        "lang": lambda: rng.choice(["en", "zh-Hans", "zh-Hant"]),
    }
    if name in fits and rng.random() < 0.8:
        return fits[name]()
    return rng.choice([_odd_text(rng), rng.choice(_NUMBERS), rng.randrange(8), [], {}, [[1]]])
