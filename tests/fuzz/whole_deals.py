"""Whole deals: every invariant, views under exchanged cards, records cut anywhere."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from tests.fuzz.pool import seeded, spread
from tests.players import new_deal, random_action
from tests.test_ruleset import other_values
from tests.test_view import compare_exchanges
from tuolaji import PRESETS, Ruleset
from tuolaji.events import KINDS, name_of
from tuolaji.notation.record import DealRecord, check
from tuolaji.phases.state import State
from tuolaji.ruleset import SWITCHES
from tuolaji.simulate import Player, play_matches
from tuolaji.values import parse_data

Finding = tuple[Counter[str], list[str]]

# What the presets do not show: a partner who is called, and a referee.
OTHERS = (
    "classic(partners=called)",
    "meizhusong(enforcement=referee)",
    "six-player(enforcement=referee)",
    "four-deck(enforcement=referee)",
)


def variants() -> list[str]:
    """Every preset with one switch changed, as far as it is coherent."""
    found = []
    for preset in PRESETS:
        for name in SWITCHES:
            for value in other_values(name):
                ruleset = Ruleset.parse(preset).changed(parse_data(f"{{{name}={value}}}"))
                if str(ruleset) != preset and not ruleset.problems():
                    found.append(str(ruleset))
    return found


def simulated(job: tuple[str, int, int]) -> Finding:
    """Event counts, and what was broken, in some deals of a ruleset."""
    ruleset, seed, count = job
    hits: Counter[str] = Counter()
    broken: list[str] = []
    rng = random.Random(f"{ruleset} {seed}")
    for played in play_matches(Ruleset.parse(ruleset), rng, count, check=True):
        hits.update(name_of(event) for event in played.events)
        broken += [f"{ruleset}: {what}" for what in played.broken]
    hits["(deals)"] += count
    return hits, broken


def exchanged(job: tuple[str, int, int]) -> Finding:
    """How many exchanges of unseen cards left a view as it was."""
    ruleset, seed, deals = job
    try:
        return Counter({"(exchanges)": compare_exchanges(ruleset, f"{ruleset} {seed}", deals)}), []
    except AssertionError as error:
        return Counter(), [str(error)[:300]]


def recorded(job: tuple[str, int, int]) -> Finding:
    """Records cut after every action, and mutated texts of them."""
    ruleset, seed, deals = job
    rng = random.Random(f"{ruleset} {seed}")
    hits: Counter[str] = Counter()
    wrong: list[str] = []
    for _ in range(deals):
        deal, _ = new_deal(ruleset, rng, first=rng.random() < 0.5)
        first, actions, states = deal, [], [deal]
        player = Player(rng)
        while deal.turn is not None:
            refereed = deal.ruleset.enforcement == "referee"
            actions.append(player.action(deal) if refereed else random_action(deal, rng))
            deal, _ = deal.apply(actions[-1])
            states.append(deal)
        for number in range(len(actions) + 1):
            record = DealRecord(first.ruleset, first.setup, first.deck, tuple(actions[:number]))
            (again,) = DealRecord.parse(record.text())
            if not same_state(again.replay()[0], states[number]):
                wrong.append(f"{ruleset}: cut after {number} actions\n{record.text()}")
            hits["(prefixes)"] += 1
        text = record.text()
        for _ in range(20):
            try:
                check(mutated(text, rng))
            except Exception as error:  # noqa: BLE001  (whatever it is, it is the finding)
                wrong.append(f"{ruleset}: {error!r}")
            hits["(mutations)"] += 1
        hits["(records)"] += 1
    return hits, wrong


def same_state(a: State, b: State) -> bool:
    """Whether two states are equal, passes during the draw aside (a record implies them)."""
    return (
        a.hands == b.hands
        and a.kitty == b.kitty
        and a.contest.shows == b.contest.shows
        and (
            (a.finished, a.trick, a.taken, a.fines, a.adjusted, a.settled)
            == (b.finished, b.trick, b.taken, b.fines, b.adjusted, b.settled)
        )
    )


def mutated(text: str, rng: random.Random) -> str:
    """The text with some characters or lines changed, dropped or doubled."""
    lines = text.splitlines(keepends=True)
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(lines))
        way = rng.randrange(4)
        if way == 0:
            lines[at : at + 1] = []
        elif way == 1:
            lines.insert(at, rng.choice(lines))
        elif way == 2:
            lines[at] = lines[at][: rng.randrange(len(lines[at]) + 1)]
        else:
            spot = rng.randrange(len(lines[at]) + 1)
            letter = rng.choice("SHCDX2345TJQKA[]*;+>?0\x00é 大")
            lines[at] = lines[at][:spot] + letter + lines[at][spot + 1 :]
        if not lines:
            break
    return "".join(lines)


WORK: dict[str, tuple[Callable[[tuple[str, int, int]], Finding], int]] = {
    "deals": (simulated, 25),
    "variants": (simulated, 20),
    "views": (exchanged, 1),
    "records": (recorded, 2),
}


def jobs_for(command: str, count: int, seed: int) -> Iterable[tuple[str, int, int]]:
    """The pieces of work, small enough that progress can be seen."""
    size = WORK[command][1]
    rulesets = variants() if command == "variants" else [*PRESETS, *OTHERS]
    for piece, number in seeded(seed, count, size):
        for ruleset in rulesets:
            yield ruleset, piece, number


def run(command: str, count: int, seed: int, jobs: int) -> int:
    """Do the work and print what happened; 1 if something was wrong."""
    hits: Counter[str] = Counter()
    wrong: list[str] = []
    work = list(jobs_for(command, count, seed))
    for some, broken in spread(WORK[command][0], work, jobs):
        hits += some
        wrong += broken
    for name, number in sorted(hits.items()):
        print(f"{number:10,} {name}")
    if command == "deals":
        never = sorted(set(KINDS) - set(hits))
        print(f"           never seen: {', '.join(never) or 'nothing'}")
        wrong += [f"{name} never happened" for name in never]
    rulesets: Any = {ruleset for ruleset, _, _ in work}
    print(f"{len(rulesets)} rulesets, {len(wrong)} findings")
    for what in wrong[:10]:
        print(json.dumps(what, ensure_ascii=False)[:600])
    return 1 if wrong else 0
