"""One table over real sockets: what is refused, what comes again, who comes back."""

from __future__ import annotations

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.serving import serving
from tuolaji.deal.turn import choices
from tuolaji.deal.view import View
from tuolaji.server.table import timing


def to_play(player):
    """Bring the player to their first turn with cards to lay; never banker, if it can be helped."""
    while True:
        player.wait_for(lambda state: state["turn"] is not None or state["result"])
        if player.state["view"]["phase"] == "play":
            return player.state
        player.settle(player.act(player.choose()))


def a_play(player):
    return str(next(iter(choices(View.from_json(player.state["view"])))))


# Moves.


def test_a_move_that_comes_twice_is_done_once(guest):
    with guest.join(guest.make(seed=5)) as player:
        to_play(player)
        move = {"id": "same", "seq": player.state["seq"], "cards": a_play(player)}
        held = len(player.state["view"]["hand"])
        player.say("act", **move)
        first = player.settle("same")
        player.wait_for(lambda state: state["turn"] is not None)
        seq = player.state["seq"]
        for _ in range(5):
            player.say("act", **move)
            assert player.settle("same") == first
        assert player.state["seq"] == seq
        assert len(player.state["view"]["hand"]) < held


def test_a_stale_move_is_refused_and_changes_nothing(guest):
    with guest.join(guest.make(seed=5)) as player:
        to_play(player)
        before = player.state["view"]
        player.say("act", id="old", seq=player.state["seq"] - 1, cards=a_play(player))
        refused = player.answer("refused")
        assert (refused["id"], refused["code"]) == ("old", "stale")
        player.say("ping", t=1)
        player.answer("pong")
        assert player.state["view"] == before
        player.settle(player.act(a_play(player)))
        assert player.state["view"] != before


def test_an_illegal_move_is_refused_with_its_rule_and_sentence(guest):
    with guest.join(guest.make(seed=5), lang="zh-Hans") as player:
        to_play(player)
        player.say("act", id="x", seq=player.state["seq"], cards="XBBBB")
        assert player.answer("refused")["code"] == "illegal"
        hand = player.state["view"]["hand"]
        player.say("act", id="y", seq=player.state["seq"], cards=hand)
        refused = player.answer("refused")
        assert refused["code"] == "illegal"
        assert refused["text"]
        if not player.state["view"]["trick"]:
            assert refused["rule"] == "lead.shapes"
        player.say("act", id="z", seq=player.state["seq"], cards="not cards")
        assert player.answer("refused")["code"] == "unreadable"
        player.say("act", id="w", seq=player.state["seq"], cards=None)
        assert player.answer("refused")["code"] == "illegal"


def test_out_of_turn_nothing_can_be_played(guest, served):
    table = guest.make(seats="friends", speed="instant")
    with served.guest() as other, guest.join(table) as host, other.join(table) as second:
        second.say("sit", seat=2)
        second.wait_for(lambda state: state["you"] == 2)
        host.say("ready", on=True)
        second.say("ready", on=True)
        for player in (host, second):
            player.wait_for(lambda state: state["view"] is not None)
        players = (host, second)
        while not any(p.state["view"]["phase"] == "play" and p.my_turn() for p in players):
            for player in players:
                drain(player)
                if player.my_turn():
                    player.settle(player.act(player.choose()))
        for player in players:
            drain(player)
        (out,) = [p for p in players if not p.my_turn()]
        out.say("act", id="no", seq=out.state["seq"], cards=out.state["view"]["hand"][:2])
        assert out.answer("refused")["code"] == "not-your-turn"


def drain(player, seconds=0.2):
    try:
        while True:
            player.hear(timeout=seconds)
    except TimeoutError:
        pass


# Coming back.


def test_who_comes_back_finds_the_same_state(guest):
    table = guest.make(seed=5)
    with guest.join(table) as player:
        before = to_play(player)
    with guest.join(table, last=before["seq"]) as again:
        for field in ("seq", "you", "view", "turn", "lanes"):
            assert again.state[field] == before[field], field
        assert again.state["steps"] == []


