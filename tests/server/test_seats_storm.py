"""Whatever people at a table do, come and go, nobody sees two hands or loses a seat unasked."""

from __future__ import annotations

import asyncio
import json
import random
from collections import defaultdict

from tests.server.timeless import Bots, Listener, SlowStore, run
from tuolaji import Ruleset
from tuolaji.deal.turn import choices
from tuolaji.deal.view import View
from tuolaji.server.protocol import incoming
from tuolaji.server.table import entries as log
from tuolaji.server.table.actor import TableActor
from tuolaji.server.table.shuffle import seeded
from tuolaji.server.table.state import HUMAN, begin

GUESTS = [*(f"g{n}" for n in range(6)), "", ""]  # two come without a cookie
STEPS = 1000


def table_of(rng, clock):
    """A table of any kind, whose maker sits there."""
    rules = rng.choice(["classic", "meizhusong", "six-player", "friends"])
    rated = rng.random() < 0.3
    made = log.Made(
        Ruleset.parse(rules).lasting,
        "g0",
        0,
        0.0,
        speed=rng.choice(["instant", "fast"]),
        kept=300.0 if rated else rng.choice([0.0, 5.0, 300.0]),
        rated=rated,
        quick=rng.random() < 0.2,
        watch=rng.choice(["now", "trick", "deal"]),
    )
    state = begin("t", made).apply(log.Committed(seeded(1, 1).hex())).apply(log.Sat(0, "g0", "g0"))
    return TableActor(state, {}, SlowStore(), Bots(rng, slow=0.05), clock=clock)


class Watched:
    """Looks at every change of a table, and who asked for it."""

    def __init__(self, table):
        self.table, self.asks = table, None
        self.append, self.do = table.append, table.handler.do
        table.append, table.handler.do = self.appending, self.doing

    async def doing(self, client, message):
        self.asks = client.guest
        try:
            await self.do(client, message)
        finally:
            self.asks = None

    async def appending(self, entries):
        before = self.table.state
        await self.append(entries)
        after = self.table.state
        sits = [seat.guest for seat in after.seats if seat.kind == HUMAN]
        assert "" not in sits
        assert len(sits) == len(set(sits))
        seen = [guest for guest, _ in after.seen_hands]
        assert not after.running or len(seen) == len(set(seen))
        if before.in_match and after.in_match:
            for at, seat in enumerate(before.seats):
                if seat.kind == HUMAN and after.seats[at].guest != seat.guest:
                    self.leaves(seat.guest, at, entries)

    def leaves(self, guest, at, entries):
        """In a match a seat is left by its owner, by all others' wish, or when it is not kept."""
        presence, kept = self.table.schedule.presence, self.table.state.made.kept
        if any(isinstance(entry, log.Removed) for entry in entries):
            if guest in presence.guests():
                assert len(presence.connected() - {at}) > 1
            else:
                assert self.table.clock() >= presence._gone[guest] + kept
        elif guest in presence.guests():
            assert guest == self.asks


def wish(rng, players):
    """Something that somebody could want; most want to play."""
    seat = rng.randrange(players)
    wanted = ["ready"] * 8 + ["act"] * 30 + ["go"] * 8 + ["sit"] * 4
    do = rng.choice([*wanted, "stand", "swap", "remove", "bot", "auto", "rematch", "undo", "rule"])
    facts = {
        "ready": {"on": rng.random() < 0.97},
        "sit": {"seat": seat},
        "stand": {"do": "sit", "seat": None},
        "swap": {"a": seat, "b": rng.randrange(players)},
        "remove": {"seat": seat},
        "bot": {"seat": seat, "name": rng.choice(["club", None])},
        "auto": {"on": rng.random() < 0.5},
        "undo": {"id": f"{rng.random()}"},
        "rule": {"on": rng.choice(["points", "void"]), "points": 5, "sure": True},
    }
    return {"do": do, **facts.get(do, {})}


def move(rng, told):
    """A legal move for whoever is asked, else None."""
    if told is None or not told["turn"] or not told["view"]:
        return None
    may = choices(View.from_json(told["view"]))
    plays = told["view"]["phase"] in ("play", "bury", "partner") and may.count()
    cards = str(may.draw(rng.randrange)) if plays else None
    return {"do": "act", "id": f"{rng.random()}", "seq": told["seq"], "cards": cards}


def heard(page, hands):
    """The last state that a page was told; no page is told a second hand of a deal."""
    states = [message for _, message in page.states()]
    for state in states:
        view = state["view"]
        if view and view.get("hand") and view["phase"] != "over":
            assert page.guest
            hands[page.guest, state["room"]["commit"]].add(state["you"])
            assert len(hands[page.guest, state["room"]["commit"]]) == 1
    page.heard.clear()
    page.last = states[-1] if states else page.last


def comes(rng, table):
    page = Listener(rng.choice(GUESTS))
    page.last, page.login, page.like = None, page.guest or None, "greedy" if page.guest else ""
    table.join(page)
    table.said(page, incoming.read('{"do": "hello"}'))
    return page


async def storm(seed):
    """How many hands were seen, and how many deals were played to their end."""
    loop, rng = asyncio.get_running_loop(), random.Random(seed)
    table, hands, pages = table_of(rng, loop.time), defaultdict(set), []
    Watched(table)
    table.start()
    for _ in range(STEPS):
        chance = rng.random()
        if len(pages) < 3 or chance < 0.06:
            pages.append(comes(rng, table))
        elif chance < 0.09:
            table.leave(pages.pop(rng.randrange(len(pages))))
        else:
            wanted = wish(rng, table.state.ruleset.players)
            for page in pages if wanted["do"] == "act" else [rng.choice(pages)]:
                heard(page, hands)
                said = move(rng, page.last) if wanted["do"] == "act" else wanted
                if said is not None:
                    table.said(page, incoming.read(json.dumps(said)))
        waits = [0, 0, 0.01, 0.1, 0.5, 0.5] if rng.random() < 0.995 else [12, 70, 320]
        await asyncio.sleep(rng.choice(waits))
    for page in pages:
        heard(page, hands)
    await table.stop()
    return len(hands), table.state.finished


def test_nobody_sees_two_hands_or_loses_a_seat_unasked():
    """What is asserted while a table works is an error of its task, which fails the test, too."""
    hands, deals = map(sum, zip(*(run(storm(seed)) for seed in range(6)), strict=True))
    assert hands > 20
    assert deals > 10
