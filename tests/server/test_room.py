"""The public room: open tables, quick matches, rated deals and what becomes of them."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import time
from dataclasses import replace

import msgspec
import pytest

from tests.server.moments import PEOPLE, Moment, over, played_to
from tests.server.moments import seated as moment_of
from tests.server.serving import serving
from tests.server.timeless import Bots, Listener, SlowStore, run
from tuolaji import Ruleset
from tuolaji.deal.actions import to_json
from tuolaji.deal.turn import action_of, choices
from tuolaji.deal.view import view
from tuolaji.server.people import ratings, results
from tuolaji.server.people.accounts import Account
from tuolaji.server.people.ratings import LEFT, LOST, WON, Played, Rating
from tuolaji.server.people.results import DealResult
from tuolaji.server.people.room import SHOWN, person, quick_table
from tuolaji.server.protocol import incoming
from tuolaji.server.store.base import LogRow
from tuolaji.server.store.sqlite import SqliteStore
from tuolaji.server.table import commands, listing, timing
from tuolaji.server.table import entries as log
from tuolaji.server.table.actor import TableActor, summary
from tuolaji.server.table.commands import CommandRefused
from tuolaji.server.table.rated import need_fair
from tuolaji.server.table.state import begin

MANY = (1e6, 1e6)
RATED = {"seats": "friends", "public": True, "rated": True}
_numbers = itertools.count(1)


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    folder = tmp_path_factory.mktemp("room")
    many = dict.fromkeys(("request_units", "tables_of_guest", "tables_of_address"), MANY)
    with serving(folder, **many) as running:
        yield running


def account(guest):
    login = f"li{next(_numbers)}"
    made = guest.http.post("/api/account", json={"login": login, "password": "plum blossom"})
    assert made.status_code == 200, made.text
    return login


def room(guest):
    return guest.http.get("/api/room").json()


def listed(guest, table):
    return next((one for one in room(guest)["tables"] if one["table"] == table), None)


def until(wanted):
    while not (found := wanted()):
        time.sleep(0.02)
    return found


def refusal(player, do, **facts):
    player.say(do, **facts)
    return player.answer("refused")["code"]


# Ratings.


def deal(*outcomes, names=("a", "b", "c", "d")):
    """A deal in which seats 0 and 2 banked."""
    return [
        Played(who, outcome, banks=at % 2 == 0)
        for at, (who, outcome) in enumerate(zip(names, outcomes, strict=True))
    ]


def after(played, known=None):
    first = {who: ratings.first(who, "classic") for who in ratings.subjects(played)}
    return ratings.rated(played, {**first, **(known or {})})


def test_who_wins_rises_who_loses_falls_and_pairs_with_them():
    new = after(deal(WON, LOST, WON, LOST))
    assert new["a"].mu == new["c"].mu > 25 > new["b"].mu == new["d"].mu
    assert new["a+c"].mu > 25 > new["b+d"].mu
    assert all(one.sigma < 25 / 3 and one.deals == 1 for one in new.values())
    assert (new["a"].won, new["b"].won) == (1, 0)


def test_beating_the_strong_counts_for_more():
    strong = {who: Rating(who, "classic", 35.0, 4.0, 50, 30) for who in ("b", "d")}
    weak = {who: Rating(who, "classic", 15.0, 4.0, 50, 20) for who in ("b", "d")}
    played = deal(WON, LOST, WON, LOST)
    assert after(played, strong)["a"].mu > after(played, weak)["a"].mu


@pytest.mark.parametrize("left", ["a", "b", "ac", "bd", "ab", "abc", "abcd"])
@pytest.mark.parametrize("whole", [(WON, LOST, WON, LOST), (LOST, WON, LOST, WON)])
def test_a_leaver_loses_whatever_becomes_of_the_deal_and_spares_nobody_a_loss(left, whole):
    """Nor takes from anybody what they win."""
    names = "abcd"
    outcomes = [LEFT if who in left else one for who, one in zip(names, whole, strict=True)]
    new, all_stayed = after(deal(*outcomes)), after(deal(*whole))
    assert set(new) == set(names)  # no pair has played it together
    for who in names:
        if who in left:
            assert (new[who].mu < 25, new[who].won) == (True, 0)
        else:
            assert new[who] == all_stayed[who]


def test_a_bot_in_two_seats_is_rated_once_with_the_mean():
    bot = ratings.bot("club")
    new = after(deal(LOST, WON, LOST, WON, names=("a", bot, bot, bot)))
    assert new[bot].deals == 3
    assert new[bot].won == 2
    assert abs(new[bot].mu - 25.0) < abs(new["a"].mu - 25.0)


def test_a_rating_is_provisional_at_first_and_bots_are_matched_to_it():
    assert Rating("a", "classic", 25.0, 8.0, 19).shown()["provisional"]
    known = Rating("a", "classic", 26.0, 1.0, 20).shown()
    assert known == {
        "rating": 1540, "doubt": 80, "deals": 20, "won": 0, "provisional": False
    }  # fmt: skip
    assert [ratings.bot_like(mu) for mu in (0.0, 21.0, 25.0, 40.0)] == [
        "novice", "greedy", "club", "master"
    ]  # fmt: skip


def test_a_deal_is_rated_once_however_often_it_is_written_down(tmp_path):
    async def work():
        store = SqliteStore(tmp_path / "a.db")
        played = tuple(deal(WON, LOST, WON, LOST))
        first = DealResult("t", 0, "classic", True, played)
        second = replace(first, deal=1)
        both = [results.write_down(store, one) for one in (first, second, first, second)]
        await asyncio.gather(*both)
        assert (await ratings.read(store, "classic", ["a"]))["a"].deals == 2
        assert (await ratings.read(store, "classic", ["b+d"]))["b+d"].deals == 2
        assert len(await store.rows("SELECT 1 FROM results")) == 8
        unrated = replace(first, table="u", rated=False)
        await results.write_down(store, unrated)
        assert (await ratings.read(store, "classic", ["a"]))["a"].deals == 2
        store.close()

    asyncio.run(work())


# Who has left.


def seated():
    ruleset = Ruleset.parse("classic").lasting
    state = begin("t", log.Made(ruleset, "mei", 0, 0.0, rated=True))
    state = state.apply(log.Committed("00" * 64)).apply(log.Sat(0, "mei", "Mei"))
    for seat in (1, 2, 3):
        state = state.apply(log.BotSeated(seat, "club"))
    return state.apply(log.Dealt(0.0))


def acted(state, by):
    turn = state.deal.turn
    return state.apply(log.Acted(turn, {"action": "pass", "seat": turn}, by))


def test_a_seat_a_bot_played_last_is_left_and_one_taken_back_is_not():
    state = seated()
    while state.deal.turn != 0:
        state = acted(state, "bot")
    assert state.stood_in == frozenset()
    away = acted(state, "bot")
    assert away.stood_in == {0}
    while away.deal.turn != 0 and away.deal.phase == "draw":
        away = acted(away, "bot")
    if away.deal.phase == "draw":
        assert acted(away, "player").stood_in == frozenset()


def finished(*, leaves):
    """A deal in which a guest has seat 0 to the end, or leaves it after some tricks."""
    state, rng = seated(), random.Random(3)
    while state.running:
        if leaves and state.seats[0].kind == "human" and len(state.deal.finished) == 3:
            state = state.apply(log.BotSeated(0, "club"))
        seat = state.deal.turn
        seen = view(state.deal, seat)
        may = choices(seen)
        cards = may.draw(rng.randrange) if may.count() else None
        by = "player" if state.seats[seat].kind == "human" else "bot"
        state = state.apply(log.Acted(seat, to_json(action_of(seen, cards)), by))
    return state


def test_every_seat_of_a_deal_has_won_lost_or_left_it():
    state = finished(leaves=False)
    result = results.of_deal(state)
    bankers_won = state.deal.settled.result.side == "bankers"
    assert (result.table, result.deal, result.ruleset, result.rated) == ("t", 0, "classic", True)
    assert [one.who for one in result.played] == ["mei", *["bot:club"] * 3]
    for at, one in enumerate(result.played):
        assert one.banks == (at % 2 == state.deal.banker % 2)
        assert one.outcome == (WON if one.banks == bankers_won else LOST)


def test_whoever_stood_up_has_left_the_deal():
    mei, *others = results.of_deal(finished(leaves=True)).played
    assert (mei.who, mei.outcome) == ("mei", LEFT)
    assert all(one.outcome in (WON, LOST) for one in others)


@pytest.mark.parametrize(("at", "kind"), [(200.0, "human"), (400.0, "bot")])
def test_whoever_is_gone_from_a_rated_match_loses_no_deals_that_begin_long_after(at, kind):
    """And the others' deals count again."""
    state = played_to(moment_of("classic", rated=True), 0, over)
    moment = Moment(state, people=("maker",), said=[(at, 0, '{"do": "go"}')]).run(at + 5)
    assert moment.after.running
    assert moment.after.seats[1].kind == kind
    assert (("friend", 1) in moment.after.seen_hands) == (kind == "human")


