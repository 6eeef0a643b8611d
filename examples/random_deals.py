"""Play many deals at random and print how often the banker's side wins, and by how much.

    python examples/random_deals.py [RULESET] [ROWS] [THREADS]

Needs `pip install "tuolaji[env]"`. Put a policy where the tokens are chosen.
"""

from __future__ import annotations

import sys
import time

import numpy as np

from tuolaji.env import vector

STEPS = 500


def main(ruleset: str = "classic", rows: str = "512", threads: str = "1") -> None:
    """Step all deals STEPS times and print what came of them."""
    deals = vector(ruleset, int(rows), threads=int(threads), seed=1)
    won: list[np.ndarray] = []
    began = time.perf_counter()
    for _ in range(STEPS):
        # The seat to move sees deals.words and deals.scalars, and may choose from deals.masks.
        tokens = deals.choose()
        banker = (
            deals.seats + deals.scalars[:, deals.layout.scalars["banker"].start]
        ) % deals.layout.players
        deals.step(tokens)
        over = deals.over
        won.append(deals.levels[over, banker[over]])
    passed = time.perf_counter() - began
    levels = np.concatenate(won)
    print(f"{len(levels)} deals, {len(tokens) * STEPS / passed / 1e6:.2f} million decisions/s")
    print(f"the banker's side won {(levels > 0).mean():.1%}, {levels.mean():+.2f} levels a deal")


if __name__ == "__main__":
    main(*sys.argv[1:])
