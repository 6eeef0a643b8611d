"""Whole matches by random legal play, repeatable with the same random generator.

A small random player for every seat: it shows cards now and then, buries anything, names any card
and plays any legal follow. Of its leads 10 % are throws of the 2 to 5 highest cards of a suit (half
of them all its pairs, where gapped runs are led), 50 % the longest unit of a suit, 40 % a single or
a pair. With a referee it also plays wrongly at times, and claims, and the referee rules on any foul
of the table. Where the ruleset has clocks, every other match is played by them: a `Watch` draws how
long everything takes. The generator is passed in; `Tally` adds up what happened.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ..cards import NO_TRUMP, SUITS, Card, Cards
from ..cards import planes as masks
from ..cards.planes import FACES
from ..deal import Deal, clock, full_deck
from ..deal.actions import (
    Action,
    Adjust,
    Bury,
    Claim,
    Declare,
    NamePartner,
    NameTrump,
    Pass,
    Play,
    RuleFoul,
    Void,
)
from ..deal.events import Dug, Event, Flipped, Redealt, ThrowFailed, name_of
from ..deal.match import Match, MatchEvent, MatchWon, Promoted
from ..deal.phase import BURY, COUNT, DRAW, NAME, OVER, PARTNER, PLAY
from ..rules.choices import Choices
from ..ruleset import Ruleset
from ..ruleset.fouls import CASES, Foul
from ..verdicts import Shape, leads, plays, read_lead
from ..verdicts.lead import name_units
from ..verdicts.score import BANKERS
from ..verdicts.terms import Terms
from .invariants import (
    Checker,
    broken,
    broken_match,
    broken_step,
    broken_time,
    broken_timeout,
)

if TYPE_CHECKING:
    from random import Random

# How often the seats of a deal show cards when asked; some deals are silent to test that too.
_BOLDNESS = (0.0, 0.01, 0.01, 0.03, 0.03, 0.1, 0.1, 0.3, 0.3, 0.6)
_SPEAKS_IN_TURN = 0.5
_WRONG, _CLAIMS, _ADJUSTS, _VOIDS, _RULES, _FOUND = 0.04, 0.02, 0.002, 0.0002, 0.003, 0.3
_TOLD = 100

# A seat thinks for a quarter of its time on average, or so many seconds where it has no limit.
_THINKS, _OF_LIMIT = 5.0, 0.25
CLOCK_KINDS = OUT_OF_TIME, FLAGGED, BREAK, UNFINISHED, TIME_UP = (
    "out_of_time", "flagged", "break", "unfinished", "time_up",
)  # fmt: skip


@dataclass(frozen=True)
class Finished:
    """A deal from its first card to its end, void ones included, and what it made of the match.

    clock: what the clocks brought about, by name.
    """

    before: Match
    deal: Deal
    actions: tuple[Action, ...]
    events: tuple[Event, ...]
    after: Match
    match_events: tuple[MatchEvent, ...]
    broken: tuple[str, ...] = ()
    clock: tuple[str, ...] = ()


class Watch:
    """The seconds since a match began, and what the clocks brought about in the current deal."""

    def __init__(self, ruleset: Ruleset, rng: Random, *, timed: bool = True) -> None:
        clocks = ruleset.match_minutes or ruleset.play_seconds or ruleset.bury_seconds
        self.runs = timed and bool(clocks)
        self.seconds = 0.0
        self.told: list[str] = []
        self._ruleset, self._rng = ruleset, rng
        self._rested = False

    def action(self, deal: Deal, chosen: Action, wrong: list[str] | None) -> Action:
        """What is done in the end: the chosen action, or what happens when time is up."""
        if not self.runs:
            return chosen
        limit = clock.seconds_to_act(deal) if isinstance(chosen, Bury | Play) else 0
        took = self._rng.expovariate(1 / (limit * _OF_LIMIT or _THINKS))
        late = bool(limit) and took > limit
        forces = late and self._ruleset.timeout == "play"
        self.seconds += limit if forces else took
        if clock.is_up(self._ruleset, self.seconds):
            self.told.append(UNFINISHED)
            return Void(clock.MATCH)
        if late:
            self.told.append(OUT_OF_TIME if forces else FLAGGED)
        if not forces:
            return chosen
        forced = clock.out_of_time(deal)
        if wrong is not None:
            wrong += broken_timeout(deal, forced, chosen)
        return forced

    def after(self, finished: Finished, *, check: bool) -> Finished:
        """The deal with what the clock does to the match after it: a break, or the end."""
        if not self.runs:
            return finished
        match, events = finished.after, list(finished.match_events)
        ended = self.seconds
        breaks = clock.break_due(self._ruleset, ended, had=self._rested)
        if breaks and match.may_start_deal(ended):
            self.seconds += 60 * self._ruleset.break_minutes
            self._rested = True
            self.told.append(BREAK)
        again = finished.deal.settled is None
        if match.over is None and not match.may_start_deal(self.seconds, again=again):
            match, more = match.end_by_time(self.seconds)
            events += more
            self.told.append(TIME_UP)
        wrong = finished.broken
        if check:
            wrong += tuple(broken_time(finished.deal, match, events, ended=ended, now=self.seconds))
        told, self.told = tuple(self.told), []
        return replace(finished, after=match, match_events=tuple(events), clock=told, broken=wrong)


def play_match(
    ruleset: Ruleset, rng: Random, deals: int, *, check: bool = False, timed: bool = True
) -> Iterator[Finished]:
    """The deals of one match, until that many have been settled or the match is over.

    check: check every state, and note what is broken with the deal. timed: play by the clocks of
    the ruleset.
    """
    match = Match.begin(ruleset, rng.randrange(ruleset.players))
    watch = Watch(ruleset, rng, timed=timed)
    settled = 0
    while settled < deals and match.over is None:
        finished = watch.after(play_deal(match, rng, check=check, watch=watch), check=check)
        match = finished.after
        settled += finished.deal.settled is not None
        yield finished


def play_matches(
    ruleset: Ruleset, rng: Random, deals: int, *, check: bool = False
) -> Iterator[Finished]:
    """Match after match, every other one by the clock, until that many deals have been settled."""
    timed = True
    while deals > 0:
        for finished in play_match(ruleset, rng, deals, check=check, timed=timed):
            deals -= finished.deal.settled is not None
            yield finished
        timed = not timed


def play_deal(
    match: Match, rng: Random, *, check: bool = False, watch: Watch | None = None
) -> Finished:
    """The next deal of a match, shuffled and played at random."""
    deck = full_deck(match.ruleset)
    rng.shuffle(deck)
    player = Player(rng)
    deal, begun = Deal.begin(match.ruleset, match.setup(), deck)
    actions: list[Action] = []
    events = list(begun)
    checker = Checker()
    wrong = checker.broken(deal) if check else []
    while deal.phase != OVER:
        action = player.action(deal)
        if watch is not None:
            action = watch.action(deal, action, wrong if check else None)
        after, more = deal.apply(action)
        if check:
            wrong += [f"{what} (after {action})" for what in checker.broken(after)]
            wrong += [f"{what} (after {action})" for what in broken_step(deal, after, more)]
        actions.append(action)
        events += more
        deal = after
    next_match, match_events = match.after(deal)
    if check:
        wrong += broken(deal)
        wrong += broken_match(match, deal, next_match)
    return Finished(
        match, deal, tuple(actions), tuple(events), next_match, tuple(match_events), tuple(wrong)
    )


class Player:
    """Random legal play for every seat of one deal."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._boldness = rng.choice(_BOLDNESS)
        self._speaks = _SPEAKS_IN_TURN if self._boldness else 0.0

    def action(self, deal: Deal) -> Action:
        """The action of the seat whose turn it is, or of somebody who interrupts it."""
        seat, rng = deal.turn, self._rng
        assert seat is not None
        if deal.ruleset.enforcement == "referee" and (told := self._refereed(deal, seat)):
            return told
        if deal.phase == PLAY:
            return Play(seat, self._play(deal, seat))
        if deal.phase in (NAME, COUNT):
            named = deal.phase == NAME and rng.choice((*SUITS, NO_TRUMP, ""))
            return NameTrump(seat, named) if named else Pass(seat)
        if deal.phase == BURY:
            choices = Choices(deal.hands[seat].planes, deal.ruleset.kitty)
            return Bury(seat, Cards(choices.draw(rng.randrange)))
        if deal.phase == PARTNER:
            return self._name(deal, seat)
        speaks = self._boldness if deal.phase == DRAW else self._speaks
        if deal.options[seat] and rng.random() < speaks:
            return Declare(seat, rng.choice(deal.options[seat]))
        return Pass(seat)

    def _name(self, deal: Deal, seat: int) -> Action:
        """A card, and a copy of it, by which a friend may be called."""
        decks, rng = deal.ruleset.decks, self._rng
        most = decks if deal.ruleset.friend_by == "nth_play" else 1
        while True:
            name = NamePartner(seat, Card(rng.randrange(FACES)), rng.randrange(most) + 1)
            if deal.refuses(name) is None:
                return name

    def _play(self, deal: Deal, seat: int) -> Cards:
        assert deal.terms is not None
        if deal.lead is None:
            return lead(deal.terms, deal.hands[seat], self._rng)
        return plays(deal.terms, deal.lead, deal.hands[seat]).draw(self._rng.randrange)

    def _refereed(self, deal: Deal, seat: int) -> Action | None:
        """A wrong play, a claim or a word of the referee, now and then."""
        rng = self._rng
        dice = rng.random()
        if dice > 1 - (_RULES if deal.phase == PLAY else 10 * _RULES):  # the others are short
            action: Action = self._foul(deal)
        elif deal.phase not in (PLAY, COUNT):
            return None
        elif dice < _WRONG and deal.lead is not None:
            choices = Choices(deal.hands[seat].planes, len(deal.lead.cards))
            action = Play(seat, Cards(choices.draw(rng.randrange)))
        elif dice < _WRONG + _CLAIMS or (deal.wrong and dice < _FOUND):
            accused = [wrong.seat for wrong in deal.wrong] or range(deal.ruleset.players)
            action = Claim(rng.randrange(deal.ruleset.players), rng.choice(accused))
        elif dice < _WRONG + _CLAIMS + _ADJUSTS:
            action = Adjust(5 * rng.randrange(-4, 5))
        elif dice < _WRONG + _CLAIMS + _ADJUSTS + _VOIDS:
            action = Void()
        else:
            return None
        return None if deal.refuses(action) else action

    def _foul(self, deal: Deal) -> RuleFoul:
        """Any foul of the ruleset's table, by anybody."""
        rng = self._rng
        foul = Foul(
            rng.choice(list(deal.ruleset.fouls.table)),
            rng.choice(CASES["by"]),
            cards=rng.randrange(1, 4),
            found=rng.choice(CASES["found"]),
            times=rng.randrange(1, 3),
        )
        return RuleFoul(foul, rng.randrange(deal.ruleset.players))