def test_a_rated_deal_that_all_have_left_is_played_out_and_lost():
    """Somebody alone with bots would else close the page on every bad hand."""
    state = moment_of("classic", people=("maker",), rated=True).apply(log.Dealt(0.0))
    kept = Moment(state, people=()).run(state.made.kept)
    assert kept.after.stood_in == frozenset()
    moment = Moment(state, people=()).run(3600)
    assert moment.after.finished == 1
    assert results.of_deal(moment.after).played[0].outcome == LEFT
    assert moment.table.idle() > 0
    unrated = Moment(moment_of("classic").apply(log.Dealt(0.0)), people=()).run(3600)
    assert unrated.after.running


def test_nobody_alone_with_bots_keeps_a_rated_deal_waiting_for_ever():
    state = moment_of("classic", people=("maker",), rated=True).apply(log.Dealt(0.0))
    assert Moment(state, people=("maker",)).run(3600).after.finished == 1


def test_a_bot_of_their_strength_takes_the_seat_of_somebody_who_leaves():
    state = seated()
    mei = commands.Guest("mei", "Mei", 0, hosts=True, account=True, stand_in="expert")
    assert commands.sit(state, mei, None) == [log.BotSeated(0, "expert")]


# Rated tables.


@pytest.fixture(scope="module")
def rated(served):
    """Somebody with an account who has played a rated deal with bots, and an onlooker."""
    with served.guest() as guest, served.guest() as other:
        login = account(guest)
        table = guest.make(**RATED, watch="deal")
        with guest.join(table) as player, other.join(table) as onlooker:
            told = {"sit": refusal(onlooker, "sit", seat=1)}
            player.say("ready", on=True)
            player.wait_for(lambda state: state["view"])
            told["hint"] = refusal(player, "hint")
            told["undo"] = refusal(player, "undo", id="u")
            told["auto"] = refusal(player, "auto", on=True)
            told["pause"] = refusal(player, "pause", on=True)
            told["bot"] = refusal(player, "bot", seat=1, name="random")
            deleted = guest.http.delete(f"/api/matches/{table}").json()
            told["delete"] = deleted["detail"]["code"]
            player.play_deal()
            heard = [one for one in player.heard if one["is"] == "state"]
        yield guest, login, table, told, heard


