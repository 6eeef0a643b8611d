"""Every invariant, broken by hand: the fault is found."""

from __future__ import annotations

import copy
import random
from dataclasses import replace

import pytest

from tests.players import path_to
from tests.table import C, changed
from tuolaji import Card, Cards, Ruleset
from tuolaji.deal import Deal, Wrong, acting, clock, full_deck
from tuolaji.deal.actions import Pass, Play, Void
from tuolaji.deal.contest import Show
from tuolaji.deal.events import Drawn, Played, ThrowFailed, TrickWon
from tuolaji.deal.match import Match, MatchWon
from tuolaji.deal.moment import Friend
from tuolaji.deal.phase import BURY, CALL, DRAW, OVER, PARTNER, PLAY
from tuolaji.testing import invariants
from tuolaji.testing.invariants import (
    CHECKS,
    Checker,
    broken_match,
    broken_step,
    broken_time,
    broken_timeout,
)
from tuolaji.testing.simulate import Player, play_deal
from tuolaji.verdicts.ruling import NotNow
from tuolaji.verdicts.score import Result

CALLED = "classic(partners=called)"
_SEEN: list[Deal] = []  # the sound states that led to the one that is broken


def broken(deal):
    """What is found at once, and just the same by a checker that has seen the states before."""
    found = invariants.broken(deal)
    checker = Checker()
    for sound in _SEEN:
        assert checker.broken(sound) == []
    assert checker.broken(deal) == found
    return found


def until(phase, match, seed, *, plays=0):
    """A deal that has come to a phase, and so many plays further."""
    _SEEN[:] = path_to(phase, match, seed, plays=plays)
    return _SEEN[-1]


def middle(ruleset="classic", plays=22):
    deal = until(PLAY, Match.begin(Ruleset.parse(ruleset), 1), 4, plays=plays)
    assert broken(deal) == []
    return deal


def over(ruleset="classic"):
    finished = play_deal(Match.begin(Ruleset.parse(ruleset), 1), random.Random(8))
    assert finished.deal.settled is not None
    deal, _ = Deal.begin(finished.deal.ruleset, finished.deal.setup, finished.deal.deck)
    _SEEN[:] = [deal]
    for action in finished.actions:
        deal, _ = deal.apply(action)
        _SEEN.append(deal)
    assert broken(finished.deal) == []
    return finished


def kinds(found):
    return {what.partition(":")[0] for what in found}


def test_the_sound_states_are_in_the_middle_of_things():
    assert len(middle().finished) == 5
    assert len(middle().trick) == 2
    assert set(CHECKS) == {
        "cards", "hands", "shown", "exposed", "points", "action", "trump", "tricks", "wrong",
        "result",
    }  # fmt: skip


def swapped(deal, seat, old, new):
    hand = deal.hands[seat] - old + new
    return changed(deal, hands=(*deal.hands[:seat], hand, *deal.hands[seat + 1 :]))


def test_cards_that_vanish_double_or_change_are_noticed():
    deal = middle()
    card = next(iter(deal.hands[2]))
    one = C(str(card))
    assert kinds(broken(swapped(deal, 2, one, C("-")))) >= {"cards", "hands"}
    other = next(
        c for c in map(str, full_deck(deal.ruleset)) if c != str(card) and card.points == 0
    )
    assert "cards" in kinds(broken(swapped(deal, 2, one, C(other))))
    given = swapped(swapped(deal, 2, one, C("-")), 3, C("-"), one)
    assert kinds(broken(given)) == {"hands"}
    lost = changed(deal, finished=deal.finished[1:])
    assert "cards" in kinds(broken(lost))
    again = changed(deal, finished=deal.finished[:1] * 3)
    assert any("the tricks hold a card more often" in what for what in broken(again))
    assert "hands" in kinds(broken(changed(deal, hands=deal.hands[:3])))
    drawing = until(DRAW, Match.begin(deal.ruleset, 0), 1)
    assert broken(drawing) == []
    assert kinds(broken(changed(drawing, drawn=drawing.drawn + 1))) >= {"cards", "hands"}
    burying = until(BURY, Match.begin(deal.ruleset, 0), 1)
    assert broken(burying) == []
    assert "hands" in kinds(broken(changed(burying, holder=(burying.holder + 1) % 4)))
    assert kinds(broken(changed(burying, kitty=C("SA")))) >= {"cards", "hands"}