def test_who_comes_back_is_told_what_he_missed(guest):
    table = guest.make(seed=5)
    with guest.join(table) as player:
        before = to_play(player)
        player.settle(player.act(a_play(player)))
        player.wait_for(lambda state: state["turn"] is not None or state["result"])
    with guest.join(table, last=before["seq"]) as again:
        steps = [step["event"] for step in again.state["steps"]]
        assert steps.count("played") >= 4
    with guest.join(table) as fresh:
        assert fresh.state["steps"] == []
        assert fresh.state["view"] == again.state["view"]


def test_after_a_restart_every_table_is_there_again(tmp_path):
    folder = tmp_path / "again"
    with serving(folder) as served, served.guest() as guest:
        table = guest.make(seed=5)
        with guest.join(table) as player:
            before = to_play(player)
            served.stop()
            with pytest.raises(ConnectionClosed) as closed:
                player.hear_out()
        assert closed.value.rcvd.code == 1012
        cookie = guest.cookie()
    with serving(folder) as served, served.guest() as guest:
        guest.http.cookies.clear()
        guest.http.headers["Cookie"] = cookie
        guest.cookie = lambda: cookie
        with guest.join(table, last=before["seq"]) as again:
            assert again.state["view"] == before["view"]
            assert again.play_deal()["result"]


# Take-back, laying down, hints.


def test_a_move_against_bots_can_be_taken_back(guest):
    with guest.join(guest.make(seed=5)) as player:
        to_play(player)
        player.settle(player.act(a_play(player)))
        player.wait_for(lambda state: state["turn"] is not None)
        before = player.state["view"]
        player.settle(player.act(a_play(player)))
        player.wait_for(lambda state: state["turn"] is not None or state["result"])
        seq = player.state["seq"]
        player.say("undo", id="back")
        player.settle("back")
        assert player.state["seq"] > seq
        assert player.state["view"] == before
        assert player.play_deal()["result"]


def test_with_friends_nothing_is_taken_back(guest, served):
    table = guest.make(seats="friends")
    with served.guest() as other, guest.join(table) as host, other.join(table) as second:
        second.say("sit", seat=1)
        second.wait_for(lambda state: state["you"] == 1)
        for player in (host, second):
            player.say("ready", on=True)
        host.wait_for(lambda state: state["view"] is not None)
        host.say("undo", id="u")
        assert host.answer("refused")["code"] == "not-alone"
        host.say("pause", on=True)
        assert host.answer("refused")["code"] == "not-alone"


def test_the_last_card_can_be_laid_down(guest):
    with guest.join(guest.make(seed=5)) as player:
        while player.state["result"] is None:
            if not player.my_turn():
                player.hear()
            elif player.state["turn"]["rest"]:
                player.say("rest", id="rest")
                assert player.settle("rest")["is"] == "done"
                break
            else:
                player.settle(player.act(player.choose()))
        player.wait_for(lambda state: state["result"])
        assert player.state["view"]["cards"] == [0, 0, 0, 0]


def test_hints_and_trials_are_answered(guest):
    with guest.join(guest.make(seed=5)) as player:
        to_play(player)
        player.say("hint")
        hinted = player.answer("hinted")
        player.say("try", cards=hinted["cards"])
        tried = player.answer("tried")
        assert tried["ok"], tried
        player.say("try", cards="XBBBB")
        tried = player.answer("tried")
        assert not tried["ok"]
        assert tried["text"]


# Several at a table.


