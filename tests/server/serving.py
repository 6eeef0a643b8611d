"""A server in a thread of the test, and a client that speaks with it over a real socket."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from websockets.sync.client import ClientConnection, connect

from tuolaji.deal.turn import choices
from tuolaji.deal.view import View
from tuolaji.server.app import make_app
from tuolaji.server.connections import config
from tuolaji.server.limits import Limits
from tuolaji.server.listening import listen
from tuolaji.server.settings import Settings

State = dict[str, Any]
PATIENCE = 150.0  # seconds, more than anybody is waited for; a hang ends as a failure


class _Server(uvicorn.Server):
    """Looks a hundred times a second whether it is to stop; uvicorn's own ten times."""

    async def main_loop(self) -> None:
        for tick in itertools.count():
            if await self.on_tick(tick):
                return
            await asyncio.sleep(0.01)


class Served:
    """A server that runs."""

    def __init__(self, port: int, stop: Callable[[], None] = lambda: None) -> None:
        self.port, self.url = port, f"http://127.0.0.1:{port}"
        self.stop = stop
        self.service: Any = None
        self.house: Any = None
        self.app: Any = None

    def guest(self) -> Guest:
        return Guest(self)


@contextlib.contextmanager
def serving(
    folder: Path, *, store: Any = None, page: Path | None = None, **limits: Any
) -> Iterator[Served]:
    """A server whose data lie in the folder, until the block ends; limits: other than usual."""
    settings = Settings(folder, port=0, limits=Limits(**limits))
    bound = listen(settings)
    options = {} if page is None else {"page": page}
    app = make_app(settings, store=store, **options)
    server = _Server(config(app, settings.limits))
    thread = threading.Thread(target=lambda: server.run(sockets=[bound]))
    thread.start()
    try:
        while not server.started and thread.is_alive():
            threading.Event().wait(0.01)
        served = Served(bound.getsockname()[1], lambda: setattr(server, "should_exit", True))
        served.app = app.app
        served.service, served.house = app.app.state.service, app.app.state.house
        served.service.loop = server.servers[0].get_loop()
        yield served
    finally:
        server.should_exit = True
        thread.join()
        bound.close()


class Guest:
    """Somebody with a cookie of their own."""

    def __init__(self, served: Served) -> None:
        self.served = served
        # Without TLS: the certificates of the system are 25 ms of work to read.
        self.http = httpx.Client(base_url=served.url, timeout=PATIENCE, verify=False)

    def __enter__(self) -> Guest:
        self.http.get("/api/home").raise_for_status()
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def make(self, ruleset: str = "classic", **wanted: Any) -> str:
        body = {"ruleset": ruleset, "bots": "greedy", "speed": "instant", **wanted}
        answer = self.http.post("/api/tables", json=body)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["table"])

    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    @contextlib.contextmanager
    def join(self, table: str, *, last: int | None = None, lang: str = "en") -> Iterator[Player]:
        url = f"ws://127.0.0.1:{self.served.port}/ws/{table}"
        headers = {"Cookie": self.cookie()} if self.cookie() else {}
        with connect(
            url,
            additional_headers=headers,
            origin=self.served.url,
            compression=None,
            max_queue=None,  # what nobody reads must not keep it from closing
        ) as socket:
            player = Player(socket)
            player.say("hello", last=last, lang=lang)
            player.wait_for(lambda _: True)
            yield player


class Player:
    """A client at a table: what it says, and what it was sent."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.state: State = {}
        self.heard: list[State] = []
        self.numbers = itertools.count(1)
        self.chance = random.Random(1)

    def say(self, do: str, **facts: Any) -> None:
        self.socket.send(json.dumps({"do": do, **facts}))

    def hear(self, timeout: float = PATIENCE) -> State:
        message: State = json.loads(self.socket.recv(timeout=timeout))
        self.heard.append(message)
        if message["is"] == "state":
            self.state = message
        return message

    def answer(self, kind: str) -> State:
        """The next message of a kind."""
        while True:
            message = self.hear()
            if message["is"] == kind:
                return message

    def wait_for(self, wanted: Callable[[State], object]) -> State:
        """The next state that is wanted; the present one, if it is."""
        while not self.state or not wanted(self.state):
            self.hear()
        return self.state

    def my_turn(self) -> bool:
        return self.state.get("turn") is not None

    def asked_to_cut(self) -> bool:
        cut = self.state["room"]["cut"]
        return cut is not None and cut["seat"] == self.state["you"]

    def move(self) -> str:
        return f"m{next(self.numbers)}"

    def act(self, cards: str | None) -> str:
        """Do something with cards; the id of the move."""
        move = self.move()
        self.say("act", id=move, seq=self.state["seq"], cards=cards)
        return move

    def choose(self) -> str | None:
        """Something legal, drawn by lot; a show now and then."""
        if self.state["view"]["seat"] is None:  # an onlooker
            return None
        seen = View.from_json(self.state["view"])
        may = choices(seen)
        shows = seen.phase in ("draw", "call", "change", "name", "count")
        if not may.count() or (shows and self.chance.random() < 0.5):
            return None
        return str(may.draw(self.chance.randrange))

    def play_deal(self) -> State:
        """Play until the deal is over; the state with its result."""
        while self.state["result"] is None:
            if self.my_turn() and self.state["seq"] is not None:
                move = self.act(self.choose())
                self.settle(move)
            else:
                self.hear()
        return self.state

    def settle(self, move: str) -> State:
        """The answer to a move, and the state that comes with it."""
        while True:
            message = self.hear()
            if message["is"] in ("done", "refused") and message["id"] == move:
                break
        if message["is"] == "done":
            self.wait_for(lambda state: state["seq"] >= message["seq"])
        return message

    def hear_out(self) -> None:
        """Hear whatever comes, till the connection ends."""
        while True:
            self.hear()
