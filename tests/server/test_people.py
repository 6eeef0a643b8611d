"""What the rules say of people at a table: the cut, the opening draw, hints, conduct, talk."""

from __future__ import annotations

import asyncio
import json
import random
from types import SimpleNamespace

import pytest

from tests.server.moments import Moment, mid_trick, over, played_to, seated
from tests.server.timeless import Bots
from tuolaji import Ruleset
from tuolaji.deal.actions import Pass, to_json
from tuolaji.deal.opening import opening_draw
from tuolaji.server.bus.letters import Thought
from tuolaji.server.protocol import incoming
from tuolaji.server.table import commands, helps, timing
from tuolaji.server.table import entries as log
from tuolaji.server.table.commands import CommandRefused, Guest
from tuolaji.server.table.handler import MessageHandler
from tuolaji.server.table.helps import announces_ruff, may_count, may_hint
from tuolaji.server.table.shown import so_far

THREE = ("maker", "friend", "third")


def codes(listener):
    return [text.partition('"code":"')[2].partition('"')[0] for _, text in listener.heard
            if '"refused"' in text]  # fmt: skip


# deal.cut


@pytest.mark.parametrize(
    ("ruleset", "cutter"),
    [("meizhusong", 3), ("six-player", 5), ("four-deck", 0), ("classic", None)],
)
def test_who_may_cut_is_asked_before_the_first_card(ruleset, cutter):
    """Seat 0 draws first in the first deal, so the seat before it cuts; in four-deck itself."""
    people = tuple(f"p{at}" for at in range(6 if ruleset == "six-player" else 4))
    state = seated(ruleset, people)
    cards = 54 * state.ruleset.decks
    moment = Moment(state, people).run(timing.CUT / 2)
    cut = moment.last()["room"]["cut"]
    if cutter is None:
        assert cut is None
        assert moment.after.running
        return
    assert (cut["seat"], cut["cards"]) == (cutter, cards)
    assert not moment.after.running


@pytest.mark.parametrize(("at", "cut"), [("30", 30), ("null", 0)])
def test_the_cut_or_declining_it_begins_the_deal(at, cut):
    say = f'{{"do": "cut", "at": {at}}}'
    said = [(5.0, 1, say), (6.0, 0, say)]
    moment = Moment(seated("four-deck"), said=said).run(8)
    (dealt,) = [row for row in moment.store.written if isinstance(row, log.Dealt)]
    assert dealt.cut == cut
    assert codes(moment.heard[1]) == ["no-cut"]  # only the cutter cuts
    begun = moment.first(lambda state: state["view"] is not None)
    assert begun == pytest.approx(6, abs=0.1)


def test_whoever_may_cut_is_not_waited_for_for_ever():
    moment = Moment(seated("four-deck")).run(timing.CUT + 5)
    assert moment.after.running
    assert moment.after.played.shuffle.cut == 0


def test_bots_do_not_cut():
    moment = Moment(seated("six-player")).run(3)  # seat 5 is a bot
    assert moment.after.running


def test_a_cut_lies_between_the_cards_and_is_made_once():
    state = seated("four-deck")
    assert commands.cut(state, 0, 215) == [log.CutMade(0, 215)]
    with pytest.raises(CommandRefused):
        commands.cut(state, 0, 216)
    with pytest.raises(CommandRefused):
        commands.cut(state.apply(log.CutMade(0, 5)), 0, 6)


# deal.first


def test_one_of_each_side_draws_and_the_higher_card_begins():
    """Jokers are highest, then A down to 2; suits do not matter; equal cards are drawn again."""
    order = "23456789TJQKALB"
    chance, again = random.Random(1), 0
    for _ in range(300):
        draw = opening_draw(Ruleset.parse("six-player"), chance.randrange)
        rounds = [draw.drawn[at : at + 2] for at in range(0, len(draw.drawn), 2)]
        for first, second in rounds:
            assert first[0] % 2 != second[0] % 2
        heights = [[order.index(str(card)[1]) for _, card in pair] for pair in rounds]
        assert all(a == b for a, b in heights[:-1])
        (a, b), (one, other) = heights[-1], rounds[-1]
        assert a != b
        assert draw.first_seat == (one if a > b else other)[0]
        again += len(rounds) > 1
    assert again


def test_every_seat_begins_as_often():
    chance = random.Random(2)
    for ruleset in ("meizhusong", "six-player", "classic(partners=called)"):
        rules = Ruleset.parse(ruleset)
        seats = [opening_draw(rules, chance.randrange).first_seat for _ in range(1200)]
        expected = 1200 / rules.players
        assert all(abs(seats.count(at) - expected) < 80 for at in range(rules.players))


def test_all_see_who_drew_what():
    state = seated("meizhusong", drawn=((1, "HK"), (2, "SK"), (1, "D9"), (2, "XL")), levels=())
    opening = Moment(state).run(1).last()["room"]["opening"]
    assert [(one["seat"], one["card"]) for one in opening["drawn"]][2:] == [(1, "D9"), (2, "XL")]
    assert opening["text"] == (
        "friend drew ♥K, North drew ♠K, friend drew ♦9, North drew small joker: you draw first."
    )


