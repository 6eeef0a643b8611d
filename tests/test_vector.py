"""The vector environment: the same as one deal stepped by itself, whatever the threads."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from tuolaji import PRESETS
from tuolaji.cards.planes import size
from tuolaji.engine.action_tokens import next_tokens, push, token_at
from tuolaji.engine.match import count_deal, new_match
from tuolaji.engine.observe import observe, observe_world
from tuolaji.engine.state import OVER, PLAY, State
from tuolaji.env import Layout, mask_bits, vector, word_bits
from tuolaji.env.fast.batch import begin_next, reward_levels, reward_points
from tuolaji.env.tokens import BadToken
from tuolaji.kernel import SPEED
from tuolaji.rules.dice import Dice
from tuolaji.rules.numbers import strict_switches_of

RULESETS = [*PRESETS, "classic(partners=called)", "classic(no_declaration=redeal)"]
ROWS = 40 if SPEED.compiled else 5
ARRAYS = ("words", "scalars", "world", "masks", "seats", "levels", "points", "over", "match_over")


def arrays(env):
    return [getattr(env, name).copy() for name in ARRAYS]


@pytest.mark.parametrize("start", ["match", "random"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_row_is_a_deal_stepped_by_itself(ruleset, start):
    env = vector(ruleset, ROWS, seed=7, world=True, start=start)
    layout, row, ended = env.layout, ROWS - 1, 0
    deal, dice = State(strict_switches_of(env.ruleset)), Dice(0)
    dice.seed(7, 2 * row)
    new_match(deal, dice.below(layout.players))
    begin_next(deal, dice, start == "random")
    while ended < (8 if SPEED.compiled else 1):
        while size(next_tokens(deal)) == 1:
            push(deal, token_at(next_tokens(deal), 0))
            if deal.phase == OVER:
                ended += 1
                count_deal(deal)
                begin_next(deal, dice, start == "random")
        assert tuple(env.masks[row].tolist()) == next_tokens(deal)
        assert env.seats[row] == deal.turn
        words = np.zeros((1, layout.word_count), np.uint64)
        scalars = np.zeros((1, layout.scalar_count), np.int32)
        world = np.zeros((1, layout.world_count), np.uint64)
        observe(deal, deal.turn, words.data, scalars.data, 0, 0)
        observe_world(deal, deal.turn, world.data, 0, 0)
        assert np.array_equal(env.words[row], words[0])
        assert np.array_equal(env.scalars[row], scalars[0])
        assert np.array_equal(env.world[row], world[0])
        actions = env.choose()
        env.step(actions)
        push(deal, int(actions[row]))
        over = deal.phase == OVER
        if over:
            levels = [reward_levels(deal, seat) for seat in range(layout.players)]
            points = [reward_points(deal, seat) for seat in range(layout.players)]
            assert env.levels[row].tolist() == levels
            assert env.points[row].tolist() == points
            count_deal(deal)
            assert env.match_over[row] == bool(deal.winners)
            begin_next(deal, dice, start == "random")
        elif not env.over[row]:
            assert not env.levels[row].any()
        ended += over


@pytest.mark.parametrize("ruleset", RULESETS)
def test_threads_change_nothing(ruleset):
    one, three = (vector(ruleset, ROWS, threads=number, seed=1) for number in (1, 3))
    for _ in range(100 if SPEED.compiled else 15):
        actions = one.choose()
        assert np.array_equal(actions, three.choose())
        one.step(actions)
        three.step(actions)
        for mine, theirs in zip(arrays(one), arrays(three), strict=True):
            assert np.array_equal(mine, theirs)


def test_a_seed_begins_the_same_deals_again():
    env = vector("classic", 3, seed=5)
    first = arrays(env)
    env.step(env.choose())
    env.reset(5)
    assert all(map(np.array_equal, first, arrays(env)))
    env.reset(6)
    assert not np.array_equal(first[0], env.words)


def test_forced_decisions_are_left_out_or_not():
    for skip in (True, False):
        env = vector("classic", ROWS, skip_forced=skip)
        fewest = 217
        for _ in range(60):
            fewest = min(fewest, mask_bits(env.masks).sum(axis=1).min())
            env.step(env.choose())
        assert fewest == (2 if skip else 1)


def test_what_is_not_wanted_has_no_columns():
    env = vector("classic", 2, observations=False)
    assert env.words.shape == env.scalars.shape == env.world.shape == (2, 0)
    env.step(env.choose())


def test_bits_and_masks_unpacked():
    env = vector("six-player", 4, seed=2)
    layout = Layout.of("six-player")
    bits = word_bits(env.words)
    assert bits.shape == (4, 54 * layout.word_count)
    assert bits.dtype == np.float32
    for row in range(4):
        for column, word in enumerate(env.words[row].tolist()):
            for face in range(54):
                assert bits[row, 54 * column + face] == word >> face & 1
        masks = env.masks[row].tolist()
        tokens = [masks[token & 3] >> (token >> 2) & 1 for token in range(217)]
        assert mask_bits(env.masks)[row].tolist() == tokens


def test_a_step_can_be_begun_and_finished_later():
    whole, cut = (vector("classic", ROWS, threads=2, seed=4) for _ in range(2))
    for _ in range(30):
        actions = whole.choose()
        whole.step(actions)
        cut.start_step(actions)
        with pytest.raises(RuntimeError, match="another thread is stepping"):
            cut.start_step(actions)
        cut.finish_step()
        assert all(map(np.array_equal, arrays(whole), arrays(cut)))
    with pytest.raises(BadToken):
        cut.start_step(np.full(ROWS, -1))
    cut.step(cut.choose())


def test_the_arrays_lie_where_they_are_wanted():
    made = []

    def zeros(shape, kind):
        made.append(np.zeros(shape, kind))
        return made[-1]

    env = vector("classic", 3, zeros=zeros)
    assert any(env.words is one for one in made)
    assert any(env.masks is one for one in made)


def lowest(env):
    """The lowest token that may come next, by row."""
    return mask_bits(env.masks).argmax(axis=1).astype(np.int32)


def first_deals(env, choose, number):
    """What side 0 won in the first deals of each row, where tokens are chosen so."""
    won = [[] for _ in range(env.number)]
    while min(map(len, won)) < number:
        env.step(choose(env))
        for row in np.flatnonzero(env.over):
            won[row].append(int(env.levels[row, 0]))
    return [some[:number] for some in won]


@pytest.mark.parametrize("ruleset", [*PRESETS, "classic(partners=called)"])
def test_who_takes_every_hint_plays_as_the_house(ruleset):
    rows, deals = (16, 3) if SPEED.compiled else (2, 1)
    phase = Layout.of(ruleset).scalars["phase"].start

    def hinted(env):
        theirs = (env.scalars[:, phase] == PLAY) & (env.seats % 2 == 1)
        assert (env.hints[theirs] >= 0).all()
        assert (env.hints[env.scalars[:, phase] != PLAY] == -1).all()
        return np.where(theirs, env.hints, lowest(env))

    house = vector(ruleset, rows, seed=9, start="random", house=np.ones(rows))
    alone = vector(ruleset, rows, seed=9, start="random", hints=True)
    assert first_deals(house, lowest, deals) == first_deals(alone, hinted, deals)


def test_the_house_plays_no_worse_than_luck():
    if not SPEED.compiled:
        pytest.skip("for the compiled speed")
    env = vector("classic", 64, seed=1, start="random", house=np.zeros(64))
    won = first_deals(env, type(env).choose, 4)
    assert sum(map(sum, won)) / 256 > 1


def test_hints_can_be_stopped():
    env = vector("classic", 4, seed=2, hints=True)
    env.stop_hints()
    before = env.hints.copy()
    for _ in range(60):
        env.step(env.choose())
    assert np.array_equal(before, env.hints)


# Bad input


@pytest.mark.parametrize("house", [[0, 1], [0, 1, 2, 0], np.zeros((4, 1))])
def test_a_house_that_is_none(house):
    with pytest.raises(ValueError, match="house: -1, 0 or 1 for each of 4 rows"):
        vector("classic", 4, house=house)


def test_an_illegal_token_moves_no_row():
    env = vector("classic", 4, seed=3)
    before = arrays(env)
    actions = env.choose()
    bad = int(np.flatnonzero(mask_bits(env.masks)[2] == 0)[0])
    actions[2] = bad
    with pytest.raises(BadToken, match=rf"row 2: token {bad} \(.*\) may not come next; allowed: "):
        env.step(actions)
    for none in (-1, 217, 2**31 - 1):
        actions[2] = none
        with pytest.raises(BadToken, match=f"row 2: token {none} is none; tokens are 0 to 216"):
            env.step(actions)
    assert all(map(np.array_equal, before, arrays(env)))


@pytest.mark.parametrize(
    ("actions", "error", "said"),
    [
        (np.zeros(3, np.int32), ValueError, r"actions: the shape is \(3,\), not \(4,\)"),
        (np.zeros((4, 1), np.int32), ValueError, r"the shape is \(4, 1\), not \(4,\)"),
        (7, ValueError, r"the shape is \(\), not \(4,\)"),
        (np.zeros(4), TypeError, "actions: whole numbers are needed, not float64"),
        (np.zeros(4, bool), TypeError, "not bool"),
        (["a"] * 4, TypeError, "whole numbers are needed"),
        (None, TypeError, "not object"),
        (np.full(4, 2**63, np.uint64), BadToken, "row 0: token 9223372036854775808 is none"),
    ],
)
def test_actions_of_a_wrong_shape_or_kind(actions, error, said):
    with pytest.raises(error, match=said):
        vector("classic", 4).step(actions)


def test_the_arrays_cannot_be_written_to():
    env = vector("classic", 2, world=True)
    for name in ("words", "scalars", "world", "masks", "seats", "levels", "points"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(env, name)[...] = 0


def test_two_threads_cannot_step_one_environment():
    env = vector("classic", 2)
    with env._alone():
        other = threading.Thread(target=lambda: failures.append(refused(env)))
        failures: list[str] = []
        other.start()
        other.join()
    assert failures == ["another thread is stepping this environment"]
    env.step(env.choose())


def refused(env):
    with pytest.raises(RuntimeError) as caught:
        env.choose()
    return str(caught.value)