@pytest.mark.parametrize("ruleset", ["classic", "joker-bid", CALLED, "four-deck"])
def test_a_deal_can_be_void_at_any_moment(ruleset):
    match = Match.begin(Ruleset.parse(ruleset), 0)
    path = [deal for seed in (13, 14) for deal in path_to(PLAY, match, seed, plays=9)]
    full = len(path[0].deck) - path[0].ruleset.kitty
    asked_last = any(deal.phase == DRAW and deal.drawn == full for deal in path)
    assert asked_last == (ruleset != "joker-bid")
    assert any(deal.phase == BURY for deal in path) == (ruleset != "four-deck")
    for deal in path:
        void, events = deal.apply(Void())
        assert invariants.broken(void) == []
        assert broken_step(deal, void, events) == []
        if void.kitty and void.holder is not None:
            assert "hands" in kinds(invariants.broken(changed(void, kitty=C("-"))))


def test_shown_cards_lie_where_they_were_shown():
    drawing = until(DRAW, Match.begin(Ruleset.parse("classic"), 0), 1)
    card = drawing.options[drawing.turn][0]
    twice = tuple(
        Show(drawing.turn, card)
        for _ in range(1 + drawing.hands[drawing.turn].count(next(iter(card))))
    )
    contest = replace(drawing.contest, shows=twice)
    assert "shown" in kinds(broken(changed(drawing, contest=contest)))
    calling = until("call", Match.begin(Ruleset.parse("joker-bid"), 0), 1)
    assert broken(calling) == []
    absent = next(c for c in full_deck(calling.ruleset) if c not in calling.hands[0])
    used = (C(str(absent)), *calling.used[1:])
    assert kinds(broken(changed(calling, used=used))) == {"shown"}


def test_cards_laid_open_are_in_the_hand_until_they_are_played():
    deal = middle()
    held, gone = Cards.of(list(deal.hands[1])[:2]), deal.trick[0]
    assert not gone <= deal.hands[1]
    for cards, expected in ((held, set()), (gone, {"exposed"})):
        exposed = (C("-"), cards, C("-"), C("-"))
        assert kinds(broken(changed(deal, exposed=exposed))) == expected


def test_points_that_do_not_add_up_are_noticed():
    deal = middle()
    assert sum(deal.taken) > 0
    taken = (deal.taken[0] + 5, *deal.taken[1:])
    assert kinds(broken(changed(deal, taken=taken))) == {"points"}
    turned = (*deal.taken[1:], deal.taken[0])
    assert turned != deal.taken
    assert kinds(broken(changed(deal, taken=turned))) == {"points"}
    assert kinds(broken(changed(deal, fines=(10, 0, 0, 0)))) == {"points"}
    assert kinds(broken(changed(deal, fines=()))) == {"points"}
    assert kinds(broken(changed(deal, taken=()))) == {"points"}
    assert kinds(broken(changed(deal, adjusted=5))) == {"points"}
    fined = middle("meizhusong")
    assert "points" in kinds(broken(changed(fined, fines=(7, 0, 0, 0))))
    assert "points" not in kinds(broken(changed(fined, fines=(20, 0, 0, 0))))


def test_a_state_in_which_nobody_can_act_is_noticed():
    drawing = until(DRAW, Match.begin(Ruleset.parse("classic"), 0), 1)
    assert kinds(broken(changed(drawing, asking=()))) == {"action"}
    assert kinds(broken(changed(drawing, asking=(9,), turn=9))) == {"action"}
    silent = ((),) * 4
    assert kinds(broken(changed(drawing, options=silent))) == {"action"}
    strange = ((C("XBBLL"),),) * 4
    assert kinds(broken(changed(drawing, options=strange))) == {"action"}
    assert "action" in kinds(broken(changed(drawing, phase="dance")))
    deal = middle()
    empty = changed(deal, hands=tuple(C("-") for _ in deal.hands))
    assert "action" in kinds(broken(empty))
    asked = drawing.turn
    offered = tuple([C("XB")] if seat == asked else () for seat in range(4))
    found = broken_step(drawing, changed(drawing, options=offered), [])
    assert kinds(found) == {"action"}


@pytest.mark.parametrize(
    ("phase", "ruleset"),
    [(DRAW, "classic"), (BURY, "classic"), (CALL, "joker-bid"), (PARTNER, CALLED)],
)
def test_a_state_that_refuses_what_has_to_be_done_is_noticed(phase, ruleset, monkeypatch):
    deal = until(phase, Match.begin(Ruleset.parse(ruleset), 0), 1)
    assert broken(deal) == []

    def refuse(*_):
        raise NotNow("wrong-phase")

    monkeypatch.setattr(acting, "act", refuse)
    assert kinds(invariants.broken(deal)) == {"action"}


