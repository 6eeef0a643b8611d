"""Who meets whom: `event.draw`, Berger tables, Swiss, brackets, groups."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.event_desk import Desk, plan, schools
from tuolaji.event import entries as log
from tuolaji.event.formats import berger, finished, groups, knockout
from tuolaji.event.formats.schools import draw
from tuolaji.event.refused import Refused

# The Berger tables as they are published.
BERGER = {
    4: "1-4 2-3 / 4-3 1-2 / 2-4 3-1",
    6: "1-6 2-5 3-4 / 6-4 5-3 1-2 / 2-6 3-1 4-5 / 6-5 1-4 2-3 / 3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5 / 8-5 6-4 7-3 1-2 / 2-8 3-1 4-7 5-6 / 8-6 7-5 1-4 2-3"
    " / 3-8 4-2 5-1 6-7 / 8-7 1-6 2-5 3-4 / 4-8 5-3 6-2 7-1",
}


@pytest.mark.parametrize("size", BERGER)
def test_the_berger_tables_are_the_published_ones(size):
    published = [
        {tuple(map(int, pair.split("-"))) for pair in row.split()}
        for row in BERGER[size].split(" / ")
    ]
    assert [set(row) for row in berger.table(size)] == published


@pytest.mark.parametrize("size", [2, 3, 5, 7, 12, 25])
def test_everybody_meets_everybody_once_in_a_round_robin(size):
    ids = [f"e{at}" for at in range(size)]
    rounds = berger.rounds(ids)
    met = Counter(frozenset(meet) for row in rounds for meet in row if meet[1])
    assert set(met.values()) == {1}
    assert len(met) == size * (size - 1) // 2
    for row in rounds:
        assert sorted(who for meet in row for who in meet if who) == sorted(ids)
    byes = Counter(home for row in rounds for home, away in row if not away)
    assert byes == (Counter(ids) if size % 2 else Counter())


def pairs_of(rounds):
    return [meet for row in rounds for meet in row]


@pytest.mark.parametrize(
    ("number", "size"), [(3, 4), (3, 2), (4, 4), (5, 4), (6, 3), (3, 3), (5, 1)]
)
def test_every_pair_meets_a_pair_of_each_of_two_other_schools(number, size):
    clubs = {f"{club}{at}": club for club in "ABCDEF"[:number] for at in range(size)}
    for seed in range(20):
        rounds = draw(clubs, str(seed))
        meets = pairs_of(rounds)
        assert len(meets) == number * size
        for id_, club in clubs.items():
            against = [b if a == id_ else a for a, b in meets if id_ in (a, b)]
            others = [clubs[other] for other in against]
            assert len(others) == 2
            assert len({*others, club}) == 3  # two schools, neither its own
        for row in rounds:
            assert max(Counter(who for meet in row for who in meet).values()) == 1


def test_three_schools_of_four_pairs_make_twelve_matches_in_two_rounds():
    rounds = draw({f"{club}{at}": club for club in "ABC" for at in range(4)}, "seed")
    assert [len(row) for row in rounds] == [6, 6]


def test_the_draw_follows_from_the_seed():
    clubs = {f"{club}{at}": club for club in "ABC" for at in range(4)}
    assert draw(clubs, "one") == draw(clubs, "one")
    drawn = {frozenset(map(frozenset, pairs_of(draw(clubs, str(seed))))) for seed in range(50)}
    assert len(drawn) > 45


def test_every_opponent_is_as_likely_in_the_draw():
    clubs = {f"{club}{at}": club for club in "ABC" for at in range(4)}
    met = Counter(
        frozenset(meet) for seed in range(600) for meet in pairs_of(draw(clubs, str(seed)))
    )
    assert len(met) == 48
    # Each of 48 meetings has the chance 1/4: 150 of 600, with a deviation of about 11.
    assert 100 < min(met.values()) <= max(met.values()) < 200


def test_the_cup_is_drawn_once():
    desk = Desk(schools())
    desk.draw()
    assert desk.event.rounds == 2
    assert len(desk.event.pairings) == 12
    with pytest.raises(Refused, match="all rounds are drawn"):
        desk.draw()


def test_a_draw_that_is_not_the_seeds_is_refused():
    desk, other = Desk(schools()), Desk(schools(seed="another"))
    other.draw()
    drawn = tuple(other.event.pairings.values())
    with pytest.raises(Refused, match="not what the seed draws"):
        desk.do(log.Drawn(drawn))


def test_a_seed_can_be_published_on_the_day():
    desk = Desk(schools(seed=""))
    with pytest.raises(Refused, match="no seed"):
        desk.draw()
    desk.do(log.SeedPublished("42"))
    desk.draw()
    with pytest.raises(Refused, match="after the draw"):
        desk.do(log.SeedPublished("43"))


def play_round(desk, rng):
    for match in desk.open():
        winner = rng.choice([0, 1, None])
        levels = {0: "53", 1: "35", None: "44"}[winner]
        desk.total(match, levels, winner)


@pytest.mark.parametrize("seed", [1, 2])
def test_swiss_with_25_entrants_over_7_rounds(seed):
    desk, rng = Desk(plan(25, format="swiss", rounds=7, seed=str(seed))), random.Random(seed)
    met, byes = Counter(), Counter()
    for number in range(1, 8):
        drawn = desk.draw()
        assert len(drawn) == 13
        assert {p.round for p in drawn} == {number}
        met.update(frozenset((p.home, p.away)) for p in drawn if p.away)
        byes.update(p.home for p in drawn if not p.away)
        play_round(desk, rng)
    assert set(met.values()) == {1}
    assert set(byes.values()) == {1}
    assert len(byes) == 7
    with pytest.raises(Refused, match="all rounds are drawn"):
        desk.draw()
    rows = desk.rows()
    assert rows[0].points >= rows[-1].points + 6  # it does tell strong from weak
    assert all(row.played + (row.who in byes) == 7 for row in rows)


@pytest.mark.parametrize(("size", "rounds"), [(6, 4), (7, 6), (10, 8), (4, 3)])
def test_swiss_in_small_fields_never_repeats_and_says_when_it_cannot(size, rounds):
    refused = set()
    for seed in range(4):
        desk = Desk(plan(size, format="swiss", rounds=rounds, seed=str(seed)))
        rng, met = random.Random(seed), Counter()
        for _ in range(rounds):
            try:
                drawn = desk.draw()
            except Refused as error:
                refused.add(error.code)
                break
            met.update(frozenset((p.home, p.away)) for p in drawn)
            play_round(desk, rng)
        assert set(met.values()) == {1}
        assert desk.event.rounds >= size // 2
    assert refused <= {"no-pairing"}


def test_standings_are_final_when_no_round_is_left_to_draw():
    desk = Desk(plan(4, format="swiss", rounds=2))
    for over in (False, True):
        assert not finished(desk.event)
        desk.draw()
        assert not finished(desk.event)
        for match in desk.open():
            desk.total(match, "53", 0)
        assert finished(desk.event) is over


def test_a_swiss_that_has_run_out_of_pairings_is_over():
    desk = Desk(plan(4, format="swiss", rounds=5))
    for over in (False, False, True):  # four can meet in three ways
        assert not finished(desk.event)
        desk.draw()
        for match in desk.open():
            desk.total(match, "53", 0)
        assert finished(desk.event) is over
    with pytest.raises(Refused, match="no pairing"):
        desk.draw()


def test_groups_that_leave_nobody_to_meet_are_the_whole_event():
    alone, one_left = (Desk(plan(4, format="groups", groups=n, qualify=1)) for n in (1, 2))
    one_left.draw()
    for pairing in tuple(one_left.event.pairings.values()):
        if pairing.stage == "B":
            one_left.do(log.Withdrew(pairing.home))
            one_left.do(log.Withdrew(pairing.away))
    alone.draw()
    for desk in (alone, one_left):
        for match in desk.open():
            assert not finished(desk.event)
            desk.total(match, "53", 0)
        assert finished(desk.event)
        with pytest.raises(Refused, match="all rounds are drawn"):
            desk.draw()


def test_a_drawn_match_of_a_knock_out_ends_nothing():
    desk = Desk(plan(4, format="knock-out"))
    desk.draw()
    for match in desk.open():
        desk.total(match, "33", None)
    assert not finished(desk.event)


def test_a_round_is_drawn_only_when_the_one_before_is_finished():
    desk = Desk(plan(6, format="swiss", rounds=3))
    desk.draw()
    with pytest.raises(Refused, match="not finished: 1-1, 1-2, 1-3"):
        desk.draw()


def test_brackets_are_the_usual_ones():
    assert knockout.bracket(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    assert knockout.bracket(16) == [1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11]


def test_the_first_seeds_have_the_byes_of_a_knock_out():
    assert knockout.first_round([f"e{n}" for n in range(1, 7)]) == [
        ("e1", ""), ("e4", "e5"), ("e2", ""), ("e3", "e6"),
    ]  # fmt: skip


def test_a_knock_out_with_a_match_for_the_third_place():
    desk = Desk(plan(6, format="knock-out", seeded=True, third_place=True))
    assert [(p.home, p.away, p.stage) for p in desk.draw()] == [
        ("e1", "", "8"), ("e4", "e5", "8"), ("e2", "", "8"), ("e3", "e6", "8"),
    ]  # fmt: skip
    desk.total("1-2", "24", 1)
    desk.total("1-4", "53", 0)
    assert [(p.home, p.away, p.stage) for p in desk.draw()] == [
        ("e1", "e5", "4"), ("e2", "e3", "4"),
    ]  # fmt: skip
    desk.total("2-1", "53", 0)
    desk.total("2-2", "44", None)
    with pytest.raises(Refused, match="match 2-2 ended in a draw"):
        desk.draw()
    desk.do(log.WinnerNamed("2-2", 1), why="one more deal")
    assert [(p.home, p.away, p.stage) for p in desk.draw()] == [
        ("e1", "e3", "2"), ("e5", "e2", "3rd"),
    ]  # fmt: skip
    desk.total("3-1", "93", 0)
    desk.total("3-2", "93", 0)
    with pytest.raises(Refused, match="all rounds are drawn"):
        desk.draw()


def test_groups_are_dealt_like_a_snake():
    assert groups.snake([f"{n}" for n in range(1, 9)], 3) == [
        ["1", "6", "7"], ["2", "5", "8"], ["3", "4"],
    ]  # fmt: skip


def test_groups_and_then_a_knock_out_of_those_who_qualified():
    desk = Desk(plan(8, format="groups", groups=2, qualify=2, seeded=True))
    assert len(desk.draw()) == 4
    assert desk.event.rounds == 3
    for match in desk.open():  # the lower number wins
        pairing = desk.event.pairings[match]
        home = int(pairing.home[1:]) < int(pairing.away[1:])
        desk.total(match, "53" if home else "35", 0 if home else 1)
    # A: e1 e4 e5 e8, B: e2 e3 e6 e7
    assert [(p.home, p.away) for p in desk.draw()] == [("e1", "e3"), ("e2", "e4")]


def test_nobody_meets_their_own_group_first():
    group = {"a1": "A", "a2": "A", "b1": "B", "b2": "B"}
    assert groups.apart([("a1", "a2"), ("b1", "b2")], group) == [("a1", "b2"), ("b1", "a2")]


def test_who_is_not_there_is_not_drawn():
    desk = Desk(plan(5, check_in=True))
    for id_ in ("e1", "e2", "e3", "e5"):
        desk.do(log.CheckedIn(id_))
    desk.draw()
    assert len(desk.event.pairings) == 6
    assert "e4" not in {who for p in desk.event.pairings.values() for who in (p.home, p.away)}
