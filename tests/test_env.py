"""The environments: PettingZoo's and Gymnasium's own tests, episodes, rewards, bad input."""

from __future__ import annotations

import random
import subprocess
import sys
import warnings
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from tuolaji import PRESETS, Ruleset, RulesetError
from tuolaji import env as environments
from tuolaji.env.layout import TOKENS
from tuolaji.env.tokens import BadToken, Finished, token_text
from tuolaji.rules.tokens import STOP

RULESETS = [*PRESETS, "classic(partners=called)"]

# What PettingZoo says of every environment that is not its own and has an action mask.
EXPECTED = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "Action mask numpy array is all zeros",  # of the seats whose turn it is not
)


def play(env, rng):
    """Play one deal of an AEC environment at random; what came of it by seat."""
    rewards = {}
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        rewards[agent] = reward
        mask = seen["action_mask"]
        env.step(None if over else int(rng.choice(np.flatnonzero(mask))))
    return [rewards[agent] for agent in env.possible_agents]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_pettingzoo_accepts_the_environment(ruleset):
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        api_test(environments.aec(ruleset), num_cycles=300)
    unexpected = [str(one.message) for one in said if not str(one.message).startswith(EXPECTED)]
    assert unexpected == []


@pytest.mark.parametrize("ruleset", ["classic", "four-deck"])
def test_the_same_seed_gives_the_same_deal(ruleset):
    seed_test(lambda: environments.aec(ruleset), num_cycles=150)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("reward", ["levels", "points"])
def test_rewards_add_up_side_against_side(ruleset, reward):
    env = environments.aec(ruleset, reward=reward, start="random")
    rng = random.Random(1)
    env.reset(seed=5)
    for _ in range(2):
        won = play(env, rng)
        if Ruleset.parse(ruleset).partners == "fixed":
            assert won == [won[0], -won[0]] * (len(won) // 2)
        assert len({abs(one) for one in won}) == 1
        env.reset()


def test_a_reset_without_a_seed_begins_the_next_deal_of_the_match():
    env = environments.aec("classic")
    layout = env._table.layout
    env.reset(seed=3)
    at = 54 * layout.word_count + layout.scalars["deals"].start
    for number in range(3):
        assert env.observe("seat_0")["observation"][at] == number
        play(env, random.Random(number))
        env.reset()


def test_a_seat_that_is_not_to_move_may_choose_nothing():
    env = environments.aec("six-player")
    env.reset(seed=1)
    for agent in env.agents:
        assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)
    assert env.state().shape == env.state_space.shape
    assert env.state().sum() == env._table.deal.drawn


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("opponents", ["luck", "novice"])
@pytest.mark.parametrize("ruleset", ["classic", "four-deck", "classic(partners=called)"])
def test_gymnasium_accepts_the_environment(ruleset, opponents):
    env = gymnasium.make(
        "tuolaji.env.seat:tuolaji/Deal-v0",
        ruleset=ruleset,
        opponents=opponents,
        illegal_reward=-1.0,
    )
    check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("opponents", ["luck", "novice"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_one_seat_against_programs(ruleset, opponents):
    env = environments.gym(ruleset, seat=1, opponents=opponents)
    rng = random.Random(2)
    seen, _ = env.reset(seed=1)
    ended = False
    while not ended:
        assert env.observation_space.contains(seen)
        token = rng.choice(np.flatnonzero(seen["action_mask"]))
        seen, reward, ended, cut, _ = env.step(token)
        assert not cut
    assert reward == env._table.rewards[1]
    assert not seen["action_mask"].any()
    with pytest.raises(Finished, match="over"):
        env.step(0)


# Bad input


def test_an_illegal_token_changes_nothing_and_is_explained():
    env = environments.aec("classic")
    env.reset(seed=1)
    before = env.observe(env.agent_selection)
    bad = int(np.flatnonzero(before["action_mask"] == 0)[0])
    with pytest.raises(BadToken, match=rf"token {bad} \({token_text(bad)}\) may not come next; al"):
        env.step(bad)
    for none in (-1, TOKENS, 10**12):
        with pytest.raises(BadToken, match=f"token {none} is none; tokens are 0 to 216; allowed"):
            env.step(none)
    for no_number in (1.0, "3", True, None, np.array([1, 2])):
        with pytest.raises(TypeError):
            env.step(no_number)
    after = env.observe(env.agent_selection)
    assert all(np.array_equal(before[key], after[key]) for key in before)


def test_a_finished_deal_is_not_stepped():
    env = environments.aec("classic")
    with pytest.raises(Finished):
        env.step(STOP)
    env.reset(seed=1)
    play(env, random.Random(1))
    with pytest.raises(Finished, match=r"reset\(\)"):
        env.step(STOP)


def test_an_illegal_token_can_end_the_deal():
    env = environments.gym("classic", illegal_reward=-2)
    seen, _ = env.reset(seed=1)
    bad = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    _, reward, ended, _, info = env.step(bad)
    assert (reward, ended) == (-2, True)
    assert "may not come next" in info["illegal"]
    with pytest.raises(Finished):
        env.step(STOP)


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        ({"number": 0}, ValueError, "number: 0 is less than 1"),
        ({"number": 2.0}, TypeError, "number: a whole number is needed, not 2.0"),
        ({"threads": 0}, ValueError, "threads: 0 is less than 1"),
        ({"threads": 9}, ValueError, "threads: 9 for 4 deals"),
        ({"seed": -1}, ValueError, "seed: -1 is not from 0"),
        ({"seed": 2**64}, ValueError, "is not from 0"),
        ({"seed": None}, TypeError, "seed: a whole number is needed, not None"),
        ({"start": "now"}, ValueError, "start: 'now' is none of match, random"),
        ({"ruleset": "bridge"}, RulesetError, "bridge"),
    ],
)
def test_wrong_options_of_the_vector(options, error, said):
    chosen = {"ruleset": "classic", "number": 4, **options}
    with pytest.raises(error, match=said):
        environments.vector(**chosen)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"start": "now"}, "start: 'now' is none of match, random"),
        ({"reward": "money"}, "reward: 'money' is none of levels, points"),
        ({"seat": 4}, "seat: 4 is not from 0 to 3"),
        ({"opponents": "best"}, "opponents: 'best' is none of luck, random, novice"),
    ],
)
def test_wrong_options_of_a_seat(options, said):
    with pytest.raises(ValueError, match=said):
        environments.gym("classic", **options)


# The example


@pytest.mark.parametrize(
    ("make", "module", "library"), [("gym", "seat", "gymnasium"), ("aec", "turns", "pettingzoo")]
)
def test_a_library_that_is_missing_is_named_with_how_to_get_it(monkeypatch, make, module, library):
    monkeypatch.delitem(sys.modules, f"tuolaji.env.{module}", raising=False)
    monkeypatch.delattr(environments, module, raising=False)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(ModuleNotFoundError, match=r'is missing: pip install "tuolaji\[env\]"'):
        getattr(environments, make)("classic")


def test_the_example_runs():
    file = Path(__file__).parent.parent / "examples" / "random_deals.py"
    command = [sys.executable, str(file), "six-player", "3", "2"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert "deals," in done.stdout
    assert "levels a deal" in done.stdout