def test_level_trump_and_banker_have_to_fit():
    deal = middle()
    for values in (
        {"banker": None},
        {"banker": 7},
        {"terms": None},
        {"setup": replace(deal.setup, levels=("9", "9"))},
        {"setup": replace(deal.setup, banker=(deal.banker + 1) % 4)},
        {"contest": replace(deal.contest, trump="S" if deal.terms.trump != "S" else "H")},
        {"holder": (deal.banker + 1) % 4},
        {"friends": (Friend(card=Card(0), copy=1, seat=1, known=False),)},
    ):
        assert "trump" in kinds(broken(changed(deal, **values))), values
    strange = copy.copy(deal.terms)
    strange.trump = "Z"
    assert "trump" in kinds(broken(changed(deal, terms=strange)))


def test_the_partner_is_the_holder_of_the_named_card():
    deal = middle("classic(partners=called)", plays=0)
    assert broken(deal) == []
    (friend,) = deal.friends
    assert friend.seat != deal.banker
    alone, known = replace(friend, seat=deal.banker), replace(friend, known=True)
    assert kinds(broken(changed(deal, friends=(alone,)))) == {"trump"}
    assert kinds(broken(changed(deal, friends=(known,)))) == {"trump"}
    assert kinds(broken(changed(deal, friends=()))) == {"trump"}
    ended = over("classic(partners=called)").deal
    secret = replace(ended.friends[0], known=False)
    assert kinds(broken(changed(ended, friends=(secret,)))) == {"trump"}


def test_who_plays_the_named_copy_is_the_friend():
    ended = over("friends").deal
    assert broken(ended) == []
    (friend,) = ended.friends
    other = replace(friend, seat=None)
    assert kinds(broken(changed(ended, friends=(other,)))) == {"trump"}


def test_tricks_are_whole_and_the_winner_leads():
    deal = middle()
    leader, plays = deal.finished[-1]
    rest = deal.finished[:-1]
    assert "tricks" in kinds(broken(changed(deal, finished=(*rest, (leader, plays[:3])))))
    uneven = (plays[0] + plays[1], *plays[1:])
    assert "tricks" in kinds(broken(changed(deal, finished=(*rest, (leader, uneven)))))
    assert "tricks" in kinds(broken(changed(deal, finished=(*rest, (9, plays)))))
    assert "tricks" in kinds(broken(changed(deal, leader=(deal.leader + 1) % 4)))
    second, third = deal.finished[1:3]
    turned = ((second[0] + 1) % 4, second[1])
    assert "tricks" in kinds(
        broken(changed(deal, finished=(deal.finished[0], turned, *deal.finished[2:])))
    )
    other_order = (deal.finished[0], third, second, *deal.finished[3:])
    assert "tricks" in kinds(broken(changed(deal, finished=other_order)))
    assert "tricks" in kinds(broken(changed(deal, lead=None)))
    assert "tricks" in kinds(broken(changed(deal, trick=(deal.trick[1], deal.trick[0]))))
    assert "tricks" in kinds(broken(changed(deal, trick=(*deal.trick, C("SAA3")))))
    start = middle(plays=0)
    assert "tricks" in kinds(broken(changed(start, leader=(start.leader + 1) % 4)))


def test_wrong_plays_are_only_held_against_who_played_them():
    deal = middle()
    leader, plays = deal.finished[0]
    wrong = Wrong((leader + 1) % 4, 0, plays[1], "follow.suit")
    assert kinds(broken(changed(deal, wrong=(wrong,)))) == {"wrong"}
    refereed = middle("classic(enforcement=referee,fouls=meizhusong)", plays=9)
    assert len(refereed.finished) == 2
    leader, plays = refereed.finished[0]
    wrong = Wrong((leader + 1) % 4, 0, plays[1], "follow.suit")
    assert broken(changed(refereed, wrong=(wrong,))) == []
    moved = replace(wrong, cards=C("SAAHAA"))
    assert kinds(broken(changed(refereed, wrong=(moved,)))) == {"wrong"}