def test_nobody_is_helped_at_a_rated_table(rated):
    *_, told, heard = rated
    assert told == {
        "sit": "no-account", "hint": "rated", "undo": "rated", "auto": "rated", "pause": "rated",
        "bot": "rated", "delete": "deal-running",
    }  # fmt: skip
    assert any(state["view"] and state["view"]["phase"] == "play" for state in heard)
    assert all(state["unseen"] is None and not state["undo"] for state in heard)
    assert heard[-1]["room"]["rated"]


def test_a_rated_deal_is_on_the_leaderboard_and_in_the_history(rated):
    guest, login, table, *_ = rated
    mine = until(lambda: guest.http.get(f"/api/people/{login}").json()["ratings"])[0]
    assert (mine["ruleset"], mine["deals"], mine["provisional"]) == ("classic", 1, True)
    told = guest.http.get(f"/api/people/{login}").json()
    (one,) = told["history"]
    assert (one["table"], one["deal"]) == (table, 0)
    assert one["outcome"] == ("won" if mine["won"] else "lost")
    assert (mine["rating"] > 1500) == (one["outcome"] == "won")
    assert told["you"]
    for kind, name in (("people", login), ("pairs", login), ("bots", None)):
        lines = guest.http.get(f"/api/leaderboard?kind={kind}").json()["lines"]
        assert any(who["login"] == name for line in lines for who in line["names"])
    (counted,) = guest.http.get("/api/account").json()["statistics"]
    assert counted["rating"]["deals"] == 1
    other = guest.http.get("/api/leaderboard?ruleset=four-deck").json()
    assert other == {"lines": []}