def test_a_bot_stands_in_for_who_is_lost_and_hands_back(guest, served, monkeypatch):
    monkeypatch.setattr(timing, "GRACE", 0.2)
    table = guest.make(seats="friends")
    with served.guest() as other, guest.join(table) as host:
        with other.join(table) as second:
            second.say("sit", seat=1)
            second.wait_for(lambda state: state["you"] == 1)
            host.say("ready", on=True)
            second.say("ready", on=True)
            second.wait_for(lambda state: state["view"] is not None)
        tricks = 0
        while tricks < 3:
            host.wait_for(lambda state: state["turn"] is not None or state["result"])
            if host.state["view"]["phase"] == "play":
                tricks = host.state["view"]["finished"]
            host.settle(host.act(host.choose()))
        assert host.state["room"]["seats"][1]["stand_in"]
        assert not host.state["room"]["seats"][1]["connected"]
        with other.join(table) as second:
            assert second.state["you"] == 1
            host.wait_for(lambda state: state["room"]["seats"][1]["connected"])
            assert not host.state["room"]["seats"][1]["stand_in"]
            while not second.my_turn():
                for player in (host, second):
                    drain(player)
                if host.my_turn() and not second.my_turn():
                    host.settle(host.act(host.choose()))
            held = second.state["view"]["cards"][1]
            drain(second, 0.5)
            assert second.state["view"]["cards"][1] == held


def test_a_seat_can_be_handed_to_a_bot_and_taken_back(guest):
    with guest.join(guest.make(seed=5)) as player:
        to_play(player)
        player.say("auto", on=True)
        player.wait_for(lambda state: state["view"]["finished"] >= 3)
        player.say("auto", on=False)
        player.wait_for(lambda state: not state["room"]["seats"][0]["auto"])


def test_rights_of_the_host(guest, served):
    table = guest.make(seats="friends")
    with served.guest() as other, guest.join(table) as host, other.join(table) as second:
        second.say("sit", seat=0)
        assert second.answer("refused")["code"] == "taken"
        second.say("sit", seat=3)
        second.wait_for(lambda state: state["you"] == 3)
        for say, facts in (("remove", {"seat": 0}), ("swap", {"a": 0, "b": 3})):
            second.say(say, **facts)
            assert second.answer("refused")["code"] == "not-host"
        host.say("swap", a=3, b=1)
        second.wait_for(lambda state: state["you"] == 1)
        host.say("bot", seat=2, name="novice")
        host.wait_for(lambda state: state["room"]["seats"][2]["bot"] == "novice")
        host.say("remove", seat=1)
        second.wait_for(lambda state: state["you"] is None)


def test_an_onlooker_sees_no_hand(guest, served):
    table = guest.make(seed=5)
    with served.guest() as other, guest.join(table) as player:
        to_play(player)
        with other.join(table) as watcher:
            assert watcher.state["you"] is None
            assert "hand" not in watcher.state["view"]
            assert watcher.state["turn"] is None
            watcher.say("sit", seat=1)
            assert watcher.answer("refused")["code"] == "full"
            watcher.say("act", id="a", seq=watcher.state["seq"], cards=None)
            assert watcher.answer("refused")["code"] == "not-seated"


def test_chat_is_open_closed_and_limited_as_the_rules_say(tmp_path):
    with serving(tmp_path, chat=(0.0, 5.0)) as served, served.guest() as guest:
        _chat(guest)


def _chat(guest):
    with guest.join(guest.make(seed=5)) as player:
        player.say("say", text="hello")
        assert player.answer("said")["text"] == "hello"
        player.say("say", text="x" * 201)
        assert player.answer("refused")["code"] == "too-long"
        for _ in range(5):
            player.say("phrase", n=3)
        assert player.answer("refused")["code"] == "too-fast"
    with guest.join(guest.make("four-deck", seed=5)) as player:
        player.wait_for(lambda state: state["view"] is not None)
        player.say("say", text="my cards are good")
        assert player.answer("refused")["code"] == "no-talk"
        player.say("name", text="I have both big jokers")  # it would be told everybody
        assert player.answer("refused")["code"] == "no-talk"


def test_a_pause_stops_the_draw(guest):
    with guest.join(guest.make(seed=5, speed="fast")) as player:
        player.wait_for(lambda state: state["view"] and state["view"]["drawn"] > 3)
        player.say("pause", on=True)
        player.wait_for(lambda state: state["room"]["paused"])
        drawn = player.state["view"]["drawn"]
        drain(player, 0.5)
        assert player.state["view"]["drawn"] == drawn
        player.say("pause", on=False)
        player.wait_for(lambda state: state["view"]["drawn"] > drawn)
