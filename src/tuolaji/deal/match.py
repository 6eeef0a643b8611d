"""Match: levels, bank and end over many deals.

`match.setup()` says how the next deal begins, `match.after(deal)` what a finished deal makes of
the match. Time is passed in as seconds since the match began; the clocks are in `clock.py`. Decides
`match.end` and `level.ladder`.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from ..engine.journal import Journal
from ..engine.match import count_deal, end_with, set_match
from ..engine.state import State
from ..rules.declarations import NOBODY
from ..rules.numbers import switches_of
from ..ruleset import Ruleset
from ..verdicts.score import ATTACKERS, Result, time_up
from . import Deal, Setup, clock
from .phase import OVER


@dataclass(frozen=True)
class Promoted:
    """A side, or with called partners a seat, changed its level; None beyond the top.

    rounds: how often it has passed the top by this (`ladder_wraps`), 0 where it has not now.
    """

    who: int
    old: str
    new: str | None
    rounds: int = 0


@dataclass(frozen=True)
class BankPassed:
    """Who has the bank (in the call style: the first call) in the next deal."""

    banker: int


@dataclass(frozen=True)
class BankOpened:
    """Nobody has the bank: it is bid for in the next deal (`foul.bank-order`)."""


@dataclass(frozen=True)
class MatchWon:
    """The match is over: the winning sides or seats; nobody in a draw.

    reason: levels, time or disqualified.
    """

    winners: tuple[int, ...]
    reason: str


MatchEvent = Promoted | BankPassed | BankOpened | MatchWon


@dataclass(frozen=True)
class Match:
    """A match between deals.

    levels: of the two sides, or of every seat where partners are called. banker: None before the
    first deal is settled, and where the bank is bid for anew. over: the winners, () for a draw,
    None while the match goes on. failures: deals lost as banker at A (`fall_back`), rounds: how
    often the top was passed (`ladder_wraps`), of each; () if nobody has any.
    """

    ruleset: Ruleset
    levels: tuple[str, ...]
    first_seat: int = 0
    banker: int | None = None
    deals: int = 0
    over: tuple[int, ...] | None = None
    failures: tuple[int, ...] = ()
    rounds: tuple[int, ...] = ()

    @classmethod
    def begin(cls, ruleset: Ruleset, first_seat: int) -> Match:
        """A new match; first_seat, drawn by lot, draws first in the first deal."""
        sides = 2 if ruleset.partners == "fixed" else ruleset.players
        return cls(ruleset, (ruleset.first_level,) * sides, first_seat)

    @classmethod
    def before(cls, ruleset: Ruleset, setup: Setup) -> Match:
        """The match whose next deal begins so."""
        deals, banker = setup.number - 1, setup.banker
        if ruleset.declare_style == "call" and deals:
            banker = setup.first_seat
        counts = {"failures": setup.failures, "rounds": setup.rounds}
        return cls(ruleset, setup.levels, setup.first_seat, banker, deals, **counts)

    def setup(self) -> Setup:
        """How the next deal begins."""
        calls = self.ruleset.declare_style == "call"
        first = self.banker if self.banker is not None else self.first_seat
        return Setup(
            levels=self.levels,
            banker=None if calls else self.banker,
            first_seat=first,
            number=self.deals + 1,
            failures=self.failures,
            rounds=self.rounds,
        )

    def after(self, deal: Deal) -> tuple[Match, list[MatchEvent]]:
        """The match after a deal that is over; a void one leaves it as it was."""
        if deal.phase != OVER or self.over is not None:
            raise ValueError("only a finished deal of a running match can be counted")
        if deal.setup != self.setup():
            raise ValueError("this is not the match's next deal")
        if deal.disqualified is not None:
            return self.disqualify(deal.disqualified % len(self.levels))
        if deal.settled is None:
            return (replace(self, banker=None), [BankOpened()]) if deal.rebid else (self, [])
        assert deal.banker is not None
        return self.count(deal.settled.result, banker=deal.banker, bank_side=deal.bank_side)

    def count(
        self, result: Result, *, banker: int, bank_side: Collection[int] = ()
    ) -> tuple[Match, list[MatchEvent]]:
        """The match after a deal with this result; bank_side: the banker and called friends."""
        ladder, owners = self.ruleset.ladder, range(len(self.levels))
        if not 0 <= banker < self.ruleset.players:
            raise ValueError(f"there is no seat {banker} to have the bank")
        state, journal = State(switches_of(self.ruleset)), Journal()
        set_match(state, NOBODY, self.first_seat, self.deals)
        for who in owners:
            state.set_rung(who, ladder.index(self.levels[who]))
            state.set_failures(who, self.failures[who] if self.failures else 0)
        taken_over, fell = result.side == ATTACKERS, result.back_to is not None
        friends = sum(1 << seat for seat in bank_side)
        end_with(state, banker, friends, taken_over, result.levels, fell)
        state.keep_journal(journal)
        count_deal(state)
        events: list[MatchEvent] = []
        rounds = list(self.rounds or (0,) * len(self.levels))
        for _, who, _, old, new in journal.entries():
            reached = ladder[new] if new < len(ladder) else None
            wraps = self.ruleset.ladder_wraps and new < old
            passed = wraps and state.is_bank_side(who) != taken_over  # else it falls
            rounds[who] += passed
            events.append(Promoted(who, ladder[old], reached, rounds[who] if passed else 0))
        events.append(BankPassed(state.bank))
        over = tuple(who for who in owners if state.winners >> who & 1) or None
        if over:
            events.append(MatchWon(over, "levels"))
        levels = tuple(ladder[state.rung(who)] for who in owners)
        failures = tuple(state.failures(who) for who in owners)
        after = replace(
            self,
            levels=levels,
            banker=state.bank,
            deals=state.deals,
            over=over,
            failures=failures if any(failures) else (),
            rounds=tuple(rounds) if any(rounds) else (),
        )
        return after, events

    def disqualify(self, side: int) -> tuple[Match, list[MatchEvent]]:
        """A side, or with called partners a seat, is out: the others win."""
        if not 0 <= side < len(self.levels):
            raise ValueError(f"there is no side {side}")
        if self.over is not None:
            raise ValueError("the match is over already")
        winners = tuple(who for who in range(len(self.levels)) if who != side)
        return replace(self, over=winners), [MatchWon(winners, "disqualified")]

    def may_start_deal(self, seconds: float, *, again: bool = False) -> bool:
        """Whether the next deal may begin so long after the match began; again: a void one."""
        return self.over is None and clock.may_start_deal(self.ruleset, seconds, again=again)

    def end_by_time(self, seconds: float) -> tuple[Match, list[MatchEvent]]:
        """The match is decided by the levels reached, once no deal may begin any more."""
        if self.over is not None:
            raise ValueError("the match is over already")
        if clock.may_start_deal(self.ruleset, seconds):
            raise ValueError("there is time for another deal")
        rungs = [self.ruleset.ladder.index(level) for level in self.levels]
        if len(rungs) == 2:
            bank = self.banker if self.banker is not None else self.first_seat
            winner = time_up(self.ruleset, (self.levels[0], self.levels[1]), bank % 2)
            winners: tuple[int, ...] = () if winner is None else (winner,)
        else:
            winners = tuple(seat for seat, rung in enumerate(rungs) if rung == max(rungs))
        return replace(self, over=winners), [MatchWon(winners, "time")]
