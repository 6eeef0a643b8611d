"""Matches of an event at the server's own tables: seats, results, rulings, calls, boards."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import wait as wait_for
from itertools import zip_longest
from types import SimpleNamespace

import pytest

from tests.event_desk import ORGANISER, TABLE, Desk, plan
from tests.server.event_hall import Hall, entrants
from tests.server.serving import PATIENCE, serving
from tuolaji import Cards
from tuolaji.event import commands, formats
from tuolaji.event import entries as event_log
from tuolaji.event.links import digest
from tuolaji.event.log import Log
from tuolaji.notation.record import DealRecord
from tuolaji.server.events.follower import Follower
from tuolaji.server.events.keeper import Events
from tuolaji.server.events.tables import Place
from tuolaji.server.limits import Limits
from tuolaji.server.people import ledger
from tuolaji.server.table import entries as log
from tuolaji.server.table.event_orders import Call, MatchOf, Orders
from tuolaji.server.table.shuffle import need_fair


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
        self.begun = self.now = time.time()
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
def all_seated(served, size=2, **fields):
    """Everybody at the table of a match between two pairs, or threes."""
    with contextlib.ExitStack() as stack:
        tables = Tables(served, **{"entrants": entrants(2, size), **fields})
        table = tables.table()
        tables.link("referee", "Li")
        tables.guests, tables.players = [], []
        for seat in range(2 * size):
            guest = stack.enter_context(served.guest())
            answer = tables.sit(guest, tables.personal(f"e{seat % 2 + 1}", seat // 2 + 1), seat)
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
            elif player.asked_to_cut():
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
    play(four, lambda: (now := actor(four, table).state).running and now.number == 1)
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
    said = [line["text"] for line in over["result"]["lines"]]
    assert "The match was decided meanwhile: this deal does not count." in said


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


def test_a_forged_log_has_no_power_over_tables_of_other_events(served, four, tmp_path):
    table = four.table()
    play(four, lambda: in_play(four))
    desk = Desk(plan(2, tables={"speed": "instant"}))
    desk.do(commands.seal("00" * 32))
    desk.draw()
    opened = event_log.TableOpened("1-1", table)
    claimed = event_log.RefereeCalled("1-1", 0, "claim", 1, 0, 1, 1)
    desk.do(opened, TABLE)
    desk.do(claimed, TABLE)
    home = desk.event.pairings["1-1"].home
    data = b"".join(event_log.encode(line) + b"\n" for line in desk.event.lines)
    with served.guest() as stranger:
        links = stranger.http.post("/api/events/import", content=data).json()
        api = f"/api/event/{links['organiser']}"
        body = {"role": "player", "who": home, "player": 1}
        mine = stranger.http.post(f"{api}/links", json=body).json()["token"]

        def codes(line):
            answers = four.sit(stranger, mine, 0), stranger.http.get(f"{api}/look/{line}")
            return [answer.json().get("detail", {}).get("code") for answer in answers]

        assert codes(len(desk.event.lines)) == ["no-table"] * 2
        # Not even whoever writes to the file itself.
        path = next(
            path
            for path in (tmp_path / "events").glob("*.jsonl")
            if digest(mine) in path.read_text("utf-8")
        )
        file = Log(path)
        for entry in (opened, event_log.Started(("1-1",)), claimed):
            number = len(file.lines) + 1
            file.append([event_log.Line(number, four.now, TABLE, entry)])
        assert codes(number) == ["no-table"] * 2
        body = {"entry": {"what": "winnernamed", "match": "1-1", "winner": 0}, "why": "x"}
        assert stranger.http.post(f"{api}/do", json=body).status_code == 200
        follower = served.service.follower
        wait(lambda: not follower._busy and not follower._wanted)
        assert actor(four, table).state.orders.over is None


def test_a_match_of_an_event_that_was_brought_goes_on_at_a_new_table(served):
    tables = Tables(served)
    table = tables.table()
    data = tables.http.get(f"/api/event/{tables.links['organiser']}/export/log").content
    tables.links = tables.http.post("/api/events/import", content=data).json()
    assert tables.table() != table
    with served.guest() as guest:
        answer = tables.sit(guest, tables.personal("e1", 1), 0)
        assert answer.json() == {"table": tables.table()}
    tables.http.close()


def test_time_is_up_in_mid_deal(four):
    play(four, lambda: in_play(four))
    four.now += 3 * 3600
    four.done("Li", "warned", "to let the table look at the clock", entrant="e1")
    found = wait(lambda: four.match("1-1")["status"] == "over" and four.match("1-1"))
    assert (found["reason"], found["winner"], found["levels"]) == ("time", None, ["2", "2"])
    table = wait(lambda: (now := actor(four, four.table()).state).match.over is not None and now)
    assert (table.match.over, table.deal.redeal) == ((), "clock.match")


def look_at_the_clock(four, minutes):
    """So many minutes of the match are over; a ruling lets the table look."""
    four.now = four.begun + 60 * minutes
    four.done("Li", "warned", "to let the table look at the clock", entrant="e1")


def ended_by_time(four):
    found = wait(lambda: four.match("1-1")["status"] == "over" and four.match("1-1"))
    assert found["reason"] == "time"
    # The event knows it first; then it tells the table.
    table = wait(lambda: (now := actor(four, four.table()).state).match.over is not None and now)
    assert table.match.over == (() if found["winner"] is None else (found["winner"],))
    assert [level.replace("T", "10") for level in table.match.levels] == found["levels"]
    return found


def decided(found):
    """The higher level has won; equal: nobody."""
    ranks = ["23456789TJQKA".index(level[0].replace("1", "T")) for level in found["levels"]]
    return None if ranks[0] == ranks[1] else ranks.index(max(ranks))


@pytest.mark.parametrize("moment", ["between", "window", "break"])
def test_time_is_up_at_every_other_moment(four, moment):
    """Meizhusong: no deal begins after 170 minutes, one that ends in the window counts."""
    play(four, lambda: in_play(four))
    if moment == "window":
        look_at_the_clock(four, 171)
    elif moment == "break":
        look_at_the_clock(four, 95)
    table = actor(four, four.table())
    play(four, lambda: table.state.finished)
    if moment == "break":
        play(four, lambda: table.state.resting)
    if moment != "window":
        look_at_the_clock(four, 170)
    found = ended_by_time(four)
    assert len(found["deals"]) == 1
    assert found["winner"] == decided(found)


@pytest.mark.parametrize(
    ("ruleset", "size", "minutes"), [("six-player", 3, 120), ("four-deck", 2, 150)]
)
def test_time_is_up_in_mid_deal_by_other_rules(served, ruleset, size, minutes):
    """The running deal does not count. Equal levels: the bank in six-player, else nobody."""
    with all_seated(served, size, ruleset=ruleset) as tables:
        play(tables, lambda: in_play(tables))
        banker = actor(tables, tables.table()).state.deal.banker
        look_at_the_clock(tables, minutes)
        found = ended_by_time(tables)
        assert found["deals"] == []
        assert found["winner"] == (banker % 2 if ruleset == "six-player" else None)


@pytest.mark.parametrize(
    ("ruleset", "size", "minutes"), [("six-player", 3, 120), ("meizhusong", 2, 170)]
)
def test_equal_levels_between_deals(served, ruleset, size, minutes):
    """Attackers who have just 80 take the bank and no level: in six-player that decides."""
    with all_seated(served, size, ruleset=ruleset) as tables:
        table = actor(tables, tables.table())
        play(tables, lambda: table.state.finished)
        (deal,) = wait(lambda: tables.match("1-1")["deals"])
        points = 80 - deal["points"]
        tables.done("Li", "adjusted", "to be equal", match="1-1", deal=1, points=points)
        look_at_the_clock(tables, minutes)
        found = ended_by_time(tables)
        assert found["levels"] == ["2", "2"]
        attackers = 1 - deal["banker"] % 2
        assert found["winner"] == (attackers if ruleset == "six-player" else None)


CUP = [
    {"id": f"{school}{number}", "club": school, "players": ["a", "b"]}
    for school in ("mei", "zhu", "song")
    for number in range(1, 5)
]
QUICK = "meizhusong(first_level=K,match_minutes=0)"


def test_a_cup_of_bots_at_the_servers_tables(served):
    """Three schools, 12 matches, 2/1/0; everything comes in by itself."""
    cup = Hall(served, entrants=CUP, format="schools", ruleset=QUICK, seed="", real_time=True,
               tables={"bots": "novice", "speed": "instant"})  # fmt: skip
    cup.draw(seed="the day")
    lines = [line["what"] for line in cup.see("organiser")["lines"]]
    assert lines.index("boardssealed") < lines.index("seedpublished") < lines.index("drawn")
    assert cup.ask("organiser", "boards").json()["detail"]["code"] == "boards-in-play"
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
    all_cards_follow_from_seed_and_secret(cup, matches)


def all_cards_follow_from_seed_and_secret(cup, matches):
    """Sealed before the seed was published, opened when all was played; worked out here anew."""
    assert cup.see("public")["boards"]["secret"] == ""
    assert cup.ask("organiser", "boards").status_code == 200
    seal = cup.see("public")["boards"]
    secret = bytes.fromhex(seal["secret"])
    assert hashlib.sha256(seal["secret"].encode()).hexdigest() == seal["commit"]
    for one in matches:
        of_match = hmac.digest(secret, f"the day\x1f{one['id']}\x1f0".encode(), "sha256")
        for number, dealt in enumerate(records(cup, one["played_at"][0]), 1):
            need_fair(dealt)
            expected = hmac.digest(of_match, str(number).encode(), "sha512").hex()
            assert dict(dealt.tags)["Secret"] == expected
    cup.http.close()


def records(hall, table):
    """The deals that were played at a table, as everybody can fetch them."""
    found = hall.http.get(f"/api/tables/{table}/record")
    assert found.status_code == 200, found.text
    return DealRecord.parse(found.text) if found.text else []


def test_boards_are_the_same_in_both_rooms_and_closed_until_both_have_played(served):
    teams = [{"id": who, "players": list("abcd")} for who in ("one", "two")]
    hall = Hall(served, entrants=teams, format="teams", boards=2, ruleset="meizhusong",
                real_time=True, tables={"bots": "novice", "speed": "instant"})  # fmt: skip
    hall.draw()
    hall.start(1)
    wait(lambda: hall.match("1-1")["status"] == "over")
    boards = hall.http.get(f"/api/event/{hall.links['public']}/boards").json()
    assert [one["board"] for one in boards] == [1, 2]
    margin = sum(float(board["results"][0]["won"]) for board in boards)
    assert margin == hall.match("1-1")["margin"]
    for board in boards:
        first, second = (
            records(hall, result["table"])[result["replay"]] for result in board["results"]
        )
        assert first.deck == second.deck  # in the order of the draw
        assert first.setup == second.setup  # levels, banker, who draws first
        drawn = zip_longest(*[iter(first.deck[:-8])] * 4)
        hands = [Cards.of(hand) for hand in zip(*drawn, strict=True)]
        shift = first.setup.first_seat
        assert board["hands"] == [str(hands[(seat - shift) % 4]) for seat in range(4)]
    hall.http.close()


def test_nothing_of_a_board_reaches_the_other_room_before_it_has_played_it(served):
    """Room 1 plays a board to the end, dealt again after a ruling; nobody sits in room 2 yet."""
    teams = [{"id": who, "players": list("abcd")} for who in ("e1", "e2")]
    with all_seated(served, entrants=teams, format="teams", boards=2) as four:
        table = four.table()
        play(four, lambda: in_play(four))
        four.done("Li", "voided", "cards fell", match="1-1", deal=1)
        play(four, lambda: len(actor(four, table).state.results) == 2)
        # It was dealt again with other cards, and says so.
        assert [one.report.again for one in actor(four, table).state.results] == [0, 1]
        assert actor(four, table).state.results[1].deal == 1
        four.done("Li", "adjusted", "led out of turn", match="1-1", deal=1, points=-40)
        four.players[0].wait_for(lambda state: "-40" in state["room"]["event"]["said"])
        with served.guest() as guest:  # who will sit in room 2
            link = four.personal("e1", 3)
            assert four.sit(guest, link, 1, room=1).status_code == 200
            assert guest.http.get(f"/api/tables/{table}/record").text == ""
            assert guest.http.get(f"/api/replay/{table}/0").status_code == 404
            with guest.join(table) as onlooker:
                assert (onlooker.state["view"], onlooker.state["result"]) == (None, None)
                assert onlooker.state["room"]["event"]["said"] == ""
            seen = guest.http.get(f"/api/event/{link}").json()
            assert seen["tables"]["1-1"]["said"] == []
            assert guest.http.get(f"/api/event/{link}/boards").json() == []
        assert four.match("1-1")["deals"] == []
        assert four.see("Li")["tables"]["1-1"]["said"] != []


def test_an_operator_reads_no_cards_of_an_event():
    """Neither what the cards of a match follow from, nor a board before it was played."""
    made = log.Made("meizhusong@2", "", 0, 0.0, match=MatchOf("e", "1-1", secret="5ec2e7"))
    stands = {"levels": ("2", "2"), "banker": 0, "first_seat": 0, "deals": 1, "names": ("",) * 4}
    orders = Orders(finished=0, runs=True, played=0.0, deal=1, deck="SA HK", **stands)
    entries = [made, log.Followed(orders), log.Called(Call(0, "claim", 1, 1))]
    entries += [log.Dealt(0.0, deck="SA HK", number=1), log.Answered(1, granted=True)]
    read = b"".join(ledger.told([log.encode(one) for one in entries], 0)).decode()
    assert "SA HK" not in read
    assert "5ec2e7" not in read
    assert "granted" not in read


@pytest.mark.parametrize("down", [610, 2 * 86400 + 5])
def test_time_for_which_the_server_was_down_is_given_back(tmp_path, down):
    """Noted 50 seconds after the start that it lives: whatever passes until it is up again."""
    with serving(tmp_path) as served:
        tables = Tables(served)
        tables.table()
        started = tables.now
    events = Events(tmp_path / "events", Limits())
    events.alive(started + 50)
    events.clock = lambda: started + 50 + down
    (name,) = Follower(events, served.house.gateway).credit()
    event = events.by_name(name).event
    assert event.watches["1-1"].extra == down
    assert event.lines[-1].by.role == "table"
    events.close()


def test_of_two_gateways_that_start_at_once_one_gives_time_back(tmp_path):
    with serving(tmp_path) as served:
        tables = Tables(served)
        tables.table()
        started = tables.now
    both = [Events(tmp_path / "events", Limits()) for _ in range(2)]
    for events in both:
        events.clock = lambda: started + 610
    both[0].alive(started)
    first, second = (Follower(events, served.house.gateway) for events in both)
    others, alive = [], both[0].alive

    def starting(now=None):
        """While the first one looks for how long the server was down, the other one starts."""
        found = alive(now)
        if now is None:
            others.append(threads.submit(second.credit))
            wait_for(others, timeout=0.5)
        return found

    both[0].alive = starting
    with ThreadPoolExecutor() as threads:
        (name,) = first.credit()
    assert others[0].result() == [name]
    assert both[0].by_name(name).event.watches["1-1"].extra == 610
    for events in both:
        events.close()


def test_what_another_gateway_wrote_meanwhile_is_no_reason_to_refuse(tmp_path):
    """Nobody hears that the log has moved, and where it lies."""
    events, other = (Events(tmp_path / "events", Limits()) for _ in range(2))
    name, tries = events.make(plan(2, tables={})).name, []

    def work():
        kept = events.by_name(name)
        tries.append(kept)
        if len(tries) < 3:
            other.by_name(name).do(event_log.SeedPublished(f"s{len(tries)}"), at=0.0, by=ORGANISER)
        return kept.do(commands.seal("00" * 32), at=0.0, by=ORGANISER).number

    before = len(events.by_name(name).event.lines)
    assert asyncio.run(events.run(work)) == before + 3
    for one in (events, other):
        one.close()


def test_of_two_gateways_that_open_a_table_the_first_has_opened_it(tmp_path):
    events, other = (Events(tmp_path / "events", Limits()) for _ in range(2))
    kept = events.make(plan(2, tables={}))
    for entry in (
        lambda: commands.seal("00" * 32),
        lambda: formats.draw(kept.event),
        lambda: event_log.Started(("1-1",)),
    ):
        kept.do(entry(), at=0.0, by=ORGANISER)
    asked = []

    class Slower:
        bus = SimpleNamespace(listen=lambda *_: None)

        async def make(self, *_):
            opened = event_log.TableOpened("1-1", "first")
            other.by_name(kept.name).do(opened, at=0.0, by=TABLE)
            return "second"

        async def ask(self, letter):
            asked.append(letter.table)
            raise KeyError(letter.table)

    follower = Follower(events, Slower())
    asyncio.run(follower._bring_together(kept.name, Place("1-1", 0, "")))
    assert asked == ["first"]
    events.close()
    other.close()


def test_an_event_of_which_much_is_asked_holds_up_no_other(tmp_path):
    """Of ten requests for one event the first is worked on when another event is asked for."""
    events, done, begin = Events(tmp_path / "events", Limits()), [], threading.Event()

    async def ask(name):
        await events.run(lambda: (begin.wait(), done.append(name)), name)

    async def all_at_once():
        every = [asyncio.ensure_future(ask(name)) for name in ["busy"] * 10 + ["other"]]
        await asyncio.sleep(0)
        begin.set()
        await asyncio.gather(*every)

    asyncio.run(all_at_once())
    events.close()
    assert done[:3] == ["busy", "other", "busy"]


def test_a_table_goes_on_after_a_restart(tmp_path):
    with serving(tmp_path) as served:
        tables = Tables(served, ruleset=QUICK, tables={"bots": "novice", "speed": "instant"})
        tables.table()
    with serving(tmp_path) as served:
        tables.http.base_url = served.url
        served.service.events.clock = lambda: tables.now
        wait(lambda: tables.match("1-1")["status"] == "over")


def test_whoever_sits_alone_at_the_table_of_a_match_cannot_delete_it(served):
    tables = Tables(served)
    table = tables.table()
    with served.guest() as guest:
        assert tables.sit(guest, tables.personal("e1", 1), 0).json() == {"table": table}
        with guest.join(table):  # it stands in the list as soon as the table has written it
            answer = wait(lambda: tried(guest.http.delete(f"/api/matches/{table}")))
        assert answer == {"deleted": True}  # from their own list
        assert guest.http.get(f"/api/tables/{table}").status_code == 200


def tried(answer):
    return answer.json() if answer.status_code == 200 else None
