"""Teach a small player on a processor, draw its curve, and let it play against `greedy`.

    python examples/train.py [MINUTES] [FILE]

Needs `pip install "tuolaji[learn]"`; two cores and ten minutes are enough. It begins by imitating:
cards as the quick player of the kernel plays them, declaring and burying as `club` does. Stopped
with Ctrl-C it saves, and the same command goes on.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tuolaji.arena.run import Plan, Run
from tuolaji.learn.curve import curve
from tuolaji.learn.options import settings_of
from tuolaji.learn.train import Training

DEALS = 200


def main(minutes: str = "10", file: str = "small.tlnet") -> None:
    """Teach, draw, play."""
    net = Path(file)
    settings = settings_of(
        [
            "hints=5",
            f"hint_minutes={2 * float(minutes)}",  # so few deals teach more by example than by luck
            "primer=800",
            "shape.critic_width=32",  # and so little of what a deal is worth
            "past=0",
            "house=0",
            "rate=2e-3:1e-4",
            "entropy=0.003:0.001",
            "batch=1024",
            f"save_minutes={float(minutes) / 5}",
        ],
        minutes=float(minutes),
    )
    try:
        training = Training(settings, net, start=net if net.exists() else None, say=print)
        training.run()
    except KeyboardInterrupt:
        sys.exit(f"Stopped and saved. The same command goes on from {net}.")
    picture = net.with_suffix(".svg")
    picture.write_text(curve(training.log, "house"), "utf-8")
    print(f"The curve is {picture}. Now {DEALS} deals against greedy, each twice:")
    run = Run(Plan(bots=(f"policy:{net}", "greedy"), ruleset="classic", deals=DEALS, seed=1), [])
    for _ in run.go():
        pass
    print(f"{run.levels(run.plan.bots):+.2f} levels a deal over greedy")


if __name__ == "__main__":
    main(*sys.argv[1:])
