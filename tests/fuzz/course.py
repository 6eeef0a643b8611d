"""Whole matches of odd play, by the engine and by the oracle's literal course of a deal.

Every action is done by all: `Deal.apply`, the engine's fast form compiled and as Python, and the
oracle. The verdict, the events, the state, and what every seat may know are compared each time.
"""

from __future__ import annotations

import random
import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from functools import cache
from itertools import zip_longest
from math import inf
from traceback import format_exc
from typing import Any, NamedTuple

from tests.fuzz.adversary import deck
from tests.fuzz.attempts import Attempts
from tests.fuzz.fast import FastForm, fast_forms
from tests.fuzz.pool import spread
from tests.fuzz.whole_deals import variants
from tests.oracle.cards import show
from tests.oracle.course import Deal as OracleDeal
from tests.oracle.knowing import all_know, heard, knows
from tests.oracle.matches import Match as OracleMatch
from tests.oracle.units import Refused
from tuolaji import PRESETS, Ruleset
from tuolaji.cards import RANKS, Card
from tuolaji.deal import Deal
from tuolaji.deal.actions import from_json
from tuolaji.deal.events import KINDS, Event, to_json
from tuolaji.deal.match import Match
from tuolaji.deal.phase import SHOWING
from tuolaji.deal.view import Views
from tuolaji.deal.view import seen as seen_of
from tuolaji.verdicts.ruling import NotAllowed, NotNow

# Switches that have nothing to do with the course of a deal or of a match without clocks.
ASIDE = (
    "break_minutes", "bury_seconds", "cut", "hints", "match_minutes", "no_new_deal_minutes",
    "play_seconds", "ruff_said", "talk", "time_up_tie", "timeout",
)  # fmt: skip
# A referee with each table of fouls, in each way of fixing trump.
REFEREES = tuple(
    f"{preset}(enforcement=referee,fouls={table})"
    for preset in ("classic", "joker-bid", "four-deck")
    for table in ("meizhusong", "six-player", "four-deck")
)
# Options that no preset can have alone.
_TOGETHER = tuple(f"classic(bombs_beat={how},decks=4,units=tuples)" for how in ("any", "void"))
_DEALS = 3  # of a match
_JOKERS = 52
_SPREAD = {"reveal": 0.2, "call": 0.7, "concealed": 0.3}  # in how many deals by `spread_shows`
_HIDDEN = ("bid", "buried", "drawn", "took_kitty")  # events that are not told to all alike
# How many times as many deals are played where much is rare.
_MORE_OFTEN = {
    "referee": 4, "partners=called": 4, "foul.false-bid": 4,
    "own_attack_digs": 8, "declare_window=false": 3,
}  # fmt: skip
_NUMBERS = ("first_level", "promotion_cap", "step", "take_over")  # they count at the end of a deal
_REFUSED = 20  # attempts after which something legal is done


class Mismatch(Exception):
    """They do not agree: on what, and what each says."""


@cache
def rulesets() -> list[str]:
    """The presets, every one of them with one switch changed, and what a referee adds."""
    every = dict.fromkeys([*PRESETS, *REFEREES, *_TOGETHER, *variants()])
    return [text for text in every if not any(f"{name}=" in text for name in ASIDE)]


