"""A hall for tests: an event on a server, its links, and a clock that moves when it is told to."""

from __future__ import annotations

import json
import time

import httpx
import pytest

from tests.server.serving import PATIENCE

PLAN = {"name": "Evening", "ruleset": "meizhusong", "format": "round-robin", "seed": "s"}


def entrants(number, size=2, **more):
    """Pairs, or threes."""
    names = ("Ann", "Bo", "Cy")[:size]
    return [
        {"id": f"e{at}", "name": f"Pair {at}", "players": [f"{name}{at}" for name in names], **more}
        for at in range(1, number + 1)
    ]


class Hall:
    """An event and the people who come by its links; `now` is the server's clock.

    real_time: it need not be moved, so that the server may be a cluster.
    """

    def __init__(self, served, number=4, *, real_time=False, **fields):
        self.served, self.now = served, time.time() if real_time else 1_000_000.0
        if served.service is not None:
            served.service.events.clock = lambda: self.now
        elif not real_time:
            pytest.skip("moves the server's clock, which is another process here")
        self.http = httpx.Client(base_url=served.url, timeout=PATIENCE, verify=False)
        plan = {**PLAN, "entrants": entrants(number), **fields}
        made = self.http.post("/api/events", json={"plan": plan})
        assert made.status_code == 200, made.text
        self.links = made.json()

    def link(self, role, who=""):
        name = who or role
        if name not in self.links:
            self.links[name] = self.ask("organiser", "links", role=role, who=who).json()["token"]
        return self.links[name]

    def ask(self, who, route, /, **body):
        headers = {"content-type": "application/json"}
        data = json.dumps(body)  # as it comes from a browser, half characters too
        return self.http.post(
            f"/api/event/{self.links[who]}/{route}", content=data, headers=headers
        )

    def do(self, who, what, why="", /, **fields):
        """Write an entry; what the server answers."""
        return self.ask(who, "do", entry={"what": what, **fields}, why=why)

    def done(self, who, what, why="", /, **fields):
        """Write an entry that must be accepted: its line, 0 if it says nothing new."""
        answer = self.do(who, what, why, **fields)
        assert answer.status_code == 200, answer.text
        return answer.json()["line"]

    def see(self, who, **query):
        answer = self.http.get(f"/api/event/{self.links[who]}", params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def draw(self, **body):
        answer = self.ask("organiser", "draw", **body)
        assert answer.status_code == 200, answer.text

    def start(self, round_):
        self.done("organiser", "started", matches=self.of_round(round_))

    def of_round(self, round_):
        return [one["id"] for one in self.round(round_) if one["away"]]

    def round(self, round_):
        return self.see("public")["rounds"][round_ - 1]["matches"]

    def match(self, id_, who="public"):
        rounds = self.see(who)["rounds"]
        return next(one for found in rounds for one in found["matches"] if one["id"] == id_)

    def points(self):
        return {row["who"]: row["points"] for row in self.see("public")["standings"][0]["rows"]}

    def total(self, match, levels, winner, who="referee"):
        return self.done(
            who, "totalentered", match=match, total={"levels": levels, "winner": winner}
        )
