"""Version 3 of the observation: one layout for every ruleset."""

from __future__ import annotations

import random
import warnings
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

from tests.test_env import EXPECTED
from tests.test_observation import RULESETS, beginning, exchange
from tuolaji import env as environments
from tuolaji.deal import engine_action
from tuolaji.deal.view import view
from tuolaji.engine.course import act
from tuolaji.engine.friends import find_friends
from tuolaji.engine.observe import observe
from tuolaji.engine.random_deals import random_action
from tuolaji.engine.state import OVER, State
from tuolaji.engine.trail import Trail
from tuolaji.env import Layout, vector
from tuolaji.env.layout import TABLE_NUMBERS, WIDE
from tuolaji.kernel import SPEED
from tuolaji.rules.dice import Dice

LARGEST = "friends(decks=4,players=8)"
FRIENDS = ["friends", LARGEST, "friends(friend_by=holder,players=7)", "classic(partners=called)"]
LAYOUT = Layout.of("classic", WIDE)


def unfolded(rows, field, players, width):
    """The columns of a field by row, seat and word."""
    return rows[:, field.columns].reshape(len(rows), players if field.each_seat else 1, width)


def compare_rows(narrow, wide, fields, own, *, words):
    """Every field of a ruleset's own layout in the wide one, and nothing where nobody sits."""
    wide_fields = {**LAYOUT.words, **LAYOUT.scalars} if fields is not own.world else LAYOUT.world
    for field in fields.values():
        mine = unfolded(narrow, field, own.players, own.decks if words else 1)
        room = unfolded(wide, wide_fields[field.name], 8, 4 if words else 1)
        _, seats, width = mine.shape
        assert np.array_equal(room[:, :seats, :width], mine), field.name
        assert not room[:, seats:].any(), field.name
        assert not room[:, :, width:].any(), field.name


@pytest.mark.parametrize("ruleset", [*RULESETS, LARGEST])
def test_a_row_says_what_version_2_says(ruleset):
    two, three = (vector(ruleset, 5, seed=3, version=version, world=True) for version in (2, WIDE))
    own = two.layout
    assert three.layout == LAYOUT
    for _ in range(150 if SPEED.compiled else 10):
        compare_rows(two.words, three.words, own.words, own, words=True)
        compare_rows(two.scalars, three.scalars, own.scalars, own, words=False)
        compare_rows(two.world, three.world, own.world, own, words=True)
        assert np.array_equal(two.masks, three.masks)
        assert np.array_equal(two.levels, three.levels[:, : own.players])
        actions = two.choose()
        two.step(actions)
        three.step(actions)


def rows(deal, trail, seat):
    """The observation of a seat; what is not written is 0."""
    words = np.zeros((1, LAYOUT.word_count), np.uint64)
    scalars = np.zeros((1, LAYOUT.scalar_count), np.int32)
    observe(deal, seat, words.data, scalars.data, 0, 1)
    trail.observe(deal, seat, words.data, scalars.data, 0, 1)
    return words[0], scalars[0]


def told_friends(scalars):
    """Card, copy and friend, as often as one is named."""
    fields = [LAYOUT.scalars["first_card"].start + at for at in range(9)]
    friends = np.array(scalars[fields]).reshape(3, 3).tolist()
    return [one for one in friends if one != [-1, 0, -1]]


@pytest.mark.parametrize("ruleset", FRIENDS)
def test_friends_are_told_as_in_the_view(ruleset):
    rng, dice, known = random.Random(ruleset), Dice(5), 0
    deal, plain = beginning(ruleset, rng)
    players, trail = deal.ruleset.players, Trail()
    while plain.phase != OVER:
        for seat in range(players):
            shown = view(deal, seat).friends
            scalars = rows(plain, trail, seat)[1]
            assert told_friends(scalars) == [
                [
                    friend.card.face,
                    friend.copy,
                    -1 if friend.seat is None else (friend.seat - seat) % players,
                ]
                for friend in shown
            ]
            known += sum(friend.seat is not None for friend in shown)
            sizes = [LAYOUT.scalars[name].start for name in ("decks", "kitty_size", "friends")]
            ruleset_says = [deal.ruleset.decks, deal.ruleset.kitty, players // 2 - 1]
            assert scalars[sizes].tolist() == ruleset_says
            seated = scalars[LAYOUT.scalars["seated"].columns].tolist()
            assert seated == [1] * players + [0] * (8 - players)
        cards = random_action(plain, dice)
        deal, _ = deal.apply(engine_action(plain, cards))
        act(plain, cards)
    assert known


@pytest.mark.parametrize("ruleset", [*FRIENDS, "four-deck", "steal"])
def test_exchanging_unseen_cards_and_friends_changes_no_byte(ruleset):
    rng, dice, compared, friends = random.Random(ruleset), Dice(7), 0, 0
    for _ in range(4 if SPEED.compiled else 1):
        _, deal = beginning(ruleset, rng)
        trail, other = Trail(), State(deal.switches)
        while deal.phase != OVER:
            for seat in range(deal.switches.players):
                other.copy_from(deal)
                if exchange(other, seat, rng):
                    find_friends(other)
                    compared += 1
                    friends += deal.joined != other.joined
                    for mine, theirs in zip(
                        rows(deal, trail, seat), rows(other, trail, seat), strict=True
                    ):
                        assert mine.tobytes() == theirs.tobytes()
            trail.before(deal)
            act(deal, random_action(deal, dice))
            trail.after(deal)
    assert compared > 200
    assert friends or "holder" not in ruleset


def test_rows_of_all_rulesets_go_into_one_array():
    deals = [vector(ruleset, 3, version=WIDE) for ruleset in (*RULESETS, *FRIENDS)]
    for name in ("words", "scalars", "masks", "levels", "points"):
        together = np.concatenate([getattr(one, name) for one in deals])
        assert len(together) == 3 * len(deals)


@pytest.mark.parametrize("ruleset", ["classic", LARGEST])
def test_pettingzoo_and_gymnasium_accept_it(ruleset):
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        env = environments.aec(ruleset, version=WIDE)
        api_test(env, num_cycles=300)
        one = gymnasium.make(
            "tuolaji.env.seat:tuolaji/Deal-v0", ruleset=ruleset, version=WIDE, illegal_reward=-1.0
        )
        check_env(one.unwrapped, skip_render_check=True)
    unexpected = [str(one.message) for one in said if not str(one.message).startswith(EXPECTED)]
    assert unexpected == []
    assert env.observation_space("seat_0")["observation"].shape == (LAYOUT.flat_count,)
    assert env.state().shape == env.state_space.shape


def test_the_documentation_has_the_layout():
    page = (Path(__file__).parent.parent / "docs" / "environments.md").read_text("utf-8")
    for name, each_seat, text in TABLE_NUMBERS:
        at = LAYOUT.scalars[name]
        columns = f"{at.start}–{at.end - 1}" if each_seat else at.start
        named = f"`{name}`" + (", by seat" if each_seat else "")
        assert f"| {columns} | {named} | {text} |" in page
    assert f"{LAYOUT.word_count} words and {LAYOUT.scalar_count} scalars" in page
