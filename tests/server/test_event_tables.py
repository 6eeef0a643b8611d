"""Matches of an event at the server's own tables: seats, results, rulings, calls, boards."""

from __future__ import annotations

import contextlib
import json
import time

import pytest

from tests.server.event_hall import Hall
from tests.server.serving import PATIENCE, serving
from tuolaji import Cards
from tuolaji.server.events.keeper import Events
from tuolaji.server.events.tables import Follower
from tuolaji.server.limits import Limits
from tuolaji.server.people import ledger
from tuolaji.server.table import entries as log
from tuolaji.server.table.orders import Call, MatchOf, Orders


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
    with all_seated(served) as tables:
        yield tables


@contextlib.contextmanager
def all_seated(served, **fields):
    with contextlib.ExitStack() as stack:
        tables = Tables(served, **fields)
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


def play(tables, done, act=lambda _, player: player.act(player.choose())):
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
                act(at, player)
            elif (player.state["room"]["cut"] or {}).get("seat") == at:
                player.say("cut", at=None)
            elif player.state["result"]:
                player.say("go")


def revokes(player):
    """Follow a plain card with another suit though the led one is there; whether that could be."""
    view = player.state["view"] or {}
    led = list(Cards.parse(view["trick"][0])) if view.get("trick") else []
    if not player.my_turn() or view["phase"] != "play" or len(led) != 1:
        return False
    plain = [str(card) for card in Cards.parse(view["hand"]) if is_plain(str(card), view)]
    (card,) = led
    suit = str(card)[0]
    others = [one for one in plain if one[0] != suit]
    if not is_plain(str(card), view) or not any(one[0] == suit for one in plain) or not others:
        return False
    player.act(others[0])
    return True


def is_plain(card, view):
    return card[0] not in ("X", view["trump"]) and card[1] not in view["levels"]


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
    player.wait_for(lambda state: state["room"]["clock"]["left"] > 3 * 3600 + 500)
    four.done(referee, "forfeited", "left", match="1-1", side=1)
    over = player.wait_for(lambda state: state["room"]["match"]["over"] is not None)
    assert over["room"]["match"]["over"] == [0]
    assert "Pair 2" in over["room"]["event"]["said"]


def test_a_claim_is_looked_at_and_ruled_on_by_the_referee(served):
    with all_seated(served, ruleset="meizhusong(enforcement=referee)") as four:
        revoked = []

        def act(at, player):
            if revokes(player):
                revoked.append(at)
            elif not revoked:
                player.act(player.choose())

        play(four, lambda: revoked, act)
        table, against = four.table(), revoked[0]
        wait(lambda: actor(four, table).state.deal.wrong)
        claimer = four.players[(against + 1) % 4]
        claimer.say("claim", seat=against)
        (call,) = wait(lambda: four.see("Li")["calls"])
        assert (call["about"], call["match"]) == ("claim", "1-1")
        claimer.wait_for(lambda state: state["room"]["event"]["claimed"])
        # The judgement is for officials, and nobody plays meanwhile.
        for who in ("public", f"e{1 + against % 2}.1"):
            url = f"/api/event/{four.links[who]}/look/{call['number']}"
            assert four.http.get(url).status_code == 403
        look = four.http.get(f"/api/event/{four.links['Li']}/look/{call['number']}").json()
        assert look["right"]
        assert look["against"] == against
        assert look["plays"][-1]["seat"] == against or against in [p["seat"] for p in look["plays"]]
        claimer.say("act", id="x", seq=claimer.state["seq"], cards=None)
        assert claimer.answer("refused")["code"] == "referee-comes"
        before = actor(four, table).state.deal
        four.done("Li", "callanswered", line=call["number"], granted=True)
        wait(lambda: not actor(four, table).state.deal.wrong)
        # Found at once: 10 points for the card, and it goes back to the hand.
        after = actor(four, table).state.deal
        paid = -10 if against % 2 != before.banker % 2 else 10
        assert after.attackers_points == before.attackers_points + paid
        assert after.turn == against
        # A claim without ground changes nothing.
        claimer.say("claim", seat=against)
        (call,) = wait(lambda: four.see("Li")["calls"])
        look = four.http.get(f"/api/event/{four.links['Li']}/look/{call['number']}").json()
        assert not look["right"]
        four.done("Li", "callanswered", line=call["number"], granted=False)
        claimer.wait_for(lambda state: not state["room"]["event"]["claimed"])
        assert actor(four, table).state.deal.attackers_points == after.attackers_points


def test_a_flag_goes_to_the_referee(served):
    rules = "meizhusong(timeout=flag,play_seconds=1)"
    with all_seated(served, ruleset=rules) as four:
        play(four, lambda: in_play(four))
        (call,) = wait(lambda: four.see("Li")["calls"])
        assert call["about"] == "flag"
        table = four.table()
        turn, actions = call["asks"], len(actor(four, table).state.played.actions)
        assert turn.endswith("time is up")
        four.done("Li", "callanswered", line=call["number"], granted=True)
        wait(lambda: len(actor(four, table).state.played.actions) > actions)


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


def test_an_operator_reads_no_cards_of_an_event():
    """Neither what the cards of a match follow from, nor a board before it was played."""
    made = log.Made("meizhusong@2", "", 0, 0.0, match=MatchOf("e", "1-1", secret="5ec2e7"))
    stands = {"levels": ("2", "2"), "banker": 0, "first_seat": 0, "deals": 1, "names": ("",) * 4}
    orders = Orders(finished=0, runs=True, played=0.0, deal=1, deck="SA HK", **stands)
    entries = [made, log.Followed(orders), log.Called(Call(0, "claim", 1, 1))]
    entries += [log.Dealt(0.0, deck="SA HK", number=1), log.Answered(1, granted=True)]
    read = json.dumps(ledger.told([log.encode(one) for one in entries], 0))
    assert "SA HK" not in read
    assert "5ec2e7" not in read
    assert "granted" not in read


def test_time_for_which_the_server_was_down_is_given_back(tmp_path):
    """Noted at 9:00:50 that it lives, up again at 9:11: 610 seconds more, in a line of the log."""
    with serving(tmp_path) as served:
        tables = Tables(served)
        tables.table()
        started = tables.now
    events = Events(tmp_path / "events", Limits())
    events.alive(started + 50)
    events.clock = lambda: started + 660
    (name,) = Follower(events, None).credit()
    event = events.by_name(name).event
    assert event.watches["1-1"].extra == 610
    assert event.lines[-1].by.role == "table"
    events.close()


def test_a_table_goes_on_after_a_restart(tmp_path):
    with serving(tmp_path) as served:
        tables = Tables(served, ruleset=QUICK, tables={"bots": "novice", "speed": "instant"})
        tables.table()
    with serving(tmp_path) as served:
        tables.http.base_url = served.url
        served.service.events.clock = lambda: tables.now
        wait(lambda: tables.match("1-1")["status"] == "over")
