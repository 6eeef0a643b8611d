"""Matches of an event at the server's own tables: seats, results, rulings, calls, boards."""

from __future__ import annotations

import contextlib
import time

import pytest

from tests.server.event_hall import Hall
from tests.server.serving import PATIENCE, serving


def wait(look):
    """What a look finds, as soon as it finds something."""
    until = time.monotonic() + PATIENCE
    while not (found := look()):
        assert time.monotonic() < until, "nothing has happened"
        time.sleep(0.02)
    return found


class Tables(Hall):
    """An event whose matches are played here."""

    def __init__(self, served, number=2, **fields):
        fields = {"ruleset": "meizhusong", "tables": {"speed": "instant"}, **fields}
        super().__init__(served, number, **fields)
        self.now = time.time()
        self.draw()
        self.start(1)

    def table(self, match="1-1", room=0):
        return wait(lambda: self.match(match)["played_at"][room])

    def personal(self, who, player):
        asked = self.ask("organiser", "links", role="player", who=who, player=player)
        self.links[f"{who}.{player}"] = asked.json()["token"]
        return self.links[f"{who}.{player}"]

    def sit(self, guest, link, seat, match="1-1", room=0):
        body = {"match": match, "room": room, "seat": seat}
        return guest.http.post(f"/api/event/{link}/seat", json=body)


@pytest.fixture
def four(served):
    """Four people at the table of a match, each by their own link."""
    with contextlib.ExitStack() as stack:
        tables = Tables(served)
        table = tables.table()
        tables.link("referee", "Li")
        tables.guests, tables.players = [], []
        for seat, (who, player) in enumerate((("e1", 1), ("e2", 1), ("e1", 2), ("e2", 2))):
            guest = stack.enter_context(served.guest())
            answer = tables.sit(guest, tables.personal(who, player), seat)
            assert answer.json() == {"table": table}, answer.text
            tables.guests.append(guest)
            tables.players.append(stack.enter_context(guest.join(table)))
        yield tables


def play(tables, done):
    """Let all four play until something is so."""
    acted, until = [None] * len(tables.players), time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < until
        for at, player in enumerate(tables.players):
            with contextlib.suppress(TimeoutError):
                while True:
                    player.hear(timeout=0)
            if acted[at] is player.state:
                continue
            acted[at] = player.state
            if player.my_turn():
                player.act(player.choose())
            elif (player.state["room"]["cut"] or {}).get("seat") == at:
                player.say("cut", at=None)
            elif player.state["result"]:
                player.say("go")


def actor(tables, table):
    return tables.served.house.tables.hall.tables[table]


def in_play(tables):
    return tables.players[0].state["view"] and tables.players[0].state["view"]["phase"] == "play"


def nobody_takes_anothers_seat(four, served, table):
    with served.guest() as stranger:
        assert four.sit(stranger, four.links["public"], 0).status_code == 403
        assert four.sit(stranger, four.links["e1.1"], 1).status_code == 403
        assert four.sit(stranger, four.links["e1.1"], 2).status_code == 403
        assert four.sit(stranger, four.link("player", "e1"), 2).json()["detail"]["code"] == "taken"
        with stranger.join(table) as onlooker:
            onlooker.say("sit", seat=0)
            assert onlooker.answer("refused")["code"] == "of-event"
    play(four, lambda: in_play(four))
    refused = four.sit(four.guests[0], four.links["e1.2"], 2)
    assert "another hand" in refused.json()["detail"]["text"]
    # Who lost their phone comes by their link with another one, in mid-deal.
    with served.guest() as again:
        assert four.sit(again, four.links["e1.1"], 0).status_code == 200
        with again.join(table) as other:
            assert other.wait_for(lambda state: state["you"] == 0)["view"]["hand"]
        assert four.sit(four.guests[0], four.links["e1.1"], 0).status_code == 200


def a_foul_in_the_running_deal(four, table, referee):
    """The away side took back two cards, 10 points each by the page."""
    deal = four.do(referee, "foulruled", "seen", match="1-1", deal=2,
                   foul={"rule": "foul.retract", "side": 1, "cards": 2})  # fmt: skip
    assert deal.json()["detail"]["code"] == "nothing-entered"
    before = actor(four, table).state.deal.attackers_points
    line = four.done(referee, "foulruled", "seen", match="1-1", deal=1,
                     foul={"rule": "foul.retract", "side": 1, "cards": 2})  # fmt: skip
    banker = actor(four, table).state.deal.banker
    change = -20 if banker % 2 == 0 else 20  # the attackers pay, or are paid
    wait(lambda: actor(four, table).state.deal.attackers_points == before + change)
    return line, change


def the_clock_and_a_call(four, referee, player):
    """The clock is stopped: nobody plays; then it goes on. A call waits in the queue."""
    four.done(referee, "stopped", matches=["1-1"])
    player.wait_for(lambda state: state["room"]["paused"])
    player.say("act", id="x", seq=player.state["seq"], cards=None)
    assert player.answer("refused")["code"] == "referee-comes"
    four.done(referee, "wenton", matches=["1-1"])
    player.wait_for(lambda state: not state["room"]["paused"])
    # A call goes into the queue, and is answered.
    player.say("call", text="They talk")
    (call,) = wait(lambda: four.see(referee)["calls"])
    assert (call["match"], call["why"], call["name"]) == ("1-1", "They talk", "Pair 1 · Ann1")
    player.wait_for(lambda state: state["room"]["event"]["calls"] == 1)
    four.done(referee, "callanswered", line=call["number"])
    player.wait_for(lambda state: state["room"]["event"]["calls"] == 0)


