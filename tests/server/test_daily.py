"""What there is for every day: ten puzzles, one deal that is compared; and how deals went."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from tests.server.test_room import finished
from tuolaji.bots import make
from tuolaji.bots.host import Host, choice
from tuolaji.deal import Deal
from tuolaji.lessons import parts
from tuolaji.notation.record import DealRecord
from tuolaji.ruleset import preset
from tuolaji.server.bus.letters import THINK, unpack
from tuolaji.server.bus.local import LocalBus
from tuolaji.server.http import daily
from tuolaji.server.limits import Limits
from tuolaji.server.people import played, ratings
from tuolaji.server.people.played import PEOPLE, Went
from tuolaji.server.roles.thinking import choose
from tuolaji.server.table.daily import DailyDeal, by_expert
from tuolaji.study.puzzles import puzzle

# Puzzles at the server.


def test_a_puzzle_is_asked_missed_and_found(guest):
    (first, second, *_) = guest.http.get("/api/daily").json()["puzzles"]
    one = puzzle(int(first["part"].removeprefix("puzzle-")))
    assert (first["grade"], first["title"]) == (
        one.grade,
        ("easy", "medium", "hard")[one.grade - 1],
    )
    table = guest.http.post(f"/api/lessons/{first['part']}").json()["table"]
    with guest.join(table) as learner:
        state = learner.wait_for(lambda state: state["turn"])
        told = state["lesson"]
        assert (told["puzzle"], told["step"], told["steps"]) == (int(first["part"][7:]), 1, 10)
        assert len(state["view"]["tricks"]) == state["view"]["finished"]
        learner.settle(learner.act(str(one.other)))
        state = learner.wait_for(lambda state: state["lesson"]["other"])
        learner.say("again", id="back")
        learner.wait_for(lambda state: state["turn"] and not state["lesson"]["other"])
        learner.settle(learner.act(str(one.answers[0])))
        told = learner.wait_for(lambda state: state["lesson"]["done"])["lesson"]
        assert told["next"] == second["part"]
        assert told["said"]
    assert guest.http.get("/api/home").json()["matches"] == []


@pytest.mark.parametrize("name", ["puzzle-0", "puzzle-201", "puzzle-", "puzzle-x", "puzzle-١"])
def test_a_puzzle_that_is_not(guest, name):
    assert guest.http.post(f"/api/lessons/{name}").status_code == 404


# The deal of the day.


def drawn(record):
    """The cards of a record in the order of the draw."""
    return record.partition("*draw")[2].partition("*")[0]


def test_everybody_gets_the_same_cards_once_and_is_compared(served):
    with served.guest() as mei, served.guest() as lin, served.guest() as idle:
        body = {"speed": "instant"}
        table = mei.http.post("/api/daily/deal", json=body).json()["table"]
        assert mei.http.post("/api/daily/deal", json=body).json()["table"] == table
        assert mei.http.get("/api/daily").json()["deal"]["result"] is None
        other = lin.http.post("/api/daily/deal", json=body).json()["table"]
        for guest, own in ((mei, table), (lin, other)):
            with guest.join(own) as player:
                player.wait_for(lambda state: state["turn"])
                for what, facts in (("hint", {}), ("undo", {"id": "u"})):
                    player.say(what, **facts)
                    assert player.answer("refused")["code"] == "daily"
                player.play_deal()
        first, second = (mei.http.get(f"/api/tables/{one}/record").text for one in (table, other))
        assert drawn(first) == drawn(second)
        ours, theirs = (one.http.get("/api/daily").json()["deal"]["result"] for one in (mei, lin))
        assert ours["others"] == theirs["others"] == 1
        assert ours["same"] == theirs["same"]
        assert ours["better"] + theirs["better"] == 1 - ours["same"]
        assert ours["points"] == theirs["mine"]["points"]
        assert ours["expert"] is None  # nobody waits for it
        assert idle.http.get("/api/daily/expert").json() == {"expert": None}
        expert = mei.http.get("/api/daily/expert").json()["expert"]
        assert set(expert) == {"won", "levels", "points"}
        assert lin.http.get("/api/daily/expert").json()["expert"] == expert
        assert lin.http.get("/api/daily").json()["deal"]["result"]["expert"] == expert
        counted = mei.http.get("/api/statistics").json()
        assert counted["all"]["deals"] == 1
        assert [line["key"] for line in counted["opponents"]] == ["club"]
        assert counted["rating"]["deals"] == 1
        [listed] = mei.http.get("/api/home").json()["matches"]
        assert (listed["title"], listed["deals"]) == ("Deal of the day", 1)


def test_a_deal_of_the_day_is_not_begun_anew_and_one_asked_for_at_once_is_one(guest):
    """Else whoever has seen most of it could delete it, and play it knowing the cards."""

    def begin(_=0):
        return guest.http.post("/api/daily/deal", json={"speed": "instant"}).json()["table"]

    with ThreadPoolExecutor(4) as threads:
        (table,) = set(threads.map(begin, range(4)))
    refused = guest.http.delete(f"/api/matches/{table}")
    assert (refused.status_code, refused.json()["detail"]["code"]) == (409, "deal-running")
    assert begin() == table
    assert [one["table"] for one in guest.http.get("/api/home").json()["matches"]] == [table]
    with guest.join(table) as player:
        player.wait_for(lambda state: state["turn"])
        player.play_deal()
    assert guest.http.delete(f"/api/matches/{table}").json() == {"deleted": True}
    assert guest.http.get("/api/home").json()["matches"] == []
    assert guest.http.get("/api/daily").json()["deal"]["result"]  # the first one counts
    assert begin() != table


def test_nobody_waits_for_expert_without_end(monkeypatch):
    async def never(_deal, _bus):
        await asyncio.Event().wait()

    async def asked():
        limits, gateway = Limits(analyses_seconds=0.01), SimpleNamespace(bus=None)
        ours = SimpleNamespace(by_expert=asyncio.Lock(), limits=limits, gateway=gateway)
        return await daily._by_expert(ours, DailyDeal("2026-11-16", 1))

    monkeypatch.setattr(daily, "by_expert", never)
    assert asyncio.run(asked()) is None


def test_a_speed_that_is_none(guest):
    assert guest.http.post("/api/daily/deal", json={"speed": "warp"}).status_code == 400


def test_days_differ_and_a_day_stays_what_it_is():
    one, other = DailyDeal("2026-11-16", 1), DailyDeal("2026-11-17", 2)
    assert one.deck == DailyDeal("2026-11-16", 1).deck
    assert one.deck != other.deck
    assert sorted(map(str, one.deck)) == sorted(map(str, other.deck))


def test_expert_plays_the_deal_of_the_day_with_the_bots_that_everybody_has():
    asked = set()

    async def think(body):
        letter = unpack(body)
        asked.add((letter.seat, letter.bot))
        return choose(body)

    async def work():
        bus = LocalBus()
        bus.answer(THINK, think)
        return await by_expert(DailyDeal("2026-11-16", 1), bus)

    assert asyncio.run(work()).settled is not None
    assert asked == {(0, "expert:200worlds"), (1, "club"), (2, "club"), (3, "club")}


# How deals went.


def test_a_dug_kitty_counts_for_the_attackers():
    """Lesson 5 says it: 70 points in tricks, 4 × 15 from the kitty, 130: taken over, and up one."""
    deal, events = parts()["5-digging"].record.replay()
    attacker, banker = (played.of_deal(deal, events, seat, 0.0, "club") for seat in (0, 1))
    assert (attacker.outcome, attacker.levels, attacker.points) == ("won", 1, 130)
    assert (attacker.digs, attacker.dug, attacker.banks) == (1, 0, False)
    assert (banker.outcome, banker.levels, banker.points) == ("lost", -1, 130)
    assert (banker.digs, banker.dug, banker.banks) == (0, 1, True)


def test_throws_are_those_that_the_record_writes_with_a_plus():
    ruleset, thrown = preset("classic"), [0, 0]
    for seed in range(12):
        deal = DailyDeal("x", seed)
        bots = [make("club", seat, seed) for seat in range(4)]
        host, actions = Host(enumerate(bots), Deal.begin(ruleset, deal.setup, deal.deck)), []
        while (turn := host.deal.turn) is not None:
            actions.append(choice(bots[turn], host.deal))
            host.apply(actions[-1])
        record = DealRecord(ruleset, deal.setup, tuple(deal.deck), tuple(actions))
        leads = re.findall(r"^0 (\S*\+\S*)", record.text(), re.MULTILINE)
        done, events = record.replay()
        went = played.of_deal(done, events, 0, 0.0, "club")
        assert (went.throws, went.failed) == (len(leads), sum(">" in lead for lead in leads))
        thrown = [thrown[0] + went.throws, thrown[1] + went.failed]
    assert thrown[0] > 0


def test_a_table_says_who_was_against_whom_and_who_left():
    stayed, left = (played.of_table(finished(leaves=leaves))["mei"] for leaves in (False, True))
    assert (stayed.against, stayed.partner, stayed.daily) == ("club", "club", "")
    assert left.outcome == "left"


def went(outcome="won", **facts):
    known = {"ruleset": "classic", "at": 0.0, "banks": True, "levels": 1, "points": 40}
    return Went(**{**known, "against": "club", "partner": "club", "outcome": outcome, **facts})


def test_statistics_by_hand():
    deals = [
        went(levels=2, points=35, digs=1, throws=3, failed=1),
        went("lost", banks=False, levels=-1, points=60, dug=1, against=PEOPLE),
        went("left", levels=3),
        went("lost", banks=False, levels=0, points=85, ruleset="four-deck"),
    ]
    told = played.statistics(deals, "en")
    sums = {"deals": 3, "won": 1, "levels": 1, "points": 60}
    assert told["all"] == {**sums, "digs": 1, "dug": 1, "throws": 3, "failed": 1}
    assert (told["banker"]["deals"], told["attacker"]["deals"], told["left"]) == (1, 2, 1)
    assert [(line["title"], line["deals"]) for line in told["rulesets"]] == [
        ("Classic Tractor", 2),
        ("Four Decks", 1),
    ]
    assert {line["title"] for line in told["opponents"]} == {"Club player", "people"}
    assert told["rating"]["deals"] == 2  # what was left, and what people played, does not count


def test_a_rating_rises_more_against_the_strong_and_is_not_there_without_deals():
    assert played.against_bots([]) is None
    strong, weak = (
        played.against_bots([went(against=name, partner="club")] * 10)["rating"]
        for name in ("expert", "novice")
    )
    lost = played.against_bots([went("lost")] * 10)["rating"]
    start = ratings.first("me", "").shown()["rating"]
    assert strong > weak > start > lost


# Matches that are deleted.


def test_a_match_of_ones_own_is_deleted_and_one_with_others_leaves_the_list(served):
    with served.guest() as mei, served.guest() as lin:
        own = mei.make(seats="me")
        assert lin.http.delete(f"/api/matches/{own}").status_code == 404
        assert mei.http.delete(f"/api/matches/{own}").json() == {"deleted": True}
        assert mei.http.get("/api/home").json()["matches"] == []
        assert mei.http.get(f"/api/tables/{own}").status_code == 404
        shared = mei.make(seats="friends")
        with mei.join(shared), lin.join(shared) as player:
            player.say("sit", seat=1)
            player.wait_for(lambda state: state["you"] == 1)
        assert mei.http.delete(f"/api/matches/{shared}").json() == {"deleted": True}
        assert mei.http.get("/api/home").json()["matches"] == []
        assert [one["table"] for one in lin.http.get("/api/home").json()["matches"]] == [shared]


def test_how_somebody_has_played_holds_up_nobody(guest, monkeypatch):
    """A rating of two thousand deals takes a tenth of a second: another process works it out."""
    monkeypatch.setattr(played, "statistics", None)
    answer = guest.http.get("/api/statistics")
    assert (answer.status_code, answer.json()["all"]["deals"]) == (200, 0)
