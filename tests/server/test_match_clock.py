"""The clock of a match at a table: clock.match, and clock.play where the referee is called."""

from __future__ import annotations

import pytest

from tests.server.moments import Moment, last_card, mid_trick, over, played_to, seated
from tuolaji.deal.actions import Void, to_json
from tuolaji.server.table import entries as log
from tuolaji.server.table import snapshot, timing
from tuolaji.server.table.state import replay

# limit, and from when on no new deal begins, in minutes
CLOCKS = {"meizhusong": (180, 170), "six-player": (120, 120), "four-deck": (150, 150)}
RULESETS = [*CLOCKS, "classic(match_minutes=60,no_new_deal_minutes=5,time_up_tie=bank_wins)"]
CLOCKS[RULESETS[3]] = (60, 55)
GO = '{"do": "go"}'


def is_over(state):
    return state["room"]["match"]["over"] is not None


def lines(state):
    return [line["text"] for line in state["result"]["lines"]]


def goes_on(ruleset, levels, *, banker=0, **made):
    """A match that has begun."""
    return seated(ruleset, levels=levels, banker=banker, deals=3, **made)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_deal_that_is_unfinished_when_time_is_up_does_not_count(ruleset):
    """Mid-trick: seat 0 is to follow and never does; 20 seconds are left."""
    limit = 60 * CLOCKS[ruleset][0]
    state = played_to(goes_on(ruleset, ("5", "7")), limit - 20, mid_trick)
    moment = Moment(state).run(60)
    assert moment.first(is_over) == pytest.approx(20, abs=0.1)
    shown = moment.last()
    assert shown["room"]["match"]["levels"] == ["5", "7"]
    assert shown["result"]["winners"] == [1]
    assert "Time is up: the deal was not finished and does not count." in lines(shown)
    assert lines(shown)[-1].startswith("Time is up.")
    assert lines(shown)[-1].endswith("won the match: level 7 against 5.")
    assert moment.after.deal.redeal == "clock.match"


@pytest.mark.parametrize(
    ("ruleset", "winners", "said"),
    [
        ("meizhusong", [], "Time is up with both sides at level 9: the match is a draw."),
        ("four-deck", [], "Time is up with both sides at level 9: the match is a draw."),
        ("six-player", [1], "won the match, holding the bank."),
        (RULESETS[3], [1], "won the match, holding the bank."),
    ],
)
def test_equal_levels_are_decided_as_the_rules_say(ruleset, winners, said):
    limit = 60 * CLOCKS[ruleset][0]
    state = played_to(goes_on(ruleset, ("9", "9"), banker=3), limit - 5, mid_trick)
    shown = Moment(state).run(10).last()
    assert shown["result"]["winners"] == winners
    assert lines(shown)[-1].endswith(said)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_between_deals_the_match_ends_when_no_deal_may_begin_any_more(ruleset):
    """Both look at the result when the last moment for a new deal passes, 10 seconds later."""
    closes = 60 * CLOCKS[ruleset][1]
    state = played_to(goes_on(ruleset, ("5", "7")), closes - 3600, over)
    state = state.apply(log.Clocked(closes - 10))
    before = state.match.levels
    moment = Moment(state).run(40)
    assert moment.first(is_over) == pytest.approx(10, abs=0.1)
    assert tuple(moment.last()["room"]["match"]["levels"]) == before
    assert moment.after.match.deals == state.match.deals


@pytest.mark.parametrize("ruleset", ["meizhusong", RULESETS[3]])
def test_a_deal_that_ends_in_the_window_counts_and_ends_the_match(ruleset):
    """The last card is played when no new deal begins any more, and time is not up."""
    state = played_to(goes_on(ruleset, ("5", "7")), 60 * CLOCKS[ruleset][1] - 900, last_card)
    state = state.apply(log.Clocked(60 * CLOCKS[ruleset][1] + 30))
    card = str(state.deal.hands[0])
    act = f'{{"do": "act", "id": "a", "seq": {state.seq}, "cards": "{card}"}}'
    moment = Moment(state, said=[(3.0, 0, act)]).run(20)
    assert moment.first(is_over) == pytest.approx(3, abs=0.1)
    assert moment.after.deal.settled is not None
    assert moment.after.match.deals == state.match.deals + 1
    assert lines(moment.last())[-1].startswith("Time is up")


@pytest.mark.parametrize("ruleset", ["six-player", "four-deck"])
def test_where_there_is_no_window_a_deal_may_begin_to_the_last_second(ruleset):
    state = played_to(goes_on(ruleset, ("5", "7")), 60, over)
    state = state.apply(log.Clocked(60 * CLOCKS[ruleset][0] - 10))
    asks = [(1.0, who, do) for who in (0, 1) for do in (GO, '{"do": "cut", "at": null}')]
    moment = Moment(state, said=asks).run(20)
    assert any(isinstance(row, log.Dealt) for row in moment.store.written)
    assert moment.first(is_over) == pytest.approx(10, abs=0.1)
    assert moment.after.deal.redeal == "clock.match"