def test_a_match_of_four_people_with_everything_a_referee_does(four, served):
    table, referee, player = four.table(), "Li", four.players[0]
    nobody_takes_anothers_seat(four, served, table)
    line, change = a_foul_in_the_running_deal(four, table, referee)
    the_clock_and_a_call(four, referee, player)
    # Other people play for an entrant: the open table has their names.
    four.done(referee, "substituted", entrant="e2", players=["Eva", "Finn"])
    names = player.wait_for(lambda state: state["room"]["seats"][1]["name"] == "Eva")
    assert [seat["name"] for seat in names["room"]["seats"]] == ["Ann1", "Eva", "Bo1", "Finn"]
    # The deal ends: the event and the table say the same of it.
    play(four, lambda: four.match("1-1")["deals"])
    (counted,) = four.match("1-1")["deals"]
    settled = actor(four, table).state.deal.settled
    assert counted["points"] == settled.attackers
    four.done("organiser", "reversed", "appealed", line=line)
    (counted,) = four.match("1-1")["deals"]
    assert counted["points"] == settled.attackers - change
    # Replayed by everybody, and made void: the table plays deal 1 again.
    with served.guest() as reader:
        assert reader.http.get(f"/api/replay/{table}/{counted['replay']}").status_code == 200
    four.done(referee, "voided", "wrong cards", match="1-1", deal=1)
    play(four, lambda: actor(four, table).state.running)
    assert actor(four, table).state.number == 1
    assert four.match("1-1")["deals"] == []
    assert actor(four, table).state.match.levels == ("2", "2")
    # Time is given, and the match is forfeited in mid-deal.
    four.done(referee, "timegiven", "late start", matches=["1-1"], seconds=600)
    wait(lambda: actor(four, table).state.seconds < -500)
    four.done(referee, "forfeited", "left", match="1-1", side=1)
    over = player.wait_for(lambda state: state["room"]["match"]["over"] is not None)
    assert over["room"]["match"]["over"] == [0]
    assert "Pair 2" in over["room"]["event"]["said"]


def test_time_is_up_in_mid_deal(four):
    play(four, lambda: in_play(four))
    four.now += 3 * 3600
    four.done("Li", "warned", "to let the table look at the clock", entrant="e1")
    found = wait(lambda: four.match("1-1")["status"] == "over" and four.match("1-1"))
    assert (found["reason"], found["winner"], found["levels"]) == ("time", None, ["2", "2"])
    table = actor(four, four.table()).state
    assert (table.match.over, table.deal.redeal) == ((), "clock.match")


CUP = [
    {"id": f"{school}{number}", "club": school, "players": ["a", "b"]}
    for school in ("mei", "zhu", "song")
    for number in range(1, 5)
]
QUICK = "meizhusong(first_level=K,match_minutes=0)"


def test_a_cup_of_bots_at_the_servers_tables(served):
    """Three schools, 12 matches, 2/1/0; everything comes in by itself."""
    cup = Hall(served, entrants=CUP, format="schools", ruleset=QUICK, seed="one",
               tables={"bots": "novice", "speed": "instant"})  # fmt: skip
    cup.now = time.time()
    cup.draw()
    for round_ in (1, 2):
        cup.start(round_)
        wait(lambda: all(one["status"] == "over" for one in cup.round(round_)))  # noqa: B023
    seen = cup.see("public")
    matches = [one for round_ in seen["rounds"] for one in round_["matches"]]
    assert len(matches) == 12
    assert sum(int(row["points"]) for row in seen["standings"][0]["rows"]) == 24
    for one in matches:
        assert len(one["deals"]) >= 1
        assert all(deal["replay"] is not None for deal in one["deals"])


def test_boards_are_the_same_in_both_rooms_and_closed_until_both_have_played(served):
    teams = [{"id": who, "players": list("abcd")} for who in ("one", "two")]
    hall = Hall(served, entrants=teams, format="teams", boards=2, ruleset="meizhusong",
                tables={"bots": "novice", "speed": "instant"})  # fmt: skip
    hall.now = time.time()
    hall.draw()
    hall.start(1)
    wait(lambda: hall.match("1-1")["status"] == "over")
    boards = hall.http.get(f"/api/event/{hall.links['public']}/boards").json()
    assert [one["board"] for one in boards] == [1, 2]
    margin = sum(float(board["results"][0]["won"]) for board in boards)
    assert margin == hall.match("1-1")["margin"]
    for board in boards:
        played = [
            hall.http.get(f"/api/replay/{result['table']}/{result['replay']}").json()
            for result in board["results"]
        ]
        assert len(played) == 2
        first, second = (frames["frames"][0]["view"] for frames in played)
        assert first["levels"] == second["levels"]


def test_a_table_goes_on_after_a_restart(tmp_path):
    with serving(tmp_path) as served:
        tables = Tables(served, ruleset=QUICK, tables={"bots": "novice", "speed": "instant"})
        tables.table()
    with serving(tmp_path) as served:
        tables.http.base_url = served.url
        served.service.events.clock = lambda: tables.now
        wait(lambda: tables.match("1-1")["status"] == "over")
