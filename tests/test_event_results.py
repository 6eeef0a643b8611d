"""Results deal by deal, confirmed or not, corrected, appealed; what the program makes of them."""

from __future__ import annotations

import pytest

from tests.event_desk import REFEREE, Desk, plan, player
from tuolaji.event import entries as log
from tuolaji.event.entries import FoulOf, LastTrick
from tuolaji.event.refused import Refused


def evening(number=4, **fields):
    """A drawn event whose first round has begun; 1-1 is home against away."""
    desk = Desk(plan(number, **fields))
    desk.draw()
    desk.start(*(p.id for p in desk.event.of_round(1) if p.away))
    return desk


def sides(desk, match="1-1"):
    pairing = desk.event.pairings[match]
    return player(pairing.home), player(pairing.away)


# What the program computes


def test_levels_and_banker_follow_from_the_points():
    desk = evening()
    with pytest.raises(Refused, match="who had the bank"):
        desk.deal("1-1", 1, 60)
    desk.deal("1-1", 1, 60, banker=0)  # 40–75: the bankers +1, and their partner banks
    desk.deal("1-1", 2, 130)  # 120–155: the attackers +1, and the next seat banks
    desk.deal("1-1", 3, 80)  # 80–115: the attackers take the bank
    course = desk.outcome("1-1").course
    assert [(deal.banker, deal.level, deal.levels) for deal in course.deals] == [
        (0, "2", ("3", "2")),
        (2, "3", ("3", "3")),
        (3, "3", ("3", "3")),
    ]
    assert course.match.banker == 0
    assert desk.outcome("1-1").gained == (1, 1)


@pytest.mark.parametrize(
    ("ruleset", "points", "last", "dig", "total", "won"),
    [
        ("meizhusong", 70, LastTrick("attackers", kitty=15), 30, 100, ("attackers", 0)),
        ("meizhusong", 70, LastTrick("attackers", pairs=1, cards=2, kitty=15), 60, 130,
         ("attackers", 1)),
        ("meizhusong", 70, LastTrick("bankers", pairs=1, cards=2, kitty=15), 0, 70,
         ("bankers", 1)),
        # the page's own example: twelve pairs over a kitty of 80
        ("meizhusong", 120, LastTrick("attackers", pairs=12, cards=24, kitty=80), 2**24 * 80,
         1_342_177_400, ("attackers", 33_554_433)),
        ("six-player", 40, LastTrick("attackers", pairs=2, cards=4, kitty=10), 80, 120,
         ("attackers", 1)),
        # the last trick counts for both sides, once for each card that was played
        ("four-deck", 170, LastTrick("bankers", cards=2, pairs=1, points=20), -40, 130,
         ("bankers", 1)),
        ("four-deck", 170, LastTrick("attackers", cards=1, points=20), 20, 190, ("attackers", 0)),
        ("four-deck", 170, LastTrick("bankers", cards=1, points=20), 0, 170, ("attackers", 0)),
    ],
)  # fmt: skip
def test_digging_is_computed_from_the_last_trick(ruleset, points, last, dig, total, won):
    desk = evening(ruleset=ruleset)
    desk.deal("1-1", 1, points, banker=0, last=last)
    deal = desk.outcome("1-1").course.deals[0]
    assert (deal.dig.points, deal.points) == (dig, total)
    assert (deal.result.side, deal.result.levels) == won


def test_hard_trump_is_dug_only_where_the_rules_say():
    for attacked, dug in (("nobody", 0), ("attackers", 0), ("bankers", 20)):
        desk = evening(ruleset="joker-bid")
        last = LastTrick("attackers", kitty=20, hard=attacked)
        desk.deal("1-1", 1, 70, banker=0, last=last)
        assert desk.outcome("1-1").course.deals[0].dig.points == dug


