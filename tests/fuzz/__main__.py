"""`python -m tests.fuzz` and what to run: see `make fuzz`."""

from __future__ import annotations

import argparse
import sys
from math import inf

from . import against_oracle, bad_lines, course, kernel, mixtures, server, whole_deals


def main() -> int:
    options = _parser().parse_args()
    if options.command in ("kernel", "course"):
        at = {"seed": options.seed, "piece": options.piece, "seconds": options.seconds}
        if options.command == "course":
            texts = [options.ruleset] if options.ruleset else course.rulesets()
            return course.run(texts, options.count, options.jobs, **at)
        rulesets = kernel.rulesets_for(options.ruleset, others=options.variants)
        return kernel.run(rulesets, options.count, options.jobs, **at)
    if options.command == "mixtures":
        also = {"lockstep": options.lockstep, "seconds": options.seconds}
        return mixtures.run(options.count, options.seed, options.jobs, **also)
    if options.command == "server":
        return server.run(options.count, options.seed)
    if options.command == "oracle":
        return against_oracle.run(options.count, options.seed, options.jobs, options.least)
    if options.command in whole_deals.WORK:
        return whole_deals.run(options.command, options.count, options.seed, options.jobs)
    return bad_lines.run(options.count, options.seed, options.jobs, timed=options.timed)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    about = {"oracle": against_oracle.__doc__, "lines": bad_lines.__doc__}
    about |= dict.fromkeys(whole_deals.WORK, whole_deals.__doc__)
    about["kernel"] = kernel.__doc__
    about["course"] = course.__doc__
    about["mixtures"] = mixtures.__doc__
    about["server"] = server.__doc__
    for name, text in about.items():
        command = commands.add_parser(name, help=(text or "").splitlines()[0])
        command.add_argument("--count", type=int, default=4000)
        command.add_argument("--seed", type=int, default=0)
        command.add_argument("--jobs", type=int, default=2)
        if name == "oracle":
            command.add_argument("--least", type=int, default=1, help="hits each rule must have")
        if name == "lines":
            command.add_argument("--timed", action="store_true", help="a slow answer fails, too")
        if name == "kernel":
            command.add_argument("--variants", action="store_true", help="rulesets with changes")
        if name in ("kernel", "course"):
            command.add_argument("--ruleset", help="only this one")
            command.add_argument("--piece", type=int, help="one piece of work again, by its seed")
        if name == "mixtures":
            command.add_argument("--lockstep", type=int, default=1, help="one ruleset of so many")
        if name in ("kernel", "course", "mixtures"):
            command.add_argument("--seconds", type=float, default=inf, help="stop after so long")
    return parser


if __name__ == "__main__":
    sys.exit(main())