class Course:
    """A match at one moment, as each of them has it."""

    def __init__(self, text: str, rng: random.Random) -> None:
        self.text, self.ruleset, self.rng = text, Ruleset.parse(text), rng
        self.match = any_match(self.ruleset, rng)
        match = self.match
        self.other_match = OracleMatch(
            text, match.levels, match.first_seat, match.banker, match.deals
        )
        self.seen: Counter[str] = Counter()
        self.log: list[Any] = []
        self.fast: list[FastForm] = []
        self.deal: Deal
        self.other: OracleDeal

    def play_deal(self) -> None:
        """One deal from the first card to the promotion."""
        rng, setup = self.rng, self.match.setup()
        level = RANKS.find(setup.level_of(setup.first_seat))
        faces = deck(rng, self.ruleset, level)
        if rng.random() < _SPREAD[self.ruleset.declare_style]:
            spread_shows(rng, faces, self.ruleset, setup.levels)
        cards = list(map(Card, faces))
        self.log = [self.text, asdict(setup), "".join(map(str, cards))]
        begins = asdict(setup) | {"levels": list(setup.levels)}
        self.agree("setup", begins, self.other_match.setup())
        self.deal, events = Deal.begin(self.ruleset, setup, cards)
        self.other = OracleDeal(self.text, self.other_match.setup(), list(map(str, cards)))
        self._compare_events(events)
        self.fast = fast_forms(self.match, cards)
        self.compare()
        attempts = Attempts(rng, self.other, lambda: str(self.deal.plays().draw(rng.randrange)))
        refused = 0
        while self.other.phase != "over":
            action = attempts.any() if refused < _REFUSED else attempts.surely()
            refused = 0 if self.do(action) else refused + 1
        self.finish()

    def do(self, action: dict[str, Any]) -> bool:
        """Try an action everywhere; whether it was done."""
        self.log.append(action)
        mine, events = self._applied(action)
        theirs = ""
        try:
            self.other.do(action)
        except Refused as refused:
            theirs = refused.rule
        self.agree("verdict", mine or "done", theirs or "done")
        self.seen["refused" if mine else "(decisions)"] += 1
        if mine:
            self.seen[f"refused: {mine}"] += 1
        else:
            self._compare_events(events)
        for form in list(self.fast):
            done = form.act(action)
            if done is None:  # it has no referee
                self.fast = []
                break
            if done == bool(mine):
                self.fail("verdict", "done" if done else "refused", mine or "done", form.name)
        if not mine:
            # A pass that nobody hears of changes nothing for those who were not asked.
            self.compare(None if events else {None, action["seat"], self.other.turn()})
        return not mine

    def _compare_events(self, events: list[Event]) -> None:
        """Fail unless the same happened, and every seat is told the same of it."""
        self.agree("events", list(map(to_json, events)), self.other.events)
        for event, told in zip(events, self.other.events, strict=True):
            self.seen[f"event: {told['event']}"] += 1
            if told["event"] in _HIDDEN:
                for seat in (None, *self.other.seats):
                    self.agree(f"seat {seat} is told", seen_of(event, seat), heard(told, seat))

    def _applied(self, action: dict[str, Any]) -> tuple[str, list[Event]]:
        """Why `Deal.apply` refuses an action ("" if it is done), and the events."""
        try:
            self.deal, events = self.deal.apply(from_json(action))
        except NotAllowed as error:
            return error.ruling.rule, []
        except NotNow as error:
            return error.code, []
        return "", events

    def compare(self, seats: set[int | None] | None = None) -> None:
        """Fail unless all have the same deal, and these seats, or all, may know the same."""
        theirs = oracle_facts(self.other)
        mine = facts(self.deal)
        for what, value in theirs.items():
            self.agree(what, mine[what], value)
        for form in self.fast:
            for what, value in form.facts().items():
                self.agree(what, value, theirs[what], form.name)
        views, public = Views(self.deal), all_know(self.other)
        for seat in seats or (None, *self.other.seats):
            known, shown = knows(self.other, seat, public), seen_by(views, seat)
            if known != shown:
                for what, value in known.items():
                    self.agree(f"seat {seat} knows {what}", shown[what], value)
                self.agree(f"fields of seat {seat}", sorted(shown), sorted(known))

    def finish(self) -> None:
        """Count the deal that is over."""
        self.match, events = self.match.after(self.deal)
        told = self.other_match.after(self.other)
        self.agree("match events", list(map(match_event, events)), told)
        match, other = self.match, self.other_match
        mine = (list(match.levels), match.banker, match.deals, match.over)
        self.agree("match", mine, (other.levels, other.banker, other.deals, other.over))
        for form in self.fast:
            form.count()
            for what, value in form.match_facts(len(match.levels)).items():
                self.agree(f"match {what}", value, getattr(match, what), form.name)
        self.seen["(deals)"] += 1
        self.seen["match won"] += match.over is not None

    def agree(self, what: str, mine: Any, theirs: Any, who: str = "Deal.apply") -> None:
        """Fail if two answers differ."""
        if mine != theirs:
            self.fail(what, mine, theirs, who)

    def fail(self, what: str, mine: Any, theirs: Any, who: str) -> None:
        """Say what they differ on, and how it came to that."""
        if isinstance(mine, list) and isinstance(theirs, list):
            pairs = enumerate(zip_longest(mine, theirs))
            at, (mine, theirs) = next((at, pair) for at, pair in pairs if pair[0] != pair[1])
            what = f"{what}, number {at}"
        lines = [f"  {self.text}: {what}", f"    {who:12}{mine}", f"    {'oracle':12}{theirs}"]
        lines += [f"  {self.log[1]}", f"  {self.log[2]}", "  the last actions:"]
        lines += [f"    {action}" for action in self.log[3:][-12:]]
        raise Mismatch("\n".join(lines))


