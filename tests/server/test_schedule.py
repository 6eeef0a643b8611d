"""What a table does by itself: the draw, clocks, the shuffle's words, claims of bots."""

from __future__ import annotations

import hashlib
import random
from itertools import pairwise

import pytest

from tests.server.test_table import to_play
from tuolaji import Cards
from tuolaji.deal.turn import choices
from tuolaji.deal.view import View
from tuolaji.notation.record import DealRecord
from tuolaji.server.settings import Settings
from tuolaji.server.table import commands, timing
from tuolaji.server.table import entries as log
from tuolaji.server.table.commands import CommandRefused
from tuolaji.server.table.shuffle import seeded
from tuolaji.server.table.state import begin

TIMED = "classic(play_seconds=1,bury_seconds=1)"


def test_bots_wait_unless_a_clock_is_wanted(guest):
    with guest.join(guest.make(TIMED, seed=5)) as player:
        to_play(player)
        player.wait_for(lambda state: state["turn"])
        assert player.state["turn"]["clock"] is None


def test_who_is_out_of_time_has_the_program_play_for_them(guest):
    with guest.join(guest.make(TIMED, seed=5, clock=True)) as player:
        while True:
            player.wait_for(lambda state: state["turn"])
            if player.state["view"]["phase"] != "draw":
                break
            player.settle(player.act(None))
        player.wait_for(lambda state: state["view"]["finished"] >= 2)
        clocks = [m["out"]["clock"] for m in player.heard if m["is"] == "state" and m["out"]]
        assert all(clock["of"] == 1 for clock in clocks)


def asked_first():
    """A seed with which seat 0 is the first who could declare."""
    for seed in range(100):
        state = begin("t", log.Made("classic", "maker", seed % 4, 0.0))
        state = state.apply(log.Committed(seeded(seed, 1).hex())).apply(log.Dealt(0.0))
        if state.deal.turn == 0:
            return seed
    raise AssertionError


def test_cards_are_drawn_one_by_one_and_can_be_declared_meanwhile(guest):
    with guest.join(guest.make(seed=asked_first(), speed="fast")) as player:
        player.wait_for(lambda state: state["turn"] is not None)
        assert player.state["view"]["phase"] == "draw"
        option = player.state["turn"]["options"][0]
        assert option["text"]
        assert player.settle(player.act(option["cards"]))["is"] == "done"
        show = player.state["view"]["shows"][0]
        assert (show["seat"], show["cards"]) == (0, option["cards"])
        drawn = [m["view"]["drawn"] for m in player.heard if m["is"] == "state" and m["view"]]
        assert {later - earlier for earlier, later in pairwise(drawn)} <= {0, 1}
        steps = [s["event"] for m in player.heard if m["is"] == "state" for s in m["steps"]]
        assert steps.count("drawn") == drawn[-1]


def test_a_pass_by_who_is_not_asked_is_refused(guest):
    with guest.join(guest.make(seed=5, speed="slow")) as player:
        player.wait_for(lambda state: state["view"] is not None)
        if player.state["turn"] is None:
            assert player.settle(player.act(None))["code"] == "not-your-turn"


def test_what_was_promised_is_shown_afterwards(guest):
    table = guest.make()
    with guest.join(table) as player:
        promised = player.state["room"]["commit"]
        player.say("luck", text="four-leaf clover")
        player.wait_for(lambda state: state["view"] is not None)
        assert player.state["room"]["commit"] == promised
        seed = player.play_deal()["result"]["seed"]
        assert hashlib.sha256(bytes.fromhex(seed["Secret"])).hexdigest() == promised
        assert "four-leaf clover" in seed["Luck"]
        assert player.state["room"]["commit"] not in ("", promised)
    (record,) = DealRecord.parse(guest.http.get(f"/api/tables/{table}/record").text)
    assert dict(record.tags)["Secret"] == seed["Secret"]


def test_only_the_cutter_cuts_and_words_are_given_once():
    """Four decks: the banker cuts; before the first deal that is who draws first."""
    state = begin("t", log.Made("four-deck", "maker", 2, 0.0))
    assert commands.luck(state, 2, "x", None) == []  # nothing is promised yet
    state = state.apply(log.Committed("00" * 64))
    assert commands.luck(state, 2, "x", 100) == [log.WordsAdded(2, "x", 100)]
    assert commands.luck(state, 1, "x", None) == [log.WordsAdded(1, "x", None)]
    for seat, cut in ((1, 5), (2, 216)):
        with pytest.raises(CommandRefused):
            commands.luck(state, seat, "x", cut)
    state = state.apply(log.WordsAdded(2, "x", 100))
    assert commands.luck(state, 2, "y", None) == []
    plain, cut = (state.apply(log.Dealt(0.0, 0.0, at)).deal.deck for at in (0, 100))
    assert cut == plain[100:] + plain[:100]


def test_a_bot_claims_a_wrong_play(guest):
    """The player follows with any cards; sooner or later they prove that the follow was wrong."""
    chance = random.Random(3)
    ruleset = "classic(enforcement=referee,fouls=meizhusong,tricks_seen=all)"
    with guest.join(guest.make(ruleset, seed=5)) as player:
        to_play(player)
        while player.state["result"] is None:
            player.wait_for(lambda state: state["turn"] or state["result"])
            if player.state["result"]:
                break
            seen = player.state["view"]
            cards = player.choose()
            if seen["phase"] == "play" and seen["trick"] and cards:
                hand = list(Cards.parse(seen["hand"]))
                cards = str(Cards.of(chance.sample(hand, len(Cards.parse(cards)))))
            answer = player.settle(player.act(cards))
            if answer["is"] == "refused":  # a play that mends a wrong one must be right
                player.wait_for(lambda state: state["turn"] or state["result"])
                if player.state["turn"]:
                    legal = next(iter(choices(View.from_json(player.state["view"]))), None)
                    player.settle(player.act(None if legal is None else str(legal)))
        told = player.state["view"]["told"]
        claims = [one for one in told if one["event"] == "claimed" and one["against"] == 0]
        assert claims
        assert all(one["rule"] for one in claims)


def test_speeds_are_scaled_and_addresses_are_for_the_network_only(tmp_path):
    assert timing.scaled(2.0, "instant") == 0
    assert (
        timing.scaled(2.0, "fast")
        < timing.scaled(2.0, "normal")
        == 2.0
        < timing.scaled(2.0, "slow")
    )
    assert Settings(tmp_path).addresses(80) == []
    assert Settings(tmp_path, host="192.168.1.5").addresses(80) == ["http://192.168.1.5:80"]
    for address in Settings(tmp_path, host="0.0.0.0").addresses(80):
        assert not address.startswith("http://127.")
    named = Settings(tmp_path, origins=("https://cards.example.org/",))
    assert named.addresses(80) == ["https://cards.example.org"]
    both = Settings(tmp_path, host="192.168.1.5", origins=named.origins)
    assert both.addresses(80) == ["https://cards.example.org", "http://192.168.1.5:80"]


def test_names_are_cleaned():
    assert commands.clean_name("  Li\n\u200b  Mei ", 24) == "Li Mei"
    assert len(commands.clean_name("x" * 100, 24)) == 24
    for empty in ("", "  ", "\u0000\u200b"):
        with pytest.raises(CommandRefused):
            commands.clean_name(empty, 24)