def test_a_jack_sends_the_bankers_back():
    desk = evening(ruleset="six-player(first_level=J)")
    desk.deal("1-1", 1, 80, banker=0, jack=True)
    assert desk.outcome("1-1").levels == ("J", "J")  # it is the first level
    desk = evening(ruleset="six-player(match_minutes=0)")
    level = 1
    while desk.outcome("1-1").levels[0] != "J":
        desk.deal("1-1", level, 60, banker=0)
        level += 1
    desk.deal("1-1", level, 75, banker=0, jack=True)  # under 80: nothing special
    assert desk.outcome("1-1").levels == ("Q", "2")
    desk.do(log.Voided("1-1", level), REFEREE, "entered wrongly")
    desk.deal("1-1", level, 80, banker=0, jack=True)
    assert desk.outcome("1-1").levels == ("2", "2")


def test_a_match_ends_beyond_the_top():
    desk = evening(ruleset="meizhusong(match_minutes=0)")
    number = 0
    while not desk.outcome("1-1").over:
        number += 1
        desk.deal("1-1", number, 0, banker=0)
    found = desk.outcome("1-1")
    assert (number, found.winner, found.reason) == (5, 0, "levels")  # 2 5 8 J A: five times +3
    assert found.gained == (13, 0)
    assert found.scores == (2, 0)
    with pytest.raises(Refused, match="is over"):
        desk.deal("1-1", 6, 0)


@pytest.mark.parametrize(
    ("points", "said", "why"),
    [
        (63, {}, "63 points cannot be"),
        (60, {"banker": 4}, "no seat 4"),
        (205, {"last": LastTrick("attackers")}, "205 points"),
        (60, {"last": LastTrick("attackers", kitty=85)}, "85 points"),
        (60, {"last": LastTrick("attackers", cards=3, pairs=2)}, "3 cards with 2 pairs"),
        (60, {"fouls": (FoulOf("foul.nonsense", 0),)}, "no 'foul.nonsense'"),
    ],
)
def test_what_cannot_be_is_refused(points, said, why):
    desk = evening()
    with pytest.raises(Refused, match=why):
        desk.deal("1-1", 1, points, **{"banker": 0, **said})


def test_deals_come_in_order():
    desk = evening()
    with pytest.raises(Refused, match="the next one is deal 1"):
        desk.deal("1-1", 2, 60)


# Fouls, as the pages have them


def test_fouls_of_the_cup():
    desk = evening()
    fouls = (FoulOf("foul.card-count", 0), FoulOf("foul.retract", 1, cards=2))
    desk.deal("1-1", 1, 60, banker=0, fouls=fouls)  # home banks: +80, away attacks: -20
    assert desk.outcome("1-1").course.deals[0].points == 60 + 80 - 20


def test_a_deal_ended_by_a_foul():
    desk = evening(ruleset="six-player")
    desk.deal("1-1", 1, 85, banker=0, fouls=(FoulOf("foul.side", 0),))
    deal = desk.outcome("1-1").course.deals[0]
    assert (deal.result.side, deal.result.levels) == ("attackers", 1)
    desk = evening(ruleset="four-deck")
    revoke = FoulOf("foul.revoke", 1, found="later", variant="counted_first")
    desk.deal("1-1", 1, 85, banker=0, fouls=(revoke,))
    deal = desk.outcome("1-1").course.deals[0]
    assert (deal.result.side, deal.result.levels) == ("bankers", 1)


def test_a_misdrawn_deal_is_dealt_again():
    desk = evening()
    desk.deal("1-1", 1, 0, banker=0, fouls=(FoulOf("deal.misdrawn", 0),))
    found = desk.outcome("1-1")
    assert found.course.deals[0].void
    assert found.levels == ("2", "2")
    desk.deal("1-1", 2, 60, banker=1)
    assert desk.outcome("1-1").levels == ("2", "3")


