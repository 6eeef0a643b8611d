"""The kernel at both speeds, `deal.apply` and the oracle agree on whole matches of odd play.

A decision is one action of a seat. Every action is done by all; some are refused, and must be by
all. Some are also spelled in tokens; some positions have all their plays listed; and what bears on
following, throws and tricks is asked of the oracle as well.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from math import inf
from traceback import format_exc
from typing import Any, NamedTuple

from tests.fuzz.adversary import Adversary, deck
from tests.fuzz.covered import happened, possible
from tests.fuzz.lockstep import ASKING, Lockstep, Mismatch
from tests.fuzz.mixtures import mixture
from tests.fuzz.moments import Follow, Moment, Throw
from tests.fuzz.pool import seeded, spread
from tests.fuzz.twins import PYTHON, kernels
from tests.fuzz.whole_deals import variants
from tuolaji import PRESETS, Cards, Ruleset
from tuolaji.cards import RANKS
from tuolaji.cards.planes import Planes, add, copies, plane
from tuolaji.deal.match import Match
from tuolaji.engine import state as raw

CHUNK = 2000
ENOUGH = 100_000  # decisions of a ruleset after which everything possible has happened
_SPELLED = 0.1
_SPELLED_SLOWLY = 0.01
_LISTED = 0.01
_LONGEST_LIST = 150
_ASKED_ANYWAY = 0.05
_DEALS = 4


class Found(NamedTuple):
    """What came of one piece of work; wrong is empty if all agreed."""

    ruleset: str
    seen: Counter[str]
    wrong: str


def check(job: tuple[str, int, int]) -> Found:
    """Play so many decisions of a ruleset in lockstep."""
    text, seed, count = job
    ruleset, rng = Ruleset.parse(text), random.Random(f"{text} {seed}")
    seen: Counter[str] = Counter()
    try:
        while seen["(decisions)"] < count:
            table = Lockstep(ruleset, any_match(ruleset, rng))
            for _ in range(_DEALS):
                play_deal(table, rng, seen)
                if table.match.over is not None:
                    break
    except Exception as found:  # noqa: BLE001  (whatever it is, it is the finding)
        told = str(found) if isinstance(found, Mismatch) else format_exc()
        again = f"python -m tests.fuzz kernel --ruleset '{text}' --piece {seed} --count {count}"
        return Found(text, seen, f"{told}\n  again: {again}")
    return Found(text, seen, "")


def any_match(ruleset: Ruleset, rng: random.Random) -> Match:
    """A match at any levels, with or without a bank."""
    sides = 2 if ruleset.partners == "fixed" else ruleset.players
    likely = [*ruleset.ladder, *(level for level in "JX" if level in ruleset.ladder)]
    first = rng.randrange(ruleset.players)
    banker = first if rng.random() < 0.7 else None
    return Match(ruleset, tuple(rng.choice(likely) for _ in range(sides)), first, banker)


def play_deal(table: Lockstep, rng: random.Random, seen: Counter[str]) -> None:
    """One deal from the shuffle to the promotion."""
    if rng.random() < 0.3:
        events = table.shuffle(rng.getrandbits(64))
    else:
        level = RANKS.find(table.match.setup().level_of(table.raw.first_seat))
        events = table.begin(deck(rng, table.ruleset, level))
    seen.update(happened(table, None, events))
    player = Adversary(rng)
    while table.raw.phase != raw.OVER:
        if rng.random() < _LISTED:
            seen["(listed)"] += compare_list(table)
        if not act(table, player.attempt(table.raw), rng, seen):
            act(table, player.honest(table.raw), rng, seen)
    table.finish()
    seen["match won"] += table.match.over is not None


def act(table: Lockstep, cards: Planes, rng: random.Random, seen: Counter[str]) -> bool:
    """Try an action; whether it was done."""
    before = table.deal
    spelled = [] if rng.random() > _SPELLED else [name for name in kernels() if name != PYTHON]
    if rng.random() < _SPELLED_SLOWLY:
        spelled.append(PYTHON)
    seen["(spelled)"] += len(spelled)
    for moment in table.moments(before, cards):
        if bears(moment, table.raw) or rng.random() < _ASKED_ANYWAY:
            seen["(asked of the oracle)"] += 1
            if moment.differs():
                raise Mismatch(moment.smallest().told())
    refused, events = table.act(cards, tuple(spelled))
    if refused:
        seen[f"refused: {refused}"] += 1
        return False
    seen["(decisions)"] += 1
    seen.update(happened(table, before, events))
    return True


def bears(moment: Moment, deal: Any) -> bool:
    """Whether there is more to decide than high cards."""
    if isinstance(moment, Throw):
        return len(moment.cards) > 1
    if isinstance(moment, Follow):
        held = deal.hand(deal.turn)[0] & deal.order.faces(deal.lead.lane)
        return len(moment.play) > 1 and held != 0
    return deal.lead.size > 1 or bool(deal.at_jacks)


def compare_list(table: Lockstep) -> int:
    """Compare what tokens can spell with the listed plays, where these are few."""
    deal = table.deal
    assert deal.turn is not None
    if table.raw.phase in ASKING:
        wanted = [Cards(), *deal.options[deal.turn]]
    elif table.raw.phase == raw.PLAY and deal.plays().count() <= _LONGEST_LIST:
        wanted = list(deal.plays())
    else:
        return 0
    for name, mine in table.deals.items():
        spelled = sorted(spellings(name, mine, len(wanted) + 1))
        if spelled != sorted(cards.planes for cards in wanted):
            listed = " ".join(sorted(map(str, wanted)))
            by_tokens = " ".join(sorted(str(Cards(cards)) for cards in spelled))
            table.fail("every play", {f"{name} tokens": by_tokens, "listed": listed})
    return 1


def spellings(speed: str, deal: Any, most: int) -> Iterator[Planes]:
    """Every action that tokens can spell, as long as they are not too many."""
    kernel = kernels()[speed]
    waiting, found = [deal], 0
    while waiting and found < most:
        here = waiting.pop()
        if kernel.may_stop(here):
            found += 1
            yield here.chosen
        tokens = kernel.open_tokens(here)
        for number in range(1, 5):
            for face in range(54):
                if plane(tokens, number) >> face & 1:
                    next_one = type(deal)(deal.switches)
                    next_one.copy_from(here)
                    if kernel.push(next_one, 4 * face + number - 1):
                        found += 1
                        yield add(here.chosen, copies(face, number))
                    else:
                        waiting.append(next_one)


# Switches that have nothing to do with the course of a deal, or that the kernel does not know.
_ASIDE = {
    "break_minutes", "bury_seconds", "cut", "enforcement", "fouls", "hints", "kitty_seen",
    "match_minutes", "no_new_deal_minutes", "play_seconds", "ruff_said", "talk", "time_up_tie",
    "timeout", "tricks_seen",
}  # fmt: skip


def every_variant() -> list[str]:
    """Rulesets with one switch changed, and as many with several."""
    single = variants()
    every = dict.fromkeys([*single, *map(mixture, range(len(single)))])
    return [text for text in every if not any(f"{name}=" in text for name in _ASIDE)]


def rulesets_for(named: str | None, *, others: bool) -> list[str]:
    """What is played: the ruleset that is named, the variants, or the presets."""
    if named:
        return [named]
    return every_variant() if others else [*PRESETS, "classic(partners=called)"]


def run(
    rulesets: list[str],
    count: int,
    jobs: int,
    *,
    seed: int,
    piece: int | None = None,
    seconds: float = inf,
) -> int:
    """Play, and print what was covered; 1 if they disagree or something never happened."""
    pieces = seeded(seed, count, CHUNK) if piece is None else [(piece, count)]
    work = [(text, number, size) for number, size in pieces for text in rulesets]
    seen: dict[str, Counter[str]] = {text: Counter() for text in rulesets}
    wrong, started = "", time.perf_counter()
    interrupted = False
    try:
        for found in spread(check, work, jobs):
            seen[found.ruleset] += found.seen
            wrong = wrong or found.wrong
            if wrong or time.perf_counter() - started > seconds:
                break
    except KeyboardInterrupt:
        interrupted = True
    took = time.perf_counter() - started
    total = sum(seen.values(), Counter[str]())
    for name, number in sorted(total.items()):
        print(f"{number:12,} {name}")
    never = [
        f"{text}: {name}"
        for text, mine in seen.items()
        if mine["(decisions)"] >= ENOUGH
        for name in sorted(possible(Ruleset.parse(text)) - set(mine))
    ]
    print(f"             never happened: {'; '.join(never) or 'nothing'}")
    done = total["(decisions)"]
    speeds = " and ".join(kernels())
    print(f"{len(rulesets)} rulesets, {done:,} decisions, the kernel {speeds}, in {took:.1f} s")
    agree = "interrupted; all agree so far" if interrupted else "all agree"
    print(f"they differ:\n{wrong}" if wrong else agree)
    return 1 if wrong or never or interrupted else 0
