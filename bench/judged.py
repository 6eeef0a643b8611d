"""Whether what the search of `master` says of plays is what comes of them.

python bench/judged.py RULESET SEED SECONDS LOOK

Deals that the policy plays with itself. Wherever it considers several plays, the search looks at
them for LOOK seconds as its seat, and the policy plays each of them on with the true cards. Printed
is how the gains over the first play agree: their correlation, what a gain of one level comes to,
and what is gained by choosing as the search would. It shows where a search is wrong; which one is
stronger, only deals against each other show.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from math import sqrt
from time import monotonic, process_time

from tuolaji.bots import make, master, worlds
from tuolaji.bots.belief import Belief
from tuolaji.bots.fast.learnt import Learnt
from tuolaji.bots.host import Host
from tuolaji.bots.recall import recall
from tuolaji.bots.thoughts import thoughts
from tuolaji.bots.worlds import Worlds, question
from tuolaji.cards.planes import Planes
from tuolaji.deal import Deal
from tuolaji.deal.phase import PLAY
from tuolaji.deal.view import view
from tuolaji.engine.course import act, find_friends
from tuolaji.engine.state import PLAY as PLAYING
from tuolaji.engine.state import State
from tuolaji.engine.trail import Trail
from tuolaji.ruleset import Ruleset
from tuolaji.testing import random_deal

Pair = tuple[float, float, float]  # the gain by the search, its error, the gain that came


def considered(learnt: Learnt, deal: State, trail: Trail) -> list[Planes]:
    """The plays that `master` tries, the likeliest first."""
    return [one.cards for one in thoughts(learnt, deal, trail, master._MOST, master._BEHIND)]


def played_on(learnt: Learnt, world: State, trail: Trail, cards: Planes, seat: int) -> int:
    """The levels that the side of a seat ends with, if the policy plays on after these cards."""
    deal, then = world.clone(), Trail()
    then.copy_from(trail)
    while True:
        then.before(deal)
        act(deal, cards)
        then.after(deal)
        if deal.phase != PLAYING:
            return (-1 if deal.is_bank_side(seat) else 1) * deal.won
        cards = learnt.choose(deal.clone(), then)


def positions(ruleset: Ruleset, seed: int, look: float) -> Iterator[list[Pair]]:
    """Without end, of each position its plays besides the first."""
    rng = random.Random(seed)
    nets = master.nets_of(ruleset)
    if nets is None:
        raise SystemExit(f"no net was taught {ruleset}")
    learnt = nets.new_policy(ruleset)
    while True:
        begun = random_deal(ruleset, rng)
        players = [make("master:0ms", seat, seed) for seat in range(ruleset.players)]
        host = Host(enumerate(players), Deal.begin(ruleset, begun.setup, begun.deck))
        while (turn := host.deal.turn) is not None:
            shown, bot = view(host.deal, turn), players[turn]
            action = bot.choose(shown)
            if host.deal.phase == PLAY and not bot.memory.disturbed:
                deal, trail = recall(shown, bot.memory)
                found = considered(learnt, deal, trail)
                if len(found) > 1:
                    known = Belief(shown, bot.memory, bot.reading)
                    asked = Worlds(known, [rng.getrandbits(64)], weighing=False)
                    asked.ask(found)
                    asked.run(process_time() + look, None)
                    true = question(known, 1).base
                    for seat, hand in enumerate(host.deal.hands):
                        true.set_hand(seat, hand.planes)
                    true.set_kitty(host.deal.kitty.planes)
                    find_friends(true)
                    came = [played_on(learnt, true, trail, cards, turn) for cards in found]
                    yield [
                        (asked.ahead(at), asked.error_in_levels(at), came[at] - came[0])
                        for at in range(1, len(found))
                    ]
            host.apply(action)


def report(found: list[list[Pair]]) -> str:
    """What is to be known of these positions."""
    pairs = [pair for position in found for pair in position]
    number = len(pairs)
    said, came = sum(p[0] for p in pairs) / number, sum(p[2] for p in pairs) / number
    both = sum((p[0] - said) * (p[2] - came) for p in pairs)
    own, other = sum((p[0] - said) ** 2 for p in pairs), sum((p[2] - came) ** 2 for p in pairs)
    gains = []
    for position in found:
        best = max(position)
        gains.append(best[2] if best[0] > master._MARGIN + master._SURE * best[1] else 0.0)
    gain = sum(gains) / len(gains)
    spread = sum((one - gain) ** 2 for one in gains) / len(gains)
    return (
        f"{len(found)} positions, {number} plays: correlation {both / sqrt(own * other):.3f}"
        f" ± {1.96 / sqrt(number):.3f}, one level comes to {both / own:.2f}"
        f" ± {1.96 * sqrt(other / own / number):.2f}, choosing gains {gain:+.4f}"
        f" ± {1.96 * sqrt(spread / len(gains)):.4f} levels a position"
    )


def main(ruleset: str, seed: int, seconds: float, look: float) -> None:
    """Look at positions until the time is over."""
    worlds.perf_counter = process_time  # type: ignore[attr-defined]
    until, said = monotonic() + seconds, monotonic()
    found: list[list[Pair]] = []
    for position in positions(Ruleset.parse(ruleset), seed, look):
        found.append(position)
        if monotonic() > until:
            break
        if monotonic() - said > 30:
            said = monotonic()
            print(report(found), flush=True)
    print(report(found))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), float(sys.argv[4]))
