"""The coach at a table: who hears it, when, and that it is told nothing the seat does not know."""

from __future__ import annotations

import asyncio
import random

from tests.records import record
from tests.server import hidden
from tests.server.moments import seated
from tests.server.test_table import to_play
from tests.server.timeless import run
from tuolaji import Cards
from tuolaji.bots.expert import Expert
from tuolaji.deal.actions import Play
from tuolaji.deal.actions import to_json as action_to_json
from tuolaji.deal.turn import choices
from tuolaji.deal.view import View, to_json, view
from tuolaji.server.bus.letters import Think, Thought, pack, raw, unpack
from tuolaji.server.roles.thinking import choose
from tuolaji.server.table.clients import Client
from tuolaji.server.table.handler import MessageHandler
from tuolaji.server.table.helps import may_coach
from tuolaji.server.table.thinking import TableBots
from tuolaji.study import WEIGHER
from tuolaji.study.analysis import tasks
from tuolaji.study.decision import weighed


class Overheard:
    """A bus that keeps the letters, and lets nobody think."""

    lossy = False

    def __init__(self):
        self.letters = []

    async def ask(self, _, body, __):
        self.letters.append(body)
        return pack(Thought(None))


def letter(state, action, *, about):
    bus = Overheard()
    asyncio.run(TableBots(bus, "t").coach(state.played, action, "en", about=about))
    return bus.letters


def test_exchanging_unseen_cards_changes_no_byte_of_what_the_coach_is_told():
    rng, compared = random.Random(16), 0
    for state in hidden.states("classic", 1):
        if not state.running or state.deal.phase != "play" or rng.random() < 0.7:
            continue
        seat = state.deal.turn
        action = Play(seat, next(iter(choices(view(state.deal, seat)))))
        other = hidden.scrambled(state, len(state.played.events), seat, rng)
        if other is None:
            continue
        assert other.deal.hands != state.deal.hands
        for about in (False, True):
            assert letter(state, action, about=about) == letter(other, action, about=about)
        compared += 1
    assert compared > 10


def test_only_who_plays_against_bots_alone_is_coached():
    assert may_coach(seated("classic", ("maker",)), 0, alone=True)
    assert not may_coach(seated("classic", ("maker",)), 0, alone=False)
    assert not may_coach(seated("classic", ("maker",), rated=True), 0, alone=True)
    assert not may_coach(seated("classic", ("maker",), lesson="1"), 0, alone=True)


def test_the_coach_and_the_analysis_judge_a_play_alike(monkeypatch):
    """Whatever the seed of the question, the same plays cost the same in both."""
    monkeypatch.setitem(Expert.__init__.__kwdefaults__, "worlds", 30)
    faults = 0
    for number, task in enumerate(tasks(record("classic", 3))):
        asked = task.question
        told, shown = [raw(event) for event in asked.heard], raw(to_json(asked.view))
        play = action_to_json(task.action)
        think = Think("t", WEIGHER, asked.seat, number, told, shown, language="en", play=play)
        decision, note = weighed(task), unpack(choose(pack(think))).note
        if decision is None or decision.forced:
            continue
        mistake = decision.size in ("mistake", "blunder")
        assert (note.mark == "mistake") == mistake
        if mistake:
            assert f"{decision.cost:.2f}" in note.numbers
            faults += 1
    assert faults > 5


def risky(player):
    """Two singles of a plain suit that can be led together, if there are any."""
    mine = View.from_json(player.state["view"])
    low = [card for card in mine.hand if card.rank in "3456789" and card.suit != mine.trump]
    pairs = [(one, two) for one in low for two in low if one.suit == two.suit]
    return next((f"{one}{two.rank}" for one, two in pairs if one.rank != two.rank), None)


def test_the_coach_looks_at_the_last_cards_that_were_tried_and_at_one_play_at_a_time():
    """Whoever tries a thousand selections a second keeps no bot of others waiting."""
    thought, handler = [], MessageHandler(None)

    async def noted(_client, _played, action, _seq, *, about):
        assert about
        thought.append(str(action.cards))
        await asyncio.sleep(1)

    handler._noted = noted

    async def tries():
        client, under_way = Client("maker", None, None), []
        for cards in ("SAA", "SKK", "SQQ", "SJJ"):
            client.about = None, Play(0, Cards.parse(cards)), 1
            under_way.append(asyncio.ensure_future(handler._warned(client)))
            await asyncio.sleep(0.1)
        await asyncio.gather(*under_way)

    run(tries())
    assert thought == ["SAA", "SJJ"]


def test_the_coach_speaks_after_a_play_and_before_a_risky_throw(guest):
    with guest.join(guest.make(seed=5)) as player:
        to_play(player)
        player.say("coach", on=True)
        notes, warned = [], None
        while len(notes) < 3 or warned is None:
            player.wait_for(lambda state: state["turn"] is not None)
            state = player.state
            if state["turn"]["forced"]:
                player.settle(player.act(state["turn"]["forced"]))
                continue
            if not state["view"]["trick"] and (thrown := risky(player)):
                player.say("try", cards=thrown)
                warned = player.answer("note")
            cards = str(next(iter(choices(View.from_json(state["view"])))))
            player.say("act", id=f"note{len(notes)}", seq=state["seq"], cards=cards)
            note = player.answer("note")
            assert (note["seq"], note["cards"]) == (state["seq"], cards)
            notes.append(note["note"])
        assert warned["note"]["mark"] == "risk"
        assert warned["note"]["tip"] == 12
        assert {note["mark"] for note in notes} <= {"good", "doubtful", "mistake"}
        assert all(note["text"] for note in notes)
