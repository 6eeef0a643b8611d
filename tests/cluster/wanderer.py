"""A player who plays on whatever happens to the servers, repeats and reorders, and notes it all."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from itertools import pairwise

import httpx
from websockets.exceptions import WebSocketException

from tests.server.serving import PATIENCE, Guest, Player, Served, State
from tuolaji import PRESETS

_LOST = (WebSocketException, OSError, TimeoutError, httpx.HTTPError)
DEALS = 2  # at one table


@dataclass
class Sitting:
    """What was said at one table, and what came of it."""

    table: str
    made: float = 0.0  # when it was said to be made
    seq: int = -1  # that was told last
    backs: int = 0  # how often it was told that the table had gone back
    gone: bool = False  # there is no such table any more
    lost: set[str] = field(default_factory=set)  # acknowledged, and not done any more
    at: dict[str, float] = field(default_factory=dict)  # when moves were acknowledged
    acknowledged: dict[str, int] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)  # and with what code
    sent: list[State] = field(default_factory=list)
    unanswered: Counter[str] = field(default_factory=Counter)  # copies sent through this gateway

    def told(self, seq: int) -> None:
        """The table stands there; if it stood farther, what was done since then is lost."""
        if seq < self.seq:
            self.backs += 1
            self.sent.clear()
            for move in [move for move, at in self.acknowledged.items() if at > seq]:
                self.lose(move)
        self.seq = seq

    def lose(self, move: str) -> None:
        """A move that was acknowledged is not done any more."""
        del self.acknowledged[move]
        self.lost.add(move)


class Wanderer:
    """Plays at one table after the other, through any gateway."""

    def __init__(self, ports: list[int], seed: int) -> None:
        self.ports, self.chance = ports, random.Random(seed)
        self.seed, self.number, self.comebacks = seed, 0, 0
        self.sittings: list[Sitting] = []
        self.times = [time.monotonic()]  # when a move was acknowledged
        self.wrong: list[str] = []
        self.guest: Guest | None = None
        self.forgiven = float("inf")  # what was acknowledged later may be lost
        self.enough = threading.Event()
        self.thread = threading.Thread(target=self._wander)

    def _wander(self) -> None:
        while not self.enough.is_set():
            try:
                self._play()
            except _LOST:
                self.comebacks += 1
                time.sleep(0.05)

    def _anywhere(self) -> Served:
        return Served(self.chance.choice(self.ports))

    def _play(self) -> None:
        """Play at the present table, through any gateway, until the connection is lost."""
        if self.guest is None:
            with httpx.Client(base_url=self._anywhere().url, timeout=PATIENCE) as http:
                http.get("/api/home").raise_for_status()
                guest = Guest(self._anywhere())
                guest.http.cookies = http.cookies
                ruleset = PRESETS[(self.seed + len(self.sittings)) % len(PRESETS)]
                body = {"ruleset": ruleset, "bots": "greedy", "speed": "instant"}
                answer = http.post("/api/tables", json=body).raise_for_status()
            self.sittings.append(Sitting(answer.json()["table"], time.monotonic()))
            self.guest = guest
        sitting = self.sittings[-1]
        self.guest.served = self._anywhere()
        if self._is_gone(sitting):
            self.guest.http.close()
            self.guest = None
            return
        with self.guest.join(sitting.table) as player:
            player.chance = self.chance
            sitting.told(player.state["seq"])
            sitting.unanswered = Counter({move["id"]: 0 for move in sitting.sent})
            try:
                self._repeat(player, sitting)
                while not self.enough.is_set():
                    if self._step(player, sitting):
                        self.guest.http.close()
                        self.guest = None
                        return
            finally:
                sitting.seq = player.state["seq"]
                self._note_heard(player, sitting)

    def _is_gone(self, sitting: Sitting) -> bool:
        """Whether a table is none any more, with all that was done there."""
        assert self.guest is not None
        url = f"{self._anywhere().url}/api/tables/{sitting.table}"
        if self.guest.http.get(url).status_code != HTTPStatus.NOT_FOUND:
            return False
        sitting.gone = True
        for move in list(sitting.acknowledged):
            sitting.lose(move)
        return True

    def _repeat(self, player: Player, sitting: Sitting) -> None:
        """After a loss the last moves are sent again, in any order: what was done is done."""
        last = sitting.sent[-3:]
        for move in self.chance.sample(last, len(last)):
            self._send(player, sitting, move)
            player.settle(move["id"])

    def _step(self, player: Player, sitting: Sitting) -> bool:
        """Do what is to be done, or hear what happens; whether it is enough at this table."""
        result = player.state["result"]
        if result is not None:
            if player.state["room"]["match"]["deals"] >= DEALS or result["over"]:
                return True
            player.say("go")
        elif player.my_turn():
            self._move(player, sitting)
            return False
        if player.asked_to_cut():
            player.say("cut", at=None)
        player.hear(timeout=PATIENCE)
        return False

    def _move(self, player: Player, sitting: Sitting) -> None:
        self.number += 1
        cards, drawing = player.choose(), player.state["view"]["phase"] == "draw"
        move = {"id": f"m{self.number}", "seq": player.state["seq"], "cards": cards}
        noted = cards is not None or not drawing  # nothing is written for a pass in the draw
        if noted:
            sitting.sent.append(move)
            for _ in range(1 + (self.chance.random() < 0.2)):
                self._send(player, sitting, move)
        else:
            player.say("act", **move)
        if self.chance.random() < 0.1 and len(sitting.sent) > 1:
            self._send(player, sitting, self.chance.choice(sitting.sent[:-1]))
        player.settle(move["id"])
        self._note_heard(player, sitting)
        self.times.append(time.monotonic())

    def _send(self, player: Player, sitting: Sitting, move: State) -> None:
        sitting.unanswered[move["id"]] += 1
        player.say("act", **move)

    def _note_heard(self, player: Player, sitting: Sitting) -> None:
        """Take down the answers to moves, of each copy that was sent."""
        for message in player.heard:
            answers = message["is"] in ("done", "refused")
            if answers and message["id"] in sitting.unanswered:
                self._note(sitting, message)
        player.heard.clear()

    def _note(self, sitting: Sitting, answer: State) -> None:
        """What was done stays done; a move is refused if no other copy of it is under way."""
        move = answer["id"]
        sitting.unanswered[move] -= 1
        if answer.get("code") == "too-fast":  # nobody has looked at this copy
            return
        told = answer.get("seq")  # none if it was refused
        if sitting.acknowledged.get(move, told) != told and sitting.at[move] > self.forgiven:
            sitting.lose(move)
        if answer["is"] == "done":
            if move not in sitting.acknowledged:
                sitting.at[move] = time.monotonic()
                sitting.lost.discard(move)
            known = sitting.acknowledged.setdefault(move, answer["seq"])
            if known != answer["seq"]:
                self.wrong.append(f"{sitting.table}: {move} was done at {known}, now {answer}")
            sitting.refused.pop(move, None)
        elif move in sitting.acknowledged:
            self.wrong.append(f"{sitting.table}: {move} was done, and is refused now: {answer}")
        elif sitting.unanswered[move] <= 0:
            sitting.refused[move] = answer["code"]

    def silence(self, since: float) -> float:
        """The longest time without an acknowledged move from then on."""
        times = [at for at in self.times if at >= since]
        first = max((at for at in self.times if at < since), default=since)
        every = [first, *times]
        return max((b - a for a, b in pairwise(every)), default=0.0)


def wait_until(done: Callable[[], bool], seconds: float) -> bool:
    """Whether it is done in that time."""
    until = time.monotonic() + seconds
    while not done():
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True