def test_a_foul_in_a_deal_that_was_made_void_has_happened_too():
    """Four decks: conduct is warned of once in a match, then it disqualifies."""
    desk = evening(ruleset="four-deck")
    conduct = log.FoulRuled("1-1", 1, FoulOf("foul.conduct", 1))
    desk.deal("1-1", 1, 80, banker=0)
    desk.do(conduct, REFEREE, "shouts")
    desk.do(log.Voided("1-1", 1), REFEREE, "cards fell")
    desk.deal("1-1", 1, 80, banker=0)
    desk.do(conduct, REFEREE, "shouts again")
    assert (desk.outcome("1-1").winner, desk.outcome("1-1").reason) == (0, "disqualified")


def test_the_second_conduct_foul_of_a_match_disqualifies():
    desk = evening(ruleset="four-deck")
    desk.deal("1-1", 1, 100, banker=0)
    desk.deal("1-1", 2, 100)
    foul = log.FoulRuled("1-1", 1, FoulOf("foul.conduct", 1))
    first = desk.do(foul, REFEREE, "signals")
    assert desk.outcome("1-1").status == "playing"
    desk.do(log.FoulRuled("1-1", 2, FoulOf("foul.conduct", 1)), REFEREE, "again")
    found = desk.outcome("1-1")
    assert (found.winner, found.reason) == (0, "disqualified")
    desk.do(log.Reversed(first.number), why="those were no signals")
    assert desk.outcome("1-1").status == "playing"  # so the other is a warning only


# Two sides


def test_a_result_counts_when_the_other_side_confirms_it():
    desk = evening(2, ruleset="meizhusong(match_minutes=0)")
    home, away = sides(desk)
    desk.total("1-1", "53", 0, home)
    assert desk.outcome("1-1").status == "unconfirmed"
    assert desk.rows()[0].points == 0
    desk.do(log.Confirmed("1-1", 0), away)
    assert desk.outcome("1-1").status == "over"
    assert [row.points for row in desk.rows()] == [2, 0]


def test_entering_the_same_is_confirming_and_entering_twice_is_nothing():
    desk = evening()
    home, away = sides(desk)
    assert desk.deal("1-1", 1, 60, home, banker=0) is not None
    assert desk.deal("1-1", 1, 60, home, banker=0) is None
    assert desk.do(log.Confirmed("1-1", 1), home) is None
    assert desk.outcome("1-1").open == (("1-1", 0, 1),)
    assert desk.deal("1-1", 1, 60, away) is not None
    assert desk.outcome("1-1").open == ()
    with pytest.raises(Refused, match="only the referee"):
        desk.deal("1-1", 1, 65, home)


def test_two_sides_that_contradict_each_other():
    desk = evening()
    home, away = sides(desk)
    desk.deal("1-1", 1, 60, home, banker=0)
    desk.deal("1-1", 1, 80, away, banker=0)
    assert desk.outcome("1-1").status == "disputed"
    with pytest.raises(Refused, match="disagree"):
        desk.do(log.Confirmed("1-1", 1), away)
    # Either side gives in, or the referee decides.
    desk.deal("1-1", 1, 60, away, banker=0)
    assert desk.outcome("1-1").disputed == ()
    desk.deal("1-1", 2, 40, home)
    desk.deal("1-1", 2, 45, away)
    desk.do(log.DealEntered("1-1", 2, log.DealReport(45)), REFEREE, "counted again")
    found = desk.outcome("1-1")
    assert (found.disputed, found.open) == ((), ())
    assert found.course.deals[1].points == 45


def test_without_confirmation_one_entry_is_enough():
    desk = evening(2, confirm=False)
    home, _ = sides(desk)
    desk.total("1-1", "53", 0, home)
    assert desk.outcome("1-1").over


# Corrections and rulings


def swiss(number=6, rounds=5):
    return Desk(plan(number, format="swiss", rounds=rounds))


