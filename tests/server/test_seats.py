"""Whoever has seen one hand of a deal never sees another one; and nobody loses a seat unasked."""

from __future__ import annotations

import contextlib

import pytest

from tests.server.test_table import drain


@contextlib.contextmanager
def friends(served, number, *, ready=True, **wanted):
    """A table at which so many people sit, who have begun a deal; the guests, then the players."""
    with contextlib.ExitStack() as stack:
        guests = [stack.enter_context(served.guest()) for _ in range(number)]
        table = guests[0].make(seats="friends", speed="slow", **wanted)
        players = [stack.enter_context(guest.join(table)) for guest in guests]
        for seat, player in enumerate(players[1:], start=1):
            player.say("sit", seat=seat)
            player.wait_for(lambda state, seat=seat: state["you"] == seat)
        if ready:
            for player in players:
                player.say("ready", on=True)
            for player in players:
                player.wait_for(lambda state: state["view"] is not None)
        yield table, guests, players


def hands(player):
    """Every hand a client was sent: seat, and cards."""
    views = [message["view"] for message in player.heard if message["is"] == "state"]
    return {view["seat"] for view in views if view and "hand" in view}


def test_an_outsider_sees_no_hand_of_a_running_deal(served):
    with friends(served, 1) as (table, _, _), served.guest() as stranger:
        for seat in (1, 2, 3, 1):
            with stranger.join(table) as player:
                player.say("sit", seat=seat)
                player.wait_for(lambda state, seat=seat: state["next_seat"] == seat)
                player.say("sit", seat=None)
                player.wait_for(lambda state: state["next_seat"] is None)
                for do, facts in (("hint", {}), ("try", {"cards": "SA"}), ("auto", {"on": True})):
                    player.say(do, **facts)
                    assert player.answer("refused")["code"] == "not-seated"
                assert hands(player) == set()


def test_with_a_new_cookie_for_every_seat_no_hand_is_seen_either(served):
    with friends(served, 1) as (table, _, _):
        for seat in (1, 2, 3):
            with served.guest() as stranger, stranger.join(table) as player:
                player.say("sit", seat=seat)
                player.wait_for(lambda state, seat=seat: state["next_seat"] == seat)
                drain(player)
                assert hands(player) == set()


def test_who_looks_on_without_a_cookie_gets_no_seat_when_a_deal_begins(served):
    """It was given all of them: nobody waited for any of them, and nobody was there."""
    with friends(served, 2, ready=False) as (table, _, (host, friend)):
        nobody = served.guest()
        with nobody.join(table) as onlooker:
            for player in (host, friend):
                player.say("ready", on=True)
            for player in (host, friend, onlooker):
                player.wait_for(lambda state: state["view"] is not None)
            drain(onlooker)
            assert hands(onlooker) == set()
            assert (host.state["you"], friend.state["you"], onlooker.state["you"]) == (0, 1, None)
            kinds = [seat["kind"] for seat in onlooker.state["room"]["seats"]]
            assert kinds == ["human", "human", "bot", "bot"]
        nobody.http.close()


def test_a_player_who_stands_up_gets_no_seat_but_the_own_one_back(served):
    with friends(served, 2) as (_, _, (host, _)):
        for seat in (2, 3):
            host.say("sit", seat=None)
            host.wait_for(lambda state: state["you"] is None)
            host.say("sit", seat=seat)
            host.wait_for(lambda state, seat=seat: state["next_seat"] == seat)
            assert host.state["you"] is None
            host.say("sit", seat=0)
            host.wait_for(lambda state: state["you"] == 0)
            assert host.state["next_seat"] is None
        assert hands(host) == {0}


def test_a_seat_that_somebody_left_is_not_taken_in_the_same_deal(served):
    with friends(served, 2) as (table, _, (_, second)), served.guest() as late:
        second.say("sit", seat=None)
        second.wait_for(lambda state: state["you"] is None)
        with late.join(table) as player:
            player.say("sit", seat=1)
            player.wait_for(lambda state: state["next_seat"] == 1)
            second.say("sit", seat=2)
            second.wait_for(lambda state: state["next_seat"] == 2)
            second.say("sit", seat=1)  # it is their own in this deal, whoever waits for it
            second.wait_for(lambda state: state["you"] == 1)
            player.wait_for(lambda state: state["next_seat"] is None)
            assert hands(player) == set()