def any_match(ruleset: Ruleset, rng: random.Random) -> Match:
    """A match at any levels: at its beginning, later, or with the bank to be bid for anew."""
    sides = 2 if ruleset.partners == "fixed" else ruleset.players
    ladder = ruleset.ladder[:-1] if ruleset.match_end == "reach_top" else ruleset.ladder
    likely = [*ladder, ladder[0], ladder[-1], *(level for level in "JX" if level in ladder)]
    first, dice = rng.randrange(ruleset.players), rng.random()
    if dice < 0.3:
        return Match(ruleset, (rng.choice(likely),) * sides, first)
    levels = tuple(rng.choice(likely) for _ in range(sides))
    if rng.random() < 0.3:
        levels = levels[:1] * sides
    opened = dice < 0.4 and ruleset.declare_style != "call"
    banker = None if opened else rng.randrange(ruleset.players)
    return Match(ruleset, levels, first, banker, rng.randrange(1, 20))


def spread_shows(
    rng: random.Random, faces: list[int], ruleset: Ruleset, levels: Sequence[str]
) -> None:
    """Deal out what can be shown, so that trump is fixed more than once.

    Pairs of level cards and of jokers come into one hand; where trump is called, each pair of level
    cards with the joker of its colour, or one of them and, with the partner, what attacks it.
    """
    small, big, players = _JOKERS, _JOKERS + 1, ruleset.players
    level = max(RANKS.find(rng.choice(levels)), 0)
    pairs = [[13 * suit + level] * 2 for suit in range(4)]
    calls = [[*pair, (small, big)[suit % 2]] for suit, pair in enumerate(pairs)]
    how = rng.random() if ruleset.declare_style == "call" else 1
    if how < 0.3:
        seat, suit = rng.randrange(players), rng.randrange(4)
        together = [(seat, calls[suit]), ((seat + 2) % players, [(big, small)[suit % 2]] * 2)]
    else:
        several = calls if how < 0.7 else [*pairs, [small] * 2, [big] * 2]
        together = [(rng.randrange(players), wanted) for wanted in several]
    placed = set[int]()
    for seat, wanted in together:
        here = range(seat, len(faces) - ruleset.kitty, players)
        for face, new in zip(wanted, rng.sample(here, len(here)), strict=False):
            old = next(
                (at for at, other in enumerate(faces) if other == face and at not in placed), new
            )
            if new not in placed:
                faces[old], faces[new] = faces[new], faces[old]
                placed.add(new)


def facts(deal: Deal) -> dict[str, Any]:
    """What the engine's deal holds, hidden cards included."""
    seat = deal.turn
    asked = seat is not None and deal.phase in SHOWING
    return {
        "phase": deal.phase,
        "turn": seat,
        "hands": list(map(str, deal.hands)),
        "kitty": str(deal.kitty),
        "options": sorted(map(str, deal.options[seat])) if asked else [],
        "banker": deal.banker,
        "friends": [friend.seat for friend in deal.friends],
        "points": deal.attackers_points if deal.banker is not None else None,
        "wrong": [(wrong.seat, wrong.trick, str(wrong.cards), wrong.rule) for wrong in deal.wrong],
    }