def test_a_wrong_result_corrected_three_rounds_later():
    desk = swiss(8)
    for round_ in range(4):
        for pairing in desk.draw():
            desk.total(pairing.id, "42", 0)
        if not round_:
            first = desk.event.pairings["1-1"]
    before = {row.who: row.points for row in desk.rows()}
    drawn = dict(desk.event.pairings)
    desk.total("1-1", "24", 1)
    after = {row.who: row.points for row in desk.rows()}
    assert after[first.home] == before[first.home] - 2
    assert after[first.away] == before[first.away] + 2
    assert desk.event.pairings == drawn  # what was played stays as it was drawn
    met = [p for p in drawn.values() if first.away in (p.home, p.away)]
    opponents = {p.home if p.away == first.away else p.away for p in met}
    ties = {row.who: row.ties.get("buchholz") for row in desk.rows()}
    for who in opponents - {first.home}:  # their opponent has two points more now
        expected = sum(
            after[p.away if p.home == who else p.home]
            for p in drawn.values()
            if who in (p.home, p.away)
        )
        assert ties[who] in (None, expected)


def test_a_deal_corrected_later_changes_everything_after_it():
    desk = evening()
    for number, points in enumerate((60, 130, 80, 40), 1):
        desk.deal("1-1", number, points, banker=0 if number == 1 else None)
    assert desk.outcome("1-1").levels == ("4", "3")
    desk.deal("1-1", 1, 80, banker=0)  # it was 80: no promotion, and the other side has the bank
    found = desk.outcome("1-1")
    assert found.levels == ("3", "3")
    # The second deal was played with seat 2 as banker, though seat 1 should have had the bank.
    assert (found.course.deals[1].banker, found.course.deals[1].expected) == (2, 1)


def test_a_correction_can_end_a_match_earlier():
    desk = evening(ruleset="meizhusong(match_minutes=0)")
    for number in range(1, 5):
        desk.deal("1-1", number, 0, banker=0)
    desk.deal("1-1", 5, 40, banker=0)  # A, one level: beyond it
    assert desk.outcome("1-1").over
    desk.deal("1-1", 1, 80, banker=0)
    assert desk.outcome("1-1").status == "playing"
    desk.deal("1-1", 6, 0, banker=0)
    assert desk.outcome("1-1").over
    desk.deal("1-1", 1, 0, banker=0)
    found = desk.outcome("1-1")
    assert (found.over, found.course.unused) == (True, 1)


def test_a_ruling_appealed_and_reversed_and_the_log_keeps_both():
    desk = evening()
    home, _ = sides(desk)
    desk.deal("1-1", 1, 60, banker=0)
    ruled = desk.do(
        log.FoulRuled("1-1", 1, FoulOf("foul.card-count", 0)), REFEREE, "nine in the kitty"
    )
    desk.deal("1-1", 2, 40, banker=1)
    assert desk.outcome("1-1").levels == ("2", "4")
    desk.do(log.Appealed(ruled.number), home, "there were eight")
    assert desk.event.appeals == {ruled.number: "open"}
    back = desk.do(log.Reversed(ruled.number), why="eight, by the record")
    assert desk.event.appeals == {ruled.number: "reversed"}
    assert desk.outcome("1-1").levels == ("3", "3")
    assert [type(line.entry).__name__ for line in desk.event.lines[ruled.number - 1 :]] == [
        "FoulRuled", "DealEntered", "Appealed", "Reversed",
    ]  # fmt: skip
    with pytest.raises(Refused, match="reversed already"):
        desk.do(log.Reversed(ruled.number))
    desk.do(log.Reversed(back.number), why="the record was of another deal")
    assert desk.outcome("1-1").levels == ("2", "4")


def test_an_appeal_can_be_turned_down():
    desk = evening()
    ruled = desk.do(log.Warned("e1"), REFEREE, "late")
    with pytest.raises(Refused, match="nobody has appealed"):
        desk.do(log.Upheld(ruled.number))
    desk.do(log.Appealed(ruled.number), player("e1"), "the bus")
    desk.do(log.Upheld(ruled.number), why="all others came")
    assert desk.event.appeals == {ruled.number: "upheld"}
    assert desk.event.warnings == {"e1": [ruled.number]}


