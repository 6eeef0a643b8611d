"""Order: whom one does not hear, what the operator is told, and how far onlookers are behind."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from dataclasses import replace
from types import SimpleNamespace

import pytest

from tests.server.serving import serving
from tuolaji.deal.actions import to_json
from tuolaji.deal.turn import action_of, choices
from tuolaji.deal.view import view
from tuolaji.server.guests import sign
from tuolaji.server.protocol.incoming import Report
from tuolaji.server.store.sqlite import SqliteStore
from tuolaji.server.table import entries as log
from tuolaji.server.table import order as orderly
from tuolaji.server.table.behind import Behind
from tuolaji.server.table.clients import Client
from tuolaji.server.table.commands import readable
from tuolaji.server.table.event_orders import MatchOf, Orders
from tuolaji.server.table.shuffle import seeded
from tuolaji.server.table.state import begin

MANY = (1e6, 1e6)


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    limits = dict.fromkeys(("request_units", "tables_of_guest", "tables_of_address"), MANY)
    with serving(tmp_path_factory.mktemp("order"), chat=MANY, **limits) as running:
        yield running


# What onlookers see.


def states(watch, match=None):
    """A whole deal with the table after each action."""
    made = log.Made("classic", "mei", 0, 0.0, watch=watch, match=match)
    state = begin("t", made).apply(log.Committed(seeded(3, 1).hex())).apply(log.Dealt(0.0))
    rng = random.Random(3)
    yield state
    while state.running:
        seat = state.deal.turn
        seen = view(state.deal, seat)
        may = choices(seen)
        cards = may.draw(rng.randrange) if may.count() else None
        state = state.apply(log.Acted(seat, to_json(action_of(seen, cards)), "bot"))
        yield state


def tricks(state):
    return len(state.deal.finished) if state.deal else 0


def test_onlookers_a_trick_behind_see_no_card_of_the_last_two_tricks():
    every = list(states("trick"))
    behind = Behind(begin("t", every[0].made))
    for state in every:
        shown = behind.follow(state)
        if not state.running:
            assert shown is state
        elif tricks(state) < 2:
            assert shown.played is None
        else:
            assert tricks(shown) == tricks(state) - 1
            assert not shown.deal.trick
    assert tricks(every[-1]) > 5


def test_onlookers_a_deal_behind_see_finished_deals_only():
    every = list(states("deal"))
    behind = Behind(begin("t", every[0].made))
    for state in every:
        shown = behind.follow(state)
        assert shown is state if not state.running else shown.played is None
    again = Behind(every[5])  # the server was started again in the middle of a deal
    assert again.follow(every[6]).played is None


def test_onlookers_of_boards_see_no_card_until_every_table_has_played_them():
    """Other tables may play the same cards later, so that the end of a deal opens nothing."""
    every = list(states("deal", MatchOf("cup", "1-1", 0, "", boards=True)))
    behind = Behind(begin("t", every[0].made))
    assert all(behind.follow(state).played is None for state in every)
    assert not every[-1].running
    last = every[-1]
    orders = Orders(1, False, 0.0, None, last.match.levels, None, 0, 1, ("",) * 4, open=True)
    opened = replace(last, orders=orders)
    assert behind.follow(opened) is opened


def test_without_a_delay_onlookers_see_the_table_as_it_is():
    every = list(states("now"))
    behind = Behind(every[0])
    assert all(behind.follow(state) is state for state in every)


@pytest.mark.parametrize("watch", ["trick", "deal"])
def test_nothing_of_what_is_behind_reaches_an_onlookers_socket(served, guest, watch):
    table = guest.make(seats="friends", watch=watch)
    with served.guest() as other, guest.join(table) as player, other.join(table) as onlooker:
        player.say("ready", on=True)
        player.play_deal()
        onlooker.wait_for(lambda state: state["result"])
        heard = [one for one in onlooker.heard if one["is"] == "state"]
    running = [one for one in heard if one["result"] is None]
    assert all((one["turn"] is None and one["out"] is None) or one["view"] for one in running)
    if watch == "deal":
        assert all(one["view"] is None and not one["steps"] for one in running)
    else:
        assert all(one["view"] is None or not one["view"]["trick"] for one in running)
        assert all(one["out"] is None or one["out"]["clock"] is None for one in running)
    assert heard[-1]["view"]["phase"] == "over"


def test_a_new_onlooker_is_no_nearer(served, guest):
    table = guest.make(seats="friends", watch="deal")
    with served.guest() as other, guest.join(table) as player:
        player.say("ready", on=True)
        player.wait_for(lambda state: state["view"] and state["turn"])
        with other.join(table) as onlooker:
            assert onlooker.state["view"] is None
            onlooker.say("say", text="play the ace")
            assert onlooker.answer("refused")["code"] == "no-talk"
            onlooker.say("hello", lang="en", last=player.state["seq"])
            assert onlooker.answer("state")["view"] is None


def test_what_all_may_ask_of_a_table_is_no_nearer_either(served, guest):
    table = guest.make("meizhusong", seats="friends", watch="deal")
    with served.guest() as other, guest.join(table) as player:
        player.say("ready", on=True)
        player.wait_for(lambda state: state["view"] and state["turn"])
        told = other.http.get(f"/api/tables/{table}").json()
        with other.join(table) as onlooker:
            room = onlooker.state["room"]
        assert player.state["room"]["clock"]["runs"]
        assert told["clock"] is None
        live = ("watchers", "chat", "full", "seats")
        assert {name: told[name] for name in told if name not in live} == {
            name: room[name] for name in room if name not in live
        }


@pytest.mark.parametrize("watch", ["trick", "deal"])
def test_what_is_said_in_a_deal_is_heard_by_onlookers_when_they_may_see_it(served, guest, watch):
    table = guest.make(seats="friends", watch=watch)
    with served.guest() as other, guest.join(table) as player, other.join(table) as onlooker:
        player.say("ready", on=True)
        player.wait_for(lambda state: state["view"] and state["turn"])
        player.say("say", text="I have both big jokers")
        player.answer("said")
        with served.guest() as third, third.join(table) as late:
            assert late.state["room"]["chat"] == []
        with guest.join(table) as again:
            assert [line["text"] for line in again.state["room"]["chat"]] != []
        player.play_deal()
        onlooker.answer("said")
        states = [one for one in onlooker.heard if one["is"] == "state"]
        assert all(one["result"] is None for one in states[:-1])
        player.say("say", text="well played")
        assert onlooker.answer("said")["text"] == "well played"


# Talk.


@pytest.fixture
def three(served):
    """Three guests at a table before it begins, each with what they hear."""
    guests = [served.guest() for _ in range(3)]
    for one in guests:
        one.__enter__()
    table = guests[0].make(seats="friends")
    with (
        guests[0].join(table) as a,
        guests[1].join(table) as b,
        guests[2].join(table) as c,
    ):
        yield guests, (a, b, c), table
    for one in guests:
        one.__exit__()


def identity(guest):
    return guest.http.post("/api/account/export").json()["guest"]


def order(player, do, **facts):
    player.say(do, **facts)
    return player.answer("order")["did"]


def lines(player, text):
    """What a player has heard till somebody says something everybody hears."""
    heard = []
    while (line := player.answer("said")["text"]) != text:
        heard.append(line)
    return heard


def test_who_is_muted_is_heard_by_the_others_only(three):
    guests, (a, b, c), table = three
    by = sign(identity(guests[1]), table)
    assert order(a, "mute", by=by, on=True) == "muted"
    b.say("say", text="one")
    assert c.answer("said")["text"] == "one"
    c.say("say", text="two")
    assert lines(a, "two") == []
    assert order(a, "mute", by=by, on=False) == "heard"
    b.say("say", text="three")
    assert a.answer("said") == {
        "is": "said", "seat": None, "name": a.heard[-1]["name"], "text": "three", "phrase": None,
        "by": by,
    }  # fmt: skip


def test_who_is_blocked_is_not_heard_at_other_tables_either_nor_met(three):
    guests, (a, b, _), table = three
    assert order(a, "block", by=sign(identity(guests[1]), table), on=True) == "blocked"
    other = guests[1].make(seats="friends", public=True)
    with guests[0].join(other) as again, guests[1].join(other) as speaker:
        speaker.say("say", text="hello")
        speaker.answer("said")
        again.say("say", text="I am here")
        assert lines(again, "I am here") == []
        room = guests[0].http.get("/api/room").json()["tables"]
        assert other not in [one["table"] for one in room]
    with guests[0].join(other) as later:
        assert [line["text"] for line in later.state["room"]["chat"]] == ["I am here"]
    quick = guests[1].http.post("/api/quick", json={"ruleset": "six-player"}).json()["table"]
    with guests[1].join(quick) as waiting:
        waiting.wait_for(lambda state: state["room"]["seats"][0]["ready"])
        for one in guests[:1]:
            found = one.http.post("/api/quick", json={"ruleset": "six-player"}).json()["table"]
            assert found != quick
    del b


def test_whoever_reports_much_displaces_only_what_they_have_reported(tmp_path, monkeypatch):
    """Else 500 reports of one would leave none of the others'."""
    monkeypatch.setattr(orderly, "time", itertools.count(1000.0).__next__)

    async def reported():
        store = SqliteStore(tmp_path / "a.db")
        chat = SimpleNamespace(whose=lambda _: "rude", need_time=lambda *_: None, lines=[])
        state = begin("t", log.Made("classic", "host", 0, 0.0))
        table = SimpleNamespace(store=store, chat=chat, told=lambda: state)
        for number in range(orderly.MOST_OF_ONE + 5):
            for who in ("eager", f"other {number}"):
                client = Client(who, None, SimpleNamespace(tell=lambda *_: None))
                await orderly.report(table, client, Report(by="x", why="talk", text=str(number)))
        kept = [orderly.read(text) for _, text in sorted((await store.facts("reports")).items())]
        store.close()
        return kept

    kept = asyncio.run(reported())
    eager = [one.text for one in kept if one.reporter == "eager"]
    assert eager == [str(number) for number in range(5, orderly.MOST_OF_ONE + 5)]
    assert len(kept) - len(eager) == orderly.MOST_OF_ONE + 5


