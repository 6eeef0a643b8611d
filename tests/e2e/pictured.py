"""The event of the pictures: the cup of the examples in its second round."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Page

PLAN = Path(__file__).parents[2] / "examples" / "cup.toml"


class Pictured:
    """An event on a server; links: of everybody in it."""

    def __init__(self, address: str) -> None:
        self.make(address, toml=PLAN.read_text("utf-8"))
        self.links["referee"] = self._ask("organiser", "links", role="referee", who="Li")["token"]
        self._ask("organiser", "draw")
        first, second = ([match["id"] for match in one["matches"]] for one in self._see()["rounds"])
        self._do("organiser", "started", matches=first)
        for at, match in enumerate(first):
            total = {"levels": ["9", "5"] if at % 3 else ["4", "J"], "winner": 0 if at % 3 else 1}
            self._do("organiser", "totalentered", match=match, total=total)
        self._do("organiser", "started", matches=second)
        self.match = second[0]
        self._play(second[0], second[1])

    def make(self, address: str, **body: Any) -> None:
        """Make the event."""
        self.http = httpx.Client(base_url=address, timeout=60)
        self.links: dict[str, str] = self.http.post("/api/events", json=body).json()

    def _play(self, first: str, second: str) -> None:
        """A confirmed deal and one that waits at the first table, a dispute at the second."""
        for match, sides in ((first, ("home", "away")), (second, ("mine", "theirs"))):
            one = next(m for m in self._see()["rounds"][1]["matches"] if m["id"] == match)
            for who, key in zip(sides, ("home", "away"), strict=True):
                link = self._ask("organiser", "links", role="player", who=one[key])
                self.links[who] = link["token"]
        deal = {"match": first, "deal": 1, "report": {"attackers": 60, "banker": 0}}
        self._do("home", "dealentered", **deal)
        self._do("away", "confirmed", match=first, deal=1)
        self._do("home", "refereecalled", match=first)
        for who, points in (("mine", 60), ("theirs", 80)):
            report = {"attackers": points, "banker": 0}
            self._do(who, "dealentered", match=second, deal=1, report=report)

    def rule(self, page: Page) -> None:
        """Fill in a ruling until its effect is shown."""
        page.select_option("[data-ruling] [data-field=match]", self.match)
        page.select_option("[data-ruling] [data-field=foul]", "foul.card-count")
        page.fill("[data-field=why]", "26 cards")
        page.click("[data-do=show-effect]")
        page.wait_for_selector("[data-effect]")

    def _see(self) -> Any:
        return self.http.get(f"/api/event/{self.links['organiser']}").json()

    def _ask(self, who: str, route: str, /, **body: Any) -> Any:
        return self.http.post(f"/api/event/{self.links[who]}/{route}", json=body).json()

    def _do(self, who: str, what: str, /, **fields: Any) -> None:
        answer = self._ask(who, "do", entry={"what": what, **fields})
        assert "line" in answer, answer


class Played(Pictured):
    """An event whose matches are played at the server's tables, its first round begun."""

    def __init__(self, address: str, format_: str, speed: str, **fields: Any) -> None:
        people = [["梅兰", "秋菊", "Ann", "Bo"], ["青松", "翠竹", "Cy", "Di"]]
        plan = {
            "name": "梅竹杯",
            "ruleset": "meizhusong",
            "format": format_,
            "seed": "one",
            "entrants": [
                {"id": id_, "name": name, "players": who[: 4 if format_ == "teams" else 2]}
                for id_, name, who in zip(("a", "b"), ("梅队", "松队"), people, strict=True)
            ],
            "tables": {"bots": "club", "speed": speed},
            **fields,
        }
        self.make(address, plan=plan)
        self._ask("organiser", "draw")
        self._do("organiser", "started", matches=["1-1"])
        found = self._see()["rounds"][0]["matches"][0]
        body = {"role": "player", "who": found["home"], "player": 1}
        self.links["player"] = self._ask("organiser", "links", **body)["token"]
        self._warned = found["away"]

    def warn(self) -> None:
        """The referee warns the other side."""
        entry = {"what": "warned", "entrant": self._warned}
        self._ask("organiser", "do", entry=entry, why="They talked about the cards.")