def lead(terms: Terms, hand: Cards, rng: Random) -> Cards:
    """A legal lead from the hand, in the mix the module describes."""
    dice = rng.random()
    if dice < 0.6:
        lanes = [masks.restrict(hand.planes, terms.order.faces(lane)) for lane in range(5)]
        lane = rng.choice([at for at, cards in enumerate(lanes) if cards[0]])
        cards = Cards(lanes[lane])
        if dice < 0.1:
            thrown = _highest(terms, cards, rng.randrange(2, 6))
            if terms.ruleset.gapped_runs and dice < 0.05:
                thrown = _pairs(cards)
            if thrown and isinstance(read_lead(terms, thrown), Shape):
                return thrown
        if terms.ruleset.bombs:
            return max(leads(terms, cards), key=len)
        return name_units(terms.order, lane, cards.planes)[0].cards
    card = rng.choice(list(hand))
    number = 2 if hand.count(card) > 1 and rng.random() < 0.5 else 1
    return Cards.of([card] * number)


def _highest(terms: Terms, cards: Cards, number: int) -> Cards:
    """The highest cards of one effective suit, at most so many."""
    step = terms.order.step
    ranked = sorted(cards, key=lambda card: (-step(card.face), card.face))
    return Cards.of(ranked[:number])


def _pairs(cards: Cards) -> Cards:
    """All pairs among the cards."""
    return Cards((cards.planes[1], cards.planes[1], cards.planes[3], cards.planes[3]))


