"""Match: levels, bank and end over many deals.

`match.setup()` says how the next deal begins, `match.after(deal)` what a finished deal makes of
the match. Time is passed in as seconds since the match began; the clocks are in `clock.py`. Decides
`match.end` and `level.ladder`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from . import clock
from .deal import Deal
from .phases.state import OVER, Setup
from .ruleset import Ruleset
from .score import ATTACKERS, next_banker, promote, time_up


@dataclass(frozen=True)
class Promoted:
    """A side, or with called partners a seat, changed its level; None beyond the top."""

    who: int
    old: str
    new: str | None


@dataclass(frozen=True)
class BankPassed:
    """Who has the bank (in the call style: the first call) in the next deal."""

    banker: int


@dataclass(frozen=True)
class BankOpened:
    """Nobody has the bank: it is bid for in the next deal (`foul.bank-order`)."""


@dataclass(frozen=True)
class MatchWon:
    """The match is over: the winning sides or seats; nobody in a draw."""

    winners: tuple[int, ...]
    reason: str


MatchEvent = Promoted | BankPassed | BankOpened | MatchWon


@dataclass(frozen=True)
class Match:
    """A match between deals.

    levels: of the two sides, or of every seat where partners are called. banker: None before the
    first deal is settled, and where the bank is bid for anew. over: the winners, () for a draw,
    None while the match goes on.
    """

    ruleset: Ruleset
    levels: tuple[str, ...]
    first_seat: int = 0
    banker: int | None = None
    deals: int = 0
    over: tuple[int, ...] | None = None

    @classmethod
    def begin(cls, ruleset: Ruleset, first_seat: int) -> Match:
        """A new match; first_seat, drawn by lot, draws first in the first deal."""
        sides = 2 if ruleset.partners == "fixed" else ruleset.players
        return cls(ruleset, (ruleset.first_level,) * sides, first_seat)

    def setup(self) -> Setup:
        """How the next deal begins."""
        calls = self.ruleset.declare_style == "call"
        first = self.banker if self.banker is not None else self.first_seat
        return Setup(
            levels=self.levels,
            banker=None if calls else self.banker,
            first_seat=first,
            number=self.deals + 1,
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
        result = deal.settled.result
        attackers_won = result.side == ATTACKERS
        levels = list(self.levels)
        events: list[MatchEvent] = []
        winners = []
        for who in self._owners(deal, attackers=attackers_won):
            step = promote(self.ruleset, levels[who], result.levels)
            if step.level != levels[who]:
                events.append(Promoted(who, levels[who], step.level))
            levels[who] = step.level or levels[who]
            if step.won:
                winners.append(who)
        if result.back_to is not None:
            for who in self._owners(deal, attackers=False):
                events.append(Promoted(who, levels[who], result.back_to))
                levels[who] = result.back_to
        alone = deal.banker if deal.partner is None else deal.partner
        partner = alone if self.ruleset.partners == "called" else None
        banker = next_banker(self.ruleset, deal.banker, result.side, partner=partner)
        events.append(BankPassed(banker))
        over = tuple(winners) or None
        if over:
            events.append(MatchWon(over, "levels"))
        after = replace(self, levels=tuple(levels), banker=banker, deals=self.deals + 1, over=over)
        return after, events

    def disqualify(self, side: int) -> tuple[Match, list[MatchEvent]]:
        """A side, or with called partners a seat, is out: the others win."""
        if not 0 <= side < len(self.levels):
            raise ValueError(f"there is no side {side}")
        if self.over is not None:
            raise ValueError("the match is over already")
        winners = tuple(who for who in range(len(self.levels)) if who != side)
        return replace(self, over=winners), [MatchWon(winners, "disqualified")]

    def _owners(self, deal: Deal, *, attackers: bool) -> list[int]:
        """The sides, or seats, that stand on one side of a deal."""
        assert deal.banker is not None
        if self.ruleset.partners == "fixed":
            return [1 - deal.banker % 2 if attackers else deal.banker % 2]
        bank = deal.bank_side
        return [seat for seat in range(self.ruleset.players) if (seat not in bank) == attackers]

    def may_start_deal(self, seconds: float) -> bool:
        """Whether the next deal may begin so long after the match began."""
        return self.over is None and clock.may_start_deal(self.ruleset, seconds)

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
