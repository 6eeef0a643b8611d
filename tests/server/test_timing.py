"""What a client hears, and when, does not depend on cards it cannot know.

A seat holds the same cards in many deals, everybody else holds others: as long as nobody shows
anything, it hears the same bytes at the same moments, and the draw ends at the same moment.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import random

import pytest

from tests.server.moments import mid_trick, played_to, seated
from tests.server.timeless import Bots, Listener, Scene, SlowStore, decks, run
from tuolaji.server.protocol import incoming
from tuolaji.server.table import drawing as draw
from tuolaji.server.table import entries as log
from tuolaji.server.table import schedule, timing
from tuolaji.server.table.actor import TableActor

RULESETS = ["classic", "meizhusong", "four-deck", "six-player", "classic(declare_window=false)"]
DEALS = 8
IDS = itertools.count()


def draw_of(listener):
    """All that was heard till trump was fixed, and the moment of that."""
    heard = []
    for at, text in listener.heard:
        message = json.loads(text)
        if message["is"] == "state" and message["view"]["phase"] != "draw":
            return heard, at
        heard.append((at, text))
    raise AssertionError("the draw has no end")


PROBES = [
    ("act", {"id": "1", "seq": 1, "cards": None}),
    ("act", {"id": "2", "seq": 9, "cards": "SA"}),
    ("try", {"cards": "SA"}),
    ("try", {"cards": "S3456789TJQK"}),
    ("hint", {}),
    ("undo", {"id": "u"}),
    ("rest", {"id": "r"}),
    ("claim", {"seat": 1}),
    ("luck", {"text": "abc"}),
    ("go", {}),
    ("sit", {"seat": 2}),
    ("rematch", {}),
    ("remove", {"seat": 1}),
]


def probes(speed):
    """Seat 0 tries everything, at moments when cards are drawn and after the last one."""
    moments = [0.3, 2.05, 7.7, 15.15, 21.3, 24.1] if speed == "normal" else [0.01, 0.2, 1.2, 6.0]
    return [
        (at + n / 1000, do, {**facts, **({"id": f"{next(IDS)}"} if "id" in facts else {})})
        for at in moments
        for n, (do, facts) in enumerate(PROBES)
    ]


def compare(scenes):
    """Seat 0, which has the same cards in all scenes, and an onlooker hear the same."""
    heard = [scene.run() for scene in scenes]
    assert len({frozenset(scene.bots.asked) for scene in scenes}) > 1
    for who in range(len(scenes[0].guests)):
        draws = [draw_of(listeners[who]) for listeners in heard]
        assert len({end for _, end in draws}) == 1
        if scenes[0].guests[who] == "friend":  # this seat has other cards, and is told them
            assert len({tuple(at for at, _ in messages) for messages, _ in draws}) == 1
        else:
            for messages, _ in draws:
                assert messages == draws[0][0]


@pytest.mark.parametrize("speed", ["normal", "instant"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_nothing_that_is_heard_tells_who_could_show_something(ruleset, speed):
    said = probes(speed)
    every = enumerate(decks(ruleset, DEALS, 1))
    compare([Scene(ruleset, deck, Bots(random.Random(n)), speed, probes=said) for n, deck in every])


def overturned(guests, number=12):
    """Seat 0 shows a level card early; whether others could overturn it differs."""

    def fits(deck):
        return str(deck[0]) == "S2" and not any(card.suit == "X" for card in deck[:100:4])

    said = [(2.0, "act", {"id": "show", "seq": 0, "cards": "S2"})]
    return [
        Scene("classic", deck, Bots(random.Random(n)), guests=guests, probes=said)
        for n, deck in enumerate(decks("classic", number, 3, fits))
    ]


@pytest.mark.parametrize("guests", [("maker",), ("maker", ""), ("maker", "friend")])
def test_the_table_waits_as_long_whether_or_not_a_show_could_be_overturned(guests):
    scenes = overturned(guests)
    compare(scenes)
    last = [any(drawn == 100 for drawn, _ in scene.bots.asked) for scene in scenes]
    assert 0 < sum(last) < len(last)


def test_until_somebody_shows_cards_nobody_hears_that_they_will():
    """Bots that show something hold up nothing before they do it."""
    (deck,) = decks("classic", 1, 4)
    silent, _ = draw_of(Scene("classic", deck, Bots(random.Random(0))).run()[2])
    times = [at for at, _ in silent]
    first = set()
    for number in range(DEALS):
        bots = Bots(random.Random(number), shows=0.2)
        heard, _ = draw_of(Scene("classic", deck, bots).run()[2])
        shown = next(n for n, (_, text) in enumerate(heard) if json.loads(text)["view"]["shows"])
        assert heard[:shown] == silent[:shown]
        first.add(heard[shown][0])
        assert heard[shown][0] not in times
    assert len(first) > DEALS / 2


def test_who_passes_after_the_last_card_makes_the_table_go_on():
    """All who are there have passed: nobody waits for the end of the window."""
    ends = []
    for number, deck in enumerate(decks("classic", DEALS, 5)):
        scene = Scene("classic", deck, Bots(random.Random(number)), guests=("maker", ""))
        scene.probes = [(23.5, "act", {"id": "p", "seq": 0, "cards": None})]
        maker, watcher = scene.run()
        ends.append(draw_of(watcher)[1])
        assert any(json.loads(text)["is"] == "done" for _, text in maker.heard)
    assert len(set(ends)) == 1
    assert ends[0] < 1 + 23.5 + 1


def test_where_all_see_that_nothing_can_be_shown_any_more_nobody_is_waited_for():
    """Nothing beats a pair of big jokers."""
    deck = decks("classic", 1, 7, lambda deck: not any(card.suit == "X" for card in deck[:20]))[0]
    jokers = [at for at, card in enumerate(deck) if str(card) == "XB"]
    for at, other in zip((0, 4), jokers, strict=True):
        deck[at], deck[other] = deck[other], deck[at]
    said = [(3.0, "act", {"id": "show", "seq": 0, "cards": "XBB"})]
    heard, end = draw_of(Scene("classic", deck, Bots(random.Random(0)), probes=said).run()[2])
    assert json.loads(heard[-1][1])["view"]["shows"]
    assert end - heard[-1][0] < 0.5


def test_a_store_that_is_too_slow_for_the_pace_of_the_cards_tells_nothing(monkeypatch):
    """What is written before a card is not written when it is due: every card is late, or none."""
    monkeypatch.setattr(timing, "WRITE", 0.0)
    compare(overturned(("maker", "friend")))


def test_a_disk_that_needs_more_time_for_more_tells_nothing_however_slow_it_is(monkeypatch):
    def slow(self, _table, _epoch, rows, *_):  # noqa: ARG001
        return asyncio.ensure_future(asyncio.sleep(0.15 if rows else 0.11))

    monkeypatch.setattr(SlowStore, "append", slow)
    compare(overturned(("maker", "friend")))


def test_a_store_that_has_its_turn_only_if_somebody_was_asked_would_be_found(monkeypatch):
    monkeypatch.setattr(timing, "WRITE", 0.0)
    honest = TableActor.append

    async def only_if_asked(self, entries):
        if entries:
            await honest(self, entries)

    monkeypatch.setattr(TableActor, "append", only_if_asked)
    with pytest.raises(AssertionError):
        compare(overturned(("maker", "friend")))


def test_a_table_that_waits_for_whoever_could_show_something_would_be_found(monkeypatch):
    honest = draw.Drawing._window_ends

    def waits(self):
        return honest(self) if self.asking() else self._asked_at

    monkeypatch.setattr(draw.Drawing, "_window_ends", waits)
    with pytest.raises(AssertionError):
        compare(overturned(("maker", "friend")))


def test_the_list_of_tables_does_not_tell_when_somebody_passed():
    (deck,) = decks("classic", 1, 6)
    scene = Scene("classic", deck, Bots(random.Random(0)))
    scene.run(20.0)
    assert len(scene.store.times) > 10
    assert len(set(scene.store.times)) == 1


class Thinks(Bots):
    """Bots that find nothing better than the program, and take just as long as they are told."""

    async def choose(self, *_: object, **__: object) -> None:
        await asyncio.sleep(self.slow)


async def played_on(state, slow):
    """What seat 0 hears after its play, and when, with bots that think for so long."""
    loop = asyncio.get_running_loop()
    bots, page = Thinks(random.Random(1), slow=slow), Listener("maker")
    table = TableActor(state, {}, SlowStore(), bots, clock=loop.time)
    table.start()
    table.join(page)
    table.said(page, incoming.read('{"do": "hello"}'))
    card = str(next(iter(state.deal.hands[0])))
    play = {"do": "act", "id": "m", "seq": state.seq, "cards": card}
    loop.call_at(1.0, table.said, page, incoming.read(json.dumps(play)))
    await asyncio.sleep(30)
    await table.stop()
    return page.heard


def own_turn(state):
    """Whether seat 0 follows with its last cards, and can lay any of them."""
    return mid_trick(state) and len(state.deal.hands[0]) == 1


@pytest.mark.parametrize("bot", ["expert", "master"])
@pytest.mark.parametrize("speed", ["normal", "instant"])
def test_a_bot_that_had_no_choice_takes_no_less_time(bot, speed, monkeypatch):
    """It has answered at once, and thinks for 30 ms where it has one."""
    state = seated("classic", people=("maker",), speed=speed)
    for seat in (1, 2, 3):
        state = state.apply(log.BotSeated(seat, bot))
    state = played_to(state, 0, own_turn)
    times = set()
    for slow in (0.0004, 0.031, 0.045):
        monkeypatch.setattr(schedule, "_chance", random.Random(1))
        heard = run(played_on(state, slow))
        assert any(json.loads(text).get("result") for _, text in heard)
        times.add(tuple(at for at, _ in heard))
    assert len(times) == 1