@dataclass
class Tally:
    """What happened in many deals, by name."""

    numbers: Counter[str] = field(default_factory=Counter)
    declarations: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    clock: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)

    def count(self, finished: Finished, where: str = "") -> None:
        """Add one deal; where: how to reproduce it."""
        deal, add = finished.deal, self.numbers
        add["broken"] += len(finished.broken)
        lines = [f"{where}deal {deal.setup.number}: {what}" for what in finished.broken]
        self.broken = [*self.broken, *lines][:_TOLD]
        self.clock.update(finished.clock)
        for happened in finished.events:
            self._count_event(happened)
        for told in finished.match_events:
            add["promotions"] += isinstance(told, Promoted)
            add["matches_won"] += isinstance(told, MatchWon) and told.reason == "levels"
        for shown in deal.contest.shows:
            self.declarations[shown.kind] += 1
        self.declarations["hard"] += deal.contest.hard and not deal.contest.shows
        if deal.settled is None:
            add["redeals"] += deal.redeal not in (None, clock.MATCH)
            return
        add["deals"] += 1
        add["tricks"] += len(deal.finished)
        add["plays"] += sum(isinstance(action, Play) for action in finished.actions)
        add["points"] += deal.settled.attackers
        add["bankers_won"] += deal.settled.result.side == BANKERS

    def _count_event(self, event: Event) -> None:
        self.events[name_of(event)] += 1
        self.numbers["throws_failed"] += isinstance(event, ThrowFailed)
        self.numbers["digs"] += isinstance(event, Dug) and event.points != 0
        self.declarations["flipped"] += isinstance(event, Flipped)
        self.declarations["nobody"] += isinstance(event, Redealt) and event.reason == "nobody"

    def add(self, other: Tally) -> None:
        """Add another tally."""
        self.numbers += other.numbers
        self.declarations += other.declarations
        self.events += other.events
        self.clock += other.clock
        self.broken = [*self.broken, *other.broken][:_TOLD]

    def summary(self) -> dict[str, Any]:
        """The numbers as plain data: totals, means per settled deal, and hits by kind."""
        n = self.numbers
        deals = n["deals"]

        def mean(name: str) -> float:
            return round(n[name] / deals, 3) if deals else 0.0

        return {
            "deals": deals,
            "redeals": n["redeals"],
            "matches_won": n["matches_won"],
            "tricks_per_deal": mean("tricks"),
            "plays_per_deal": mean("plays"),
            "attackers_points_per_deal": mean("points"),
            "bankers_won": n["bankers_won"],
            "promotions": n["promotions"],
            "throws_failed": n["throws_failed"],
            "digs": n["digs"],
            "declarations": dict(sorted((+self.declarations).items())),
            "events": dict(sorted((+self.events).items())),
            "clock": dict(sorted((+self.clock).items())),
            "broken": n["broken"],
        }