def test_a_friend_who_comes_late_plays_from_the_next_deal_on(guest, served):
    table = guest.make(seats="friends")
    with guest.join(table) as host, served.guest() as late, late.join(table) as player:
        host.say("ready", on=True)
        host.wait_for(lambda state: state["view"] is not None)
        player.say("sit", seat=2)
        player.wait_for(lambda state: state["next_seat"] == 2)
        host.wait_for(lambda state: state["room"]["seats"][2]["next"])
        host.say("auto", on=True)
        player.wait_for(lambda state: state["result"])
        host.say("go")
        player.wait_for(lambda state: state["result"] is None)
        assert player.state["you"] == 2
        assert player.state["room"]["seats"][2]["kind"] == "human"
        assert player.state["room"]["seats"][2]["next"] is None


def test_all_seats_of_eight_can_be_taken(served):
    """The last two could be taken by bots only."""
    with friends(served, 8, ready=False, ruleset="friends(players=8)") as (_, _, players):
        assert [player.state["you"] for player in players] == list(range(8))


def test_where_nobody_is_left_the_deal_is_played_out_for_who_waits(guest, served):
    table = guest.make(seats="friends")
    with served.guest() as late, late.join(table) as player:
        with guest.join(table) as host:
            host.say("ready", on=True)
            host.wait_for(lambda state: state["view"] is not None)
            host.say("sit", seat=None)
            host.wait_for(lambda state: state["you"] is None)
        player.say("sit", seat=2)
        player.wait_for(lambda state: state["you"] == 2)
        assert player.state["view"]["phase"] == "draw"


# The host, and being sent away.


def test_a_pause_that_somebody_left_behind_ends_when_another_comes(guest, served):
    table = guest.make(seats="friends")
    with guest.join(table) as player:
        player.say("ready", on=True)
        player.wait_for(lambda state: state["view"] is not None)
        player.say("pause", on=True)
        player.wait_for(lambda state: state["room"]["paused"])
        player.say("sit", seat=None)
        player.wait_for(lambda state: state["you"] is None)
    with served.guest() as friend, friend.join(table) as player:
        player.say("sit", seat=1)
        player.wait_for(lambda state: state["you"] == 1)


def test_the_host_chooses_other_rules_until_the_first_deal(served):
    with contextlib.ExitStack() as stack:
        one, two = (stack.enter_context(served.guest()) for _ in range(2))
        table = one.make(seats="friends")
        host, other = (stack.enter_context(guest.join(table)) for guest in (one, two))
        other.say("sit", seat=1)
        other.wait_for(lambda state: state["you"] == 1)
        other.say("terms", ruleset="six-player", bots="club")
        assert other.answer("refused")["code"] == "not-host"
        for say, code in (
            ({"ruleset": "nonsense", "bots": "club"}, "no-such-ruleset"),
            ({"ruleset": "six-player", "bots": "nobody"}, "no-such-bot"),
        ):
            host.say("terms", **say)
            assert host.answer("refused")["code"] == code
        other.say("ready", on=True)
        other.wait_for(lambda state: state["room"]["seats"][1]["ready"])
        host.say("terms", ruleset="six-player", bots="novice")
        other.wait_for(lambda state: len(state["room"]["seats"]) == 6)
        room = other.state["room"]
        assert (room["ruleset"], room["bots"], room["players"]) == ("six-player", "novice", 6)
        assert [seat["kind"] for seat in room["seats"]] == ["human"] * 2 + ["empty"] * 4
        assert not room["seats"][1]["ready"]  # they agreed to other rules
        other.say("sit", seat=5)
        other.wait_for(lambda state: state["you"] == 5)
        host.say("terms", ruleset="classic", bots="novice")
        assert host.answer("refused")["code"] == "too-many-seated"
        for player in (host, other):
            player.say("ready", on=True)
        for player in (host, other):
            player.wait_for(lambda state: state["view"] or state["room"]["cut"])
            if player.asked_to_cut():
                player.say("cut", at=None)
        host.wait_for(lambda state: state["view"] is not None)
        host.say("terms", ruleset="six-player", bots="club")
        assert host.answer("refused")["code"] == "started"