def test_rulings_need_a_reason_and_a_thing_to_rule_on():
    desk = evening()
    with pytest.raises(Refused, match="needs its reason"):
        desk.do(log.Warned("e1"), REFEREE)
    with pytest.raises(Refused, match="nothing is entered"):
        desk.do(log.Adjusted("1-1", 1, 10), REFEREE, "x")
    with pytest.raises(Refused, match="no entrant e9"):
        desk.do(log.Penalised("e9", 1), REFEREE, "x")
    with pytest.raises(Refused, match="no match 9-9"):
        desk.do(log.Forfeited("9-9", 0), REFEREE, "x")
    with pytest.raises(Refused, match="line 1 is nothing"):
        desk.do(log.Reversed(1))


def test_a_forfeit_a_penalty_and_a_disqualification():
    desk = evening(4)
    one = desk.event.pairings["1-1"]
    desk.do(log.Forfeited("1-1", 1), REFEREE, "did not come")
    assert desk.outcome("1-1").scores == (2, 0)
    desk.do(log.Penalised(one.home, 1), REFEREE, "late")
    assert {row.who: row.points for row in desk.rows()}[one.home] == 1
    desk.do(log.Disqualified(one.home), REFEREE, "cheating")
    rows = desk.rows()
    assert rows[-1].who == one.home
    lost = [o for o in map(desk.outcome, desk.event.pairings) if one.home in
            (o.pairing.home, o.pairing.away) and o.pairing.id != "1-1"]  # fmt: skip
    assert all(o.reason == "forfeit" for o in lost)


def test_extra_points_and_a_replayed_deal():
    desk = evening()
    desk.deal("1-1", 1, 60, banker=0)
    desk.do(log.Adjusted("1-1", 1, 20), REFEREE, "a trick was counted wrongly")
    assert desk.outcome("1-1").course.deals[0].points == 80
    desk.do(log.Voided("1-1", 1), REFEREE, "a card was missing")
    assert desk.outcome("1-1").course.deals == ()
    desk.deal("1-1", 1, 0, banker=1)
    assert desk.outcome("1-1").levels == ("2", "5")


# Who comes and goes


def test_a_late_arrival_in_a_swiss_joins_the_next_round():
    desk = swiss(5, rounds=3)
    assert sum(not p.away for p in desk.draw()) == 1
    for match in desk.open():
        desk.total(match, "42", 0)
    desk.do(log.Entered(log.Entrant("late")))
    drawn = desk.draw()
    assert all(p.away for p in drawn)
    assert {row.who: row.points for row in desk.rows()}["late"] == 0
    with pytest.raises(Refused, match="entered twice"):
        desk.do(log.Entered(log.Entrant("late")))


def test_a_late_arrival_is_refused_where_everything_is_drawn():
    desk = evening()
    with pytest.raises(Refused, match="once a round-robin event is drawn"):
        desk.do(log.Entered(log.Entrant("late")))


def test_a_withdrawal_forfeits_what_is_open_and_keeps_what_is_played():
    desk = swiss(6, rounds=3)
    desk.draw()
    for match in desk.open():
        desk.total(match, "42", 0)
    gone = desk.event.pairings["1-1"].home
    desk.draw()
    desk.do(log.Withdrew(gone), why="has to go")
    mine = next(p for p in desk.event.of_round(2) if gone in (p.home, p.away))
    found = desk.outcome(mine.id)
    assert (found.over, found.reason) == (True, "forfeit")
    assert {row.who: row.points for row in desk.rows()}[gone] == 2
    for match in desk.open():
        desk.total(match, "42", 0)
    third = desk.draw()
    assert gone not in {who for p in third for who in (p.home, p.away)}
    assert sum(not p.away for p in third) == 1


def test_other_people_can_play_for_an_entrant():
    desk = evening()
    desk.do(log.Substituted("e1", ("Ann", "Bo")), REFEREE)
    assert desk.event.entrants["e1"].players == ("Ann", "Bo")
    with pytest.raises(Refused, match="2 players"):
        desk.do(log.Substituted("e1", ("Ann",)), REFEREE)