def test_the_result_follows_from_the_points():
    deal = over().deal
    settled = deal.settled
    other = Result(settled.result.side, settled.result.levels + 1)
    assert kinds(broken(changed(deal, settled=replace(settled, result=other)))) == {"result"}
    more = replace(settled, attackers=settled.attackers + 40)
    assert kinds(broken(changed(deal, settled=more))) == {"result"}
    assert kinds(broken(changed(deal, adjusted=deal.adjusted + 5))) == {"result"}
    assert kinds(broken(changed(deal, settled=None))) == {"result"}
    assert kinds(broken(changed(deal, redeal="nobody"))) == {"result"}
    assert "result" in kinds(broken(changed(deal, phase=PLAY)))
    assert "result" in kinds(broken(changed(deal, taken=())))
    leader, plays = deal.finished[-1]
    mixed = (leader, (C("SAHA"), *plays[1:]))
    unclear = changed(deal, finished=(*deal.finished[:-1], mixed))
    assert "result: the last trick cannot be judged" in broken(unclear)
    assert "result" in kinds(broken(changed(middle(), phase=OVER, settled=settled)))


def test_events_tell_what_happened():
    deal = middle(plays=23)
    assert len(deal.trick) == 3
    action = Player(random.Random(1)).action(deal)
    after, events = deal.apply(action)
    assert broken_step(deal, after, events) == []
    won = next(event for event in events if isinstance(event, TrickWon))
    for wrong in (
        [event for event in events if not isinstance(event, Played)],
        [*events, Played(0, C("SA"))],
        [replace(won, points=won.points + 5), *events],
        [*events, ThrowFailed(0, C("SAK"), C("SK"), 20)],
        [*events, Drawn(0, Card.parse("SA"))],
    ):
        assert kinds(broken_step(deal, after, wrong)) == {"events"}
    finished = over()
    told = [event for event in finished.events if event != finished.deal.settled]
    begun, _ = Deal.begin(finished.deal.ruleset, finished.deal.setup, finished.deal.deck)
    assert "events" in kinds(broken_step(begun, finished.deal, told))


def test_a_match_moves_by_its_deals():
    finished = over()
    before, deal, after = finished.before, finished.deal, finished.after
    assert broken_match(before, deal, after) == []
    for wrong in (
        replace(after, levels=("2", "?")),
        replace(after, levels=("2", "2", "2")),
        replace(after, levels=("9", "9")),
        replace(after, banker=(after.banker + 1) % 4),
        replace(after, banker=None),
        replace(after, deals=7),
    ):
        assert kinds(broken_match(before, deal, wrong)) == {"match"}, wrong
    void = changed(deal, settled=None, redeal="nobody")
    assert broken_match(before, void, before) == []
    assert kinds(broken_match(before, void, after)) == {"match"}


# By the clock.


def test_what_is_played_out_of_time_is_legal_and_cheap():
    deal = middle("meizhusong(throw=off)", plays=23)
    seat, forced = deal.turn, clock.out_of_time(deal)
    assert broken_timeout(deal, forced, Player(random.Random(1)).action(deal)) == []
    assert kinds(broken_timeout(deal, Pass(seat), forced)) == {"clock"}
    cheap, dear = sorted(deal.plays(), key=lambda cards: cards.points)[:: deal.plays().count() - 1]
    assert cheap.points < dear.points
    assert kinds(broken_timeout(deal, Play(seat, dear), Play(seat, cheap))) == {"clock"}
    assert broken_timeout(deal, Play(seat, cheap), Play(seat, dear)) == []
    leading = middle("classic(first_level=3)", plays=0)
    pair = next(cards for cards in leading.plays() if len(cards) == 2)
    assert kinds(broken_timeout(leading, Play(leading.turn, pair), Pass(0))) == set()
    assert kinds(broken_timeout(leading, Play(leading.turn, pair), Play(0, pair))) == {"clock"}


def test_the_time_of_a_match_is_kept():
    cup = Ruleset.parse("meizhusong")
    match = Match.begin(cup, 0)
    deal = over("meizhusong").deal
    cut = changed(deal, settled=None, redeal="clock.match")
    ended = replace(match, over=())
    by_time = [MatchWon((), "time")]
    at, end = 100 * 60, 180 * 60
    assert broken_time(deal, match, [], ended=at, now=at) == []
    assert broken_time(cut, ended, by_time, ended=end, now=end) == []
    assert broken_time(deal, ended, by_time, ended=at, now=end) == []
    for wrong in (
        broken_time(deal, match, [], ended=end, now=end),  # counted too late
        broken_time(cut, match, [], ended=at, now=at),  # cut off too early
        broken_time(deal, match, [], ended=at, now=170 * 60),  # a new deal would begin
        broken_time(deal, ended, by_time, ended=at, now=at),  # ended too early
        broken_time(deal, replace(match, over=(0,)), by_time, ended=at, now=end),  # not by levels
    ):
        assert kinds(wrong) == {"clock"}
