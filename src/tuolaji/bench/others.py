"""Other card games, for comparison: random legal play of whole deals.

They are simpler games, and they are played through their Python interfaces. Each is a function
that raises ImportError where its library is not installed (`pip install "tuolaji[anchors]"`).
"""

from __future__ import annotations

import random
from importlib import import_module

from .clock import Clock, Played

_DEALS = 200


def open_spiel_bridge() -> Played:
    """OpenSpiel's bridge, bidding included."""
    spiel = import_module("pyspiel")
    game = spiel.load_game("bridge(use_double_dummy_result=false)")
    rng, plays = random.Random(1), 0
    clock = Clock()
    for _ in range(_DEALS):
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                plays += 1
            state.apply_action(rng.choice(state.legal_actions()))
    return clock.played(plays, _DEALS)


def rlcard_doudizhu() -> Played:
    """RLCard's doudizhu."""
    cards, agents = import_module("rlcard"), import_module("rlcard.agents")
    table = cards.make("doudizhu", config={"seed": 1})
    player = agents.RandomAgent(num_actions=table.num_actions)
    table.set_agents([player] * table.num_players)
    plays, deals = 0, _DEALS // 10
    clock = Clock()
    for _ in range(deals):
        histories, _ = table.run(is_training=False)
        plays += sum(len(history) // 2 for history in histories)
    return clock.played(plays, deals)


OTHERS = {"OpenSpiel bridge": open_spiel_bridge, "RLCard doudizhu": rlcard_doudizhu}
