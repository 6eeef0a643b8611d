"""What a finished deal brings: digging, the result, promotion, the next banker, time up.

Decides `last.kitty`, `last.both-sides`, `hard.no-dig`, `score.promote`, `last.jack-dig`,
`level.mandatory`, `match.end`, `partner.next-banker` and the tie of `clock.match`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .cards import NO_TRUMP, Cards
from .kernel import score as kernel
from .kernel import switches
from .kernel.units import next_unit, unit_length
from .play import Shape, trick
from .ruleset import Ruleset
from .terms import Terms

ATTACKERS = "attackers"
BANKERS = "bankers"

# The ends of a match as the kernel numbers them.
MATCH_ENDS = {
    "endless": switches.ENDLESS,
    "pass_top": switches.PASS_TOP,
    "reach_top": switches.REACH_TOP,
}


@dataclass(frozen=True)
class Dig:
    """What the last trick's bonus is worth to the attackers."""

    multiplier: int
    points: int


NO_DIG = Dig(0, 0)


def dig(
    terms: Terms,
    lead: Shape,
    follows: Sequence[Cards],
    kitty: Cards,
    *,
    winner_side: str,
    attacked_by: str | None = None,
) -> Dig:
    """The bonus of the last trick; attacked_by: who made the trump hard (call style only)."""
    ruleset = terms.ruleset
    if ruleset.dig == "last_trick":
        return _dig_last_trick(terms, lead, follows, winner_side)
    if ruleset.dig == "off" or winner_side == BANKERS or not _kitty_counts(terms, attacked_by):
        return NO_DIG
    factor = _factor(terms, lead, follows)
    return Dig(factor, factor * kitty.points)


def _kitty_counts(terms: Terms, attacked_by: str | None) -> bool:
    """Whether the kitty counts at all (`hard.no-dig`)."""
    hard = terms.ruleset.declare_style == "call" and terms.trump == NO_TRUMP
    return kernel.kitty_counts(hard, attacked_by == BANKERS, terms.ruleset.own_attack_digs)


def _dig_last_trick(terms: Terms, lead: Shape, follows: Sequence[Cards], winner_side: str) -> Dig:
    """`last.both-sides`: the trick's own points, times the factor, for whichever side wins it."""
    points = lead.cards.points + sum(play.points for play in follows)
    attackers_won, cards = winner_side == ATTACKERS, len(lead.cards)
    if cards == 1 and not attackers_won:
        return NO_DIG
    factor = 1 if cards == 1 else _factor(terms, lead, follows)
    return Dig(factor, kernel.both_sides(points, factor, cards, attackers_won))


def _factor(terms: Terms, lead: Shape, follows: Sequence[Cards]) -> int:
    """The factor by the led shape, or by the winner's own cards (`dig_shape`)."""
    longest = lead.units[0].length
    if terms.ruleset.dig_shape == "own" and not terms.ruleset.bombs:
        won = trick(terms, lead, follows, last=True).winner
        if won > 0:
            own = follows[won - 1].planes
            longest = unit_length(next_unit(terms.order, terms.order.lane_of(own), own))
    return terms.ruleset.dig_multiplier.factor(longest, len(lead.cards))


@dataclass(frozen=True)
class Result:
    """Which side has the bank next, by how many levels it is promoted, and who falls back."""

    side: str
    levels: int
    back_to: str | None = None


def result(
    ruleset: Ruleset, attackers: int, *, level: str | None = None, last_jack_dig: bool = False
) -> Result:
    """The result of a deal by the attackers' points, digging counted.

    last_jack_dig: they won the last trick with a J, which at level J sends the others back.
    """
    r = ruleset
    won = kernel.result(attackers, r.take_over, r.step, r.promotion_cap, r.below_zero)
    if won < 0:
        return Result(BANKERS, -won)
    falls = last_jack_dig and r.jack_rules and level == "J"
    return Result(ATTACKERS, won, r.first_level if falls else None)


@dataclass(frozen=True)
class Promotion:
    """The level reached (None beyond the top), and whether the match is won."""

    level: str | None
    won: bool = False


def promote(ruleset: Ruleset, level: str, by: int) -> Promotion:
    """Where a promotion leads from a level of the ladder."""
    ladder, match_end = ruleset.ladder, MATCH_ENDS[ruleset.match_end]
    top = len(ladder) - 1
    rung = kernel.promote(ladder.index(level), by, top, must_play(ruleset), match_end)
    won = kernel.wins_match(rung, by, top, match_end)
    return Promotion(ladder[rung] if rung <= top else None, won)


def must_play(ruleset: Ruleset) -> int:
    """The rungs of the ladder that no promotion passes, as a mask."""
    return sum(1 << at for at, rung in enumerate(ruleset.ladder) if rung in ruleset.mandatory)


def next_banker(ruleset: Ruleset, banker: int, side: str, *, partner: int | None = None) -> int:
    """Who has the bank (in the call style: the first call) in the next deal.

    partner: the called partner, or the banker himself if he was alone; None with fixed partners.
    """
    called = -1 if partner is None else partner
    return kernel.next_bank(ruleset.players, banker, called, side == ATTACKERS)


def time_up(ruleset: Ruleset, levels: tuple[str, str], bank: int) -> int | None:
    """The side that wins when the match's time is up, or None for a draw."""
    rungs = [ruleset.ladder.index(level) for level in levels]
    if rungs[0] != rungs[1]:
        return int(rungs[1] > rungs[0])
    return bank if ruleset.time_up_tie == "bank_wins" else None