def test_a_void_deal_is_dealt_again_in_the_window():
    """It is the same deal, so it may begin though no new one may; time up ends it all the same."""
    state = played_to(goes_on("meizhusong", ("5", "7")), 171 * 60, mid_trick)
    state = state.apply(log.Acted(0, to_json(Void()), "referee")).apply(log.Committed("01" * 64))
    moment = Moment(state).run(60)
    assert any(isinstance(row, log.Dealt) for row in moment.store.written)
    assert not is_over(moment.last())


def test_time_is_up_while_cards_are_drawn():
    state = goes_on("six-player", ("5", "7")).apply(log.Dealt(0.0, 120 * 60 - 4))
    moment = Moment(state).run(30)
    assert moment.first(is_over) == pytest.approx(4, abs=0.1)
    assert moment.last()["result"]["winners"] == [1]


# The break.


def half_time(seconds, *, people=("maker", "friend")):
    state = seated("meizhusong", people, levels=("5", "7"), banker=0, deals=3)
    state = played_to(state, 60, over)
    return state.apply(log.Clocked(seconds))


def resting(state):
    return (state["room"]["clock"] or {}).get("rest") is not None


def test_the_break_comes_once_between_deals_and_lies_inside_the_time():
    """90 minutes are half-time; the break has 10 minutes, and the clock goes on in it."""
    moment = Moment(half_time(90 * 60), said=[(1.0, 0, GO), (1.0, 1, GO)]).run(650)
    assert moment.first(resting) == pytest.approx(1, abs=0.1)
    rest = next(state["room"]["clock"] for _, state in moment.states() if resting(state))
    assert rest["rest"] == pytest.approx(600, abs=0.1)
    dealt = [row for row in moment.store.written if isinstance(row, log.Dealt)]
    # seat 3, a bot, or a person cuts before it
    assert dealt[0].played == pytest.approx(100 * 60 + 1, abs=timing.CUT + 1)
    assert sum(isinstance(row, log.Rested) for row in moment.store.written) == 1


def test_the_break_ends_when_all_want_to_go_on():
    cut = '{"do": "cut", "at": null}'
    said = [(at, who, do) for at in (1.0, 30.0) for who in (0, 1) for do in (GO, cut)]
    moment = Moment(half_time(90 * 60), said=said).run(60)
    dealt = [row for row in moment.store.written if isinstance(row, log.Dealt)]
    assert dealt[0].played == pytest.approx(90 * 60 + 30, abs=1)


def test_before_half_time_there_is_no_break():
    moment = Moment(half_time(90 * 60 - 30), said=[(1.0, 0, GO), (1.0, 1, GO)]).run(25)
    assert not any(isinstance(row, log.Rested) for row in moment.store.written)


def test_the_match_can_end_in_the_break():
    """The break begins at 165 minutes; 5 minutes later no deal may begin any more."""
    moment = Moment(half_time(165 * 60), said=[(1.0, 0, GO), (1.0, 1, GO)]).run(400)
    assert moment.first(is_over) == pytest.approx(300, abs=0.1)
    assert lines(moment.last())[-1].startswith("Time is up")


# What is seen.


def test_all_see_the_clock_and_are_warned():
    state = played_to(goes_on("meizhusong", ("5", "7")), 169 * 60, mid_trick)
    moment = Moment(state).run(90)
    clocks = [
        (at, state["room"]["clock"]) for at, state in moment.states() if state["room"]["clock"]
    ]
    assert clocks[0][1]["of"] == 180 * 60
    assert clocks[0][1]["left"] == pytest.approx(11 * 60, abs=0.1)
    assert all(clock["runs"] for _, clock in clocks)
    assert all(clock["closing"] == (clock["left"] <= 600) for _, clock in clocks)
    warned = next(at for at, clock in clocks if clock["said"])
    assert warned == pytest.approx(60, abs=0.1)  # ten minutes before the end
    said = next(clock["said"] for _, clock in clocks if clock["said"])
    assert said == (
        "Less than 10 minutes left in this match."
        " No new deal begins; this one counts only if it is finished in time."
    )


def test_a_match_without_a_clock_shows_none():
    moment = Moment(played_to(seated("classic"), 0, mid_trick)).run(5)
    assert moment.last()["room"]["clock"] is None


# The time played.


def test_the_time_played_survives_a_restart_and_nobody_pays_for_the_pause():
    """Killed 47 seconds later, in the middle of a trick, the table knows of all but a moment."""
    state = played_to(goes_on("six-player", ("5", "7")), 600, mid_trick)
    first = Moment(state).run(47)
    kept = state
    for row in first.store.written:
        kept = kept.apply(row)
    assert 647 - timing.CLOCK <= kept.seconds <= 647
    again = Moment(kept).run(3)
    left = again.last()["room"]["clock"]["left"]
    assert left == pytest.approx(120 * 60 - kept.seconds - 3, abs=timing.CLOCK)
    assert kept.seq == state.seq  # nobody is told that time passes