def test_after_the_first_deal_the_opening_draw_is_history():
    state = played_to(seated("meizhusong", drawn=((0, "HK"), (1, "S9"))), 0, over)
    assert Moment(state).run(1).last()["room"]["opening"] is None


# hints, tricks_seen


@pytest.mark.parametrize(
    ("ruleset", "hints", "counter"),
    [
        ("classic", True, True),
        ("joker-bid", True, True),
        ("meizhusong", False, False),
        ("six-player", False, False),
        ("four-deck", False, False),
        ("four-deck(hints=open)", True, False),  # no finished trick may be looked at
        ("meizhusong(hints=open)", True, False),
        ("four-deck(hints=open,tricks_seen=all)", True, True),
        ("classic(hints=closed)", False, False),
    ],
)
def test_hints_and_the_counter_follow_the_rules_with_people_on_the_other_side(
    ruleset, hints, counter
):
    state = played_to(seated(ruleset), 0, mid_trick)
    assert (may_hint(state, 0), may_count(state, 0)) == (hints, counter)
    moment = Moment(state, said=[(1.0, 0, '{"do": "hint"}')]).run(2)
    shown = moment.last()
    assert shown["hints"] == hints
    assert (shown["unseen"] is not None) == counter
    assert codes(moment.heard[0]) == ([] if hints else ["no-hints"])


def test_the_host_rules_on_no_deal_that_ends_with_its_next_card():
    """It is over for the table, but not for those who have not been told its last card."""
    host, found = Guest("maker", "maker", 0, hosts=True), 0
    for seed in range(5):
        before = seated("four-deck(declare_window=false)").apply(log.Dealt(0.0, float(seed)))
        while before.running:
            shown, turn = len(before.played.events), before.deal.turn
            state = before.apply(log.Acted(turn, to_json(Pass(turn)), "draw"))
            told = so_far(state, shown)
            if not state.running and told.running:
                table = SimpleNamespace(
                    told=lambda told=told: told, state=state, guest=lambda _: host
                )
                handler = MessageHandler(table)
                wanted = incoming.read('{"do": "rule", "on": "void", "sure": true}')
                with pytest.raises(CommandRefused, match="no-deal"):
                    asyncio.run(handler._rule(None, wanted))
                found += 1
            before = state
    assert found


def test_one_hint_is_given_at_a_time(monkeypatch):
    """Hints are thought of by the bots' processes: many at once would keep all tables waiting."""

    async def slow(*_):
        await asyncio.sleep(1.0)
        return Pass(0), Thought(None)

    monkeypatch.setattr(Bots, "hint", slow)
    state = played_to(seated("classic"), 0, mid_trick)
    asks = [(at, 0, '{"do": "hint"}') for at in (1.0, 1.5, 2.5)]
    moment = Moment(state, said=asks).run(4)
    kinds = [json.loads(text)["is"] for _, text in moment.heard[0].heard]
    assert [kind for kind in kinds if kind != "state"][:3] == ["refused", "hinted", "hinted"]
    assert codes(moment.heard[0]) == ["too-fast"]


def test_against_bots_alone_and_with_a_partner_hints_are_open():
    alone = played_to(seated("four-deck", ("maker",)), 0, mid_trick)
    assert (may_hint(alone, 0), may_count(alone, 0)) == (True, True)
    partner = alone.apply(log.Sat(2, "friend", "Bo"))
    assert may_hint(partner, 0)
    against = alone.apply(log.Sat(1, "friend", "Bo"))
    assert not may_hint(against, 0)
    # who has seen a hand of the other side in this deal still counts
    assert not may_hint(against.apply(log.BotSeated(1, "club")), 0)


# The host's rulings


def rule(*, sure=False, **wish):
    return json.dumps({"do": "rule", **wish, "sure": sure})


def told(moment):
    """What the host was told that rulings would bring."""
    heard = (json.loads(text) for _, text in moment.heard[0].heard)
    return [one["text"] for one in heard if one["is"] == "ruling" and one["text"]]


CONDUCT = {"on": "foul", "rule": "foul.conduct", "seat": 1}
WARN = rule(**CONDUCT, sure=True)


def test_the_host_warns_and_the_second_time_disqualifies():
    """Four decks: a warning, the second time the offender's side is out."""
    state = played_to(seated("four-deck", THREE), 0, mid_trick)
    said = [
        (1.0, 1, WARN),
        (2.0, 0, rule(**{**CONDUCT, "seat": 3})),
        (2.5, 0, rule(**CONDUCT)),
        (3.0, 0, WARN),
        (4.0, 0, rule(**CONDUCT)),
        (5.0, 0, WARN),
    ]
    moment = Moment(state, THREE, said=said).run(8)
    assert codes(moment.heard[1]) == ["not-host"]
    assert codes(moment.heard[0]) == ["no-ruling"]  # a bot sits there
    first, second = told(moment)
    assert "friend" in first
    assert "a warning" in first
    assert "disqualification" in second
    sentences = [one["text"] for _, state in moment.states() for one in state["sentences"]]
    assert any("friend" in text and "a warning" in text for text in sentences)
    assert moment.after.match.over == (0,)
    assert moment.last()["result"]["winners"] == [0]


