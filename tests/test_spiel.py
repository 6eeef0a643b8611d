"""OpenSpiel's own test of the game."""

from __future__ import annotations

import random
from importlib import import_module

import pytest

from tuolaji import PRESETS

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
import_module("tuolaji.env.spiel")  # registers the game


@pytest.mark.parametrize("ruleset", PRESETS)
def test_openspiel_accepts_the_game(ruleset):
    game = pyspiel.load_game(f"tuolaji(ruleset={ruleset})")
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_a_copy_goes_its_own_way():
    state = pyspiel.load_game("tuolaji").new_initial_state()
    rng = random.Random(1)
    while state.is_chance_node():
        faces, chances = zip(*state.chance_outcomes(), strict=True)
        assert sum(chances) == pytest.approx(1)
        state.apply_action(rng.choice(faces))
    before = state.legal_actions()
    state.clone().apply_action(before[0])
    assert state.legal_actions() == before


def test_what_is_not_legal_is_refused():
    state = pyspiel.load_game("tuolaji").new_initial_state()
    with pytest.raises(ValueError, match="face 54 is not left"):
        state.apply_action(54)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    bad = next(token for token in range(217) if token not in state.legal_actions())
    with pytest.raises(ValueError, match="may not come next"):
        state.apply_action(bad)
