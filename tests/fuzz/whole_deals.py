"""Whole deals: every invariant, views under exchanged cards, records cut anywhere."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import closing

from tests.fuzz.pool import seeded, spread
from tests.fuzz.records import recorded
from tests.records import CALLED
from tests.server import everybody
from tests.test_coherence import other_values
from tests.test_view import compare_exchanges
from tuolaji import PRESETS, Ruleset
from tuolaji.deal.events import KINDS, name_of
from tuolaji.ruleset import SWITCHES
from tuolaji.ruleset.values import parse_data
from tuolaji.testing.simulate import CLOCK_KINDS, FLAGGED, play_matches

Finding = tuple[Counter[str], list[str]]
Job = tuple[str, int, int]

# What the presets do not show: a partner who is called, and a referee. Between them they can bring
# about every kind of event.
MORE = (
    CALLED,
    "classic(enforcement=referee,fouls=meizhusong)",
    "meizhusong(enforcement=referee)",
    "six-player(enforcement=referee)",
    "four-deck(enforcement=referee)",
)
# Five to eight people with one to four decks; who plays with whom is fixed only for even numbers.
SIZES = tuple(
    f"classic(decks={decks},joker_shows=decks,kitty=auto,players={players},{how}"
    f"step=auto,take_over=auto,units={'pairs' if decks == 1 else 'tuples'})"
    for players in range(5, 9)
    for decks in range(1, 5)
    for how in ("", "friend_by=nth_play,partners=called,")
    if how or players % 2 == 0
)
_INTERRUPTED = 130


def variants() -> list[str]:
    """Every preset with one switch changed, as far as it is coherent."""
    found: dict[str, None] = {}
    for preset in PRESETS:
        for name in SWITCHES:
            for value in other_values(name):
                ruleset = Ruleset.parse(preset).changed(parse_data(f"{{{name}={value}}}"))
                if str(ruleset) != preset and not ruleset.problems():
                    found[str(ruleset)] = None
    return list(found)


def simulated(job: Job) -> Finding:
    """Event counts, and what was broken, in some deals of a ruleset."""
    ruleset, seed, count = job
    hits: Counter[str] = Counter()
    broken: list[str] = []
    rng = random.Random(f"{ruleset} {seed}")
    try:
        for played in play_matches(Ruleset.parse(ruleset), rng, count, check=True):
            hits.update(name_of(event) for event in played.events)
            hits.update(f"clock: {name}" for name in played.clock)
            hits["(deals)"] += played.deal.settled is not None
            broken += [f"{ruleset}, seed {seed}: {what}" for what in played.broken]
    except Exception as error:  # noqa: BLE001  (whatever it is, it is the finding)
        broken.append(f"{ruleset}, seed {seed}: {error!r}")
    return hits, broken


def possible(command: str) -> set[str]:
    """Every kind that must turn up somewhere."""
    if command not in ("deals", "variants"):
        return set()
    clocks = {f"clock: {name}" for name in CLOCK_KINDS}
    return {*KINDS, *clocks} - ({f"clock: {FLAGGED}"} if command == "deals" else set())


def exchanged(job: Job) -> Finding:
    """How many exchanges of unseen cards left a view as it was."""
    ruleset, seed, deals = job
    try:
        return Counter({"(exchanges)": compare_exchanges(ruleset, f"{ruleset} {seed}", deals)}), []
    except AssertionError as error:
        return Counter(), [str(error)[:300]]


def sent_alike(job: Job) -> Finding:
    """How many positions look the same on the wire when unseen cards are exchanged."""
    ruleset, seed, deals = job
    try:
        found = [everybody.compare(ruleset, seed + number)[0] for number in range(deals)]
        return Counter({"(positions)": sum(found)}), []
    except AssertionError as error:
        return Counter(), [str(error)[:300]]


WORK: dict[str, tuple[Callable[[Job], Finding], int]] = {
    "deals": (simulated, 50),
    "sizes": (simulated, 50),
    "variants": (simulated, 50),
    "views": (exchanged, 1),
    "wire": (sent_alike, 1),
    "records": (recorded, 2),
}


def jobs_for(command: str, count: int, seed: int) -> Iterable[Job]:
    """The pieces of work, small enough that progress can be seen."""
    size = WORK[command][1]
    rulesets: Iterable[str] = [*PRESETS, *MORE]
    if command in ("variants", "sizes"):
        rulesets = variants() if command == "variants" else SIZES
    for piece, number in seeded(seed, count, size):
        for ruleset in rulesets:
            yield ruleset, piece, number


def run(command: str, count: int, seed: int, jobs: int) -> int:
    """Do the work and print what happened; 1 if something was wrong."""
    hits: Counter[str] = Counter()
    wrong: list[str] = []
    work = list(jobs_for(command, count, seed))
    done = 0
    with closing(spread(WORK[command][0], work, jobs)) as findings:
        try:
            for done, (some, broken) in enumerate(findings, start=1):  # noqa: B007
                hits += some
                wrong += broken
        except KeyboardInterrupt:
            print(f"interrupted after {done:,} of {len(work):,} pieces of work")
    never = sorted(possible(command) - set(hits))
    for name, number in sorted({**hits, **dict.fromkeys(never, 0)}.items()):
        print(f"{number:10,} {name}{'' if number else '   <-- never happened'}")
    print(f"{len({ruleset for ruleset, _, _ in work})} rulesets, {len(wrong)} findings")
    for what in wrong[:10]:
        print(json.dumps(what, ensure_ascii=False)[:600])
    if done < len(work):
        return _INTERRUPTED
    return 1 if wrong or never else 0
