"""Whatever clients say, in whatever order: no error, the log replays, the table can be played."""

from __future__ import annotations

import asyncio
import random
import threading

import pytest

from tests.server.serving import serving
from tests.server.test_table import drain
from tuolaji import PRESETS
from tuolaji.server.store.sqlite import SqliteStore
from tuolaji.server.table import entries as log
from tuolaji.server.table import timing
from tuolaji.server.table.state import replay

UNLIMITED = dict.fromkeys(("message_units", "chat", "room_changes"), (1e6, 1e6))


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(timing, "GRACE", 0.2)


def anything(player, rng):
    """A message, sensible or not."""
    seats, cards = [*range(6), None], [None, "", "SA", "XBB", "H2", "zz", "SAAKK"]
    if player.state["view"]:
        cards += [player.state["view"].get("hand"), player.choose(), player.choose()]
    seq = rng.choice([player.state["seq"]] * 6 + [0, player.state["seq"] + 1, 10**9])
    number = rng.randrange(30)
    return rng.choice(
        [
            ("act", {"id": f"a{number}", "seq": seq, "cards": rng.choice(cards)}),
            ("act", {"id": f"b{rng.random()}", "seq": seq, "cards": player.choose_safely()}),
            ("act", {"id": f"c{rng.random()}", "seq": seq, "cards": player.choose_safely()}),
            ("try", {"cards": rng.choice(cards) or "-"}),
            ("hint", {}),
            ("undo", {"id": f"u{number}"}),
            ("rest", {"id": f"r{number}"}),
            ("pause", {"on": rng.random() < 0.3}),
            ("speed", {"name": rng.choice(["instant", "warp"])}),
            (
                "terms",
                {"ruleset": rng.choice([player.state["room"]["ruleset"], "x"]), "bots": "club"},
            ),
            ("go", {}),
            ("sit", {"seat": rng.choice(seats)}),
            ("swap", {"a": rng.randrange(6), "b": rng.randrange(6)}),
            ("ready", {"on": rng.random() < 0.8}),
            ("remove", {"seat": rng.randrange(6)}),
            ("bot", {"seat": rng.randrange(6), "name": rng.choice(["club", "novice", None, "x"])}),
            ("auto", {"on": rng.random() < 0.5}),
            ("say", {"text": rng.choice(["hi", "", "x" * 300, "\u0000"])}),
            ("phrase", {"n": number}),
            ("name", {"text": rng.choice(["Mei", "", "\n", "x" * 99])}),
            ("rematch", {}),
            ("claim", {"seat": rng.randrange(6)}),
            ("luck", {"text": "abc", "cut": rng.choice([None, 0, 215])}),
            ("hold", {"seconds": rng.choice([None, 0, 0])}),
            ("lang", {"lang": rng.choice(["en", "zh-Hans", "zh-Hant", "fr"])}),
            ("hello", {"last": rng.choice([None, 0, seq]), "lang": "en"}),
            ("ping", {"t": 1}),
        ]
    )


def storm(guest, table, seed, messages, failures):
    """Say so many things, hearing what comes."""
    rng = random.Random(seed)
    try:
        with guest.join(table) as player:
            player.chance = rng
            player.choose_safely = lambda: player.choose() if player.my_turn() else None
            for _ in range(messages):
                say, facts = anything(player, rng)
                player.say(say, **facts)
                drain(player, 0.005)
    except Exception as error:  # noqa: BLE001  (told by the test)
        failures.append(error)


@pytest.mark.parametrize(
    "ruleset", ["classic", "joker-bid", "meizhusong(enforcement=referee)", "four-deck"]
)
def test_a_storm_of_messages_breaks_nothing(ruleset, tmp_path, caplog, impatient):  # noqa: ARG001
    failures = []
    running = serving(tmp_path, **UNLIMITED)
    with running as served, served.guest() as host, served.guest() as other:
        table = host.make(ruleset, seats="friends")
        guests = [host, other, host, other]
        threads = [
            threading.Thread(target=storm, args=(guest, table, seed, 150, failures))
            for seed, guest in enumerate(guests)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert failures == []
        errors = [record for record in caplog.records if record.levelname == "ERROR"]
        assert errors == [], errors[0].exc_text if errors else ""
        finish([host, other], table)
    store = SqliteStore(tmp_path / "tables.db")
    entries = [log.decode(body) for body in asyncio.run(store.read(table))]
    store.close()
    assert replay(table, entries).rows == len(entries)
    moves = [(e.seat, e.move) for e in entries if getattr(e, "move", None)]
    assert len(moves) == len(set(moves))


def finish(guests, table):
    """Somebody can bring the table to the end of a deal, whatever was done to it.

    A guest who stood up may have been sent away by the other one, who is then still welcome.
    """
    for guest in guests:
        with guest.join(table) as player:
            if takes_a_seat(player):
                play_on(player)
                return
    raise AssertionError("nobody may sit")


def takes_a_seat(player):
    """Whether a player has a seat or gets one, at once or when the running deal has ended."""
    for seat in range(player.state["room"]["players"]):
        if player.state["you"] is None and player.state["next_seat"] is None:
            player.say("sit", seat=seat)
            while player.hear()["is"] != "refused":
                if player.state["you"] is not None or player.state["next_seat"] is not None:
                    break
    if player.state["next_seat"] is not None:
        player.wait_for(lambda state: state["you"] is not None)
    return player.state["you"] is not None


def play_on(player):
    """Let a seated player play to the end of a deal that begins now."""
    for say, facts in (
        ("speed", {"name": "instant"}),
        ("pause", {"on": False}),
        ("hold", {"seconds": 0}),
        ("rematch", {}),
        ("ready", {"on": True}),
        ("auto", {"on": True}),
    ):
        player.say(say, **facts)
    for seat, taken in enumerate(player.state["room"]["seats"]):
        if taken["kind"] == "human" and seat != player.state["you"]:
            player.say("remove", seat=seat)
    drain(player)
    player.wait_for(lambda state: state["result"] is None and state["view"])
    player.wait_for(lambda state: state["result"])


@pytest.mark.parametrize("ruleset", PRESETS)
def test_people_alone_play_a_whole_deal(ruleset, tmp_path):
    """A person in every seat, each with their own browser; all see the same public facts."""
    with serving(tmp_path) as served:
        people = [served.guest().__enter__() for _ in range(6 if ruleset == "six-player" else 4)]
        table = people[0].make(ruleset, seats="friends")
        ends = {}

        def play(seat):
            with people[seat].join(table) as player:
                player.chance = random.Random(seat)
                if seat:
                    player.say("sit", seat=seat)
                    player.wait_for(lambda state: state["you"] == seat)
                together.wait()
                player.say("ready", on=True)
                while player.state["result"] is None:
                    if player.my_turn():
                        player.settle(player.act(player.choose()))
                    else:
                        player.hear()
                        if player.asked_to_cut():
                            player.say("cut", at=None)
                ends[seat] = player.state

        together = threading.Barrier(len(people))
        threads = [threading.Thread(target=play, args=(seat,)) for seat in range(len(people))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for person in people:
            person.http.close()
    assert len(ends) == len(people)
    same = {repr([end["view"][f] for f in ("settled", "kitty", "taken")]) for end in ends.values()}
    assert len(same) == 1
    assert {end["seq"] for end in ends.values()} == {ends[0]["seq"]}