def oracle_facts(deal: OracleDeal) -> dict[str, Any]:
    """The same of the oracle's deal."""
    return {
        "phase": deal.phase,
        "turn": deal.turn(),
        "hands": list(map(show, deal.hands)),
        "kitty": show(deal.kitty),
        "options": sorted(deal.options()),
        "banker": deal.banker,
        "friends": [friend["seat"] for friend in deal.friends],
        "points": deal.attackers_points() if deal.banker is not None else None,
        "wrong": [(seat, at, show(cards), rule) for seat, at, cards, rule in deal.wrong],
    }


def seen_by(views: Views, seat: int | None) -> dict[str, Any]:
    """What the engine lets a seat see, as plain data; the order of the options means nothing."""
    seen = views.to_json(views.of(seat))
    del seen["ruleset"]
    return seen | {"options": sorted(seen["options"])} if "options" in seen else seen


def match_event(event: Any) -> dict[str, Any]:
    """A match's event as plain data; no round is not told."""
    name = re.sub(r"(?<!^)([A-Z])", r"_\1", type(event).__name__).lower()
    fields = {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in asdict(event).items()
        if key != "rounds" or value
    }
    return {"event": name, **fields}


class Found(NamedTuple):
    """What came of one piece of work; wrong is empty if all agreed."""

    ruleset: str
    seen: Counter[str]
    wrong: str


def check(job: tuple[str, int, int]) -> Found:
    """Play so many deals of a ruleset."""
    text, seed, deals = job
    rng, seen = random.Random(f"{text} {seed}"), Counter[str]()
    try:
        while seen["(deals)"] < deals:
            course = Course(text, rng)
            try:
                for _ in range(min(_DEALS, deals - seen["(deals)"])):
                    course.play_deal()
                    if course.match.over is not None:
                        break
            finally:
                seen += course.seen
    except Exception as found:  # noqa: BLE001  (whatever it is, it is the finding)
        told = str(found) if isinstance(found, Mismatch) else format_exc()
        again = f"python -m tests.fuzz course --ruleset '{text}' --piece {seed} --count {deals}"
        return Found(text, seen, f"{told}\n  again: {again}")
    return Found(text, seen, "")


def jobs_for(texts: list[str], count: int, seed: int) -> Iterator[tuple[str, int, int]]:
    """Pieces of a few deals each: more where much happens only there, fewer for mere numbers."""
    for text in texts:
        deals = count * max([1, *(times for word, times in _MORE_OFTEN.items() if word in text)])
        if any(f"({name}=" in text for name in _NUMBERS):
            deals = -(-count // 2)
        for at in range(0, deals, _DEALS):
            yield text, seed * 1_000_003 + at, min(_DEALS, deals - at)


def run(
    texts: list[str],
    count: int,
    jobs: int,
    *,
    seed: int,
    piece: int | None = None,
    seconds: float = inf,
) -> int:
    """Play so many deals of each ruleset, and print what happened; 1 if they disagree."""
    work = list(jobs_for(texts, count, seed)) if piece is None else [(texts[0], piece, count)]
    random.Random(seed).shuffle(work)  # so that a fault in one part is found soon
    seen, wrong, started = Counter[str](), list[str](), time.perf_counter()
    for found in spread(check, work, jobs):
        seen += found.seen
        wrong += [found.wrong] if found.wrong else []
        if wrong or time.perf_counter() - started > seconds:
            break
    every = {f"event: {name}" for name in KINDS} - {"event: started"}
    never = sorted(every - set(seen)) if len(texts) == len(rulesets()) else []
    for name, number in sorted(seen.items()):
        print(f"{number:12,} {name}")
    print(f"             never happened: {', '.join(never) or 'nothing'}")
    took = time.perf_counter() - started
    played = f"{seen['(deals)']:,} deals, {seen['(decisions)']:,} decisions"
    print(f"{len(texts)} rulesets, {played}, {took:.1f} s")
    print("\n".join(["they differ:", *wrong]) if wrong else "all agree")
    return 1 if wrong or never else 0