def test_a_snapshot_keeps_break_rulings_and_the_opening_draw():
    state = seated("meizhusong", drawn=((0, "SA"), (1, "H9")))
    state = played_to(state, 5400, over).apply(log.Rested(5500))
    read, _ = snapshot.read("t", snapshot.take(state, {}))
    for fact in ("seconds", "rested", "resting", "fouls", "drawn"):
        assert getattr(read, fact) == getattr(state, fact)


def test_a_table_that_stands_still_does_not_use_up_the_time():
    state = played_to(seated("six-player", ("maker",)), 0, mid_trick)
    pause = [(10.0, 0, '{"do": "pause", "on": true}'), (110.0, 0, '{"do": "pause", "on": false}')]
    moment = Moment(state, ("maker",), said=pause).run(120)
    assert moment.table.schedule.match_clock.now().seconds == pytest.approx(20, abs=0.2)


def test_a_new_match_begins_with_all_the_time():
    state = played_to(seated("six-player", solo=True), 120 * 60 - 5, mid_trick)
    said = [(10.0, 0, '{"do": "rematch"}'), (11.0, 0, '{"do": "cut", "at": 5}')]
    moment = Moment(state, said=said).run(40)
    assert moment.after.match.over is None
    assert moment.after.drawn
    assert moment.after.seconds < 40


def test_a_log_with_the_clock_replays():
    state = played_to(goes_on("six-player", ("5", "7")), 7180, mid_trick)
    moment = Moment(state).run(40)
    after = state
    for row in moment.store.written:
        after = after.apply(row)
    assert after == moment.after
    assert after.match.over == (1,)
    assert replay("t", [state.made]).made == state.made


# The referee is called.

FLAG = "meizhusong(timeout=flag)"


def flagged(people, said=(), seconds=200, turn=0, ruleset=FLAG, **made):
    """Seat 0, or another, is to play; 30 seconds later their time is up, by the usual rules."""

    def reached(state):
        return state.deal.phase == "play" and state.deal.trick and state.deal.turn == turn

    state = played_to(seated(ruleset, people, **made), 0, reached)
    return Moment(state, people, said=list(said)).run(seconds)


def has_played(seat):
    return lambda state: any(s["event"] == "played" and s["seat"] == seat for s in state["steps"])


@pytest.mark.parametrize(("turn", "referee"), [(1, 0), (0, 1)])
def test_the_host_decides_and_where_it_is_the_host_another(turn, referee):
    decide = f'{{"do": "decide", "play": {"true"}}}'
    moment = flagged(("maker", "friend"), [(40.0, turn, decide), (45.0, referee, decide)], 50, turn)
    flag = next(state["room"]["flag"] for _, state in moment.states() if state["room"]["flag"])
    assert (flag["seat"], flag["referee"], flag["left"]) == (turn, referee, timing.ANSWER)
    assert moment.first(lambda state: state["room"]["flag"]) == pytest.approx(30, abs=0.1)
    assert moment.first(has_played(turn)) == pytest.approx(45, abs=0.1)
    assert any('"code":"no-flag"' in text for _, text in moment.heard[turn].heard)


def test_the_referee_can_give_more_time():
    decide = '{"do": "decide", "play": false}'
    moment = flagged(("maker", "friend"), [(40.0, 0, decide)], 80, 1)
    called = [at for at, state in moment.states() if state["room"]["flag"]]
    assert called[0] == pytest.approx(30, abs=0.1)
    assert called[-1] == pytest.approx(70, abs=0.1)  # 30 seconds after the decision
    with pytest.raises(StopIteration):
        moment.first(has_played(1))


def test_without_an_answer_the_program_plays():
    moment = flagged(("maker", "friend"), turn=1)
    assert moment.first(has_played(1)) == pytest.approx(30 + timing.ANSWER, abs=0.1)


def test_at_a_rated_table_nobody_decides_and_the_program_plays_at_once():
    decide = '{"do": "decide", "play": false}'
    moment = flagged(("maker", "friend"), [(29.0, 0, decide)], turn=1, rated=True)
    assert moment.first(has_played(1)) == pytest.approx(30, abs=0.1)
    assert any('"code":"rated"' in text for _, text in moment.heard[0].heard)


def test_at_a_rated_table_nobody_can_make_the_others_wait_till_they_leave_and_lose():
    """Where the rules have no clock, and the others may not send them away."""
    away = '{"do": "remove", "seat": 1}'
    people = ("maker", "friend", "third")
    said = [(5.0, 0, away), (6.0, 2, away)]
    moment = flagged(people, said, turn=1, ruleset="classic", rated=True)
    assert moment.first(has_played(1)) == pytest.approx(timing.ANSWER, abs=0.1)
    assert moment.after.seats[1].guest == "friend"
    for seat in (0, 2):
        assert any('"code":"rated"' in text for _, text in moment.heard[seat].heard)


def test_elsewhere_nobody_is_hurried_where_the_rules_have_no_clock():
    moment = flagged(("maker", "friend"), turn=1, ruleset="classic")
    with pytest.raises(StopIteration):
        moment.first(has_played(1))


def test_where_only_bots_play_besides_the_program_plays_at_once():
    moment = flagged(("maker",))
    assert moment.first(has_played(0)) == pytest.approx(30, abs=0.1)