@pytest.mark.parametrize(("people", "code"), [(("maker",), None), (PEOPLE, "rated")])
def test_the_host_of_a_rated_match_hurries_nobody(people, code):
    state = moment_of("classic", people=people, rated=True)
    fast = incoming.read('{"do": "speed", "name": "instant"}')
    need_fair(state, fast)  # before it begins
    with pytest.raises(CommandRefused) if code else contextlib.nullcontext():
        need_fair(state.apply(log.Dealt(0.0)), fast)


@pytest.mark.parametrize("public", [True, False])
def test_where_somebody_plays_is_told_of_public_tables_only(tmp_path, public):
    """Whoever knows a table can come to it."""

    async def work():
        store = SqliteStore(tmp_path / "a.db")
        await store.open()
        state = replace(finished(leaves=False), table="t")
        state = replace(state, made=msgspec.structs.replace(state.made, public=public))
        await store.keep("mei", "name", "Mei")
        await store.append("t", 1, [LogRow(1, log.encode(state.made))], summary(state))
        await results.write_down(store, results.of_deal(state))
        told = [
            await person(store, Account("mei", "mei", "", "", 1, 0.0), "en", mine=mine)
            for mine in (True, False)
        ]
        store.close()
        return [one["history"][0]["table"] for one in told]

    assert asyncio.run(work()) == ["t", "t" if public else None]


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"seats": "me"}, "not-rateable"),
        ({"seed": 5}, "seed-with-others"),
        ({"ruleset": "classic(tricks_seen=all)"}, "not-rateable"),
    ],
)
def test_only_comparable_deals_are_rated(rated, wanted, code):
    guest, *_ = rated
    answer = guest.http.post("/api/tables", json={**RATED, **wanted})
    assert (answer.status_code, answer.json()["detail"]["code"]) == (400, code)


def test_nobody_chooses_how_long_rated_seats_are_kept(served, rated):
    """Else whoever is gone could be sent away at once, or lose the deals of a whole day."""
    guest, *_ = rated
    hall = served.house.tables.hall
    kept = [hall.tables[guest.make(**RATED, kept=kept)].state.made.kept for kept in (0, 86_400)]
    assert kept == [300, 300]


def test_onlookers_of_a_rated_table_are_a_trick_behind_at_least(served, rated):
    guest, *_ = rated
    hall = served.house.tables.hall
    wanted = ("now", "trick", "deal")
    tables = [guest.make(**RATED, watch=watch) for watch in wanted]
    assert [hall.tables[one].state.made.watch for one in tables] == ["trick", "trick", "deal"]


def test_rated_tables_are_made_by_people_with_an_account(guest):
    for path, body in (("/api/tables", RATED), ("/api/quick", {"rated": True})):
        answer = guest.http.post(path, json=body)
        assert (answer.status_code, answer.json()["detail"]["code"]) == (403, "no-account")


# The room.


def test_a_public_table_is_in_the_room_while_somebody_is_there(served, guest):
    private, public = guest.make(seats="friends"), guest.make(seats="friends", public=True)
    with served.guest() as other, guest.join(public), guest.join(private):
        one = until(lambda: listed(other, public))
        assert (one["free"], one["started"], one["rated"]) == (3, False, False)
        assert one["title"]
        assert "guests" not in one
        assert listed(other, private) is None
    until(lambda: listed(guest, public) is None)


def test_a_friend_is_followed_to_open_tables_only(served, guest):
    with served.guest() as friend:
        login = account(friend)
        told = guest.http.post("/api/follow", json={"login": login}).json()["friends"]
        assert [(one["login"], one["table"]) for one in told] == [(login, None)]
        private, public = friend.make(seats="friends"), friend.make(seats="friends", public=True)
        with friend.join(private):
            assert room(guest)["friends"][0]["table"] is None
        with friend.join(public):
            until(lambda: room(guest)["friends"][0]["table"] == public)
        guest.http.post("/api/follow", json={"login": login, "on": False})
        assert room(guest)["friends"] == []
    answer = guest.http.post("/api/follow", json={"login": "nobody-here"})
    assert answer.status_code == 404