@pytest.mark.parametrize(
    ("ruleset", "wish", "says"),
    [  # as the rule pages have it
        ("meizhusong", {"rule": "foul.retract", "cards": 2}, "20 points"),
        ("meizhusong", {"rule": "foul.card-count"}, "80 points"),
        ("meizhusong", {"rule": "deal.misdrawn"}, "the cards are dealt again"),
        ("four-deck", {"rule": "foul.revoke", "variant": "plain"}, "up 3"),
        ("classic", {"on": "points", "points": -15}, "-15"),
        ("classic", {"on": "void"}, "dealt again"),
    ],
)
def test_what_a_ruling_brings_is_told_before_and_then_done(ruleset, wish, says):
    state = played_to(seated(ruleset, THREE), 0, mid_trick)
    wish = {"on": "foul", "seat": 1, **wish}
    moment = Moment(state, THREE, said=[(1.0, 0, rule(**wish))]).run(2)
    (effect,) = told(moment)
    assert says in effect
    points = state.deal.attackers_points
    assert (moment.after.running, moment.after.deal.attackers_points) == (True, points)
    after = Moment(state, THREE, said=[(1.0, 0, rule(**wish, sure=True))]).run(3).after
    attackers = 1 not in state.deal.bank_side
    paid = {"foul.retract": 20, "foul.card-count": 80}.get(wish.get("rule"), 0)
    change = (-paid if attackers else paid) + wish.get("points", 0)
    if change:
        assert after.deal.attackers_points == points + change
    else:
        assert after.deal.settled is not None or after.deal.redeal is not None


def test_at_a_rated_table_the_host_rules_on_nothing():
    state = played_to(seated("four-deck", THREE, rated=True), 0, mid_trick)
    moment = Moment(state, THREE, said=[(1.0, 0, WARN), (2.0, 0, rule(on="void"))]).run(3)
    assert codes(moment.heard[0]) == ["rated", "rated"]
    assert not moment.last()["room"]["rulings"]
    assert moment.after.running


def test_a_warning_is_remembered_from_deal_to_deal_and_by_side():
    """The warned player's partner is the second time; in a new match nothing is remembered."""
    people = ("a", "b", "c", "d")
    state = seated("four-deck", people, levels=("5", "7"), banker=0, deals=3)
    state = played_to(state, 0, over)
    state = state.__class__(**{**vars(state), "fouls": (("foul.conduct", 3),)})
    state = played_to(state, 0, mid_trick)
    said = [(1.0, 0, rule(**{**CONDUCT, "seat": seat})) for seat in (1, 2)]
    first, second = told(Moment(state, people, said=said).run(2))
    assert "disqualification" in first
    assert "a warning" in second
    again = state.apply(log.Rematched(0))
    assert again.fouls == ()


def test_in_six_player_who_does_not_obey_is_out_at_once():
    state = played_to(seated("six-player"), 0, mid_trick)
    moment = Moment(state, said=[(1.0, 0, WARN)]).run(3)
    assert moment.after.match.over == (0,)
    assert moment.after.deal.disqualified == 1


def test_where_the_rules_know_no_such_foul_nobody_is_ruled_against():
    state = played_to(seated("classic"), 0, mid_trick)
    moment = Moment(state, said=[(1.0, 0, WARN)]).run(2)
    assert codes(moment.heard[0]) == ["no-ruling"]


# talk, ruff_said


def has_ruffed(state):
    """Whether seat 0 has just ruffed."""
    deal = state.deal
    return deal is not None and deal.phase == "play" and announces_ruff(state, 0, "毙", None)


@pytest.mark.parametrize(("ruleset", "may"), [("six-player", True), ("four-deck", False)])
def test_a_ruff_may_be_announced_where_the_rules_say_so(ruleset, may):
    state = played_to(seated("six-player"), 0, has_ruffed)
    if not may:
        state = played_to(seated(ruleset), 0, mid_trick)
    said = [(1.0, 0, '{"do": "phrase", "n": %d}' % helps.RUFF_PHRASE),  # noqa: UP031
            (1.1, 0, '{"do": "say", "text": "毙！"}'), (1.2, 0, '{"do": "say", "text": "hello"}'),
            (1.3, 1, '{"do": "say", "text": "毙"}')]  # fmt: skip
    moment = Moment(state, said=said).run(1.5)
    heard = [text for _, text in moment.heard[1].heard if '"is":"said"' in text]
    assert len(heard) == (2 if may else 0)
    assert codes(moment.heard[0]) == ["no-talk"] * (1 if may else 3)
    assert codes(moment.heard[1]) == ["no-talk"]  # who has not ruffed says nothing