def test_many_reporters_at_few_tables_displace_only_each_other(tmp_path, monkeypatch):
    """A new cookie costs nothing: twenty-five of them would leave none of the others' reports."""
    monkeypatch.setattr(orderly, "time", itertools.count(1000.0).__next__)
    monkeypatch.setattr(orderly, "MOST_REPORTS", 50)

    async def reported():
        store = SqliteStore(tmp_path / "a.db")
        chat = SimpleNamespace(whose=lambda _: "rude", need_time=lambda *_: None, lines=[])
        for number in range(80):
            honest = number % 8 == 0
            name = f"table {number}" if honest else f"flood {number % 10}"
            state = begin(name, log.Made("classic", "host", 0, 0.0))
            table = SimpleNamespace(store=store, chat=chat, told=lambda state=state: state)
            client = Client(f"guest {number}", None, SimpleNamespace(tell=lambda *_: None))
            await orderly.report(table, client, Report(by="x", why="talk", text=""))
        kept = [orderly.read(text) for text in (await store.facts("reports")).values()]
        store.close()
        return kept

    kept = asyncio.run(reported())
    assert len(kept) == 50
    assert sum(one.table.startswith("table") for one in kept) == 10


def test_signs_mean_nobody_at_another_table(three):
    guests, (a, *_), table = three
    own = identity(guests[0])
    for by in (sign(identity(guests[1]), "elsewhere"), sign(own, table), "x"):
        a.say("report", by=by, why="talk")
        assert a.answer("refused")["code"] == "no-such-guest"


def test_no_guests_id_is_told_to_others(three):
    guests, (a, b, c), _ = three
    a.say("say", text="hello")
    c.answer("said")
    ids = [identity(one) for one in guests]
    told = json.dumps(c.heard)
    assert not any(one in told for one in (ids[0], ids[1]))
    del b


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("  a\n\tb  ", "a b"),
        ("a\u202eb\u200b\u0000c", "abc"),
        ("e\u0301\u0301\u0301\u0301\u0301", "e\u0301\u0301"),
        ("升级！👍", "升级！👍"),
    ],
)
def test_texts_are_filtered_by_their_characters_only(text, shown):
    assert readable(text) == shown