# Quick matches.


def quick(guest, **wanted):
    answer = guest.http.post("/api/quick", json=wanted)
    assert answer.status_code == 200, answer.text
    return answer.json()["table"]


def test_those_who_want_the_same_meet_and_bots_fill_the_rest(served, guest, monkeypatch):
    table = quick(guest)
    with served.guest() as other, served.guest() as third, guest.join(table) as player:
        until(lambda: listed(other, table))
        assert quick(third, ruleset="four-deck") != table
        assert quick(other) == table
        with other.join(table) as second:
            second.wait_for(lambda state: state["you"] == 1)
            assert second.state["view"] is None  # there is time for others to come
            assert 0 < second.state["room"]["begins"] <= timing.QUICK
            monkeypatch.setattr(timing, "QUICK", 0.0)
            second.say("ready", on=True)
            second.wait_for(lambda state: state["view"])
            kinds = [seat["kind"] for seat in second.state["room"]["seats"]]
            assert kinds == ["human", "human", "bot", "bot"]
        player.wait_for(lambda state: state["view"])
        assert player.state["room"]["begins"] is None


def test_the_strong_and_the_weak_do_not_meet_by_themselves(tmp_path):
    with serving(tmp_path) as running, running.guest() as one, running.guest() as two:
        table = quick(one)
        who = two.http.post("/api/account/export").json()["guest"]
        store = running.service.store
        new = {who: Rating(who, "classic", 25.0 + 7, 2.0, 30, 20)}
        known = {who: ratings.first(who, "classic")}
        change = store.change(ratings.kept("classic", known, new))
        asyncio.run_coroutine_threadsafe(change, running.service.loop).result()
        with one.join(table):
            until(lambda: listed(two, table))
            assert quick(two) != table
            new = {who: Rating(who, "classic", 25.0 + 5, 2.0, 31, 20)}
            known = {who: Rating(who, "classic", 32.0, 2.0, 30, 20)}
            change = store.change(ratings.kept("classic", known, new))
            asyncio.run_coroutine_threadsafe(change, running.service.loop).result()
            assert quick(two) == table


async def pestered(*entries):
    """A quick match at which somebody else comes to look on every ten seconds, for a minute."""
    loop = asyncio.get_running_loop()
    state = begin("t", log.Made("classic", "maker", 0, 0.0, public=True, quick=True))
    for entry in (log.Committed("00" * 64), log.Sat(0, "maker", "Mei"), log.Readied(0, True)):
        state = state.apply(entry)
    for entry in entries:
        state = state.apply(entry)
    table = TableActor(state, {}, SlowStore(), Bots(random.Random(1)), clock=loop.time)
    table.start()
    for who in ("maker", "rude", *[""] * 6):
        page = Listener(who)
        table.join(page)
        table.said(page, incoming.read('{"do": "hello"}'))
        await asyncio.sleep(10.0 if not who else 0.0)
    await asyncio.sleep(1.0)
    await table.stop()
    return table.state.running


@pytest.mark.parametrize(
    "entries", [(), (log.Sat(1, "rude", "Li"),)], ids=["onlookers", "not ready"]
)
def test_nobody_keeps_a_quick_match_from_beginning(entries):
    assert run(pestered(*entries))


def test_many_new_tables_do_not_hide_a_quick_match_that_waits(tmp_path):
    async def work():
        store = SqliteStore(tmp_path / "a.db")
        for number in range(SHOWN + 10):
            rules = Ruleset.parse("classic").lasting
            made = log.Made(rules, "a" * 16, 0, 0.0, public=True, quick=number == 0)
            one = listing.listed(begin("t", made).apply(log.Sat(0, "a" * 16, "Mei")))
            one = msgspec.structs.replace(one, at=time.time() + number - 100)
            await store.keep(listing.ROOM, f"t{number}", msgspec.json.encode(one).decode())
        found = await quick_table(store, "b" * 16, "classic", rated=False)
        store.close()
        return found

    assert asyncio.run(work()) == "t0"