def test_host_and_seat_are_kept_for_who_lost_the_connection(served):
    with friends(served, 3) as (table, guests, players):
        players[0].socket.close()
        second, third = players[1:]
        second.wait_for(lambda state: not state["room"]["seats"][0]["connected"])
        assert second.state["room"]["host"] == 0
        for player in (second, third, second):
            player.say("remove", seat=0)
            assert player.answer("refused")["code"] == "not-host"
        second.say("speed", name="fast")
        assert second.answer("refused")["code"] == "not-host"
        with guests[0].join(table) as back:
            assert back.state["you"] == 0
            assert back.state["room"]["host"] == 0


def test_after_the_time_of_the_table_the_next_is_host_and_may_send_away(served):
    with friends(served, 2, kept=0.3) as (table, guests, players):
        players[0].socket.close()
        second = players[1]
        second.wait_for(lambda state: state["room"]["host"] == 1)
        second.say("remove", seat=0)
        second.wait_for(lambda state: state["room"]["seats"][0]["kind"] == "bot")
        with guests[0].join(table) as back:
            assert back.state["you"] is None
            for seat in (0, 2):
                back.say("sit", seat=seat)
                assert back.answer("refused")["code"] == "removed"
            assert hands(back) == set()


def test_in_the_lobby_too_the_next_host_hears_of_it(served):
    with friends(served, 2, ready=False, kept=0.3) as (_, _, (host, second)):
        host.socket.close()
        second.wait_for(lambda state: state["room"]["host"] == 1)


@pytest.mark.parametrize("people", [2, 3])
def test_in_a_match_somebody_is_sent_away_when_all_others_agree(people, served):
    with friends(served, people) as (_, _, players):
        host, second = players[:2]
        host.say("remove", seat=1)
        assert host.answer("refused")["code"] == "not-agreed"
        assert second.state["you"] == 1
        if people == 2:
            host.say("remove", seat=1)  # to say it twice does not make two
            assert host.answer("refused")["code"] == "not-agreed"
            return
        players[2].say("remove", seat=1)
        second.wait_for(lambda state: state["you"] is None)
        assert second.state["room"]["seats"][1]["kind"] == "bot"
        second.say("sit", seat=1)
        assert second.answer("refused")["code"] == "removed"


def test_before_a_match_the_host_sends_away_and_it_stays_so(served):
    with friends(served, 2, ready=False) as (_, _, (host, second)):
        host.say("remove", seat=1)
        second.wait_for(lambda state: state["you"] is None)
        second.say("sit", seat=2)
        assert second.answer("refused")["code"] == "removed"


def test_the_host_can_turn_away_who_waits_for_a_seat(served):
    with (
        friends(served, 1) as (table, _, (host,)),
        served.guest() as late,
        late.join(table) as player,
    ):
        player.say("sit", seat=2)
        player.wait_for(lambda state: state["next_seat"] == 2)
        host.say("remove", seat=2)
        player.wait_for(lambda state: state["next_seat"] is None)
        assert player.state["room"]["seats"][2]["kind"] == "bot"
        player.say("sit", seat=1)
        assert player.answer("refused")["code"] == "removed"


def test_nothing_is_taken_back_in_a_deal_that_somebody_else_has_played(served):
    with friends(served, 2) as (_, _, (host, second)):
        second.say("sit", seat=None)
        host.wait_for(lambda state: state["room"]["seats"][1]["kind"] == "bot")
        assert not host.state["room"]["alone"]
        for do, facts in (("undo", {"id": "u"}), ("pause", {"on": True})):
            host.say(do, **facts)
            assert host.answer("refused")["code"] == "not-alone"
